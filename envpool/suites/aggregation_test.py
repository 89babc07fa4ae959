# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Aggregates equal those of rliable, and values computed by hand."""

import math

import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError, ArgumentTypeError, ConfigError
from envpool.scores import aggregate
from envpool.suites import aggregation

# Five runs of four tasks.
MATRIX = np.random.RandomState(1).rand(5, 4)
SCORES = {f"task {i}": MATRIX[:, i] for i in range(4)}
# Of rliable 1.2.0: `get_interval_estimates({"": MATRIX}, metrics, reps=500)` after
# `np.random.seed(3)`; its own `random_state` has no effect.
RLIABLE = {
    "mean": (0.36728075, 0.2869688, 0.45477626),
    "median": (0.37839842, 0.27777526, 0.45932746),
    "iqm": (0.34258128, 0.24224861, 0.45957865),
    "optimality_gap": (0.63271925, 0.54522374, 0.7130312),
}


@pytest.mark.parametrize("name", RLIABLE)
def test_equals_rliable(name):
    found = getattr(aggregate(SCORES, reps=500, seed=3), name)
    assert (found.value, found.low, found.high) == pytest.approx(
        RLIABLE[name], abs=1e-8
    )


def test_chunks_do_not_change_the_numbers(monkeypatch):
    whole = aggregate(SCORES, reps=200)
    monkeypatch.setattr(aggregation, "_CHUNK", 3 * MATRIX.size)
    assert aggregate(SCORES, reps=200) == whole
    assert aggregate(SCORES, reps=200, seed=1) != whole
    assert aggregate(SCORES, reps=200, seed=None).mean.value == whole.mean.value


def test_values():
    found = aggregate({"a": [0.0, 2.0], "b": [0.5, 0.7], "c": [4.0, 8.0]}, reps=10)
    assert found.mean.value == pytest.approx((1 + 0.6 + 6) / 3)
    assert found.median.value == pytest.approx(1.0)
    # Without the lowest and the highest of six numbers.
    assert found.iqm.value == pytest.approx((0.5 + 0.7 + 2 + 4) / 4)
    assert found.optimality_gap.value == pytest.approx((1 + 0.5 + 0.3) / 6)
    assert (found.tasks, found.runs) == (3, 2)


def test_one_run_has_no_spread():
    found = aggregate({"a": [0.25], "b": [0.75]}, reps=10)
    assert found.mean == envpool.scores.Estimate(0.5, 0.5, 0.5)


def test_further_axes_are_averaged():
    episodes = {
        task: np.stack([column - 0.1, column + 0.1], 1)
        for task, column in SCORES.items()
    }
    found, plain = aggregate(episodes, reps=50), aggregate(SCORES, reps=50)
    assert found.mean.high == pytest.approx(plain.mean.high)


def test_confidence():
    narrow, wide = (aggregate(SCORES, reps=500, confidence=c).iqm for c in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high
    point = aggregate(SCORES, reps=500, confidence=0.0).iqm
    assert point.low == point.high


def test_texts():
    found = aggregate(SCORES, reps=500, seed=3)
    assert str(found).startswith(
        "4 tasks, 5 runs, 95% intervals; mean: 0.3673 [0.287, 0.4548], median: "
    )
    assert "interquartile mean" in found._repr_html_()


@pytest.mark.parametrize(
    ("scores", "kwargs", "error", "text"),
    [
        ([1, 2], {}, ArgumentTypeError, "scores: expected a dict"),
        ({}, {}, ArgumentError, "same number of runs, got none"),
        ({"a": [1], "b": [1, 2]}, {}, ArgumentError, "got 1 for 'a', 2 for 'b'"),
        ({"a": 1.0}, {}, ArgumentError, r"scores\['a'\]: expected a finite number"),
        ({"a": []}, {}, ArgumentError, r"scores\['a'\]"),
        ({"a": [math.nan]}, {}, ArgumentError, r"scores\['a'\].*nan"),
        ({"a": ["x"]}, {}, ArgumentTypeError, r"scores\['a'\]: expected an array"),
        ({"a": [1]}, {"reps": 0}, ConfigError, "reps"),
        ({"a": [1]}, {"confidence": 1.5}, ConfigError, "confidence"),
        ({"a": [1]}, {"seed": -1}, ConfigError, "seed"),
        ({"a": [1]}, {"kind": "human"}, envpool.errors.UnknownEnvError, "'a'"),
    ],
)
def test_mistakes(scores, kwargs, error, text):
    with pytest.raises(error, match=text):
        aggregate(scores, **kwargs)
