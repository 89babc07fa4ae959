# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The meanings of the config keys of MiniGrid and BabyAI."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["MEANINGS"]

MEANINGS: Mapping[str, str] = {
    "env_name": "Kind of task; the id sets it.",
    "size": "Side of the square grid in cells, walls included, or of the task's rooms.",
    "width": "DistShift, MultiRoom: columns of the grid, walls included.",
    "height": "DistShift, MultiRoom: rows of the grid, walls included.",
    "agent_start_pos": "Empty, DistShift, Dynamic-Obstacles: column and row where the "
    "agent starts; (-1, -1) means at random.",
    "agent_start_dir": "Empty, DistShift, Dynamic-Obstacles: direction at the start, 0 "
    "right, 1 down, 2 left, 3 up, or -1 for a random one.",
    "agent_pos": "FourRooms: column and row where the agent starts; (-1, -1) means at "
    "random.",
    "goal_pos": "FourRooms: column and row of the goal; (-1, -1) means at random.",
    "agent_view_size": "Number of cells that the agent sees ahead and from left to "
    "right; must be odd.",
    "see_through_walls": "Whether the agent sees behind walls and closed doors.",
    "mission_bytes": 'Size of a mission in bytes with `env_type` "gym" and "dm"; '
    "shorter ones are filled up with zeros.",
    "action_max": "Largest action: 6, or 2 for left, right and forward only.",
    "num_crossings": "Crossing: number of rivers.",
    "obstacle_type": "Crossing, LavaGap: what the obstacles are.",
    "strip2_row": "DistShift: row of the second strip of lava.",
    "n_obstacles": "Dynamic-Obstacles: number of balls that move about.",
    "num_objs": "Fetch, GoToObject, PutNear and some tasks of BabyAI: number of "
    "objects.",
    "random_length": "Memory: whether the corridor has a random length.",
    "room_size": "Side of a room in cells, walls included, in worlds with rows of "
    "rooms.",
    "num_rows": "Number of rows of rooms.",
    "num_cols": "Number of columns of rooms.",
    "obj_type": "KeyCorridor: what is to be found.",
    "min_num_rooms": "MultiRoom: least number of rooms.",
    "max_num_rooms": "MultiRoom: greatest number of rooms.",
    "max_room_size": "MultiRoom: greatest side of a room in cells, walls included.",
    "key_in_box": "ObstructedMaze: whether keys are hidden in boxes.",
    "blocked": "ObstructedMaze: whether balls stand in front of locked doors.",
    "agent_room": "ObstructedMaze: column and row of the room where the agent starts.",
    "num_quarters": "ObstructedMaze: number of corners in which the ball may be.",
    "num_rooms_visited": "ObstructedMaze: number of rooms that a solution visits, on "
    "which the limit of steps depends.",
    "wfc_preset": "WFC: name of the pattern that levels imitate.",
    "ensure_connected": "WFC: whether all free cells can be reached.",
    # BabyAI.
    "num_dists": "Number of objects that distract.",
    "locked_room_prob": "Probability of a locked room.",
    "locations": "Whether missions may say where an object is.",
    "unblocking": "Whether the agent may have to clear its way.",
    "implicit_unlock": "Whether the agent may have to unlock doors that the mission "
    "does not mention.",
    "action_kinds": "Verbs of missions, separated by commas: goto, pickup, open, "
    "putnext.",
    "instr_kinds": "Kinds of instructions, separated by commas: action, and, seq.",
    "doors_open": "Whether doors are open at the start.",
    "debug": "OpenDoor, OpenDoorsOrder, PickupDist: whether an action on a wrong "
    "object ends the episode.",
    "select_by": 'OpenDoor: whether the mission names the door by its "color" or its '
    'place, "loc"; empty for a random choice.',
    "first_color": "OpenTwoDoors: colour of the first door; empty for a random one.",
    "second_color": "OpenTwoDoors: colour of the second door; empty for a random one.",
    "strict": "OpenTwoDoors: whether opening the second door first ends the episode.",
    "num_doors": "OpenDoorsOrder: number of doors.",
    "objs_per_room": "PutNext: number of objects in each room.",
    "start_carrying": "PutNext: whether the agent carries the object at the start.",
    "distractors": "Unlock, UnlockPickup: whether there are objects that distract.",
    # Official wrappers and rendering.
    "observation": "Which official wrapper's observation is returned; `partial` is "
    "the env's own.",
    "tile_size": "Side of a cell in pixels; 0 means 32 in rendered frames and 8 in "
    "observations.",
    "highlight": "Whether rendered frames show what the agent sees in a lighter "
    "colour.",
    "agent_pov": "Whether rendered frames show only what the agent sees.",
    "no_death": "Types of objects that no longer end the episode, as in the wrapper "
    "NoDeath.",
    "death_cost": "Added to the reward when `no_death` prevents the end.",
    "position_bonus": "Add the wrapper PositionBonus' reward for places that have "
    "been visited rarely.",
    "action_bonus": "Add the wrapper ActionBonus' reward for actions that have been "
    "tried rarely in a place.",
}
