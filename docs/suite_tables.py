# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of suites and scores, for generate.py."""

from __future__ import annotations

import envpool
from docs.rst import HEADER, cell, table
from envpool.scores import Linear, Score, score_of

__all__ = ["scores_page", "suites_page"]


def suites_page() -> str:
    """Returns the table of suites."""
    rows = [["Suite", "Tasks", "Score", "Content"]]
    for suite in envpool.list_suites().values():
        found = [score for task in suite.tasks if (score := score_of(task))]
        kinds = ", ".join(dict.fromkeys(f"``{score.kind}``" for score in found))
        texts = [f"{suite.title}.", f"From {suite.source}.", suite.note]
        content = " ".join(filter(None, texts))
        rows.append([f"``{suite.name}``", str(len(suite)), kinds, content])
    return "\n".join([HEADER, table("Suites", (20, 10, 15, 55), rows)])


def scores_page() -> str:
    """Returns the numbers of all scores, in a table for each source."""
    tasks: dict[tuple[str, str], dict[str, Score]] = {}
    for suite in envpool.list_suites().values():
        for task in suite.tasks:
            if (score := score_of(task)) is not None:
                tasks.setdefault((score.kind, score.source), {})[task] = score
    parts = [HEADER]
    for (kind, source), scores in tasks.items():
        lines = [f"``{kind}``", "   " + cell(f"{source}.", "   "), ""]
        formulas = {score.formula for score in scores.values()}
        if len(formulas) == 1:
            lines += [f"   {formulas.pop()}; {len(scores)} tasks.".capitalize(), ""]
        else:
            lines += [f"   .. dropdown:: {len(scores)} tasks", ""]
            text = table("Returns that score 0 and 1", (60, 20, 20), _rows(scores))
            lines += [f"      {line}".rstrip() for line in text.splitlines()]
            lines += [""]
        parts += lines
    return "\n".join(parts)


def _rows(scores: dict[str, Score]) -> list[list[str]]:
    rows = [["Task", "0", "1"]]
    for task, score in scores.items():
        if isinstance(score, Linear):
            rows.append([f"``{task}``", str(score.low), str(score.high)])
    return rows
