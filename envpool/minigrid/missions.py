# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The official mission spaces."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gymnasium

__all__ = ["mission_space"]

_COLORS = ["blue", "green", "grey", "purple", "red", "yellow"]
_TYPES = ["key", "ball", "box"]
_SYNTAX = ["get a", "go get a", "fetch a", "go fetch a", "you must fetch a"]
_REACH_GOAL = "get to the green goal square"

# The template of each task's missions, and the words for its placeholders.
_TEXTS: Mapping[str, tuple[str, Sequence[Sequence[str]]]] = {
    "empty": (_REACH_GOAL, ()),
    "distshift": (_REACH_GOAL, ()),
    "dynamic_obstacles": (_REACH_GOAL, ()),
    "doorkey": ("use the key to open the door and then get to the goal", ()),
    "four_rooms": ("reach the goal", ()),
    "fetch": ("{} {} {}", (_SYNTAX, _COLORS, ["key", "ball"])),
    "goto_door": ("go to the {} door", (_COLORS,)),
    "goto_object": ("go to the {} {}", (_COLORS, _TYPES)),
    "put_near": (
        "put the {} {} near the {} {}",
        (_COLORS, _TYPES, _COLORS, _TYPES),
    ),
    "locked_room": (
        "get the {} key from the {} room, unlock the {} door and go to the goal",
        (_COLORS, _COLORS, _COLORS),
    ),
    "memory": ("go to the matching object at the end of the hallway", ()),
    "multi_room": ("traverse the rooms to get to the goal", ()),
    "playground": ("", ()),
    "red_blue_door": ("open the red door then the blue door", ()),
    "unlock": ("open the door", ()),
    "unlock_pickup": ("pick up the {} box", (_COLORS,)),
    "blocked_unlock_pickup": ("pick up the {} {}", (_COLORS, ["box", "key"])),
    "obstructed_maze_1dlhb": ("pick up the {} ball", (["blue"],)),
    "obstructed_maze_full": ("pick up the {} ball", (["blue"],)),
    "obstructed_maze_full_v1": ("pick up the {} ball", (["blue"],)),
    "wfc": ("traverse the maze to get to the goal", ()),
}
_OBSTACLES = {
    "lava": "avoid the lava and get to the green goal square",
    "wall": "find the opening and get to the green goal square",
}


class OwnMissionSpace(gymnasium.Space[str]):
    """A substitute for the `MissionSpace` of the package minigrid.

    Args:
      mission_func: makes a mission from one word per placeholder.
      ordered_placeholders: the words of each placeholder; None if there are none.
      seed: the seed of the samples.
    """

    def __init__(
        self,
        mission_func: Callable[..., str],
        ordered_placeholders: list[list[str]] | None = None,
        seed: int | None = None,
    ) -> None:
        self.mission_func = mission_func
        self.ordered_placeholders = ordered_placeholders
        super().__init__(dtype=str, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Returns a random mission."""
        gaps = self.ordered_placeholders or []
        return self.mission_func(
            *(words[self.np_random.integers(0, len(words))] for words in gaps)
        )

    def contains(self, x: Any) -> bool:
        """Returns whether `x` is a mission."""
        gaps = self.ordered_placeholders or []
        return any(x == self.mission_func(*words) for words in itertools.product(*gaps))

    def __eq__(self, other: object) -> bool:
        """Returns whether `other` contains the same missions."""
        if not isinstance(other, OwnMissionSpace):
            return False
        ours, theirs = (s.ordered_placeholders or [] for s in (self, other))
        dummies = [""] * len(ours)
        return [set(words) for words in ours] == [
            set(words) for words in theirs
        ] and self.mission_func(*dummies) == other.mission_func(*dummies)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Returns the constructor's arguments as text."""
        return f"MissionSpace({self.mission_func}, {self.ordered_placeholders})"


class OwnBabyAIMissionSpace(OwnMissionSpace):
    """A substitute for the `BabyAIMissionSpace` of the package minigrid."""

    def __init__(self) -> None:
        super().__init__(lambda: "go")

    def contains(self, x: Any) -> bool:
        """Returns True: as in the official space, any text is a mission."""
        return True


def _official(module: str, name: str) -> Any:
    """Returns a class of the package minigrid, or None if it is not installed."""
    if importlib.util.find_spec("minigrid") is None:
        return None
    hide = "PYGAME_HIDE_SUPPORT_PROMPT"
    was_hidden = hide in os.environ
    os.environ.setdefault(hide, "1")  # minigrid imports pygame, which prints a banner
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError:
        return None
    finally:
        if not was_hidden:
            del os.environ[hide]


def _function(text: str, gaps: int) -> Callable[..., str]:
    """Returns the function that fills the placeholders of a text.

    The official class inspects the number of its parameters, so `*words` is not
    possible.
    """
    functions: Sequence[Callable[..., str]] = (
        lambda: text,
        lambda a: text.format(a),
        lambda a, b: text.format(a, b),
        lambda a, b, c: text.format(a, b, c),
        lambda a, b, c, d: text.format(a, b, c, d),
    )
    return functions[gaps]


def mission_space(config: Mapping[str, Any]) -> Any:
    """Returns the mission space of a task.

    It is of the official class if the package minigrid is installed, else of an
    equivalent class.

    Args:
      config: the task's config.
    """
    task = config["env_name"]
    if task.startswith("babyai_"):
        module = "minigrid.envs.babyai.core.roomgrid_level"
        return (_official(module, "BabyAIMissionSpace") or OwnBabyAIMissionSpace)()
    cls = _official("minigrid.core.mission", "MissionSpace") or OwnMissionSpace
    gaps: Sequence[Sequence[str]]
    if task in ("crossing", "lava_gap"):
        text, gaps = _OBSTACLES[config["obstacle_type"]], ()
    elif task == "key_corridor":
        text, gaps = "pick up the {} {}", (_COLORS, [config["obj_type"]])
    else:
        text, gaps = _TEXTS[task]
    words = [list(gap) for gap in gaps]
    return cls(_function(text, len(words)), words or None)
