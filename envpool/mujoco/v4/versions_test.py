# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Two releases of MuJoCo in one process."""

import os
import pickle
import sys
from pathlib import Path

import minari
import numpy as np
import pytest

import envpool
from envpool.datasets import Minari
from envpool.errors import ArgumentError, ConfigError, FamilyImportError
from envpool.policies import Random
from envpool.registration import package_base_path

IDS = ["Ant-v5", "HalfCheetah-v5", "Humanoid-v4", "CheetahRun-v1", "WalkerWalk-v1"]
NEWEST = {"mujoco_version": "4.0"}


def make(task_id, **kwargs):
    return envpool.make_gymnasium(task_id, num_envs=3, num_threads=2, **kwargs)


def observations(results):
    obs = results[0]
    return np.concatenate([each.ravel() for each in _leaves(obs)])


def _leaves(obs):
    if isinstance(obs, dict):
        return [leaf for each in obs.values() for leaf in _leaves(each)]
    return [np.array(obs)]


def played(*envs, steps=40):
    """Returns the observations of pools that take turns; their actions are equal."""
    found = [[observations(env.reset())] for env in envs]
    shape = envs[0].action_space.shape
    random = np.random.default_rng(1)
    for _ in range(steps):
        action = random.uniform(-1, 1, shape).astype(envs[0].action_space.dtype)
        for rows, env in zip(found, envs, strict=True):
            rows.append(observations(env.step(action)))
    return [np.array(rows) for rows in found]


@pytest.mark.parametrize("task_id", IDS)
def test_pools_of_both_do_not_affect_each_other(task_id):
    alone, newest_alone = played(make(task_id))[0], played(make(task_id, **NEWEST))[0]
    beside, newest_beside = played(make(task_id), make(task_id, **NEWEST))
    np.testing.assert_array_equal(beside, alone)
    np.testing.assert_array_equal(newest_beside, newest_alone)
    assert not np.array_equal(alone, newest_alone)


def test_mixed_pool():
    env = envpool.make_mixed(
        [("Ant-v5", 2), ("Ant-v5", 2, NEWEST)], env_type="gymnasium"
    )
    obs, _ = env.reset()
    np.testing.assert_allclose(obs[0], make("Ant-v5").reset()[0][0])
    for _ in range(5):
        obs = env.step(np.zeros((4, 8), np.float32))[0]
    assert obs.shape[0] == 4


def test_texts_and_data_sets_name_what_differs(tmp_path, monkeypatch):
    """They have neither the path of the default model nor lack the release."""
    plain, newest = envpool.make_spec("Ant-v5"), envpool.make_spec("Ant-v5", **NEWEST)
    assert repr(plain) == "AntEnvSpec(id='Ant-v5', num_envs=1)"
    assert repr(newest) == "AntEnvSpec(id='Ant-v5', num_envs=1, mujoco_version='4.0')"
    own = tmp_path / "own.xml"
    own.write_bytes(Path(plain.config.xml_file).read_bytes())
    shown = repr(envpool.make_spec("Ant-v5", xml_file=str(own)))
    assert shown == f"AntEnvSpec(id='Ant-v5', num_envs=1, xml_file={str(own)!r})"
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    for task_id in ("Ant-v5", "CheetahRun-v1"):
        env = make(task_id, **NEWEST)
        env.reset()
        with Minari(f"{task_id}-v0") as data:
            env.rollout(1000, Random(0), record=data)
        kwargs = minari.load_dataset(f"{task_id}-v0").spec.env_spec.kwargs
        assert kwargs["mujoco_version"] == "4.0"
        assert "xml_file" not in kwargs


def test_the_default_is_unaffected():
    config = make("Ant-v5").config
    assert config["mujoco_version"] == "3.6"
    assert make("Ant-v5", mujoco_version="3.6").config == config
    assert make("Ant-v5", **NEWEST).config["mujoco_version"] == "4.0"
    assert not any("mujoco4" in each for each in envpool.list_all_envs())
    ours, newest = (envpool.make_spec("Ant-v5", **each) for each in ({}, NEWEST))
    assert ours.observation_space == newest.observation_space
    assert ours.action_space == newest.action_space


@pytest.mark.parametrize("env_config", [[NEWEST, {}], [{}, NEWEST]])
def test_envs_of_one_pool_may_differ(env_config):
    env = envpool.make_gymnasium("Ant-v5", num_envs=2, env_config=env_config)
    versions = [each.get("mujoco_version", "3.6") for each in env_config]
    assert list(env.config["mujoco_version"]) == versions
    alone = [
        envpool.make_gymnasium("Ant-v5", num_envs=2, **each) for each in env_config
    ]
    found, *expected = (rows.reshape(-1, 2, 105) for rows in played(env, *alone))
    for row in range(2):
        np.testing.assert_array_equal(found[:, row], expected[row][:, row])


@pytest.mark.parametrize("version", ["3.6", "4.0"])
def test_a_table_has_the_bits_of_the_env_in_cpp(version):
    pools = [make(name, mujoco_version=version) for name in ("ant.toml", "Ant-v5")]
    table, env = played(*pools)
    np.testing.assert_array_equal(table, env)


def test_a_task_states_its_version():
    import envpool.mujoco

    path = os.path.join(package_base_path, "mujoco", "assets", "hopper.xml")
    task = envpool.mujoco.task(path, ["qpos"], rewards={"x": "qvel[0]"}, **NEWEST)
    assert task.table["mujoco_version"] == "4.0"
    assert make(task).config["mujoco_version"] == "4.0"
    with pytest.raises(ConfigError, match=r"^mujoco_version: expected one of"):
        envpool.mujoco.task(path, ["qpos"], mujoco_version="4.1")


@pytest.mark.parametrize("version", ["5.0", "3.6.0", "", 4.0, None])
def test_an_unknown_version_is_refused(version):
    text = f"^mujoco_version: expected one of '3.6', '4.0', got {version!r}"
    with pytest.raises(ConfigError, match=text.replace("'", "['\"]")):
        make("Ant-v5", mujoco_version=version)


def test_a_class_has_one_version():
    import envpool.mujoco.v4.gym as newest

    spec_cls = newest.AntEnvSpec
    assert spec_cls.gen_config().mujoco_version == "4.0"
    with pytest.raises(ConfigError, match="mujoco_version: expected"):
        spec_cls(spec_cls.gen_config()._replace(mujoco_version="3.6"))


def test_a_missing_wheel_is_named(monkeypatch):
    names = [name for name in sys.modules if name.startswith("envpool.mujoco.v4")]
    for name in names:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "envpool.mujoco.v4", None)
    monkeypatch.delattr("envpool.mujoco.v4", raising=False)
    with pytest.raises(FamilyImportError, match="pip install envpool-mujoco4"):
        make("Ant-v5", **NEWEST)


def test_states_are_of_one_version():
    ours, newest = make("Ant-v5"), make("Ant-v5", **NEWEST)
    for env, other in ((ours, newest), (newest, ours)):
        env.reset()
        other.reset()
        states = env.save_state()
        env.load_state(states)
        with pytest.raises(ArgumentError, match="different env or config"):
            other.load_state(states)


def test_pools_are_pickled_with_their_version():
    env = pickle.loads(pickle.dumps(make("Hopper-v5", **NEWEST)))
    assert env.config["mujoco_version"] == "4.0"


def test_recordings_keep_the_version(tmp_path):
    path = tmp_path / "actions"
    env = make("HalfCheetah-v5", record_actions=path, **NEWEST)
    seen = [env.reset()[0][0]]
    for _ in range(30):
        seen.append(env.step(np.ones((3, 6), np.float32))[0][0])
    env.close()
    steps = envpool.replay(path).episode(0, 0).steps()
    np.testing.assert_array_equal([step.observation[0] for step in steps], seen)
