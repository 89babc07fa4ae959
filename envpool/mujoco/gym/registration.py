# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The MuJoCo tasks of Gymnasium."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from envpool.mujoco.gym.meanings import MEANINGS, OF_ENVS
from envpool.mujoco.versions import family_of
from envpool.registration import InfoKeys, package_base_path

_POSITIVE = {"min": 1, "max": 1000}
_RANGE = {"item": "float", "length": (0, 2)}
# Large enough for any sensible value; sums of squares do not overflow.
_FARTHEST = 1e6
_SCALE = {"min": 0.0, "max": _FARTHEST}
_PLACE = {"min": -_FARTHEST, "max": _FARTHEST}

# Official names of ranges, and the keys of their ends.
_RANGES = {
    "healthy_z_range": ("healthy_z_min", "healthy_z_max"),
    "healthy_angle_range": ("healthy_angle_min", "healthy_angle_max"),
    "healthy_state_range": ("healthy_state_min", "healthy_state_max"),
    "contact_force_range": ("contact_force_min", "contact_force_max"),
    "contact_cost_range": ("contact_cost_min", "contact_cost_max"),
    "impact_cost_range": ("contact_cost_min", "contact_cost_max"),
}

_RANGES_OF = {
    "Ant": ("healthy_z_range", "contact_force_range"),
    "Hopper": ("healthy_state_range", "healthy_angle_range", "healthy_z_range"),
    "Humanoid": ("healthy_z_range", "contact_cost_range"),
    "HumanoidStandup": ("impact_cost_range",),
    "Walker2d": ("healthy_z_range", "healthy_angle_range"),
}
_WITHOUT_NOISE = ("Pusher", "Reacher")

# Official names of weights, with the key that holds them and its default.
_ALIASES: dict[str, dict[str, tuple[str, float]]] = {
    "HumanoidStandup": {
        "impact_cost_weight": ("contact_cost_weight", 5e-7),
    },
    "Pusher": {
        "reward_control_weight": ("ctrl_cost_weight", 0.1),
        "reward_dist_weight": ("dist_cost_weight", 1.0),
        "reward_near_weight": ("near_cost_weight", 0.5),
    },
    "Reacher": {
        "reward_control_weight": ("ctrl_cost_weight", 1.0),
        "reward_dist_weight": ("dist_cost_weight", 1.0),
    },
}

_RULES: dict[str, dict[str, dict[str, Any]]] = {
    "Pusher": {
        "reset_qvel_scale": _SCALE,
        "cylinder_x_min": _PLACE,
        "cylinder_x_max": _PLACE,
        "cylinder_y_min": _PLACE,
        "cylinder_y_max": _PLACE,
        "cylinder_dist_min": _PLACE,
    },
    "Reacher": {
        "reset_qpos_scale": _SCALE,
        "reset_qvel_scale": _SCALE,
        "reset_goal_scale": _SCALE,
    },
    "InvertedDoublePendulum": {"constraint_obs_dim": {"min": 0, "max": 3}},
}


def _model_path(base_path: str, name: str) -> str:
    """Returns a model's path: by Gymnasium's rules, or in the working folder.

    The assets take precedence over the working folder.
    """
    own = os.path.abspath(os.path.expanduser(name))
    if name.startswith((".", "/", "~")):
        paths = [own]
    else:
        paths = [
            os.path.join(folder, "mujoco", "assets", name)
            for folder in (base_path, package_base_path)
        ]
        paths = list(dict.fromkeys((*paths, own)))
    for path in paths:
        if os.path.isfile(path):
            return path
        if os.path.exists(path):
            raise ValueError(
                f"xml_file: expected a regular file, got {name!r}: {path} is a "
                "folder, a pipe or a device"
            )
    raise ValueError(
        f"xml_file: expected a model's file, got {name!r}: no {' and no '.join(paths)}"
    )


def _check_cylinder(config: dict[str, Any]) -> None:
    """Checks that Pusher's reset finds a place for the cylinder."""
    x = max(abs(config["cylinder_x_min"]), abs(config["cylinder_x_max"]))
    y = max(abs(config["cylinder_y_min"]), abs(config["cylinder_y_max"]))
    least = config["cylinder_dist_min"]
    if not (x * x + y * y) ** 0.5 > least:
        raise ValueError(
            "cylinder_dist_min: expected less than the distance of the farthest "
            f"place, {(x * x + y * y) ** 0.5}, got {least}"
        )


def _hook(env: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Returns the check of an env's config, which also merges aliases."""

    def check(config: dict[str, Any]) -> dict[str, Any]:
        config = dict(config)
        config["xml_file"] = _model_path(config["base_path"], config["xml_file"])
        for name, (other, default) in _ALIASES.get(env, {}).items():
            value = config[name] if config[name] != default else config[other]
            config[name] = config[other] = value
        for name, (low, high) in _RANGES.items():
            ends = config.get(name)
            if ends and len(ends) != 2:
                raise ValueError(f"{name}: expected two numbers, got {ends!r}")
            if ends:
                config[low], config[high] = ends
        for low, high in _RANGES.values():
            if low in config and config[low] > config[high]:
                raise ValueError(
                    f"{low}: expected at most {high}, {config[high]}, got {config[low]}"
                )
        if env == "Pusher":
            _check_cylinder(config)
        return config

    return check


# Infos about the state; all others are about a step.
_STATE_INFOS = frozenset(
    {
        "distance_from_origin",
        "tendon_length",
        "tendon_velocity",
        "x_position",
        "y_position",
        "z_distance_from_origin",
    }
)
_STEP_INFOS = frozenset(
    {
        "distance_penalty",
        "forward_reward",
        "reward_alive",
        "reward_contact",
        "reward_ctrl",
        "reward_dist",
        "reward_forward",
        "reward_fwd",
        "reward_impact",
        "reward_linup",
        "reward_linvel",
        "reward_near",
        "reward_quadctrl",
        "reward_run",
        "reward_survive",
        "velocity_penalty",
        "x_velocity",
        "y_velocity",
    }
)
# Infos that version 4 leaves out, and infos that only version 5 has.
_ABSENT_IN_4 = {"Ant": "reward_contact", "Humanoid": "reward_impact"}
_ABSENT_BEFORE_5 = {"HumanoidStandup": "reward_alive"}


def _info_keys(env: str) -> Callable[[Mapping[str, Any]], InfoKeys]:
    """Returns the function that lists the infos of the official env."""

    def infos(config: Mapping[str, Any]) -> InfoKeys:
        if not config["legacy_info"]:
            return InfoKeys(step_only=_STEP_INFOS)
        absent = {_ABSENT_BEFORE_5.get(env)}
        if config["post_constraint"]:
            absent.add(_ABSENT_IN_4.get(env))
        names = frozenset(name for name in absent if name)
        return InfoKeys(absent=names, step_only=_STEP_INFOS | _STATE_INFOS)

    return infos


family = family_of("gym")
family.meanings(MEANINGS)
for env, meanings in OF_ENVS.items():
    family.meanings(meanings, env)

_CONTACT = {"use_contact_force": True}
_PAID = {"legacy_healthy_reward": False}
_TRIMMED = {
    "exclude_worldbody_observations": True,
    "exclude_root_actuator_forces": True,
}

# For each env: the limit of steps, the first version, and the env's own additions to
# the configs of the first version and of version 5.
_TASKS: dict[str, tuple[int, int, dict[str, Any], dict[str, Any]]] = {
    "Ant": (
        1000,
        3,
        _CONTACT,
        {**_CONTACT, **_PAID, "exclude_worldbody_contact_forces": True},
    ),
    "HalfCheetah": (1000, 3, {}, {}),
    "Hopper": (1000, 3, {}, _PAID),
    "Humanoid": (1000, 3, _CONTACT, {**_CONTACT, **_PAID, **_TRIMMED}),
    "HumanoidStandup": (1000, 2, {}, _TRIMMED),
    "InvertedDoublePendulum": (
        1000,
        2,
        {},
        {"constraint_obs_dim": 1, "reward_if_not_terminated": True},
    ),
    "InvertedPendulum": (1000, 2, {}, {"reward_if_not_terminated": True}),
    "Pusher": (
        100,
        2,
        {},
        {
            "xml_file": "pusher_v5.xml",
            "reward_after_step": True,
            "weighted_reward_info": True,
        },
    ),
    "Reacher": (
        50,
        2,
        {},
        {"reward_after_step": True, "obs_include_z_distance": False},
    ),
    "Swimmer": (1000, 3, {}, {}),
    "Walker2d": (1000, 3, {}, {**_PAID, "xml_file": "walker2d_v5.xml"}),
}

# The time step, in seconds, of each env's model.
_TIMESTEPS = {
    "Hopper": 0.002,
    "Humanoid": 0.003,
    "HumanoidStandup": 0.003,
    "InvertedPendulum": 0.02,
    "Walker2d": 0.002,
}

# The mean return at which an env counts as solved. It is also set in the native
# configs, for envs that are made without an id.
_THRESHOLDS = {
    "Ant": 6000.0,
    "HalfCheetah": 4800.0,
    "Hopper": 3800.0,
    "InvertedDoublePendulum": 9100.0,
    "InvertedPendulum": 950.0,
    "Pusher": 0.0,
    "Reacher": -3.75,
    "Swimmer": 360.0,
}


def _render_fps(env: str) -> Callable[[Mapping[str, Any]], float]:
    timestep = _TIMESTEPS.get(env, 0.01)
    return lambda config: 1 / (timestep * config["frame_skip"])


for env, (limit, first, old, new) in _TASKS.items():
    family.rules(
        env,
        {
            "frame_skip": _POSITIVE,
            "frame_stack": {"min": 1, "max": 64},
            "obs_dtype": {"choices": ("float64", "float32")},
            **({} if env in _WITHOUT_NOISE else {"reset_noise_scale": _SCALE}),
            "xml_file": {"path": True},
            **dict.fromkeys(_RANGES_OF.get(env, ()), _RANGE),
            **_RULES.get(env, {}),
        },
        validate_config=_hook(env),
    )
    family.official(
        env,
        action_dtype="float32",
        infos=_info_keys(env),
        render_fps=_render_fps(env),
    )
    ends: dict[str, Any] = {"max_episode_steps": limit}
    if env in _THRESHOLDS:
        ends["reward_threshold"] = _THRESHOLDS[env]
    # The MuJoCo of the first versions reported no contact forces.
    family.task(f"{env}-v{first}", env, post_constraint=False, **ends, **old)
    family.task(f"{env}-v4", env, **ends)
    family.task(
        f"{env}-v5",
        env,
        **ends,
        legacy_info=False,
        gymnasium_v5_render_camera=True,
        **new,
    )
