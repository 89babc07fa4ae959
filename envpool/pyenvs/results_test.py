# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Infos that are numbers, which native code writes, and spaces of texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import envpool
from envpool.errors import EnvStepError

USUAL = {"whole": 3, "real": 0.5, "flag": True, "number": np.float64(2)}
INFOS: list[dict[str, Any]] = [
    USUAL,
    {},
    {"real": float("nan"), "whole": -(2**63)},
    {"whole": 2**70},
    {"whole": 2.5, "flag": False},
    {"flag": np.True_, "real": 7},
    {"flag": 1, "whole": False},
    {**USUAL, "extra": "text"},
    {"number": 3.0, "real": np.float64(1)},
    {"number": np.float32(3)},
    dict(reversed(USUAL.items())),
]


class Numbers(gymnasium.Env[Any, Any]):
    """The action says which infos there are; the first two are as usual.

    Args:
      in_dict: whether Python writes its results, since they are no single array.
    """

    action_space = spaces.Discrete(len(INFOS))

    def __init__(self, in_dict: bool) -> None:
        box = spaces.Box(0, 9, (2,))
        self.in_dict = in_dict
        self.observation_space = spaces.Dict({"box": box}) if in_dict else box

    def _observation(self) -> Any:
        array = np.full(2, self.count % 10, np.float32)
        return {"box": array} if self.in_dict else array

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.count = 0
        return self._observation(), USUAL

    def step(self, action: Any) -> Any:
        """Counts."""
        self.count += 1
        info = USUAL if self.count == 1 else INFOS[action]
        return self._observation(), 0.0, False, False, info


def assert_equal(got: Any, expected: Any) -> None:
    """Compares infos and their dtypes."""
    assert got.keys() == expected.keys()
    for key, value in expected.items():
        assert got[key].dtype == value.dtype, key
        np.testing.assert_array_equal(got[key], value, key)


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_native_code_writes_infos_as_python_does(mode: str) -> None:
    keys = {"num_envs": 2, "workers": 1, "threads": True, "autoreset_mode": mode}
    native = envpool.from_gymnasium(Numbers, env_kwargs={"in_dict": False}, **keys)
    python = envpool.from_gymnasium(Numbers, env_kwargs={"in_dict": True}, **keys)
    with native, python:
        assert_equal(native.reset()[1], python.reset()[1])
        actions = [(0, 0), *((i, j) for i in range(len(INFOS)) for j in (i, 0, 1))]
        for action in actions:
            got, expected = (
                pool.step(np.array(action, np.int64)) for pool in (native, python)
            )
            np.testing.assert_array_equal(got[0], expected[0]["box"])
            assert_equal(got[4], expected[4])
        usual = native.step(np.array([0, 1]))[4]
        assert usual["whole"].tolist() == [3, 0]
        assert usual["_whole"].tolist() == [True, False]


class Words(gymnasium.Space[str]):
    """Texts of a package's own space, as missions of MiniGrid."""

    def __init__(self, make: Callable[[], str]) -> None:
        self.make = make
        super().__init__(dtype=str)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Returns a text."""
        return self.make()

    def contains(self, x: Any) -> bool:
        """Whether it is a text."""
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self.make() == other.make()


class Reader(gymnasium.Env[Any, Any]):
    """Its mission has as many letters as the action says."""

    observation_space = spaces.Dict({"mission": Words(lambda: "go to the door")})
    action_space = spaces.Discrete(2000)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        return {"mission": "go"}, {}

    def step(self, action: Any) -> Any:
        """Makes a mission."""
        text = "é" + "e" * (int(action) - 2) if action > 1 else ""
        return {"mission": text}, 0.0, False, False, {}


@pytest.mark.parametrize("threads", [False, True])
def test_spaces_of_texts(threads: bool) -> None:
    with envpool.from_gymnasium(Reader, 2, workers=2, threads=threads) as pool:
        assert pool.reset()[0]["mission"] == ("go", "go")
        assert pool.single_observation_space == Reader.observation_space
        obs = pool.step([0, 1023])[0]
        assert obs["mission"] == ("", "é" + "e" * 1021)
        with pytest.raises(EnvStepError, match="at most 1023 bytes, got 1024"):
            pool.step([0, 1024])
