# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts and tables about the distance from the official envs, of parity.csv."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import envpool
from docs.rst import HEADER, cell, table
from envpool.families import FamilyRow
from envpool.testing import parity
from envpool.testing.parity import ParityResult

__all__ = ["cases_of", "page", "rows_table"]


def cases_of(family: FamilyRow) -> Mapping[str, ParityResult]:
    """Returns the results of a family, by the names of cases."""
    file = Path(envpool.__file__).parent / family.name / "parity.csv"
    return parity.read(file) if file.exists() else {}


def rows_table(title: str, cases: Mapping[str, ParityResult]) -> str:
    """Returns a table with a row for each case."""
    rows = [["Id", "Steps", "Episodes", "Observations", "Rewards"]]
    for case, found in cases.items():
        off = [
            "equal" if difference == 0 else f"within {difference:.0e}"
            for difference in (found.obs, found.reward)
        ]
        steps = [f"{count:,}" for count in (found.steps, found.episodes)]
        rows.append([f"``{case}``", *steps, *off])
    return table(title, (40, 15, 15, 15, 15), rows)


def page(family: FamilyRow) -> str:
    """Returns a sentence about the differences to the official tasks.

    A family without ids, whose envs have no pages, also gets the table.
    """
    cases = cases_of(family)
    steps = sum(found.steps for found in cases.values())
    episodes = sum(found.episodes for found in cases.values())
    off = [name for name, found in cases.items() if found.obs]
    most = max(found.obs for found in cases.values())
    reward = max(found.reward for found in cases.values())
    texts = [
        f"Compared over {steps:,} steps and {episodes:,} episodes of {len(cases)} "
        "tasks.",
        f"Observations differ by at most {most:.0e}, in {', '.join(off)} alone."
        if off
        else "All observations are equal.",
        f"Rewards differ by at most {reward:.0e}." if reward else "So are all rewards.",
    ]
    if family.ids:
        texts.append("The page of each env has its own numbers.")
    text = f"{HEADER}\n{cell(' '.join(texts), '')}\n"
    if family.ids:
        return text
    return f"{text}\n{rows_table(f'Compared on {family.title}', cases)}"
