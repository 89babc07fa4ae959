# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool list`."""

import json

import envpool
from envpool import cli, families
from envpool.registration import absent, entry


def run(capsys, *words):
    """Returns the exit status of the command, and its output."""
    status = cli.main(["list", *words])
    return status, *capsys.readouterr()


def test_list(capsys):
    status, out, _ = run(capsys, "cartpole", "v1")
    assert status == 0
    assert "CartPole-v1" in out.split()
    assert "CartPole-v0" not in out.split()
    _, out, _ = run(capsys)
    assert sorted(out.split()) == sorted(envpool.list_all_envs())
    specs = envpool.registration.registry.specs
    toys = [one for one, spec in specs.items() if spec[0] == "envpool.toy_text"]
    found = json.loads(run(capsys, "--family", "toy", "--json")[1])
    assert found["count"] == len(toys)
    assert found["families"][0]["ids"] == toys
    assert found["families"][0]["title"] == "Toy text"
    assert json.loads(run(capsys, "Toy", "text", "--json")[1])["count"] == len(toys)
    _, out, _ = run(capsys, "--count")
    assert f"{len(envpool.list_all_envs())}\tall" in out.splitlines()


def test_list_of_nothing(capsys):
    expected = "list: no id or family contains 'nosuch'\n"
    assert run(capsys, "nosuch") == (1, "", expected)
    _, _, err = run(capsys, "CartPool-v1", "x")
    assert "contains 'CartPool-v1' and 'x'; did you mean 'CartPole-v1'" in err


def test_list_tells_of_families_that_are_missing(capsys, monkeypatch):
    monkeypatch.setattr(entry, "load_all", lambda: None)
    monkeypatch.setitem(entry.failures, "my_qux", ImportError("no libmine.so"))
    text = "list: the family 'my_qux' is missing: ImportError: no libmine.so\n"
    for words, status in ((["--count"], 0), (["Qux"], 1), (["--family", "qux"], 2)):
        found, _, err = run(capsys, *words)
        assert found == status
        assert err.startswith(text)
    status, _, err = run(capsys, "NoSuch-v1")
    assert (status, err.endswith(text)) == (1, True)
    # A missing family does not matter if the id is found.
    status, out, err = run(capsys, "CartPole-v1")
    assert (status, err) == (0, "")
    assert "CartPole-v1" in out.split()


def test_list_says_how_to_install_what_is_missing(capsys, monkeypatch):
    """An id may belong to a family with optional packages."""
    optional = [
        (row, package.name, f'pip install "{row.wheel}[{package.extra}]"')
        for row in families.FAMILIES
        for package in row.packages
        if package.extra
    ]
    row, package, command = next(
        each for each in optional if each[0].wheel == "envpool"
    )
    monkeypatch.setattr(entry, "load_all", lambda: None)
    other = families.FAMILIES[-1]._replace(name="other", title="Other", wheel="theirs")
    monkeypatch.setattr(entry, "missing_wheels", lambda: {"theirs": [other]})
    error = ModuleNotFoundError(f"no {package}", name=package)
    monkeypatch.setitem(entry.failures, row.name, error)
    expected = f"list: {row.title} needs more packages: {command}\n"
    nothing = "list: no id or family contains "
    for word in (f"{row.name.upper()}NoSuchId", row.name[:-1] + "NoSuchId"):
        status, out, err = run(capsys, word)
        assert (status, out) == (1, "")
        assert expected in err
        assert f"{nothing}{word!r}" in err
    # An id that names no family may belong to either.
    assert "list: Other needs another package: pip install theirs\n" in err
    status, _, err = run(capsys, "OtherNoSuchId")
    assert expected not in err
    # A wheel that is not installed is no failure.
    assert run(capsys, "--count")[2] == expected
    monkeypatch.setitem(entry.failures, row.name, ImportError("no libmine.so"))
    _, _, err = run(capsys, row.name)
    assert f"the family {row.name!r} is missing: ImportError: no libmine.so" in err


def test_list_says_that_a_wheel_is_for_other_processors(capsys, monkeypatch):
    monkeypatch.setattr(entry, "load_all", lambda: None)
    other = families.FAMILIES[-1]._replace(
        name="other", title="Other", processors=("pdp11",), wheel="theirs"
    )
    monkeypatch.setattr(entry, "missing_wheels", lambda: {"theirs": [other]})
    status, _, err = run(capsys, "OtherNoSuchId")
    assert status == 1
    assert "list: Other exists only for pdp11\n" in err


def test_list_says_that_a_family_is_for_other_systems(capsys, monkeypatch):
    monkeypatch.setattr(entry, "load_all", lambda: None)
    row = families.FAMILIES[0]._replace(name="other", title="Other", systems=("OS/2",))
    monkeypatch.setattr(absent, "FAMILIES", (row,))
    missing = ModuleNotFoundError(f"No module {row.package}", name=row.package)
    monkeypatch.setitem(entry.failures, row.name, missing)
    _, _, err = run(capsys, row.name)
    assert "list: Other exists only for OS/2\n" in err


def test_suites(capsys):
    _, out, _ = run(capsys, "--suites")
    rows = [line.split("\t") for line in out.splitlines()]
    assert rows[0] == ["name", "tasks", "scores", "title"]
    assert [row[0] for row in rows[1:]] == list(envpool.list_suites())
    assert ["classic-control", "5", "-"] in [row[:3] for row in rows]
    found = json.loads(run(capsys, "--suites", "--json")[1])["suites"]
    assert found[0]["source"] == envpool.list_suites()[found[0]["name"]].source


def test_ids_of_a_suite(capsys):
    tasks = envpool.list_suites()["classic-control"].tasks
    _, out, _ = run(capsys, "--suite", "classic-control")
    assert sorted(out.split()) == sorted(tasks)
    _, out, _ = run(capsys, "mountain", "--suite", "classic-control")
    assert out.split() == ["MountainCar-v0", "MountainCarContinuous-v0"]
    status, _, err = run(capsys, "--suite", "classic-contrl")
    assert status == 2
    assert err.startswith("python -m envpool list: --suite: expected one of ")
    assert "did you mean 'classic-control'" in err
