# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Each tutorial runs as a program, with less work, and the site lists it."""

import ast
import os
import re
from pathlib import Path

os.environ["MPLBACKEND"] = "agg"

import pytest
from matplotlib import pyplot

FOLDER = Path(__file__).absolute().parent
# Replacements of the settings in the cell tagged `parameters`.
SMALL = {
    "asynchronous": {"SECONDS": 0.01, "ROUNDS": 1, "STEPS": 110},
    "checkpoints": {"NUM_ENVS": 8, "UPDATES": 4},
    "debugging": {},
    "episode_statistics": {"NUM_ENVS": 8, "STEPS": 200},
    "evaluation": {"EPISODES": 16, "FILM_STEPS": 10},
    "limited_cpus": {},
    "many_machines": {},
    "own_robot": {"NUM_ENVS": 12, "ROUNDS": 2, "STEPS": 20},
    "ppo": {"NUM_ENVS": 4, "UPDATES": 8},
    "preprocessing": {"STEPS": 20},
    "randomisation": {"STEPS": 30},
}


def source(name):
    return (FOLDER / f"{name}.py").read_text("utf-8")


def program(text, values):
    """Returns the program with other values of its settings."""
    tree = ast.parse(text)
    left = dict(values)
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in left:
                node.value = ast.copy_location(ast.Constant(left.pop(name)), node)
    assert not left, "no such settings"
    return tree


def test_all_are_here_and_listed():
    others = ("tutorials_test", "notebooks")
    assert {path.stem for path in FOLDER.glob("*.py")} - set(others) == set(SMALL)
    page = (FOLDER.parent / "content/tutorials.rst").read_text("utf-8")
    listed = re.findall(r"^   \.\./notebooks/(\w+)$", page, re.MULTILINE)
    assert sorted(listed) == sorted(SMALL)
    for name in SMALL:
        assert f"<../notebooks/{name}.ipynb>" in page


@pytest.mark.parametrize("name", SMALL)
def test_is_a_notebook(name):
    """Each tutorial has a title, text cells, code cells and valid links."""
    cells = re.split(r"^# %%", source(name), flags=re.MULTILINE)[1:]
    assert cells[0].startswith(" [markdown]\n# # ")
    texts = [cell for cell in cells if cell.startswith(" [markdown]\n")]
    assert 3 <= len(texts) < len(cells)
    for text in texts:
        assert all(re.match("#( |$)", line) for line in text.split("\n")[1:] if line)
        for link in re.findall(r"\]\(([^)]+)\)", text):
            if link.endswith(".rst"):
                assert (FOLDER / link).resolve().is_file()
            elif link.endswith(".ipynb"):
                assert link.removesuffix(".ipynb") in SMALL
            else:
                assert link.startswith("https://")


@pytest.mark.parametrize("name", SMALL)
def test_runs(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = str(FOLDER / f"{name}.py")
    try:
        exec(
            compile(program(source(name), SMALL[name]), path, "exec"),
            {"__name__": "__main__"},
        )
    finally:
        pyplot.close("all")
    assert capsys.readouterr().out
