# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Mixed pools: their envs are those of pools alone."""

import importlib
import pickle

import numpy as np
import pytest

import envpool
from envpool.errors import (
    ActionKeyError,
    ArgumentError,
    ConfigError,
    ConfigTypeError,
    NotSupportedError,
    UnknownEnvError,
)

EQUAL = [("CartPole-v0", 3), ("CartPole-v1", 2)]
UNLIKE = [("CartPole-v1", 2), ("Acrobot-v1", 3), ("Pendulum-v1", 1)]
CHOICES = [("CartPole-v1", 2), ("Acrobot-v1", 3)]


def leaves(tree, path=()):
    """Yields (path, array) of nested dicts, tuples and arrays."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, tuple):
        names = getattr(tree, "_fields", range(len(tree)))
        for name, value in zip(names, tree, strict=True):
            yield from leaves(value, (*path, name))
    else:
        yield path, np.asarray(tree)


def assert_rows_equal(got, rows, alone, ignored=("env_id", "task_id", "_task_id")):
    """Asserts that rows of a result are those of a pool alone."""
    found = dict(leaves(got))
    for path, array in leaves(alone):
        if not set(path) & set(ignored):
            np.testing.assert_array_equal(found[path][rows], array, str(path))


def actions_of(space, count, rng):
    space.seed(int(rng.integers(1000)))
    return np.stack([space.sample() for _ in range(count)])


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
@pytest.mark.parametrize("num_threads", [1, 3])
def test_equal_spaces(env_type, num_threads):
    mixed = envpool.make_mixed(
        EQUAL, env_type=env_type, seed=7, num_threads=num_threads
    )
    alone = [
        envpool.make(task_id, env_type, num_envs=n, seed=7 + first)
        for (task_id, n), first in zip(EQUAL, (0, 3), strict=True)
    ]
    rng = np.random.default_rng(0)
    got = mixed.reset()
    assert_rows_equal(got, slice(0, 3), alone[0].reset())
    assert_rows_equal(got, slice(3, 5), alone[1].reset())
    for _ in range(250):  # beyond CartPole-v0's limit
        actions = rng.integers(0, 2, 5).astype(np.int32)
        got = mixed.step(actions)
        assert_rows_equal(got, slice(0, 3), alone[0].step(actions[:3]))
        assert_rows_equal(got, slice(3, 5), alone[1].step(actions[3:]))


def test_task_ids_and_spaces():
    mixed = envpool.make_mixed(EQUAL, env_type="gymnasium")
    one = envpool.make_gymnasium("CartPole-v1", num_envs=5)
    assert mixed.observation_space == one.observation_space
    assert mixed.action_space == one.action_space
    assert mixed.single_observation_space == one.single_observation_space
    _, info = mixed.reset()
    np.testing.assert_array_equal(info["task_id"], [0, 0, 0, 1, 1])
    assert info["task_id"].dtype == np.int32
    np.testing.assert_array_equal(mixed.task_ids, info["task_id"])
    assert [task.name for task in mixed.tasks] == ["CartPole-v0", "CartPole-v1"]
    np.testing.assert_array_equal(mixed.tasks[1].env_ids, [3, 4])
    assert "CartPole-v0" in repr(mixed)
    assert "num_envs=5" in repr(mixed)


def test_async_batches():
    mixed = envpool.make_mixed(EQUAL, batch_size=2, num_threads=2, seed=3)
    alone = envpool.make_gym("CartPole-v1", num_envs=5, seed=3)
    expected, _ = alone.reset()
    mixed.async_reset()
    seen = {}
    counts = np.zeros(5, int)
    for _ in range(60):
        obs, *_, info = mixed.recv()
        for row, env in enumerate(info["env_id"].tolist()):
            seen.setdefault(env, []).append(obs[row].copy())
            counts[env] += 1
            assert info["task_id"][row] == (env >= 3)
        mixed.send(np.ones(2, np.int32), info["env_id"])
    steps = [expected]
    for _ in range(counts.max()):
        steps.append(alone.step(np.ones(5, np.int32))[0])
    for env, rows in seen.items():
        for step, obs in enumerate(rows):
            np.testing.assert_array_equal(obs, steps[step][env])


def test_partial_steps_and_masks():
    mixed = envpool.make_mixed(EQUAL, env_type="gymnasium", seed=1)
    first, _ = mixed.reset()
    obs, *_, info = mixed.step(np.zeros(2, np.int32), np.array([4, 1], np.int32))
    np.testing.assert_array_equal(info["task_id"], [1, 0])
    mask = np.array([False, True, False, True, False])
    again, info = mixed.reset(seed=1, options={"reset_mask": mask})
    np.testing.assert_array_equal(again[[0, 1, 2, 3]], first[:4])
    np.testing.assert_array_equal(again[4], obs[0])
    np.testing.assert_array_equal(info["task_id"], [0, 0, 0, 1, 1])


def test_reset_options():
    mixed = envpool.make_mixed(EQUAL, env_type="gymnasium")
    obs, _ = mixed.reset(options={"low": 0.5, "high": 0.5})
    np.testing.assert_array_equal(obs, np.full((5, 4), 0.5, np.float32))
    obs, _ = mixed.reset()
    assert (np.abs(obs) <= 0.05).all()
    unlike = envpool.make_mixed(CHOICES, env_type="gymnasium")
    obs, _ = unlike.reset(options={"low": 0.1, "high": 0.1})


def test_states_go_to_pools_alone():
    mixed = envpool.make_mixed(EQUAL, seed=5)
    mixed.reset()
    states = mixed.save_state()
    alone = envpool.make_gym("CartPole-v1", num_envs=2)
    alone.load_state(states[3:])
    actions = np.array([0, 1, 0, 1, 0], np.int32)
    got = mixed.step(actions)
    assert_rows_equal(got, slice(3, 5), alone.step(actions[3:]))
    mixed.load_state(states)
    np.testing.assert_array_equal(mixed.step(actions)[0], got[0])
    mixed.clone_state(0, [1, 2])
    obs = mixed.step(np.zeros(5, np.int32))[0]
    np.testing.assert_array_equal(obs[1], obs[0])


def test_episode_statistics_and_same_step():
    mixed = envpool.make_mixed(
        EQUAL, env_type="gymnasium", episode_stats=True, autoreset_mode="same_step"
    )
    mixed.reset()
    ends = 0
    for _ in range(60):
        *_, terminated, truncated, info = mixed.step(np.ones(5, np.int32))
        if (terminated | truncated).any():
            ends += 1
            np.testing.assert_array_equal(info["_episode"], terminated | truncated)
            np.testing.assert_array_equal(info["_final_obs"], terminated | truncated)
            row = int(np.flatnonzero(terminated)[0])
            assert info["episode"]["l"][row] == info["episode"]["r"][row] > 1
            assert np.abs(info["final_obs"][row]).max() > 0.2
    assert ends > 2


def test_unlike_spaces_by_task():
    mixed = envpool.make_mixed(UNLIKE, env_type="gymnasium", seed=2)
    alone = [
        envpool.make_gymnasium(task_id, num_envs=n, seed=2 + first)
        for (task_id, n), first in zip(UNLIKE, (0, 2, 5), strict=True)
    ]
    names = [task.name for task in mixed.tasks]
    obs, _ = mixed.reset()
    assert list(obs) == names
    rng = np.random.default_rng(1)
    for pool, name in zip(alone, names, strict=True):
        np.testing.assert_array_equal(obs[name], pool.reset()[0])
        assert mixed.single_observation_space[name] == pool.single_observation_space
        assert mixed.observation_space[name] == pool.observation_space
        assert mixed.action_space[name] == pool.action_space
    for _ in range(250):
        actions = {
            name: actions_of(pool.single_action_space, pool.num_envs, rng)
            for name, pool in zip(names, alone, strict=True)
        }
        obs, reward, terminated, truncated, _ = mixed.step(actions)
        first = 0
        for pool, name in zip(alone, names, strict=True):
            own = pool.step(actions[name])
            rows = slice(first, first + pool.num_envs)
            np.testing.assert_array_equal(obs[name], own[0])
            np.testing.assert_array_equal(reward[rows], own[1])
            np.testing.assert_array_equal(terminated[rows], own[2])
            np.testing.assert_array_equal(truncated[rows], own[3])
            first += pool.num_envs


def test_unlike_rows_of_partial_results():
    mixed = envpool.make_mixed(UNLIKE, seed=2)
    mixed.reset()
    ids = np.array([4, 0, 2], np.int32)
    actions = {"Acrobot-v1": np.array([2, 0]), "CartPole-v1": np.array([1])}
    obs, reward, *_, info = mixed.step(actions, ids)
    assert obs["Acrobot-v1"].shape == (2, 6)
    assert obs["CartPole-v1"].shape == (1, 4)
    assert obs["Pendulum-v1"].shape == (0, 3)
    np.testing.assert_array_equal(info["env_id"], ids)
    np.testing.assert_array_equal(reward, [-1, 1, -1])


def test_unlike_states_and_masks():
    mixed = envpool.make_mixed(UNLIKE, env_type="gymnasium", seed=2)
    first, _ = mixed.reset()
    states = mixed.save_state()
    loaded = mixed.load_state(states)
    again, info = mixed.reset(
        seed=2, options={"reset_mask": np.array([1, 0, 0, 0, 1, 0], bool)}
    )
    some = mixed.load_state(states[4:], [4, 5])
    for name, rows in first.items():
        np.testing.assert_array_equal(loaded[name], rows)
        np.testing.assert_array_equal(again[name], rows)
    np.testing.assert_array_equal(info["task_id"], [0, 0, 1, 1, 1, 2])
    assert {name: len(rows) for name, rows in some.items()} == {
        "CartPole-v1": 0,
        "Acrobot-v1": 1,
        "Pendulum-v1": 1,
    }


def test_rows_are_views_where_possible():
    mixed = envpool.make_mixed(CHOICES)
    obs, _ = mixed.reset()
    assert obs["Acrobot-v1"].base is not None
    obs, *_ = mixed.step({"CartPole-v1": [0, 1]}, [0, 1])
    assert obs["CartPole-v1"].shape == (2, 4)


def test_states_belong_to_a_config():
    mixed = envpool.make_mixed(
        [("CartPole-v1", 1, {"sutton_barto_reward": True}), ("CartPole-v1", 2)]
    )
    mixed.reset()
    states = mixed.save_state()
    with pytest.raises(ArgumentError, match=r"states\[0\]: .*different env or config"):
        mixed.load_state(states[:1], [1])
    with pytest.raises(ArgumentError, match=r"dst: .*same config"):
        mixed.clone_state(0, 1)
    mixed.load_state(states[1:2], [2])


def test_actions_by_task_are_checked():
    mixed = envpool.make_mixed(CHOICES)
    mixed.reset()
    good = {"CartPole-v1": [0, 1], "Acrobot-v1": [0, 1, 2]}
    with pytest.raises(ActionKeyError, match="none of 'Acrobot-v1'"):
        mixed.step({"CartPole-v1": [0, 1]})
    with pytest.raises(ActionKeyError, match="did you mean 'CartPole-v1'"):
        mixed.step({**good, "CartPole-v2": [0]})
    with pytest.raises(ArgumentError, match=r"action\['CartPole-v1'\]: .*2"):
        mixed.step({**good, "CartPole-v1": [0, 2]})
    with pytest.raises(ArgumentError, match=r"action\['Acrobot-v1'\]"):
        mixed.step({**good, "Acrobot-v1": [0, 1]})
    mixed.step(good)


def test_padding():
    mixed = envpool.make_mixed(CHOICES, env_type="gymnasium", pad=True, seed=2)
    alone = [
        envpool.make_gymnasium("CartPole-v1", num_envs=2, seed=2),
        envpool.make_gymnasium("Acrobot-v1", num_envs=3, seed=4),
    ]
    assert mixed.single_observation_space.shape == (6,)
    assert mixed.single_action_space.n == 3
    obs, info = mixed.reset()
    first = [pool.reset()[0] for pool in alone]
    np.testing.assert_array_equal(obs[:2, :4], first[0])
    np.testing.assert_array_equal(obs[:2, 4:], 0)
    np.testing.assert_array_equal(obs[2:], first[1])
    np.testing.assert_array_equal(
        mixed.observation_masks[info["task_id"]].sum(1), [4, 4, 6, 6, 6]
    )
    np.testing.assert_array_equal(mixed.action_masks, [[1, 1, 0], [1, 1, 1]])
    actions = np.array([0, 1, 2, 1, 0])
    obs = mixed.step(actions)[0]
    np.testing.assert_array_equal(obs[:2, :4], alone[0].step(actions[:2])[0])
    np.testing.assert_array_equal(obs[2:], alone[1].step(actions[2:])[0])
    with pytest.raises(ArgumentError, match="from 0 to 1 for 'CartPole-v1', got 2"):
        mixed.step(np.array([0, 2, 0, 0, 0]))
    mixed.step(actions)


def test_what_cannot_be_padded():
    with pytest.raises(NotSupportedError, match=r"pad: .*'action'"):
        envpool.make_mixed(UNLIKE, pad=True)
    with pytest.raises(NotSupportedError, match="same_step"):
        envpool.make_mixed(CHOICES, autoreset_mode="same_step")
    with pytest.raises(NotSupportedError, match="xla"):
        envpool.make_mixed(CHOICES).xla()


def test_compiled_programs():
    jax = pytest.importorskip("jax")
    mixed = envpool.make_mixed(EQUAL, seed=1)
    alone = envpool.make_gym("CartPole-v1", num_envs=5, seed=1)
    mixed.reset()
    alone.reset()
    handle, _, _, step = mixed.xla()
    actions = np.array([0, 1, 1, 0, 1], np.int32)
    _, result = jax.jit(step)(handle, actions)
    np.testing.assert_array_equal(result[0], alone.step(actions)[0])
    np.testing.assert_array_equal(result[-1]["task_id"], [0, 0, 0, 1, 1])


def test_tasks_of_different_numbers_of_players():
    importlib.import_module("envpool.testing.two_players")
    with pytest.raises(
        NotSupportedError,
        match="max_num_players, got 1 of 'CartPole-v1', 2 of 'Duel-v0'",
    ):
        envpool.make_mixed(["CartPole-v1", "Duel-v0"])
    duels = envpool.make_mixed([("Duel-v0", 1), ("Duel-v0", 2)])
    duels.reset()


def test_arguments():
    with pytest.raises(ConfigError, match="at least one task"):
        envpool.make_mixed([])
    with pytest.raises(ConfigTypeError, match=r"tasks: expected a list"):
        envpool.make_mixed("CartPole-v1")
    with pytest.raises(ConfigTypeError, match=r"tasks\[0\]: expected an id"):
        envpool.make_mixed([(4, "CartPole-v1")])
    with pytest.raises(ConfigError, match=r"tasks\[1\]\[1\]"):
        envpool.make_mixed(["CartPole-v1", ("CartPole-v1", 0)])
    with pytest.raises(ConfigTypeError, match=r"tasks\[0\]\[2\]: .*'seed'"):
        envpool.make_mixed([("CartPole-v1", 2, {"seed": 4})])
    with pytest.raises(UnknownEnvError, match="CartPole-v1"):
        envpool.make_mixed(["CartPol-v1"])
    with pytest.raises(ConfigTypeError, match="sutton"):
        envpool.make_mixed([("CartPole-v1", 1, {"suton_barto_reward": True})])
    with pytest.raises(ConfigError, match="num_envs"):
        envpool.make_mixed(EQUAL, num_envs=5)


def test_pickle_and_close():
    mixed = envpool.make_mixed(EQUAL, seed=11, batch_size=None)
    again = pickle.loads(pickle.dumps(mixed))
    np.testing.assert_array_equal(mixed.reset()[0], again.reset()[0])
    mixed.close()
    assert mixed.closed


def test_same_id_twice():
    mixed = envpool.make_mixed(["CartPole-v1", ("CartPole-v1", 2), "CartPole-v1"])
    assert [t.name for t in mixed.tasks] == [
        "CartPole-v1",
        "CartPole-v1#2",
        "CartPole-v1#3",
    ]
    mixed.reset()


# --- env_config ---------------------------------------------------------------

TIMES = [200, 30, 200, 30, 30, 100]


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
@pytest.mark.parametrize("batch_size", [6, 4])
def test_config_of_each_env(env_type, batch_size):
    keys = {"env_config": {"max_episode_steps": TIMES}, "seed": 3}
    pool = envpool.make(
        "CartPole-v1", env_type, num_envs=6, batch_size=batch_size, **keys
    )
    if batch_size < 6:
        pool.async_reset()
        pool.recv()
        return
    alone = [
        envpool.make(
            "CartPole-v1", env_type, num_envs=1, seed=3 + i, max_episode_steps=limit
        )
        for i, limit in enumerate(TIMES)
    ]
    got = pool.reset()
    for i, one in enumerate(alone):
        assert_rows_equal(got, slice(i, i + 1), one.reset())
    for step in range(60):
        actions = (np.arange(6) + step).astype(np.int32) % 2
        got = pool.step(actions)
        for i, one in enumerate(alone):
            assert_rows_equal(got, slice(i, i + 1), one.step(actions[i : i + 1]))


def test_both_forms_and_what_is_shown():
    config = [{"max_episode_steps": t} for t in TIMES]
    one = envpool.make_gym("CartPole-v1", num_envs=6, env_config=config)
    two = envpool.make_gym(
        "CartPole-v1", num_envs=6, env_config={"max_episode_steps": np.array(TIMES)}
    )
    np.testing.assert_array_equal(one.reset()[0], two.reset()[0])
    assert one.config.max_episode_steps == tuple(TIMES)
    assert one.get_attr("max_episode_steps") == tuple(TIMES)
    assert one.spec.id == "CartPole-v1"
    assert "max_episode_steps=(200, 30, 200, 30, ...)" in repr(one)
    assert "task_id" not in one.reset()[1]


def test_refused_configs():
    def make(env_config, task_id="CartPole-v1", **keys):
        return envpool.make_gym(task_id, num_envs=2, env_config=env_config, **keys)

    with pytest.raises(ConfigError, match="env_config: expected 2 entries"):
        make([{}])
    with pytest.raises(ConfigTypeError, match=r"env_config\[1\]: .*did you mean"):
        make([{}, {"max_episode_step": 3}])
    with pytest.raises(ConfigTypeError, match=r"env_config\[0\]: .*'num_envs'"):
        make([{"num_envs": 3}, {}])
    with pytest.raises(ConfigTypeError, match=r"env_config: .*'autoreset_mode'"):
        make({"autoreset_mode": ["disabled"] * 2})
    with pytest.raises(ConfigTypeError, match="env_config"):
        make(3)
    with pytest.raises(ConfigError, match=r"env_config\['max_episode_steps'\]"):
        make({"max_episode_steps": [1]})


def test_only_make_takes_configs():
    one = envpool.make_gym("CartPole-v1", num_envs=2)
    with pytest.raises(ConfigError, match=r"only in envpool\.make"):
        type(one)(one.spec, {"env_config": [{}, {}]})
    with pytest.raises(ConfigError, match=r"only in envpool\.make"):
        envpool.make_mixed(EQUAL, env_config=[{}] * 5)


def test_random_and_large_seeds():
    keys = {"env_config": {"max_episode_steps": [5, 6]}, "num_envs": 2}
    one, two = (envpool.make_gym("CartPole-v1", seed=None, **keys) for _ in range(2))
    assert (one.reset()[0] != two.reset()[0]).any()
    large = envpool.make_gym("CartPole-v1", seed=2**40, **keys)
    alone = envpool.make_gym("CartPole-v1", seed=2**40, num_envs=2)
    np.testing.assert_array_equal(large.reset()[0], alone.reset()[0])
