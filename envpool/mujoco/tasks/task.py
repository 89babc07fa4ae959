# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The task of a table: what `envpool.make` takes."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any

from envpool.errors import ConfigError, ConfigTypeError, FamilyImportError
from envpool.mujoco.tasks.c_functions import text_for
from envpool.mujoco.tasks.compiler import Program, observation_sizes
from envpool.mujoco.tasks.files import load
from envpool.mujoco.tasks.lowering import lower
from envpool.mujoco.tasks.nodes import TermError, quoted
from envpool.mujoco.tasks.table import complete, groups_of, to_json, to_toml
from envpool.mujoco.tasks.terrain import terrain_numbers
from envpool.mujoco.versions import KEY, VERSIONS
from envpool.python.api import load_native
from envpool.python.config.argument_checks import show
from envpool.registration import base_path as models_path
from envpool.registration.absent import missing_wheel

__all__ = ["Task", "compiled", "read", "task"]

_PACKAGE = "envpool.mujoco.tasks"
_TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tables")


def _native(version: str) -> Any:
    """Returns the native module of a release of MuJoCo.

    Raises:
      FamilyImportError: its wheel is not installed.
    """
    package = f"{VERSIONS[version]}.tasks"
    try:
        return load_native(package, "tasks_envpool")
    except FamilyImportError as error:
        wheel = missing_wheel(package, error.__cause__)
        if not wheel:
            raise
        raise FamilyImportError(f"{KEY}={version!r} needs {wheel}") from error


def compiled(table: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the config values of a complete table.

    Raises:
      ConfigError: a term is wrong, or the model cannot be read.
    """
    native = _native(table[KEY])
    try:
        terrain = terrain_numbers(table["terrain"])
        facts = native.describe(table["model"], terrain)
        functions = [
            f"{name}={text_for(native, row['call'])}"
            for name, row in table["functions"].items()
        ]
        native.check_functions(functions)
        program, low, high = lower(table, facts, native.operations())
    except TermError as error:
        raise ConfigError(f"task {quoted(table['name'])}: {error}") from None
    except RecursionError:
        raise ConfigError(
            f"task {quoted(table['name'])}: expected terms that are less nested"
        ) from None
    except ValueError as error:
        raise ConfigError(str(error)) from None
    groups = (
        _group_sizes(table, program)
        if isinstance(table["observations"], Mapping)
        else {}
    )
    return {
        "frame_skip": table["frame_skip"],
        "model": table["model"],
        "program": program.code,
        "constants": program.constants,
        "terms": program.terms,
        "functions": functions,
        "terrain": terrain,
        "groups": list(groups),
        "group_sizes": list(groups.values()),
        "action_low": low,
        "action_high": high,
        "physics": table["physics"],
        "random": table["random"],
        KEY: table[KEY],
    }


def _group_sizes(table: Mapping[str, Any], program: Program) -> dict[str, int]:
    """Returns how many values each group of observations has."""
    sizes = iter(observation_sizes(program.code, program.terms))
    return {
        name: sum(next(sizes)[1] for _ in terms)
        for name, terms in groups_of(table).items()
    }


class Task:
    """A task of one's own robot, which `make` and `register` take.

    A task is immutable; `print(task)` shows it as TOML.

    Args:
      table: the table; see `envpool.mujoco.task`.
      folder: the folder that relative paths of models start from.

    Raises:
      ConfigError, ConfigTypeError: a key or a term is wrong; the text names it.
    """

    __slots__ = ("_text",)
    _text: str

    def __init__(self, table: Mapping[str, Any], folder: str = "") -> None:
        whole = complete(table, folder)
        compiled(whole)
        object.__setattr__(self, "_text", to_json(whole))

    @property
    def table(self) -> dict[str, Any]:
        """A copy of the complete table."""
        found: dict[str, Any] = json.loads(self._text)
        return found

    @property
    def name(self) -> str:
        """The task's name."""
        return str(self.table["name"])

    @property
    def reward_names(self) -> tuple[str, ...]:
        """The terms in `info["reward_terms"]`, by column."""
        return tuple(self.table["rewards"])

    @property
    def measure_names(self) -> tuple[str, ...]:
        """The terms in `info["measures"]`, by column."""
        return tuple(self.table["measures"])

    @property
    def observation_slices(self) -> dict[str, Any]:
        """Where each term's values are in the observation; in groups, by group."""
        table = self.table
        values = compiled(table)
        sizes = iter(observation_sizes(values["program"], values["terms"]))
        found: dict[str, dict[str, slice]] = {}
        for group, terms in groups_of(table).items():
            at = 0
            for row, (_, size) in zip(terms, sizes, strict=False):
                found.setdefault(group, {})[row["name"]] = slice(at, at + size)
                at += size
        return found.get("", found)

    def envpool_task(self) -> tuple[str, str, str, dict[str, Any]]:
        """Returns an id of its own, the package, the env's name and the config."""
        digest = hashlib.sha256(self._text.encode()).hexdigest()[:12]
        table = self.table
        config = {
            "table": self._text,
            "max_episode_steps": table["episode_steps"],
            **compiled(table),
        }
        env = "GroupedTask" if isinstance(table["observations"], dict) else "Task"
        return f"{table['name']}@{digest}", _PACKAGE, env, config

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name}: a Task cannot be changed")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Task) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return Task, (self.table,)

    def __str__(self) -> str:
        return to_toml(self.table)

    def __repr__(self) -> str:
        table = self.table
        groups = groups_of(table).values()
        table["observations"] = [term for terms in groups for term in terms]
        counts = ", ".join(
            f"{len(table[key])} {key}"
            for key in ("observations", "rewards", "terminations", "commands")
            if table[key]
        )
        return f"Task({self.name!r}: {counts})"


def task(model: Any, observations: Any, **terms: Any) -> Task:
    """Makes the task of a robot from a table of terms; see the page "Your own robot".

    Args:
      model: a path, XML text, the bytes of a binary model, an `mujoco.MjSpec` or an
        `mujoco.MjModel`.
      observations: a list of expressions, or of dicts with the key "term"; or a dict of
        these by names.
      **terms: `rewards`, `reward`, `terminations`, `resets`, `commands`, `actions`,
        `measures`, `define`, `terrain` and `functions`; and `name`, `frame_skip`,
        `episode_steps`, `physics`, `random` and `mujoco_version`.

    Raises:
      ConfigError, ConfigTypeError: a key or a term is wrong; the text names it.
    """
    return Task({"model": model, "observations": observations, **terms})


def read(path: str | os.PathLike[str]) -> Task:
    """Reads a task from a TOML or YAML file.

    Args:
      path: the file. Where there is none, a name without a folder may be that of one of
        the package's tables, such as "ant.toml".

    Raises:
      ConfigError, ConfigTypeError: a key or a term is wrong; the text names it.
      FamilyImportError: the file is YAML, and the package PyYAML is missing.
      OSError: the file cannot be read.
    """
    path, folder = os.fspath(path), None
    if not (os.path.exists(path) or os.path.dirname(path)):
        own = os.path.join(_TABLES, path)
        if os.path.exists(own):
            path, folder = own, os.path.join(models_path, "mujoco")
    table = load(path)
    table.setdefault("name", os.path.splitext(os.path.basename(path))[0])
    try:
        return Task(table, folder or os.path.dirname(os.path.abspath(path)))
    except (ConfigError, ConfigTypeError) as error:
        raise type(error)(f"{path}: {error}") from None


def of_config(table: str, base_path: str) -> dict[str, Any]:
    """Returns the complete table of a config value.

    Args:
      table: the text of a table as `Task` writes it, or the name of one of the
        package's tables.
      base_path: the folder of the models of these.

    Raises:
      ConfigError: it is neither.
    """
    if table.startswith("{"):
        try:
            return complete(json.loads(table))
        except ValueError as error:
            if isinstance(error, ConfigError):
                raise
            raise ConfigError(f"table: expected a task, got {show(table)}") from None
    try:
        whole = load(os.path.join(_TABLES, f"{os.path.basename(table)}.toml"))
    except OSError:
        raise ConfigError(f"table: expected a task, got {show(table)}") from None
    return complete(whole, os.path.join(base_path, "mujoco"))
