# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that options that change results work with all spaces that allow them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import envpool
from envpool.python.errors import ConfigError, ConfigTypeError
from envpool.testing.rollout import Script, leaves

__all__ = ["check_transforms"]

NUM_STEPS = 12
OPTIONS: dict[str, dict[str, Any]] = {
    "normalize_obs": {"normalize_obs": True, "clip_obs": 4},
    "reward": {"normalize_reward": True, "clip_reward": 0.5},
    "frame_stack": {"frame_stack": 2},
    "time_aware": {"time_aware": True, "max_episode_steps": 50},
    "rescale_action": {"rescale_action": (0, 1)},
}


def check_transforms(task_id: str) -> None:
    """Results fit the spaces with each option, unless a ConfigError refuses it.

    Envs must accept all options if each of their spaces is one box of floats.
    """
    spec: Any = envpool.make_spec(task_id)
    one_player = spec.config.max_num_players == 1
    observed = one_player and _is_plain(spec.gymnasium_observation_space)
    bounded = _is_plain(spec.gymnasium_action_space, bounded=True)
    must = {
        "normalize_obs": observed,
        "reward": True,
        "frame_stack": observed and "stack_num" not in spec.config,
        "time_aware": observed,
        "rescale_action": bounded,
    }
    for name, options in OPTIONS.items():
        refusal = _refusal(task_id, options)
        if refusal is None:
            _check(task_id, options, name == "rescale_action")
            continue
        assert not must[name], refusal
        if isinstance(refusal, ConfigTypeError):  # the env has another key for this
            assert name == "frame_stack", refusal
            assert "stack_num" in str(refusal), refusal


def _refusal(task_id: str, options: dict[str, Any]) -> Exception | None:
    try:
        envpool.make_spec(task_id, **options)
    except (ConfigError, ConfigTypeError) as error:
        return error
    return None


def _is_plain(space: Any, bounded: bool = False) -> bool:
    """Whether the space is a box of floats."""
    return (
        isinstance(space, gymnasium.spaces.Box)
        and np.issubdtype(space.dtype, np.floating)
        and (not bounded or space.is_bounded())
    )


def _check(task_id: str, options: dict[str, Any], acts: bool) -> None:
    """Plays two envs with and without the options."""
    script = Script(task_id, 2, NUM_STEPS)
    common: dict[str, Any] = {"num_envs": 2, "seed": 3, "infos": "all"}
    if "max_episode_steps" in options:
        common["max_episode_steps"] = options["max_episode_steps"]
    make: Any = envpool.make_gymnasium
    with make(task_id, **common) as plain, make(task_id, **common | options) as env:
        one_player = not script.is_team
        obs, info = env.reset()
        raw, _ = plain.reset()
        ids = np.arange(2, dtype=np.int32)
        for step in range(NUM_STEPS):
            if one_player:
                assert obs in env.observation_space, options
            assert leaves(obs).keys() == leaves(raw).keys()
            if "frame_stack" in env._options.transforms:  # no key of the env
                for path, stack in leaves(obs).items():
                    np.testing.assert_array_equal(stack[:, -1], leaves(raw)[path])
            if acts and one_player:
                env.single_action_space.seed(step)
                env.step(env.action_space.sample())
                continue
            action = script.at(np.full(2, step), ids, info)
            obs, reward, *ends, info = env.step(action)
            raw, _, *raw_ends, _ = plain.step(action)
            assert "clip_reward" not in options or (np.abs(reward) <= 0.5).all()
            for ours, theirs in zip(ends, raw_ends, strict=True):
                np.testing.assert_array_equal(ours, theirs)
