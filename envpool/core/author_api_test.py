# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Steps the envs of author_api_test_module.cc, which use every author idiom."""

import sys
import types

import numpy as np
import pytest

import envpool
from envpool.core import author_api_test_module as native
from envpool.python.api import py_env
from envpool.python.errors import (
    ArgumentError,
    EnvCreationError,
    EnvStepError,
    ProtocolError,
)
from envpool.registration import registry

N = 4
KINDS = ["Garden", "Aerial"]
COMMON = ["info:env_id", "info:players.env_id", "elapsed_step", "done"]
COMMON += ["reward", "discount", "step_type", "trunc"]
INFOS = ["tiny", "small", "income", "day", "soil", "worms"]
ACTIONS = ["tool", "move", "cell", "amount"]


def raw_pool(kind, **config):
    """Makes a native pool without any API class."""
    spec = getattr(native, f"_{kind}EnvSpec")
    values = dict(zip(spec._config_keys, spec._default_config_values, strict=True))
    values |= {"num_envs": N, **config}
    return getattr(native, f"_{kind}EnvPool")(spec(tuple(values.values())))


def actions(n=N, **given):
    """Returns the family's actions for n envs."""
    result = {
        "tool": np.zeros(n, np.int32),
        "move": np.full((n, 2), 0.25, np.float32),
        "cell": np.tile(np.array([7, 3], np.int32), (n, 1)),
        "amount": np.full(n, 1.5),
    }
    return result | given


def received(pool):
    return dict(zip(pool._state_keys, pool._recv(), strict=True))


def started(pool):
    pool._reset(np.arange(N, dtype=np.int32))
    return received(pool)


def sent(pool, **given):
    """Steps all envs once, without an API class."""
    ids = np.arange(N, dtype=np.int32)
    pool._send([ids, ids, *actions(**given).values()])
    return received(pool)


def test_a_pool_is_driven_from_cpp():
    assert native.cpp_drive() == 120


def test_a_config_that_python_cannot_have():
    module = types.ModuleType("soil")
    with pytest.raises(ImportError, match="SoilEnvSpec: config key 'soil': expected"):
        native.bind_soil(module)


def test_keys():
    garden, aerial = native._GardenEnvSpec, native._AerialEnvSpec
    infos = [f"info:{key}" for key in INFOS]
    observations = ["water", "sun.angle", "camera", "gates open"]
    assert garden._state_keys == [
        *COMMON,
        *[f"obs:{key}" for key in observations],
        *infos,
    ]
    assert aerial._state_keys == [*COMMON, *infos, "obs"]
    for spec in garden, aerial:
        assert spec._action_keys == ["env_id", "players.env_id", *ACTIONS]
    assert aerial._config_keys == [*garden._config_keys, "altitude"]
    assert garden._default_config_values[-9:] == (
        *(3, 0.25, 1.5, True, "kitchen garden", (2, 5)),
        *(["leek", "kale"], {"kale": 2.0}, -1),
    )


def test_specs_follow_the_config():
    values = dict(
        zip(
            native._GardenEnvSpec._config_keys,
            native._GardenEnvSpec._default_config_values,
            strict=True,
        )
    )
    spec = native._GardenEnvSpec(tuple((values | {"beds": 5}).values()))
    state = dict(zip(spec._state_keys, spec._state_spec, strict=True))
    action = dict(zip(spec._action_keys, spec._action_spec, strict=True))
    assert state["obs:camera"][:3] == (np.dtype(np.uint8), [10, 2, 3], (0, 255))
    low, high = state["obs:sun.angle"][3]
    assert low == [np.float32(-np.pi), 0]
    assert high == [np.inf, 1.5]
    assert state["info:income"][2] == (-np.inf, np.inf)
    assert state["info:small"][2] == (-32768, 32767)
    assert state["info:worms"][1] == ([-1], [-1, 5])
    assert action["tool"] == (np.dtype(np.int32), [-1], (0, 1), ([], []), True)
    assert action["cell"][3:] == (([0, 0], [9, 4]), False)
    assert action["amount"][2] == (0.0, 5.5)


@pytest.mark.parametrize("kind", KINDS)
def test_raw_layer(kind):
    pool = raw_pool(kind, seed=9)
    first = started(pool)
    assert first["info:small"].tolist() == [[1, 9 + i] for i in range(N)]
    assert (first["info:day"] == 0).all()
    for step in (1, 2, 3):
        state = sent(pool)
        running = state["elapsed_step"] == step
        assert running.any()
        assert (state["reward"][running] == 0.5 + 1.5 + 3).all()
        assert (state["info:day"][running] == step).all()
        assert (state["info:tiny"][running] == -step).all()
        assert (state["info:income"][running] == 8 + step).all()
        going_on = running & ~state["done"]
        assert (state["discount"][going_on] == (0.5 if step == 2 else 1)).all()
    soil = state["info:soil"]
    assert soil.shape == (N, 2, 3)
    assert soil[0].tolist() == [[2, 0, 0], [0, 0, 0.5]]
    for worms, day in zip(state["info:worms"], state["info:day"], strict=True):
        assert worms.dtype == np.float32
        assert worms.tolist() == [[day] * 3] * 2


def test_observations():
    state = started(raw_pool("Garden"))
    assert state["obs:water"].tolist() == [[0, 1, 2]] * N
    assert state["obs:gates open"].tolist() == [[False, True]] * N
    assert len(set(state["obs:sun.angle"][:, 0])) == N
    camera = state["obs:camera"]
    assert camera.shape == (N, 6, 2, 3)
    assert (camera[:, 0] == 0).all()
    assert (camera[:, 1:3] == 40).all()
    assert (camera[:, 3, 0] == 255).all()  # row 0 as it was at the time of the copy
    assert (camera[:, 3, 1] == 40).all()
    frame = started(raw_pool("Aerial"))["obs"]
    assert frame.shape == (N, 3, 4, 5)
    assert (frame[:, 0, 0] == 255).all()
    assert (frame[:, 1:] == 20).all()


@pytest.mark.parametrize("kind", KINDS)
def test_time_limit_and_seeds(kind):
    pool = raw_pool(kind, max_episode_steps=2)
    started(pool)
    lengths = [sent(pool)["elapsed_step"].tolist() for _ in range(6)]
    assert max(max(row) for row in lengths) == 2
    again = raw_pool(kind, max_episode_steps=2)
    started(again)
    assert [sent(again)["elapsed_step"].tolist() for _ in range(6)] == lengths


def test_render():
    pool = raw_pool("Garden")
    started(pool)
    ids = np.array([2, 0], np.int32)
    assert pool._render_size(-1, -1) == (5, 4)
    frames = pool._render(ids, -1, -1, 7)
    assert frames.shape == (2, 4, 5, 3)
    assert (frames[:, 0] == 0).all()
    assert (frames[:, 1:] == 70).all()
    assert pool._render(ids, 8, 2, 1).shape == (2, 2, 8, 3)


def test_texts(family):
    pool = raw_pool("Garden")
    started(pool)
    sent(pool)
    assert pool._can_render_text
    ids = np.array([2, 0], np.int32)
    assert pool._render_texts(ids) == [
        "bed 2, day 1: \N{SEEDLING}",
        "bed 0, day 1: \N{SEEDLING}",
    ]
    pool._send([*[np.arange(N, dtype=np.int32)] * 2, *actions().values()])
    with pytest.raises(ProtocolError):
        pool._render_texts(ids)

    env = envpool.make_gymnasium("GardenTest-v0", num_envs=2, render_mode="ansi")
    assert env.metadata["render_modes"] == ["human", "rgb_array", "ansi"]
    env.reset()
    assert env.render() == tuple(f"bed {i}, day 0: \N{SEEDLING}" for i in range(2))
    assert env.render([1]) == ["bed 1, day 0: \N{SEEDLING}"]


def test_exceptions():
    with pytest.raises(EnvCreationError, match="beds: expected at least 1, got 0"):
        raw_pool("Garden", beds=0)
    pool = raw_pool("Aerial", break_at=1)
    started(pool)
    with pytest.raises(EnvStepError, match="the robot broke in") as caught:
        sent(pool)
    assert sorted(caught.value.env_ids) == list(range(N))
    assert (sent(pool)["elapsed_step"] == 0).all()


@pytest.fixture
def family(monkeypatch):
    """A package that exports the API classes, as a family's `__init__.py` does."""
    module = types.ModuleType("garden_family")
    for kind in KINDS:
        classes = py_env(
            getattr(native, f"_{kind}EnvSpec"), getattr(native, f"_{kind}EnvPool")
        )
        names = [f"{kind}{name}" for name in ("EnvSpec", "DMEnvPool")]
        for name, cls in zip([*names, f"{kind}GymnasiumEnvPool"], classes, strict=True):
            assert cls.__name__ == name
            setattr(module, name, cls)
    monkeypatch.setitem(sys.modules, "garden_family", module)
    monkeypatch.setattr(registry, "specs", dict(registry.specs))
    monkeypatch.setattr(registry, "envpools", dict(registry.envpools))
    for kind in KINDS:
        envpool.register(
            task_id=f"{kind}Test-v0",
            import_path="garden_family",
            spec_cls=f"{kind}EnvSpec",
            dm_cls=f"{kind}DMEnvPool",
            gymnasium_cls=f"{kind}GymnasiumEnvPool",
            max_episode_steps=30,
        )
    return module


def observation_keys(kind):
    return ["water", "sun", "camera", "gates open"] if kind == "Garden" else []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_registered_and_made(family, kind, env_type):
    env = envpool.make(f"{kind}Test-v0", env_type, num_envs=N, seed=3, infos="all")
    assert env.config["max_episode_steps"] == 30
    assert env.config["crops"] == ["leek", "kale"]
    assert env.config["prices"] == {"kale": 2.0}
    assert type(env) is getattr(family, type(env).__name__, type(env))
    env.reset()
    for step in range(1, 4):
        result = env.step(actions())
        if env_type == "dm":
            assert result.reward.shape == (N,)
            assert result.observation.env_id.tolist() == list(range(N))
        else:
            obs, reward, _, _, info = result
            assert reward.dtype == np.float32
            assert info["elapsed_step"].max() == step
            assert set(observation_keys(kind)) <= set(obs if kind == "Garden" else ())
            assert len(info["worms"]) == N
            assert info["worms"][0].shape == (2, 3)
    env.close()


@pytest.mark.parametrize("kind", KINDS)
def test_spaces(family, kind):
    env = getattr(family, f"{kind}GymnasiumEnvPool")(
        getattr(family, f"{kind}EnvSpec")({"num_envs": N})
    )
    space = env.single_action_space
    assert set(space) == set(ACTIONS)
    assert space["tool"].n == 2
    assert space["cell"].high.tolist() == [9, 4]
    assert space["cell"].dtype == np.int32
    assert space["move"].low.tolist() == [-1, -1]
    assert space["amount"].dtype == np.float64
    obs, _ = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(40):
        assert env.observation_space.contains(obs)
        obs, *_ = env.step(env.action_space.sample())


def test_apis_agree(family):
    """Same seeds, same trajectories in both APIs and the raw layer."""
    raw = raw_pool("Garden", seed=5, max_episode_steps=30)
    gym = envpool.make_gym("GardenTest-v0", num_envs=N, seed=5)
    started(raw)
    gym.reset()
    for _ in range(20):
        expected = sent(raw)
        obs, reward, terminated, truncated, info = gym.step(actions())
        np.testing.assert_array_equal(reward, expected["reward"])
        np.testing.assert_array_equal(terminated | truncated, expected["done"])
        np.testing.assert_array_equal(obs["sun"]["angle"], expected["obs:sun.angle"])
        np.testing.assert_array_equal(info["day"], expected["info:day"])


def test_reset_options(family):
    """Reset options apply to the rows of one call, not to later resets."""
    with envpool.make_gym("GardenTest-v0", num_envs=3, infos="all") as env:
        obs, _ = env.reset(seed=5)
        angle = obs["sun"]["angle"][:, 0].copy()
        options = {"first_day": 7, "turn": 1, "watered": True, "sign": "kale"}
        obs, info = env.reset(seed=5, options=options)
        assert info["day"].tolist() == [7] * 3
        assert info["soil"][:, 0, 0].tolist() == [7] * 3
        np.testing.assert_allclose(obs["sun"]["angle"][:, 0], angle + 1)
        _, info = env.reset([0, 2], options={"first_day": 2})
        assert info["day"].tolist() == [2] * 2
        assert info["soil"][:, 0, 0].tolist() == [2] * 2
        assert env.reset()[1]["day"].tolist() == [0] * 3
        for key, value, error in [
            ("first_day", -1, ArgumentError),  # refused by CheckResetOptions
            ("first_day", 0.5, TypeError),
            ("first_day", 2**31, ArgumentError),
            ("turn", "far", ArgumentError),
            ("watered", 2, ArgumentError),
            ("sign", 3, TypeError),
            ("water", True, ArgumentError),
        ]:
            with pytest.raises(error, match=f"^options.*{key}"):
                env.reset(seed=5, options={key: value})
