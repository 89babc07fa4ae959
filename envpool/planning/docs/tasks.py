# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the planning problems, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Env, grouped
from envpool.planning.docs import grids, logic, packing, routes

SHOWN_FIRST = {"RubiksCube": 0.5, "PacMan": 0.6}
_STEPS = 12  # before the picture: puzzles are begun, and routes are seen


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    name = task_id.removeprefix("Jumanji/").rpartition("-v")[0]
    return name.removesuffix("-partly-scrambled").removesuffix("-very-easy")


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.planning", _page)
    pages = {**logic.ENVS, **packing.ENVS, **routes.ENVS, **grids.ENVS}
    return {
        name: env._replace(ids=ids[name], steps=_STEPS) for name, env in pages.items()
    }
