# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The keywords of `make` that concern the pool rather than its envs."""

from __future__ import annotations

import dataclasses
import enum
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from envpool.python.argument_checks import (
    INT32_MAX,
    as_bool,
    as_camera,
    as_choice,
    as_int,
    as_str,
    did_you_mean,
    show,
)
from envpool.python.errors import ConfigError, ConfigTypeError

__all__ = ["AUTORESET_MODES", "PIXEL_RULES", "Options", "split_options"]

AUTORESET_MODES = ("next_step", "same_step", "disabled")
INFOS = ("official", "all", "none")
OUTPUTS = ("numpy", "torch", "jax")
RECORD_FORMATS = ("mp4", "gif")
RENDER_MODES = (None, "rgb_array", "human", "ansi")
_MAX_PIXELS = 16384
# Rules of the config keys of envs whose observations are frames.
PIXEL_RULES: Mapping[str, Mapping[str, Any]] = {
    "render_width": {"min": 1, "max": _MAX_PIXELS},
    "render_height": {"min": 1, "max": _MAX_PIXELS},
    "render_camera_id": {"min": -1},
}


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a pool behaves. No option changes what an env computes.

    Attributes:
      autoreset_mode: when a finished env starts its next episode: "next_step",
        "same_step", or "disabled" (only by `reset`).
      episode_stats: whether `info["episode"]` has return, length and duration
        of finished episodes.
      infos: "official" (the keys of the official env), "all", "none", or a tuple
        of keys. None means "official" with `env_type="gymnasium"` if there is an
        official env, and "all" otherwise.
      gym_api: "0.26" or "0.21", for `env_type="gym"`. With "0.21", `reset`
        returns only the observation, and `step` returns four values.
      gym_spaces: whether spaces and base class come from the package `gym`
        instead of Gymnasium, for `env_type="gym"`. None means: with
        `gym_api="0.21"`, if that package is installed.
      output: what results are made of: "numpy" arrays, "torch" tensors or "jax"
        arrays. They share the pool's memory.
      static_output: whether results come in the same few arrays again and
        again, each valid until the result after the next is asked for.
      render_mode: None, "rgb_array", "human" or "ansi".
      render_env_id: the env that `render` shows by default. None means all envs
        with `env_type="gymnasium"`, and env 0 otherwise.
      render_width: width of a frame; 0 is the env's default.
      render_height: height of a frame; 0 is the env's default.
      render_camera_id: the camera's number, or its name in the model; -1 is the
        env's default.
      caller_helps: whether the calling thread steps envs instead of sleeping.
      chunk: how many envs a thread takes at once; 0 adapts to their cost.
      shared_threads: whether to share threads with all pools that set this.
      numa: "auto", or "off" to ignore NUMA nodes.
      record: the folder for videos of whole episodes; None for none.
      record_every: of each env in `record_envs`, every how many episodes one is
        recorded, beginning with the first.
      record_envs: the envs of which videos are made.
      record_format: "mp4" or "gif".
      record_actions: a new file for seeds and actions, from which
        `envpool.replay` plays episodes again; None for none.
    """

    autoreset_mode: str = "next_step"
    episode_stats: bool = False
    infos: str | tuple[str, ...] | None = None
    gym_api: str = "0.26"
    gym_spaces: bool | None = None
    output: str = "numpy"
    static_output: bool = False
    render_mode: str | None = None
    render_env_id: int | None = None
    render_width: int = 0
    render_height: int = 0
    render_camera_id: int | str = -1
    caller_helps: bool = True
    chunk: int = 0
    shared_threads: bool = False
    numa: str = "auto"
    record: str | None = None
    record_every: int = 1
    record_envs: tuple[int, ...] = (0,)
    record_format: str = "mp4"
    record_actions: str | None = None

    @property
    def records(self) -> bool:
        """Whether anything is recorded."""
        return self.record is not None or self.record_actions is not None

    def native(self) -> dict[str, Any]:
        """Returns those that the native pool takes."""
        return {
            "autoreset_mode": self.autoreset_mode,
            "episode_stats": self.episode_stats,
            "caller_helps": self.caller_helps,
            "chunk": self.chunk,
            "shared_threads": self.shared_threads,
            "numa": self.numa,
        }

    def changed(self) -> dict[str, Any]:
        """Returns those that differ from the defaults."""
        return {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != field.default
        }


OPTION_NAMES = tuple(field.name for field in dataclasses.fields(Options))


def autoreset_mode(value: Any) -> str:
    """Returns the mode's name; accepts Gymnasium's `AutoresetMode`."""
    if isinstance(value, enum.Enum):
        value = value.name.lower()
    text = as_str("autoreset_mode", value)
    snake = {"NextStep": "next_step", "SameStep": "same_step"}
    return str(
        as_choice("autoreset_mode", snake.get(text, text).lower(), AUTORESET_MODES)
    )


def _render_mode(value: Any) -> str | None:
    if value is None:
        return None
    return str(as_choice("render_mode", as_str("render_mode", value), RENDER_MODES))


def _infos(value: Any) -> str | tuple[str, ...] | None:
    if value is None:
        return None
    if isinstance(value, str):
        return str(as_choice("infos", value, INFOS))
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise ConfigTypeError(
            f"infos: expected one of {', '.join(map(repr, INFOS))}, or a list of "
            f"keys, got {show(value)}"
        )
    return tuple(as_str("infos", key) for key in value)


def _path(name: str, value: Any) -> str:
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    text = str(as_str(name, value))
    if not text:
        raise ConfigError(f"{name}: expected a path, got an empty string")
    return text


def _record_envs(value: Any) -> tuple[int, ...]:
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple, range)):
        raise ConfigTypeError(f"record_envs: expected a list of ids, got {show(value)}")
    ids = tuple(as_int("record_envs", env_id, 0) for env_id in value)
    if not ids or len(set(ids)) < len(ids):
        raise ConfigError(
            f"record_envs: expected at least one env, and none twice, got {show(value)}"
        )
    return ids


def _optional(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else check(value)


_CHECKS: Mapping[str, Any] = {
    "autoreset_mode": autoreset_mode,
    "episode_stats": lambda v: as_bool("episode_stats", v),
    "infos": _infos,
    "gym_api": lambda v: as_choice("gym_api", as_str("gym_api", v), ("0.26", "0.21")),
    "gym_spaces": _optional(lambda v: as_bool("gym_spaces", v)),
    "output": lambda v: as_choice("output", as_str("output", v), OUTPUTS),
    "static_output": lambda v: as_bool("static_output", v),
    "render_mode": _render_mode,
    "render_env_id": _optional(lambda v: as_int("render_env_id", v, 0)),
    "render_width": lambda v: as_int("render_width", v, 0, _MAX_PIXELS),
    "render_height": lambda v: as_int("render_height", v, 0, _MAX_PIXELS),
    "render_camera_id": lambda v: as_camera("render_camera_id", v),
    "caller_helps": lambda v: as_bool("caller_helps", v),
    "chunk": lambda v: as_int("chunk", v, 0, INT32_MAX),
    "shared_threads": lambda v: as_bool("shared_threads", v),
    "numa": lambda v: as_choice("numa", as_str("numa", v), ("auto", "off")),
    "record": _optional(lambda v: _path("record", v)),
    "record_every": lambda v: as_int("record_every", v, 1),
    "record_envs": _record_envs,
    "record_format": lambda v: as_choice(
        "record_format", as_str("record_format", v), RECORD_FORMATS
    ),
    "record_actions": _optional(lambda v: _path("record_actions", v)),
}


def split_options(
    kwargs: Mapping[str, Any],
) -> tuple[Options, bool, dict[str, Any]]:
    """Splits the keywords of `make` into options and config.

    With `from_pixels` the size of the frames and the camera are config as well.

    Returns:
      The options, `from_pixels`, and what is left for the config.
    """
    config = dict(kwargs)
    from_pixels = as_bool("from_pixels", config.pop("from_pixels", False))
    if not as_bool("gym_reset_return_info", config.get("gym_reset_return_info", True)):
        raise ConfigError(
            "gym_reset_return_info: expected True, got "
            f"{show(config['gym_reset_return_info'])}; "
            'use gym_api="0.21" for a reset that returns only the observation'
        )
    chosen = {
        name: _CHECKS[name](config.pop(name)) for name in OPTION_NAMES if name in config
    }
    if from_pixels:
        for name in ("render_width", "render_height"):
            config[name] = chosen.setdefault(name, 84)
            as_int(name, config[name], 1, _MAX_PIXELS)
        camera = chosen.get("render_camera_id", -1)
        if isinstance(camera, str):
            config["render_camera_name"] = camera
        else:
            config["render_camera_id"] = camera
    elif "pixels_only" in config:
        raise ConfigError("pixels_only: expected only with from_pixels=True")
    return Options(**chosen), from_pixels, config


def only_options(kwargs: Any) -> Options:
    """Returns the options in `kwargs`, which has nothing else."""
    if kwargs is None:
        return Options()
    if not isinstance(kwargs, Mapping):
        raise ConfigTypeError(f"options: expected a dict, got {show(kwargs)}")
    options, _, rest = split_options(kwargs)
    for name in rest:
        raise ConfigTypeError(
            f"{name}: unknown option{did_you_mean(str(name), OPTION_NAMES)}; known "
            f"options: {', '.join(OPTION_NAMES)}"
        )
    return options


def check_options(
    options: Options, env_type: str, num_envs: int, max_num_players: int
) -> None:
    """Checks what depends on the pool."""
    if options.render_env_id is not None and options.render_env_id >= num_envs:
        raise ConfigError(
            f"render_env_id: expected an integer in [0, {num_envs - 1}], "
            f"got {options.render_env_id}"
        )
    wrong = [env_id for env_id in options.record_envs if env_id >= num_envs]
    if options.record is not None and wrong:
        raise ConfigError(
            f"record_envs: expected ids in [0, {num_envs - 1}], got {wrong[0]}"
        )
    if options.gym_api != "0.26" and env_type != "gym":
        raise ConfigError(
            f'gym_api: expected only with env_type="gym", got '
            f'"{options.gym_api}" with env_type="{env_type}"'
        )
    if options.gym_spaces is not None and env_type != "gym":
        raise ConfigError(
            f'gym_spaces: expected only with env_type="gym", got '
            f'{options.gym_spaces} with env_type="{env_type}"'
        )
    if options.static_output and options.output == "jax":
        raise ConfigError(
            'static_output: expected False with output="jax", got True: arrays of '
            "JAX never change"
        )
    if options.autoreset_mode == "same_step" and max_num_players > 1:
        raise ConfigError(
            'autoreset_mode: expected "next_step" or "disabled" with more than '
            'one player per env, got "same_step"'
        )
    if env_type != "dm":
        return
    if options.autoreset_mode == "same_step":
        raise ConfigError(
            'autoreset_mode: expected "next_step" or "disabled" with '
            'env_type="dm", got "same_step": a TimeStep cannot hold the last '
            "observation of the previous episode"
        )
    if options.infos not in (None, "all"):
        raise ConfigError(
            f'infos: expected "all" with env_type="dm", got {options.infos!r}: '
            "infos are entries of the observation, see observation_spec()"
        )
    if options.episode_stats:
        raise ConfigError(
            'episode_stats: expected False with env_type="dm", got True: a '
            "TimeStep cannot hold them"
        )
