# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The options of `reset`: cells of mazes, and states of the Adroit hand."""

import numpy as np
import pytest

import envpool
from envpool.mujoco.robotics.oracle import RoboticsEnvs, case_of
from envpool.python.errors import ArgumentError, EnvPoolError

SEED = 5
# What official envs accept, in the order of `initial_state_dict`.
STATES = {
    "AdroitHandDoor-v1": ("qpos", "qvel", "door_body_pos"),
    "AdroitHandHammer-v1": ("qpos", "qvel", "board_pos"),
    "AdroitHandPen-v1": ("qpos", "qvel", "desired_orien"),
    "AdroitHandRelocate-v1": ("qpos", "qvel", "obj_pos", "target_pos"),
}
CELLS = [
    {"goal_cell": np.array([1, 1]), "reset_cell": np.array([3, 3])},
    {"goal_cell": (3, 1), "reset_cell": None},
    {"reset_cell": [1, 3]},
    {},
]


def official_env(task_id):
    return RoboticsEnvs().make(case_of(task_id, 1), SEED).env


def assert_same(ours, theirs):
    if not isinstance(theirs, dict):
        ours, theirs = {"obs": ours}, {"obs": theirs}
    for key, value in theirs.items():
        np.testing.assert_array_equal(ours[key][0], value, key)


def compare(task_id, options):
    """Compares an episode with options, and the next one without."""
    official = official_env(task_id)
    pool = envpool.make_gymnasium(task_id, num_envs=1)
    random = np.random.default_rng(0)
    for seed, chosen in ((SEED, options), (None, None)):
        theirs, _ = official.reset(seed=seed, options=chosen)
        ours, _ = pool.reset(seed=seed, options=chosen)
        assert_same(ours, theirs)
        for _ in range(20):
            action = random.uniform(-1, 1, official.action_space.shape)
            theirs, reward, *_ = official.step(action.astype(np.float32))
            ours, our_reward, *_ = pool.step(action.astype(np.float32)[None])
            assert_same(ours, theirs)
            assert our_reward[0] == np.float32(reward)
    pool.close()


@pytest.mark.parametrize("options", CELLS)
@pytest.mark.parametrize(
    "task_id", ["PointMaze_UMaze-v3", "AntMaze_UMaze-v3", "AntMaze_UMaze-v5"]
)
def test_cells_equal_the_official_ones(task_id, options):
    """An episode in chosen cells, and the next one, equal the official ones."""
    compare(task_id, options)


def state_of(task_id):
    """A state in motion."""
    official = official_env(task_id)
    official.reset(seed=SEED)
    random = np.random.default_rng(1)
    for _ in range(10):
        official.step(random.uniform(-1, 1, official.action_space.shape))
    state = official.unwrapped.get_env_state()
    state = {key: state[key] for key in STATES[task_id]}
    state[STATES[task_id][-1]] = state[STATES[task_id][-1]] + 0.01
    return state


@pytest.mark.parametrize("task_id", STATES)
def test_states_equal_the_official_ones(task_id):
    """An episode from a state, and the next one, equal the official ones."""
    compare(task_id, {"initial_state_dict": state_of(task_id)})


def test_cells_of_each_env():
    """A row for each env of a reset gives the episodes of resets one by one."""
    pool = envpool.make_gymnasium("PointMaze_UMaze-v3", num_envs=4, seed=1)
    other = envpool.make_gymnasium("PointMaze_UMaze-v3", num_envs=4, seed=1)
    pool.reset()
    other.reset()
    cells = [(1, 1), (3, 3), (2, 3)]
    rows, _ = pool.reset([3, 0, 2], options={"goal_cell": cells})
    for i, (env, cell) in enumerate(zip([3, 0, 2], cells, strict=True)):
        row, _ = other.reset([env], options={"goal_cell": cell})
        for key, value in rows.items():
            np.testing.assert_array_equal(value[i], row[key][0])
    goals = rows["desired_goal"]
    np.testing.assert_allclose(goals, [(-1, 1), (1, -1), (1, 0)], atol=0.25)
    mask = np.array([False, True, True, False])
    rows, _ = pool.reset(options={"reset_cell": [(1, 1), (3, 1)], "reset_mask": mask})
    starts = rows["achieved_goal"][mask]
    np.testing.assert_allclose(starts, [(-1, 1), (-1, -1)], atol=0.25)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"goal_cell": (1.0, 1.0)}, r"options\['goal_cell'\]: expected integers"),
        ({"goal_cell": (1, 1, 1)}, r"expected the shape \(2,\), or \(2, 2\)"),
        ({"goal_cell": "U"}, "expected integers"),
        ({"goal": (1, 1)}, "no keys but 'reset_mask', 'goal_cell', 'reset_cell'"),
    ],
)
def test_wrong_forms_of_cells(options, text):
    """An option of a wrong form is an error, and no env is reset."""
    pool = envpool.make_gymnasium("PointMaze_UMaze-v3", num_envs=2, seed=1)
    expected, _ = pool.reset(seed=SEED)
    pool.reset(seed=SEED - 1)
    with pytest.raises(ArgumentError, match=text):
        pool.reset(options=options)
    again, _ = pool.reset(seed=SEED)
    np.testing.assert_array_equal(again["desired_goal"], expected["desired_goal"])


@pytest.mark.parametrize("cell", [(0, 0), (-1, 1), (5, 1), (1, 7)])
@pytest.mark.parametrize("name", ["goal_cell", "reset_cell"])
def test_walls(name, cell):
    """A wall, or a cell outside, is an error; later resets work."""
    pool = envpool.make_gymnasium("PointMaze_UMaze-v3", num_envs=2)
    with pytest.raises(EnvPoolError, match=rf"options\['{name}'\]: expected the row"):
        pool.reset(options={name: cell})
    pool.reset()
    pool.step(np.zeros((2, 2), np.float32))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"qpos": np.zeros(29)}, r"\['qpos'\]: expected the shape \(30,\)"),
        ({"qvel": np.full(30, np.nan)}, r"\['qvel'\]: expected finite numbers"),
        ({"board_pos": np.zeros(3)}, "expected a dict with the keys 'qpos', 'qvel'"),
    ],
)
def test_wrong_states(change, text):
    """A wrong state is an error that names the part."""
    state = {**state_of("AdroitHandDoor-v1"), **change}
    pool = envpool.make_gymnasium("AdroitHandDoor-v1", num_envs=1)
    with pytest.raises(ArgumentError, match=r"^options\['initial_state_dict'\]"):
        pool.reset(options={"initial_state_dict": state})
    with pytest.raises(ArgumentError, match=text):
        pool.reset(options={"initial_state_dict": state})
    with pytest.raises(ArgumentError, match="expected a dict"):
        pool.reset(options={"initial_state_dict": None})


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_recordings(tmp_path, dtype):
    """A recording has the options of each env, and actions of their dtype."""
    path = str(tmp_path / "maze.actions")
    pool = envpool.make_gymnasium("PointMaze_UMaze-v3", num_envs=3, record_actions=path)
    actions = np.full((3, 2), 0.3, dtype)
    pool.reset(seed=SEED)
    pool.step(actions)
    pool.reset([2, 0], options={"goal_cell": [(1, 1), (3, 3)]})
    obs, *_ = pool.step(actions)
    pool.close()
    recording = envpool.replay(path)
    for env_id, episode in ((0, 1), (1, 0), (2, 1)):
        last = list(recording.episode(env_id, episode).steps())[-1]
        for key, value in last.observation.items():
            np.testing.assert_array_equal(value[0], obs[key][env_id])
