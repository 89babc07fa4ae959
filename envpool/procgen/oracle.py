# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: the official vector env, which uses the library as ProcgenGym3Env.

The official package has no wheel for this Python, but its library does not depend on
Python. Here it makes all envs of a vector env at once, through gym3's interface, with
the official images.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool.procgen
from envpool.procgen.registration import GAMES, MODES, steps_per_level
from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, Row

__all__ = ["PARITY", "Official", "OfficialVector", "case_of", "official_options"]

DATA = Path(envpool.procgen.__file__).parents[3] / "procgen/procgen/data"
UINT8, INT32 = 1, 2
# The defaults of the official package.
DEFAULTS = {
    "num_levels": 0,
    "start_level": 0,
    "num_actions": 15,
    "use_sequential_levels": False,
    "debug_mode": 0,
    "num_threads": 0,
    "render_human": False,
    "center_agent": True,
    "use_generated_assets": False,
    "use_monochrome_assets": False,
    "restrict_themes": False,
    "use_backgrounds": True,
    "paint_vel_info": False,
    "distribution_mode": MODES["hard"],
}
EXPLORATION_LEVELS = {
    "coinrun": 1949448038,
    "caveflyer": 1259048185,
    "leaper": 1318677581,
    "jumper": 1434825276,
    "maze": 158988835,
    "heist": 876640971,
    "climber": 1561126160,
    "ninja": 1123500215,
}


class _Option(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char * 128),
        ("type", ctypes.c_int),
        ("count", ctypes.c_int),
        ("data", ctypes.c_void_p),
    )


class _Options(ctypes.Structure):
    _fields_ = (("items", ctypes.POINTER(_Option)), ("count", ctypes.c_int))


class _Buffers(ctypes.Structure):
    _fields_ = (
        ("observations", ctypes.c_void_p),
        ("rewards", ctypes.c_void_p),
        ("firsts", ctypes.c_void_p),
        ("infos", ctypes.c_void_p),
        ("actions", ctypes.c_void_p),
    )


def _library() -> Any:
    library = ctypes.CDLL(str(DATA / "prebuilt/libenv.so"))
    library.libenv_make.restype = ctypes.c_void_p
    library.libenv_make.argtypes = (ctypes.c_int, _Options)
    library.libenv_set_buffers.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    for function in (library.libenv_act, library.libenv_observe, library.libenv_close):
        function.argtypes = (ctypes.c_void_p,)
    return library


def _array(value: Any) -> tuple[int, NDArray[Any]]:
    if isinstance(value, str):
        return UINT8, np.frombuffer(value.encode(), np.uint8)
    if isinstance(value, bool):
        return UINT8, np.array([value], np.uint8)
    return INT32, np.array([value], np.int32)


class OfficialVector:
    """ProcgenGym3Env(num, env_name, rand_seed=seed, **options).

    Args:
      num: the number of envs.
      game: the name of the game.
      seed: `rand_seed`.
      **options: options from `official_options`.

    Attributes:
      rgb: the frames.
      reward: the rewards of the last actions.
      first: whether each frame is the first of an episode.
      infos: the library's infos.
      rendered: the frames of `render_human`, after `render`.
    """

    def __init__(self, num: int, game: str, seed: int, **options: Any) -> None:
        self._library = _library()
        values = {**DEFAULTS, **options, "env_name": game, "rand_seed": seed}
        values["resource_root"] = f"{DATA}/assets/"
        items = (_Option * len(values))()
        kept = []
        for item, (name, value) in zip(items, values.items(), strict=True):
            item.name = name.encode()
            item.type, array = _array(value)
            item.count, item.data = array.size, array.ctypes.data
            kept.append(array)
        self._env = self._library.libenv_make(num, _Options(items, len(values)))
        self.rgb = np.zeros((num, 64, 64, 3), np.uint8)
        self.reward = np.zeros(num, np.float32)
        self.first = np.zeros(num, np.bool_)
        self.infos: dict[str, NDArray[Any]] = {
            "prev_level_seed": np.zeros(num, np.int32),
            "prev_level_complete": np.zeros(num, np.uint8),
            "level_seed": np.zeros(num, np.int32),
        }
        self.rendered = np.zeros((num, 512, 512, 3), np.uint8)
        self._action = np.zeros(num, np.int32)
        infos = [*self.infos.values(), self.rendered]
        pointers = [
            _pointers([self.rgb]),
            self.reward.ctypes.data,
            self.first.ctypes.data,
            _pointers(infos if values["render_human"] else infos[:3]),
            _pointers([self._action]),
        ]
        buffers = _Buffers(*(ctypes.cast(p, ctypes.c_void_p) for p in pointers))
        self._library.libenv_set_buffers(self._env, ctypes.byref(buffers))

    def act(self, actions: Any) -> None:
        """Takes a step with each env."""
        self._action[:] = actions
        self._library.libenv_act(self._env)

    def render(self) -> None:
        """Draws the frames of `render_human`."""
        self._library.libenv_observe(self._env)

    def close(self) -> None:
        """Ends the envs."""
        self._library.libenv_close(self._env)


def _pointers(arrays: Sequence[NDArray[Any]]) -> Any:
    """Returns the addresses of all items, array by array."""
    items = [array[i:].ctypes.data for array in arrays for i in range(len(array))]
    return (ctypes.c_void_p * len(items))(*items)


def official_options(task_id: str, **options: Any) -> tuple[str, dict[str, Any]]:
    """Returns the game of a task, and its options in the library's form.

    Args:
      task_id: the task.
      **options: the pool's options.
    """
    config = {**registry.specs[task_id][2], **options}
    known = {key: value for key, value in config.items() if key in DEFAULTS}
    game = config["env_name"]
    if known.get("distribution_mode") == MODES["exploration"]:
        known["distribution_mode"] = MODES["hard"]
        known |= {"num_levels": 1, "start_level": EXPLORATION_LEVELS[game]}
    return game, known


class _One:
    """The last env of an official vector env; its `reset` takes no step."""

    def __init__(
        self, vector: OfficialVector, limit: int, place: int, axes: tuple[int, ...]
    ) -> None:
        self._vector, self._place, self._axes = vector, place, axes
        self._limit, self._steps = limit, 0
        self._shown = self._frame()

    def reset(self) -> Row:
        """Returns the current row: the env has already started the episode."""
        self._steps = 0
        return self._row(0.0, False, False, self._infos())

    def step(self, action: Any) -> Row:
        """Takes a step. The last row of an episode has the previous step's frame."""
        vector, i = self._vector, self._place
        vector.act(action)
        self._steps += 1
        infos = self._infos()
        done, complete = bool(vector.first[i]), infos["prev_level_complete"]
        late = done and not complete and self._steps >= self._limit
        if complete:
            self._steps = 0
        if not done:
            return self._row(vector.reward[i], False, False, infos)
        infos["level_seed"] = infos["prev_level_seed"]
        return {
            "obs": self._shown,
            "reward": float(vector.reward[i]),
            "terminated": not late,
            "truncated": late,
            "info": infos,
        }

    def _frame(self) -> NDArray[np.uint8]:
        frame = self._vector.rgb[self._place]
        return np.array(frame.transpose(self._axes), np.uint8)

    def _infos(self) -> dict[str, int]:
        return {key: int(v[self._place]) for key, v in self._vector.infos.items()}

    def _row(self, reward: Any, terminated: bool, truncated: bool, infos: Any) -> Row:
        self._shown = self._frame()
        return {
            "obs": self._shown,
            "reward": float(reward),
            "terminated": terminated,
            "truncated": truncated,
            "info": infos,
        }


class Official(Adapter):
    """Env i of an official vector env, which has one seed for all envs."""

    same_infos = True

    def make(self, case: Case, seed: int) -> _One:
        """Returns an official env."""
        game, options = official_options(case.task_id, **case.options)
        place = self._place = getattr(self, "_place", -1) + 1
        if place == self.num_envs:
            place = self._place = 0
        vector = OfficialVector(place + 1, game, seed - place, **options)
        mode = options.get("distribution_mode", MODES["hard"])
        name = next(name for name, value in MODES.items() if value == mode)
        config = {**registry.specs[case.task_id][2], **case.options}
        axes = (2, 0, 1) if config.get("channel_first", True) else (0, 1, 2)
        return _One(vector, steps_per_level(game, name), place, axes)

    def is_random(self, case: Case) -> bool:
        """Returns whether there is more than one level."""
        return official_options(case.task_id, **case.options)[1].get("num_levels") != 1


def case_of(task_id: str, steps: int = 1000, **options: Any) -> Case:
    """Returns a case of at least one episode.

    Args:
      task_id: the pool's id.
      steps: least number of steps.
      **options: the pool's options.
    """
    return Case(task_id, steps, options=options, max_steps=7000)


PARITY: list[tuple[Adapter, Case]] = [
    (Official(), case_of(f"{name.capitalize()}{mode.capitalize()}-v0"))
    for name, game in GAMES.items()
    for mode in ("easy", "hard", *game.modes)
]
