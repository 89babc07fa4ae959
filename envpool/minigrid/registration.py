# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of MiniGrid and BabyAI."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envpool.minigrid.babyai_tasks import register as register_babyai
from envpool.minigrid.meanings import MEANINGS
from envpool.minigrid.official_options import translate
from envpool.minigrid.options import RULES, WFC_PRESETS, check
from envpool.registration import Family, InfoKeys

family = Family("envpool.minigrid")
family.meanings(MEANINGS)
family.rules("MiniGrid", RULES, validate_config=check, translate=translate)


def _mission_space(config: Mapping[str, Any]) -> Any:
    from envpool.minigrid.missions import mission_space

    return mission_space(config)


_INFOS = InfoKeys(absent=frozenset({"agent_pos", "mission_id"}))
family.official(
    "MiniGrid",
    texts={"obs:mission": _mission_space},
    infos=lambda config: _INFOS,
    render_fps=10,
)


_ACTIONS = ("left", "right", "forward", "pickup", "drop", "toggle", "done")
family.controls(
    "MiniGrid",
    names=lambda config: _ACTIONS[: config["action_max"] + 1],
    turns=True,
)


def _task(name: str, env_name: str, max_steps: int, **config: Any) -> None:
    family.task(
        f"MiniGrid-{name}",
        "MiniGrid",
        env_name=env_name,
        max_episode_steps=max_steps,
        **config,
    )


# The option of tasks for which the official class sets it.
SEE = {"see_through_walls": True}
RANDOM_START = {"agent_start_pos": (-1, -1), "agent_start_dir": -1}

for _size in (5, 6, 8, 16):
    _steps = 4 * _size**2
    _task(f"Empty-{_size}x{_size}-v0", "empty", _steps, size=_size, **SEE)
    if _size < 8:
        _task(
            f"Empty-Random-{_size}x{_size}-v0",
            "empty",
            _steps,
            size=_size,
            **RANDOM_START,
            **SEE,
        )
    _task(f"DoorKey-{_size}x{_size}-v0", "doorkey", 10 * _size**2, size=_size)

for _number, _row in ((1, 2), (2, 5)):
    _task(f"DistShift{_number}-v0", "distshift", 252, strip2_row=_row, **SEE)

for _size, _count in ((9, 1), (9, 2), (9, 3), (11, 5)):
    for _name, _type in (("Lava", "lava"), ("Simple", "wall")):
        _task(
            f"{_name}CrossingS{_size}N{_count}-v0",
            "crossing",
            4 * _size**2,
            size=_size,
            num_crossings=_count,
            obstacle_type=_type,
        )

for _size in (5, 6, 7):
    _task(f"LavaGapS{_size}-v0", "lava_gap", 4 * _size**2, size=_size)

for _name, _size, _count, _start in (
    ("5x5", 5, 2, {}),
    ("Random-5x5", 5, 2, RANDOM_START),
    ("6x6", 6, 3, {}),
    ("Random-6x6", 6, 3, RANDOM_START),
    ("8x8", 8, 4, {}),
    ("16x16", 16, 8, {}),
):
    _task(
        f"Dynamic-Obstacles-{_name}-v0",
        "dynamic_obstacles",
        4 * _size**2,
        size=_size,
        n_obstacles=_count,
        action_max=2,
        **_start,
        **SEE,
    )

for _name, _env, _factor, _sizes in (
    ("Fetch", "fetch", 5, ((5, 2), (6, 2), (8, 3))),
    ("GoToObject", "goto_object", 5, ((6, 2), (8, 2))),
):
    for _size, _count in _sizes:
        _task(
            f"{_name}-{_size}x{_size}-N{_count}-v0",
            _env,
            _factor * _size**2,
            size=_size,
            num_objs=_count,
            **SEE,
        )

for _size, _count in ((6, 2), (8, 3)):
    _task(
        f"PutNear-{_size}x{_size}-N{_count}-v0",
        "put_near",
        5 * _size,
        size=_size,
        num_objs=_count,
        **SEE,
    )

for _size in (5, 6, 8):
    _task(f"GoToDoor-{_size}x{_size}-v0", "goto_door", 4 * _size**2, size=_size, **SEE)

_task("FourRooms-v0", "four_rooms", 100)
_task("LockedRoom-v0", "locked_room", 190, size=19)
_task("Playground-v0", "playground", 100)

for _size, _rows in ((3, 1), (3, 2), (3, 3), (4, 3), (5, 3), (6, 3)):
    _task(
        f"KeyCorridorS{_size}R{_rows}-v0",
        "key_corridor",
        30 * _size**2,
        room_size=_size,
        num_rows=_rows,
        obj_type="ball",
    )

for _size, _random in (
    (17, True),
    (13, True),
    (13, False),
    (11, False),
    (9, False),
    (7, False),
):
    _task(
        f"MemoryS{_size}{'Random' if _random else ''}-v0",
        "memory",
        5 * _size**2,
        size=_size,
        random_length=_random,
    )

# In minigrid 3.0.0, N4-S5-v0 has six rooms; minigrid 3.2.0 adds v1 with four.
for _name, _count, _side in (
    ("N2-S4-v0", 2, 4),
    ("N4-S5-v0", 6, 5),
    ("N4-S5-v1", 4, 5),
    ("N6-v0", 6, 10),
):
    _task(
        f"MultiRoom-{_name}",
        "multi_room",
        20 * _count,
        min_num_rooms=_count,
        max_num_rooms=_count,
        max_room_size=_side,
        width=25,
        height=25,
    )

for _name, _in_box, _blocked in (
    ("1Dl", False, False),
    ("1Dlh", True, False),
    ("1Dlhb", True, True),
):
    _task(
        f"ObstructedMaze-{_name}-v0",
        "obstructed_maze_1dlhb",
        288,
        agent_room=(0, 0),
        key_in_box=_in_box,
        blocked=_blocked,
        num_quarters=1,
        num_rooms_visited=2,
    )

# Name, versions, key_in_box, blocked, agent_room, num_quarters, num_rooms_visited.
for _name, _versions, _in_box, _blocked, _room, _quarters, _rooms in (
    ("2Dl", "0", False, False, (2, 1), 1, 4),
    ("2Dlh", "0", True, False, (2, 1), 1, 4),
    ("2Dlhb", "01", True, True, (2, 1), 1, 4),
    ("1Q", "01", True, True, (1, 1), 1, 5),
    ("2Q", "01", True, True, (2, 1), 2, 11),
    ("Full", "01", True, True, (1, 1), 4, 25),
):
    for _version in _versions:
        _task(
            f"ObstructedMaze-{_name}-v{_version}",
            "obstructed_maze_full" + ("_v1" if _version == "1" else ""),
            144 * _rooms,
            agent_room=_room,
            key_in_box=_in_box,
            blocked=_blocked,
            num_quarters=_quarters,
            num_rooms_visited=_rooms,
        )

for _size in (6, 8):
    _task(
        f"RedBlueDoors-{_size}x{_size}-v0", "red_blue_door", 20 * _size**2, size=_size
    )

_task("Unlock-v0", "unlock", 288)
_task("UnlockPickup-v0", "unlock_pickup", 288)
_task("BlockedUnlockPickup-v0", "blocked_unlock_pickup", 576)

for _preset in WFC_PRESETS:
    _task(f"WFC-{_preset}-v0", "wfc", 500, size=25, wfc_preset=_preset)

register_babyai(family)
