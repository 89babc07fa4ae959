# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the planning problems: packing."""

from __future__ import annotations

from docs.env_text import Env
from envpool.planning.docs.texts import MASK, SITE, choices, keys

# By page; without ids.
ENVS: dict[str, Env] = {
    "BinPack": Env(
        "BinPack",
        (),
        "Pack up to 20 items into a container. Rooms for them are the empty "
        "maximal spaces (EMS): boxes that no item intersects, and none of which "
        "is within another.",
        [
            keys(
                (
                    "ems",
                    "``x1``, ``x2``, ``y1``, ``y2``, ``z1``, ``z2`` of each space, "
                    "the largest first, as shares of the container",
                ),
                ("ems_mask", "whether each of them exists"),
                ("items", "``x_len``, ``y_len``, ``z_len`` of each item, likewise"),
                ("items_mask", "whether each of them exists"),
                ("items_placed", "whether each item is packed"),
                ("action_mask", "whether each space has room for each item"),
            )
        ],
        [choices(("0", "the space"), ("1", "the item"))],
        "The share of the container that the item fills.",
        "Nothing else fits, or an action is illegal.",
        f"{SITE}/bin_pack/",
        names=("bin packing",),
    ),
    "FlatPack": Env(
        "FlatPack",
        (),
        "Fill an 11 by 11 grid with 25 blocks of up to 3 by 3 cells, cut from a "
        "full one.",
        [
            keys(
                ("grid", "0 for a free cell, else the number of the block"),
                ("blocks", "the cells of each block: its number, or 0"),
                (
                    "action_mask",
                    "whether each block fits, with each turn, at each place",
                ),
            )
        ],
        [
            choices(
                ("0", "the block"),
                ("1", "its clockwise quarter turns"),
                ("2, 3", "row and column of its upper left corner"),
            )
        ],
        "The share of the grid that the block fills.",
        "As many steps have been taken as there are blocks. An illegal action does "
        "nothing.",
        f"{SITE}/flat_pack/",
    ),
    "JobShop": Env(
        "JobShop",
        (),
        "Schedule the operations of 20 jobs on 10 machines. Those of a job follow "
        "each other.",
        [
            keys(
                ("ops_machine_ids", "the machine of each job's operations, or -1"),
                ("ops_durations", "the steps that each operation takes, or -1"),
                ("ops_mask", "whether each operation is yet to be started"),
                ("machines_job_ids", "the job on each machine; 20 for none"),
                ("machines_remaining_times", "the steps until it is done"),
                ("action_mask", "whether each machine can start each job"),
            )
        ],
        [choices(("0 to 9", "the job that the machine starts, or ``num_jobs``"))],
        "-1 for each step; ``-num_jobs * max_num_ops * max_op_duration`` for an "
        "illegal action or when all machines wait.",
        "All is done, an action is illegal, or all machines wait.",
        f"{SITE}/job_shop/",
    ),
    "Knapsack": Env(
        "Knapsack",
        (),
        "Pack the most valuable items into a bag of limited capacity.",
        [
            keys(
                ("weights", "the weight of each item"),
                ("values", "the value of each item"),
                ("packed_items", "whether each item is packed"),
                MASK,
            )
        ],
        ["The item to pack."],
        "The value of the packed item.",
        "Nothing else fits, or an action is illegal.",
        f"{SITE}/knapsack/",
    ),
    "Tetris": Env(
        "Tetris",
        (),
        "Drop tetrominoes on a 10 by 10 grid to fill its lines.",
        [
            keys(
                ("grid", "1 for each full cell"),
                ("tetromino", "the cells of the tetromino to drop"),
                ("action_mask", "whether each turn and column is legal"),
                ("step_count", "always 0, as in Jumanji"),
            )
        ],
        [
            choices(
                ("0", "the turn: 0, 90, 180 or 270 degrees"),
                ("1", "the column of the tetromino's left side"),
            )
        ],
        "40, 100, 300 or 1200 for one to four full lines at once.",
        "Nothing fits, an action is illegal, or ``time_limit`` steps have been taken.",
        f"{SITE}/tetris/",
    ),
}
