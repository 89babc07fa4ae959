# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Each example runs as a program, with a small amount of work."""

import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).parent
EXAMPLES = {
    "alphazero_numpy.py": [
        "--iterations=1",
        "--games=8",
        "--simulations=4",
        "--picture=curve.svg",
    ],
    "async_send_recv.py": ["--batches=50"],
    "autoreset_modes.py": [],
    "behaviour_cloning.py": ["--steps=520", "--epochs=1"],
    "cartpole_ppo_numpy.py": ["--iterations=3", "--plot=curve.png"],
    "cartpole_ppo_native.py": ["--iterations=3"],
    "cartpole_ppo_randomized.py": [
        "--iterations=1",
        "--seeds=1",
        "--episodes=1",
        "--picture=poles.svg",
    ],
    "cem_cartpole.py": ["--steps=5", "--trials=16"],
    "demo.py": ["--seconds=0.3"],
    "dm_env_example.py": [],
    "double_buffering.py": ["--steps=20", "--num-envs=8", "--hidden=16"],
    "go1_ppo_native.py": [
        "--iterations=2",
        "--num-envs=8",
        "--horizon=8",
        "--measured=20",
        "--plot=curve.png",
    ],
    "gym_sync.py": ["--steps=20"],
    "her_fetch_numpy.py": [
        "--iterations=1",
        "--updates=2",
        "--num-envs=2",
        "--picture=curve.svg",
    ],
    "mixed_pools.py": ["--steps=40"],
    "mppi_halfcheetah.py": ["--steps=3", "--trials=8", "--horizon=5"],
    "normalized.py": ["--steps=20"],
    "own_robot.py": ["--steps=50"],
    "partial_step.py": [],
    "ppo_metaworld_numpy.py": [
        "--minutes=0",
        "--envs=1",
        "--horizon=20",
        "--picture=curves.svg",
    ],
    "python_envs.py": [],
    "randomize.py": ["--num-envs=3", "--steps=30"],
    "save_load_state.py": ["--steps=10"],
    "self_play_soccer_numpy.py": [
        "--iterations=2",
        "--horizon=8",
        "--num-envs=2",
        "--match=4",
        "--picture=curve.svg",
    ],
    "self_play_vizdoom.py": ["--updates=2", "--horizon=4", "--num-envs=2", "--match=4"],
    "suites.py": ["--runs=2", "--max-steps=10"],
}


def run(name, arguments, folder):
    done = subprocess.run(
        [sys.executable, "-W", "error", FOLDER / name, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_are_here():
    files = {path.name for path in FOLDER.glob("*.py")}
    files = {name for name in files if not name.endswith("_test.py")}
    # PyTorch and JAX examples have separate tests; `ppo` and `ppo_runs` are modules.
    ppo = ("atari", "jax", "minigrid", "mujoco", "procgen", "runs")
    ppo = {f"ppo_{name}.py" for name in (*ppo, "vizdoom")}
    assert files == {*EXAMPLES, *ppo, "ppo.py", "torch_rollout.py"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_runs(name, tmp_path):
    assert run(name, EXAMPLES[name], tmp_path)


def test_demo_says_what_it_measured(tmp_path):
    out = run("demo.py", ["--seconds=0.3"], tmp_path)
    for task in (r"Pong-v5: EnvPool [\d,]+ frames/s", r"CartPole-v1: .* steps/s"):
        assert re.search(rf"{task}, the loop over Gymnasium [\d,]+: .* as many", out)
    assert max(re.search("8 envs of Gymnasium (.*)", out)[1]) > "\u2800"  # a picture


def test_planning_holds_the_pole(tmp_path):
    out = run("save_load_state.py", ["--steps=60"], tmp_path)
    assert "kept the pole up for 60 steps" in out


def test_cem_holds_the_pole(tmp_path):
    out = run("cem_cartpole.py", ["--steps=80"], tmp_path)
    assert "kept the pole up for 80 steps" in out


def test_agents_that_know_random_poles(tmp_path):
    small = ["--iterations=50", "--seeds=1", "--episodes=5"]
    out = run("cartpole_ppo_randomized.py", small, tmp_path)
    rows = re.findall(r"^ *([\d.]+) +(\d+) \(.*\) +(\d+) \(.*\)$", out, re.M)
    factors, usual, random = np.array(rows, float).T
    assert (factors[0], factors[-1]) == (0.25, 24)
    assert usual[factors == 1] > 400
    assert random.sum() > usual.sum()


def test_the_clone_plays_like_the_expert(tmp_path):
    out = run("behaviour_cloning.py", ["--steps=600", "--epochs=6"], tmp_path)
    scores = dict(re.findall(r"(random|expert|clone): (\d+)", out))
    assert int(scores["random"]) < 40
    assert int(scores["clone"]) > 0.9 * int(scores["expert"]) > 400


def test_ppo_has_no_picture_without_episodes(tmp_path):
    small = ["--iterations=1", "--horizon=2", "--plot=curve.png"]
    out = run("cartpole_ppo_numpy.py", small, tmp_path)
    assert "no picture: no episode has ended" in out
    assert not (tmp_path / "curve.png").exists()


def test_ppo_learns(tmp_path):
    out = run("cartpole_ppo_numpy.py", ["--iterations=40"], tmp_path)
    returns = [float(x) for x in re.findall(r"mean return +([\d.]+)", out)]
    assert returns[-1] > 5 * 22  # random play gets about 22 steps


def test_ppo_in_cpp_learns(tmp_path):
    out = run("cartpole_ppo_native.py", ["--iterations=40"], tmp_path)
    returns = [float(x) for x in re.findall(r"mean return +([\d.]+)", out)]
    assert returns[-1] > 5 * 22
