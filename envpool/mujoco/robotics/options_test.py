# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options equal the official ones; wrong values are refused."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError, EnvCreationError
from envpool.mujoco.robotics import fetch_tasks, hand_tasks, oracle
from envpool.testing.oracle import compare, comparisons


def case(task_id, theirs=None, **config):
    official = oracle.Theirs(task_id, {**config, **(theirs or {})})
    return oracle.case_of(task_id, 115, episodes=1, theirs=official, **config)


CASES = [
    case("FetchReach-v4", reward_type="dense", max_episode_steps=7),
    case("HandReach-v3", distance_threshold=0.5, n_substeps=10, max_episode_steps=9),
    case("HandReach-v3", initial_qpos={"robot0:FFJ3": 0.1, "robot0:THJ2": 0.05}),
    case(
        "HandManipulateBlock-v1",
        target_position="fixed",
        randomize_initial_rotation=False,
        rotation_threshold=1.0,
        distance_threshold=1.0,
    ),
    case("HandManipulateEgg-v1", randomize_initial_position=False, n_substeps=10),
    case("HandManipulatePenDense-v1", target_rotation="z"),
    case("HandManipulateBlock_BooleanTouchSensors-v1", touch_get_obs="log"),
]


class Envs(oracle.RoboticsEnvs):
    """Official envs; one of another time step has other frames per second."""

    def make(self, case, seed):
        skip = case.options.get("n_substeps", 20)
        from gymnasium_robotics.envs.robot_env import BaseRobotEnv

        old = BaseRobotEnv.metadata
        BaseRobotEnv.metadata = {**old, "render_fps": round(1 / (0.002 * skip))}
        try:
            return super().make(case, seed)
        finally:
            BaseRobotEnv.metadata = old


test_options = comparisons(Envs(), CASES)


def test_float64_actions():
    for task_id in ("FetchPickAndPlace-v4", "HandReach-v3"):
        compare(oracle.RoboticsEnvs(np.float64), case(task_id))


def test_ids():
    theirs = {name for name in gymnasium.registry if name.startswith(("Fetch", "Hand"))}
    ours = {
        name
        for name in envpool.list_all_envs()
        if name.startswith(("Fetch", "HandReach", "HandManipulate"))
    }
    assert ours == theirs and len(ours) == 128


def test_registered_options():
    """The official options of an id are those of its registration."""
    tasks = {**fetch_tasks.TASKS, **dict(hand_tasks.manipulate_tasks())}
    for task, config in tasks.items():
        (newest,) = (
            spec
            for name, spec in gymnasium.registry.items()
            if name in (f"{task}-v1", f"{task}-v4")
            and "MujocoPy" not in str(spec.entry_point)
        )
        expected = dict(newest.kwargs)
        assert expected.pop("reward_type") == "sparse"
        assert expected.items() <= config.items()


def test_old_ids():
    for old, new in (
        ("FetchPush-v1", "FetchPush-v4"),
        ("HandReach-v0", "HandReach-v3"),
    ):
        observed = [
            envpool.make(task_id, env_type="gymnasium", num_envs=1, seed=4).reset()[0]
            for task_id in (old, new)
        ]
        np.testing.assert_array_equal(*(each["observation"] for each in observed))


def test_relative_control():
    pool = envpool.make(
        "HandReach-v3", env_type="gymnasium", num_envs=1, relative_control=True
    )
    wrists = []
    for action in (-0.3, 0.3):
        pool.reset()
        for _ in range(20):
            obs, *_ = pool.step(np.full((1, 20), action, np.float32))
        wrists.append(obs["observation"][0, 0])
    assert wrists[0] < wrists[1] - 0.1


def test_equal_states():
    pool = envpool.make("FetchPickAndPlace-v4", env_type="gymnasium", num_envs=2)
    pool.reset()
    random = np.random.default_rng(1)

    def step():
        pool.step(random.uniform(-1, 1, (2, 4)).astype(np.float32))

    for _ in range(7):
        step()
    pool.clone_state(0, 1)
    for _ in range(60):
        action = random.uniform(-1, 1, (1, 4)).astype(np.float32)
        obs, *_ = pool.step(np.repeat(action, 2, axis=0))
        for value in obs.values():
            np.testing.assert_array_equal(value[0], value[1])


@pytest.mark.parametrize(
    ("task_id", "config", "text"),
    [
        ("FetchReach-v4", {"reward_type": "both"}, "reward_type: expected"),
        ("FetchReach-v4", {"xml_file": "none.xml"}, "xml_file: expected the file"),
        ("FetchReach-v4", {"xml_file": "hand/reach.xml"}, "expected a model with site"),
        ("HandReach-v3", {"xml_file": "fetch/reach.xml"}, "expected a hand with 20"),
        (
            "HandManipulateEgg-v1",
            {"xml_file": "hand/reach.xml"},
            "expected a model with site",
        ),
        ("FetchPush-v4", {"obj_range": 0.05}, "obj_range: expected more"),
        (
            "FetchReach-v4",
            {"n_substeps": 5, "frame_skip": 5},
            "n_substeps: expected no",
        ),
        ("HandReach-v3", {"initial_qpos": [0.0]}, "initial_qpos: expected 24"),
        ("HandReach-v3", {"initial_qpos": {"FFJ9": 0.0}}, "initial_qpos: expected j"),
        ("HandManipulateEgg-v1", {"target_rotation": "w"}, "target_rotation: expected"),
        (
            "HandManipulateEgg-v1",
            {"target_position_range": [(0.1, 0.0)] * 3},
            "target_position_low0: expected at most",
        ),
    ],
)
def test_wrong_options(task_id, config, text):
    with pytest.raises((ConfigError, EnvCreationError), match=text):
        envpool.make(task_id, env_type="gymnasium", num_envs=1, **config)
