# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records episodes of Jumanji: record_jumanji.py [FILE].

It runs in any Python with these versions, without this package:

    pip install jumanji==1.1.1 jax==0.12.0.1 numpy==2.5.5 requests

Actions are drawn among the legal ones, where observations have masks; in the last env,
some are illegal.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import jumanji
import numpy as np
from jumanji.environments import (
    CVRP,
    TSP,
    Cleaner,
    Connector,
    FlatPack,
    Game2048,
    GraphColoring,
    JobShop,
    Knapsack,
    LevelBasedForaging,
    Maze,
    Minesweeper,
    RubiksCube,
    SlidingTilePuzzle,
    Snake,
    Tetris,
)
from jumanji.environments.logic.graph_coloring import generator as graphs
from jumanji.environments.logic.minesweeper import generator as mines
from jumanji.environments.logic.minesweeper import reward as mine_rewards
from jumanji.environments.logic.rubiks_cube import generator as cubes
from jumanji.environments.logic.sliding_tile_puzzle import generator as tiles
from jumanji.environments.logic.sliding_tile_puzzle import reward as tile_rewards
from jumanji.environments.packing.flat_pack import generator as blocks
from jumanji.environments.packing.flat_pack import reward as block_rewards
from jumanji.environments.packing.job_shop import generator as jobs
from jumanji.environments.packing.knapsack import generator as items
from jumanji.environments.routing.cleaner import generator as rooms
from jumanji.environments.routing.connector import generator as wires
from jumanji.environments.routing.connector import reward as wire_rewards
from jumanji.environments.routing.cvrp import generator as depots
from jumanji.environments.routing.lbf import generator as foods
from jumanji.environments.routing.maze import generator as mazes
from jumanji.environments.routing.tsp import generator as cities

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parents[1] / "testing"))
trace = importlib.import_module("load_trace").trace
PINS = {
    "jumanji": jumanji.__version__,
    "jax": jax.__version__,
    "numpy": np.__version__,
}
SEED, ENVS, STEPS = 7, 3, 400
ILLEGAL = 0.05  # probability of an illegal action in the last env

# The id, the official env, and the options of the pool.
Case = tuple[str, Any, dict[str, Any]]


_clip = jnp.clip


def clip_as_before(array: Any, low: Any = None, **bounds: Any) -> Any:
    """Is jnp.clip with its former keyword `a_max`, which Tetris uses."""
    return _clip(array, low, bounds.pop("a_max", None), **bounds)


vars(jnp)["clip"] = clip_as_before


def default_cases() -> list[Case]:
    """Returns the cases of all ids."""
    ids = (
        "CVRP-v1",
        "Cleaner-v0",
        "Connector-v2",
        "FlatPack-v0",
        "Game2048-v1",
        "GraphColoring-v1",
        "JobShop-v0",
        "Knapsack-v1",
        "LevelBasedForaging-v0",
        "Maze-v0",
        "Minesweeper-v0",
        "RubiksCube-partly-scrambled-v0",
        "RubiksCube-v0",
        "SlidingTilePuzzle-v0",
        "Snake-v1",
        "TSP-v1",
        "Tetris-v0",
    )
    return [(task_id, jumanji.make(task_id), {}) for task_id in ids]


def logic_cases() -> list[Case]:
    """Returns cases of puzzles with other options."""
    return [
        ("Game2048-v1", Game2048(board_size=3), {"board_size": 3}),
        (
            "GraphColoring-v1",
            GraphColoring(graphs.RandomGenerator(9, 0.3)),
            {"num_nodes": 9, "edge_probability": 0.3},
        ),
        (
            "Minesweeper-v0",
            Minesweeper(
                mines.UniformSamplingGenerator(4, 7, 3),
                mine_rewards.DefaultRewardFn(0.5, -2.0, -1.0),
            ),
            {
                "num_rows": 4,
                "num_cols": 7,
                "num_mines": 3,
                "revealed_empty_square_reward": 0.5,
                "revealed_mine_reward": -2.0,
                "invalid_action_reward": -1.0,
            },
        ),
        (
            "RubiksCube-v0",
            RubiksCube(cubes.ScramblingGenerator(5, 30), time_limit=60),
            {"cube_size": 5, "num_scrambles_on_reset": 30, "time_limit": 60},
        ),
        (
            "RubiksCube-v0",
            RubiksCube(cubes.ScramblingGenerator(2, 1), time_limit=9),
            {"cube_size": 2, "num_scrambles_on_reset": 1, "time_limit": 9},
        ),
        (
            "SlidingTilePuzzle-v0",
            SlidingTilePuzzle(
                tiles.RandomWalkGenerator(3, 4),
                tile_rewards.SparseRewardFn(),
                time_limit=40,
            ),
            {
                "grid_size": 3,
                "num_random_moves": 4,
                "time_limit": 40,
                "reward_fn": "sparse",
            },
        ),
        (
            "Snake-v1",
            Snake(3, 4, time_limit=60),
            {"num_rows": 3, "num_cols": 4, "time_limit": 60},
        ),
        (
            "Tetris-v0",
            Tetris(7, 5, time_limit=30),
            {"num_rows": 7, "num_cols": 5, "time_limit": 30},
        ),
    ]


def packing_cases() -> list[Case]:
    """Returns cases of packing with other options."""
    return [
        (
            "FlatPack-v0",
            FlatPack(
                blocks.RandomFlatPackGenerator(2, 4), block_rewards.BlockDenseReward()
            ),
            {"num_row_blocks": 2, "num_col_blocks": 4, "reward_fn": "block_dense"},
        ),
        (
            "JobShop-v0",
            JobShop(jobs.RandomGenerator(3, 4, 5, 2)),
            {
                "num_jobs": 3,
                "num_machines": 4,
                "max_num_ops": 5,
                "max_op_duration": 2,
            },
        ),
        (
            "Knapsack-v1",
            Knapsack(items.RandomGenerator(10, 2.5)),
            {"num_items": 10, "total_budget": 2.5},
        ),
    ]


def route_cases() -> list[Case]:
    """Returns cases of routes with other options."""
    return [
        (
            "CVRP-v1",
            CVRP(depots.UniformGenerator(7, 12, 12)),
            {"num_nodes": 7, "max_capacity": 12, "max_demand": 12},
        ),
        (
            "Cleaner-v0",
            Cleaner(rooms.RandomGenerator(5, 5, 2), 30, penalty_per_timestep=0.25),
            {
                "num_rows": 5,
                "num_cols": 5,
                "num_agents": 2,
                "time_limit": 30,
                "penalty_per_timestep": 0.25,
            },
        ),
        (
            "Connector-v2",
            Connector(
                wires.RandomWalkGenerator(4, 4),
                wire_rewards.DenseRewardFn(2.0, -0.25),
                time_limit=8,
            ),
            {
                "grid_size": 4,
                "num_agents": 4,
                "time_limit": 8,
                "connected_reward": 2.0,
                "timestep_reward": -0.25,
            },
        ),
        (
            "LevelBasedForaging-v0",
            LevelBasedForaging(
                foods.RandomGenerator(9, 3, 3, 2, 3, force_coop=False),
                time_limit=60,
                normalize_reward=False,
                penalty=0.25,
            ),
            {
                "grid_size": 9,
                "fov": 2,
                "num_agents": 3,
                "num_food": 3,
                "max_agent_level": 3,
                "force_coop": False,
                "max_episode_steps": 60,
                "share_reward": False,
                "penalty": 0.25,
            },
        ),
        (
            "Maze-v0",
            Maze(mazes.RandomGenerator(5, 8), time_limit=50),
            {"num_rows": 5, "num_cols": 8, "time_limit": 50},
        ),
        ("TSP-v1", TSP(cities.UniformGenerator(6)), {"num_cities": 6}),
    ]


def nested(value: Any) -> Any:
    """Returns named tuples as dicts, and numbers as pools return them."""
    if hasattr(value, "_asdict"):
        return {key: nested(each) for key, each in value._asdict().items()}
    array = np.asarray(value)
    if array.ndim:
        return array
    return array.reshape(1) if array.dtype.kind == "f" else array.astype(np.int64)


class Official:
    """Episodes of one env, with the keys of a pool's env.

    Args:
      seed: the seed.
      functions: jitted `reset` and `step` of Jumanji's env.
    """

    def __init__(self, seed: int, functions: Any) -> None:
        self.key, self.episodes = jax.random.PRNGKey(seed), 0
        self.start, self.advance = functions

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        first = self.episodes == 0
        key = self.key if first else jax.random.fold_in(self.key, self.episodes)
        self.episodes += 1
        self.state, result = self.start(key)
        return {"obs": nested(result.observation), "info": self.infos(result)}

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        self.state, result = self.advance(self.state, action)
        terminated = float(np.max(result.discount)) == 0
        rewards = np.atleast_1d(np.asarray(result.reward))
        infos = self.infos(result)
        if len(rewards) > 1:
            infos["agent_rewards"] = rewards
        return {
            "obs": nested(result.observation),
            "info": infos,
            "reward": np.add.accumulate(rewards)[-1],
            "terminated": terminated,
            "truncated": bool(result.step_type == 2) and not terminated,
        }

    @staticmethod
    def infos(result: Any) -> dict[str, Any]:
        """Returns the extras of a result as infos."""
        return {key: np.asarray(value) for key, value in result.extras.items()}


class Replay:
    """Returns rows that have been played."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = iter(rows)

    def reset(self) -> dict[str, Any]:
        """Returns the next row."""
        return next(self.rows)

    def step(self, action: Any) -> dict[str, Any]:
        """Returns the next row."""
        return next(self.rows)


def draw(row: dict[str, Any], spec: Any, illegal: float, random: Any) -> Any:
    """Draws an action.

    The mask has a value for each action, or for each choice of each agent.
    """
    counts = np.atleast_1d(np.asarray(spec.num_values))
    mask = row["obs"].get("action_mask")
    if mask is None:
        drawn = random.integers(counts)
    else:
        mask = mask.astype(bool)
        if random.random() < illegal:
            mask = ~mask
        for_agents = len(counts) > 1 and mask.shape == (len(counts), counts[0])
        rows = mask.reshape(len(counts), -1) if for_agents else mask.reshape(1, -1)
        rows = np.where(rows.any(axis=1, keepdims=True), rows, True)
        flat = [random.choice(np.flatnonzero(each)) for each in rows]
        drawn = np.array(flat if for_agents else np.unravel_index(flat[0], mask.shape))
    return drawn.astype(np.int32).reshape(spec.shape)


def play(env: Any, functions: Any, seed: int, illegal: float) -> Any:
    """Plays at random, and returns the rows and actions of all steps."""
    random = np.random.default_rng(seed)
    official = Official(seed, functions)
    rows, actions = [official.reset()], []
    while True:
        actions.append(draw(rows[-1], env.action_spec, illegal, random))
        if len(rows) == STEPS:
            return rows, actions
        over = rows[-1].get("terminated") or rows[-1].get("truncated")
        rows.append(official.reset() if over else official.step(actions[-1]))


def record(task_id: str, env: Any, options: dict[str, Any]) -> Any:
    """Returns the recording of a case."""
    functions = jax.jit(env.reset), jax.jit(env.step)
    played = [
        play(env, functions, SEED + i, ILLEGAL if i == ENVS - 1 else 0)
        for i in range(ENVS)
    ]
    starts = sum("reward" not in row for rows, _ in played for row in rows)
    print(task_id, options, "episodes:", starts, flush=True)
    actions = np.array([each[1] for each in played], np.int32).swapaxes(0, 1)
    return trace.record(
        lambda seed: Replay(played[seed - SEED][0]), task_id, SEED, actions, options
    )


def main(path: Any = HERE / "jumanji.npz") -> None:
    """Writes the file."""
    cases = default_cases() + logic_cases() + packing_cases() + route_cases()
    trace.save(path, [record(*case) for case in cases], PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])
