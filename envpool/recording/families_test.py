# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One id of each class of all families plays again bit for bit.

If the family does not use env ids, env 1 is played alone, which verifies that.
"""

import re

import numpy as np
import pytest

import envpool
from envpool.families import FAMILIES
from envpool.python.config.rules import find_rules
from envpool.python.errors import ReplayError
from envpool.python.results import trees
from envpool.recording.forgery import change_header
from envpool.registration import registry
from envpool.speed import Actions, owners_of

NUM_ENVS = 2
NUM_STEPS = 8


def one_id_of_each_class():
    found = {}
    for task_id in envpool.list_all_envs():
        found.setdefault(registry.specs[task_id][:2], task_id)
    return list(found.values())


def leaves(tree):
    """Returns the arrays and texts of an observation."""
    found = []
    trees.map_arrays(lambda leaf: found.append(np.array(leaf)), tree)
    return found


def record(path, task_id, steps=NUM_STEPS, **config):
    """Returns the observations of the reset and of the following steps."""
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


def check(path, results, config=None):
    recording = envpool.replay(path, config)
    for env_id in range(NUM_ENVS):
        steps = [s for e in recording.episodes_of(env_id) for s in e.steps()]
        assert len(steps) == len(results)
        for step, expected in zip(steps, results, strict=True):
            pairs = zip(leaves(step.observation), leaves(expected), strict=True)
            for found, batch in pairs:  # a row for each of the env's players
                first = env_id * len(found)
                np.testing.assert_array_equal(found, batch[first : first + len(found)])


@pytest.mark.parametrize("task_id", one_id_of_each_class())
def test_replay(tmp_path, task_id):
    results = record(tmp_path / "actions", task_id)
    check(tmp_path / "actions", results)


def test_a_key_that_is_an_option_of_other_pools(tmp_path):
    task_id = next(
        one
        for one in one_id_of_each_class()
        if "frame_stack" in envpool.make_spec(one).config._fields
    )
    results = record(tmp_path / "actions", task_id, frame_stack=2)
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


# Texts that select nothing outside of their env: names of levels, missions, bodies,
# tasks and cells, and rewards for game variables.
HARMLESS = {
    "action_kinds",
    "benchmark_tasks",
    "delta_button_config",
    "desc",
    "env_name",
    "features_range",
    "instr_kinds",
    "main_body",
    "maze_map",
    "no_death",
    "reward_config",
    "selected_weapon_reward_config",
}


@pytest.mark.parametrize("row", FAMILIES, ids=lambda row: row.name)
def test_a_recording_chooses_no_text_that_may_do_harm(row):
    """A new key with texts must be added to the manifest, or above."""
    found = set()
    for task_id in one_id_of_each_class():
        package, cls, _ = registry.specs[task_id]
        if package != row.package:
            continue
        rules = find_rules(package, cls).keys
        for key, value in envpool.make_spec(task_id).config._asdict().items():
            rule = rules.get(key, {})
            is_text = isinstance(value, (str, dict)) or rule.get("item") == "str"
            if is_text and not rule.keys() & {"choices", "names", "path"}:
                found.add(key)
    assert found <= {*row.engine_keys, *row.output_keys} | HARMLESS
    assert found.issuperset(row.engine_keys)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("vzd_path", "{tmp}/program"),
        ("game_args", "+logfile {tmp}/written"),
        ("cfg_path", "{tmp}/my.cfg"),
        ("wad_path", "{tmp}/my.wad"),
        ("iwad_path", "{tmp}/my.wad"),
        ("map_id", "map02"),
    ],
)
def test_a_recording_runs_no_program(tmp_path, key, value):
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/written\n")
    program.chmod(0o755)
    path = tmp_path / "actions"
    record(path, "Basic-v1")
    value = value.format(tmp=tmp_path)
    change_header(path, lambda header: header["config"].update({key: value}))
    text = f"expected {key} in replay(..., config={{'{key}': ...}})"
    with pytest.raises(ReplayError, match=re.escape(text)):
        list(envpool.replay(path).episode(0, 0).steps())
    assert not (tmp_path / "written").exists()


def test_arguments_come_from_the_caller(tmp_path):
    path = tmp_path / "actions"
    config = {
        "game_args": "+vid_forcesurface 1",
        "selected_weapon_reward_config": {2: 0.5},
    }
    results = record(path, "Basic-v1", **config)
    with pytest.raises(ReplayError, match="expected game_args in replay"):
        envpool.replay(path).episode(0, 0).save(str(tmp_path / "video.mp4"))
    check(path, results, {"game_args": config["game_args"]})
