# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool task watch` plots the rewards of a file, and follows its changes."""

import json
import os
import subprocess
import sys
import tomllib

import pytest

from envpool import cli
from envpool.cli.watch import Watched, lines, summary
from envpool.errors import ConfigError

TABLE = """
model = '''
<mujoco>
  <worldbody><body>
    <joint name="rail" type="slide" axis="1 0 0"/>
    <geom type="box" size="0.2 0.1 0.1" mass="1"/>
  </body></worldbody>
  <actuator><motor joint="rail" ctrlrange="-1 1" ctrllimited="true"/></actuator>
</mujoco>'''
observations = ["qpos", "qvel"]
episode_steps = 10
[rewards]
near = "track(qpos[0], 1)"
"""


@pytest.fixture(name="path")
def _path(tmp_path):
    path = tmp_path / "cart.toml"
    path.write_text(TABLE)
    return path


def rewrite(path, text):
    """Changes a file, and makes it a second newer: file times may be coarse."""
    path.write_text(text)
    later = os.stat(path).st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))


def test_plots_and_facts(path):
    watched = Watched(str(path), "random", {"num_envs": 3})
    for _ in range(25):
        watched.step()
    facts = summary(watched)
    assert (facts["steps"], facts["truncated"], facts["terminated"]) == (75, 6, 0)
    assert facts["length"] == 10
    assert facts["terms"]["near"] == pytest.approx(facts["terms"]["reward"])
    shown = list(lines(watched, 80))
    assert [line.split()[0] for line in shown] == ["now", "near", "reward", "steps"]
    assert set(shown[1][-25:]) <= set("▁▂▃▄▅▆▇█")


def test_follows_the_file(path):
    watched = Watched(str(path), "random", {"num_envs": 2})
    watched.step()
    rewrite(path, TABLE + 'far = "qpo[0]"\n')
    watched.reload()
    assert "reward 'far': no quantity 'qpo'" in watched.error
    watched.step()  # the old pool goes on
    assert list(watched.curves) == ["near", "reward"]
    rewrite(path, TABLE + 'far = "qpos[0]"\n')
    watched.reload()
    watched.step()
    assert (watched.error, watched.reloads, watched.steps) == ("", 1, 2)
    assert list(watched.curves) == ["near", "far", "reward"]
    path.unlink()
    watched.reload()
    assert "No such file" in watched.error


def test_the_command(path, capsys):
    words = ["task", "watch", str(path), "--num-envs=2", "--steps=50", "--json"]
    assert cli.main(words) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 50
    assert cli.main(words[:-1]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("near ")
    path.write_text("name = 'x'")
    with pytest.raises(ConfigError, match="expected a value"):
        Watched(str(path), "random", {})


def check(path):
    return subprocess.run(
        [sys.executable, "-m", "envpool", "task", "check", path, "-k", "snippets"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_passes_a_file_without_an_id(path):
    done = check(path)
    assert done.returncode == 0, done.stderr
    assert "passed" in done.stdout


def test_yaml_is_watched_and_checked(tmp_path, capsys):
    pytest.importorskip("yaml")
    path = tmp_path / "cart.yaml"
    path.write_text(json.dumps(tomllib.loads(TABLE)))  # YAML contains JSON
    words = ["task", "watch", str(path), "--num-envs=2", "--steps=50", "--json"]
    assert cli.main(words) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 50
    done = check(path)
    assert done.returncode == 0, done.stderr


def test_check_says_what_is_wrong_in_a_file(path):
    path.write_text(TABLE.replace("qpos", "qposs"))
    done = check(path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"python -m envpool task check: {path}: ")
    assert len(done.stderr.splitlines()) == 1
