# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options, terminations, seeds and errors of the suite's tasks."""

import functools

import numpy as np
import pytest
from dm_control import suite
from dm_control.suite import lqr_solver

import envpool
from envpool.mujoco.dmc.oracle import Suite, adapter_of, case_of
from envpool.python.errors import ConfigError, EnvStepError
from envpool.testing.oracle import comparisons

HIDDEN = {"fully_observable": False}
test_partly_observable = comparisons(
    adapter_of("manipulator"),
    [
        case_of(domain, task, 300, official=HIDDEN, **HIDDEN)
        for domain, task in (
            ("manipulator", "bring_ball"),
            ("manipulator", "insert_peg"),
            ("stacker", "stack_2"),
            ("stacker", "stack_4"),
        )
    ],
)


def skipping(domain, task, frame_skip):
    official = {"environment_kwargs": {"n_sub_steps": frame_skip}}
    return case_of(domain, task, 200, official=official, frame_skip=frame_skip)


test_frame_skip = comparisons(
    Suite(),
    [
        skipping("cheetah", "run", 4),
        skipping("acrobot", "swingup", 3),
        skipping("pendulum", "swingup", 2),
    ],
)


def solution(rows):
    """Returns the actions of the official solver, which bring the masses to rest."""
    return np.array(
        [
            policy.dot(np.concatenate([row["obs"]["position"], row["obs"]["velocity"]]))
            for policy, row in zip(policies(), rows, strict=True)
        ]
    )


@functools.cache
def policies():
    seeds = range(Suite.seed, Suite.seed + Suite.num_envs)
    return [
        lqr_solver.solve(suite.load("lqr", "lqr_2_1", {"random": seed}))[1]
        for seed in seeds
    ]


test_lqr_ends_at_rest = comparisons(
    Suite(),
    [
        case_of(
            "lqr",
            "lqr_2_1",
            6000,
            episodes=1,
            policy=solution,
            max_episode_steps=10**6,
        )
    ],
)


def test_frame_stack():
    pools = [
        envpool.make_dm("HopperHop-v1", num_envs=2, seed=1, frame_stack=stack)
        for stack in (1, 3)
    ]
    one, three = (pool.reset().observation for pool in pools)
    for key in ("position", "velocity", "touch"):
        first, stack = getattr(one, key), getattr(three, key)
        assert stack.shape == (2, 3, *first.shape[1:])
        np.testing.assert_array_equal(stack, np.repeat(first[:, None], 3, axis=1))
    last = [one]
    for _ in range(4):
        one, three = (pool.step(np.full((2, 4), 0.3)).observation for pool in pools)
        last = [*last, one][-3:]
    want = np.stack([each.velocity for each in last], axis=1)
    np.testing.assert_array_equal(three.velocity, want)


def test_stacked_scalars():
    env = envpool.make_dm("WalkerRun-v1", num_envs=2, frame_stack=4)
    assert env.reset().observation.height.shape == (2, 4)


@pytest.mark.parametrize("name", ["LqrLqr62-v1", "FishSwim-v1", "PointMassHard-v1"])
def test_a_seed_is_a_new_env(name):
    """A new seed also resamples what a task samples only once, such as springs."""
    episodes = []
    for seed in (3, 8):
        env = envpool.make_gymnasium(name, num_envs=2, seed=seed)
        obs, _ = env.reset(seed=5)
        action = np.full(env.action_space.shape, 0.1)
        episodes.append([obs] + [env.step(action)[0] for _ in range(20)])
    for one, other in zip(*episodes, strict=True):
        for key, value in one.items():
            np.testing.assert_array_equal(value, other[key])


def test_the_official_keys_alone():
    spins = envpool.make_dm("FingerSpin-v1", num_envs=1).observation_spec()
    turns = envpool.make_dm("FingerTurnEasy-v1", num_envs=1).observation_spec()
    assert set(turns._fields) - set(spins._fields) == {
        "target_position",
        "dist_to_target",
    }


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ({"task_name": "fly"}, "task_name: expected one of"),
        ({"frame_skip": 0}, "frame_skip"),
        ({"frame_stack": 0}, "frame_stack"),
        ({"fully_observable": True}, "fully_observable"),
    ],
)
def test_mistakes(config, text):
    with pytest.raises((ValueError, TypeError), match=text):
        envpool.make_dm("WalkerRun-v1", num_envs=1, **config)


def test_folder_of_assets(tmp_path):
    with pytest.raises(ConfigError, match=r"^base_path: .*ENVPOOL_ASSETS_PATH"):
        envpool.make_dm("CheetahRun-v1", num_envs=4, base_path=str(tmp_path))
    (tmp_path / "mujoco" / "dmc" / "assets").mkdir(parents=True)
    with pytest.raises(ConfigError, match=r"^base_path: .*cheetah.xml"):
        envpool.make_dm("CheetahRun-v1", num_envs=4, base_path=str(tmp_path))


def test_an_unstable_simulation():
    env = envpool.make_dm("LqrLqr21-v1", num_envs=2, seed=1)
    env.reset()
    action = np.zeros((2, 1))
    action[1] = np.nan
    with pytest.raises(EnvStepError, match=r"env 1.*unstable"):
        env.step(action)
    time = env.reset()
    assert (time.step_type == 0).all()


@pytest.mark.parametrize("frame_stack", [1, 3])
def test_float32_observations_are_rounded_once(frame_stack):
    exact, rounded = (
        envpool.make_dm(
            "CheetahRun-v1", num_envs=3, obs_dtype=dtype, frame_stack=frame_stack
        )
        for dtype in ("float64", "float32")
    )
    specs = rounded.observation_spec()
    assert specs.position.dtype == specs.velocity.dtype == np.float32
    want, got = exact.reset(), rounded.reset()
    action = np.full((3, 6), 0.3)
    for _ in range(30):
        for name in ("position", "velocity"):
            ours = getattr(got.observation, name)
            theirs = getattr(want.observation, name)
            assert ours.dtype == np.float32
            np.testing.assert_array_equal(ours, theirs.astype(np.float32))
        np.testing.assert_array_equal(got.reward, want.reward)
        want, got = exact.step(action), rounded.step(action)
