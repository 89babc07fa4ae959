# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family's page agrees with the family."""

import re
from pathlib import Path

import gymnasium
import pytest

from docs import env_pages, generate
from docs.env_text import Entries, envs_of, indices, spec_of
from docs.parameter_tables import parameters_of
from envpool.families import FAMILIES
from envpool.python.api import load_package
from envpool.python.config.keywords import COMMON_KEYS
from envpool.python.config.texts import family_meanings, find_meanings

DOCS = Path(__file__).absolute().parent


@pytest.fixture
def family(package):
    (row,) = [row for row in FAMILIES if row.package == package]
    return row


def test_up_to_date(family):
    for name, make in generate.pages_of(family).items():
        found = (DOCS / name).read_text("utf-8")
        assert found == make(), f"{name}: run `bazel run //docs:generate`"


def spaces_of(task_id, name):
    """Returns an id's observation or action space, with Gymnasium's API."""
    return getattr(spec_of(task_id), f"{name}_space")


def keys_of(space, name):
    """Returns the required first column of a space's table; None if not checked."""
    if isinstance(space, gymnasium.spaces.Dict):
        return {f"``{key}``" for key in space}
    if isinstance(space, gymnasium.spaces.Discrete):
        # Discrete observations are explained by a text, often a formula.
        return set(range(space.n)) if name == "action" and space.n <= 20 else None
    if isinstance(space, gymnasium.spaces.Tuple):
        return set(range(len(space)))
    return set(range(*space.shape)) if len(space.shape) == 1 else None


def listed(table):
    """Returns the entries of a table's first column; each must occur once."""
    cells = [row[0] for row in table.rows]
    if any(cell.startswith("``") for cell in cells):
        found = cells
    else:
        found = [index for cell in cells for index in indices(cell)]
    assert len(found) == len(set(found))
    return set(found)


def test_every_id_has_one_page(family):
    on_pages = [one for env in envs_of(family.package).values() for one in env.ids]
    tasks = generate.tasks_of(family.package)
    ids = {one for task in tasks for one in (task.task_id, *task.aliases)}
    assert sorted(on_pages) == sorted(ids), "state it in the family's docs/tasks.py"


def test_pages_say_what_envs_are(family):
    for name, env in envs_of(family.package).items():
        for text in (env.title, env.summary, env.reward, env.end):
            assert text.strip(), name
        assert env.pictured in env.ids, name
        assert not env.official or env.official.startswith("https://"), name
        assert all(row[1] for part in tables(env) for row in part.rows), name


def tables(env):
    """Returns the tables of an env's observation and action."""
    parts = (*env.observation, *env.action)
    return [part for part in parts if isinstance(part, Entries)]


@pytest.mark.parametrize("name", ["observation", "action"])
def test_every_entry_has_a_meaning(family, name):
    for page, env in envs_of(family.package).items():
        parts = getattr(env, name)
        assert parts, page
        covered = set()
        for part in parts:
            if isinstance(part, Entries):
                for task_id in part.ids or env.ids:
                    expected = keys_of(spaces_of(task_id, name), name)
                    assert expected in (None, listed(part)), (page, task_id)
                    covered.add(task_id)
        spaces = {task_id: spaces_of(task_id, name) for task_id in env.ids}
        if all(keys_of(space, name) for space in spaces.values()):
            assert covered, page


def test_pages_have_all_sections(family):
    for name, env in envs_of(family.package).items():
        text = env_pages.page(family, name, env)
        for task_id in env.ids:
            assert f"   * - ``{task_id}``\n" in text, name
            assert f"   ! single: {task_id}\n" in text, name
        for title in ("Observation", "Action", "Reward", "End", "Equality", "Speed"):
            assert f"\n{title}\n{'-' * len(title)}\n" in text, name


def test_pages_have_all_parameters(family):
    for name, env in envs_of(family.package).items():
        text = env_pages.page(family, name, env)
        found = parameters_of(env.ids[0])
        assert ("\nParameters\n" in text) == bool(found), name
        if ":ref:`model-parameters`" in text:  # which has their names
            labels = [label for one in found for label in one["labels"][:10] if label]
            words = " ".join(text.split())
            assert all(f"``{label}``" in words for label in labels), name
            continue
        for one in found:
            assert f"   * - ``{one['name']}``\n" in text, name
            assert one["meaning"], (name, one["name"])


def test_every_option_has_a_meaning(family):
    missing = {
        f"{task.task_id}: {key}"
        for task in generate.tasks_of(family.package)
        for key in task.spec.config._fields
        if not find_meanings(family.package, type(task.spec).__name__).get(key)
    }
    assert not missing, "state it with Family.meanings in the family's registration"


def test_every_meaning_is_of_an_option(family):
    specs = [task.spec for task in generate.tasks_of(family.package)]
    keys = {key for spec in specs for key in generate.own_config(spec)}
    for name, meanings in family_meanings(family.package).items():
        if name:
            spec_cls = getattr(load_package(family.package), name, None)
            keys_of_env = spec_cls.gen_config()._fields if spec_cls else ()
        assert set(meanings) <= set(keys_of_env if name else keys), name


def test_meanings_are_sentences(family):
    for meanings in family_meanings(family.package).values():
        for key, text in meanings.items():
            assert re.fullmatch(r"[A-Z].*\.", text), key
            assert text.count("`") % 2 == 0, key


def test_keys_that_all_families_have(family):
    common = tuple(COMMON_KEYS)
    for task in generate.tasks_of(family.package):
        assert task.spec.config._fields[: len(common)] == common
