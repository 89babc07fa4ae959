# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the planning problems, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST: dict[str, float] = {}  # these envs draw no pictures
_SITE = "https://instadeepai.github.io/jumanji/environments"
_MOVES = by_index(("up", "right", "down", "left"))
_MASK = ("action_mask", "whether each action is legal")
_STEPS = ("step_count", "the number of steps")


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    name = task_id.removeprefix("Jumanji/").rpartition("-v")[0]
    return name.removesuffix("-partly-scrambled")


def _keys(*rows: tuple[str, str]) -> Entries:
    return Entries(
        {"Key": 24, "Meaning": 76}, [(f"``{key}``", meaning) for key, meaning in rows]
    )


def _choices(*rows: tuple[str, str]) -> Entries:
    return Entries({"Index": 16, "Meaning": 84}, rows)


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.planning", _page)
    return {**_logic(ids), **_packing(ids), **_routing(ids)}


def _logic(ids: Mapping[str, tuple[str, ...]]) -> dict[str, Env]:
    return {
        "Game2048": Env(
            "Game2048",
            ids["Game2048"],
            "Slide and merge the tiles of a 4 by 4 board. After each move a 2 or, with "
            "probability 0.1, a 4 appears in a free cell.",
            [_keys(("board", "0 for a free cell, ``n`` for the tile ``2**n``"), _MASK)],
            [_MOVES],
            "The sum of the tiles that have been merged.",
            "No action moves a tile. An action that moves none does nothing.",
            f"{_SITE}/game_2048/",
            names=("2048",),
        ),
        "GraphColoring": Env(
            "GraphColoring",
            ids["GraphColoring"],
            "Give each node of a random graph, one after the other, a colour that none "
            "of its neighbours has.",
            [
                _keys(
                    ("adj_matrix", "whether there is an edge between two nodes"),
                    ("colors", "the colour of each node; -1 for none"),
                    ("current_node_index", "the node to colour"),
                    _MASK,
                )
            ],
            [_choices(("0 to 19", "the colour of the node"))],
            "Minus the number of colours when all nodes have one, else 0; minus the "
            "number of nodes for an illegal colour.",
            "All nodes have a colour, or an action is illegal.",
            f"{_SITE}/graph_coloring/",
            names=("graph colouring",),
        ),
        "Minesweeper": Env(
            "Minesweeper",
            ids["Minesweeper"],
            "Uncover all cells without a mine.",
            [
                _keys(
                    ("board", "-1 for a covered cell, else the number of mines around"),
                    ("num_mines", "the number of mines"),
                    ("action_mask", "whether each cell is covered"),
                    _STEPS,
                )
            ],
            [_choices(("0", "the row"), ("1", "the column"))],
            "1 for a cell without a mine.",
            "A mine, a cell that is uncovered already, or all cells without mines are "
            "uncovered.",
            f"{_SITE}/minesweeper/",
        ),
        "RubiksCube": Env(
            "RubiksCube",
            ids["RubiksCube"],
            "Turn the layers of a scrambled cube until each face has one colour.",
            [
                _keys(
                    ("cube", "the colours of the stickers, face by face"),
                    _STEPS,
                ),
                "Faces: 0 up, 1 front, 2 right, 3 back, 4 left, 5 down.",
            ],
            [
                _choices(
                    ("0", "the face"),
                    ("1", "how far below the face the layer is"),
                    ("2", "the turn: 0 clockwise, 1 anticlockwise, 2 half"),
                )
            ],
            "1 for the solution.",
            "The cube is solved, or ``time_limit`` steps have been taken.",
            f"{_SITE}/rubiks_cube/",
            notes="In ``RubiksCube-partly-scrambled-v0`` the cube is 7 random turns "
            "away from the solution.",
            names=("Rubik's cube",),
        ),
        "SlidingTilePuzzle": Env(
            "SlidingTilePuzzle",
            ids["SlidingTilePuzzle"],
            "Order the tiles of a 5 by 5 square by moving the empty cell.",
            [
                _keys(
                    ("puzzle", "the tile in each cell; 0 for the empty one"),
                    ("empty_tile_position", "the row and column of the empty cell"),
                    _MASK,
                    _STEPS,
                )
            ],
            ["Where the empty cell moves:", _MOVES],
            "The number of tiles that come to their places, minus that of those that "
            "leave them.",
            "The puzzle is solved, or ``time_limit`` steps have been taken. An illegal "
            "action does nothing.",
            f"{_SITE}/sliding_tile_puzzle/",
            names=("15 puzzle",),
        ),
    }


def _packing(ids: Mapping[str, tuple[str, ...]]) -> dict[str, Env]:
    return {
        "FlatPack": Env(
            "FlatPack",
            ids["FlatPack"],
            "Fill an 11 by 11 grid with 25 blocks of up to 3 by 3 cells, cut from a "
            "full one.",
            [
                _keys(
                    ("grid", "0 for a free cell, else the number of the block"),
                    ("blocks", "the cells of each block: its number, or 0"),
                    (
                        "action_mask",
                        "whether each block fits, with each turn, at each place",
                    ),
                )
            ],
            [
                _choices(
                    ("0", "the block"),
                    ("1", "its clockwise quarter turns"),
                    ("2, 3", "row and column of its upper left corner"),
                )
            ],
            "The share of the grid that the block fills.",
            "As many steps have been taken as there are blocks. An illegal action does "
            "nothing.",
            f"{_SITE}/flat_pack/",
        ),
        "JobShop": Env(
            "JobShop",
            ids["JobShop"],
            "Schedule the operations of 20 jobs on 10 machines. Those of a job follow "
            "each other.",
            [
                _keys(
                    ("ops_machine_ids", "the machine of each job's operations, or -1"),
                    ("ops_durations", "the steps that each operation takes, or -1"),
                    ("ops_mask", "whether each operation is yet to be started"),
                    ("machines_job_ids", "the job on each machine; 20 for none"),
                    ("machines_remaining_times", "the steps until it is done"),
                    ("action_mask", "whether each machine can start each job"),
                )
            ],
            [_choices(("0 to 9", "the job that the machine starts, or ``num_jobs``"))],
            "-1 for each step; ``-num_jobs * max_num_ops * max_op_duration`` for an "
            "illegal action or when all machines wait.",
            "All is done, an action is illegal, or all machines wait.",
            f"{_SITE}/job_shop/",
        ),
        "Knapsack": Env(
            "Knapsack",
            ids["Knapsack"],
            "Pack the most valuable items into a bag of limited capacity.",
            [
                _keys(
                    ("weights", "the weight of each item"),
                    ("values", "the value of each item"),
                    ("packed_items", "whether each item is packed"),
                    _MASK,
                )
            ],
            ["The item to pack."],
            "The value of the packed item.",
            "Nothing else fits, or an action is illegal.",
            f"{_SITE}/knapsack/",
        ),
        "Tetris": Env(
            "Tetris",
            ids["Tetris"],
            "Drop tetrominoes on a 10 by 10 grid to fill its lines.",
            [
                _keys(
                    ("grid", "1 for each full cell"),
                    ("tetromino", "the cells of the tetromino to drop"),
                    ("action_mask", "whether each turn and column is legal"),
                    ("step_count", "always 0, as in Jumanji"),
                )
            ],
            [
                _choices(
                    ("0", "the turn: 0, 90, 180 or 270 degrees"),
                    ("1", "the column of the tetromino's left side"),
                )
            ],
            "40, 100, 300 or 1200 for one to four full lines at once.",
            "Nothing fits, an action is illegal, or ``time_limit`` steps have been "
            "taken.",
            f"{_SITE}/tetris/",
        ),
    }


def _routing(ids: Mapping[str, tuple[str, ...]]) -> dict[str, Env]:
    route = ("trajectory", "the nodes visited so far, in order")
    return {
        "CVRP": Env(
            "CVRP",
            ids["CVRP"],
            "The capacitated vehicle routing problem: visit all cities from a depot, "
            "with a vehicle that returns there to load.",
            [
                _keys(
                    ("coordinates", "x and y of the depot and of each city"),
                    ("demands", "what each city needs, as a share of the capacity"),
                    ("unvisited_nodes", "whether each node is yet to be visited"),
                    ("position", "the vehicle's node"),
                    route,
                    ("capacity", "the share of the capacity that is left"),
                    _MASK,
                )
            ],
            ["The next node; 0 is the depot."],
            "Minus the length of the way; ``-2 * num_nodes * sqrt(2)`` for an illegal "
            "action.",
            "All cities are visited and the vehicle is back, or an action is illegal.",
            f"{_SITE}/cvrp/",
            names=("vehicle routing",),
        ),
        "Cleaner": Env(
            "Cleaner",
            ids["Cleaner"],
            "Three agents, controlled together, clean all tiles of a maze.",
            [
                _keys(
                    ("grid", "0 for a dirty tile, 1 for a clean one, 2 for a wall"),
                    ("agents_locations", "the row and column of each agent"),
                    ("action_mask", "whether each agent can go in each direction"),
                    _STEPS,
                )
            ],
            [_choices(("0 to 2", "each agent's move: 0 up, 1 right, 2 down, 3 left"))],
            "The number of tiles that have been cleaned, minus "
            "``penalty_per_timestep``.",
            "All tiles are clean, an agent steps into a wall, or ``time_limit`` steps "
            "have been taken.",
            f"{_SITE}/cleaner/",
        ),
        "Connector": Env(
            "Connector",
            ids["Connector"],
            "Ten agents on a 10 by 10 grid, controlled together, connect their starts "
            "with their targets by wires that do not cross.",
            [
                _keys(
                    (
                        "grid",
                        "0 for a free cell; ``3 * agent + 1`` for a wire, ``+ 2`` for "
                        "its head, ``+ 3`` for its target",
                    ),
                    ("action_mask", "whether each agent can go in each direction"),
                    _STEPS,
                )
            ],
            [
                _choices(
                    (
                        "0 to 9",
                        "each agent's move: 0 none, 1 up, 2 right, 3 down, 4 left",
                    )
                )
            ],
            "The sum of the agents' rewards, which are in ``info['agent_rewards']``: "
            "``connected_reward`` for reaching the target, ``timestep_reward`` for "
            "each step until then.",
            "All agents are connected or blocked, or ``time_limit`` steps have been "
            "taken. An illegal action does nothing.",
            f"{_SITE}/connector/",
            notes="Jumanji 1.1.1 has only ``Connector-v2``. ``Connector-v3`` is an id "
            "of EnvPool 1.2.7, and the same env.",
        ),
        "LevelBasedForaging": Env(
            "LevelBasedForaging",
            ids["LevelBasedForaging"],
            "Two agents, controlled together, collect food on an 8 by 8 grid. Agents "
            "and food have levels; agents beside a food that load at once eat it if "
            "their levels add up to its level.",
            [
                _keys(
                    (
                        "agents_view",
                        "for each agent: row, column and level of each food, of "
                        "itself, and of the other agents; -1, -1, 0 if it is not seen",
                    ),
                    ("action_mask", "whether each action of each agent is legal"),
                    _STEPS,
                )
            ],
            [
                _choices(
                    (
                        "0, 1",
                        "each agent's action: 0 none, 1 up, 2 down, 3 left, 4 right, "
                        "5 load",
                    )
                )
            ],
            "The sum of the agents' rewards, which are in ``info['agent_rewards']``: "
            "for each food eaten, its level times the agent's, normalized by "
            "default.",
            "All food is eaten.",
            f"{_SITE}/lbf/",
            names=("LBF",),
        ),
        "Maze": Env(
            "Maze",
            ids["Maze"],
            "Find the way to the target in a random maze.",
            [
                _keys(
                    ("agent_position", "the agent's ``row`` and ``col``"),
                    ("target_position", "the target's ``row`` and ``col``"),
                    ("walls", "whether there is a wall in each cell"),
                    _MASK,
                    _STEPS,
                )
            ],
            [_MOVES],
            "1 for the target.",
            "The agent reaches the target, or ``time_limit`` steps have been taken. A "
            "step into a wall does nothing.",
            f"{_SITE}/maze/",
        ),
        "Snake": Env(
            "Snake",
            ids["Snake"],
            "Eat fruits, each of which makes the snake longer.",
            [
                _keys(
                    (
                        "grid",
                        "cell by cell: body, head, tail, fruit, and the body's order "
                        "from 0 to 1, the head",
                    ),
                    _MASK,
                    _STEPS,
                )
            ],
            [_MOVES],
            "1 for a fruit.",
            "The snake leaves the board, bites itself or fills the board, or "
            "``time_limit`` steps have been taken.",
            f"{_SITE}/snake/",
        ),
        "TSP": Env(
            "TSP",
            ids["TSP"],
            "The travelling salesman problem: visit all cities once, and return to the "
            "first one.",
            [
                _keys(
                    ("coordinates", "x and y of each city"),
                    ("position", "the city; -1 before the first one"),
                    route,
                    _MASK,
                )
            ],
            [_choices(("0 to 19", "the next city"))],
            "Minus the length of the way, with the return at the end; "
            "``-num_cities * sqrt(2)`` for a city that has been visited.",
            "All cities are visited, or an action is illegal.",
            f"{_SITE}/tsp/",
            names=("travelling salesman",),
        ),
    }
