# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays mjlab's own tasks, and writes what they observe and earn for `mjlab_test`.

    python3 -m venv VENV && VENV/bin/pip install mjlab==1.6.0
    VENV/bin/python3 mjlab_oracle.py mjlab.npz

mjlab is no dependency of the tests: it needs PyTorch, and runs MuJoCo Warp in float32.
Noise, pushes and what changes at its start are switched off. Each step has the state
before it, so that a step of another simulator can begin in the same state.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import torch
from mjlab.envs import ManagerBasedRlEnv
from mjlab.tasks.registry import load_env_cfg

TASKS = {
    "mjlab_velocity_flat_go1": ("Mjlab-Velocity-Flat-Unitree-Go1", 60, 0.6),
    "mjlab_velocity_flat_g1": ("Mjlab-Velocity-Flat-Unitree-G1", 60, 0.6),
    "mjlab_cartpole_balance": ("Mjlab-Cartpole-Balance", 60, 1.0),
    "mjlab_cartpole_swingup": ("Mjlab-Cartpole-Swingup", 60, 1.0),
}
# Of each env: speeds and a heading; whether it has a heading, stands, goes forward.
WISHES = np.array(
    [
        [0.8, -0.4, 0.3, 0.0, 1, 1, 1],
        [-0.5, 0.6, 0.2, 1.5, 0, 1, 1],
        [0.7, 0.7, 0.4, 0.5, 1, 0, 1],
        [-0.9, 0.3, 0.2, -2.0, 1, 1, 0],
    ]
)


def make(task_id: str) -> Any:
    """Makes an env without anything random but its reset."""
    cfg = load_env_cfg(task_id)
    cfg.scene.num_envs = len(WISHES)
    cfg.seed = 1
    cfg.events = {k: v for k, v in cfg.events.items() if v.mode == "reset"}
    cfg.curriculum = {}
    for group in cfg.observations.values():
        group.enable_corruption = False
    return ManagerBasedRlEnv(cfg, device="cpu")


def command(env: Any) -> None:
    """Gives the envs their wishes, as the command's own draw would."""
    if "twist" not in env.command_manager.active_terms:
        return
    term = env.command_manager.get_term("twist")
    wishes = torch.tensor(WISHES, dtype=torch.float32)
    turns, stands, forward = (wishes[:, i] == 0 for i in (4, 5, 6))
    speeds = wishes[:, :3].clone()
    speeds[forward, 0] = speeds[forward, 0].abs().clamp(min=0.3)
    speeds[forward, 1:] = 0
    term.vel_command_b[:] = speeds
    term.heading_target[:] = wishes[:, 3]
    term.is_heading_env[:] = turns
    term.is_standing_env[:] = stands
    term.is_forward_env[:] = forward
    term.is_world_env[:] = False
    term.time_left[:] = 1e9
    term.compute(dt=0.0)


def play(task_id: str, steps: int, size: float) -> dict[str, np.ndarray]:
    """Plays random actions; returns arrays (steps, envs, ...)."""
    env = make(task_id)
    env.reset()
    command(env)
    obs = env.observation_manager.compute()
    data: dict[str, list[np.ndarray]] = {}

    def keep(**values: Any) -> None:
        for name, value in values.items():
            array = value.cpu().numpy() if hasattr(value, "cpu") else value
            data.setdefault(name, []).append(np.array(array))

    random = np.random.default_rng(0)
    keep(first_actor=obs["actor"], first_critic=obs["critic"])
    for _ in range(steps):
        sim = env.sim.data
        keep(
            qpos=sim.qpos[:], qvel=sim.qvel[:], warmstart=sim.qacc_warmstart[:]
        )
        action = size * random.standard_normal((len(WISHES), env.single_action_space.shape[0]))
        action = action.astype(np.float32)
        obs, reward, terminated, truncated, _ = env.step(torch.from_numpy(action))
        keep(
            action=action,
            actor=obs["actor"],
            critic=obs["critic"],
            reward=reward,
            terminated=terminated,
            truncated=truncated,
            terms=env.reward_manager._step_reward * env.step_dt,
        )
    arrays = {name: np.stack(rows) for name, rows in data.items()}
    arrays["names"] = np.array(env.reward_manager.active_terms)
    env.close()
    return arrays


def main(path: str) -> None:
    """Writes the arrays of all tasks, each named task/array."""
    found = {}
    for name, (task_id, steps, size) in TASKS.items():
        for key, value in play(task_id, steps, size).items():
            found[f"{name}/{key}"] = value
    np.savez_compressed(path, **found)


if __name__ == "__main__":
    main(sys.argv[1])
