# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saved states of envs in Python: continuing from one is exact."""

from __future__ import annotations

import os
import pathlib
import signal
import threading
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import envpool
from envpool.errors import (
    ArgumentError,
    EnvStepError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.results import trees


def wrapped() -> Any:
    """Makes an env with wrappers; one has a lambda."""
    env: Any = gymnasium.make("CartPole-v1", render_mode="rgb_array")
    env = gymnasium.wrappers.TransformObservation(env, lambda obs: obs * 2, None)
    env = gymnasium.wrappers.RecordEpisodeStatistics(env)
    env.reset()
    env.render()  # makes surfaces of pygame, which cannot be pickled
    return env


def hopper() -> Any:
    """Makes an env that EzPickle pickles as its constructor's arguments."""
    return gymnasium.make("Hopper-v5")


def pong() -> Any:
    """Makes an env; its emulator cannot be pickled."""
    import ale_py

    gymnasium.register_envs(ale_py)
    env = gymnasium.make("ALE/Pong-v5", frameskip=1)
    env = gymnasium.wrappers.AtariPreprocessing(env)
    return gymnasium.wrappers.FrameStackObservation(env, 2)


def cheetah() -> Any:
    """Makes an env of dm_control."""
    from dm_control import suite

    return suite.load("cheetah", "run")


def leaves(tree: Any) -> list[Any]:
    """Returns copies of the arrays of an observation."""
    found: list[Any] = []
    trees.map_arrays(lambda leaf: found.append(np.array(leaf)), tree)
    return found


def play(pool: Any, actions: list[Any]) -> list[Any]:
    """Returns all arrays of the results of steps."""
    results = [pool.step(action)[:4] for action in actions]
    return [array for obs, *rest in results for array in (*leaves(obs), *rest)]


# Each worker is a process that imports the env's library, which takes seconds.
@pytest.mark.parametrize(
    ("make", "workers"), [(wrapped, 2), (hopper, 1), (pong, 1), (cheetah, 1)]
)
def test_continuing_is_exact(make: Any, workers: int) -> None:
    with (
        envpool.from_gymnasium(make, 2, workers=workers) as pool,
        envpool.from_gymnasium(make, 2, workers=1) as other,
    ):
        pool.reset(seed=3)
        space = pool.action_space
        space.seed(0)
        actions = [space.sample() for _ in range(50)]
        seen = leaves(pool.step(actions[0])[0])
        states = pool.save_state()
        expected = play(pool, actions)
        np.testing.assert_equal(leaves(pool.load_state(states)), seen)
        np.testing.assert_equal(play(pool, actions), expected)
        other.load_state(states)
        np.testing.assert_equal(play(other, actions), expected)


class Counter(gymnasium.Env[Any, Any]):
    """Its own state is a number; action 2 makes one that cannot be restored."""

    observation_space = spaces.Box(0, 99, (1,), np.int64)
    action_space = spaces.Discrete(4)
    count = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.count, self.lock = 0, threading.Lock()
        return np.array([0]), {}

    def step(self, action: Any) -> Any:
        """Counts."""
        if action == 3 and self.count > 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.count += 1 if action < 2 else 50
        return np.array([self.count]), 1.0, False, False, {}


class Saving(Counter):
    """Saves its number only, as a lock cannot be pickled."""

    def __getstate__(self) -> Any:
        return self.count

    def __setstate__(self, count: Any) -> None:
        if count >= 50:
            raise ValueError("too much")
        self.count = count


def test_classes_that_save_themselves() -> None:
    with envpool.from_gymnasium(Saving, 3, workers=2, max_episode_steps=5) as pool:
        pool.reset()
        pool.step([0, 0, 0])
        states = pool.save_state([0])
        pool.step([0, 2, 0])
        with pytest.raises(EnvStepError, match="too much") as caught:
            pool.clone_state(1, [0])
        assert caught.value.env_ids == [0]
        pool.clone_state(2, [1])
        obs, *_ = pool.step([0, 0, 0])  # env 0 begins anew
        assert obs.ravel().tolist() == [0, 3, 3]
        pool.load_state(states, [0])
        for _ in range(4):
            _, _, _, truncated, _ = pool.step([0], [0])
        assert truncated.all()  # the state has the number of steps, too


def test_envs_that_cannot_be_saved() -> None:
    for env in (Counter, "LunarLander-v3"):
        with envpool.from_gymnasium(env, 2, workers=1) as pool:
            pool.reset()
            with pytest.raises(NotSupportedError, match=r"be pickled.*env 0: TypeErr"):
                pool.save_state()
            pool.step([0, 0])


def test_states_after_a_worker_has_died() -> None:
    with envpool.from_gymnasium(Saving, 2, workers=1) as pool:
        pool.reset()
        pool.step([0, 0])
        states = pool.save_state()
        with pytest.raises(EnvStepError, match="signal 9"):
            pool.step([3], [0])
        pool.step([0], [0])  # once another worker has taken its place
        lost = pool.save_state([1])
        pool.load_state(states)
        obs, *_ = pool.step([0, 0])
        assert obs.ravel().tolist() == [2, 2]
        pool.load_state(lost, [0])
        with pytest.raises(EnvStepError, match="episode is lost"):
            pool.step([0, 0])


def test_other_states_are_refused(tmp_path: pathlib.Path) -> None:
    with (
        envpool.from_gymnasium(Saving, 1) as pool,
        envpool.from_gymnasium("CartPole-v1", 1) as other,
        envpool.make_gymnasium("CartPole-v1") as native,
        envpool.from_gymnasium(Saving, 1, record_actions=tmp_path / "x") as recording,
    ):
        for each in (pool, other, native, recording):
            each.reset()
        for source in (other, native):
            with pytest.raises(ArgumentError, match="same env and config"):
                pool.load_state(source.save_state())
        with pytest.raises(NotSupportedError, match=r"load_state: .* record_actions"):
            recording.load_state(pool.save_state())
        pool.send([0])
        with pytest.raises(ProtocolError):
            pool.save_state()


def test_long_messages_to_workers() -> None:
    """Sockets have room for less; the worker must read while the pool writes."""
    with envpool.from_gymnasium(Saving, 2, workers=2) as pool:
        pool.reset()
        pool.set_attr("data", [b"x" * 10**7, b"y" * 10**7])
        assert [data[:1] for data in pool.get_attr("data")] == [b"x", b"y"]
