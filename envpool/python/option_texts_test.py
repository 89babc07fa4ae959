# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import pytest

from envpool.python.config import texts as option_texts
from envpool.python.config.keywords import OPTIONS
from envpool.python.config.texts import find_meanings, option_values, values_text
from envpool.registration import Family


@pytest.mark.parametrize(
    ("default", "rule", "text"),
    [
        (True, {}, "True or False"),
        (1, {}, "an integer"),
        (1, {"min": 1}, "an integer, at least 1"),
        (1, {"max": 2**31 - 1}, "an integer"),
        (1, {"min": -(2**31), "max": 9}, "an integer, at most 9"),
        (1.0, {"min": 0.0, "max": 1e6}, "a number in [0, 1000000]"),
        (1.0, {"min": 0.25, "max": float("inf")}, "a number, at least 0.25"),
        ("", {}, "a string"),
        ("", {"path": True}, "a path"),
        ("a", {"choices": ("a", "b")}, "one of 'a', 'b'"),
        ("a", {"choices": ("a",)}, "'a'"),
        ("1", {"choices": [str(i) for i in range(21)]}, "one of 21 names"),
        (0, {"names": {"x": 0, "y": 5}, "choices": (0, 5)}, "one of 'x' (0), 'y' (5)"),
        (0, {"names": {"x": -1}, "min": -1}, "an integer, at least -1, or 'x'"),
        (
            (1, 1),
            {"min": -1, "max": 9, "none": (-1, -1)},
            "2 integers in [-1, 9], or None",
        ),
        (
            [],
            {"item": "int", "max": 2**63 - 1},
            "a list of integers, at most 2**63 - 1",
        ),
        ([], {"item": "float", "length": (0, 2)}, "0 to 2 numbers"),
        ([0.5], {"length": 3}, "3 numbers"),
        ([], {}, "a list of values"),
        ({}, {}, "a dict"),
    ],
)
def test_values(default, rule, text):
    assert values_text(default, rule) == text


def test_values_as_literals():
    rule = {"choices": ("a", "b"), "none": "a"}
    text = values_text("a", rule, lambda value: f"<{value}>")
    assert text == "one of <a>, <b>, or <None>"


def test_meanings_of_a_family(monkeypatch):
    monkeypatch.setattr(option_texts, "_meanings", {})
    family = Family("mine")
    family.meanings({"g": "Of this env."}, "Pendulum")
    family.meanings({"g": "Of all.", "h": "Height."})
    assert find_meanings("mine", "CartPoleEnvSpec")["g"] == "Of all."
    for name in ("PendulumEnvSpec", "PendulumPixelEnvSpec"):
        meanings = find_meanings("mine", name)
        assert (meanings["g"], meanings["h"]) == ("Of this env.", "Height.")
    assert meanings["num_envs"] == "Number of environments in the pool."
    assert meanings["render_width"] == OPTIONS["render_width"].meaning
    assert "g" not in find_meanings("other", "PendulumEnvSpec")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gym_spaces", "True or False, or None"),
        ("chunk", "an integer, at least 0"),
        ("numa", "one of 'auto', 'off'"),
        ("record", "a path, or None"),
    ],
)
def test_values_of_options(name, text):
    assert option_values(name) == text
