# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The config and the arrays of a task, for `EnvSpecMixin` and modules that it uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from envpool.python.array_spec import ArraySpec
from envpool.python.config.env_config import EnvConfig
from envpool.python.config.stated import (
    Controls,
    Official,
    find_controls,
    find_official,
)
from envpool.python.lazy_attribute import lazy_attribute
from envpool.python.results import spaces
from envpool.python.results.trees import Plan

if TYPE_CHECKING:
    from envpool.core._core import NativePool, NativeSpec

    _Base = NativeSpec
else:
    _Base = object

__all__ = ["SpecBase", "Transforms"]


class Transforms(NamedTuple):
    """The differences of a pool's results and actions from those of its envs.

    Attributes:
      entries: by native key, the changed entries of results in the form that users see.
      actions: the same for entries of actions.
      observations: options for the native pool, for each entry of observations.
      reward: options for the native pool; None if rewards do not change.
      rescale: options for the native pool, for each entry of actions.
    """

    entries: Mapping[str, ArraySpec]
    actions: Mapping[str, ArraySpec]
    observations: Mapping[str, Mapping[str, Any]]
    reward: Mapping[str, Any] | None
    rescale: Mapping[str, Mapping[str, Any]]

    def shown(self) -> list[tuple[str, Any, list[int]]]:
        """Returns key, dtype and shape of the columns that the engine adds."""
        return [
            (key, entry.dtype, list(entry.inner_shape))
            for key, entry in self.entries.items()
        ]

    def normalized(self) -> list[tuple[str, int]]:
        """Returns the keys that have statistics, and their numbers natively."""
        found = [
            (key, number)
            for number, (key, each) in enumerate(self.observations.items())
            if each["normalize"]
        ]
        if self.reward is not None and self.reward["normalize"]:
            found.append(("reward", len(self.observations)))
        return found


class SpecBase(_Base):
    """The config of a task, and its arrays."""

    gen_config: ClassVar[Any]
    _native: ClassVar[type[Any]]

    # Seeds of more than 32 bits, which do not fit into the native config.
    _large_seeds: dict[int, int]
    _seed_config: dict[str, Any]
    # The registry sets the id and its config.
    _id: str | None = None
    _registered: Mapping[str, Any] = MappingProxyType({})
    _python_fps: int | None = None  # the frames per second of envs in Python
    _has_gym_spaces = False  # same as in its pool
    parts: Sequence[Any] = ()  # see envpool.mixed
    # The changes by options of the pool, see results/transforms.py.
    _transforms: Transforms | None = None

    @property
    def config(self) -> EnvConfig:
        """The config, a dict with its keys as attributes."""
        native: EnvConfig = type(self).gen_config(*self._config_values)
        return native._replace(**self._seed_config)

    @property
    def reward_threshold(self) -> float | None:
        """The return at which the task counts as solved, if it has one."""
        return getattr(self.config, "reward_threshold", None)

    @lazy_attribute
    def state_array_spec(self) -> dict[str, ArraySpec]:
        """The entries of a result, by native name, in the form that users see.

        Entries without elements are left out, so a config can disable an entry by
        an empty shape.
        """
        changed = {} if self._transforms is None else self._transforms.entries
        return {**self._own_state_spec, **changed}

    @lazy_attribute
    def action_array_spec(self) -> dict[str, ArraySpec]:
        """The entries of an action, by native name, in the form that users see."""
        changed = {} if self._transforms is None else self._transforms.actions
        return {**self._own_action_spec, **changed}

    @lazy_attribute
    def _own_state_spec(self) -> dict[str, ArraySpec]:
        """The entries of a result in the env's own form."""
        names = self._shown_keys(self._state_keys)
        entries = _array_specs(names, self._state_spec).items()
        return {key: entry for key, entry in entries if 0 not in entry.shape}

    @lazy_attribute
    def _own_action_spec(self) -> dict[str, ArraySpec]:
        """The entries of an action in the env's own form."""
        return _array_specs(self._action_keys, self._action_spec)

    @property
    def _names(self) -> Mapping[str, str]:
        """The names of entries that users see, by their native keys, if others."""
        names = self._official.names
        return {} if names is None else names(self.config._asdict())

    def _shown_keys(self, keys: Iterable[str]) -> list[str]:
        """Returns keys of state entries or their final values, as users see them."""
        names = self._names

        def shown(key: str) -> str:
            for native, name in names.items():
                if key.endswith(native):
                    return key.removesuffix(native) + name
            return key

        return [shown(key) for key in keys]

    def _column_names(self, pool: NativePool) -> list[str]:
        """Returns the keys of a pool's columns as users see them."""
        return self._shown_keys(pool._column_keys)

    def _native_names(self) -> dict[str, str]:
        """Returns the native keys of the entries that users see under other keys."""
        return {name: key for key, name in self._names.items()}

    def _gymnasium_leaf(self, key: str, column: int) -> Plan:
        """Returns the plan that makes an observation for Gymnasium from its column."""
        if key in self._official.texts:
            return "pick", column, 0, "str"
        entry = self.state_array_spec[key]
        return spaces.gymnasium_leaf(entry, self._official.choices, column)

    def _is_per_player(self, entry: ArraySpec) -> bool:
        """Whether the entry has a row for each player instead of each env."""
        return entry.is_per_player and self.config.max_num_players > 1

    def _is_box(self, key: str, entry: ArraySpec) -> bool:
        """Whether the entry is an array of numbers of one shape, and no choice."""
        return not (
            entry.is_ragged
            or key in self._official.texts
            or self._official.choices
            or entry.dtype.kind == "b"
            or spaces.int_bounds(entry, False) is not None
        )

    def _episode_limits(self) -> set[int]:
        """Returns the values of `max_episode_steps` of the envs."""
        return {int(self.config.max_episode_steps)}

    @lazy_attribute
    def _controls(self) -> Controls:
        """The family's names of the actions."""
        cls = type(self)
        return find_controls(cls.__module__, cls.__name__)

    @lazy_attribute
    def _official(self) -> Official:
        """The family's description of the official env of Gymnasium."""
        cls = type(self)
        return find_official(cls.__module__, cls.__name__)


def _array_specs(keys: Sequence[str], entries: Sequence[Any]) -> dict[str, ArraySpec]:
    return {key: ArraySpec(*entry) for key, entry in zip(keys, entries, strict=True)}
