# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`env.config` and `env.spec.config` are equal, and both dict and namedtuple."""

import copy
import json
import pickle

import pytest

import envpool
from envpool.python import errors as private


@pytest.fixture(params=["gym", "gymnasium", "dm"])
def env(request):
    with envpool.make("CartPole-v1", request.param, num_envs=3, seed=5) as pool:
        yield pool


def test_pool_and_spec_have_the_same(env):
    assert type(env.config) is type(env.spec.config)
    assert env.config == env.spec.config
    assert repr(env.config) == repr(env.spec.config)
    assert repr(env.config).startswith("Config(num_envs=3, batch_size=3, ")


def test_as_a_dict(env):
    config = env.spec.config
    assert isinstance(config, dict)
    assert config["num_envs"] == 3
    assert "seed" in config
    assert config.get("nothing", 7) == 7
    assert dict(config) == {**config} == dict(config.items())
    assert list(config)[:2] == ["num_envs", "batch_size"]
    assert json.loads(json.dumps(config))["seed"] == 5


def test_as_a_namedtuple(env):
    config = env.config
    assert config.num_envs == 3
    assert config._fields == tuple(config)
    assert type(config._asdict()) is dict
    changed = config._replace(num_envs=4)
    assert (changed.num_envs, config.num_envs) == (4, 3)
    assert type(changed) is type(config)
    assert config._make(config.values()) == config
    assert {"num_envs", "items"} <= set(dir(config))


def test_changes_stay_in_the_copy(env):
    env.config["num_envs"] = 9
    assert env.config.num_envs == 3
    with pytest.raises(AttributeError):
        env.config.num_envs = 9


def test_wrong_keys(env):
    with pytest.raises(AttributeError, match="expected one of its keys, got 'num_env'"):
        _ = env.config.num_env
    assert getattr(env.config, "num_env", None) is None
    make = env.spec.gen_config
    for call in (
        lambda: make(num_env=1),
        lambda: make(1, num_envs=1),
        lambda: make(*range(99)),
        lambda: env.config._replace(num_env=1),
    ):
        with pytest.raises(TypeError, match="config: expected"):
            call()


def test_specs_take_it(env):
    cls = type(env.spec)
    config = cls.gen_config(2, seed=4)
    assert config == {**cls.gen_config(), "num_envs": 2, "seed": 4}
    assert cls(config).config.num_envs == 2
    assert cls(tuple(config.values())).config == cls(config).config


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies(env, way):
    again = way(env.config)
    assert again == env.config
    assert type(again) is type(env.config)


def test_errors_are_public():
    assert envpool.errors.__all__ == private.__all__
    for name in private.__all__:
        cls = getattr(envpool.errors, name)
        assert cls is getattr(private, name)
        assert cls.__module__ == "envpool.errors"
    error = pickle.loads(pickle.dumps(envpool.errors.ConfigError("text")))
    assert type(error) is private.ConfigError
    with pytest.raises(envpool.errors.UnknownEnvError):
        envpool.make_gym("CartPole-v99")


def test_more_rows_than_envs():
    text = r"^batch_size: expected at most num_envs=3, got 5$"
    with pytest.raises(private.ConfigError, match=text):
        envpool.make_spec("CartPole-v1", num_envs=3, batch_size=5)
