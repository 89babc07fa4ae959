# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of the planning family."""

from __future__ import annotations

from typing import Any

from envpool.registration import Family

_MOVES = ("up", "right", "down", "left")
_SIDE = {"min": 2, "max": 100}
_GRID = {"num_rows": _SIDE, "num_cols": _SIDE}
_LIMIT = {"min": 1, "max": 2**20 - 2}
_LIMIT_OR_CELLS = {"min": 0, "max": 2**20 - 2}
_REWARD = {"min": -1e6, "max": 1e6}

# By env: the rules of its options.
_RULES: dict[str, dict[str, dict[str, Any]]] = {
    "BinPack": {
        "max_num_items": {"min": 1, "max": 200},
        "max_num_ems": {"min": 1, "max": 1000},
        "obs_num_ems": {"min": 1, "max": 1000},
        "split_eps": {"min": 0.0, "max": 0.45},
        "prob_split_one_item": {"min": 0.0, "max": 1.0},
        "split_num_same_items": {"min": 2, "max": 20},
        "reward_fn": {"choices": ("dense", "sparse")},
    },
    "Cleaner": {
        **_GRID,
        "num_agents": {"min": 2, "max": 100},
        "time_limit": _LIMIT_OR_CELLS,
        "penalty_per_timestep": _REWARD,
    },
    "Connector": {
        "grid_size": {"min": 3, "max": 100},
        "num_agents": {"min": 2, "max": 1000},
        "time_limit": _LIMIT,
        "connected_reward": _REWARD,
        "timestep_reward": _REWARD,
    },
    "Cvrp": {
        "num_nodes": {"min": 2, "max": 1000},
        "max_capacity": {"min": 1, "max": 10**6},
        "max_demand": {"min": 1, "max": 10**6},
    },
    "FlatPack": {
        "num_row_blocks": {"min": 2, "max": 20},
        "num_col_blocks": {"min": 2, "max": 20},
        "reward_fn": {"choices": ("cell_dense", "block_dense")},
    },
    "Game2048": {"board_size": {"min": 2, "max": 5}},
    "GraphColoring": {
        "num_nodes": {"min": 2, "max": 1000},
        "edge_probability": {"min": 0.0, "max": 1.0},
    },
    "JobShop": {
        "num_jobs": {"min": 1, "max": 1000},
        "num_machines": {"min": 2, "max": 1000},
        "max_num_ops": {"min": 1, "max": 1000},
        "max_op_duration": {"min": 1, "max": 1000},
    },
    "Knapsack": {
        "num_items": {"min": 1, "max": 10000},
        "total_budget": {"min": 0.0, "max": 1e6},
    },
    "LevelBasedForaging": {
        "grid_size": {"min": 5, "max": 100},
        "fov": {"min": 1, "max": 100},
        "num_agents": {"min": 2, "max": 50},
        "num_food": {"min": 1, "max": 50},
        "max_agent_level": {"min": 2, "max": 20},
        "penalty": _REWARD,
    },
    "Maze": {**_GRID, "time_limit": _LIMIT_OR_CELLS},
    "Mmst": {
        "num_nodes": {"min": 4, "max": 200},
        "num_edges": {"min": 3, "max": 20000},
        "max_degree": {"min": 1, "max": 200},
        "num_agents": {"min": 2, "max": 50},
        "num_nodes_per_agent": {"min": 2, "max": 100},
        "time_limit": _LIMIT,
        "reward_connected": _REWARD,
        "reward_time_step": _REWARD,
        "reward_noop": _REWARD,
    },
    "Minesweeper": {
        **_GRID,
        "num_mines": {"min": 0, "max": 100**2 - 1},
        "revealed_empty_square_reward": _REWARD,
        "revealed_mine_reward": _REWARD,
        "invalid_action_reward": _REWARD,
    },
    "MultiCvrp": {
        "num_customers": {"choices": (6, 20, 50, 100, 150)},
        "num_vehicles": {"min": 2, "max": 5},
        "reward_fn": {"choices": ("dense", "sparse")},
    },
    "PacMan": {"time_limit": _LIMIT},
    "RobotWarehouse": {
        "shelf_rows": {"min": 1, "max": 20},
        "shelf_columns": {"min": 1, "max": 21},
        "column_height": {"min": 1, "max": 20},
        "num_agents": {"min": 2, "max": 50},
        "sensor_range": {"min": 1, "max": 10},
        "request_queue_size": {"min": 1, "max": 1000},
        "time_limit": _LIMIT,
    },
    "RubiksCube": {
        "cube_size": {"min": 2, "max": 20},
        "num_scrambles_on_reset": {"min": 0, "max": 10000},
        "time_limit": _LIMIT,
    },
    "SearchAndRescue": {
        "num_searchers": {"min": 1, "max": 100},
        "num_targets": {"min": 1, "max": 1000},
        "num_vision": {"min": 2, "max": 1000},
        "target_contact_range": {"min": 0.0, "max": 0.5},
        "searcher_max_rotate": {"min": 0.0, "max": 1.0},
        "searcher_max_accelerate": {"min": 0.0, "max": 1.0},
        "searcher_min_speed": {"min": 0.0, "max": 0.5},
        "searcher_max_speed": {"min": 0.0, "max": 0.5},
        "acc_std": {"min": 0.0, "max": 0.1},
        "vel_max": {"min": 0.0, "max": 0.5},
        "searcher_vision_range": {"min": 0.01, "max": 0.5},
        "target_vision_range": {"min": 0.01, "max": 0.5},
        "view_angle": {"min": 0.0, "max": 1.0},
        "time_limit": _LIMIT,
    },
    "SlidingTilePuzzle": {
        "grid_size": {"min": 2, "max": 100},
        "num_random_moves": {"min": 0, "max": 100000},
        "time_limit": _LIMIT,
        "reward_fn": {"choices": ("dense", "sparse")},
    },
    "Snake": {**_GRID, "time_limit": _LIMIT},
    "Sokoban": {
        "dataset_name": {"path": True},
        "time_limit": _LIMIT,
        "reward_fn": {"choices": ("dense", "sparse")},
    },
    "Sudoku": {"database": {"path": True}},
    "Tetris": {
        "num_rows": {"min": 4, "max": 100},
        "num_cols": {"min": 4, "max": 28},
        "time_limit": _LIMIT,
    },
    "Tsp": {"num_cities": {"min": 2, "max": 1000}},
}

# By id: the env, and the options that differ from its defaults.
_TASKS: dict[str, tuple[str, dict[str, Any]]] = {
    "BinPack-v2": ("BinPack", {}),
    "CVRP-v1": ("Cvrp", {}),
    "Cleaner-v0": ("Cleaner", {}),
    "Connector-v2": ("Connector", {}),
    "Connector-v3": ("Connector", {}),
    "FlatPack-v0": ("FlatPack", {}),
    "Game2048-v1": ("Game2048", {}),
    "GraphColoring-v1": ("GraphColoring", {}),
    "JobShop-v0": ("JobShop", {}),
    "Knapsack-v1": ("Knapsack", {}),
    "LevelBasedForaging-v0": ("LevelBasedForaging", {"max_episode_steps": 100}),
    "MMST-v0": ("Mmst", {}),
    "Maze-v0": ("Maze", {}),
    "Minesweeper-v0": ("Minesweeper", {}),
    "MultiCVRP-v0": ("MultiCvrp", {}),
    "PacMan-v1": ("PacMan", {}),
    "RobotWarehouse-v0": ("RobotWarehouse", {}),
    "RubiksCube-partly-scrambled-v0": (
        "RubiksCube",
        {"num_scrambles_on_reset": 7, "time_limit": 20},
    ),
    "RubiksCube-v0": ("RubiksCube", {}),
    "SearchAndRescue-v0": ("SearchAndRescue", {}),
    "SlidingTilePuzzle-v0": ("SlidingTilePuzzle", {}),
    "Snake-v1": ("Snake", {}),
    "Sokoban-v0": ("Sokoban", {}),
    "Sudoku-v0": ("Sudoku", {}),
    "Sudoku-very-easy-v0": ("Sudoku", {"database": "very-easy"}),
    "TSP-v1": ("Tsp", {}),
    "Tetris-v0": ("Tetris", {}),
}

family = Family("envpool.planning")

family.meanings(
    {
        "acc_std": "Standard deviation of the acceleration of a target, per step.",
        "board_size": "Number of rows and of columns.",
        "column_height": "Number of shelves above each other in a column.",
        "connected_reward": "Reward of an agent for reaching its target.",
        "cube_size": "Number of rows and of columns of a face.",
        "database": 'The puzzles: "mixed", "very-easy", or the path of a .npy file of '
        "an array of shape (n, 9, 9) with 0 for empty cells.",
        "dataset_name": 'The levels: "unfiltered-test", or the path of a .npy file '
        "of an array of shape (n, 10, 10, 2), as Jumanji downloads them.",
        "edge_probability": "Probability of an edge between two nodes.",
        "force_coop": "Whether each food needs all agents, or the three of the lowest "
        "levels.",
        "fov": "How many cells away an agent sees.",
        "grid_size": "Number of rows and of columns.",
        "invalid_action_reward": "Reward for a cell that is uncovered already.",
        "max_agent_level": "The highest level of an agent.",
        "max_capacity": "What the vehicle can carry.",
        "max_degree": "A node with more edges gets no other.",
        "max_demand": "Cities demand 1 up to `max_demand - 1`.",
        "max_num_ems": "The most empty maximal spaces.",
        "max_num_items": "The most items.",
        "max_num_ops": "The most operations of a job.",
        "max_op_duration": "The longest operation, in steps.",
        "num_agents": "Number of agents.",
        "num_cities": "Number of cities.",
        "num_col_blocks": "Number of blocks in each row of the full grid.",
        "num_cols": "Number of columns.",
        "num_customers": "Number of customers, for each of which Jumanji has settings.",
        "num_edges": "Number of edges.",
        "num_food": "Number of foods.",
        "num_items": "Number of items.",
        "num_jobs": "Number of jobs.",
        "num_machines": "Number of machines.",
        "num_mines": "Number of mines; fewer than cells.",
        "num_nodes": "Number of nodes, without a depot.",
        "num_nodes_per_agent": "Number of nodes that each agent connects.",
        "num_random_moves": "Number of random moves from the solution to the start.",
        "num_row_blocks": "Number of blocks in each column of the full grid.",
        "num_rows": "Number of rows.",
        "num_scrambles_on_reset": "Number of random turns from the solution to the "
        "start.",
        "num_searchers": "Number of agents.",
        "num_targets": "Number of targets.",
        "num_vehicles": "Number of vehicles; Jumanji has settings for 2 to 5, for some "
        "numbers of customers.",
        "num_vision": "Number of directions in which an agent looks.",
        "obs_num_ems": "Number of empty maximal spaces in an observation: the largest "
        "ones.",
        "penalty": "What it costs every agent if food is loaded in vain.",
        "penalty_per_timestep": "What each step costs.",
        "prob_split_one_item": "Probability that an item is cut into two parts of "
        "random sizes.",
        "request_queue_size": "Number of shelves that are requested at once.",
        "revealed_empty_square_reward": "Reward for a cell without a mine.",
        "revealed_mine_reward": "Reward for a cell with a mine.",
        "reward_connected": "Reward for a node that an agent connects.",
        "reward_noop": "What is added to it if an agent does not move.",
        "reward_time_step": "Reward of an agent for each other step.",
        "searcher_max_accelerate": "The largest change of an agent's speed, per step.",
        "searcher_max_rotate": "The largest turn of an agent, per step, as a share "
        "of pi.",
        "searcher_max_speed": "The highest speed of an agent, per step.",
        "searcher_min_speed": "The lowest speed of an agent, per step.",
        "searcher_vision_range": "The distance at which an agent sees another.",
        "sensor_range": "How many cells away an agent sees.",
        "share_reward": "Whether the rewards of all foods and agents add up to 1; "
        "Jumanji's `normalize_reward`, which is an option of all pools here.",
        "shelf_columns": "Number of columns of shelves; odd.",
        "shelf_rows": "Number of rows of columns.",
        "split_eps": "Share of an edge at each end where no item is cut.",
        "split_num_same_items": "Otherwise: the most equal parts into which it is cut.",
        "target_contact_range": "The distance at which an agent finds a target; also "
        "the radius of what is seen.",
        "target_vision_range": "The distance at which an agent sees a target.",
        "time_limit": "Number of steps after which an episode is terminated; 0, where "
        "it is possible, for the number of cells.",
        "timestep_reward": "Reward of an agent for each step before that.",
        "total_budget": "Weight that the bag can carry.",
        "vel_max": "The highest speed of a target, per step.",
        "view_angle": "How far an agent sees to each side, as a share of pi.",
    }
)

family.meanings(
    {
        "reward_fn": 'The reward: "dense": the number of tiles that come to their '
        'places, minus those that leave them; "sparse": 1 for the solution.'
    },
    "SlidingTilePuzzle",
)
family.meanings(
    {
        "reward_fn": 'The reward: "cell_dense": the share of the cells that the block '
        'fills; "block_dense": the share of the blocks.'
    },
    "FlatPack",
)

family.meanings(
    {
        "reward_fn": 'The reward: "dense": the share of the container that the item '
        'fills; "sparse": at the end, the share that is filled.'
    },
    "BinPack",
)
family.meanings(
    {
        "reward_fn": 'The reward: "dense": minus the length and the penalties of each '
        'step; "sparse": those of all steps, at the end.'
    },
    "MultiCvrp",
)
family.meanings(
    {
        "reward_fn": 'The reward: "dense": 1 for each box that comes on a target, -1 '
        'for each that leaves one, 10 for the solution, -0.1 for each step; "sparse": '
        "10 for the solution."
    },
    "Sokoban",
)

for _env, _rules in _RULES.items():
    family.rules(_env, _rules)
for _env in ("Game2048", "Maze", "SlidingTilePuzzle", "Snake"):
    family.controls(_env, names=_MOVES, turns=True)
for _task_id, (_env, _options) in _TASKS.items():
    family.task(_task_id, _env, aliases=[f"Jumanji/{_task_id}"], **_options)
