# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What all problems share: masks, illegal actions, options that must agree."""

import numpy as np
import pytest

import envpool
from envpool.bench.random_steps import draw_actions
from envpool.errors import EnvCreationError, EnvStepError
from envpool.planning.registration import family  # noqa: F401  registers the ids
from envpool.registration import registry
from envpool.speed import Actions

IDS = [
    task
    for task, spec in registry.specs.items()
    if spec[0] == "envpool.planning" and "/" not in task
]
N = 6
# A legal action plays on, an illegal one does nothing.
PATIENT = ("Game2048-v1", "Maze-v0", "SlidingTilePuzzle-v0")


def make(task_id, **options):
    return envpool.make(
        task_id, "gymnasium", **{"num_envs": N, "seed": 3, "infos": "all", **options}
    )


def is_choice(env):
    """Whether an action is one choice with a mask; Sokoban's has none."""
    spaces = env.single_observation_space
    return env.single_action_space.shape == () and "action_mask" in spaces.spaces


@pytest.mark.parametrize("task_id", IDS)
def test_aliases(task_id):
    ours, alias = make(task_id), make(f"Jumanji/{task_id}")
    np.testing.assert_equal(ours.reset(), alias.reset())


@pytest.mark.parametrize("task_id", IDS)
def test_masks_in_infos(task_id):
    """The infos have the masks of choices, until the episode is over."""
    env = make(task_id)
    obs, info = env.reset()
    if not is_choice(env):
        assert "action_mask" not in info
        return
    actions = Actions(env)
    over = np.zeros(N, bool)
    for _ in range(200):
        expected = obs["action_mask"] | over[:, None]
        np.testing.assert_array_equal(info["action_mask"], expected)
        obs, *_, over, _, info = env.step(actions.draw_legal())


@pytest.mark.parametrize("task_id", IDS)
def test_illegal_choices(task_id):
    """An illegal choice ends the episode, or nothing happens.

    In PacMan, the player stays, but ghosts move.
    """
    env = make(task_id)
    obs, info = env.reset()
    if not is_choice(env) or task_id == "PacMan-v1":
        return
    actions = Actions(env)
    found = 0
    over = np.zeros(N, bool)
    for _ in range(60):
        mask = info["action_mask"]
        action = actions.draw_legal()
        illegal = np.flatnonzero((mask == 0).any(axis=1) & ~over)[:1]
        action[illegal] = mask[illegal].argmin(axis=1)
        before = obs
        obs, reward, over, _, info = env.step(action)
        for i in illegal:
            found += 1
            assert over[i] == (task_id not in PATIENT)
            if not over[i]:
                assert reward[i] == 0
                for key in before.keys() - {"step_count"}:
                    np.testing.assert_equal(
                        [each[i] for each in leaves(before[key])],
                        [each[i] for each in leaves(obs[key])],
                    )
    assert found


@pytest.mark.parametrize("task_id", IDS)
def test_pictures(task_id):
    """Steps change the picture, and nothing else does."""
    env = make(task_id, render_mode="rgb_array", num_envs=1)
    obs, info = env.reset()
    first = np.array(env.render()[0])
    assert 380 <= max(first.shape) <= 480
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 2
    np.testing.assert_array_equal(env.render()[0], first)
    rng = np.random.default_rng(3)
    for _ in range(20):
        action = draw_actions(env.single_action_space, obs, info, rng)
        obs, _, over, *_, info = env.step(action)
        if over.any() or (env.render()[0] != first).any():
            break
    assert (env.render()[0] != first).any()


def leaves(value):
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves(each)]
    return [value]


@pytest.mark.parametrize(
    ("task_id", "options", "name"),
    [
        ("Minesweeper-v0", {"num_rows": 3, "num_cols": 3}, "num_mines"),
        ("CVRP-v1", {"max_demand": 31}, "max_capacity"),
        ("LevelBasedForaging-v0", {"num_food": 8}, "num_food"),
        ("LevelBasedForaging-v0", {"fov": 9}, "fov"),
        ("Maze-v0", {"num_rows": 1}, "num_rows"),
        ("Tetris-v0", {"num_cols": 3}, "num_cols"),
        ("SlidingTilePuzzle-v0", {"reward_fn": "none"}, "reward_fn"),
        ("BinPack-v2", {"obs_num_ems": 41}, "obs_num_ems"),
        ("MMST-v0", {"num_nodes_per_agent": 10}, "num_nodes_per_agent"),
        ("MMST-v0", {"max_degree": 2}, "num_edges"),
        ("MultiCVRP-v0", {"num_vehicles": 4}, "num_vehicles"),
        ("RobotWarehouse-v0", {"shelf_columns": 4}, "shelf_columns"),
        ("RobotWarehouse-v0", {"request_queue_size": 80}, "request_queue_size"),
    ],
)
def test_wrong_options(task_id, options, name):
    with pytest.raises(ValueError, match=name):
        make(task_id, **options)


def test_mazes_are_connected():
    """All free cells of a maze can be reached."""
    obs, _ = make("Maze-v0", num_rows=9, num_cols=14, num_envs=50).reset()
    for walls in obs["walls"]:
        reached = np.zeros_like(walls)
        reached.flat[np.flatnonzero(~walls)[0]] = True
        for _ in range(walls.size):
            padded = np.pad(reached, 1)
            around = padded[:-2, 1:-1] | padded[2:, 1:-1]
            reached |= (around | padded[1:-1, :-2] | padded[1:-1, 2:]) & ~walls
        assert (reached | walls).all()


def test_no_mines():
    """The first cell of a board without mines is not the last."""
    env = make("Minesweeper-v0", num_rows=2, num_cols=2, num_mines=0)
    env.reset()
    for cell in range(4):
        action = np.tile([cell // 2, cell % 2], (N, 1)).astype(np.int32)
        obs, reward, over, *_ = env.step(action)
        assert (reward == 1).all()
        assert (over == (cell == 3)).all()
    assert not obs["board"].any()


def write_levels(path, *rows):
    """Writes a level of Sokoban in its usual characters."""
    numbers = {"#": (1, 0), ".": (2, 0), "@": (0, 3), "$": (0, 4), " ": (0, 0)}
    level = [[numbers[char] for char in row.ljust(10, "#")] for row in rows]
    level += [[(1, 0)] * 10] * (10 - len(level))
    np.save(path, np.array([level], np.uint8))
    return str(path)


def test_own_level(tmp_path):
    """A file of levels is played; the solution gives 10."""
    path = write_levels(
        tmp_path / "levels.npy", "##########", "#.   ...##", "#$@  $$$##", "#       ##"
    )
    env = make("Sokoban-v0", dataset_name=path)
    obs, _ = env.reset()
    assert (obs["grid"][0, 1, 1] == (0, 2)).all()
    assert (obs["grid"][0, 2, 2] == (3, 0)).all()
    down, left, up, right = 2, 3, 0, 1
    moves = [right, right, down, right, up, down, right, up, down, right, up]
    moves += [down, *[left] * 6, up]
    rewards = []
    for move in moves:
        _, reward, terminated, _, info = env.step(np.full(N, move, np.int32))
        rewards.append(reward[0])
    boxes = [i for i, reward in enumerate(rewards) if reward > 0]
    assert boxes == [4, 7, 10, len(moves) - 1]
    np.testing.assert_allclose([rewards[4], rewards[-1]], [0.9, 10.9], rtol=1e-6)
    assert terminated.all()
    assert info["solved"].all()


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((0, 9, 9), np.int8),
        np.zeros((2, 9, 8), np.int8),
        np.zeros((2, 9, 9), np.int32),
        np.full((2, 9, 9), 10, np.int8),
        np.asfortranarray(np.zeros((2, 9, 9), np.int8)),
    ],
)
def test_wrong_levels(tmp_path, array):
    """A file that has something else is refused."""
    np.save(tmp_path / "levels.npy", array)
    with pytest.raises(EnvCreationError, match="database"):
        make("Sudoku-v0", database=str(tmp_path / "levels.npy"))


@pytest.mark.parametrize("text", [b"", b"\x93NUMPY\x01\x00\xff\xff", b"text" * 50])
def test_broken_levels(tmp_path, text):
    """A file that NumPy could not read is refused."""
    (tmp_path / "levels.npy").write_bytes(text)
    for name in (str(tmp_path / "levels.npy"), str(tmp_path / "none.npy"), "none"):
        with pytest.raises(EnvCreationError, match="database"):
            make("Sudoku-v0", database=name)


def test_numbers_as_actions():
    """SearchAndRescue limits actions to the space, and refuses NaN."""
    ours, other = make("SearchAndRescue-v0"), make("SearchAndRescue-v0")
    ours.reset()
    other.reset()
    action = np.full((N, 2, 2), 1, np.float32)
    np.testing.assert_equal(ours.step(action), other.step(5 * action))
    action[1, 0, 1] = np.nan
    with pytest.raises(EnvStepError, match="action"):
        ours.step(action)
