# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the options among the keywords of `make`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from envpool.python.config.argument_checks import as_bool, as_int, did_you_mean, show
from envpool.python.config.keywords import MAX_PIXELS, OPTIONS, Options
from envpool.python.errors import ConfigError, ConfigTypeError

__all__ = ["check_options", "move_own", "only_options", "options_of", "split_options"]

# The option that some envs have as a config key of their own.
_STACK = "frame_stack"
_OWN_STACKS = frozenset({_STACK, "stack_num"})


def options_of(keys: Collection[str]) -> list[str]:
    """Returns the options that pools have beside these keys of an env config."""
    stacks = not _OWN_STACKS.isdisjoint(keys)
    return [name for name in OPTIONS if name != _STACK or not stacks]


def move_own(
    chosen: dict[str, Any], config: dict[str, Any], keys: Collection[str]
) -> None:
    """Moves given options that are config keys of such envs to the config.

    Args:
      chosen: the options that were given.
      config: the other keywords.
      keys: the keys of the config of these envs.
    """
    known = options_of(keys)
    for name in [name for name in chosen if name not in known]:
        config[name] = chosen.pop(name)


def split_options(
    kwargs: Mapping[str, Any],
) -> tuple[dict[str, Any], bool, dict[str, Any]]:
    """Splits the keywords of `make` into options and config.

    With `from_pixels`, the size of the frames and the camera are config as well.

    Returns:
      The given options, `from_pixels`, and the remaining keywords, for the config.
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
        name: row.checked(name, config.pop(name))
        for name, row in OPTIONS.items()
        if name in config
    }
    if from_pixels:
        for name in ("render_width", "render_height"):
            config[name] = chosen.setdefault(name, 84)
            as_int(name, config[name], 1, MAX_PIXELS)
        camera = chosen.get("render_camera_id", -1)
        if isinstance(camera, str):
            config["render_camera_name"] = camera
        else:
            config["render_camera_id"] = camera
    elif "pixels_only" in config:
        raise ConfigError("pixels_only: expected only with from_pixels=True")
    return chosen, from_pixels, config


def only_options(kwargs: Any) -> Options:
    """Returns the options in `kwargs`, which must have no other keys."""
    if kwargs is None:
        return Options()
    if not isinstance(kwargs, Mapping):
        raise ConfigTypeError(f"options: expected a dict, got {show(kwargs)}")
    chosen, _, rest = split_options(kwargs)
    for name in rest:
        raise ConfigTypeError(
            f"{name}: unknown option{did_you_mean(str(name), OPTIONS)}; known "
            f"options: {', '.join(OPTIONS)}"
        )
    return Options(**chosen)


def check_options(
    options: Options, env_type: str, num_envs: int, max_num_players: int
) -> None:
    """Checks options that depend on the pool."""
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
