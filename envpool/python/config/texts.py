# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts about config keys and options: their meaning and their values.

`envpool info` and the tables of the documentation show these texts. They are plain
text, with backticks around code. `keywords` has the texts of keywords of all tasks; a
family provides the texts of its own keys with `envpool.registration.Family.meanings`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from envpool.python.config.argument_checks import INT32_MAX, INT32_MIN, MAX_SEED
from envpool.python.config.keywords import COMMON_KEYS, OPTIONS
from envpool.python.config.task_names import pixel_name

__all__ = [
    "family_meanings",
    "find_meanings",
    "is_own",
    "option_values",
    "set_meanings",
    "values_text",
]

# Keys that several families have.
_SHARED = {
    "obs_dtype": "Type of the numbers in observations; they are computed as float64 "
    "and rounded once.",
    "pixels_only": "Whether frames replace the other observations; otherwise they are "
    "an entry beside them.",
    "render_camera_name": "Name of the camera; a name given as `render_camera_id` ends "
    "up here.",
    "reward_threshold": "Mean return at which the task counts as solved.",
}
# Longer lists of choices are shown as their number.
_MANY = 20
# By package: the meanings for all its spec classes (""), and those that differ for
# single classes.
_meanings: dict[str, dict[str, dict[str, str]]] = {}


def set_meanings(package: str, spec_cls: str, meanings: Mapping[str, str]) -> None:
    """Registers the meanings of the config keys of a package's spec classes.

    Args:
      package: the package that exports the classes.
      spec_cls: the class's name; "" for all classes of the package that have
        such a key without a meaning of their own.
      meanings: a sentence for each key.
    """
    _meanings.setdefault(package, {}).setdefault(spec_cls, {}).update(meanings)


def family_meanings(package: str) -> Mapping[str, Mapping[str, str]]:
    """Returns what `set_meanings` got for a package, by the names of classes."""
    return _meanings.get(package, {})


def find_meanings(package: str, spec_cls: str) -> Mapping[str, str]:
    """Returns the meanings of the config keys of a spec class.

    The result may include keys that only other classes of the package have.

    Args:
      package: the package that exports the class.
      spec_cls: the class's name.
    """
    stated = family_meanings(package)
    meanings = {name: row.meaning for name, row in OPTIONS.items()}
    meanings |= {key: row.meaning for key, row in COMMON_KEYS.items()}
    own: dict[str, str] = {}
    for name, keys in sorted(stated.items()):  # "", for all classes, must come first
        if name in ("", spec_cls) or pixel_name(name) == spec_cls:
            own.update(keys)
    return {**meanings, **_SHARED, **own}


def is_own(key: str) -> bool:
    """Tells whether a config key belongs to the env rather than to all tasks."""
    return key not in COMMON_KEYS and key != "reward_threshold"


def option_values(name: str, literal: Callable[[Any], str] = repr) -> str:
    """Returns a description of the values of an option; see `values_text`."""
    row = OPTIONS[name]
    text = row.values or values_text(row.sample, row.rule, literal)
    return f"{text}, or {literal(None)}" if row.may_be_none else text


def values_text(
    default: Any, rule: Mapping[str, Any], literal: Callable[[Any], str] = repr
) -> str:
    """Returns a description of the values that a config key takes.

    Args:
      default: its default, which has its type.
      rule: an `envpool.python.config.rules.Rule`.
      literal: how to write a value.
    """
    names = rule.get("names", {})
    if names and set(names.values()) == set(rule.get("choices", ())):
        pairs = (f"{literal(name)} ({each})" for name, each in names.items())
        return "one of " + ", ".join(pairs)
    also = [*names, *([None] if "none" in rule else [])]
    return ", or ".join([_values(default, rule, literal), *map(literal, also)])


def _values(
    default: Any, rule: Mapping[str, Any], literal: Callable[[Any], str]
) -> str:
    if "choices" in rule:
        choices = rule["choices"]
        if len(choices) > _MANY:
            return f"one of {len(choices)} names"
        if len(choices) == 1:
            return literal(choices[0])
        return "one of " + ", ".join(map(literal, choices))
    if isinstance(default, bool):
        return f"{literal(True)} or {literal(False)}"
    if isinstance(default, (list, tuple)):
        return _items(default, rule)
    if isinstance(default, str):
        return "a path" if rule.get("path") else "a string"
    if isinstance(default, (int, float)):
        what = "an integer" if isinstance(default, int) else "a number"
        return what + _interval(default, rule)
    return f"a {type(default).__name__}"


def _items(default: Any, rule: Mapping[str, Any]) -> str:
    samples = {"int": 0, "float": 0.0, "bool": False, "str": ""}
    sample = samples[rule["item"]] if "item" in rule else next(iter(default), None)
    kinds = {bool: "booleans", int: "integers", float: "numbers", str: "strings"}
    text = kinds.get(type(sample), "values") + _interval(sample, rule)
    if isinstance(default, tuple):
        return f"{len(default)} {text}"
    if "length" not in rule:
        return f"a list of {text}"
    length = rule["length"]
    low, high = length if isinstance(length, tuple) else (length, length)
    return f"{low} {text}" if low == high else f"{low} to {high} {text}"


def _interval(default: Any, rule: Mapping[str, Any]) -> str:
    low, high = rule.get("min", -math.inf), rule.get("max", math.inf)
    if isinstance(default, int):  # the limits of int32 are not shown
        low = -math.inf if low == INT32_MIN else low
        high = math.inf if high == INT32_MAX else high
    if low == -math.inf and high == math.inf:
        return ""
    if high == math.inf:
        return f", at least {_number(low)}"
    if low == -math.inf:
        return f", at most {_number(high)}"
    return f" in [{_number(low)}, {_number(high)}]"


def _number(value: float) -> str:
    """Returns a bound in its shortest readable form."""
    if not float(value).is_integer() or abs(value) > MAX_SEED:
        return f"{value:.6g}"
    whole = int(value)
    is_mask = whole >= INT32_MAX and whole & (whole + 1) == 0
    return f"2**{whole.bit_length()} - 1" if is_mask else str(whole)
