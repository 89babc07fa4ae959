# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the planning problems: puzzles."""

from __future__ import annotations

from docs.env_text import Env
from envpool.planning.docs.texts import MASK, MOVES, SITE, STEPS, choices, keys

# By page; without ids.
ENVS: dict[str, Env] = {
    "Game2048": Env(
        "Game2048",
        (),
        "Slide and merge the tiles of a 4 by 4 board. After each move a 2 or, with "
        "probability 0.1, a 4 appears in a free cell.",
        [keys(("board", "0 for a free cell, ``n`` for the tile ``2**n``"), MASK)],
        [MOVES],
        "The sum of the tiles that have been merged.",
        "No action moves a tile. An action that moves none does nothing.",
        f"{SITE}/game_2048/",
        names=("2048",),
    ),
    "GraphColoring": Env(
        "GraphColoring",
        (),
        "Give each node of a random graph, one after the other, a colour that none "
        "of its neighbours has.",
        [
            keys(
                ("adj_matrix", "whether there is an edge between two nodes"),
                ("colors", "the colour of each node; -1 for none"),
                ("current_node_index", "the node to colour"),
                MASK,
            )
        ],
        [choices(("0 to 19", "the colour of the node"))],
        "Minus the number of colours when all nodes have one, else 0; minus the "
        "number of nodes for an illegal colour.",
        "All nodes have a colour, or an action is illegal.",
        f"{SITE}/graph_coloring/",
        names=("graph colouring",),
    ),
    "Minesweeper": Env(
        "Minesweeper",
        (),
        "Uncover all cells without a mine.",
        [
            keys(
                ("board", "-1 for a covered cell, else the number of mines around"),
                ("num_mines", "the number of mines"),
                ("action_mask", "whether each cell is covered"),
                STEPS,
            )
        ],
        [choices(("0", "the row"), ("1", "the column"))],
        "1 for a cell without a mine.",
        "A mine, a cell that is uncovered already, or all cells without mines are "
        "uncovered.",
        f"{SITE}/minesweeper/",
    ),
    "RubiksCube": Env(
        "RubiksCube",
        (),
        "Turn the layers of a scrambled cube until each face has one colour.",
        [
            keys(
                ("cube", "the colours of the stickers, face by face"),
                STEPS,
            ),
            "Faces: 0 up, 1 front, 2 right, 3 back, 4 left, 5 down.",
        ],
        [
            choices(
                ("0", "the face"),
                ("1", "how far below the face the layer is"),
                ("2", "the turn: 0 clockwise, 1 anticlockwise, 2 half"),
            )
        ],
        "1 for the solution.",
        "The cube is solved, or ``time_limit`` steps have been taken.",
        f"{SITE}/rubiks_cube/",
        notes="In ``RubiksCube-partly-scrambled-v0`` the cube is 7 random turns "
        "away from the solution.",
        names=("Rubik's cube",),
    ),
    "SlidingTilePuzzle": Env(
        "SlidingTilePuzzle",
        (),
        "Order the tiles of a 5 by 5 square by moving the empty cell.",
        [
            keys(
                ("puzzle", "the tile in each cell; 0 for the empty one"),
                ("empty_tile_position", "the row and column of the empty cell"),
                MASK,
                STEPS,
            )
        ],
        ["Where the empty cell moves:", MOVES],
        "The number of tiles that come to their places, minus that of those that "
        "leave them.",
        "The puzzle is solved, or ``time_limit`` steps have been taken. An illegal "
        "action does nothing.",
        f"{SITE}/sliding_tile_puzzle/",
        names=("15 puzzle",),
    ),
    "Sudoku": Env(
        "Sudoku",
        (),
        "Fill a 9 by 9 grid so that each row, column and box has all nine digits.",
        [
            keys(
                ("board", "0 to 8 for a digit, -1 for an empty cell"),
                ("action_mask", "whether each cell may get each digit"),
            )
        ],
        [choices(("0, 1", "the row and column"), ("2", "the digit, from 0"))],
        "1 for the solution.",
        "No cell can be filled, or an action is illegal.",
        f"{SITE}/sudoku/",
        notes="The puzzles are Jumanji's: 10,000 of mixed difficulty, or in "
        "``Sudoku-very-easy-v0`` 1,000 with more than 46 clues.",
    ),
}
