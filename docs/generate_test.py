# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages say what the package says."""

import dataclasses
import os
import re
from pathlib import Path

import pytest

import envpool
from docs import chart, gallery, generate
from envpool.families import FAMILIES
from envpool.python import errors
from envpool.python.option_texts import COMMON_MEANINGS
from envpool.python.options import Options

DOCS = Path(__file__).absolute().parent
PAGES = generate.pages()
# What the families' own tests look at: see family_page_test.py.
OF_FAMILIES = {name for family in FAMILIES for name in generate.pages_of(family)}
INCLUDE = re.compile(r"^\.\. include:: (\S+)$", re.MULTILINE)


def page(name):
    """Returns a page's text, its includes included."""
    path = DOCS / name
    return INCLUDE.sub(
        lambda found: (path.parent / found[1]).read_text("utf-8"),
        path.read_text("utf-8"),
    )


@pytest.mark.parametrize("name", PAGES.keys() - OF_FAMILIES)
def test_up_to_date(name):
    path = DOCS / name
    assert path.exists(), "run `bazel run //docs:generate`"
    assert path.read_text("utf-8") == PAGES[name](), "run `bazel run //docs:generate`"


def test_generated_pages_are_plain_text():
    for path in (DOCS / "env/_generated").glob("*.rst"):
        text = path.read_text("utf-8")
        assert text.replace("\n", "").isprintable(), path.name
        assert "For all of them: ." not in text, path.name


def test_nothing_is_left_over():
    found = {
        str(path.relative_to(DOCS))
        for path in DOCS.rglob("*")
        if "_generated" in path.parts and path.is_file()
    }
    assert found == set(PAGES)


def test_every_part_is_in_a_page():
    found = {
        os.path.normpath(path.relative_to(DOCS).parent / name)
        for path in DOCS.rglob("*.rst")
        for name in INCLUDE.findall(path.read_text("utf-8"))
    }
    assert found >= set(PAGES)


def test_every_id_is_in_its_familys_page():
    listed = set()
    for family in FAMILIES:
        text = page(f"env/{family.page}.rst")
        for task in generate.tasks_of(family.package):
            for task_id in (task.task_id, *task.aliases):
                assert f"``{task_id}``" in text
                listed.add(task_id)
    assert listed == set(envpool.list_all_envs())


def test_every_task_has_a_picture():
    folder = DOCS / "gallery"
    expected = {
        Path(family.page, f"{name}.webp")
        for family in FAMILIES
        for name in gallery.pictures(family.package)
        if (folder / family.page).is_dir()
    }
    found = {path.relative_to(folder) for path in folder.rglob("*.webp")}
    expected.add(Path("hero.webp"))
    assert found == expected, "run `bazel run //docs:gallery`, remove unknown ones"


def test_readme_is_up_to_date():
    text = (DOCS.parent / "README.md").read_text("utf-8")
    assert generate.with_families(text) == text, "run `bazel run //docs:generate`"
    for family in FAMILIES:
        assert f"[{family.page}](docs/env/{family.page}.rst)" in text


def test_families_without_pictures_cannot_be_rendered():
    for family in FAMILIES:
        if not (DOCS / "gallery" / family.page).is_dir():
            task_id = next(iter(gallery.pictures(family.package).values()))
            with pytest.raises(errors.NotSupportedError):
                gallery.draw(task_id)


@pytest.mark.parametrize(
    ("name", "draw", "source"),
    [
        ("speed.svg", chart.speed_chart, "../README.md"),
        ("benchmark.svg", chart.rates_chart, "content/benchmark.rst"),
    ],
)
def test_charts_are_up_to_date(name, draw, source):
    expected = draw((DOCS / source).read_text("utf-8"))
    written = (DOCS / name).read_text("utf-8")
    assert written == expected, "run `bazel run //docs:generate`"


def test_chart_of_ratios_below_1():
    head = "| pool | EnvPool 1.2.5 | EnvPool 2.0 | ratio |\n|---|---|---|---|\n"
    svg = chart.speed_chart(head + "| A | 1 | 4 | 4 |\n| B | 2 | 1 | 0.5 |\n\n")
    bars = re.findall(r"<rect x='([\d.]+)' y='\d+' width='([\d.]+)'", svg)
    (x, width), (left, shorter) = [map(float, bar) for bar in bars]
    assert (left, x) == (chart.LABELS, left + shorter)
    assert width == 2 * shorter
    for ratio in ("1", "0.5"):  # of all rows
        svg = chart.speed_chart(f"{head}| A | 1 | 1 | {ratio} |\n\n")
        assert f"{ratio}&#215;" in svg


def test_tables_of_rates():
    found = chart.rates_of(page("content/benchmark.rst"))
    assert [len(rows) for rows in found.values()] == [10, 7, 12, 4]
    first = next(iter(found.values()))[1]
    assert first == ("CartPole, 64", 71e6, 0.34e6, 217)
    with pytest.raises(ValueError, match="tables of steps per second"):
        chart.rates_of("Benchmark")


def test_readme_without_a_table():
    with pytest.raises(ValueError, match="families: begin"):
        generate.with_families("# EnvPool")
    with pytest.raises(ValueError, match="table of pools"):
        chart.speed_chart("# EnvPool")


def test_every_family_is_in_the_index():
    for family in FAMILIES:
        assert f"\n   {family.page}\n" in page("env/index.rst")


def test_every_keyword_and_every_error_is_explained():
    text = page("content/python_interface.rst")
    for key in COMMON_MEANINGS:
        assert f"``{key}``" in text
    for field in dataclasses.fields(Options):
        assert f"``{field.name}``" in text
    for name in errors.__all__:
        assert f"``{name}``" in text
