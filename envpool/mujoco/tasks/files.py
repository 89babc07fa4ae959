# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads tables from files: TOML, or YAML if the package PyYAML is installed."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator
from typing import Any

from envpool.errors import ConfigError, FamilyImportError
from envpool.python.config.argument_checks import show

__all__ = ["load"]

_YAML = (".yaml", ".yml")
_MAX_VALUES = 100_000  # of a YAML file, with what its aliases repeat
_SHOWN = 40  # characters of a text in errors
_STANDARD = "tag:yaml.org,2002:"
_COLLECTIONS = ("map", "seq")
_SCALARS = ("bool", "float", "int", "null", "str")


def load(path: str) -> dict[str, Any]:
    """Returns the table in a file, as it is written.

    Args:
      path: the file; it is YAML if its name ends so, and otherwise TOML.

    Raises:
      ConfigError: the file is neither.
      FamilyImportError: it is YAML, and PyYAML is missing.
      OSError: the file cannot be read.
    """
    with open(path, "rb") as file:
        content = file.read()
    is_yaml = path.endswith(_YAML)
    try:
        table = (
            _read_yaml(path, content)
            if is_yaml
            else tomllib.loads(content.decode("utf-8"))
        )
    except (ValueError, OverflowError) as error:
        kind = "YAML" if is_yaml else "TOML"
        raise ConfigError(f"{path}: expected {kind}: {error}") from None
    except RecursionError:
        raise ConfigError(f"{path}: expected less nested lists") from None
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: expected the keys of a task, got {show(table)}")
    return table


def _read_yaml(path: str, content: bytes) -> Any:
    """Returns the value of a YAML file; an empty file is an empty dict.

    Raises:
      FamilyImportError: PyYAML is missing.
      ValueError, OverflowError: it is not YAML, or has values that no table has.
    """
    try:
        yaml: Any = importlib.import_module("yaml")
    except ImportError as error:
        raise FamilyImportError(
            f"{path}: expected the package PyYAML, which cannot be imported ({error}); "
            'install it with: pip install "envpool[yaml]"'
        ) from error
    try:
        loader = yaml.SafeLoader(content)
        node = loader.get_single_node()
        if node is None:
            return {}
        _check(yaml, loader, node, {})
        return loader.construct_document(node)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: {error.problem}" if mark else str(error)
        raise ValueError(" ".join(where.split())) from None


def _check(yaml: Any, loader: Any, node: Any, sizes: dict[int, int]) -> int:
    """Refuses a node that has no place in a table, before values are made of it.

    Args:
      yaml: the package.
      loader: the loader that read the node.
      node: the node.
      sizes: by node, the numbers that this function has returned; 0 for a node whose
        check has not ended.

    Returns:
      The number of its values, with those that aliases repeat.

    Raises:
      ValueError: a value is of another type, contains itself, or is too large.
    """
    where = f"line {node.start_mark.line + 1}"
    if id(node) in sizes:
        if not sizes[id(node)]:
            raise ValueError(f"{where}: expected a value that does not contain itself")
        return sizes[id(node)]
    sizes[id(node)] = 0
    tag = node.tag.removeprefix(_STANDARD)
    if isinstance(node, yaml.ScalarNode):
        plain = loader.resolve(yaml.ScalarNode, node.value, (True, False))
        if tag not in _SCALARS or (tag != "str" and plain != node.tag):
            raise ValueError(
                f"{where}: expected a text or a number, got {node.value[:_SHOWN]!r}, "
                f"which YAML takes for {tag[:_SHOWN]!r}; write text in quotes"
            )
    elif tag not in _COLLECTIONS:
        raise ValueError(f"{where}: expected a list or a dict, got {tag[:_SHOWN]!r}")
    size = 1
    for part in _parts(yaml, node):
        size += _check(yaml, loader, part, sizes)
        if size > _MAX_VALUES:
            raise ValueError(
                f"{where}: expected at most {_MAX_VALUES} values, with those that "
                "aliases repeat"
            )
    sizes[id(node)] = size
    return size


def _parts(yaml: Any, node: Any) -> Iterator[Any]:
    """Yields the values in a list or a dict.

    Raises:
      ValueError: the dict has a key twice, or one that is not a text.
    """
    if isinstance(node, yaml.SequenceNode):
        yield from node.value
    if not isinstance(node, yaml.MappingNode):
        return
    keys = set[str]()
    for key, value in node.value:
        where = f"line {key.start_mark.line + 1}"
        is_scalar = isinstance(key, yaml.ScalarNode)
        if not is_scalar or key.tag.removeprefix(_STANDARD) not in ("str", "merge"):
            got = repr(key.value[:_SHOWN]) if is_scalar else "a list or a dict"
            raise ValueError(
                f"{where}: expected a text as a key, got {got}; write it in quotes"
            )
        if key.value in keys:
            raise ValueError(f"{where}: the key {key.value[:_SHOWN]!r} is there twice")
        keys.add(key.value)
        yield value
