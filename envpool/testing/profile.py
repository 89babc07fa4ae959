# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Facts about a family that the test kit cannot find out by itself.

A family states them in `kit_profile.py`, beside its `registration.py`:

    from envpool.testing.profile import Profile

    PROFILE = Profile(steps_per_1000=100, deterministic=frozenset())
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from envpool.registration import registry

__all__ = ["Profile", "how_many_envs", "profile_of", "scaled"]

_FEWEST = 10


@dataclass(frozen=True)
class Profile:
    """Facts about a family; a family without a file has the defaults.

    Attributes:
      steps_per_1000: how many steps a check takes in place of 1000. Slow
        environments set fewer.
      deterministic: the ids with trajectories that do not depend on the seed. With
        a set, the trajectories of all other ids must differ from seed to seed;
        without one (None), a check that sees no difference is skipped.
      constants: whether observations have elements that never change. With
        None, a check that finds such elements is skipped.
      rare_rewards: whether random actions may earn nothing at all. Otherwise a
        check demands a reward that is not 0.
      representatives: ids that get the full kit in addition to the first id of
        their class.
      variant_keys: string keys of the config that select other code, such as the
        name of a level: each of their values is a variant of the class.
      slow_rendering: whether rendering is checked with only one id of the package,
        because the family's own tests compare frames of the others.
      seeds_by_place: whether an env's episodes depend on its index in the pool as
        well as on its seed, as in an official vector env with one seed for all.
      engine_allocates: whether the engine that the family wraps allocates memory
        in its steps, so that counting allocations is meaningless.
      constant_keys: keys of observations with elements that may stay the same,
        regardless of `constants`.
      costly_envs: whether an env takes long to make, such as one that starts a
        process; checks then make fewer envs.
    """

    steps_per_1000: int = 1000
    deterministic: frozenset[str] | None = None
    constants: bool | None = None
    rare_rewards: bool = False
    representatives: frozenset[str] = frozenset()
    variant_keys: frozenset[str] = frozenset()
    slow_rendering: bool = False
    seeds_by_place: bool = False
    engine_allocates: bool = False
    constant_keys: frozenset[str] = frozenset()
    costly_envs: bool = False


def profile_of(task_id: str) -> Profile:
    """Returns the profile of the family that registers the id.

    Args:
      task_id: a registered id.
    """
    name = f"{registry.specs[task_id][0]}.kit_profile"
    try:
        profile = importlib.import_module(name).PROFILE
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return Profile()
    assert isinstance(profile, Profile), f"{name}.PROFILE: expected a Profile"
    return profile


def scaled(task_id: str, steps: int) -> int:
    """Returns the number of steps for a check that usually takes `steps`.

    Args:
      task_id: a registered id.
      steps: the usual number.
    """
    return max(_FEWEST, steps * profile_of(task_id).steps_per_1000 // 1000)


def how_many_envs(task_id: str, many: int, few: int) -> int:
    """Returns the number of envs that a check makes.

    Args:
      task_id: a registered id.
      many: the number for most families.
      few: the number for families with costly envs.
    """
    return few if profile_of(task_id).costly_envs else many
