# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the planning problems: agents in mazes and on other maps."""

from __future__ import annotations

from docs.env_text import Env, by_index
from envpool.planning.docs.texts import MASK, MOVES, SITE, STEPS, choices, keys

# By page; without ids.
ENVS: dict[str, Env] = {
    "Cleaner": Env(
        "Cleaner",
        (),
        "Three agents, controlled together, clean all tiles of a maze.",
        [
            keys(
                ("grid", "0 for a dirty tile, 1 for a clean one, 2 for a wall"),
                ("agents_locations", "the row and column of each agent"),
                ("action_mask", "whether each agent can go in each direction"),
                STEPS,
            )
        ],
        [choices(("0 to 2", "each agent's move: 0 up, 1 right, 2 down, 3 left"))],
        "The number of tiles that have been cleaned, minus ``penalty_per_timestep``.",
        "All tiles are clean, an agent steps into a wall, or ``time_limit`` steps "
        "have been taken.",
        f"{SITE}/cleaner/",
    ),
    "LevelBasedForaging": Env(
        "LevelBasedForaging",
        (),
        "Two agents, controlled together, collect food on an 8 by 8 grid. Agents "
        "and food have levels; agents beside a food that load at once eat it if "
        "their levels add up to its level.",
        [
            keys(
                (
                    "agents_view",
                    "for each agent: row, column and level of each food, of "
                    "itself, and of the other agents; -1, -1, 0 if it is not seen",
                ),
                ("action_mask", "whether each action of each agent is legal"),
                STEPS,
            )
        ],
        [
            choices(
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
        f"{SITE}/lbf/",
        names=("LBF",),
    ),
    "Maze": Env(
        "Maze",
        (),
        "Find the way to the target in a random maze.",
        [
            keys(
                ("agent_position", "the agent's ``row`` and ``col``"),
                ("target_position", "the target's ``row`` and ``col``"),
                ("walls", "whether there is a wall in each cell"),
                MASK,
                STEPS,
            )
        ],
        [MOVES],
        "1 for the target.",
        "The agent reaches the target, or ``time_limit`` steps have been taken. A "
        "step into a wall does nothing.",
        f"{SITE}/maze/",
    ),
    "PacMan": Env(
        "PacMan",
        (),
        "Eat all pellets of a maze, and keep away from four ghosts, or eat them "
        "for 30 steps after a power-up.",
        [
            keys(
                ("grid", "1 for each free cell"),
                ("player_locations", "the player's row ``x`` and column ``y``"),
                ("ghost_locations", "the column and row of each ghost"),
                (
                    "power_up_locations",
                    "those of each power-up; 0, 0 when it is eaten",
                ),
                ("pellet_locations", "those of each pellet, likewise"),
                ("frightened_state_time", "steps for which ghosts can be eaten"),
                MASK,
                ("score", "the sum of the rewards"),
            )
        ],
        [by_index(("row - 1", "column - 1", "row + 1", "column + 1", "none"))],
        "10 for a pellet, 50 for a power-up, 200 for a ghost, once each.",
        "All pellets are eaten, a ghost eats the player, or ``time_limit`` steps "
        "have been taken. A step into a wall does nothing.",
        f"{SITE}/pac_man/",
    ),
    "RobotWarehouse": Env(
        "RobotWarehouse",
        (),
        "Four agents, controlled together, bring requested shelves to two goals.",
        [
            keys(
                (
                    "agents_view",
                    "for each agent: row, column, whether it carries a shelf, four "
                    "flags for its direction, whether it is on a way; for each "
                    "other cell around: whether there is an agent, and its "
                    "direction; for each cell: whether there is a shelf, and "
                    "whether it is requested",
                ),
                ("action_mask", "whether each action of each agent is legal"),
                STEPS,
            )
        ],
        [
            choices(
                (
                    "0 to 3",
                    "each agent's action: 0 none, 1 forward, 2 turn left, 3 turn "
                    "right, 4 take or leave a shelf",
                )
            )
        ],
        "1 for each requested shelf at a goal.",
        "Two agents collide, or ``time_limit`` steps have been taken. An illegal "
        "action does nothing.",
        f"{SITE}/robot_warehouse/",
        notes="An agent that does nothing among the shelves leaves its shelf.",
        names=("RWARE",),
    ),
    "SearchAndRescue": Env(
        "SearchAndRescue",
        (),
        "Two agents, controlled together, find 40 moving targets on a square whose "
        "opposite edges are joined.",
        [
            keys(
                (
                    "searcher_views",
                    "for each agent, the distance in each direction of other "
                    "agents, of targets that are found, and of others, as a share "
                    "of the range; -1 for none",
                ),
                ("targets_remaining", "the share of targets that are not found"),
                ("step", "the number of steps"),
                ("positions", "x and y of each agent"),
            )
        ],
        [
            choices(
                ("0", "an agent's turn, as a share of ``searcher_max_rotate``"),
                (
                    "1",
                    "its acceleration, as a share of ``searcher_max_accelerate``",
                ),
            )
        ],
        "The sum of the agents' rewards, which are in ``info['agent_rewards']``: "
        "for each target, ``(time_limit - step) / time_limit``, shared by those "
        "who find it at once.",
        "All targets are found, or ``time_limit`` steps have been taken.",
        f"{SITE}/search_and_rescue/",
    ),
    "Snake": Env(
        "Snake",
        (),
        "Eat fruits, each of which makes the snake longer.",
        [
            keys(
                (
                    "grid",
                    "cell by cell: body, head, tail, fruit, and the body's order "
                    "from 0 to 1, the head",
                ),
                MASK,
                STEPS,
            )
        ],
        [MOVES],
        "1 for a fruit.",
        "The snake leaves the board, bites itself or fills the board, or "
        "``time_limit`` steps have been taken.",
        f"{SITE}/snake/",
    ),
    "Sokoban": Env(
        "Sokoban",
        (),
        "Push four boxes on four targets.",
        [
            keys(
                (
                    "grid",
                    "cell by cell: 3 for the agent, 4 for a box; and 1 for a wall, "
                    "2 for a target",
                ),
                STEPS,
            )
        ],
        [MOVES],
        "1 for each box that comes on a target, -1 for each that leaves one, 10 "
        "for the solution, -0.1 for each step.",
        "All boxes are on targets, or ``time_limit`` steps have been taken. An "
        "illegal action does nothing.",
        f"{SITE}/sokoban/",
        notes="The levels are the 1,000 of Boxoban's set ``unfiltered-test``. "
        "``dataset_name`` may be the path of another of the files that Jumanji "
        "downloads, for instance ``unfiltered-train.npy``.",
    ),
}
