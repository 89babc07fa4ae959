# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters of light envs: values per env, draws, infos, idle envs."""

import pickle

import numpy as np
import pytest

import envpool
from envpool.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    ConfigError,
    ProtocolError,
)

N = 6
MASSES = np.linspace(0.05, 0.4, N)
DRAWS = {
    "masspole": ("uniform", 0.05, 0.4),
    "length": ("choice", [0.4, 0.5, 0.8], "set"),
}


def play(env, steps=60):
    """Returns the observations of some steps; the actions depend on env and step."""
    ids = env.all_env_ids
    found = [env.reset()[0]]
    found += [env.step((ids * 7 + step * step) % 2)[0] for step in range(steps)]
    return np.stack(found)


def test_envs_with_their_own_values():
    with envpool.make_gym("CartPole-v1", num_envs=N, seed=3) as env:
        env.set_params({"masspole": MASSES, "gravity": 5})
        mixed = play(env)
        for env_id, mass in enumerate(MASSES):
            with envpool.make_gym("CartPole-v1", num_envs=N, seed=3) as same:
                same.set_params({"masspole": mass, "gravity": 5})  # in all envs
                alone = play(same)
            np.testing.assert_array_equal(mixed[:, env_id], alone[:, env_id])
            assert (mixed[:, env_id - 1] != alone[:, env_id - 1]).any()


def test_alike_again():
    with envpool.make_gym("CartPole-v1", num_envs=N, seed=3) as env:
        before = play(env)
        state = env.save_state()
        env.set_params({"masspole": MASSES})
        play(env)
        env.set_params({"masspole": 0.1})
        env.load_state(state)
        assert env.save_state() == state
        env.reset(seed=3)
        with envpool.make_gym("CartPole-v1", num_envs=N, seed=3) as new:
            new.reset()
            np.testing.assert_array_equal(play(env), play(new))
        assert (before[1:] != 0).all()


def test_the_list():
    with envpool.make_gym("CartPole-v1") as env:
        assert len(env.params) == 9
        assert "masspole" in env.params
        assert "mass" not in env.params
        text = repr(env.params)
        assert "masspole" in text
        assert "mass of the pole, in kg" in text
        assert len(text.splitlines()) == 9
        assert repr(env.params["tau"]).startswith("Parameter('tau', float64[], [0.0001")
    with envpool.make_gym("Catch-v0") as env:
        assert repr(env.params) == "<no physical parameters>"


def test_envs_must_be_idle():
    with envpool.make_gym("CartPole-v1", num_envs=N, batch_size=2) as env:
        env.async_reset()
        for call in (env.get_params, lambda: env.set_params({"tau": 0.1})):
            with pytest.raises(ProtocolError):
                call()
        ids = env.recv()[-1]["env_id"]
        env.set_params({"tau": [0.1, 0.2]}, ids)
        assert env.get_params("tau", ids)["tau"].tolist() == [0.1, 0.2]
    with pytest.raises(ClosedError):
        env.set_params({"tau": 0.1})


def test_values_change_while_other_envs_run():
    def run(**options):
        options = {"batch_size": 2, "caller_helps": False, **options}
        traces = [[] for _ in range(N)]
        with envpool.make_gym("CartPole-v1", num_envs=N, seed=2, **options) as env:
            env.async_reset()
            while min(map(len, traces)) < 80:
                obs, _, _, _, info = env.recv()
                ids = info["env_id"]
                steps = [len(traces[env_id]) for env_id in ids]
                for env_id, row in zip(ids, obs, strict=True):
                    traces[env_id].append(row.tobytes())
                if 20 in steps:
                    env.set_params({"masspole": 0.3}, ids[steps.index(20)])
                env.send(np.asarray(steps) % 2, ids)
        return [trace[:80] for trace in traces]

    assert run(num_threads=1) == run(num_threads=3) == run(num_threads=2, chunk=1)


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_infos_in_gymnasium(mode):
    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=N,
        max_episode_steps=5,
        autoreset_mode=mode,
        randomize=DRAWS,
        infos=["official", "params"],
    )
    info = env.reset(seed=1)[1]
    for step in range(12):
        drawn = info["params"]
        assert set(drawn) == {"masspole", "_masspole", "length", "_length"}
        assert drawn["_masspole"].all()
        assert info["_params"].all()
        for name, values in env.get_params(DRAWS).items():
            np.testing.assert_array_equal(drawn[name], values)
        before = drawn["masspole"].copy()
        if mode == "disabled" and step % 6 == 5:
            mask = np.arange(N) % 2 == 0
            info = env.reset(options={"reset_mask": mask})[1]
            np.testing.assert_array_equal(info["_params"], mask)
            changed = info["params"]["masspole"] != before
            np.testing.assert_array_equal(changed, mask)
            info = env.reset()[1]
        else:
            info = env.step(np.full(N, step % 2))[4]
    env.close()


def test_infos_in_gym():
    draws = {"masspole": ("uniform", 0.1, 0.4, "add")}
    for options in ({}, {"gym_api": "0.21"}):
        with envpool.make_gym(
            "CartPole-v1",
            num_envs=4,
            randomize=draws,
            infos=["all", "params"],
            **options,
        ) as env:
            env.reset()
            info = env.step(np.zeros(4, int))[-1]
            values = env.get_params("masspole")
            np.testing.assert_array_equal(
                info["params"]["masspole"], values["masspole"]
            )
            assert set(info["params"]) == {"masspole"}
            assert "env_id" in info
            info = env.step(np.zeros(2, int), [3, 1])[-1]
            np.testing.assert_array_equal(
                info["params"]["masspole"], values["masspole"][[3, 1]]
            )


@pytest.mark.parametrize(
    "tasks", [["CartPole-v1", "CartPole-v0"], ["CartPole-v1", "Acrobot-v1"]]
)
def test_infos_of_mixed_pools(tasks):
    draws = {"gravity": ("uniform", 5, 15)}
    with envpool.make_mixed(
        [(task, 2) for task in tasks],
        env_type="gymnasium",
        seed=3,
        randomize=draws,
        infos=["params"],
    ) as env:
        drawn = env.reset()[1]["params"]["gravity"]
    with envpool.make_gymnasium(
        "CartPole-v1", num_envs=4, seed=3, randomize=draws, infos=["params"]
    ) as env:
        np.testing.assert_array_equal(env.reset()[1]["params"]["gravity"], drawn)


def test_infos_of_a_config_for_each_env():
    with envpool.make_gym(
        "CartPole-v1",
        num_envs=2,
        env_config={"max_episode_steps": [5, 6]},
        randomize=DRAWS,
        infos=["params"],
    ) as env:
        info = env.reset()[1]
        np.testing.assert_array_equal(
            info["params"]["masspole"], env.get_params("masspole")["masspole"]
        )


def test_no_envs_and_no_names():
    with envpool.make_gym("CartPole-v1", num_envs=2) as env:
        env.set_params({"masspole": 0.5}, env_id=[])
        assert env.get_params("masspole")["masspole"].tolist() == [0.1, 0.1]
        assert env.get_params("masspole", env_id=[])["masspole"].shape == (0,)
        with pytest.raises(ArgumentTypeError, match="params: expected names, got 3"):
            env.get_params(3)


def test_infos_are_asked_for():
    with envpool.make_gym("CartPole-v1", randomize=DRAWS, infos="all") as env:
        assert "params" not in env.reset()[1]
    with pytest.raises(ConfigError, match="only with the option randomize"):
        envpool.make_gym("CartPole-v1", infos=["params"])


def test_draws_follow_the_seed():
    def masses(seed, **options):
        with envpool.make_gym(
            "CartPole-v1", num_envs=3, seed=seed, randomize=DRAWS, **options
        ) as env:
            env.reset()
            return env.get_params("masspole")["masspole"].tolist()

    first = masses(10)
    assert masses([12, 10, 2**40])[:2] == [first[2], first[0]]
    assert masses([12, 10, 2**40])[2] not in masses([12, 10, 2**40 + 1])
    sequence = np.random.SeedSequence(2**40, spawn_key=(0x706172616D,))
    expected = np.random.default_rng(sequence).uniform(0.05, 0.4)
    assert masses([12, 10, 2**40])[2] == expected


def test_a_copy_draws_alike():
    with envpool.make_gym("CartPole-v1", num_envs=3, randomize=DRAWS) as env:
        with pickle.loads(pickle.dumps(env)) as copy:
            env.reset()
            copy.reset()
            for name, values in env.get_params().items():
                np.testing.assert_array_equal(copy.get_params(name)[name], values)
        assert "randomize" in repr(env)


def test_draws_replace_other_values():
    with envpool.make_gym("CartPole-v1", num_envs=2, randomize=DRAWS) as env:
        env.set_params({"masspole": 3, "gravity": 1}, when="reset")
        env.reset()
        assert (env.get_params("masspole")["masspole"] < 1).all()
        env.set_params({"masspole": 3})
        assert env.get_params("gravity")["gravity"].tolist() == [1, 1]
        env.reset()
        assert (env.get_params("masspole")["masspole"] < 1).all()
        assert env.get_params("gravity")["gravity"].tolist() == [1, 1]


def test_states_with_and_without_draws():
    make = envpool.make_gym
    with make("CartPole-v1", randomize=DRAWS) as env, make("CartPole-v1") as plain:
        env.reset()
        plain.reset()
        plain.load_state(env.save_state())  # an evaluation of one of its episodes
        masses = env.get_params("masspole")["masspole"]
        np.testing.assert_array_equal(plain.get_params("masspole")["masspole"], masses)
        env.load_state(plain.save_state())
        np.testing.assert_array_equal(env.get_params("masspole")["masspole"], masses)


def test_refused():
    with envpool.make_gym("CartPole-v1", num_envs=2) as env:
        with pytest.raises(ArgumentError, match="did you mean 'masspole'"):
            env.set_params({"gravity": 1, "maspole": 1})
        with pytest.raises(ArgumentError, match=r"in \[0.0001, 1\], got 2 for env 1"):
            env.set_params({"gravity": 1, "tau": [0.1, 2]})
        assert env.get_params("gravity")["gravity"].tolist() == [9.8, 9.8]
