# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The suites consist of registered ids, and the scores are those of the papers."""

import math
import re

import numpy as np
import pytest
from dm_control import suite as official

import envpool
from envpool.errors import ArgumentError, ConfigError, UnknownEnvError
from envpool.scores import normalize, score_of
from envpool.suites.catalogue import find_suite

SUITES = envpool.list_suites()
NAMES = [
    *("atari-57", "atari-26", "atari-5", "atari-104", "classic-control", "minigrid"),
    *("babyai-18", "dmc-51", "dmc-28", "dmc-20", "dmc-18", "dmc-7", "dmc-6", "d4rl-3"),
    *("mujoco-7", "mujoco-7-ppo", "procgen-16", "procgen-16-easy"),
    *("metaworld-mt10", "metaworld-mt25", "metaworld-mt50"),
    *("metaworld-ml10", "metaworld-ml25", "metaworld-ml45"),
]


def test_names():
    assert sorted(SUITES) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_suite(name):
    suite = SUITES[name]
    assert suite.name == name
    assert set(suite.tasks) <= set(envpool.list_all_envs())
    assert len(set(suite.tasks)) == len(suite)
    counted = re.search(r"-(\d+)", name)
    assert counted is None or int(counted[1]) == len(suite)
    for text in (suite.title, suite.source):
        assert text
        assert not text.endswith(".")
    assert not suite.note or suite.note.endswith((".", "True"))


def test_subsets():
    assert set(SUITES["atari-5"].tasks) < set(SUITES["atari-57"].tasks)
    assert set(SUITES["atari-26"].tasks) < set(SUITES["atari-57"].tasks)
    assert set(SUITES["atari-57"].tasks) < set(SUITES["atari-104"].tasks)
    for small, large in (("6", "18"), ("18", "20"), ("20", "51"), ("28", "51")):
        assert set(SUITES[f"dmc-{small}"].tasks) < set(SUITES[f"dmc-{large}"].tasks)


def camel(*names):
    words = "_".join(names).split("_")
    return "".join(word[0].upper() + word[1:] for word in words) + "-v1"


@pytest.mark.parametrize(
    ("name", "tasks"),
    [("dmc-51", official.ALL_TASKS), ("dmc-28", official.BENCHMARKING)],
)
def test_official_lists(name, tasks):
    assert set(SUITES[name].tasks) == {camel(*task) for task in tasks}


# The returns of DQN after up to 30 no-ops, in the order of the ids: Wang et al. 2016,
# table 2.
DQN = """
1620.0 978.0 4280.4 4359.0 1364.5 279987.0 455.0 29900.0 8627.5 585.6 50.4 88.0 385.5
4657.7 6126.0 110763.0 23633.0 12149.4 -6.6 729.0 -4.9 30.8 797.4 8777.4 473.0 20437.8
-1.9 768.5 7259.0 8422.3 26059.0 0.0 3085.6 8207.8 8485.2 -286.1 19.5 146.7 13117.3
7377.6 39544.0 63.9 5860.6 -13062.3 3482.8 1692.3 54282.0 -5.6 12.2 4870.0 68.1 9989.9
163.0 196760.4 2704.0 18098.9 5363.0
"""


def test_human_normalised_scores_of_a_paper():
    returns = map(float, DQN.split())
    columns = zip(SUITES["atari-57"].tasks, returns, strict=True)
    scores = {task: normalize(task, [value], "human") for task, value in columns}
    found = envpool.scores.aggregate(scores, reps=1)
    # Its table 1: 227.9% and 79.1%. The last digits of Double Dunk's numbers, whose
    # range is 2.2, make a difference of up to 0.5%.
    assert found.mean.value == pytest.approx(2.279, abs=5e-3)
    assert found.median.value == pytest.approx(0.791, abs=5e-4)


@pytest.mark.parametrize(
    ("task_id", "kind", "low", "high"),
    [
        ("Pong-v5", "human", -20.7, 14.6),
        ("MontezumaRevenge-v5", "human", 0.0, 4753.3),
        ("StarpilotHard-v0", "hard", 1.5, 35.0),
        ("StarpilotEasy-v0", "easy", 2.5, 64.0),
        ("procgen-fruitbot-v0", "hard", -0.5, 27.2),
        ("FruitbotEasy-v0", "easy", -1.5, 32.4),
        ("WalkerWalk-v1", "dmc", 0.0, 1000.0),
        ("Hopper-v4", "d4rl", -20.272305, 3234.3),
    ],
)
def test_linear(task_id, kind, low, high):
    score = score_of(task_id, kind)
    assert (score.low, score.high) == (low, high)
    assert score.source
    values = normalize(task_id, [[low, high], [(low + high) / 2, 2 * high - low]])
    assert values.dtype == np.float64
    np.testing.assert_allclose(values, [[0, 1], [0.5, 2]], atol=1e-12)


def test_success():
    values = normalize("BabyAI-GoTo-v0", [0.0, 0.3, -1.0, math.nan], "success")
    np.testing.assert_array_equal(values, [0, 1, 0, math.nan])


def test_settings_are_the_defaults():
    for suite in SUITES.values():
        for task_id in suite.tasks:
            score = score_of(task_id)
            for key, value in (score.settings if score else {}).items():
                assert (
                    envpool.registration.registry.specs[task_id][2].get(key, value)
                    == value
                ), task_id


def test_tasks_without_scores():
    for task_id in ("CartPole-v1", "LqrLqr_2_1-v1", "Adventure-v5", "Hopper-v5"):
        task_id = task_id.replace("_", "")
        if task_id in envpool.list_all_envs():
            assert score_of(task_id) is None


def test_mistakes():
    with pytest.raises(ArgumentError, match="published score, got 'CartPole-v1'"):
        normalize("CartPole-v1", [1.0])
    with pytest.raises(ArgumentError, match="kind: expected 'human' for 'Pong-v5'"):
        normalize("Pong-v5", [1.0], "dmc")
    with pytest.raises(UnknownEnvError, match="'Pong-v9'"):
        normalize("Pong-v9", [1.0])
    with pytest.raises(ConfigError, match=r"did you mean 'atari-57'"):
        find_suite("atari57")
    with pytest.raises(ConfigError, match=r"name: expected one of .*, got 5"):
        find_suite(5)
