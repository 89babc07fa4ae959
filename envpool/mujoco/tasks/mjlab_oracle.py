# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
# mypy: ignore-errors
# The packages that it needs are not those of the tests.
"""Plays mjlab's own tasks, and writes what they observe and earn for `mjlab_test`.

    python3 -m venv VENV && VENV/bin/pip install mjlab==1.6.0
    VENV/bin/python3 mjlab_oracle.py mjlab.npz

mjlab is no dependency of the tests: it needs PyTorch. Its envs run as they are, but
MuJoCo takes the steps in place of MuJoCo Warp, and shows them its data in float32; the
heights of feet are those above the plane, without rays. Noise, pushes and what changes
at its start are switched off. Each step has the state before it, so that a step of
another version of MuJoCo can begin in the same state.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar

import mujoco
import numpy as np
import torch
from mjlab.envs import ManagerBasedRlEnv, manager_based_rl_env
from mjlab.sensor.terrain_height_sensor import TerrainHeightSensor
from mjlab.sim.sim import Simulation
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


_SEEN = [
    *("qpos", "qvel", "qacc", "qacc_warmstart", "time", "xpos", "xquat", "xmat"),
    *("xipos", "ximat", "site_xpos", "site_xmat", "geom_xpos", "geom_xmat"),
    *("subtree_com", "cvel", "sensordata", "actuator_force", "qfrc_actuator"),
]


class Physics(Simulation):
    """MuJoCo in place of MuJoCo Warp."""

    def _worlds(self) -> list[Any]:
        if not hasattr(self, "_datas"):
            self._datas = [mujoco.MjData(self.mj_model) for _ in range(self.num_envs)]
            self._views = {name: self._view(name) for name in [*_SEEN, "ctrl"]}
            self._shown = {
                name: np.nan * self._views[name] for name in ("qpos", "qvel")
            }
        return self._datas

    def _view(self, name: str) -> np.ndarray:
        found: np.ndarray = getattr(self.wp_data, name).numpy()
        return found

    def _run(self, function: Any) -> None:
        """Calls a function of MuJoCo for each env, and shows the results."""
        for i, data in enumerate(self._worlds()):
            for name, shown in self._shown.items():
                if not np.array_equal(shown[i], self._views[name][i]):
                    getattr(data, name)[:] = self._views[name][i]  # mjlab has set it
            data.ctrl[:] = self._views["ctrl"][i]
            function(self.mj_model, data)
            for name in _SEEN:
                view = self._views[name]
                view[i] = np.reshape(getattr(data, name), view.shape[1:])
            for name, shown in self._shown.items():
                shown[i] = self._views[name][i]

    def step(self) -> None:
        """Steps all envs."""
        self._run(mujoco.mj_step)

    def forward(self) -> None:
        """Computes everything anew."""
        self._run(mujoco.mj_forward)

    def reset(self, env_ids: Any = None) -> None:
        """Resets envs."""
        ids = range(self.num_envs) if env_ids is None else env_ids.tolist()
        for i in ids:
            data = self._worlds()[i]
            mujoco.mj_resetData(self.mj_model, data)
            for name in ("qpos", "qvel", "qacc_warmstart", "ctrl"):
                self._views[name][i] = getattr(data, name)

    def sense(self) -> None:
        """Keeps the heights of feet; see `Heights`."""
        for sensor in Heights.all:
            sensor.keep()


class Heights(TerrainHeightSensor):
    """The heights of sites above the plane."""

    all: ClassVar[list[Any]] = []

    def initialize(self, mj_model: Any, model: Any, data: Any, device: str) -> None:
        """Finds the sites."""
        names = [f"robot/{each.name}" for each in self.cfg.frame]
        self._sites = [mj_model.site(name).id for name in names]
        self._warp = data
        Heights.all = [self]
        self.keep()

    def keep(self) -> None:
        """Copies the heights of now."""
        sites = self._warp.site_xpos.numpy()[:, self._sites, 2]
        self.heights = torch.from_numpy(np.clip(sites, 0, self.cfg.max_distance))

    @property
    def num_frames(self) -> int:
        """The number of feet."""
        return len(self._sites)

    @property
    def data(self) -> Any:
        """This, which has `heights`."""
        return self


def make(task_id: str) -> Any:
    """Makes an env without anything random but its reset."""
    cfg = load_env_cfg(task_id)
    cfg.scene.num_envs = len(WISHES)
    cfg.seed = 1
    cfg.events = {k: v for k, v in cfg.events.items() if v.mode == "reset"}
    cfg.curriculum = {}
    for sensor in cfg.scene.sensors or ():
        if sensor.name == "foot_height_scan":
            sensor.build = lambda sensor=sensor: Heights(sensor)
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
    obs = env.observation_manager.compute(update_history=True)
    data: dict[str, list[np.ndarray]] = {}

    def keep(**values: Any) -> None:
        for name, value in values.items():
            array = value.cpu().numpy() if hasattr(value, "cpu") else value
            data.setdefault(name, []).append(np.array(array))

    random = np.random.default_rng(0)
    keep(first_actor=obs["actor"], first_critic=obs["critic"])
    for _ in range(steps):
        sim = env.sim.data
        keep(qpos=sim.qpos[:], qvel=sim.qvel[:], warmstart=sim.qacc_warmstart[:])
        action = size * random.standard_normal(
            (len(WISHES), env.single_action_space.shape[0])
        )
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
    manager_based_rl_env.Simulation = Physics
    found = {}
    for name, (task_id, steps, size) in TASKS.items():
        for key, value in play(task_id, steps, size).items():
            found[f"{name}/{key}"] = value
    np.savez_compressed(path, **found)


if __name__ == "__main__":
    main(sys.argv[1])
