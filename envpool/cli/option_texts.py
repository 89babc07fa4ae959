# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a config key means and which values it takes, in words."""

from __future__ import annotations

import dataclasses
import inspect
import math
import re
from collections.abc import Mapping
from typing import Any

from envpool.python.argument_checks import INT32_MAX, INT32_MIN
from envpool.python.options import Options

__all__ = ["COMMON_TEXTS", "option_rows", "values_text"]

# The config keys that all tasks have.
COMMON_TEXTS: Mapping[str, str] = {
    "num_envs": "the number of envs",
    "batch_size": "the rows of a result; 0 for all envs",
    "num_threads": "0 for as many as CPUs and batch_size can use",
    "max_num_players": "the most players of an env",
    "thread_affinity_offset": "unless -1, thread i runs on CPU offset + i",
    "base_path": "the folder of the family's files",
    "seed": "env i gets seed + i; or a list; None for a random one",
    "env_seed": "a seed for each env",
    "gym_reset_return_info": "of EnvPool 1.x; always True",
    "max_episode_steps": "when episodes are truncated; None for the task's",
    "reward_threshold": "the return at which the task counts as solved",
    "frame_stack": "how many observations are stacked",
    "frame_skip": "for how many frames an action is repeated",
}


def values_text(default: Any, rule: Mapping[str, Any]) -> str:
    """Returns which values a config key takes.

    Args:
      default: its default, which has its type.
      rule: of `envpool.python.config.Rule`.
    """
    if "choices" in rule:
        return " | ".join(map(repr, rule["choices"]))
    if isinstance(default, (list, tuple)):
        items = next(iter(default), None)
        kind = rule.get("item") or type(items).__name__
        return f"list of {kind if items is not None or 'item' in rule else 'values'}"
    if isinstance(default, bool):
        return "True | False"
    if isinstance(default, (int, float)):
        return type(default).__name__ + _interval(rule)
    return type(default).__name__


def _interval(rule: Mapping[str, Any]) -> str:
    low, high = rule.get("min", -math.inf), rule.get("max", math.inf)
    has_low, has_high = low > INT32_MIN, high < INT32_MAX
    if has_low and has_high:
        return f" in [{low:g}, {high:g}]"
    if has_low:
        return f" >= {low:g}"
    return f" <= {high:g}" if has_high else ""


def option_rows() -> list[tuple[str, Any, str]]:
    """Returns name, default and meaning of each option of a pool."""
    text = inspect.cleandoc(Options.__doc__ or "")
    found = re.findall(
        r"^  (\w+): (.*?)(?=^  \w+: |\Z)", text, re.DOTALL | re.MULTILINE
    )
    meanings = {name: " ".join(meaning.split()) for name, meaning in found}
    return [
        (field.name, field.default, meanings.get(field.name, ""))
        for field in dataclasses.fields(Options)
    ]
