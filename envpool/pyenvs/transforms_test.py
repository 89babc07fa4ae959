# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of pools of envs in Python that change observations, rewards and actions."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import (
    FrameStackObservation,
    RescaleAction,
    TimeAwareObservation,
)
from gymnasium.wrappers.vector import NormalizeObservation, NormalizeReward

import envpool
from envpool.errors import ConfigError

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}
BOUNDS = np.float32(-0.5), np.float32(3)


class Nested(gymnasium.Env[Any, Any]):
    """A random walk with observations of all kinds."""

    observation_space = spaces.Dict(
        {
            "at": spaces.Box(-1e3, 1e3, (2,), np.float64),
            "parts": spaces.Tuple(
                [
                    spaces.Box(np.array([0, 1], np.float32), np.float32(2)),
                    spaces.MultiDiscrete([3, 4]),
                    spaces.Discrete(9),
                ]
            ),
            "word": spaces.Text(4),
        }
    )
    action_space = spaces.Dict(
        {
            "push": spaces.Box(np.array([-2, 0], np.float32), np.float32(4)),
            "pull": spaces.Box(-1, 1, (1,), np.float64),
        }
    )

    def _seen(self) -> Any:
        count = self.count
        parts = (np.ones(2, np.float32), np.array([count % 3, 1]), count)
        return {"at": self.at.copy(), "parts": parts, "word": f"w{count}"}

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.at, self.count = self.np_random.normal(size=2), 0
        return self._seen(), {}

    def step(self, action: Any) -> Any:
        """Moves."""
        self.at += action["push"] + action["pull"] + self.np_random.normal(size=2)
        self.count += 1
        return self._seen(), float(self.at[0]), self.count >= 6, False, {}


class Pixels(gymnasium.Env[Any, Any]):
    """Shows the number of the step."""

    observation_space = spaces.Box(0, 255, (2, 3), np.uint8)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        self.count = 0
        return np.zeros((2, 3), np.uint8), {}

    def step(self, action: Any) -> Any:
        """Counts."""
        self.count += 1
        obs = np.full((2, 3), self.count, np.uint8)
        return obs, float(action), self.count >= 4, False, {}


class Words(gymnasium.Env[Any, Any]):
    """Observes a word."""

    observation_space = spaces.Text(4)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Returns a word."""
        return "a", {}

    def step(self, action: Any) -> Any:
        """Returns another word."""
        return "b", 0.0, False, False, {}


def pool(env: Any, num_envs: int = 3, **kwargs: Any) -> Any:
    """Makes a pool; threads start sooner than processes."""
    return envpool.from_gymnasium(env, num_envs, workers=2, threads=True, **kwargs)


def limited(task_id: str, limit: int = 15) -> Any:
    """Makes an env with a time limit."""
    return gymnasium.make(task_id, max_episode_steps=limit)


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1"])
def test_equals_gymnasium(task_id: str, mode: str) -> None:
    acts = task_id == "Pendulum-v1"

    def wrapped() -> Any:
        env = FrameStackObservation(TimeAwareObservation(limited(task_id)), 4)
        return RescaleAction(env, *BOUNDS) if acts else env

    theirs = SyncVectorEnv([wrapped] * 3, autoreset_mode=MODES[mode])
    options = {"rescale_action": BOUNDS} if acts else {}
    with pool(
        lambda: limited(task_id),
        time_aware=True,
        frame_stack=4,
        autoreset_mode=mode,
        **options,
    ) as mine:
        assert mine.single_observation_space == theirs.single_observation_space
        assert mine.observation_space == theirs.observation_space
        assert mine.single_action_space == theirs.single_action_space
        assert mine.action_space == theirs.action_space
        expected, got = theirs.reset(seed=4)[0], mine.reset(seed=4)[0]
        rng = np.random.default_rng(0)
        ends = 0
        for _ in range(50):
            assert got.dtype == expected.dtype
            np.testing.assert_array_equal(got, expected)
            action = rng.integers(2, size=3)
            if acts:
                action = rng.uniform(*BOUNDS, (3, 1)).astype(np.float32)
            a, b = theirs.step(action), mine.step(action)
            expected, got = a[0], b[0]
            np.testing.assert_array_equal(b[1], a[1].astype(np.float32))
            over = a[2] | a[3]
            np.testing.assert_array_equal(b[2] | b[3], over)
            ends += over.sum()
            if mode == "same_step" and over.any():
                for i in np.flatnonzero(over):
                    final = a[4]["final_obs"][i]
                    np.testing.assert_array_equal(b[4]["final_obs"][i], final)
            if mode == "disabled" and over.any():
                expected, _ = theirs.reset(options={"reset_mask": over})
                got, _ = mine.reset(options={"reset_mask": over})
        assert ends > 3


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1"])
def test_normalization_equals_gymnasium(task_id: str) -> None:
    obs = NormalizeObservation(pool(lambda: limited(task_id, 40)))
    theirs = NormalizeReward(obs, gamma=0.9)
    options = {"normalize_obs": True, "normalize_reward": True, "reward_gamma": 0.9}
    with pool(
        lambda: limited(task_id, 40), clip_obs=2, clip_reward=0.8, **options
    ) as mine:
        assert mine.single_observation_space.high.max() == 2
        expected, _ = theirs.reset(seed=3)
        got, _ = mine.reset(seed=3)
        for step in range(120):
            close = {"rtol": 2e-4, "atol": 2e-4}
            np.testing.assert_allclose(got, np.clip(expected, -2, 2), **close)
            action = np.full((3, 1), 0.3) if task_id == "Pendulum-v1" else [0, 1, 1]
            action = np.asarray(action, mine.single_action_space.dtype)
            a, b = theirs.step(action), mine.step(action)
            expected, got = a[0], b[0]
            np.testing.assert_allclose(b[1], np.clip(a[1], -0.8, 0.8), **close)
            np.testing.assert_array_equal(b[2:4], a[2:4])
            assert got.dtype == np.float32, step
        moments = mine.normalization.obs
        np.testing.assert_allclose(moments.mean, obs.obs_rms.mean, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(moments.var, obs.obs_rms.var, rtol=1e-4)
        assert moments.count == pytest.approx(obs.obs_rms.count)
        returns = mine.normalization.reward
        np.testing.assert_allclose(returns.var, theirs.return_rms.var, rtol=1e-5)


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_parts_of_an_observation(env_type: str) -> None:
    """Arrays of floats change; choices and texts stay."""
    common = {"env_type": env_type, "seed": 2}
    with (
        pool(Nested, **common) as raw,
        pool(Nested, **common, normalize_obs=True, clip_obs=1.5) as mine,
    ):
        if env_type != "dm":
            space = mine.spec.gymnasium_observation_space
            assert space["at"] == spaces.Box(-1.5, 1.5, (2,), np.float32)
            assert space["parts"][0].dtype == np.float32
            for i in (1, 2):
                assert space["parts"][i] == Nested.observation_space["parts"][i]
            assert space["word"] == Nested.observation_space["word"]
        a, b = raw.reset(), mine.reset()
        rows = []
        for _ in range(10):
            own, seen = (
                (a.observation, b.observation) if env_type == "dm" else (a[0], b[0])
            )
            if env_type == "dm":
                at, shown = own.at, seen.at
                np.testing.assert_array_equal(seen.word, own.word)
            else:
                at, shown = own["at"], seen["at"]
                assert list(seen["word"]) == list(own["word"])
                np.testing.assert_array_equal(seen["parts"][1], own["parts"][1])
                np.testing.assert_array_equal(seen["parts"][2], own["parts"][2])
                assert seen["parts"][0].dtype == np.float32
            rows.append(at)
            moments = mine.normalization.obs["at"]
            assert moments.count == pytest.approx(3 * len(rows) + 1e-4)
            expected = (at - moments.mean) / np.sqrt(moments.var + 1e-8)
            np.testing.assert_allclose(shown, np.clip(expected, -1.5, 1.5), rtol=1e-4)
            push = np.ones((3, 2), np.float32)
            action = {"push": push, "pull": np.zeros((3, 1))}
            a, b = raw.step(action), mine.step(action)


def test_actions_of_several_parts() -> None:
    with pool(Nested) as raw, pool(Nested, rescale_action=(0, 1)) as mine:
        space = mine.single_action_space
        assert space["push"] == spaces.Box(0, 1, (2,), np.float32)
        assert space["pull"] == spaces.Box(0, 1, (1,), np.float64)
        raw.reset(seed=1)
        mine.reset(seed=1)
        push = np.array([[0, 0.5]] * 3, np.float32)
        own = np.array([[-2, 2]] * 3, np.float32)
        a = mine.step({"push": push, "pull": np.full((3, 1), 0.75)})
        b = raw.step({"push": own, "pull": np.full((3, 1), 0.5)})
        np.testing.assert_array_equal(a[0]["at"], b[0]["at"])


def test_pixels() -> None:
    with pool(Pixels, 2, frame_stack=3, autoreset_mode="same_step") as mine:
        assert mine.single_observation_space == spaces.Box(0, 255, (3, 2, 3), np.uint8)
        mine.reset()
        for _ in range(3):
            obs, *_ = mine.step([0, 1])
        assert obs[0, :, 0, 0].tolist() == [1, 2, 3]
        obs, *_, info = mine.step([0, 1])
        assert obs[1, :, 0, 0].tolist() == [0, 0, 0]
        assert info["final_obs"][1][:, 0, 0].tolist() == [2, 3, 4]
    with pool(Pixels, 2, normalize_obs=True) as mine:
        obs, _ = mine.reset()
        assert obs.dtype == mine.single_observation_space.dtype == np.float32


def test_asynchronous_batches() -> None:
    """Each env has its own stack, in any order of rows."""
    with pool(
        "CartPole-v1", 4, batch_size=2, frame_stack=2, time_aware=True, seed=1
    ) as mine:
        mine.async_reset()
        last: dict[int, Any] = {}
        for _ in range(60):
            obs, *_, info = mine.recv()
            for row, env_id in enumerate(info["env_id"].tolist()):
                older, newer = obs[row]
                before = last.get(env_id)
                # A reset fills the stack.
                expected = newer if newer[-1] == 0 else before
                np.testing.assert_array_equal(older, expected)
                last[env_id] = newer.copy()
            mine.send(np.zeros(2, np.int64), info["env_id"])


def test_states_and_statistics_continue() -> None:
    options = {"frame_stack": 3, "normalize_obs": True, "normalize_reward": True}
    action = {"push": np.ones((3, 2), np.float32), "pull": np.zeros((3, 1))}

    def boxes() -> Any:
        env: Any = Nested()
        return gymnasium.wrappers.TransformObservation(
            env, lambda obs: obs["at"], Nested.observation_space["at"]
        )

    with pool(boxes, seed=1, **options) as one, pool(boxes, seed=9, **options) as two:
        one.reset()
        for _ in range(8):
            one.step(action)
        checkpoint = one.normalization.state_dict(), one.save_state()
        expected = [one.step(action) for _ in range(8)]
        two.normalization.load_state_dict(checkpoint[0])
        two.load_state(checkpoint[1])
        for each in expected:
            got = two.step(action)
            np.testing.assert_array_equal(got[0], each[0])
            np.testing.assert_array_equal(got[1], each[1])
        two.normalization.frozen = True
        before = two.normalization.obs.mean.copy()
        two.step(action)
        np.testing.assert_array_equal(two.normalization.obs.mean, before)
        merged = envpool.merge_normalization(
            [one.normalization.state_dict(), two.normalization.state_dict()],
            base=checkpoint[0],
        )
        assert merged["obs"]["count"] == 3 * (9 + 8 + 8)


def test_limits_of_the_envs_and_of_the_pool() -> None:
    both = [lambda: limited("CartPole-v1", 30), lambda: limited("CartPole-v1", 20)]
    with pool(both, None, time_aware=True) as mine:
        assert mine.single_observation_space.high[-1] == 30
    with pool(both, None, time_aware="normalized", max_episode_steps=12) as mine:
        obs, _ = mine.reset()
        for _ in range(6):
            obs, *_ = mine.step([0, 1])
        assert obs[:, -1].tolist() == [0.5, 0.5]
    with pytest.raises(ConfigError, match="one limit, got 20, 30"):
        pool(both, None, time_aware="normalized")
    with pytest.raises(ConfigError, match="pass max_episode_steps"):
        pool(lambda: gymnasium.make("CartPole-v1").unwrapped, time_aware=True)


@pytest.mark.parametrize(
    ("env", "options", "what"),
    [
        (Words, {"frame_stack": 2}, "only arrays of numbers"),
        (Words, {"normalize_obs": True}, "arrays of floats"),
        (Nested, {"time_aware": True}, "one array of floats"),
        (Nested, {"frame_stack": 2}, "only arrays of numbers"),
        (Pixels, {"clip_obs": 1}, "arrays of floats"),
        ("FrozenLake-v1", {"normalize_obs": True}, "arrays of floats"),
        ("CartPole-v1", {"rescale_action": 1}, "actions that are floats"),
    ],
)
def test_spaces_that_do_not_allow_it(env: Any, options: Any, what: str) -> None:
    with pytest.raises(ConfigError, match=f"{next(iter(options))}: expected.*{what}"):
        pool(env, **options)
