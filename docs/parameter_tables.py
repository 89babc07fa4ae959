# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tables of physical parameters, read from pools.

A family's page has one table for all of its envs; an env's page has a table with
defaults. The fields of MuJoCo's models are too many for these. They are in one table
for all families, and an env's page lists the names of its bodies, joints and so on.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from docs.env_text import Env, envs_of
from docs.rst import HEADER, cell, table
from envpool.cli.info import parameters
from envpool.families import FAMILIES, FamilyRow
from envpool.registration import registry

__all__ = ["env_text", "family_table", "models_page", "parameters_of"]

# An env with more parameters has a model.
MANY = 40
# Larger defaults are shown by their shape.
FEW = 4
# A row names at most this many envs.
OWNERS = 3
# A list has at most this many names.
NAMES = 50


@functools.cache
def parameters_of(task_id: str) -> list[dict[str, Any]]:
    """Returns the parameters of a task, as `envpool.cli.info.parameters` does."""
    return parameters(task_id, {})


def _has_model(task_id: str) -> bool:
    return len(parameters_of(task_id)) > MANY


def _range(info: dict[str, Any]) -> str:
    return f"[{info['low']:g}, {info['high']:g}]"


def _shape(shapes: list[list[int]]) -> str:
    """Returns a shape, with n for an extent that differs."""
    extents = [
        str(each[0]) if len(set(each)) == 1 else "n"
        for each in zip(*shapes, strict=True)
    ]
    return f"({', '.join(extents)}{',' * (len(extents) == 1)})" if extents else ""


def _default(info: dict[str, Any]) -> str:
    """Returns the default value, or the shape of one with many numbers."""
    values = np.ravel(info["value"])
    if len(values) > FEW:
        return f"an array of shape {tuple(info['shape'])}"
    texts = [f"{value:.6g}" for value in values.tolist()]
    return f"[{', '.join(texts)}]" if info["shape"] else texts[0]


def _sentence(meaning: str) -> str:
    text = f"{meaning[0].upper()}{meaning[1:]}." if meaning else ""
    return text.replace("`", "``")


def _common(texts: set[str]) -> str:
    """Returns "name; rest" for texts of the form "name: list; rest"."""
    some = min(texts)
    return f"{some.partition(':')[0]}{some[some.rfind(';') :]}"


def _rows(envs: Sequence[Env], with_owners: bool) -> list[list[str]]:
    """Returns a row for each meaning, with all names that have it.

    Args:
      envs: the envs whose parameters to list.
      with_owners: whether to say that only some envs have a parameter.
    """
    meanings: dict[str, set[str]] = {}
    for env in envs:
        for info in parameters_of(env.pictured):
            meanings.setdefault(info["name"], set()).add(info["meaning"])
    found: dict[tuple[str, str], list[tuple[str, dict[str, Any]]]] = {}
    for env in envs:
        for info in parameters_of(env.pictured):
            texts = meanings[info["name"]]
            meaning = info["meaning"] if len(texts) <= OWNERS else _common(texts)
            key = info["name"], meaning
            found.setdefault(key, []).append((env.title, info))
    rows: dict[tuple[str, str, str], list[str]] = {}
    for (name, meaning), owned in found.items():
        owners = [title for title, _ in owned]
        some = "of some" if len(owners) > OWNERS else f"of {', '.join(owners)}"
        is_shared = len(owners) == len(envs) or not with_owners
        text = f"``{name}``" if is_shared else f"``{name}`` {some}"
        shape = _shape([info["shape"] for _, info in owned])
        ranges = {_range(info) for _, info in owned}
        limits = ranges.pop() if len(ranges) == 1 else "depends on the env"
        rows.setdefault((shape, limits, _sentence(meaning)), []).append(text)
    return [[", ".join(names), *key] for key, names in rows.items()]


def _table(title: str, rows: list[list[str]]) -> str:
    heads = {"Parameter": 36, "Shape": 10, "Range": 18, "Meaning": 36}
    kept = [i for i, _ in enumerate(heads) if any(row[i] for row in rows)]
    widths = [list(heads.values())[i] for i in kept]
    return table(title, widths, [[row[i] for i in kept] for row in [[*heads], *rows]])


def _envs(family: FamilyRow, with_models: bool) -> list[Env]:
    """Returns a family's envs if the first has a model as wanted, else none.

    It stands for all, since making every env of a family takes long.
    """
    envs = list(envs_of(family.package).values())
    return envs if _has_model(envs[0].pictured) == with_models else []


def family_table(family: FamilyRow) -> str:
    """Returns the table of a family's parameters, except fields of models.

    Args:
      family: the family.
    """
    rows = _rows(_envs(family, with_models=False), with_owners=True)
    return _table("Parameters", rows) if rows else ""


def models_page() -> str:
    """Returns the table of all fields of models."""
    envs = {
        registry.specs[env.pictured][:2]: env  # tasks of one class have the same fields
        for family in FAMILIES
        for env in _envs(family, with_models=True)
    }
    rows = _rows(list(envs.values()), with_owners=False)
    return "\n".join([HEADER, _table("Fields of models", rows)])


def _own_table(infos: list[dict[str, Any]]) -> str:
    """Returns the table of an env's parameters, with their defaults."""
    rows = [
        [
            f"``{info['name']}``",
            _default(info),
            _range(info),
            _sentence(info["meaning"]),
        ]
        for info in infos
    ]
    heads = {"Parameter": 24, "Default": 16, "Range": 20, "Meaning": 40}
    return table("Parameters", heads.values(), [list(heads), *rows])


def _own_names(infos: list[dict[str, Any]]) -> str:
    """Returns the list of the names of a model's rows."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for info in infos:
        if info["labels"]:
            (kind,) = re.findall("^[a-z]+", info["name"])
            kinds = groups.setdefault(tuple(info["labels"]), [])
            if kind not in kinds:
                kinds.append(kind)
    lines = []
    for labels, kinds in groups.items():
        names = [f"``{label}``" for label in labels if label]
        nameless, more = len(labels) - len(names), len(names) - NAMES
        if more > 0:
            names[NAMES:] = [f"{more} more"]
        if nameless:
            names.append(f"{nameless} without a name")
        heads = ", ".join(f"``{kind}*``" for kind in kinds)
        lines.append(cell(f"* {heads}: {', '.join(names)}", "  "))
    return "\n".join(lines)


def env_text(env: Env) -> list[str]:
    """Returns the paragraphs about an env's parameters; none if it has none.

    Args:
      env: the family's description of the env.
    """
    texts: dict[str, list[str]] = {}
    for task_id in env.ids:
        infos = parameters_of(task_id)
        if infos:
            make = _own_names if _has_model(task_id) else _own_table
            texts.setdefault(make(infos), []).append(task_id)
    if not texts:
        return []
    parts = []
    if _has_model(env.pictured):
        parts.append(
            "The fields of the model; :ref:`model-parameters` has their table. These "
            "are the names of their rows:"
        )
    for text, ids in texts.items():
        if len(texts) > 1:
            parts.append(cell(f"{', '.join(f'``{one}``' for one in ids)}:", ""))
        parts.append(text)
    return parts
