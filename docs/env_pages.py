# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a page for each env: `bazel run //docs:env_pages`, as `make docs` does.

The pages and their films are written to docs/env/<family>/, which is not part of the
repository. Their contents come from the registry and from the families' docs/tasks.py;
see env_text.py. Existing films are kept; `--no-films` makes no films.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs import gallery, parameter_tables, parity_tables, speed_tables
from docs.env_text import Entries, Env, envs_of, spec_of
from docs.generate import (
    Task,
    limit_text,
    more_columns,
    number,
    options_table,
    own_config,
    space_text,
)
from docs.rst import cell, table
from envpool.families import FAMILIES, FamilyRow
from envpool.python.errors import NotSupportedError
from envpool.registration import registry

__all__ = ["page", "pages"]

_HEADER = ".. Written by docs/env_pages.py.\n"


def _literals(names: Iterable[str]) -> str:
    return ", ".join(f"``{name}``" for name in names)


def _paragraph(text: str) -> str:
    """Returns paragraphs or lists, wrapped to the usual line length."""
    parts = (line for line in text.split("\n"))
    return "\n".join(
        cell(line, "  " if line.startswith("* ") else "") if line else ""
        for line in parts
    )


def _section(title: str, *parts: str) -> list[str]:
    """Returns a section, or nothing if it would be empty."""
    found = [part for part in parts if part]
    if not found:
        return []
    return [title, "-" * len(title), "", *(f"{part}\n" for part in found)]


def _changed(task_id: str) -> str:
    """Returns the options of an id that differ from the env's defaults."""
    spec = spec_of(task_id)
    defaults = type(spec).gen_config()._asdict()
    return ", ".join(
        f"``{key}={value!r}``"
        for key, value in registry.specs[task_id][2].items()
        if key in own_config(spec) and value != defaults[key]
    )


def _ids_table(family: FamilyRow, env: Env) -> str:
    """Returns the table of a page's ids, without empty columns."""
    more, cells_of = more_columns(family)
    heads = ["Id", "Steps", "Solved at", "Options", *more]
    rows = []
    for task_id in env.ids:
        spec = spec_of(task_id)
        solved = spec.reward_threshold
        rows.append(
            [
                f"``{task_id}``",
                limit_text(spec.config.max_episode_steps),
                "" if solved is None else number(solved),
                _changed(task_id),
                *cells_of(spec.config._asdict()),
            ]
        )
    kept = [i for i, _ in enumerate(heads) if any(row[i] for row in rows)]
    widths = [40 if heads[i] in ("Id", "Options") else 15 for i in kept]
    return table("Ids", widths, [[row[i] for i in kept] for row in [heads, *rows]])


def _spaces(env: Env, name: str) -> str:
    """Returns the space of a page's ids, or a list if the ids' spaces differ."""
    groups: dict[str, list[str]] = {}
    for task_id in env.ids:
        text = space_text(getattr(spec_of(task_id), name))
        groups.setdefault(text, []).append(task_id)
    if len(groups) == 1:
        return _paragraph(f"Space: {next(iter(groups))}.")
    return "\n".join(
        cell(f"* {_literals(ids)}: {text}", "  ") for text, ids in groups.items()
    )


def _meaning(parts: Sequence[str | Entries], env: Env) -> list[str]:
    """Returns the texts and tables that explain an observation or an action."""
    found = []
    for part in parts:
        if isinstance(part, str):
            found.append(_paragraph(part))
            continue
        some = part.ids and set(part.ids) != set(env.ids)
        title = f"Entries of {_literals(part.ids)}" if some else "Entries"
        rows = [list(part.heads), *(list(row) for row in part.rows)]
        found.append(table(title, part.heads.values(), rows))
    return found


def _parity_table(family: FamilyRow, env: Env) -> str:
    """Returns the table of differences between a page's ids and the official envs."""
    cases = {
        case: found
        for case, found in parity_tables.cases_of(family).items()
        if re.split(r"[( ]", case)[0] in env.ids
    }
    title = "Compared with the official env"
    return parity_tables.rows_table(title, cases) if cases else ""


def _speed_table(env: Env) -> str:
    """Returns the table of speeds of pools of a page's ids."""
    results = speed_tables.read()
    rates = [
        speed_tables.rates_of(pool)
        for pool in results["pools"]
        if pool["title"].partition(" ")[0] in env.ids
    ]
    if not rates:
        return ""
    keys = speed_tables.headings(rates)
    heads = ["Pool", *(speed_tables.COLUMNS[key] for key in keys), "Ratio"]
    cells = [speed_tables.cells(one, keys, False) for one in rates]
    widths = [30, *(len(heads) - 1) * [12]]
    shown = table("Steps per second", widths, [heads, *cells])
    return f"{shown}\n{cell(speed_tables.machine_text(results), '')}"


def _code(env: Env) -> str:
    """Returns a code block that makes a pool."""
    return "\n".join(
        [
            ".. code-block:: python",
            "",
            "   import envpool",
            "",
            f'   env = envpool.make_gymnasium("{env.pictured}", num_envs=16)',
            "   obs, info = env.reset(seed=0)",
            "   action = env.action_space.sample()",
            "   obs, reward, terminated, truncated, info = env.step(action)",
        ]
    )


def _picture(family: FamilyRow, name: str, has_film: bool) -> str:
    """Returns the picture of an env, and its film if it has one."""
    still = f"/gallery/{family.page}/{name}.webp"
    if not (gallery.FOLDER / family.page).is_dir():
        return ""
    parts = [(still, "env-picture env-still" if has_film else "env-picture")]
    if has_film:
        parts.append((f"/env/{family.page}/{name}.webp", "env-picture env-film"))
    return "\n".join(
        f".. image:: {path}\n   :alt: {name}\n   :class: {classes}\n"
        for path, classes in parts
    )


def _see_also(family: FamilyRow, env: Env) -> str:
    """Returns the links at the end of a page."""
    links = [
        f"* :doc:`../{family.page}`: what all envs of the family share, and how they "
        "differ from the official ones"
    ]
    if env.official:
        links.insert(0, f"* `The official env <{env.official}>`__")
    links.append("* :doc:`../../content/python_interface`: what all pools can do")
    return "\n".join(cell(link, "  ") for link in links)


def page(family: FamilyRow, name: str, env: Env, has_film: bool = False) -> str:
    """Returns the page of an env.

    Args:
      family: the env's family.
      name: the name of the page.
      env: the family's description of the env.
      has_film: whether there is a film beside the page.
    """
    known = dict.fromkeys((*env.ids, env.title, *env.names))
    speed = _speed_table(env) or (
        f"No pool of this env is measured by itself; see :doc:`../{family.page}`."
    )
    compared = _parity_table(family, env) or (
        f":doc:`../{family.page}` says how the family was compared."
    )
    limit = (
        "An episode is truncated after the number of steps in the table of ids, or "
        "after ``max_episode_steps``."
    )
    text = " ".join(re.sub(r"[`*]", "", env.summary).split())
    return "\n".join(
        [
            ":orphan:",
            "",
            _HEADER,
            ".. index::",
            *(f"   ! single: {one}" for one in known),
            "",
            f".. meta::\n   :description: {env.title}: {text}",
            "",
            env.title,
            "=" * len(env.title),
            "",
            f":doc:`Environments <../gallery>` / :doc:`{family.title} "
            f"<../{family.page}>`",
            "",
            _picture(family, name, has_film),
            _paragraph(env.summary),
            "",
            _ids_table(family, env),
            _code(env),
            "",
            *_section(
                "Observation",
                _spaces(env, "observation_space"),
                *_meaning(env.observation, env),
            ),
            *_section(
                "Action", _spaces(env, "action_space"), *_meaning(env.action, env)
            ),
            *_section("Reward", _paragraph(env.reward)),
            *_section("Start", _paragraph(env.start)),
            *_section("End", _paragraph(f"{_end(env)}\n\n{limit}")),
            *_section("Notes", _paragraph(env.notes)),
            *_section(
                "Options", options_table(family.package, [Task(one) for one in env.ids])
            ),
            *_section("Parameters", *parameter_tables.env_text(env)),
            *_section("Equality", compared),
            *_section("Speed", speed),
            *_section("See also", _see_also(family, env)),
        ]
    )


def _end(env: Env) -> str:
    """Returns a sentence about the terminations of an episode."""
    if env.end.startswith("Never"):
        return f"Never terminated{env.end.removeprefix('Never')}"
    return f"Terminated: {env.end[0].lower()}{env.end[1:]}"


def pages(has_film: bool = False) -> dict[str, str]:
    """Returns all pages, by their paths under docs/env."""
    return {
        f"{family.page}/{name}": page(family, name, env, has_film)
        for family in FAMILIES
        for name, env in envs_of(family.package).items()
    }


def main() -> None:
    """Writes the pages, and the films that are missing, into the workspace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-films", action="store_true")
    with_films = not parser.parse_args().no_films
    folder = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"], "docs", "env")
    for family in FAMILIES:
        files = folder / family.page
        files.mkdir(exist_ok=True)
        known, is_filmed = envs_of(family.package), with_films
        for old in files.iterdir():
            if old.stem not in known:
                old.unlink()
        for name, env in known.items():
            film = files / f"{name}.webp"
            if is_filmed and not film.exists():
                try:
                    gallery.write_film(film, env.pictured)
                except NotSupportedError:
                    is_filmed = False  # no env of this family can be rendered
            text = page(family, name, env, film.exists())
            path = files / f"{name}.rst"
            if not path.exists() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")
        print(files.relative_to(folder.parent), flush=True)


if __name__ == "__main__":
    main()
