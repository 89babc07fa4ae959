# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`time_aware`, `frame_stack`, `rescale_action`, and all of them together."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import (
    FrameStackObservation,
    RescaleAction,
    TimeAwareObservation,
)
from gymnasium.wrappers.vector import RescaleAction as VectorRescaleAction

import envpool
from envpool.python.errors import ConfigError

# These have the dtype of the space, since Gymnasium warns about others.
BOUNDS = np.float32(-0.5), np.float32(3)
MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def official(task_id, wrap, mode, num_envs=3, limit=15):
    def one():
        return wrap(gymnasium.make(task_id, max_episode_steps=limit))

    return SyncVectorEnv([one] * num_envs, autoreset_mode=MODES[mode])


def ours(task_id, mode, num_envs=3, limit=15, **options):
    return envpool.make_gymnasium(
        task_id,
        num_envs=num_envs,
        autoreset_mode=mode,
        max_episode_steps=limit,
        **options,
    )


WRAPPERS = {
    "time": (TimeAwareObservation, {"time_aware": True}),
    "normalized time": (
        lambda env: TimeAwareObservation(env, normalize_time=True),
        {"time_aware": "normalized"},
    ),
    "stack": (lambda env: FrameStackObservation(env, 3), {"frame_stack": 3}),
    "both": (
        lambda env: FrameStackObservation(TimeAwareObservation(env), 4),
        {"time_aware": True, "frame_stack": 4},
    ),
}


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.parametrize("name", list(WRAPPERS))
@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1"])
def test_equals_gymnasium(task_id, name, mode):
    wrap, options = WRAPPERS[name]
    theirs = official(task_id, wrap, mode)
    mine = ours(task_id, mode, **options)
    space = mine.single_observation_space
    assert space == theirs.single_observation_space
    assert mine.observation_space == theirs.observation_space
    expected, _ = theirs.reset(seed=4)
    got, _ = mine.reset(seed=4)
    rng = np.random.default_rng(0)
    finals = 0
    for step in range(50):
        assert got.dtype == expected.dtype == space.dtype
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)
        if step % 20 == 19 and mode != "disabled":
            expected, _ = theirs.reset(seed=step)
            got, _ = mine.reset(seed=step)
            continue
        if task_id == "CartPole-v1":
            action = rng.integers(2, size=3)
        else:
            action = rng.uniform(-2, 2, (3, 1)).astype(np.float32)
        a, b = theirs.step(action), mine.step(action)
        expected, got = a[0], b[0]
        np.testing.assert_array_equal(a[2], b[2])
        np.testing.assert_array_equal(a[3], b[3])
        ended = a[2] | a[3]
        if mode == "same_step" and ended.any():
            np.testing.assert_array_equal(a[4]["_final_obs"], b[4]["_final_obs"])
            for i in np.flatnonzero(ended):
                finals += 1
                np.testing.assert_allclose(
                    b[4]["final_obs"][i], a[4]["final_obs"][i], rtol=1e-5, atol=1e-5
                )
        if mode == "disabled" and ended.any():
            np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)
            expected, _ = theirs.reset(options={"reset_mask": ended})
            got, _ = mine.reset(options={"reset_mask": ended})
    assert finals > 3 or mode != "same_step"


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_async_batches(env_type):
    """Each env has its own stack and step, in any order of rows."""
    options = {"num_envs": 5, "seed": 1, "max_episode_steps": 8}
    raw = envpool.make_gym("CartPole-v1", **options)
    plain = [raw.reset()[0]]
    plain += [raw.step(np.zeros(5, np.int64))[0] for _ in range(60)]
    # By step and env: the elapsed step, and the stack of three.
    elapsed = [np.zeros(5, int)]
    raw.reset(seed=1)
    elapsed += [
        raw.step(np.zeros(5, np.int64))[4]["elapsed_step"].copy() for _ in range(60)
    ]
    env = envpool.make(
        "CartPole-v1", env_type, batch_size=2, time_aware=True, frame_stack=3, **options
    )
    env.async_reset()
    steps = np.zeros(5, int)
    for _ in range(60):
        result = env.recv()
        if env_type == "dm":
            ids, shown = result.observation.env_id, result.observation.obs
        else:
            ids, shown = result[4]["env_id"], result[0]
        for row, i in enumerate(ids):
            k = steps[i]
            first = k - elapsed[k][i]
            frames = [max(first, k - back) for back in (2, 1, 0)]
            expected = [np.append(plain[f][i], elapsed[f][i]) for f in frames]
            np.testing.assert_allclose(shown[row], expected, rtol=1e-6)
        steps[ids] += 1
        env.send(np.zeros(2, np.int64), np.array(ids))


def test_partial_env_ids():
    env = ours("CartPole-v1", "next_step", num_envs=4, frame_stack=2)
    first, _ = env.reset()
    first = first.copy()
    obs = env.step(np.zeros(2, np.int64), np.array([3, 1]))[0]
    np.testing.assert_array_equal(obs[:, 0], first[[3, 1], 1])
    again, _ = env.reset(np.array([1]))
    np.testing.assert_array_equal(again[0, 0], again[0, 1])
    obs = env.step(np.zeros(1, np.int64), np.array([0]))[0]
    np.testing.assert_array_equal(obs[:, 0], first[[0], 1])


@pytest.mark.parametrize("task_id", ["Pendulum-v1", "MountainCarContinuous-v0"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rescaled_actions(task_id, dtype):
    plain = ours(task_id, "next_step", limit=40)
    theirs = VectorRescaleAction(plain, *BOUNDS)
    mine = ours(task_id, "next_step", limit=40, rescale_action=(-0.5, 3.0))
    single = RescaleAction(gymnasium.make(task_id), *BOUNDS)
    assert mine.single_action_space == single.action_space
    assert mine.action_space == theirs.action_space
    theirs.reset(seed=1)
    mine.reset(seed=1)
    rng = np.random.default_rng(2)
    for _ in range(60):
        action = rng.uniform(-0.5, 3.0, (3, 1)).astype(dtype)
        kept = action.copy()
        a, b = theirs.step(action.astype(np.float32)), mine.step(action)
        np.testing.assert_array_equal(action, kept)
        for each, other in zip(a[:4], b[:4], strict=True):
            np.testing.assert_allclose(each, other, rtol=1e-4, atol=1e-4)


def test_symmetric_bounds_and_ends():
    env = ours("Pendulum-v1", "next_step", rescale_action=1)
    raw = ours("Pendulum-v1", "next_step")
    env.reset(seed=3)
    raw.reset(seed=3)
    for x in (-1, 1, 0):
        a = env.step(np.full((3, 1), x, np.float32))
        b = raw.step(np.full((3, 1), 2 * x, np.float32))
        np.testing.assert_array_equal(a[0], b[0])
        np.testing.assert_array_equal(a[1], b[1])


def test_all_together_survive_a_checkpoint():
    options = {
        "time_aware": "normalized",
        "frame_stack": 3,
        "normalize_obs": True,
        "clip_obs": 5,
        "normalize_reward": True,
        "clip_reward": 2,
        "rescale_action": (0, 1),
        "episode_stats": True,
    }
    env = ours("Pendulum-v1", "next_step", **options)
    assert env.single_observation_space == gymnasium.spaces.Box(-5, 5, (3, 4))
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    actions = rng.random((60, 3, 1)).astype(np.float32)
    for action in actions[:21]:
        last = env.step(action)[0].copy()
    other = ours("Pendulum-v1", "next_step", **options)
    other.normalization.load_state_dict(env.normalization.state_dict())
    np.testing.assert_array_equal(other.load_state(env.save_state()), last)
    for action in actions[21:]:
        a, b = env.step(action), other.step(action)
        for each, same in zip(a[:4], b[:4], strict=True):
            np.testing.assert_array_equal(each, same)
    env.clone_state(0, [1, 2])
    obs = env.step(np.zeros((3, 1), np.float32))[0]
    np.testing.assert_array_equal(obs[1], obs[0])
    np.testing.assert_array_equal(obs[2], obs[0])


def test_states_of_other_pools_start_a_stack():
    plain = ours("CartPole-v1", "next_step")
    plain.reset(seed=1)
    plain.step(np.zeros(3, np.int64))
    env = ours("CartPole-v1", "next_step", frame_stack=3)
    env.reset(seed=2)
    assert env.load_state(plain.save_state()) is None
    obs = env.step(np.zeros(3, np.int64))[0]
    np.testing.assert_array_equal(obs[:, 0], obs[:, 2])


@pytest.mark.parametrize(
    ("task_id", "options", "text"),
    [
        ("FrozenLake-v1", {"frame_stack": 2}, "frame_stack: expected observations of"),
        ("Blackjack-v1", {"time_aware": True}, "time_aware: expected observations of"),
        ("CartPole-v1", {"rescale_action": 1}, "rescale_action: expected actions that"),
        ("Pendulum-v1", {"rescale_action": (1, 0)}, "rescale_action: expected low"),
        ("Pendulum-v1", {"rescale_action": (0, np.inf)}, "expected finite bounds"),
        ("CartPole-v1", {"time_aware": "yes"}, "time_aware: expected one of"),
        ("CartPole-v1", {"frame_stack": 0}, "frame_stack: expected an integer"),
        (
            "CartPole-v1",
            {"time_aware": True, "max_episode_steps": 0},
            "pass max_episode_steps",
        ),
    ],
)
def test_refused(task_id, options, text):
    with pytest.raises(ConfigError, match=text):
        envpool.make_gymnasium(task_id, **options)
