# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The example of MuJoCo runs, and learns the same from EnvPool and Gymnasium."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

PROGRAM = pathlib.Path(__file__).parent / "ppo_mujoco.py"
# Where Debian has PyTorch. What else is there must not hide our packages.
DEBIAN = "/usr/lib/python3/dist-packages"
SMALL = "--steps=384 --num-envs=4 --horizon=32 --epochs=2 --minibatches=4 --log-every=0"


def run(folder, *arguments):
    path = [*filter(None, sys.path), DEBIAN]
    done = subprocess.run(
        [
            *(sys.executable, "-W", "error"),
            # Debian's PyTorch knows no NumPy 2. The example does not need it to.
            *("-W", "ignore:Failed to initialize NumPy:UserWarning"),
            *(PROGRAM, *SMALL.split(), *arguments),
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
    "options", [["--time-limit=20"], ["--env=Hopper-v5"], ["--env=Ant-v5"]]
)
def test_runs_the_same_with_gymnasium(options, tmp_path):
    found = {}
    for env_type in ("envpool", "gymnasium"):
        out = run(tmp_path, f"--env-type={env_type}", *options)
        returns = re.findall(r"mean return +(\S+)", out)
        assert len(returns) == 3
        found[env_type] = (returns, out.splitlines()[-1])
    assert found["envpool"][1].startswith("policy loss ")
    assert found["envpool"] == found["gymnasium"]


def test_writes_curve_and_checkpoint(tmp_path):
    run(tmp_path, "--plot=curve.png", "--checkpoint=agent.pt")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "agent.pt").stat().st_size > 1 << 14


def test_learns(tmp_path):
    learning = ["--steps=20000", "--num-envs=8", "--horizon=64", "--minibatches=8"]
    out = run(tmp_path, "--env=InvertedPendulum-v5", "--epochs=10", *learning)
    returns = [float(x) for x in re.findall(r"mean return +(\S+)", out)]
    assert returns[-1] > 5 * returns[0]
