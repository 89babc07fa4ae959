# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts that descriptions of planning problems share."""

from __future__ import annotations

from docs.env_text import Entries, by_index

SITE = "https://instadeepai.github.io/jumanji/environments"
MOVES = by_index(("up", "right", "down", "left"))
MASK = ("action_mask", "whether each action is legal")
STEPS = ("step_count", "the number of steps")


def keys(*rows: tuple[str, str]) -> Entries:
    """Returns the table of an observation's keys."""
    return Entries(
        {"Key": 24, "Meaning": 76}, [(f"``{key}``", meaning) for key, meaning in rows]
    )


def choices(*rows: tuple[str, str]) -> Entries:
    """Returns the table of an action's elements."""
    return Entries({"Index": 16, "Meaning": 84}, rows)
