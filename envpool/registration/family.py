# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The interface of a family's registration."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from envpool.python.config.keywords import PIXEL_RULES
from envpool.python.config.near_names import add_id_note
from envpool.python.config.rules import Hook, Prepare, set_rules
from envpool.python.config.stated import (
    Controls,
    Official,
    set_controls,
    set_methods,
    set_official,
)
from envpool.python.config.task_names import pixel_name, set_packages, set_variants
from envpool.python.config.texts import set_meanings
from envpool.registration.env_registry import registry

__all__ = ["Family"]


class Family:
    """Registers the tasks of one family; see `envpool.registration`.

    Args:
      package: the package that exports the family's classes.
      version_key: a config key that selects another package with the same classes,
        compiled against another release of a library.
      versions: the package for each value of that key, `package` included.
    """

    def __init__(
        self,
        package: str,
        version_key: str = "",
        versions: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._package = package
        # By package: the rules of the key that selects it.
        self._packages: dict[str, dict[str, Any]] = {package: {}}
        if versions:
            set_packages(version_key, versions)
        for value, each in versions.items():
            self._packages[each] = {version_key: {"choices": (value,)}}

    def rules(
        self,
        env: str,
        keys: Mapping[str, Mapping[str, Any]],
        validate_config: Hook | None = None,
        translate: Hook | None = None,
        prepare: Prepare | None = None,
    ) -> None:
        """Restricts the config values of an env.

        Args:
          env: the env's name, as in `task`.
          keys: a rule for each key that needs one.
          validate_config: checks the complete config and returns it.
          translate: converts a user's keywords to the names of the config, if
            users know other names.
          prepare: prepares the making of a pool's envs, given the pool's config. It
            raises ValueError if the config is wrong, and RuntimeError for other
            failures.
        """
        name = f"{env}EnvSpec"
        for package, version in self._packages.items():
            own = {**version, **keys}
            pixels = {**own, **PIXEL_RULES}
            for cls, rules in ((name, own), (pixel_name(name), pixels)):
                set_rules(package, cls, rules, validate_config, translate, prepare)

    def meanings(self, keys: Mapping[str, str], env: str = "") -> None:
        """Describes config keys, for `envpool info` and the documentation.

        Args:
          keys: a sentence for each key, with the unit if there is one; backticks
            are for code.
          env: the env's name, as in `task`; by default all envs of the family that
            have such a key.
        """
        for package in self._packages:
            set_meanings(package, f"{env}EnvSpec" if env else "", keys)

    def note_ids(self, pattern: str, note: str) -> None:
        """Explains how ids of another package differ; errors show this text.

        Args:
          pattern: a regular expression for the whole id.
          note: how those envs differ.
        """
        add_id_note(pattern, note)

    def variants(self, env: str, key: str, envs: Mapping[bool, str]) -> None:
        """Lets a config key select the env, for keys that change the spaces.

        Args:
          env: the name of the env that tasks are registered with.
          key: the key, a bool that all the envs have.
          envs: the env's name for each value.
        """
        for package in self._packages:
            set_variants(package, env, key, envs)

    def official(self, env: str, **stated: Any) -> None:
        """Describes the official env of Gymnasium.

        Args:
          env: the env's name, as in `task`.
          **stated: the attributes of `envpool.python.config.stated.Official`.
        """
        name = f"{env}EnvSpec"
        official = Official(**stated)
        for package in self._packages:
            set_official(package, name, official)
            set_official(package, pixel_name(name), official._replace(choices=()))

    def controls(self, env: str, **stated: Any) -> None:
        """Names the actions, for people who play.

        Args:
          env: the env's name, as in `task`.
          **stated: the attributes of `envpool.python.config.stated.Controls`.
        """
        controls = Controls(**stated)
        name = f"{env}EnvSpec"
        for package, spec_cls in self._classes(name):
            set_controls(package, spec_cls, controls)

    def methods(self, env: str, path: str) -> None:
        """Adds the methods of a class to the pools of an env, in all APIs.

        The class is imported with the first pool. Its objects are pools: `self.spec` is
        the pool's spec. Views of one env have its public methods too.

        Args:
          env: the env's name, as in `task`.
          path: the class, as "module:class".
        """
        name = f"{env}EnvSpec"
        for package, spec_cls in self._classes(name):
            set_methods(package, spec_cls, path)

    def _classes(self, name: str) -> Iterator[tuple[str, str]]:
        """Yields the packages and names of a spec class, and of that for pixels."""
        return itertools.product(self._packages, (name, pixel_name(name)))

    def task(
        self, task_id: str, env: str, aliases: Sequence[str] = (), **config: Any
    ) -> None:
        """Registers a task.

        Args:
          task_id: the id.
          env: the env's name, X of the classes `XEnvSpec`, ...
          aliases: further ids of the same task.
          **config: the config values that differ from the defaults.
        """
        registry.register(
            task_id,
            self._package,
            f"{env}EnvSpec",
            f"{env}DMEnvPool",
            f"{env}GymnasiumEnvPool",
            aliases,
            **config,
        )
