# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of the docs agree with the suite's observations."""

import numpy as np
import pytest
from dm_control import suite

from envpool.mujoco.dmc import oracle
from envpool.mujoco.dmc.docs import tasks
from envpool.mujoco.dmc.docs.domains import DOMAINS

ARRAYS = (
    "act",
    "geom_xmat",
    "geom_xpos",
    "qpos",
    "qvel",
    "sensordata",
    "site_xmat",
    "site_xpos",
    "xmat",
    "xpos",
    "xquat",
)
FUNCTIONS = ("arcsinh", "cos", "log1p", "sin", "stack")


def evaluate(source, physics):
    """Returns the values of a table's expression."""
    names = {name: getattr(np, name) for name in FUNCTIONS}
    names |= {name: getattr(physics.named.data, name) for name in ARRAYS}
    values = eval(f"({source},)", names)
    return np.concatenate([np.ravel(value) for value in values])


def test_every_task_has_a_domain():
    ids = {task_id for domain in DOMAINS for task_id in tasks.ids_of(domain)}
    assert ids == {oracle.task_id(*task) for task in oracle.TASKS}


# One task for each domain and set of observations.
KINDS = {
    (domain, *tasks.shapes_of(oracle.task_id(domain, task)).items()): (domain, task)
    for domain, task in oracle.TASKS
}.values()


@pytest.mark.parametrize(("domain", "task"), KINDS)
def test_observations(domain, task):
    task_id = oracle.task_id(domain, task)
    (row,) = (row for name, row in DOMAINS.items() if task_id in tasks.ids_of(name))
    env = suite.load(domain, task, task_kwargs={"random": 5})
    env.reset()
    spec = env.action_spec()
    random = np.random.default_rng(5)
    for _ in range(3):
        low, high = np.maximum(spec.minimum, -1), np.minimum(spec.maximum, 1)
        observed = env.step(random.uniform(low, high)).observation
    shapes = tasks.shapes_of(task_id)
    assert [key.name for key in row.keys if key.name in shapes] == list(observed)
    for key in row.keys:
        if key.name in shapes:
            value = observed[key.name]
            assert (np.shape(value) or (1,)) == shapes[key.name]
            if key.source:
                found = evaluate(key.source, env.physics)
                np.testing.assert_allclose(
                    found, np.ravel(value), rtol=1e-9, atol=1e-12, err_msg=key.name
                )


def test_names_of_joints():
    """Each joint is listed at its own index."""
    model = tasks.model_of("FishSwim-v1")
    names = tasks.joint_names(model, "qvel", 0, model.nv)
    assert tasks.listed(names).startswith(
        "0 to 2 ``root`` (velocity), 3 to 5 ``root`` (angular velocity), 6 ``tail1``"
    )
    assert sum(count for _, count in names) == model.nv
