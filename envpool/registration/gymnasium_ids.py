# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Registers every task with Gymnasium, as `envpool/<id>`.

`gymnasium.make_vec` returns a pool; `gymnasium.make` returns a view of a pool with one
env. Gymnasium's ids have only one slash, so further slashes become dots:
`phys2d/CartPole-v1` is `envpool/phys2d.CartPole-v1`.

Importing Gymnasium takes as long as importing all of this package, so this module does
not import it: the ids are registered when other code imports Gymnasium.
"""

from __future__ import annotations

import collections
import threading
from collections.abc import Mapping
from typing import Any

from envpool.python.after_import import after_import
from envpool.python.config.argument_checks import INT32_MAX, show
from envpool.python.config.rules import fresh_seed
from envpool.python.errors import ConfigError, NotSupportedError
from envpool.registration.env_registry import registry

__all__ = ["NAMESPACE", "add", "make_single", "make_vector"]

NAMESPACE = "envpool"

_waiting: collections.deque[tuple[str, Mapping[str, Any]]] = collections.deque()
_imported = False
_lock = threading.RLock()  # never held during an import


def add(task_id: str, config: Mapping[str, Any]) -> None:
    """Registers a task with Gymnasium, if Gymnasium can express its id.

    Args:
      task_id: the task's id in EnvPool.
      config: the config of its registration.
    """
    _waiting.append((task_id, config))
    if _imported:
        _register_waiting()


def _gymnasium_is_imported() -> None:
    global _imported
    _imported = True
    _register_waiting()


def _register_waiting() -> None:
    try:
        from gymnasium.envs.registration import EnvSpec
        from gymnasium.envs.registration import registry as gymnasium_registry
        from gymnasium.error import Error
    except ImportError:
        return  # incomplete or broken; the next id tries again

    with _lock:
        while _waiting:
            task_id, config = _waiting.popleft()
            try:
                # gymnasium.register would compare each id with all others.
                spec = EnvSpec(
                    id=f"{NAMESPACE}/{task_id.replace('/', '.')}",
                    entry_point=f"{__name__}:make_single",
                    vector_entry_point=f"{__name__}:make_vector",
                    max_episode_steps=config.get("max_episode_steps") or None,
                    reward_threshold=config.get("reward_threshold"),
                    kwargs={"task_id": task_id},
                )
            except Error:
                continue  # Gymnasium restricts ids; EnvPool does not
            gymnasium_registry[spec.id] = spec


def make_vector(
    task_id: str, num_envs: int = 1, render_mode: str | None = None, **kwargs: Any
) -> Any:
    """Makes the pool for `gymnasium.make_vec`."""
    as_list = render_mode == "rgb_array_list"
    if as_list:
        render_mode = "rgb_array"
    pool = registry.make_gymnasium(
        task_id, num_envs=num_envs, render_mode=render_mode, **kwargs
    )
    if not as_list:
        return pool
    from envpool.python.results.frame_lists import FrameLists

    return FrameLists(pool)


def make_single(task_id: str, **kwargs: Any) -> Any:
    """Makes the env for `gymnasium.make`.

    Gymnasium's own `TimeLimit` ends its episodes, so that the keyword
    `max_episode_steps` of `gymnasium.make` works as usual. An env with its own
    limit, registered with 0, keeps that limit. Without a seed, its episodes differ
    each time, like those of any env of Gymnasium.

    Raises:
      ConfigError: `num_envs` or `autoreset_mode` is invalid for one env.
      NotSupportedError: the env has several players.
    """
    from envpool.python.apis.single_env import SingleEnv
    from envpool.python.config.keywords import OPTIONS

    num_envs = kwargs.pop("num_envs", 1)
    if num_envs != 1:
        raise ConfigError(
            f"num_envs: expected 1, got {show(num_envs)}: gymnasium.make creates a "
            "single env; use gymnasium.make_vec or envpool.make for several"
        )
    mode = OPTIONS["autoreset_mode"].checked(
        "autoreset_mode", kwargs.pop("autoreset_mode", "disabled")
    )
    if mode != "disabled":
        raise ConfigError(
            f'autoreset_mode: expected "disabled", got "{mode}": a gymnasium.Env '
            "does not reset itself; wrap it in gymnasium.wrappers.Autoreset, or use "
            "gymnasium.make_vec"
        )
    if kwargs.get("output", "numpy") != "numpy":
        raise ConfigError(
            f'output: expected "numpy", got {show(kwargs["output"])}: '
            "gymnasium.make creates a single env, whose results are NumPy's; use "
            "gymnasium.make_vec or envpool.make"
        )
    registered = registry.specs[task_id][2].get("max_episode_steps")
    kwargs.setdefault("max_episode_steps", 0 if registered == 0 else INT32_MAX)
    if kwargs.get("seed") is None:
        kwargs["seed"] = fresh_seed(1)
    pool = registry.make_gymnasium(task_id, num_envs=1, autoreset_mode=mode, **kwargs)
    players = pool.config["max_num_players"]
    if players > 1:
        pool.close()
        raise NotSupportedError(
            f"{task_id} has {players} players, but a gymnasium.Env has one; use "
            "gymnasium.make_vec or envpool.make instead"
        )
    return SingleEnv(pool)


# Gymnasium derives "rgb_array_list" and "ansi_list" from these modes.
make_single.metadata = {"render_modes": ["human", "rgb_array", "ansi"]}  # type: ignore[attr-defined]

# Importing this module registers Gymnasium's own ids.
after_import("gymnasium.envs", _gymnasium_is_imported)
