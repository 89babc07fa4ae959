# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import pathlib

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from envpool.python.config.keywords import Options
from envpool.python.config.options import check_options, split_options
from envpool.python.config.rules import (
    Rules,
    check_config,
    common_rules,
    native_config,
    seeds_beyond_int32,
)
from envpool.python.errors import (
    ConfigError,
    ConfigTypeError,
    EnvPoolError,
    RegistrationError,
    UnknownEnvError,
)

DEFAULTS = {
    "num_envs": 1,
    "batch_size": 0,
    "num_threads": 0,
    "max_num_players": 1,
    "thread_affinity_offset": -1,
    "base_path": "envpool",
    "seed": 42,
    "env_seed": [],
    "gym_reset_return_info": True,
    "max_episode_steps": 2**31 - 1,
    "gravity": 9.8,
    "slippery": False,
    "map_name": "4x4",
    "desc": [],
    "range": (0, 5),
    "weights": {},
}
RULES = Rules(
    {
        **common_rules(),
        "gravity": {"min": 0.0, "max": 20.0},
        "map_name": {"choices": ("4x4", "8x8")},
        "desc": {"item": "str", "length": (0, 4)},
        "range": {"min": 0, "max": 9},
        "thread_affinity_offset": {"names": {"none": -1, "first": 0}, "min": -1},
    },
    None,
)


def check(**given):
    return check_config(DEFAULTS, given, RULES)


@pytest.mark.parametrize(
    ("key", "value", "result"),
    [
        ("num_envs", 4, 4),
        ("num_envs", np.int64(4), 4),
        ("num_envs", np.array(4), 4),
        ("num_envs", True, 1),
        ("gravity", 3, 3.0),
        ("gravity", np.float32(0.5), 0.5),
        ("slippery", 1, True),
        ("slippery", np.True_, True),
        ("slippery", None, False),
        ("base_path", pathlib.Path("/a/b"), "/a/b"),
        ("desc", ("SF", "FG"), ["SF", "FG"]),
        ("desc", None, []),
        ("desc", np.array(["SF", "FG"]), ["SF", "FG"]),
        ("range", [1, np.int8(2)], (1, 2)),
        ("weights", {"a": 1}, {"a": 1}),
        ("seed", -(2**31), -(2**31)),
        ("seed", 2**63 - 1, 2**63 - 1),
        ("seed", np.uint64(2**40), 2**40),
        ("env_seed", [2**32], [2**32]),
        ("seed", True, 1),
    ],
)
def test_accepted(key, value, result):
    got = check(**{key: value})[key]
    assert got == result
    assert type(got) is type(result)


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("num_envs", 0, ConfigError),
        ("num_envs", -1, ConfigError),
        ("num_envs", 2**31, ConfigError),
        ("num_envs", 2**63, ConfigError),
        ("num_envs", 2.5, ConfigTypeError),
        ("num_envs", float("nan"), ConfigTypeError),
        ("num_envs", "4", ConfigTypeError),
        ("num_envs", None, ConfigTypeError),
        ("num_envs", [], ConfigTypeError),
        ("batch_size", -1, ConfigError),
        ("num_threads", -1, ConfigError),
        ("num_threads", 100_000, ConfigError),
        ("thread_affinity_offset", -2, ConfigError),
        ("max_num_players", 0, ConfigError),
        ("max_episode_steps", -1, ConfigError),
        ("gravity", float("nan"), ConfigError),
        ("gravity", -1, ConfigError),
        ("gravity", 10**400, ConfigError),
        ("gravity", "9", ConfigTypeError),
        ("gravity", 1j, ConfigTypeError),
        ("slippery", 2, ConfigError),
        ("slippery", "yes", ConfigTypeError),
        ("slippery", 1.0, ConfigTypeError),
        ("base_path", 3, ConfigTypeError),
        ("base_path", "a\0b", ConfigError),
        ("map_name", "5x5", ConfigError),
        ("desc", "SFFG", ConfigTypeError),
        ("desc", ["S", 1], ConfigTypeError),
        ("desc", ["S"] * 5, ConfigError),
        ("range", (1, 2, 3), ConfigError),
        ("range", (1, 10), ConfigError),
        ("weights", [1], ConfigTypeError),
        ("seed", 2**63, ConfigError),
        ("seed", -(2**31) - 1, ConfigError),
        ("seed", "7", ConfigTypeError),
        ("seed", 1.0, ConfigTypeError),
        ("seed", [1, 2], ConfigError),
        ("seed", [[1]], ConfigTypeError),
        ("seed", np.array([[1]]), ConfigError),
        ("seed", np.array([1.5]), ConfigTypeError),
        ("env_seed", [1, 2], ConfigError),
        ("env_seed", "1", ConfigTypeError),
        ("env_seed", [2**63], ConfigError),
    ],
)
def test_refused_by_name(key, value, error):
    with pytest.raises(error) as caught:
        check(**{key: value})
    text = str(caught.value)
    assert text.startswith(key)
    assert "expected" in text
    assert "got" in text


def test_unknown_key_proposes_the_near_one():
    with pytest.raises(ConfigTypeError, match=r"num_env: .*did you mean 'num_envs'"):
        check(num_env=3)
    with pytest.raises(TypeError, match="'autoreset_mode'") as caught:
        check_config(DEFAULTS, {"autoreset": 1}, RULES, ["autoreset_mode", "seed"])
    assert str(caught.value).count(" seed") == 1


def test_a_note_follows_what_is_wrong():
    rules = Rules({"gravity": {"max": 20.0, "note": "'Jupiter-v0' has more"}}, None)
    with pytest.raises(ConfigError, match=r"got 24 \(int\); 'Jupiter-v0' has more$"):
        check_config(DEFAULTS, {"gravity": 24}, rules)


@pytest.mark.parametrize(
    "seed", [[3, 1, 2], (3, 1, 2), np.array([3, 1, 2]), np.array([3, 1, 2], np.uint8)]
)
def test_sequence_of_seeds(seed):
    config = check(num_envs=3, seed=seed)
    assert config["env_seed"] == [3, 1, 2]
    assert config["seed"] == 0


def test_names_of_values():
    assert check(thread_affinity_offset="first")["thread_affinity_offset"] == 0
    assert check(thread_affinity_offset=3)["thread_affinity_offset"] == 3
    with pytest.raises(
        ConfigError, match=r"'first' or a number, got 'fist'.*'first'\?"
    ):
        check(thread_affinity_offset="fist")


def test_seeds_of_both_kinds():
    config = check(num_envs=2, seed=range(5, 7))
    assert config["env_seed"] == [5, 6]
    config = check(num_envs=2, seed=9, env_seed=[5, 6])
    assert (config["seed"], config["env_seed"]) == (9, [5, 6])
    with pytest.raises(ConfigError, match="env_seed"):
        check(num_envs=2, seed=[1, 2], env_seed=[5, 6])


def test_seed_at_the_top():
    top = 2**63 - 1
    assert check(num_envs=2, seed=top - 1)["seed"] == top - 1
    with pytest.raises(ConfigError, match=f"at most {top - 1}"):
        check(num_envs=2, seed=top)


def test_seed_none_is_another_one_each_time():
    seeds = [check(num_envs=3, seed=None)["seed"] for _ in range(3)]
    assert len(set(seeds)) == 3
    assert all(0 <= seed <= 2**31 - 3 for seed in seeds)
    config = check(num_envs=2, seed=None, env_seed=[5, 6])
    assert (config["seed"], config["env_seed"]) == (0, [5, 6])


def test_native_config_has_the_low_bits():
    config = check(num_envs=2, seed=2**32 + 2**31)
    assert native_config(config)["seed"] == -(2**31)
    assert seeds_beyond_int32(config) == {0: 2**32 + 2**31, 1: 2**32 + 2**31 + 1}
    config = check(num_envs=2, seed=[2**32 - 1, 7])
    assert native_config(config)["env_seed"] == [-1, 7]
    assert seeds_beyond_int32(config) == {0: 2**32 - 1}
    config = check(num_envs=2, seed=2**31 - 1)
    assert seeds_beyond_int32(config) == {1: 2**31}
    config = check(num_envs=2, seed=-1)
    assert seeds_beyond_int32(config) == {}
    assert native_config(config) == config


def test_hook_of_the_family():
    def double(config):
        if config["gravity"] == 13:
            raise ValueError("gravity: expected luck")
        return {**config, "gravity": 2 * config["gravity"]}

    rules = RULES._replace(hook=double)
    assert check_config(DEFAULTS, {"gravity": 2}, rules)["gravity"] == 4
    with pytest.raises(ConfigError, match="gravity: expected luck"):
        check_config(DEFAULTS, {"gravity": 13}, rules)
    forgets = RULES._replace(hook=lambda config: {})
    with pytest.raises(RegistrationError, match="return the same keys"):
        check_config(DEFAULTS, {}, forgets)


def test_defaults_are_not_shared():
    first = check_config(DEFAULTS, {}, RULES)
    first["desc"].append("x")
    assert DEFAULTS["desc"] == []


def test_options_are_split_off():
    options, pixels, config = split_options(
        {"num_envs": 3, "autoreset_mode": AutoresetMode.SAME_STEP, "chunk": 2}
    )
    assert options == {"autoreset_mode": "same_step", "chunk": 2}
    assert config == {"num_envs": 3}
    assert not pixels
    assert Options(**options).native()["autoreset"] == "same_step"


@pytest.mark.parametrize("mode", ["same_step", "SameStep", "SAME_STEP"])
def test_spellings_of_autoreset_mode(mode):
    assert split_options({"autoreset_mode": mode})[0] == {"autoreset_mode": "same_step"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("autoreset_mode", "nextstep"),
        ("autoreset_mode", 1),
        ("episode_stats", "yes"),
        ("gym_api", "0.25"),
        ("gym_api", 0.21),
        ("render_mode", "rgb"),
        ("render_width", -5),
        ("render_width", 10**6),
        ("render_camera_id", -2),
        ("render_env_id", -1),
        ("chunk", -1),
        ("numa", "on"),
        ("gym_reset_return_info", False),
        ("from_pixels", "no"),
    ],
)
def test_refused_options(key, value):
    with pytest.raises((ConfigError, ConfigTypeError), match=f"^{key}: expected"):
        split_options({key: value})


def test_pixels_have_a_size():
    options, pixels, config = split_options({"from_pixels": True, "render_width": 64})
    assert pixels
    assert config == {"render_width": 64, "render_height": 84, "render_camera_id": -1}
    assert options == {"render_width": 64, "render_height": 84}
    with pytest.raises(ConfigError, match="render_width"):
        split_options({"from_pixels": True, "render_width": 0})


@pytest.mark.parametrize(
    ("options", "env_type", "key"),
    [
        (Options(render_env_id=3), "gym", "render_env_id"),
        (Options(gym_api="0.21"), "dm", "gym_api"),
        (Options(autoreset_mode="same_step"), "gymnasium", "autoreset_mode"),
        (Options(autoreset_mode="same_step"), "dm", "autoreset_mode"),
        (Options(episode_stats=True), "dm", "episode_stats"),
    ],
)
def test_options_that_do_not_fit_the_pool(options, env_type, key):
    with pytest.raises(ConfigError, match=f"^{key}: expected"):
        check_options(options, env_type, 3, 2)


def test_errors_are_what_users_of_other_releases_catch():
    for cls, builtin in [
        (ConfigError, AssertionError),
        (ConfigError, ValueError),
        (ConfigTypeError, TypeError),
        (UnknownEnvError, KeyError),
        (UnknownEnvError, AssertionError),
    ]:
        assert issubclass(cls, builtin)
        assert issubclass(cls, EnvPoolError)
    assert str(UnknownEnvError("a 'b'")) == "a 'b'"
