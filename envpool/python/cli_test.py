# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import compileall
import sys

import pytest

import envpool
from envpool import __main__ as cli
from envpool import entry
from envpool.templates import write_project


def test_list(capsys):
    assert cli.main(["list", "cartpole", "v1"]) == 0
    lines = capsys.readouterr().out.split()
    assert "CartPole-v1" in lines
    assert "CartPole-v0" not in lines
    assert cli.main(["list"]) == 0
    assert capsys.readouterr().out.split() == envpool.list_all_envs()


def test_list_of_nothing(capsys):
    assert cli.main(["list", "nosuch"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "list: no id contains 'nosuch'\n"
    assert cli.main(["list", "CartPool-v1", "x"]) == 1
    err = capsys.readouterr().err
    assert "contains 'CartPool-v1' and 'x'; did you mean 'CartPole-v1'" in err


def test_list_tells_of_families_that_are_missing(capsys, monkeypatch):
    monkeypatch.setattr(entry, "load_all", lambda: None)
    monkeypatch.setitem(entry.failures, "mine", ImportError("no libmine.so"))
    assert cli.main(["list", "CartPole-v1"]) == 0
    out, err = capsys.readouterr()
    assert "CartPole-v1" in out.split()
    assert "the family 'mine' is missing: ImportError: no libmine.so" in err


@pytest.mark.parametrize("words", [["list"], ["new-env"], ["bench"], []])
def test_help(words, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main([*words, "--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert " ".join(["usage: python -m envpool", *words]) in out


def test_new_env_writes_a_package(tmp_path, capsys):
    assert (
        cli.main(["new-env", "my_envs", "--env", "BigMaze", "--to", str(tmp_path)]) == 0
    )
    root = tmp_path / "my_envs"
    files = {str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()}
    assert files == {
        "README.md",
        "pyproject.toml",
        "setup.py",
        "src/my_envs/__init__.py",
        "src/my_envs/registration.py",
        "src/my_envs/my_envs.cc",
        "src/my_envs/big_maze.h",
        "tests/big_maze_test.py",
    }
    assert compileall.compile_dir(root, quiet=1)
    header = (root / "src/my_envs/big_maze.h").read_text()
    assert "#ifndef MY_ENVS_BIG_MAZE_H_" in header
    for path in files:
        assert "@" not in (root / path).read_text()
    out = capsys.readouterr().out
    assert str(root / "setup.py") in out
    for word in ("pytest", "pybind11>=3.1,<3.2", "--no-build-isolation", "BigMaze-v0"):
        assert word in out


@pytest.mark.parametrize(
    ("name", "env", "word"),
    [
        ("MyEnvs", "Maze", "name"),
        ("class", "Maze", "name"),
        ("envpool", "Maze", "name"),
        ("my_envs", "maze", "env"),
        ("maze", "Maze", "env"),
        ("taken", "Maze", "taken"),
    ],
)
def test_new_env_refuses_names(tmp_path, name, env, word):
    (tmp_path / "taken").mkdir()
    with pytest.raises(ValueError, match=word):
        write_project(name, env, tmp_path)


def test_command_of_a_missing_part_says_so(capsys):
    assert cli.run_main("envpool.no_such_part", []) == 1
    assert "envpool.no_such_part" in capsys.readouterr().err


def test_help_of_check(capsys):
    with pytest.raises(SystemExit) as exit_:
        cli.main(["check", "--help"])
    assert exit_.value.code == 0
    out = capsys.readouterr().out
    assert "usage: python -m envpool check" in out
    assert "NAME" in out


def test_check_without_an_id(capsys):
    with pytest.raises(SystemExit) as exit_:
        cli.main(["check"])
    assert exit_.value.code == 2
    assert "required: NAME" in capsys.readouterr().err


def test_check_of_an_unknown_id(capsys):
    assert cli.main(["check", "CartPole-v9", "-x"]) == 1
    error = capsys.readouterr().err
    assert (
        "no id or package is named 'CartPole-v9'; did you mean 'CartPole-v1'" in error
    )
    assert "python -m envpool list" in error


def test_check_without_pytest(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pytest", None)
    assert cli.main(["check", "CartPole-v1"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "check: the kit needs pytest, which is not installed: "
        "python -m pip install pytest"
    ]
