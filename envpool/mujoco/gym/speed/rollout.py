# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures rollouts of Ant against `mujoco.rollout`.

    bazel run //envpool/mujoco/gym:rollout_speed -- [--rounds 9]

The latter steps Ant's model on MuJoCo's own threads, without observations and rewards.
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

import numpy as np

import envpool
from benchmark.rollout import Calls, compare
from envpool.core._core import allowed_cpus

__all__ = ["main"]

_TASK = "Ant-v5"


def _mujoco_rollout(num_envs: int, steps: int) -> Calls:
    mujoco = importlib.import_module("mujoco")
    module = importlib.import_module("mujoco.rollout")
    config = envpool.make_spec(_TASK).config
    model: Any = mujoco.MjModel.from_xml_path(config.xml_file)
    threads = len(allowed_cpus())
    data = [mujoco.MjData(model) for _ in range(threads)]
    pool = module.Rollout(nthread=threads)
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    first = np.zeros(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data[0], first, kind)
    rng = np.random.default_rng(0)
    controls = rng.uniform(-1, 1, (num_envs, steps, model.nu))
    repeated = np.repeat(controls, config.frame_skip, axis=1)
    states = np.tile(first, (num_envs, 1))
    return {"mujoco.rollout": lambda: pool.rollout(model, data, states, repeated)}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    others = _mujoco_rollout(args.num_envs, args.steps)
    compare(_TASK, args.num_envs, args.steps, others, args.rounds)


if __name__ == "__main__":
    main()
