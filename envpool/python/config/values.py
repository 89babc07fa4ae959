# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks a keyword's value by its rule. A value has the type of the default."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

import numpy as np

from envpool.python.config.argument_checks import (
    INT32_MAX,
    INT32_MIN,
    as_bool,
    as_choice,
    as_float,
    as_int,
    as_str,
    did_you_mean,
    show,
)
from envpool.python.errors import ConfigError, ConfigTypeError

__all__ = ["Rule", "check_value"]


class Rule(TypedDict, total=False):
    """The restrictions of the values of one keyword.

    For a list or tuple, `min`, `max` and `choices` apply to each item. Without
    `min` and `max`, an integer must fit into 32 bits.
    """

    min: float
    max: float
    choices: Sequence[Any]
    item: Literal["int", "float", "bool", "str"]  # of a list with an empty default
    length: int | tuple[int, int]  # of a list or string: exact, or (from, to)
    path: bool  # whether the string is a path
    none: Any  # the value that None stands for
    names: Mapping[str, Any]  # texts, and the values that they stand for
    note: str  # an addition to the error for a wrong value


def check_value(key: str, value: Any, default: Any, rule: Rule) -> Any:
    """Returns one value, checked; its type is that of `default`."""
    if value is None and "none" in rule:
        value = rule["none"]
    if isinstance(value, str) and "names" in rule:
        value = _named(key, value, rule)
    if isinstance(default, bool):
        result: Any = as_bool(key, value)
    elif isinstance(default, int):
        result = as_int(
            key,
            value,
            int(rule.get("min", INT32_MIN)),
            int(rule.get("max", INT32_MAX)),
        )
    elif isinstance(default, float):
        result = as_float(
            key, value, rule.get("min", -math.inf), rule.get("max", math.inf)
        )
    elif isinstance(default, str):
        result = as_str(key, value)
        _check_length(key, result, rule)
    elif isinstance(default, (list, tuple)):
        return _check_sequence(key, value, default, rule)
    elif isinstance(default, dict):
        return _check_dict(key, value)
    else:
        return value
    if "choices" in rule:
        as_choice(key, result, rule["choices"])
    return result


def _named(key: str, value: str, rule: Rule) -> Any:
    names = rule["names"]
    if value in names:
        return names[value]
    if "choices" in rule:  # every choice has a name
        as_choice(key, value, tuple(names))
    raise ConfigError(
        f"{key}: expected one of {', '.join(map(repr, names))} or a number, got "
        f"{show(value)}{did_you_mean(value, names)}"
    )


_ITEMS: Mapping[str, Any] = {"int": 0, "float": 0.0, "bool": False, "str": ""}


def _check_sequence(
    key: str, value: Any, default: list[Any] | tuple[Any, ...], rule: Rule
) -> Any:
    if value is None and default == []:
        return []  # for Gymnasium's `desc=None`
    if isinstance(value, np.ndarray) and value.ndim > 0:
        value = value.tolist()
    if not isinstance(value, (list, tuple, range)):
        raise ConfigTypeError(
            f"{key}: expected a {type(default).__name__}, got {show(value)}"
        )
    fixed = isinstance(default, tuple)
    if fixed and len(value) != len(default):
        raise ConfigError(f"{key}: expected {len(default)} values, got {show(value)}")
    _check_length(key, value, rule)
    whole = ("length", "none")
    item_rule: Rule = {k: v for k, v in rule.items() if k not in whole}  # type: ignore[assignment]
    kinds: Sequence[Any] = default
    if not fixed:
        item = _ITEMS[rule["item"]] if "item" in rule else None
        kinds = [item if item is not None else next(iter(default), None)]
    items = [
        check_value(f"{key}[{i}]", element, kind, item_rule)
        for i, (element, kind) in enumerate(
            zip(value, itertools.cycle(kinds), strict=False)
        )
    ]
    return tuple(items) if fixed else items


def _check_length(key: str, value: Sequence[Any], rule: Rule) -> None:
    if "length" not in rule:
        return
    limits = rule["length"]
    low, high = limits if isinstance(limits, tuple) else (limits, limits)
    if not low <= len(value) <= high:
        raise ConfigError(
            f"{key}: expected a length in [{low}, {high}], got {len(value)}"
        )


def _check_dict(key: str, value: Any) -> dict[Any, Any]:
    if not isinstance(value, Mapping):
        raise ConfigTypeError(f"{key}: expected a dict, got {show(value)}")
    return dict(value)
