# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tasks as tables: what users write, checked and completed."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from envpool.errors import ConfigError, ConfigTypeError
from envpool.mujoco.tasks.c_functions import function_rows
from envpool.mujoco.tasks.nodes import TermError
from envpool.mujoco.tasks.terrain import KINDS
from envpool.mujoco.tasks.urdf import read_urdf
from envpool.mujoco.versions import KEY, VERSIONS
from envpool.python.config.argument_checks import (
    as_choice,
    as_int,
    as_str,
    did_you_mean,
    show,
)

__all__ = [
    "MAX_GROUPS",
    "MOMENTS",
    "PHYSICS",
    "RANDOM",
    "complete",
    "groups_of",
    "model_source",
    "to_json",
    "to_toml",
]

PHYSICS = ("dm_control", "gymnasium", "mjlab")
# When assignments of a step run; see `lowering`.
MOMENTS = ("before", "substep", "step", "end")
RANDOM = ("pcg64", "mt19937")
MAX_GROUPS = 8  # as in task_env.h
_MAX_DEPTH = 16  # lists and dicts in each other
_MAX_BITS = 64  # of integers
_MAX_PATH = 4096  # characters

# Checks and completes a value: of a key of the table, or of a named row.
_Convert = Callable[[str, Any], Any]

_OBSERVATION = {
    "name": str,
    "term": None,
    "noise": None,
    "noise_std": None,
    "delay": int,
    "clip": list,
    "scale": None,
    "history": int,
}
_REWARD = {"term": None, "weight": None}
_COMMAND = {"draw": None, "every": None}
_TERRAIN = {
    "levels": 10,
    "cell": 8.0,
    "resolution": 0.1,
    "border": 4.0,
    "centre": 2.0,
    "seed": 0,
    "start": 99,
}
_TERRAIN_KEYS = {
    **dict.fromkeys(_TERRAIN, (int, float)),
    "levels": int,
    "seed": int,
    "start": int,
    "columns": None,
    "rise": str,
    "fall": str,
}
_COLUMN = {"kind": str, **dict.fromkeys(("low", "high", "width"), (int, float))}
_ACTIONS = {
    "size": int,
    "low": None,
    "high": None,
    "target": None,
    "scale": None,
    "offset": None,
    "smooth": None,
    "kp": None,
    "kd": None,
    "limit": None,
    "control": None,
}


def model_source(model: Any, folder: str = "") -> str:
    """Returns a model as a text: a path, XML, or a binary model in hexadecimal.

    Args:
      model: a path, XML text, the bytes of a binary model, or an `mujoco.MjSpec` or
        `mujoco.MjModel`.
      folder: the folder that relative paths start from.

    Raises:
      ConfigError, FamilyImportError, OSError: a URDF file cannot be read.
      ConfigTypeError: it is something else.
    """
    if isinstance(model, bytes):
        return "mjb:" + model.hex()
    if isinstance(model, str) and (
        model.lstrip().startswith("<") or model.startswith("mjb:")
    ):
        return model.lstrip()
    if isinstance(model, (str, os.PathLike)):
        path = os.path.expanduser(os.fspath(model))
        if len(path) > _MAX_PATH:
            raise ConfigError(f"model: expected a path or XML text, got {show(path)}")
        path = os.path.abspath(os.path.join(folder, path))
        if not path.endswith(".urdf"):
            return path
        model = read_urdf(path)
    if hasattr(model, "compile") and hasattr(model, "to_xml"):
        if not getattr(model, "assets", None):
            model.compile()  # resolves what the text leaves out
            return str(model.to_xml())
        model = model.compile()
    if type(model).__name__ == "MjModel":
        import mujoco
        import numpy as np

        buffer = np.zeros(mujoco.mj_sizeModel(model), np.uint8)
        mujoco.mj_saveModel(model, None, buffer)
        return "mjb:" + buffer.tobytes().hex()
    raise ConfigTypeError(
        "model: expected a path, XML text, bytes, an MjSpec or an MjModel, got "
        f"{show(model)}"
    )


def _plain(key: str, value: Any, depth: int = 0) -> Any:
    """Returns a value of texts, numbers, lists and dicts; arrays become lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str):
        return _text(key, value)
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        raise ConfigError(
            f"{key}: expected a number of at most {_MAX_BITS} bits, got one of "
            f"{value.bit_length()}"
        )
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if depth > _MAX_DEPTH:
        raise ConfigError(f"{key}: expected at most {_MAX_DEPTH} nested lists or dicts")
    if isinstance(value, Mapping):
        return {
            _text(key, str(name)): _plain(key, row, depth + 1)
            for name, row in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_plain(key, row, depth + 1) for row in value]
    raise ConfigTypeError(
        f"{key}: expected texts, numbers, lists and dicts, got {show(value)}"
    )


def _text(key: str, value: str) -> str:
    """Returns a text if UTF-8 can hold it, as C++ and files need it."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ConfigError(f"{key}: expected Unicode, got {show(value)}") from None
    return value


def _row(kind: str, row: Any, keys: Mapping[str, Any], main: str) -> dict[str, Any]:
    """Returns a term as a dict: a text or number is its main key."""
    if not isinstance(row, Mapping):
        row = {main: row}
    for key, value in row.items():
        if key not in keys:
            raise TermError(
                f"{kind}: unknown key {key!r}{did_you_mean(str(key), keys)}; expected "
                f"some of {', '.join(keys)}"
            )
        wanted = keys[key]
        if wanted is not None and not isinstance(value, wanted):
            name = "a number" if isinstance(wanted, tuple) else wanted.__name__
            raise TermError(f"{kind}: {key}: expected {name}, got {show(value)}")
    if main not in row:
        raise TermError(f"{kind}: expected a key {main!r}, got {show(dict(row))}")
    return dict(row)


def _is_group(row: Any) -> bool:
    """Whether a value by name in `observations` has terms of its own."""
    if isinstance(row, Mapping):
        return bool(row) and not any(key in _OBSERVATION for key in row)
    return isinstance(row, (list, tuple))


def _observations(key: str, value: Any) -> Any:
    """Returns the terms; or a dict of the terms of each group."""
    if isinstance(value, Mapping) and any(map(_is_group, value.values())):
        groups = {str(name): _group(name, rows) for name, rows in value.items()}
        if not 2 <= len(groups) <= MAX_GROUPS:
            raise TermError(f"{key}: expected 2 to {MAX_GROUPS} groups")
        return groups
    return _terms(key, value)


def _group(name: Any, rows: Any) -> list[dict[str, Any]]:
    if not str(name).isidentifier():
        raise TermError(f"observations: expected a name of a group, got {name!r}")
    if not _is_group(rows):
        raise TermError(
            f"observations: expected {name!r} to be a group of terms like the others"
        )
    return _terms(f"observations: {name!r}", rows)


def _terms(key: str, value: Any) -> list[dict[str, Any]]:
    if isinstance(value, Mapping):
        value = [
            {"name": name, **_row(f"observation {name!r}", row, _OBSERVATION, "term")}
            for name, row in value.items()
        ]
    rows: list[dict[str, Any]] = []
    if not value:
        raise TermError(f"{key}: expected at least one, got none")
    for row in _list(key, value):
        whole = _row("observation", row, _OBSERVATION, "term")
        rows.append({"name": str(whole["term"]), **whole})
    return rows


def _list(key: str, value: Any) -> list[Any]:
    if isinstance(value, (str, int, float)):
        return [value]
    if not isinstance(value, (list, tuple)):
        raise TermError(f"{key}: expected a list, got {show(value)}")
    return list(value)


def _named(read: _Convert = lambda name, row: row) -> _Convert:
    def convert(key: str, value: Any) -> dict[str, Any]:
        if isinstance(value, (list, tuple)):
            value = {f"{key}_{i}": row for i, row in enumerate(value)}
        if not isinstance(value, Mapping):
            raise TermError(f"{key}: expected a dict by names, got {show(value)}")
        return {str(name): read(str(name), row) for name, row in value.items()}

    return convert


def _actions(key: str, value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        value = {"control": value}
    if not isinstance(value, Mapping):
        raise TermError(f"{key}: expected a dict, got {show(value)}")
    return _row(key, {"size": None, **value}, {**_ACTIONS, "size": None}, "size")


def _updates(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise TermError(f"{key}: expected a dict of lists, got {show(value)}")
    for moment in value:
        if moment not in MOMENTS:
            raise TermError(
                f"{key}: unknown key {moment!r}{did_you_mean(str(moment), MOMENTS)}; "
                f"expected some of {', '.join(MOMENTS)}"
            )
    return {str(moment): _list(key, rows) for moment, rows in value.items()}


def _terrain(key: str, value: Any) -> dict[str, Any]:
    """Returns a complete terrain."""
    if not isinstance(value, Mapping):
        raise TermError(f"{key}: expected a dict, got {show(value)}")
    if not value:
        return {}
    whole = {**_TERRAIN, **_row(key, value, _TERRAIN_KEYS, "columns")}
    columns = [
        _row(f"{key}: column", column, _COLUMN, "kind")
        for column in _list(f"{key}: columns", whole["columns"])
    ]
    for column in columns:
        as_choice(f"{key}: kind", column["kind"], KINDS)
    return {**whole, "columns": columns}


def _integer(low: int, high: int) -> _Convert:
    return lambda key, value: as_int(key, value, low, high)


def _choice(choices: Sequence[str]) -> _Convert:
    return lambda key, value: as_choice(key, value, choices)


# Of each key: its default, and what checks and completes its value.
_KEYS: dict[str, tuple[Any, _Convert]] = {
    "name": ("task", as_str),
    "model": (None, lambda key, value: value),
    "frame_skip": (1, _integer(1, 1000)),
    "episode_steps": (1000, _integer(0, 2**31 - 1)),
    "physics": (PHYSICS[0], _choice(PHYSICS)),
    "random": (RANDOM[0], _choice(RANDOM)),
    KEY: (next(iter(VERSIONS)), _choice(list(VERSIONS))),
    "define": ({}, _named()),
    "actions": ({}, _actions),
    "commands": (
        {},
        _named(lambda name, row: _row(f"command {name!r}", row, _COMMAND, "draw")),
    ),
    "observations": (None, _observations),
    "functions": ({}, function_rows),
    "terrain": ({}, _terrain),
    "rewards": (
        {},
        _named(lambda name, row: _row(f"reward {name!r}", row, _REWARD, "term")),
    ),
    "reward": ("", as_str),
    "terminations": ({}, _named()),
    "measures": ({}, _named()),
    "memory": ({}, _named()),
    "updates": ({}, _updates),
    "resets": ([], _list),
}


# The values of these keys may be objects of other packages.
_OF_OBJECTS = ("model", "functions")


def complete(table: Mapping[str, Any], folder: str = "") -> dict[str, Any]:
    """Returns a table with all keys, each checked.

    Args:
      table: what the user has written.
      folder: the folder that relative paths of models start from.

    Raises:
      ConfigError, ConfigTypeError: a key is unknown, missing or wrong.
    """
    for key in table:
        if key not in _KEYS:
            raise ConfigTypeError(
                f"{key}: no key of a task{did_you_mean(str(key), _KEYS)}; expected "
                f"some of {', '.join(_KEYS)}"
            )
    for key in ("model", "observations"):
        if table.get(key) is None:
            raise ConfigError(f"{key}: expected a value, got none")
    try:
        whole = {
            key: convert(
                key,
                table.get(key, default)
                if key in _OF_OBJECTS
                else _plain(key, table.get(key, default)),
            )
            for key, (default, convert) in _KEYS.items()
        }
    except TermError as error:
        raise ConfigError(str(error)) from None
    whole["model"] = _text("model", model_source(whole["model"], folder))
    whole["actions"] = {k: v for k, v in whole["actions"].items() if v is not None}
    return whole


def groups_of(table: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Returns the terms of each group of observations; without groups, of "".

    Args:
      table: the complete table.
    """
    terms = table["observations"]
    return dict(terms) if isinstance(terms, Mapping) else {"": terms}


def to_json(table: Mapping[str, Any]) -> str:
    """Returns a complete table as a text; equal tables have equal texts."""
    return json.dumps(table, separators=(",", ":"))


def to_toml(table: Mapping[str, Any]) -> str:
    """Returns a complete table as TOML, without the keys that have defaults."""
    plain, sections = [], []
    for key, value in table.items():
        if value == _KEYS[key][0]:
            continue
        if isinstance(value, Mapping):
            rows = [f"{_key(name)} = {_value(row)}" for name, row in value.items()]
            sections.append("\n".join([f"[{key}]", *rows]))
        elif isinstance(value, list):
            rows = [f"  {_value(row)}," for row in value]
            plain.append("\n".join([f"{key} = [", *rows, "]"]))
        else:
            plain.append(f"{key} = {_value(value)}")
    return "\n\n".join(["\n".join(plain), *sections]) + "\n"


def _key(name: str) -> str:
    is_bare = name.replace("_", "a").isalnum() and name.isascii()
    return name if is_bare else f'"{_escaped(name)}"'


def _escaped(text: str) -> str:
    """Returns the characters of a TOML string, which are those of JSON's and DEL."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        lines = [_escaped(line) for line in value.split("\n")]
        joined = "\n".join(lines)
        return f'"{joined}"' if len(lines) == 1 else f'"""\n{joined}"""'
    if isinstance(value, Mapping):
        rows = (f"{_key(name)} = {_value(row)}" for name, row in value.items())
        return "{" + ", ".join(rows) + "}"
    return "[" + ", ".join(map(_value, value)) + "]"
