# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The state of a pool, for `EnvPoolMixin` and its modules."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from envpool.python.actions.seeds import LastReset
from envpool.python.actions.validate import check_env_ids
from envpool.python.apis import states as states_of
from envpool.python.config.env_config import EnvConfig
from envpool.python.config.keywords import Options
from envpool.python.env_spec import EnvSpecMixin
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.results import trees
from envpool.python.results.plans import ApiPlans, Columns
from envpool.python.results.trees import Plan
from envpool.python.rollouts.spare_memory import SpareMemory

if TYPE_CHECKING:
    from envpool.core._core import NativePool

    _Base = NativePool
else:
    _Base = object

__all__ = ["PoolBase"]


class PoolBase(_Base):
    """The state of a pool, which `EnvPoolMixin` sets."""

    env_type: ClassVar[str]
    spec: Any
    _env_spec: EnvSpecMixin
    _options: Options
    _shown: dict[str, Any]
    _all_env_ids: NDArray[np.int32]
    _columns: Columns
    _output_plans: ApiPlans
    _window: Any = None
    _device: Any = None  # the device of result tensors, if `to` has set one
    _has_locked_pages = False
    _keeps_observations = False  # see saving.py
    _param_infos: Any = None  # see params/table.py
    # How often envs were moved other than by requests: by rollouts and loaded states;
    # and the number of results at the last time.
    _moves = 0
    _moved_at = -1
    # `_moves` and the number of requests after the last rollout, and the masks of legal
    # actions then; see rollouts.
    _rolled: tuple[tuple[int, int], dict[int, NDArray[Any]]] | None = None
    _last_reset: LastReset | None = None
    _rollout_facts: Any = None  # see rollouts
    _has_late_rows = False  # whether other processes make rows of some envs
    # By native key: infos that never change, of all envs.
    _facts: Mapping[str, NDArray[Any]] = MappingProxyType({})

    @functools.cached_property
    def _spare_memory(self) -> SpareMemory:
        return SpareMemory()

    @functools.cached_property
    def _fingerprint(self) -> bytes:
        return states_of.fingerprint(self._env_spec)

    def _marks(self, ids: NDArray[np.int32]) -> list[bytes]:
        """By env: a value that must be equal in a pool that loads the env's state."""
        return [self._fingerprint] * len(ids)

    def _config_of_each(self, name: str) -> tuple[Any, ...]:
        """A config value of each env."""
        return (self.config[name],) * len(self)

    def _build(self, plan: Plan, columns: Any, ids: NDArray[np.int32]) -> Any:
        """Builds a part of a result from columns with rows of the envs `ids`."""
        del ids
        return trees.build(plan, columns)

    def _written_options(self, options: Any) -> Any:
        """Returns the values of a reset's options as a recording has them: for JSON."""
        return options

    def _has_moved(self) -> None:
        """Notes that the last result no longer has the envs' last rows."""
        self._moves += 1
        self._moved_at = self._num_received

    def _some_ids(self, name: str, value: Any) -> NDArray[np.int32]:
        if value is None:
            return self._all_env_ids
        return check_env_ids(name, value, len(self))

    @property
    def config(self) -> EnvConfig:
        """The config of `spec`."""
        config: EnvConfig = self._env_spec.config
        return config

    @property
    def all_env_ids(self) -> NDArray[np.int32]:
        """0, 1, ..., num_envs - 1; read-only."""
        return self._all_env_ids.view()

    @lazy_attribute
    def is_async(self) -> bool:
        """Whether `recv` returns fewer rows than there are envs."""
        config = self._env_spec.config
        return bool(0 < config.batch_size != config.num_envs)

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def __len__(self) -> int:
        return len(self._all_env_ids)
