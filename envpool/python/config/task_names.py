# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The names in a registration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from envpool.python.config.argument_checks import show
from envpool.python.errors import ConfigError, RegistrationError

__all__ = [
    "are_equal",
    "check_names",
    "first_package",
    "package_key",
    "package_of",
    "pixel_name",
    "set_packages",
    "set_variants",
    "variant_name",
]

_SUFFIXES = ("GymnasiumEnvPool", "DMEnvPool", "EnvSpec")

# By package and env name: the config key that selects another env, and the name of the
# selected env for each value.
_variants: dict[tuple[str, str], tuple[str, dict[bool, str]]] = {}

# By package: the config key that selects another package with the same classes, and the
# package for each value.
_packages: dict[str, tuple[str, dict[str, str]]] = {}


def check_names(names: Mapping[str, Any], aliases: Any) -> None:
    """Checks the strings of a registration.

    Args:
      names: the arguments that are names, by keyword.
      aliases: further ids.

    Raises:
      RegistrationError: an argument is empty or not a name.
    """
    if isinstance(aliases, str) or not isinstance(aliases, Sequence):
        raise RegistrationError(f"aliases: expected a list, got {show(aliases)}")
    further = {f"aliases[{i}]": one for i, one in enumerate(aliases)}
    for what, name in {**names, **further}.items():
        if not isinstance(name, str) or not name:
            raise RegistrationError(f"{what}: expected a string, got {show(name)}")


def are_equal(one: Any, other: Any) -> bool:
    """Compares two values; incomparable ones, such as arrays, are not equal."""
    try:
        return bool(one == other)
    except Exception:
        return False


def pixel_name(name: str) -> str:
    """Returns the name of a class's counterpart for `from_pixels=True`."""
    for suffix in _SUFFIXES:
        if name.endswith(suffix):
            return f"{name.removesuffix(suffix)}Pixel{suffix}"
    return name


def set_variants(package: str, env: str, key: str, envs: Mapping[bool, str]) -> None:
    """Lets a config key select the env that provides a task's classes.

    Args:
      package: the package that exports the classes.
      env: the name of the env that tasks are registered with.
      key: the config key, a bool that all the envs have.
      envs: the env's name for each value.
    """
    _variants[package, env] = key, dict(envs)


def set_packages(key: str, packages: Mapping[str, str]) -> None:
    """Lets a config key select the package that provides the classes of tasks.

    Args:
      key: the config key, a string that all the envs have.
      packages: the package for each value. Tasks are registered with any of them.
    """
    for package in packages.values():
        _packages[package] = key, dict(packages)


def package_key(package: str) -> str:
    """Returns the config key that selects between this package and others, or ""."""
    return _packages.get(package, ("", {}))[0]


def first_package(package: str) -> dict[str, str]:
    """Returns the config key that selects between packages, and the first one's value.

    Ids are registered with the first one.

    Args:
      package: any of them; if there are no others, the result is empty.
    """
    key, packages = _packages.get(package, ("", {}))
    return {key: next(iter(packages))} if key else {}


def package_of(package: str, config: Mapping[str, Any]) -> str:
    """Returns the package that a config selects.

    Args:
      package: the package that the task is registered with.
      config: the known values of the config.

    Raises:
      ConfigError: the value is unknown.
    """
    key, packages = _packages.get(package, ("", {}))
    if key not in config:
        return package
    value = config[key]
    if not isinstance(value, str) or value not in packages:
        known = ", ".join(map(repr, packages))
        raise ConfigError(f"{key}: expected one of {known}, got {show(value)}")
    return packages[value]


def variant_name(package: str, name: str, config: Mapping[str, Any]) -> str:
    """Returns the name of the class that a config selects.

    Args:
      package: the package that exports it.
      name: the name of the class that the task is registered with.
      config: the known values of the config.
    """
    for suffix in _SUFFIXES:
        env = name.removesuffix(suffix)
        if env != name and (package, env) in _variants:
            key, envs = _variants[package, env]
            for value, variant in envs.items():
                if are_equal(config.get(key), value):  # 0 equals False
                    return variant + suffix
    return name
