# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The names of a pool's columns, which may depend on the config."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from envpool.core._core import NativePool
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["column_names", "native_names", "state_names"]


def _names(spec: EnvSpecMixin) -> Mapping[str, str]:
    names = spec._official.names
    return {} if names is None else names(spec.config._asdict())


def _shown_keys(spec: EnvSpecMixin, keys: Iterable[str]) -> list[str]:
    """Returns keys of state entries, or of their final values, as users see them."""
    names = _names(spec)

    def shown(key: str) -> str:
        for native, name in names.items():
            if key.endswith(native):
                return key.removesuffix(native) + name
        return key

    return [shown(key) for key in keys]


def state_names(spec: EnvSpecMixin) -> list[str]:
    """Returns the keys of a spec's state entries as users see them."""
    return _shown_keys(spec, spec._state_keys)


def column_names(spec: EnvSpecMixin, pool: NativePool) -> list[str]:
    """Returns the keys of a pool's columns as users see them."""
    return _shown_keys(spec, pool._column_keys)


def native_names(spec: EnvSpecMixin) -> dict[str, str]:
    """Returns the native keys of the entries that users see under other keys."""
    return {name: key for key, name in _names(spec).items()}
