# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family's descriptions of its envs, for their pages in the documentation.

A family's docs/tasks.py has a function `envs()`, which returns an `Env` for each page,
by the page's name; every id is on exactly one page. All texts are reStructuredText.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import envpool
from envpool.registration import registry

__all__ = [
    "Entries",
    "Env",
    "by_index",
    "envs_of",
    "grouped",
    "indices",
    "spec_of",
]


class Entries(NamedTuple):
    """A table of the meanings of an observation's or an action's numbers.

    Attributes:
      heads: headings with their widths. The first column has the index of a number,
        as in "0", "0, 1" or "2 to 5", or the key of a dict's entry.
      rows: the cells.
      ids: the ids that this table applies to, by default all ids of the page.
    """

    heads: Mapping[str, int]
    rows: Sequence[Sequence[str]]
    ids: tuple[str, ...] = ()


class Env(NamedTuple):
    """The contents of an env's page.

    Attributes:
      title: the title of the page.
      ids: the ids of the page.
      summary: the agent's task.
      observation: texts and tables about the observation.
      action: texts and tables about the action.
      reward: the rules of the reward.
      end: when an episode is terminated. The step limit is added automatically.
      official: the address of the official env's page or source; empty if none.
      start: how an episode begins; may be empty.
      notes: further notes, about versions or sizes; may be empty.
      names: other common names of the env, for the search.
      picture: the id that the picture shows, by default the newest version of the
        first id.
      camera: the camera of the picture, by default the env's own.
      steps: how many random steps there are before the picture. Games that show images
        to the agent have some anyway.
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
    camera: int | str = -1
    steps: int = 0

    @property
    def pictured(self) -> str:
        """The id that the picture shows."""
        stem = self.ids[0].rpartition("-")[0]
        versions = (one for one in self.ids if one.rpartition("-")[0] == stem)
        return self.picture or max(versions, key=_version)


def by_index(meanings: Sequence[str], head: str = "Action") -> Entries:
    """Returns a table of the meanings of a discrete space's indices.

    Args:
      meanings: the meanings, by index.
      head: the heading of the meanings.
    """
    rows = [[str(index), meaning] for index, meaning in enumerate(meanings)]
    return Entries({"Index": 12, head: 88}, rows)


def _version(task_id: str) -> int:
    return int(task_id.rpartition("-v")[2])


@functools.cache
def spec_of(task_id: str) -> Any:
    """Returns a task's spec, made only once: some envs load a model for it.

    Args:
      task_id: its id.
    """
    return envpool.make_spec(task_id)


@functools.cache
def envs_of(package: str) -> Mapping[str, Env]:
    """Returns a family's descriptions of its envs, by the names of their pages.

    Args:
      package: the family's package.
    """
    found: Mapping[str, Env] = importlib.import_module(f"{package}.docs.tasks").envs()
    return found


def indices(cell: str) -> list[int]:
    """Returns the indices in the first cell of a row.

    Args:
      cell: a text such as "0", "0, 1" or "2 to 5".

    Raises:
      ValueError: the text has another form.
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
      package: the family's package.
      name_of: returns the name of an id's page, given the id and the config of its
        registration.
    """
    found: dict[str, list[str]] = {}
    for task_id in envpool.list_all_envs():
        import_path, _, config = registry.specs[task_id]
        if import_path == package:
            found.setdefault(name_of(task_id, config), []).append(task_id)
    return {name: tuple(ids) for name, ids in found.items()}
