# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The examples of PyTorch run, and learn the same from EnvPool and Gymnasium."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parent
# Where Debian has PyTorch. What else is there must not hide our packages.
DEBIAN = "/usr/lib/python3/dist-packages"
SMALL = "--steps=384 --num-envs=4 --horizon=32 --epochs=2 --minibatches=4 "
SMALL += "--threads=1 --log-every=0"
# And the least size of an agent.
PROGRAMS = {
    "ppo_atari": 1 << 20,
    "ppo_minigrid": 1 << 16,
    "ppo_mujoco": 1 << 14,
    "ppo_procgen": 1 << 20,
}


def run(program, folder, *arguments):
    path = [*filter(None, sys.path), DEBIAN]
    done = subprocess.run(
        [
            *(sys.executable, "-W", "error"),
            # Debian's PyTorch knows no NumPy 2. The examples do not need it to.
            *("-W", "ignore:Failed to initialize NumPy:UserWarning"),
            *(FOLDER / f"{program}.py", *SMALL.split(), *arguments),
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Episodes end at other steps than rollouts do: by the limit, or by falling.
@pytest.mark.parametrize(
    ("program", "options"),
    [
        ("ppo_atari", ["--time-limit=20"]),
        ("ppo_minigrid", ["--time-limit=20", "--task=BabyAI-PutNextLocal-v0"]),
        ("ppo_minigrid", ["--time-limit=20", "--task=MiniGrid-GoToDoor-5x5-v0"]),
        ("ppo_mujoco", ["--time-limit=20"]),
        ("ppo_mujoco", ["--env=Hopper-v5"]),
        ("ppo_mujoco", ["--env=Ant-v5"]),
    ],
)
def test_learns_the_same_from_gymnasium(program, options, tmp_path):
    found = {}
    for env_type in ("envpool", "gymnasium"):
        out = run(program, tmp_path, f"--env-type={env_type}", *options)
        returns = re.findall(r"mean return +(\S+)", out)
        assert len(returns) == 3
        found[env_type] = (returns, out.splitlines()[-1])
    assert found["envpool"][1].startswith("policy loss ")
    assert found["envpool"] == found["gymnasium"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_writes_curve_and_checkpoint(program, tmp_path):
    options = ["--time-limit=20", "--checkpoint=agent.pt"]
    run(program, tmp_path, *options, "--plot=curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "agent.pt").stat().st_size > PROGRAMS[program]


@pytest.mark.parametrize("program", ["ppo_atari", "ppo_mujoco"])
def test_resumes_as_if_it_had_never_stopped(program, tmp_path):
    # Rollouts end within episodes.
    options = ["--time-limit=40", "--checkpoint-every=1"]
    whole = run(program, tmp_path, *options, "--checkpoint=at-{steps}.pt")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["at-128.pt", "at-256.pt", "at-384.pt"]
    rest = run(program, tmp_path, *options, "--resume=at-128.pt")
    assert rest.splitlines()[-1] == whole.splitlines()[-1]
    returns = [re.findall(r"mean return +(\S+)", out) for out in (whole, rest)]
    assert returns[0][1:] == returns[1]


def test_mujoco_resumes_with_new_episodes(tmp_path):
    """Gymnasium's envs have no states, so no run can go on in their episodes."""
    options = ["--checkpoint-every=1", "--time-limit=20", "--checkpoint=at-{steps}.pt"]
    run("ppo_mujoco", tmp_path, *options)
    for env_type, steps in {"gymnasium": 128, "envpool": 256}.items():
        resume = [f"--env-type={env_type}", f"--resume=at-{steps}.pt"]
        out = run("ppo_mujoco", tmp_path, *options, *resume)
        assert out.count("steps,") == (384 - steps) / 128


def test_mujoco_without_episodes(tmp_path):
    """There is no curve to draw, and nothing left to resume."""
    files = ["--plot=curve.png", "--checkpoint=agent.pt"]
    out = run("ppo_mujoco", tmp_path, *files)
    assert "no picture: no episode has ended" in out
    assert [path.name for path in tmp_path.iterdir()] == ["agent.pt"]
    for wrong, text in {
        "--steps=384": r"agent\.pt has all --steps=384",
        "--env=Walker2d-v5": "--task=HalfCheetah-v5, got --task=Walker2d-v5",
        "--checkpoint-every=0": "--checkpoint-every: expected at least 1, got 0",
    }.items():
        with pytest.raises(AssertionError, match=text):
            run("ppo_mujoco", tmp_path, "--resume=agent.pt", wrong)


def test_mujoco_is_learnt(tmp_path):
    learning = ["--steps=20000", "--num-envs=8", "--horizon=64", "--minibatches=8"]
    learning += ["--env=InvertedPendulum-v5", "--epochs=10"]
    out = run("ppo_mujoco", tmp_path, *learning)
    returns = [float(x) for x in re.findall(r"mean return +(\S+)", out)]
    assert returns[-1] > 5 * returns[0]
