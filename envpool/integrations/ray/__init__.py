# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools on many machines, as one: each is in an actor of Ray.

    ray.init(address="auto")
    env = make_remote("Pong-v5", num_envs=4096, envs_per_actor=256)
    obs, info = env.reset()
    obs, reward, terminated, truncated, info = env.step(actions)

See docs/content/many_machines.rst for the cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import envpool
from envpool.integrations.libraries import requires
from envpool.integrations.pool_actor import PoolRecipe
from envpool.integrations.pools import check_remote
from envpool.python.actions.resets import seeds_of
from envpool.python.config.argument_checks import INT32_MAX, as_int
from envpool.python.errors import ConfigError, NotSupportedError
from envpool.python.protocol import Seed
from envpool.registration.env_registry import registry

with requires("ray", __name__):
    import ray

    from envpool.integrations.ray.actors import Actor, ActorLostError, Actors, Loss
    from envpool.integrations.ray.pool import RemotePool

__all__ = ["ActorLostError", "Loss", "RemotePool", "make_remote"]


def make_remote(
    task_id: str,
    *,
    num_envs: int,
    actors: int | None = None,
    envs_per_actor: int | None = None,
    batch_size: int = 0,
    seed: Seed = 42,
    checkpoint_every: int = 0,
    start_timeout: float = 60.0,
    actor_options: Mapping[str, Any] | None = None,
    **config: Any,
) -> RemotePool:
    """Makes a pool with its envs in actors of Ray.

    Results equal those of `envpool.make_gym(task_id, num_envs=num_envs, ...)` with
    the same seed, and have one more info: `lost_steps`, int32 of shape (rows,), is
    how many steps an env was set back because its actor died, usually 0.
    An actor's rows come as one object. Its arrays are read-only views of the
    object store; rows of several actors are copied into new arrays.

    An actor that dies, with its machine or alone, is replaced when its results
    are received. Its envs continue from their last checkpoint, or are reset with
    other seeds. In the pending result, their rows have reward 0, `truncated` set,
    and the observation from which the envs continue.

    Args:
      task_id: one of `envpool.list_all_envs()`, of one player.
      num_envs: the number of all envs.
      actors: the number of actors; by default one for each node of the cluster.
      envs_per_actor: the number of envs of each, instead of `actors`.
      batch_size: the rows of a result, a multiple of `envs_per_actor`; 0 for all
        envs. With fewer, `recv` returns the results of the first actors to finish.
      seed: as for `envpool.make`.
      checkpoint_every: after this many steps of an actor, its next step of all its
        envs saves their states; 0 for never.
      start_timeout: how many seconds the start of an actor may take, including Ray's
        search for a node.
      actor_options: Ray's options of actors, which override `num_cpus=1` and
        `scheduling_strategy="SPREAD"`.
      **config: as for `envpool.make_gym`. By default each actor runs as many
        threads as its share of its machine's CPUs.

    Raises:
      ConfigError: the numbers of envs and actors do not fit together, or results
        would not be NumPy arrays with all infos, in the form of `gym_api="0.26"`.
      NotSupportedError: an env has several players, or cannot be saved.
      ActorLostError: the actors do not start in time.
      The same as `envpool.make`.
    """
    num_envs = as_int("num_envs", num_envs, 1, INT32_MAX)
    each = _envs_per_actor(num_envs, actors, envs_per_actor)
    batch_size = _batch_size(batch_size, num_envs, each)
    spec = _spec(task_id, num_envs, batch_size, seed, config)
    every = as_int("checkpoint_every", checkpoint_every, 0, INT32_MAX)
    recipe = PoolRecipe(task_id, registry.specs[task_id][0], dict(config), every)
    made = Actors(recipe, _actors(spec, each), actor_options or {}, start_timeout)
    return RemotePool(spec, made)


def _batch_size(value: Any, num_envs: int, each: int) -> int:
    """Returns the rows of a result, a multiple of an actor's envs."""
    batch_size = as_int("batch_size", value, 0, num_envs)
    if batch_size % each:
        raise ConfigError(
            f"batch_size: expected a multiple of envs_per_actor={each}, got "
            f"{batch_size}"
        )
    return batch_size


def _spec(
    task_id: str, num_envs: int, batch_size: int, seed: Any, config: Mapping[str, Any]
) -> Any:
    """Returns the spec of all envs."""
    check_remote(config)
    spec: Any = envpool.make_spec(
        task_id, num_envs=num_envs, batch_size=batch_size, seed=seed, **config
    )
    if spec.config.max_num_players > 1:
        raise NotSupportedError(f"{task_id} has several players")
    return spec


def _actors(spec: Any, each: int) -> list[Actor]:
    """Divides the envs among actors, which are not started yet."""
    num_envs = int(spec.config.num_envs)
    ids = np.arange(num_envs, dtype=np.int32)
    given = spec.config.env_seed or spec.config.seed
    seeds = seeds_of(given, ids, num_envs, by_env=True)
    assert seeds is not None
    return [
        Actor(ids[first : first + each], seeds.values[first : first + each])
        for first in range(0, num_envs, each)
    ]


def _envs_per_actor(num_envs: int, actors: int | None, each: int | None) -> int:
    if each is None:
        if actors is None:
            actors = sum(bool(node["Alive"]) for node in ray.nodes())
        actors = as_int("actors", actors, 1, num_envs)
        each = num_envs // actors
    each = as_int("envs_per_actor", each, 1, num_envs)
    if num_envs % each or (actors is not None and each * actors != num_envs):
        raise ConfigError(
            f"num_envs: expected actors * envs_per_actor, got {num_envs} and "
            f"actors={actors}, envs_per_actor={each}"
        )
    return each
