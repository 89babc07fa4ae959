# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The PPO example in JAX runs as a program, and learns."""

import os
import pathlib
import re
import subprocess
import sys

EXAMPLE = pathlib.Path(__file__).with_name("ppo_jax.py")


def run(arguments, folder):
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLE, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_runs(tmp_path):
    assert run(["--iterations=2", "--horizon=8", "--num-envs=4"], tmp_path)


def test_learns(tmp_path):
    out = run(["--iterations=40", "--loop=scan"], tmp_path)
    first, last = re.search(r"mean return +([\d.]+) -> +([\d.]+)", out).groups()
    assert float(last) > 4 * float(first)


def test_learns_from_frames(tmp_path):
    small = ["--iterations=2", "--horizon=4", "--num-envs=2", "--task=Pong-v5"]
    out = run(small, tmp_path)
    assert re.findall(r"^(scan|numpy) .* steps/s$", out, re.MULTILINE) == [
        "scan",
        "numpy",
    ]
