# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Separates the config values that a recording may choose from those of the caller.

A recording may come from a stranger. It must not choose programs, libraries,
files, folders or arguments of programs: such config keys come from the caller.
The manifest lists those of EnvPool's own families. In other packages, they are all
paths, and all texts that are not among a rule's choices.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from envpool.families import FAMILIES, FamilyRow
from envpool.python.config.keywords import OF_THE_POOL, OPTIONS, PIXEL_RULES
from envpool.python.config.options import options_of
from envpool.python.config.rules import find_rules
from envpool.python.config.task_names import package_key
from envpool.python.config.values import Rule
from envpool.python.errors import (
    ConfigError,
    EnvPoolError,
    FamilyImportError,
    ReplayError,
)
from envpool.recording.header import Header
from envpool.registration.env_registry import registry

__all__ = ["caller_config", "family_of", "refusals", "trusted_config"]

_ROWS = {row.package: row for row in FAMILIES}
# Keywords of `make` that are not config.
_OPTIONS = frozenset({"env_type", "task_id", *OPTIONS}) - PIXEL_RULES.keys()


@contextlib.contextmanager
def refusals(path: str, *callers: type[EnvPoolError]) -> Iterator[None]:
    """Turns errors of an env or pool into a `ReplayError`.

    Args:
      path: the path of the recording, which provides the arguments.
      *callers: errors of what the caller gives, which stay as they are.
    """
    kept: tuple[type[EnvPoolError], ...] = (ReplayError, FamilyImportError, *callers)
    try:
        yield
    except kept:
        raise  # the recording itself may be valid
    except EnvPoolError as error:
        raise ReplayError(f"{path}: {error}") from error


def family_of(task_id: str) -> FamilyRow | None:
    """Returns the family of an id; None if it is not one of EnvPool's own.

    Raises:
      UnknownEnvError: there is no such id.
    """
    registry.make_spec(task_id)  # finds the package of the id
    return _ROWS.get(registry.specs[task_id][0])


def caller_config(task_id: str, config: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the part of keywords of `make` that a recording may not choose."""
    row, rules = family_of(task_id), _rules_of(registry.make_spec(task_id))
    return {
        key: value
        for key, value in config.items()
        if _must_come_from_caller(row, rules, key, value) and not _is_output(row, key)
    }


def trusted_config(
    path: str, header: Header, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns the config to play a recording with.

    It warns if a value of the caller differs from the recorded one.

    Args:
      path: the path of the recording.
      header: the header of the recording.
      given: the config of the caller.

    Raises:
      ConfigError: the caller gives a key that the recording has, or a wrong value.
      ReplayError: the recording has a key of the caller, or a wrong value.
    """
    with refusals(path):
        row, default_spec = family_of(header.task_id), _default_spec(path, header)
    rules = _rules_of(default_spec)
    for key, value in given.items():
        if not _must_come_from_caller(row, rules, key, value):
            raise ConfigError(
                "config: expected keys that a recording may not choose, such as "
                f"'base_path', got {key!r}"
            )
    registry.make_spec(header.task_id, **given)
    config = {"from_pixels": True} if header.from_pixels else {}
    for key, value in header.config.items():
        if not _must_come_from_caller(row, rules, key, value):
            config[key] = value
        elif key not in given and not _is_output(row, key):
            raise ReplayError(
                f"{path}: expected {key} in replay(..., config={{{key!r}: ...}}), as a "
                "recording may not choose files, programs or their arguments; it was "
                f"made with {value!r}"
            )
    config |= given
    with refusals(path):
        spec = registry.make_spec(header.task_id, **config)
    for key in given:
        now = getattr(spec.config, key)
        is_path = rules.get(key, {}).get("path")  # paths differ between machines
        default = now if is_path else getattr(default_spec.config, key)
        then = header.config.get(key, default)
        if now != then and not _is_output(row, key):
            warnings.warn(
                f"{path}: {key} is {now!r}, but was {then!r} in the recorded pool",
                RuntimeWarning,
                stacklevel=2,
            )
    return config


def _default_spec(path: str, header: Header) -> Any:
    """Returns a spec with the defaults, and refuses unknown keys.

    Recorded values that may select the class are used: flags, and the key of packages.
    Other names of keys, as a family may have for users, are refused.
    """
    selector = package_key(registry.specs[header.task_id][0])
    flags = {
        key: value
        for key, value in header.config.items()
        if type(value) is bool or key == selector
    }
    for key in _OPTIONS | OF_THE_POOL:
        flags.pop(key, None)
    spec = registry.make_spec(header.task_id, **flags)
    pixel_keys = PIXEL_RULES if header.from_pixels else ()
    fields = spec.config._fields
    options = _OPTIONS.intersection(options_of(fields))
    own = {*fields, *pixel_keys} - options - OF_THE_POOL
    for key in header.config.keys() - own:
        raise ReplayError(f"{path}: expected config keys in the header, got {key!r}")
    return spec


def _rules_of(spec: Any) -> Mapping[str, Rule]:
    return find_rules(type(spec).__module__, type(spec).__name__).keys


def _must_come_from_caller(
    row: FamilyRow | None, rules: Mapping[str, Rule], key: str, value: Any
) -> bool:
    """Tells whether a config value must come from the caller."""
    if key in _OPTIONS or key in OF_THE_POOL:
        return False
    rule = rules.get(key, {})
    if rule.get("path") or _is_output(row, key):
        return True
    if row is not None:
        return key in row.engine_keys
    return _has_text(value) and not ("choices" in rule or "names" in rule)


def _is_output(row: FamilyRow | None, key: str) -> bool:
    """Tells whether the key makes envs write files, which a replay does not."""
    return row is not None and key in row.output_keys


def _has_text(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_text, (*value.keys(), *value.values())))
    if isinstance(value, (list, tuple)):
        return any(map(_has_text, value))
    return not isinstance(value, (bool, int, float, type(None)))
