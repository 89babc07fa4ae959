# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages agree with the package."""

import os
import re
from pathlib import Path

import pytest

import envpool
from docs import gallery, generate, speed_tables
from envpool.bench import plot
from envpool.bench.systems import BASELINE
from envpool.families import FAMILIES
from envpool.python import errors
from envpool.python.config.keywords import COMMON_KEYS, OPTIONS

DOCS = Path(__file__).absolute().parent
PAGES = generate.pages()
CHARTS = speed_tables.charts()
# Files checked by the families' own tests; see family_page_test.py.
OF_FAMILIES = {name for family in FAMILIES for name in generate.pages_of(family)}
TIMES = "\N{MULTIPLICATION SIGN}"
INCLUDE = re.compile(r"^\.\. include:: (\S+)$", re.MULTILINE)


def page(name):
    """Returns a page's text, with its includes."""
    path = DOCS / name
    return INCLUDE.sub(
        lambda found: (path.parent / found[1]).read_text("utf-8"),
        path.read_text("utf-8"),
    )


@pytest.mark.parametrize("name", (PAGES.keys() | CHARTS.keys()) - OF_FAMILIES)
def test_up_to_date(name):
    path = DOCS / name
    make = {**PAGES, **CHARTS}[name]
    assert path.exists(), "run `bazel run //docs:generate`"
    assert path.read_text("utf-8") == make(), "run `bazel run //docs:generate`"


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
    assert found == set(PAGES) | (set(CHARTS) - {"speed.svg"})


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
    assert found == expected, "run `bazel run //docs:draw_gallery`, remove unknown ones"


def test_readme_is_up_to_date():
    text = (DOCS.parent / "README.md").read_text("utf-8")
    assert generate.with_tables(text) == text, "run `bazel run //docs:generate`"
    for family in FAMILIES:
        assert f"[{family.page}](docs/env/{family.page}.rst)" in text


def test_families_without_pictures_cannot_be_rendered():
    for family in FAMILIES:
        if not (DOCS / "gallery" / family.page).is_dir():
            task_id = next(iter(gallery.pictures(family.package).values()))
            with pytest.raises(errors.NotSupportedError):
                gallery.draw(task_id)


def bars(svg):
    """Returns the bars of a chart: each with its begin, its end and its colour."""
    path = r'<path d="M ([\d.]+) [\d.]+ L ([\d.]+) [^"]*" [^>]*style="fill: (#\w+)'
    return [(float(x), float(to), fill) for x, to, fill in re.findall(path, svg)]


def test_chart_of_ratios_below_1():
    (x, end, _), (other, less, _) = bars(
        speed_tables.ratios_chart([("A", "4"), ("B", "0.5")])
    )
    assert (other, end > x > less) == (x, True)
    assert end - x == pytest.approx(2 * (x - less), abs=0.1)
    for ratio in ("1", "0.5"):  # all rows have this ratio
        assert f">{ratio}{TIMES}<" in speed_tables.ratios_chart([("A", ratio)])


def test_charts_suit_dark_and_narrow_pages():
    for make in CHARTS.values():
        svg = make()
        assert svg.startswith("<svg ")
        assert 'width="315pt"' in svg  # the width of a phone
        assert set(re.findall(r"fill: (\S+?)[;\"]", svg)) <= {
            "none",
            plot.INK,
            *plot.COLORS.values(),
        }


def results(*systems, baseline=BASELINE):
    """Returns results in the format of `make bench`, for one pool."""
    pool = {"key": "p", "title": "CartPole-v1 x 64", "baseline": baseline}
    return {"pools": [{**pool, "systems": list(systems)}]}


def test_tables_of_rates():
    ours = {"key": "envpool", "median": 12.3e6, "ratio": 246.4, "of_limit": None}
    released = {"key": BASELINE, "median": 5e4, "ratio": 1, "of_limit": None}
    missing = {"key": "sb3", "missing": "not installed"}
    (title, [row]), *others = speed_tables.groups(
        results(ours, released, missing)
    ).items()
    assert (title, others) == ("Classic control", [])
    assert speed_tables.headings([row]) == ["envpool", BASELINE]
    cells = ["CartPole-v1 x 64", "12.3 M", "50.0 k", "246"]
    assert speed_tables.cells(row, ["envpool", BASELINE], False) == cells
    svg = speed_tables.rates_chart([row])
    ours, released = (plot.COLORS[key] for key in ("envpool", BASELINE))
    # The last two bars are the legend.
    assert [fill for *_, fill in bars(svg)] == [ours, released] * 2
    assert f">246{TIMES}<" in svg


def test_a_pool_that_the_release_does_not_play():
    ours = {"key": "envpool", "median": 200.0, "ratio": 3.0, "of_limit": 0.987}
    sync = {"key": "sync", "median": 66.0, "ratio": 1, "of_limit": None}
    found = speed_tables.groups(results(ours, sync, baseline="sync"))
    [row] = found["Classic control"]
    cells = speed_tables.cells(row, ["envpool", BASELINE, "sync"], True)
    assert cells == ["CartPole-v1 x 64", "200", "", "66", "", "99%"]
    svg = speed_tables.rates_chart([row])
    assert len(bars(svg)) == 3
    assert TIMES not in svg


def test_readme_without_a_table():
    with pytest.raises(ValueError, match="part 'families'"):
        generate.with_tables("# EnvPool")


def test_every_family_is_in_the_index():
    for family in FAMILIES:
        assert f"\n   {family.page}\n" in page("env/index.rst")


def test_every_keyword_and_every_error_is_explained():
    text = page("content/python_interface.rst")
    for key in (*COMMON_KEYS, *OPTIONS):
        assert f"``{key}``" in text
    text = page("content/errors.rst")
    for name in errors.__all__:
        assert f"``{name}``" in text
