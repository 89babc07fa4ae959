# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the parts of the documentation that can be generated from the package.

`bazel run //docs:generate` writes them. While they are out of date, `generate_test.py`
fails, or `family_page_test.py` for a family's tables. These tables, of the family's
envs, options and parameters, are in `env/_generated/<family>.rst`, which the family's
page includes. The pages of envs are not in the repository: env_pages.py writes them for
`make docs`. The lists of families in `env/index.rst` and README.md come from the
manifest, tables and charts of speed from `benchmark/results.json`.
"""

from __future__ import annotations

import functools
import importlib
import os
import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import envpool
from docs import (
    frame_tables,
    gallery,
    id_tables,
    parameter_tables,
    parity_tables,
    speed_tables,
    start_tables,
    suite_tables,
)
from docs.env_text import envs_of, spec_of
from docs.rst import HEADER, cell, table
from envpool.bench.systems import RELEASED
from envpool.families import ALL_FAMILIES, FAMILIES, FamilyRow
from envpool.python.config.argument_checks import INT32_MAX
from envpool.python.config.keywords import COMMON_KEYS, OPTIONS
from envpool.python.config.rules import common_rules, find_rules
from envpool.python.config.texts import (
    find_meanings,
    is_own,
    option_values,
    values_text,
)
from envpool.registration import registry

# Tables show the bounds of at most this many numbers.
FEW = 4
# Longer defaults do not fit into a table's column.
LONG_DEFAULT = 60

# The lines around a generated part of README.md.
BEGIN = "<!-- {part}: begin; written by `bazel run //docs:generate` -->\n"
END = "<!-- {part}: end -->\n"


class Task:
    """A registered task: its first id and its aliases.

    Args:
      task_id: the first id.
    """

    def __init__(self, task_id: str) -> None:
        self.task_id = task_id
        self.aliases: list[str] = []

    @property
    def spec(self) -> Any:
        """The first id's spec."""
        return spec_of(self.task_id)


@functools.cache
def tasks_of(package: str) -> list[Task]:
    """Returns the tasks of a family, in the order of their registration.

    An id is an alias of an earlier one if class and config are the same.
    """
    tasks: dict[str, Task] = {}
    for task_id in envpool.list_all_envs():  # includes families in other wheels
        import_path, name, config = registry.specs[task_id]
        if import_path != package:
            continue
        key = repr((name, sorted(config.items())))
        if key in tasks:
            tasks[key].aliases.append(task_id)
        else:
            tasks[key] = Task(task_id)
    return list(tasks.values())


def own_config(spec: Any) -> dict[str, Any]:
    """Returns the config keys that are the env's own, with their values."""
    return {k: v for k, v in spec.config._asdict().items() if is_own(k)}


def number(value: Any) -> str:
    """Returns a number, shortened to a readable precision."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if float(value).is_integer() and abs(float(value)) < 1e15:
        return str(int(value))
    return f"{float(value):.6g}"


def numbers(values: Any) -> str:
    """Returns an array as a list, or as one number if all are the same."""
    flat = np.asarray(values).ravel()
    if len(set(flat.tolist())) == 1:
        return number(flat[0])
    return f"[{', '.join(number(value) for value in flat)}]"


def space_text(space: Any) -> str:
    """Describes a Gymnasium space in a few words."""
    kind = type(space).__name__
    if kind == "Discrete":
        start = "" if space.start == 0 else f", start={space.start}"
        return f"``Discrete({space.n}{start})``"
    if kind == "Box":
        low, high = numbers(space.low), numbers(space.high)
        text = f"``Box`` of shape {space.shape}, {space.dtype}"
        if low == "-inf" and high == "inf":
            return text
        if low.startswith("[") or high.startswith("["):
            if space.low.size > FEW:
                return f"{text}, each number with its own bounds"
            return f"{text}, from {low} to {high}"
        return f"{text}, in [{low}, {high}]"
    if kind == "Dict":
        parts = [f"``{key}``: {space_text(value)}" for key, value in space.items()]
        return f"``Dict``: {'; '.join(parts)}"
    if kind == "Text":  # its repr lists all characters
        return f"``Text`` of at most {space.max_length:,} characters"
    # The repr of other packages' spaces may contain addresses of functions.
    return f"``{kind}``" if " at 0x" in str(space) else f"``{space}``"


def more_columns(
    family: FamilyRow,
) -> tuple[dict[str, int], Callable[[Mapping[str, Any]], list[str]]]:
    """Returns a family's additional columns in tables of ids.

    Returns:
      The headings with their widths, and a function that makes the cells for a
      config.
    """
    if not family.columns:
        return {}, lambda config: []
    module = importlib.import_module(f"{family.package}.{family.columns}")
    return module.COLUMNS, module.cells


def limit_text(steps: int) -> str:
    """Returns the table entry for `max_episode_steps`."""
    return {0: "own", INT32_MAX: "none"}.get(steps, str(steps))


def envs_table(family: FamilyRow) -> str:
    """Returns the table of a family's envs, each with its page and its ids."""
    rows = [["Page", "Ids"]]
    for name, env in envs_of(family.package).items():
        ids = ", ".join(f"``{task_id}``" for task_id in env.ids)
        rows.append([f":doc:`{env.title} <{family.page}/{name}>`", ids])
    return table("Environments", (30, 70), rows)


def code(value: Any) -> str:
    """Returns a value as a literal of reStructuredText."""
    return f"``{value!r}``"


def meaning_text(meaning: str) -> str:
    """Returns a meaning in reStructuredText."""
    return meaning.replace("`", "``")


def options_of(package: str, spec: Any) -> dict[str, tuple[str, str, str]]:
    """Returns default, values and meaning of each of an env's own config keys."""
    name = type(spec).__name__
    rules, meanings = find_rules(package, name).keys, find_meanings(package, name)
    defaults = type(spec).gen_config()._asdict()
    return {
        key: (
            code(defaults[key]),
            values_text(defaults[key], rules.get(key, {}), code),
            meaning_text(meanings[key]),
        )
        for key in own_config(spec)
    }


def options_table(package: str, tasks: list[Task]) -> str:
    """Returns the table of a family's options.

    Envs with the same option share a row; if only the meaning is the same, the first
    row has it. Long defaults are below the table.
    """
    specs = {type(task.spec).__name__: task.spec for task in reversed(tasks)}
    options: dict[str, dict[tuple[str, str, str], list[str]]] = {}
    for name, spec in reversed(specs.items()):
        for key, texts in options_of(package, spec).items():
            owners = options.setdefault(key, {}).setdefault(texts, [])
            owners.append(name.removesuffix("EnvSpec"))
    if not options:
        return "None but those of all pools.\n"
    widths = {"Option": 28, "Default": 14, "Values": 22, "Meaning": 36}
    rows, notes = [list(widths)], []
    for key, found in options.items():
        meanings = list(dict.fromkeys(meaning for *_, meaning in found))
        said = ""
        for texts in sorted(found, key=lambda texts: meanings.index(texts[2])):
            (default, values, meaning), owners = texts, found[texts]
            if len(default) > LONG_DEFAULT:
                notes.append(f"The default of ``{key}`` is {default}.")
                default = "see below"
            some = "" if len(owners) == len(specs) else f" of {', '.join(owners)}"
            shown = "" if meaning == said else meaning
            rows.append([f"``{key}``{some}", default, values, shown])
            said = meaning
    paragraphs = (f"{cell(note, '')}\n" for note in notes)
    return "\n".join([table("Options", widths.values(), rows), *paragraphs])


def family_page(family: FamilyRow) -> str:
    """Returns the tables of a family."""
    options = options_table(family.package, tasks_of(family.package))
    parts = [HEADER, envs_table(family), options, parameter_tables.family_table(family)]
    return "\n".join(part for part in parts if part)


def pages_of(family: FamilyRow) -> dict[str, Callable[[], str]]:
    """Returns the function that generates a family's file, by the file's path."""
    name = f"env/_generated/{family.page}.rst"
    return {name: functools.partial(family_page, family)}


def families_page() -> str:
    """Returns the table of families."""
    rows = [["Family", "Environments", "Ids", "Package"]]
    for family in FAMILIES:
        envs = envs_of(family.package).values()
        ids = sum(len(env.ids) for env in envs)
        link = f":doc:`{family.page}`"
        rows.append([link, str(len(envs)), str(ids), f"``{family.package}``"])
    return "\n".join([HEADER, table("Families", (40, 15, 15, 30), rows)])


def gallery_page() -> str:
    """Returns a picture of each env, by family."""
    lines = [HEADER]
    for family in FAMILIES:
        if not (gallery.FOLDER / family.page).is_dir():
            continue  # no env of the family can be rendered
        lines += [family.title, "-" * len(family.title), ""]
        text = f":doc:`{family.title} <{family.page}>`: {family.summary}."
        lines += [cell(text, ""), ""]
        lines += [".. container:: gallery", ""]
        for name in gallery.pictures(family.package):
            lines += [
                f"   .. figure:: ../gallery/{family.page}/{name}.webp",
                f"      :alt: a frame of {name}",
                f"      :target: {family.page}/{name}.html",
                "",
                f"      {name}",
                "",
            ]
    return "\n".join(lines)


def toctree() -> str:
    """Returns the list of the families' pages."""
    pages = [f"   {family.page}" for family in FAMILIES]
    return "\n".join([HEADER, ".. toctree::", "   :maxdepth: 1", "", *pages, ""])


def meta() -> str:
    """Returns the first page's description for search engines."""
    titles = ", ".join(family.title for family in FAMILIES)
    text = (
        "EnvPool runs batches of reinforcement-learning environments in C++ threads: "
        f"{titles} and more, with the API of Gymnasium, Gym or dm_env."
    )
    lines = textwrap.wrap(f":description: {text}", 110)
    body = textwrap.indent("\n  ".join(lines), "   ")
    return f"{HEADER}\n.. meta::\n{body}\n"


def with_part(text: str, part: str, lines: Iterable[str]) -> str:
    """Returns README.md with a part replaced.

    Args:
      text: the text of the file.
      part: the name of the part.
      lines: the new lines of the part.

    Raises:
      ValueError: the lines that enclose the part are missing.
    """
    begin, end = BEGIN.format(part=part), END.format(part=part)
    before, begin, rest = text.partition(begin)
    _, end, after = rest.partition(end)
    if not end:
        raise ValueError(f"README.md: expected the lines around its part {part!r}")
    content = "".join(f"{line}\n" for line in lines)
    return f"{before}{begin}\n{content}\n{end}{after}"


def with_tables(text: str) -> str:
    """Returns README.md with up-to-date tables of families and of speed.

    Args:
      text: the text of the file.

    Raises:
      ValueError: the lines that enclose a table are missing.
    """
    families = ["| family | ids | page |", "|---|---|---|"]
    for family in FAMILIES:
        link = f"[{family.page}](docs/env/{family.page}.rst)"
        families.append(f"| {family.title} | {family.summary} | {link} |")
    results = speed_tables.read()
    speed = [
        f"| pool | EnvPool {RELEASED} | EnvPool 2.0 | ratio |",
        "|---|---|---|---|",
    ]
    for name, old, ours, ratio in speed_tables.readme_rows(results):
        speed.append(f"| {name} | {old} | {ours} | {ratio} |")
    measured = textwrap.wrap(speed_tables.machine_text(results), 100)
    text = with_part(text, "families", families)
    return with_part(text, "speed", [*speed, "", *measured])


def common_page() -> str:
    """Returns the table of the config keys that all tasks have."""
    defaults = type(envpool.make_spec("CartPole-v1")).gen_config()._asdict()
    rows = [["Keyword", "Default", "Values", "Meaning"]]
    for key, row in COMMON_KEYS.items():
        if key == "base_path":
            default = "the package's folder"
        elif key == "max_episode_steps":
            default = "the task's"
        else:
            default = code(defaults[key])
        values = values_text(defaults[key], common_rules()[key], code)
        rows.append([f"``{key}``", default, values, meaning_text(row.meaning)])
    return "\n".join([HEADER, table("Config of all tasks", (25, 15, 20, 40), rows)])


def options_page() -> str:
    """Returns the table of the options of pools."""
    rows = [["Option", "Default", "Values", "Meaning"]]
    for name, row in OPTIONS.items():
        meaning = meaning_text(row.meaning)
        if row.see:
            role = "doc" if row.see.startswith("/") else "ref"
            meaning += f" See :{role}:`{row.see}`."
        values = option_values(name, code)
        rows.append([f"``{name}``", code(row.default), values, meaning])
    return "\n".join([HEADER, table("Options of pools", (25, 15, 20, 40), rows)])


def pages() -> dict[str, Callable[[], str]]:
    """Returns the functions that generate the files, by the paths under docs/."""
    found: dict[str, Callable[[], str]] = {}
    measured = speed_tables.groups(speed_tables.read())
    for family in FAMILIES:
        name = f"env/_generated/{family.page}"
        found.update(pages_of(family))
        if family.title in measured:
            found[f"content/_generated/speed_{family.page}.rst"] = functools.partial(
                speed_tables.page, family
            )
        if id_tables.file_of(family).exists():
            found[f"{name}_speed.rst"] = functools.partial(id_tables.page, family)
    for family in ALL_FAMILIES:
        if parity_tables.cases_of(family):
            name = f"env/_generated/{family.page}_parity.rst"
            found[name] = functools.partial(parity_tables.page, family)
    found["env/_generated/families.rst"] = families_page
    found["env/_generated/toctree.rst"] = toctree
    found["env/_generated/meta.rst"] = meta
    found["env/_generated/gallery.rst"] = gallery_page
    found["env/_generated/common.rst"] = common_page
    found["content/_generated/options.rst"] = options_page
    found["content/_generated/model_parameters.rst"] = parameter_tables.models_page
    found["content/_generated/scores.rst"] = suite_tables.scores_page
    found["content/_generated/frames.rst"] = frame_tables.page
    found["content/_generated/start.rst"] = start_tables.page
    found["content/_generated/suites.rst"] = suite_tables.suites_page
    return found


def main() -> None:
    """Writes the files into the workspace."""
    root = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"])
    makers = {**pages(), **speed_tables.charts()}
    files = {root / "docs" / name: make() for name, make in makers.items()}
    readme = root / "README.md"
    files[readme] = with_tables(readme.read_text("utf-8"))
    for path, text in files.items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print("wrote", path)


if __name__ == "__main__":
    main()
