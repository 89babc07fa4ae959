# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import compileall
import json
import re
import sys

import click
import gymnasium
import numpy as np
import pytest

import envpool
from envpool import cli
from envpool.cli import (
    doctor,
    info,
    passing,
    profile,
)
from envpool.cli.app import COMMANDS
from envpool.mujoco.gym.doctor import opengl
from envpool.python.errors import NotSupportedError
from envpool.registration import entry
from envpool.templates import write_project


def run(capsys, *words):
    """Returns the exit status of a command, and its output."""
    status = cli.main(list(words))
    return status, *capsys.readouterr()


def as_json(capsys, *words):
    """Returns a command's output, parsed as JSON."""
    status, out, err = run(capsys, *words, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS)])
def test_help(words, capsys):
    status, out, err = run(capsys, *words, "--help")
    assert (status, err) == (0, "")
    assert " ".join(["usage: python -m envpool", *words]) in out.replace(
        "Usage", "usage"
    )


def test_without_a_command(capsys):
    status, out, _ = run(capsys)
    assert status == 0
    assert all(name in out for name in COMMANDS)
    assert run(capsys, "--version") == (
        0,
        f"envpool, version {envpool.__version__}\n",
        "",
    )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["lst"], "did you mean 'list'"),
        (["list", "--nonsense"], "No such option '--nonsense'"),
        (["list", "--family", "zzz"], "--family: expected one of atari, "),
        (["info"], "Missing argument 'ID'"),
        (["info", "CartPole-v9"], "did you mean 'CartPole-v1'"),
        (["info", "CartPole-v1", "-c", "x"], "--config: expected KEY=VALUE, got 'x'"),
        (["info", "CartPole-v1", "-c", "env_type=dm"], "keywords besides task_id and"),
        (["info", "CartPole-v1", "-c", "x=3"], "unexpected keyword argument 'x'"),
        (["info", "CartPole-v1", "-c", "num_envs=0"], "num_envs: expected an integer"),
        (["tune", "CartPole-v9"], "did you mean 'CartPole-v1'"),
        (["tune", "CartPole-v1", "--seconds", "0"], "--seconds"),
        (["profile", "CartPole-v9"], "did you mean 'CartPole-v1'"),
        (["profile", "CartPole-v1", "--batches", "0"], "--batches"),
        (
            ["profile", "CartPole-v1", "--num-envs", "2", "--batch-size", "3"],
            "batch_size: expected",
        ),
        (["profile", "Taxi-v3", "--trace", "{tmp}"], "is a directory"),
        (["record", "CartPole-v9", "--out", "{tmp}"], "did you mean 'CartPole-v1'"),
        (
            ["record", "CartPole-v1", "--out", "{tmp}", "--policy", "no.py"],
            "expected 'random' or a Python file: no.py: FileNotFoundError",
        ),
        (["replay", "no_file"], "'no_file' does not exist"),
        (["replay", __file__], "expected a file that record_actions has made"),
        (["play", "CartPole-v9"], "did you mean 'CartPole-v1'"),
        (["play", "CartPole-v1"], "expected a display or a terminal, got neither"),
        (["play", "CartPole-v1", "--policy", __file__], "a function named policy"),
        (["new-env", "Wrong"], "name: expected a name like my_envs"),
        (["completion", "cmd"], "'cmd' is not one of"),
        (["completion"], "Choose from: bash, zsh, fish"),
        (["check", "CartPole-v9"], "no id or package is named 'CartPole-v9'"),
        (["check", "../../etc/passwd"], "no id or package is named '../../etc/pass"),
        (["check", "a..b"], "no id or package is named 'a..b'"),
        (["check", "antigravity_of_mars.x"], "named 'antigravity_of_mars.x'"),
        (["bench", "CartPole-v9"], "expected parts of pool names"),
        (["bench", "--rounds", "0"], "argument --rounds: expected at least 1, got 0"),
        (["bench", "--nonsense"], "unrecognized arguments: --nonsense"),
    ],
)
def test_mistakes(capsys, tmp_path, monkeypatch, words, text):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    status, out, err = run(capsys, *(word.format(tmp=tmp_path) for word in words))
    assert (status, out) == (2, "")
    assert text in err
    prefix = f"python -m envpool{'' if 'No such command' in err else ' ' + words[0]}: "
    lines = err.splitlines()
    assert all(line.startswith(prefix) for line in lines), err
    assert len(lines) == 1 + (words[0] == "check"), err


def test_an_env_without_pictures(capsys, tmp_path, monkeypatch):
    def refuse(*args):
        raise NotSupportedError("this env cannot be rendered")

    pool = type(envpool.make_gymnasium("CartPole-v1"))
    monkeypatch.setattr(pool, "_render", refuse)
    monkeypatch.setattr(pool, "_render_size", refuse)
    for words, text in (
        (["record", "CartPole-v1", "--out", str(tmp_path)], "an env that can be drawn"),
        (["play", "CartPole-v1"], "this env cannot be rendered"),
    ):
        status, out, err = run(capsys, *words)
        assert (status, out) == (2, "")
        assert text in err


@pytest.mark.parametrize("name", ["click", "rich"])
def test_without_click_or_rich(capsys, monkeypatch, name):
    monkeypatch.setitem(sys.modules, name, None)
    status, out, err = run(capsys, "list")
    assert (status, out) == (2, "")
    assert err == (
        f"python -m envpool: the command line needs {name}, which is not installed: "
        'pip install "envpool[cli]"\n'
    )


def test_info_of_one_id_of_each_class(capsys):
    classes = {}
    for task_id in envpool.list_all_envs():
        classes.setdefault(envpool.registration.registry.specs[task_id][:2], task_id)
    for task_id in classes.values():
        found = as_json(capsys, "info", task_id, "--no-speed")
        assert found["id"] == task_id
        assert {"num_envs", "seed"} <= {key["name"] for key in found["config"]}
        assert {
            key: value
            for option in found["options"]
            for key, value in option.items()
            if option["name"] == "chunk" and key != "meaning"
        } == {"name": "chunk", "default": 0, "values": "an integer, at least 0"}
        assert all(each["meaning"] for each in found["options"] + found["config"])


def test_info(capsys):
    found = as_json(capsys, "info", "Taxi-v3", "-c", "is_rainy=True")
    own = {key["name"]: key for key in found["config"] if key["own"]}
    assert own["is_rainy"]["value"] is True
    assert own["is_rainy"]["values"] == "True or False"
    assert own["is_rainy"]["meaning"].startswith("Whether a move goes to either side")
    assert found["action_space"] == "Discrete(6)"
    assert found["max_episode_steps"] == 200
    assert found["parity"]["largest_difference_of_observations"] == 0
    assert found["speed"]["steps_per_second"] > 0


def test_info_ends_with_the_spaces_and_begins_with_what_few_ask_for(capsys):
    words = ["info", "NChain-v0", "--no-speed"]
    _, out, _ = run(capsys, *words)
    assert "parity\tnot measured" in out
    assert out.splitlines()[-1] == "action\tDiscrete(2)"
    assert out.splitlines()[-2].startswith("observation\tDiscrete(5")
    assert "autoreset_mode" not in out
    assert "num_threads" not in out
    _, everything, _ = run(capsys, *words, "--all")
    assert everything.endswith(out.partition("\n\n")[2])
    assert "autoreset_mode\t" in everything
    assert "num_threads\t" in everything


def test_info_has_the_score_and_the_suites(capsys):
    found = as_json(capsys, "info", "DoubleDunk-v5", "--no-speed")
    assert found["suites"] == ["atari-57", "atari-5", "atari-104"]
    assert found["score"]["kind"] == "human"
    _, out, _ = run(capsys, "info", "DoubleDunk-v5", "--no-speed")
    assert "\nscore\thuman: 0 for a return of -18.6, 1 for -16.4 (Wang et al. 20" in out
    _, out, _ = run(capsys, "info", "NChain-v0", "--no-speed")
    assert "\nscore\t-\nsuites\t-\n" in out


def test_parity_in_words():
    parity = {
        "compared_with": "the official environment",
        "steps": 9000,
        "largest_difference_of_observations": 0.0,
        "largest_difference_of_rewards": 0.0,
    }
    text = "9,000 steps beside the official environment: "
    assert info.parity_text(parity) == f"{text}no difference"
    parity["largest_difference_of_rewards"] = 1e-7
    expected = "observations are equal and rewards differ by at most 1e-07"
    assert info.parity_text(parity) == f"{text}{expected}"
    assert info.parity_text(None) == "not measured"


def test_info_of_a_space_of_any_characters():
    space = gymnasium.spaces.Text(3, charset="a\x1b\0b")
    text = info.printable(space)
    assert text.isprintable()
    assert r"\x00\x1bab" in text


def test_tune(capsys):
    words = ["tune", "Taxi-v3", "--num-envs", "8", "--seconds", "0.01"]
    found = as_json(capsys, *words, "--rounds", "3", "-c", "max_episode_steps=9")
    assert all(len(each["rates"]) == 3 for each in found["tried"])
    assert found["best"] in found["tried"]
    assert "num_envs=8" in found["make"]
    assert "max_episode_steps=9" in found["make"]
    namespace = {"envpool": envpool}
    exec(found["make"], namespace)
    namespace["env"].close()
    _, out, _ = run(capsys, *words, "--sync", "-c", "num_threads=1", "-c", "chunk=2")
    head, row, _, *_, line = out.splitlines()
    assert head.split("\t") == ["settings", "steps/s", "spread", ""]
    assert row.split("\t")[0] == "batch_size=0"
    assert line == (
        "env = envpool.make('Taxi-v3', env_type=\"gymnasium\", num_threads=1, chunk=2, "
        "num_envs=8)"
    )


def test_tune_of_several_players_and_boxes(capsys):
    for task_id in ("Pendulum-v1", "BabyAI-GoToLocal-v0"):
        words = ["tune", task_id, "--num-envs", "2", "--seconds", "0.01"]
        assert as_json(capsys, *words)["best"]["steps_per_second"] > 0


def test_profile(capsys, tmp_path):
    trace = tmp_path / "trace.json"
    words = ["profile", "Taxi-v3", "--num-envs", "8", "--batches", "20"]
    found = as_json(capsys, *words, "--trace", str(trace), "-c", "num_threads=1")
    assert (found["num_envs"], found["batch_size"], found["batches"]) == (8, 8, 20)
    assert (found["steps"], found["calls"]["step"]["count"]) == (160, 20)
    assert sum(found["parts"].values()) == pytest.approx(found["seconds"])
    assert found["workers"]["threads"] == 1
    assert found["trace"] == str(trace)
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    assert [event["name"] for event in events] == ["step"] * 20
    found = as_json(capsys, *words, "--batch-size", "4")
    counts = {name: calls["count"] for name, calls in found["calls"].items()}
    assert counts == {"send": 20, "recv": 20}


def test_profile_as_a_table(capsys):
    words = ["profile", "BabyAI-GoToLocal-v0", "--num-envs", "2", "--seconds", "0.01"]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    title, head, *rows = out.splitlines()
    assert head == "part\tµs per batch\tshare\t"
    assert title.startswith("BabyAI-GoToLocal-v0, 2 envs, batches of 2, ")
    cells = [row.split("\t") for row in rows]
    assert [row[0] for row in cells][:4] == list(profile.PARTS.values())
    assert cells[4][0].startswith("envs, on workers (of ")
    shares = [float(row[2].removesuffix("%")) for row in cells[:4]]
    assert sum(shares) == pytest.approx(100, abs=0.3)


def test_record_and_replay(capsys, tmp_path):
    policy = tmp_path / "policy.py"
    policy.write_text("def policy(obs):\n    return (obs[:, 2] > 0).astype(int)\n")
    out = tmp_path / "videos"
    words = ["record", "CartPole-v1", "--out", str(out), "--seed", "3"]
    words += ["-c", "render_width=60", "-c", "render_height=40", "--max-steps", "9"]
    files = as_json(capsys, *words, "--policy", str(policy), "--episodes", "2")["files"]
    assert [name.rpartition("/")[2] for name in files] == [
        "CartPole-v1-env0-episode0-unfinished.mp4",
        "CartPole-v1-env0-episode1-unfinished.mp4",
    ]
    status, text, _ = run(capsys, *words, "--format", "gif")
    assert status == 0
    assert text == f"{out}/CartPole-v1-env0-episode0-unfinished.gif\n"


def test_replay(capsys, tmp_path):
    file = tmp_path / "actions"
    env = envpool.make(
        "CartPole-v1", "gym", seed=0, max_episode_steps=3, record_actions=file
    )
    env.reset()
    for _ in range(6):
        obs, *_ = env.step(np.ones(1, int))
    env.close()
    found = as_json(capsys, "replay", str(file))
    assert found["id"] == "CartPole-v1"
    assert [each["length"] for each in found["episodes"]] == [3, 2]
    assert found["episodes"][0]["return"] == 3
    _, out, _ = run(capsys, "replay", str(file))
    assert out.splitlines()[1] == "env\tepisode\tlength\treturn\tended"
    assert out.splitlines()[2:] == ["0\t0\t3\t3\ttruncated", "0\t1\t2\t-\t-"]
    shown = as_json(capsys, "replay", str(file), "--env", "0", "--last", "1")
    assert shown["steps"][0]["observation"] == np.asarray(obs).tolist()
    assert shown["steps"][0]["action"] == 1
    video = tmp_path / "video.gif"
    status, out, _ = run(capsys, "replay", str(file), "--video", str(video))
    assert status == 0
    assert video.stat().st_size > 0
    for words, text in (
        (["--failed"], "no episode of"),
        (["--env", "3"], "env_id: expected an integer in [0, 0], got 3"),
        (["--env", "0", "--episode", "9"], "expected an episode of env 0"),
        (["--env", "0", "--video", "x.avi"], "expected *.mp4 or *.gif"),
    ):
        status, _, err = run(capsys, "replay", str(file), *words)
        assert status == 2
        assert text in err
        assert err.count("\n") == 1


def test_doctor(capsys, monkeypatch):
    status = cli.main(["doctor", "--json"])
    found = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert found["envpool"]["text"] == envpool.__version__
    assert re.fullmatch(r"\d+ by default", found["threads of a pool"]["text"])
    for family in ("Toy text", "Atari", "MuJoCo"):
        assert re.fullmatch(r"\d+ ids", found[f"family {family}"]["text"])
    assert status == int(any(each["status"] == "problem" for each in found.values()))
    monkeypatch.setitem(entry.failures, "atari", ImportError("no libatari.so"))
    status, out, _ = run(capsys, "doctor")
    assert status == 1
    assert "X\tfamily Atari\tImportError: no libatari.so" in out
    assert "* family Atari: pip install --force-reinstall envpool" in out
    # A family without its engine is no problem.
    monkeypatch.setitem(
        entry.failures, "vizdoom", ModuleNotFoundError("no engine", name="vizdoom")
    )
    _, out, _ = run(capsys, "doctor")
    text = 'not installed: pip install "envpool[vizdoom]"'
    assert f"ok\tfamily ViZDoom\t{text}\n" in out


@pytest.mark.parametrize(
    ("libraries", "status", "text"),
    [
        (["EGL", "OSMesa"], "ok", "EGL, OSMesa"),
        (["OSMesa"], "ok", "OSMesa"),
        ([], "note", "neither libEGL nor libOSMesa"),
    ],
)
def test_doctor_knows_both_libraries_of_opengl(monkeypatch, libraries, status, text):
    monkeypatch.setattr("ctypes.util.find_library", lambda name: name in libraries)
    (finding,) = opengl()
    assert finding.status == status
    assert finding.text.startswith(text)


def test_a_check_that_fails_is_a_finding():
    def broken_check():
        raise RuntimeError("no such file")
        yield

    (finding,) = doctor.safely(broken_check)
    assert finding.status == "note"
    assert finding.text == "unknown: RuntimeError: no such file"


def test_check(capsys):
    words = ["check", "NChain-v0", "-k", "quick or bad_ids", "--json"]
    status, out, err = run(capsys, *words)
    found = json.loads(out)
    assert (status, found["passed"], found["failed"]) == (0, 2, 0)
    checks = {(check["check"], check["id"]) for check in found["checks"]}
    assert checks == {("quick", "NChain-v0"), ("bad_ids", "NChain-v0")}
    assert "2 passed" in err
    status, out, err = run(capsys, *words[:-1])
    head, *rows = [line.split("\t") for line in out.splitlines()]
    assert head == ["check", "id", "outcome", "seconds", "reason"]
    assert sorted(row[:3] for row in rows) == [
        ["bad_ids", "NChain-v0", "passed"],
        ["quick", "NChain-v0", "passed"],
    ]
    assert "2 passed" in err


def test_check_of_a_package_that_cannot_be_imported(capsys, tmp_path, monkeypatch):
    (tmp_path / "broken_package.py").write_text("raise OSError('no disk\\nat all')")
    monkeypatch.syspath_prepend(str(tmp_path))
    status, _, err = run(capsys, "check", "broken_package")
    assert status == 2
    assert err.startswith(
        "python -m envpool check: cannot import broken_package: OSError: no disk\n"
    )


def test_completion(capsys, monkeypatch):
    assert "_ENVPOOL_COMPLETE=bash_complete" in run(capsys, "completion", "bash")[1]
    monkeypatch.setenv("_ENVPOOL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "envpool info CartP")
    monkeypatch.setenv("COMP_CWORD", "2")
    with pytest.raises(SystemExit):
        cli.main([], "envpool")
    assert "CartPole-v1" in capsys.readouterr().out
    monkeypatch.setenv("COMP_WORDS", "envpool nonsense CartP")
    with pytest.raises(SystemExit):
        cli.main([], "envpool")
    out, err = capsys.readouterr()
    assert (out.strip(), err) == ("", "")


def test_new_env_writes_a_package(tmp_path, capsys):
    words = ["new-env", "my_envs", "--env", "BigMaze", "--to", str(tmp_path)]
    assert cli.main(words) == 0
    root = tmp_path / "my_envs"
    files = {str(p.relative_to(root)) for p in root.rglob("*") if p.is_file()}
    assert files == {
        "Makefile",
        "README.md",
        "main.cc",
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
        assert not re.search(r"@\w+@", (root / path).read_text())
    out = capsys.readouterr().out
    assert str(root / "setup.py") in out
    for word in ("pytest", "setuptools>=70.1", "--no-build-isolation", "BigMaze-v0"):
        assert word in out


@pytest.mark.parametrize(
    ("name", "env", "word"),
    [
        ("MyEnvs", "Maze", "name"),
        ("class", "Maze", "name"),
        ("maze_", "Maze", "name"),
        ("my__maze", "Maze", "name"),
        ("json", "Maze", "name: .* a name of Python's own"),
        ("test", "Maze", "name: .* a name of Python's own"),
        ("numpy", "Maze", "name: .* the name of a package that it needs"),
        ("envpool", "Maze", "name: .* the name of a package that it needs"),
        ("std", "Maze", r"name: .* a name with a meaning in C\+\+"),
        ("namespace", "Maze", r"name: .* a name with a meaning in C\+\+"),
        ("my_envs", "maze", "env"),
        ("my_envs", "Batch", "env: .* EnvPool has a class BatchEnv"),
        ("my_envs", "Py", "env: .* EnvPool has a class"),
        ("taken", "Maze", "taken"),
    ],
)
def test_new_env_refuses_names(tmp_path, name, env, word):
    (tmp_path / "taken").mkdir()
    with pytest.raises(ValueError, match=word):
        write_project(name, env, tmp_path)


def test_new_env_may_be_called_like_its_package(tmp_path):
    write_project("connect4", "Connect4", tmp_path)
    files = {path.name for path in (tmp_path / "connect4/src/connect4").iterdir()}
    assert {"connect4.h", "connect4.cc"} <= files


def test_new_env_refuses_ids_that_are_there(tmp_path, capsys):
    words = ["my_envs", "--env=CartPole", "--to", str(tmp_path)]
    status, _, err = run(capsys, "new-env", *words)
    assert status != 0
    assert "env: expected another name, as there is CartPole-v0 already" in err


def test_command_of_a_missing_part_says_so():
    with pytest.raises(click.UsageError, match=r"no envpool\.no_such_part"):
        passing.run_main("envpool.no_such_part", [], "envpool x")


def test_check_without_an_id(capsys):
    status, _, err = run(capsys, "check")
    assert status == 2
    assert "required: NAME" in err


def test_check_without_pytest(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pytest", None)
    expected = "python -m envpool check: the kit needs pytest, which is not installed: "
    status, _, err = run(capsys, "check", "CartPole-v1")
    assert (status, err) == (2, f"{expected}python -m pip install pytest\n")
