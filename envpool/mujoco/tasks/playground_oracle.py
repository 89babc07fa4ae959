# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
# mypy: ignore-errors
# The packages that it needs are not those of the tests.
"""Plays MuJoCo Playground's own tasks, and writes what `playground_test` compares.

    python3 -m venv VENV
    VENV/bin/pip install mujoco==3.6.0 mujoco-mjx==3.6.0 playground==0.2.0
    VENV/bin/python3 playground_oracle.py playground.npz

Playground is no dependency of the tests: it needs JAX. Its envs run as they are, but
MuJoCo takes the steps in place of MJX, so that the physics is that of the tables, and
only the terms are computed in float32.
"""

from __future__ import annotations

import pathlib
import sys
import tempfile
from typing import Any
from xml.etree import ElementTree

import jax
import jax.numpy as jp
import mujoco
import numpy as np
from mujoco import mjx
from mujoco_playground import registry
from mujoco_playground._src import mjx_env
from mujoco_playground._src.locomotion.go1 import base, go1_constants
from write_playground import read

TASKS = {
    "playground_cartpole_balance": "CartpoleBalance",
    "playground_cartpole_swingup": "CartpoleSwingup",
    "playground_cheetah_run": "CheetahRun",
    "playground_go1_joystick_flat_terrain": "Go1JoystickFlatTerrain",
    "playground_hopper_hop": "HopperHop",
    "playground_hopper_stand": "HopperStand",
    "playground_pendulum_swingup": "PendulumSwingup",
    "playground_walker_run": "WalkerRun",
    "playground_walker_stand": "WalkerStand",
    "playground_walker_walk": "WalkerWalk",
}
STEPS = 60


class Mujoco:
    """MuJoCo in place of MJX: the data that the envs see are copies of its own."""

    def __init__(self, model: Any, names: tuple[str, ...]) -> None:
        self.model, self.data = model, mujoco.MjData(model)
        self._names = names

    def seen(self) -> Any:
        """Returns the data as the envs take them, in float32."""

        class Data:
            def replace(self, **values: Any) -> Any:
                for key, value in values.items():
                    setattr(self, key, value)
                return self

        data: Any = Data()
        for name in self._names:
            array = np.array(getattr(self.data, name))
            if name.endswith("xmat"):
                array = array.reshape(-1, 3, 3)
            is_float = array.dtype == np.float64
            setattr(data, name, jp.asarray(array, jp.float32 if is_float else None))
        return data

    def make(self, model: Any, **values: Any) -> Any:
        """Stands for `mjx_env.make_data`."""
        mujoco.mj_resetData(self.model, self.data)
        for name in ("qpos", "qvel", "ctrl"):
            if values.get(name) is not None:
                getattr(self.data, name)[:] = np.asarray(values[name])
        return self.seen()

    def forward(self, model: Any, data: Any) -> Any:
        """Stands for `mjx.forward`."""
        mujoco.mj_forward(self.model, self.data)
        return self.seen()

    def step(self, model: Any, data: Any, action: Any, n_substeps: int = 1) -> Any:
        """Stands for `mjx_env.step`."""
        self.data.ctrl[:] = np.asarray(action)
        mujoco.mj_step(self.model, self.data, n_substeps)
        return self.seen()


_SEEN = (
    "qpos qvel ctrl xpos xmat xipos site_xpos site_xmat geom_xpos sensordata "
    "actuator_force xfrc_applied"
)


def _without_meshes() -> None:
    """Lets Go1 do without its meshes, which Playground would download."""
    root = read(pathlib.Path(go1_constants.FEET_ONLY_FLAT_TERRAIN_XML))
    path = pathlib.Path(tempfile.mkdtemp(), "go1.xml")
    ElementTree.ElementTree(root).write(path)
    mjx_env.ensure_menagerie_exists = lambda: None
    base.get_assets = dict
    go1_constants.task_to_xml = lambda name: path


def play(name: str, seed: int) -> dict[str, np.ndarray]:
    """Plays random actions; returns arrays with a row for each step."""
    config = registry.get_default_config(name)
    config.impl = "jax"
    if "noise_config" in config:
        config.noise_config.level = 0.0
    # The model for MJX is not used, and MJX does not know all of its parts.
    real, mjx.put_model = mjx.put_model, lambda model, impl: _Model(model)
    env = registry.load(name, config=config)
    mjx.put_model = real
    physics = Mujoco(env.mj_model, tuple(_SEEN.split()))
    mjx_env.make_data, mjx_env.step = physics.make, physics.step
    mjx.forward = physics.forward
    state = env.reset(jax.random.PRNGKey(seed))
    if "steps_until_next_cmd" in state.info:
        state.info["steps_until_next_cmd"] = jp.int32(10_000)
    rows: dict[str, list[Any]] = {
        "qpos": [physics.data.qpos.copy()],
        "qvel": [physics.data.qvel.copy()],
        "warmstart": [physics.data.qacc_warmstart.copy()],
        "first": [_observed(state.obs)],
        "command": [np.asarray(state.info.get("command", jp.zeros(0)))],
    }
    random = np.random.default_rng(seed)
    for _ in range(STEPS):
        action = random.uniform(-1, 1, env.mj_model.nu).astype(np.float32)
        state = env.step(state, jp.asarray(action))
        terms = {
            key.removeprefix("reward/"): np.asarray(value)
            for key, value in state.metrics.items()
            if key.startswith("reward/")
        }
        now = {
            "action": action,
            "obs": _observed(state.obs),
            "reward": np.asarray(state.reward),
            "done": np.asarray(state.done),
            "terms": np.array(list(terms.values())),
        }
        for key, value in now.items():
            rows.setdefault(key, []).append(value)
        if state.done:
            break
    found = {key: np.array(value) for key, value in rows.items()}
    return {**found, "names": np.array(list(terms))}


class _Model:
    """What envs ask of the model for MJX."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.impl = type("Impl", (), {"value": "jax"})

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, name)


def _observed(obs: Any) -> np.ndarray:
    if isinstance(obs, dict):
        return np.concatenate([obs["state"], obs["privileged_state"]])
    return np.asarray(obs)


def main(path: str) -> None:
    """Writes the arrays of all tasks, each named task/seed/array."""
    _without_meshes()
    found = {}
    for name, task_id in TASKS.items():
        for seed in range(2):
            for key, value in play(task_id, seed).items():
                found[f"{name}/{seed}/{key}"] = value
    np.savez_compressed(path, **found)


if __name__ == "__main__":
    main(sys.argv[1])
