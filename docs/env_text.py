# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a family says of its envs, for their pages in the documentation.

A family's docs/tasks.py has a function `envs()`, which returns an `Env` for each page,
by the page's name; every id is on one page. All texts are reStructuredText.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import envpool
from envpool.registration import registry

__all__ = ["Entries", "Env", "by_index", "envs_of", "grouped", "indices"]


class Entries(NamedTuple):
    """A table of what the numbers of an observation or of an action mean.

    Attributes:
      heads: headings with their widths. The first column has the index of a number,
        as in "0", "0, 1" or "2 to 5", or the key of an entry of a dict.
      rows: the cells.
      ids: the ids that have this table, by default all of the page.
    """

    heads: Mapping[str, int]
    rows: Sequence[Sequence[str]]
    ids: tuple[str, ...] = ()


class Env(NamedTuple):
    """What a page says of an env.

    Attributes:
      title: the page's.
      ids: the page's ids.
      summary: what the agent has to do.
      observation: texts and tables.
      action: likewise.
      reward: what is paid for.
      end: when an episode is terminated. The page itself tells the limit of steps.
      official: address of the official env's page or source; empty if there is none.
      start: how an episode begins; may be empty.
      notes: what else there is to say, about versions or sizes; may be empty.
      names: what people also call it, for the search.
      picture: the id that the picture shows, by default the newest version of the
        first one.
    """

    title: str
    ids: tuple[str, ...]
    summary: str
    observation: Sequence[str | Entries]
    action: Sequence[str | Entries]
    reward: str
    end: str
    official: str
    start: str = ""
    notes: str = ""
    names: tuple[str, ...] = ()
    picture: str = ""

    @property
    def pictured(self) -> str:
        """The id that the picture shows."""
        stem = self.ids[0].rpartition("-")[0]
        versions = (one for one in self.ids if one.rpartition("-")[0] == stem)
        return self.picture or max(versions, key=_version)


def by_index(meanings: Sequence[str], head: str = "Action") -> Entries:
    """Returns a table of what each index of a discrete space means.

    Args:
      meanings: by index.
      head: the heading of the meanings.
    """
    rows = [[str(index), meaning] for index, meaning in enumerate(meanings)]
    return Entries({"Index": 12, head: 88}, rows)


def _version(task_id: str) -> int:
    return int(task_id.rpartition("-v")[2])


@functools.cache
def envs_of(package: str) -> Mapping[str, Env]:
    """Returns what a family says of its envs, by the names of their pages.

    Args:
      package: the family's.
    """
    found: Mapping[str, Env] = importlib.import_module(f"{package}.docs.tasks").envs()
    return found


def indices(cell: str) -> list[int]:
    """Returns the indices that the first cell of a row stands for.

    Args:
      cell: such as "0", "0, 1" or "2 to 5".

    Raises:
      ValueError: it is something else.
    """
    first, to, last = cell.partition(" to ")
    if to:
        return list(range(int(first), int(last) + 1))
    return [int(one) for one in cell.split(",")]


def grouped(
    package: str, name_of: Callable[[str, Mapping[str, Any]], str]
) -> dict[str, tuple[str, ...]]:
    """Returns a family's ids by the names of their pages.

    Args:
      package: the family's.
      name_of: makes the name of an id's page, from the id and what its registration
        says of its config.
    """
    found: dict[str, list[str]] = {}
    for task_id in envpool.list_all_envs():
        import_path, _, config = registry.specs[task_id]
        if import_path == package:
            found.setdefault(name_of(task_id, config), []).append(task_id)
    return {name: tuple(ids) for name, ids in found.items()}
