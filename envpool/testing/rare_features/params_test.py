# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters that are arrays, by name, in an env that may refuse values."""

import numpy as np
import pytest

import envpool
from envpool.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    ConfigTypeError,
    EnvStepError,
)
from envpool.testing import rare_features  # noqa: F401  registers the ids

N = 4


def make(**options):
    return envpool.make_gym("Springs-v0", num_envs=N, **options)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("stiffness", 0.25),
        ("gears", 2),
        ("mass", [1, 2, 4]),
        ("mass[torso]", 2),
        ("mass[2]", 4),
        ("mass[*]", [1, 2, 4]),
        ("mass[foot,head]", [4, 1]),
        ("mass[*o*]", [2, 4]),
        ("friction[foot]", [0.25, 0.1]),
        ("friction[foot][0]", 0.25),
        ("friction[*][1]", [0.1, 0.1, 0.1]),
        ("friction[1,2][0]", [0.5, 0.25]),
    ],
)
def test_names(name, expected):
    with make() as env:
        found = env.get_params(name)[name]
        assert found.tolist() == [expected] * N
        assert found.dtype == (np.int64 if name == "gears" else np.float64)
        assert env.params[name].shape == np.shape(expected)
        env.set_params({name: found})
        assert env.get_params(name)[name].tolist() == [expected] * N


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mas", "did you mean 'mass'"),
        ("mass[trso]", "did you mean 'torso'"),
        ("mass[3]", r"index in \[0, 2\]"),
        ("mass[torso", "']' at the end"),
        ("mass[0][0]", "at most 1 brackets"),
        ("stiffness[0]", "at most 0 brackets"),
        ("friction[0][x]", "unknown entry 'x'"),
        ("mass[x*]", r"unknown entry 'x\*'"),
    ],
)
def test_unknown_names(name, words):
    with make() as env:
        with pytest.raises(ArgumentError, match=words):
            env.get_params([name])
        with pytest.raises(ArgumentError, match=words):
            env.set_params({name: 1.0})
        with pytest.raises(KeyError, match=words):
            env.params[name]
        assert name not in env.params
    with pytest.raises(ConfigError, match=words):
        make(randomize={name: ("uniform", 0.0, 0.1)})


def test_an_env_without_parameters():
    with envpool.make_gym("Echo-v0") as env:
        assert env.get_params() == {}
        assert len(env.params) == 0
        with pytest.raises(ArgumentError, match="has none"):
            env.set_params({"mass": 1})


def test_shapes():
    with make() as env:
        env.set_params({"mass": 3, "friction": np.full((3, 2), 0.2)})
        assert env.get_params("mass")["mass"].tolist() == [[3, 3, 3]] * N
        env.set_params({"mass": [[1, 2, 3], [4, 5, 6]]}, env_id=[2, 0])
        values = env.get_params("mass")["mass"]
        assert values.tolist() == [[4, 5, 6], [3, 3, 3], [1, 2, 3], [3, 3, 3]]
        env.set_params({"mass[torso]": [9, 8]}, [1, 3])
        assert env.get_params("mass[*]", 3)["mass[*]"].tolist() == [[3, 8, 3]]
        assert env.params["mass"].default.tolist() == [[1, 2, 4]] * N


@pytest.mark.parametrize(
    ("values", "error", "words"),
    [
        ({"mass": [1, 2]}, ArgumentError, r"shape \(\) or \(3,\) or \(4, 3\)"),
        ({"mass": "heavy"}, ArgumentTypeError, "expected numbers"),
        ({"mass": [[1], [2, 3]]}, ArgumentTypeError, "expected numbers"),
        ({"mass[foot]": 0.5}, ArgumentError, r"\[1, 99\], got 0.5 for env 0"),
        ({"mass": np.nan}, ArgumentError, "got nan"),
        ({"stiffness": [0, 0, 0, np.inf]}, ArgumentError, "got inf for env 3"),
        ({"gears": 1.5}, ArgumentError, "expected integers"),
        ({"stiffness": 0.5, "gears": 10}, ArgumentError, "got 10"),
        ([1], ArgumentTypeError, "expected a dict"),
    ],
)
@pytest.mark.parametrize("when", ["now", "reset"])
def test_refused_values(values, error, words, when):
    with make() as env:
        before = env.save_state()
        with pytest.raises(error, match=words):
            env.set_params(values, when=when)
        assert env.save_state() == before
        with pytest.raises(ArgumentError, match="when: expected one of"):
            env.set_params({}, when="later")


def test_an_env_that_refuses_leaves_all_as_they_were():
    with make() as env:
        env.reset()
        env.set_params({"mass": [1.0, 2.0, 3.0]}, 1)
        before = env.get_params()
        heavy = np.ones((N, 3))
        heavy[2] = 50
        with pytest.raises(ArgumentError, match="env 2: mass: expected a sum"):
            env.set_params({"gears": 5, "mass": heavy, "stiffness": 0.5})
        after = env.get_params()
        assert {name: values.tolist() for name, values in after.items()} == {
            name: values.tolist() for name, values in before.items()
        }
        reward = env.step(np.zeros(N, int))[1]
        assert reward.tolist() == [7, 6, 7, 7]  # the derived sums, too


def test_an_env_that_refuses_at_a_reset_keeps_its_values():
    with make() as env:
        env.set_params({"mass": 50}, 2, when="reset")
        with pytest.raises(EnvStepError, match="sum of at most 100") as error:
            env.reset()
        assert error.value.env_ids == [2]
        assert env.get_params("mass", 2)["mass"].tolist() == [[1, 2, 4]]
        env.reset()  # the refused values are forgotten


def test_values_wait_for_the_reset():
    with make() as env:
        env.reset()
        env.set_params({"mass[torso]": 5}, [1, 2], when="reset")
        env.set_params({"mass[torso]": 6}, [2], when="reset")
        env.set_params({"mass[foot]": 9})
        state = env.save_state([2])
        assert env.get_params("mass", 1)["mass"].tolist() == [[1, 2, 9]]
        env.reset(env_id=[1, 3])
        assert env.get_params("mass[torso]")["mass[torso]"].tolist() == [2, 5, 2, 2]
        env.reset()
        assert env.get_params("mass[torso]")["mass[torso]"].tolist() == [2, 5, 6, 2]
        env.load_state(state, [0])
        assert env.get_params("mass", 0)["mass"].tolist() == [[1, 2, 9]]
        env.reset()
        assert env.get_params("mass", 0)["mass"].tolist() == [[1, 6, 9]]


def test_states_bring_their_values():
    with make() as env, make() as other:
        env.reset()
        plain = env.save_state()
        env.set_params({"mass": [[1, 2, 3], [2, 2, 2], [3, 4, 5], [6, 7, 8]]})
        other.load_state(env.save_state())
        actions = np.array([0, 2, 0, 2])
        for _ in range(30):
            for ours, theirs in zip(
                env.step(actions)[:4], other.step(actions)[:4], strict=True
            ):
                np.testing.assert_array_equal(ours, theirs)
        other.load_state(plain)  # back to the defaults
        assert other.get_params("mass")["mass"].tolist() == [[1, 2, 4]] * N
        assert other.save_state() == plain
        assert len(env.save_state([0])[0]) > len(plain[0])


DRAWS = {
    "mass[*]": ("uniform", 0.9, 1.1, "add"),
    "friction[foot][0]": ("loguniform", 0.1, 0.3),
    "gears": ("uniform", 1, 5),
    "stiffness": ("normal", 0.2, 0.5),
}


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_draws_do_not_depend_on_threads(mode):
    def play(**options):
        seen = []
        with make(randomize=DRAWS, seed=5, autoreset_mode=mode, **options) as env:
            env.reset()
            for step in range(50):
                if mode == "disabled" and step % 20 == 19:
                    env.reset()
                else:
                    env.step(np.full(N, step % 3))
                values = env.get_params().values()
                seen.append(np.concatenate([each.ravel() for each in values]))
        return np.array(seen)

    first = play(num_threads=1)
    assert (play(num_threads=2, caller_helps=False, chunk=1) == first).all()
    assert len(np.unique(first, axis=0)) == 3  # episodes within 50 steps
    assert (play(num_threads=1) == first).all()


def test_draws_leave_the_episodes_alone():
    with make(seed=3) as plain, make(seed=3, randomize=DRAWS) as env:
        np.testing.assert_array_equal(env.reset()[0], plain.reset()[0])
        np.testing.assert_array_equal(env.reset()[0], plain.reset()[0])
        first = env.reset(seed=3)
        masses = env.get_params("mass")["mass"]
        env.reset()
        assert (env.get_params("mass")["mass"] != masses).all()
        np.testing.assert_array_equal(env.reset(seed=3)[0], first[0])
        np.testing.assert_array_equal(env.get_params("mass")["mass"], masses)


def test_draws_are_in_range():
    with envpool.make_gym("Springs-v0", num_envs=300, randomize=DRAWS) as env:
        env.reset()
        values = env.get_params()
        assert set(values["gears"]) == {1, 2, 3, 4, 5}
        stiffness = values["stiffness"]
        assert stiffness.min() >= 0
        assert stiffness.max() <= 1
        assert len(set(stiffness)) > 290  # drawn again, not moved to the ends
        np.testing.assert_allclose(
            values["mass"], np.tile([2, 3, 5], (300, 1)), atol=0.1
        )
        assert (values["friction"][:, :2] == [[0.5, 0.1], [0.5, 0.1]]).all()


def test_states_continue_the_draws():
    with make(randomize=DRAWS, seed=1) as env, make(randomize=DRAWS, seed=2) as other:
        env.reset()
        other.load_state(env.save_state())
        for _ in range(2):
            env.reset()
            other.reset()
            for name, values in env.get_params().items():
                np.testing.assert_array_equal(values, other.get_params(name)[name])


@pytest.mark.parametrize(
    ("row", "error", "words"),
    [
        (0.5, ConfigTypeError, "expected a tuple"),
        (("uniform", 1.0), ConfigError, "low, high"),
        (("uniform", 1.0, 2.0, "set", 3), ConfigError, "low, high"),
        (("uniform", 2.0, 1.0), ConfigError, "low <= high"),
        (("uniform", 0.5, 2.0), ConfigError, r"values in \[1, 99\], got 0.5"),
        (("uniform", 1.0, 60.0, "scale"), ConfigError, "got 120"),
        (("loguniform", 0.0, 60.0), ConfigError, "low > 0"),
        (("normal", 2.0, -1.0), ConfigError, "standard deviation"),
        (("choice", []), ConfigTypeError, "a list of the values"),
        (("choice", [2.0, 100.0]), ConfigError, "got 100"),
        (("uniform", "a", 2.0), ConfigTypeError, "expected a number"),
        (("triangular", 1.0, 2.0), ConfigError, "expected one of 'uniform'"),
        (("uniform", 1.0, 2.0, "times"), ConfigError, "expected one of 'set'"),
    ],
)
def test_refused_draws(row, error, words):
    with pytest.raises(error, match=words):
        make(randomize={"mass[torso]": row})
