# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The composed models against those that dm_control composes."""

import os
import pathlib

import mujoco
import numpy as np
import pytest

import envpool
from envpool.mujoco.dmc_locomotion.oracle import make_official
from envpool.mujoco.dmc_locomotion.registration import TASKS, task_id

# Names, paths and the sizes of their tables; official geoms have more names.
NAMES = ("names", "paths", "name_", "nnames", "npaths", "nbuffer", "signature")
# What an episode draws, and what follows from it.
DRAWN = {
    "cmu_humanoid_go_to_target": ("site_pos",),
    "cmu_humanoid_run_walls": ("geom_", "body_", "bvh_"),
    "rodent_escape_bowl": ("hfield_data",),
}


def fields_of(model):
    """Returns all arrays and numbers of a model, by name."""
    kinds = (np.ndarray, int, float)
    found = {key: getattr(model, key) for key in dir(model) if key[0] != "_"}
    return {key: np.array(one) for key, one in found.items() if isinstance(one, kinds)}


def both(name):
    """Returns our model of a task and an official one."""
    config = envpool.make_spec(task_id(name)).config
    folder = pathlib.Path(config.base_path, "mujoco", "dmc_locomotion", "assets")
    ours = mujoco.MjModel.from_xml_path(os.fspath(folder / f"{name}.xml"))
    env = make_official(name, 7)
    env.reset()
    return ours, env, env.physics.model.ptr


@pytest.mark.parametrize("name", DRAWN)
def test_official_models(name):
    ours, _env, theirs = both(name)
    left_out = (*NAMES, *DRAWN[name])
    found = fields_of(ours)
    for key, value in fields_of(theirs).items():
        if not key.startswith(left_out) and "name" not in key and "path" not in key:
            np.testing.assert_array_equal(found[key], value, key)
    for part in ("opt", "vis"):
        assert str(getattr(ours, part)) == str(getattr(theirs, part))


@pytest.mark.parametrize("name", TASKS)
def test_walkers_in_official_models(name):
    """All geoms of the walker are the official ones, in all arenas."""
    ours, _env, theirs = both(name)
    for key in ("geom_size", "geom_pos", "geom_quat", "geom_friction", "geom_solimp"):
        values = [
            getattr(model, key)[
                model.body_rootid[model.geom_bodyid] == model.body("walker/").id
            ]
            for model in (ours, theirs)
        ]
        np.testing.assert_array_equal(*values, err_msg=key)
