# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One id of each class of all families plays again bit for bit.

Env 1 is played alone where ids do not matter, so this tells whether they do.
"""

import numpy as np
import pytest

import envpool
from envpool.cli.speed import Actions, owners_of
from envpool.families import FAMILIES
from envpool.python import trees
from envpool.registration import registry

NUM_ENVS = 2
NUM_STEPS = 8


def one_id_of_each_class():
    found = {}
    for task_id in envpool.list_all_envs():
        found.setdefault(registry.specs[task_id][:2], task_id)
    return list(found.values())


def leaves(tree):
    """Returns the arrays of an observation, and its texts."""
    found = []
    trees.map_arrays(lambda leaf: found.append(np.array(leaf)), tree)
    return found


def record(path, task_id, steps=NUM_STEPS, **config):
    """Returns the observations of the reset and of the steps after it."""
    env = envpool.make(
        task_id,
        "gym",
        num_envs=NUM_ENVS,
        seed=3,
        max_episode_steps=5,
        record_actions=path,
        **config,
    )
    actions = Actions(env)
    results = [env.reset()[0]]
    for _ in range(steps):
        result = env.step(actions.draw(NUM_ENVS, owners_of(env)))
        results.append(result[0])
    env.close()
    return results


def check(path, results):
    recording = envpool.replay(path)
    for env_id in range(NUM_ENVS):
        steps = [s for e in recording.episodes_of(env_id) for s in e.steps()]
        assert len(steps) == len(results)
        for step, expected in zip(steps, results, strict=True):
            pairs = zip(leaves(step.observation), leaves(expected), strict=True)
            for found, batch in pairs:
                np.testing.assert_array_equal(found[0], batch[env_id])


@pytest.mark.parametrize("task_id", one_id_of_each_class())
def test_replay(tmp_path, task_id):
    results = record(tmp_path / "actions", task_id)
    check(tmp_path / "actions", results)


@pytest.mark.parametrize(
    ("package", "key"),
    [(row.package, key) for row in FAMILIES for key in row.output_keys],
)
def test_a_replay_writes_no_files(tmp_path, package, key):
    task_id = next(
        one
        for one, entry in registry.specs.items()
        if entry[0] == package and key in envpool.make_spec(one).config._fields
    )
    folder = tmp_path / "files"
    folder.mkdir()
    path = tmp_path / "actions"
    results = record(path, task_id, 3 * NUM_STEPS, **{key: str(folder)})
    written = list(folder.iterdir())
    assert written
    for file in written:
        file.unlink()
    check(path, results)
    assert not list(folder.iterdir())
