# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of MuJoCo Playground's tasks observe and earn what its own envs do.

`playground.npz` was written by `playground_oracle.py`, which lets MuJoCo take the
steps of Playground's envs. So whole episodes are compared, and the differences are
those of terms that JAX computes in float32.
"""

import pathlib
import re
import tomllib

import numpy as np
import pytest

import envpool
from envpool.mujoco.tasks.task import Task
from envpool.registration import base_path

FOLDER = pathlib.Path(__file__).parent
DATA = np.load(FOLDER / "playground.npz")
CASES = sorted({tuple(name.split("/")[:2]) for name in DATA.files})
# Errors of float32, in proportion to values above 1. Go1's motors have targets, which
# Playground rounds to float32, so its states differ as well.
TOLERANCE, TOLERANCE_OF_STATES = 1e-5, 2e-4


def table_of(name, own):
    """The table without noise, in the state that Playground's env began in."""
    text = (FOLDER / "tables" / f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(re.sub(r" \+ uniform\(-[0-9.]+, [0-9.]+, \d+\),", ",", text))
    table["resets"] = [
        f"{field} = {own[key][0].tolist()}"
        for field, key in (
            ("qpos", "qpos"),
            ("qvel", "qvel"),
            ("qacc_warmstart", "warmstart"),
        )
    ] + [row for row in table["resets"] if row.startswith("ctrl")]
    if "memory" in table:
        table["memory"] |= {"command": own["command"][0].tolist(), "wait": 10_000}
    return Task(table, str(pathlib.Path(base_path, "mujoco")))


def flat(obs):
    """The observations of the env, of all groups."""
    return np.concatenate(
        [row[0] for row in obs.values()] if isinstance(obs, dict) else obs
    )


def errors(ours, theirs):
    return np.abs(ours - theirs) / np.maximum(np.abs(theirs), 1)


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_equals_playground(name, seed):
    own = {
        key.rpartition("/")[2]: DATA[key]
        for key in DATA.files
        if key.startswith(f"{name}/{seed}/")
    }
    task = table_of(name, own)
    tolerance = TOLERANCE_OF_STATES if "go1" in name else TOLERANCE
    pool = envpool.make_gymnasium(task, num_envs=1, term_infos=True)
    obs, _ = pool.reset()
    assert errors(flat(obs), own["first"][0]).max() < tolerance
    names = own["names"].tolist()
    columns = [names.index(term) for term in task.reward_names if term in names]
    assert len(own["action"]) > 10
    for t, action in enumerate(own["action"]):
        obs, reward, terminated, _, info = pool.step(action[None])
        assert errors(flat(obs), own["obs"][t]).max() < tolerance
        assert errors(reward[0], own["reward"][t]) < tolerance
        assert terminated[0] == own["done"][t]
        if len(columns) == len(task.reward_names):
            terms = own["terms"][t][columns]
            assert errors(info["reward_terms"][0], terms).max() < tolerance
