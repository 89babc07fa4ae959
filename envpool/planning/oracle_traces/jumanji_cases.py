# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The envs that record_jumanji.py records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax.numpy as jnp
import jumanji
import numpy as np
from jumanji.environments import (
    CVRP,
    MMST,
    TSP,
    BinPack,
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
    MultiCVRP,
    RobotWarehouse,
    RubiksCube,
    SearchAndRescue,
    SlidingTilePuzzle,
    Snake,
    Sokoban,
    Tetris,
)
from jumanji.environments.logic.graph_coloring import generator as graphs
from jumanji.environments.logic.minesweeper import generator as mines
from jumanji.environments.logic.minesweeper import reward as mine_rewards
from jumanji.environments.logic.rubiks_cube import generator as cubes
from jumanji.environments.logic.sliding_tile_puzzle import generator as tiles
from jumanji.environments.logic.sliding_tile_puzzle import reward as tile_rewards
from jumanji.environments.packing.bin_pack import generator as containers
from jumanji.environments.packing.bin_pack import reward as packing_rewards
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
from jumanji.environments.routing.mmst import generator as graphs_to_span
from jumanji.environments.routing.mmst import reward as spanning_rewards
from jumanji.environments.routing.multi_cvrp import generator as fleets
from jumanji.environments.routing.multi_cvrp import reward as fleet_rewards
from jumanji.environments.routing.robot_warehouse import generator as shelves
from jumanji.environments.routing.sokoban import generator as boxes
from jumanji.environments.routing.sokoban import reward as box_rewards
from jumanji.environments.routing.tsp import generator as cities
from jumanji.environments.swarms.search_and_rescue import dynamics as targets
from jumanji.environments.swarms.search_and_rescue import generator as searchers
from jumanji.environments.swarms.search_and_rescue import observations as views

# The id, the official env, and the options of the pool.
Case = tuple[str, Any, dict[str, Any]]

# Options of a search by three agents.
SEARCH = {
    "num_searchers": 3,
    "num_targets": 7,
    "num_vision": 21,
    "target_contact_range": 0.06,
    "searcher_max_rotate": 0.5,
    "searcher_max_accelerate": 0.01,
    "searcher_min_speed": 0.01,
    "searcher_max_speed": 0.03,
    "acc_std": 0.002,
    "vel_max": 0.01,
    "searcher_vision_range": 0.5,
    "target_vision_range": 0.25,
    "view_angle": 0.5,
    "time_limit": 150,
}

_clip = jnp.clip


def clip_as_before(array: Any, *bounds: Any, **named: Any) -> Any:
    """Is jnp.clip with its former keyword `a_max`, which Tetris uses."""
    if "a_max" in named:
        named["max"] = named.pop("a_max")
    return _clip(array, *bounds, **named)


vars(jnp)["clip"] = clip_as_before


class ShippedLevels(boxes.HuggingFaceDeepMindGenerator):  # type: ignore[misc]
    """Is Jumanji's generator of Sokoban's levels, without a download."""

    def __init__(self) -> None:
        levels = np.load(
            Path(__file__).absolute().parents[1]
            / "levels"
            / "sokoban-unfiltered-test.npy"
        )
        self._fixed_grids = jnp.asarray(levels[..., 0])
        self._variable_grids = jnp.asarray(levels[..., 1])


def default_cases() -> list[Case]:
    """Returns the cases of all ids."""
    ids = (
        "BinPack-v2",
        "CVRP-v1",
        "Cleaner-v0",
        "Connector-v2",
        "FlatPack-v0",
        "Game2048-v1",
        "GraphColoring-v1",
        "JobShop-v0",
        "Knapsack-v1",
        "LevelBasedForaging-v0",
        "MMST-v0",
        "Maze-v0",
        "Minesweeper-v0",
        "MultiCVRP-v0",
        "PacMan-v1",
        "RobotWarehouse-v0",
        "RubiksCube-partly-scrambled-v0",
        "RubiksCube-v0",
        "SearchAndRescue-v0",
        "SlidingTilePuzzle-v0",
        "Snake-v1",
        "Sudoku-v0",
        "Sudoku-very-easy-v0",
        "TSP-v1",
        "Tetris-v0",
    )
    cases: list[Case] = [(task_id, jumanji.make(task_id), {}) for task_id in ids]
    return [*cases, ("Sokoban-v0", Sokoban(ShippedLevels()), {})]


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
            "BinPack-v2",
            BinPack(
                containers.RandomGenerator(9, 12, 0.1, 0.4, 3),
                obs_num_ems=7,
                reward_fn=packing_rewards.SparseReward(),
            ),
            {
                "max_num_items": 9,
                "max_num_ems": 12,
                "obs_num_ems": 7,
                "split_eps": 0.1,
                "prob_split_one_item": 0.4,
                "split_num_same_items": 3,
                "reward_fn": "sparse",
            },
        ),
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
            "MMST-v0",
            MMST(
                graphs_to_span.SplitRandomGenerator(17, 30, 4, 2, 3, 20),
                spanning_rewards.DenseRewardFn((5.0, -0.5, -0.25)),
                time_limit=20,
            ),
            {
                "num_nodes": 17,
                "num_edges": 30,
                "max_degree": 4,
                "num_agents": 2,
                "num_nodes_per_agent": 3,
                "time_limit": 20,
                "reward_connected": 5.0,
                "reward_time_step": -0.5,
                "reward_noop": -0.25,
            },
        ),
        (
            "MultiCVRP-v0",
            MultiCVRP(
                fleets.UniformRandomGenerator(6, 3),
                fleet_rewards.SparseReward(3, 6, 10),
            ),
            {"num_customers": 6, "num_vehicles": 3, "reward_fn": "sparse"},
        ),
        ("TSP-v1", TSP(cities.UniformGenerator(6)), {"num_cities": 6}),
    ]


def maze_cases() -> list[Case]:
    """Returns cases of mazes and other grids with other options."""
    return [
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
        (
            "Sokoban-v0",
            Sokoban(ShippedLevels(), box_rewards.SparseReward(), time_limit=30),
            {"time_limit": 30, "reward_fn": "sparse"},
        ),
    ]


def team_cases() -> list[Case]:
    """Returns cases of robots and searchers with other options."""
    return [
        (
            "RobotWarehouse-v0",
            RobotWarehouse(shelves.RandomGenerator(1, 3, 2, 2, 2, 3), time_limit=70),
            {
                "shelf_rows": 1,
                "shelf_columns": 3,
                "column_height": 2,
                "num_agents": 2,
                "sensor_range": 2,
                "request_queue_size": 3,
                "time_limit": 70,
            },
        ),
        (
            "SearchAndRescue-v0",
            SearchAndRescue(
                target_contact_range=0.06,
                searcher_max_rotate=0.5,
                searcher_max_accelerate=0.01,
                searcher_min_speed=0.01,
                searcher_max_speed=0.03,
                time_limit=150,
                target_dynamics=targets.RandomWalk(acc_std=0.002, vel_max=0.01),
                generator=searchers.RandomGenerator(num_targets=7, num_searchers=3),
                observation=views.AgentAndTargetObservationFn(
                    num_vision=21,
                    searcher_vision_range=0.5,
                    target_vision_range=0.25,
                    view_angle=0.5,
                    agent_radius=0.06,
                    env_size=1.0,
                ),
            ),
            SEARCH,
        ),
    ]


def cases() -> list[Case]:
    """Returns all cases."""
    groups = (
        default_cases,
        logic_cases,
        packing_cases,
        route_cases,
        maze_cases,
        team_cases,
    )
    return [case for group in groups for case in group()]
