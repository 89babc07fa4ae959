# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of mjlab's tasks observe and earn what mjlab's own envs do.

`mjlab.npz` was written by `mjlab_oracle.py`. mjlab needs a later version of MuJoCo and
keeps its state in float32, so trajectories would drift apart: here, each step begins in
the state that mjlab's began in, which the test passes with the action.
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
DATA = np.load(FOLDER / "mjlab.npz")
TASKS = sorted({name.partition("/")[0] for name in DATA.files})
# Errors of float32 in one step of the task. In these, MuJoCo's solver stops after 10
# iterations, and versions differ in how far it has got: forces of contacts differ more,
# and seldom a foot touches the ground in one version only.
OBSERVATION, REWARD, MEDIAN = 2e-3, 1e-5, 1e-6
WISHES = np.array(
    [
        [0.8, -0.4, 0.3, 0.0, 1, 1, 1],
        [-0.5, 0.6, 0.2, 1.5, 0, 1, 1],
        [0.7, 0.7, 0.4, 0.5, 1, 0, 1],
        [-0.9, 0.3, 0.2, -2.0, 1, 1, 0],
    ]
)


def arrays(name, env):
    """What mjlab's env recorded: arrays by name, with a row for each step."""
    found = {}
    for key in DATA.files:
        task, _, array = key.partition("/")
        if task == name and array != "names":
            found[array] = DATA[key][:, env]
    return found


def table_of(name, env):
    """The table without noise, and with actions that also set the state."""
    text = (FOLDER / "tables" / f"{name}.toml").read_text("utf-8")
    table = tomllib.loads(re.sub(r"\baction\b", "motors", text))
    own = arrays(name, env)
    sizes = [own[key].shape[1] for key in ("action", "qpos", "qvel", "qvel")]
    ends = np.cumsum(sizes)
    table["define"] = {"motors": f"action[:{ends[0]}]", **table["define"]}
    table["actions"] |= {"size": int(ends[-1]), "target": "motors"}
    updates = table.setdefault("updates", {})
    updates["before"] = [
        f"{field} = action[{start}:{end}]"
        for field, start, end in zip(
            ("qpos", "qvel", "qacc_warmstart"), ends, ends[1:], strict=False
        )
    ] + updates.get("before", [])
    table["resets"] = [
        f"{field} = {own[field][0].tolist()}" for field in ("qpos", "qvel")
    ]
    if "memory" in table:
        table["memory"] |= {
            "encoder_bias": f"zeros({sizes[0]})",
            "push_in": "inf",
        }
        table["commands"]["wish"] = {"draw": WISHES[env].tolist()}
        for row in table["observations"]["actor"].values():
            if isinstance(row, dict):
                row.pop("noise", None)
    return Task(table, str(pathlib.Path(base_path, "mujoco")))


def flat(obs):
    """The observations of the env, of all groups."""
    if isinstance(obs, dict):
        return np.concatenate([obs["actor"][0], obs["critic"][0]])
    return obs[0]


@pytest.mark.parametrize("env", range(len(WISHES)))
@pytest.mark.parametrize("name", TASKS)
def test_equals_mjlab(name, env):
    own = arrays(name, env)
    groups = ["actor", "critic"] if name.startswith("mjlab_velocity") else ["actor"]
    first = [own[f"first_{group}"][0] for group in groups]
    task = table_of(name, env)
    pool = envpool.make_gymnasium(task, num_envs=1, term_infos=True)
    obs, _ = pool.reset()
    assert np.abs(flat(obs) - np.concatenate(first)).max() < 1e-5
    names = DATA[f"{name}/names"].tolist()
    columns = [names.index(term) for term in task.reward_names]
    unused = [i for i in range(len(names)) if i not in columns]
    observed, earned, touched = [], [], []
    num_feet = {"go1": 4, "g1": 2}.get(name.rpartition("_")[2], 0)
    for t in range(len(own["action"])):
        state = [own[key][t] for key in ("action", "qpos", "qvel", "warmstart")]
        action = np.concatenate(state)[None].astype(np.float64)
        obs, reward, terminated, _, info = pool.step(action)
        assert terminated[0] == own["terminated"][t]
        earned.append(np.abs(info["reward_terms"][0] - own["terms"][t][columns]))
        assert np.abs(reward[0] - own["reward"][t]) < REWARD
        assert (own["terms"][t][unused] == 0).all()
        if terminated[0]:
            break
        theirs = np.concatenate([own[group][t] for group in groups])
        observed.append(np.abs(flat(obs) - theirs)[: -5 * num_feet or None])
        touched.append(np.abs(flat(obs) - theirs)[len(theirs) - 5 * num_feet :])
    assert t > 10
    assert np.max(observed) < OBSERVATION
    assert np.max(earned) < REWARD
    assert np.median(observed) < MEDIAN
    if num_feet:
        assert np.quantile(touched, 0.8) < OBSERVATION
    assert np.median(earned) < MEDIAN
