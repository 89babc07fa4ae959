# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import gc
import inspect
import pickle
import sys
import weakref

import dm_env
import gymnasium
import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ArgumentTypeError,
    ClosedError,
    ConfigError,
    ConfigTypeError,
    NotSupportedError,
    ProtocolError,
)
from envpool.python.results import trees
from envpool.python.results.spaces import gym_module

N = 6
ENV_TYPES = ["gym", "gymnasium", "dm"]
ZEROS = np.zeros(N, int)


def cartpole(env_type="gym", **kwargs):
    return envpool.make("CartPole-v1", env_type, **{"num_envs": N, **kwargs})


def leaves(tree):
    if isinstance(tree, dict):
        tree = tuple(tree.values())
    if isinstance(tree, tuple):
        return [leaf for item in tree for leaf in leaves(item)]
    return [tree]


def test_snippets_of_the_readme():
    env = envpool.make("CartPole-v1", env_type="gym", num_envs=100)
    obs, info = env.reset()
    act = np.zeros(100, dtype=int)
    obs, rew, term, trunc, info = env.step(act)
    assert (obs.shape, rew.shape, term.shape, trunc.shape) == (
        (100, 4),
        *[(100,)] * 3,
    )
    obs, rew, term, trunc, info = env.step(act[:10], env_id=np.arange(10))
    assert info["env_id"].tolist() == list(range(10))

    env = envpool.make("CartPole-v1", env_type="gym", num_envs=64, batch_size=16)
    action_num = env.action_space.n
    env.async_reset()
    for _ in range(20):
        obs, rew, term, trunc, info = env.recv()
        env_id = info["env_id"]
        assert obs.shape == (16, 4)
        env.send(np.random.randint(action_num, size=16), env_id)  # noqa: NPY002


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_common_attributes(env_type):
    env = cartpole(env_type, seed=3)
    assert len(env) == N
    assert env.all_env_ids.tolist() == list(range(N))
    assert env.all_env_ids.dtype == np.int32
    assert env.config["num_envs"] == env.config["batch_size"] == N
    assert env.config["seed"] == 3
    assert list(env.config)[:2] == ["num_envs", "batch_size"]
    assert not env.is_async
    other = cartpole(env_type, batch_size=2)
    assert other.is_async
    del other._env_spec  # the spec was created before
    assert other.is_async
    assert str(env) == repr(env)
    assert type(env).__module__ == "envpool.classic_control"
    assert env.spec.config.num_envs == N


def test_repr_is_what_differs_from_the_defaults():
    env = cartpole("gym", num_threads=2, episode_stats=True, max_episode_steps=9)
    spec = f"id='CartPole-v1', num_envs={N}, num_threads=2, max_episode_steps=9"
    assert repr(env) == f"CartPoleGymEnvPool({spec}, episode_stats=True)"
    assert repr(env.spec) == f"CartPoleEnvSpec({spec})"
    assert env.spec.id == "CartPole-v1"
    assert pickle.loads(pickle.dumps(env.spec)).id == "CartPole-v1"
    plain = cartpole("dm")
    threads = plain._num_threads
    assert threads >= 1
    shown = f"id='CartPole-v1', num_envs={N}"
    assert repr(plain) == f"CartPoleDMEnvPool({shown}, num_threads={threads})"
    assert repr(plain.spec) == f"CartPoleEnvSpec({shown})"
    plain.close()
    assert "CartPole-v1" in repr(plain)
    own = envpool.classic_control.CartPoleEnvSpec({"num_envs": 2})
    assert (own.id, repr(own)) == (None, "CartPoleEnvSpec(num_envs=2)")


def test_classes():
    assert isinstance(cartpole("gymnasium"), gymnasium.vector.VectorEnv)
    assert isinstance(cartpole("dm"), dm_env.Environment)
    assert isinstance(cartpole("gym"), gymnasium.vector.VectorEnv)
    assert isinstance(cartpole("gym"), gymnasium.Env)
    assert type(cartpole("gym")) is type(cartpole("gym"))
    from envpool.classic_control import CartPoleEnvSpec, CartPoleGymnasiumEnvPool

    assert type(cartpole("gymnasium")) is CartPoleGymnasiumEnvPool
    env = CartPoleGymnasiumEnvPool(CartPoleEnvSpec({"num_envs": 2}))
    assert env.reset()[0].shape == (2, 4)
    assert set(dir(envpool.classic_control)) >= {
        "CartPoleGymEnvPool",
        "PendulumEnvSpec",
    }
    with pytest.raises(AttributeError, match="NoSuchEnvSpec"):
        envpool.classic_control.NoSuchEnvSpec  # noqa: B018


def test_factories():
    assert envpool.make_gym("CartPole-v1").env_type == "gym"
    assert envpool.make_gymnasium("CartPole-v1").env_type == "gymnasium"
    assert envpool.make_dm("CartPole-v1").env_type == "dm"
    spec = envpool.make_spec("CartPole-v1", num_envs=3, render_mode="rgb_array")
    assert spec.config.num_envs == spec.config.batch_size == 3
    assert spec.reward_threshold == 475
    changed = type(spec)(spec.config._replace(max_episode_steps=7))
    assert changed.config.max_episode_steps == 7
    assert envpool.list_all_envs() is not envpool.list_all_envs()


def test_gym_results():
    env = cartpole()
    obs, info = env.reset()
    assert (obs.shape, obs.dtype) == ((N, 4), np.float32)
    assert list(info) == ["env_id", "players", "elapsed_step"]
    assert info["env_id"].tolist() == list(range(N))
    assert info["players"]["env_id"].tolist() == list(range(N))
    assert info["elapsed_step"].tolist() == [0] * N
    obs, reward, terminated, truncated, info = env.step(ZEROS)
    assert reward.dtype == np.float32
    assert terminated.dtype == truncated.dtype == bool
    assert reward.tolist() == [1.0] * N
    assert info["elapsed_step"].tolist() == [1] * N


def test_old_gym_results():
    env = cartpole(gym_api="0.21", max_episode_steps=5)
    obs = env.reset()
    assert obs.shape == (N, 4)
    for step in range(1, 7):
        obs, _reward, done, info = env.step(ZEROS)
        assert done.tolist() == [step == 5] * N
        assert info["TimeLimit.truncated"].tolist() == [step == 5] * N
        assert info["elapsed_step"].tolist() == [step % 6] * N


def test_gymnasium_results():
    assert cartpole("gymnasium").reset()[1] == {}
    env = cartpole("gymnasium", infos="all")
    obs, info = env.reset(seed=1)
    assert obs.shape == (N, 4)
    for key in ("env_id", "players", "elapsed_step"):
        assert info[f"_{key}"].tolist() == [True] * N
    assert info["players"]["_env_id"].all()
    assert len(env.step(ZEROS)) == 5
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    other = cartpole("gymnasium", autoreset_mode="disabled")
    assert other.autoreset_mode is gymnasium.vector.AutoresetMode.DISABLED
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    assert obs in env.observation_space
    assert env.observation_space.shape == (N, 4)
    assert env.action_space.shape == (N,)
    assert env.single_action_space == gymnasium.spaces.Discrete(2)
    env.step(env.action_space.sample())
    assert (env.num_envs, env.is_vector_env, env.render_mode) == (N, True, None)
    assert env.unwrapped is env


def test_dm_results():
    env = cartpole("dm", max_episode_steps=2)
    first = env.reset()
    assert isinstance(first, dm_env.TimeStep)
    assert first.step_type.dtype == np.int32
    assert first.first().all()
    assert first.observation._fields == ("env_id", "players", "obs")
    assert first.observation.obs.shape == (N, 4)
    assert first.observation.players.env_id.tolist() == list(range(N))
    mid = env.step(ZEROS)
    assert mid.mid().all()
    assert mid.reward.dtype == mid.discount.dtype == np.float32
    last = env.step(ZEROS)
    assert last.last().all()
    assert last.discount.tolist() == [1.0] * N  # the time limit is no termination
    assert env.observation_spec().obs.shape == (4,)
    assert env.action_spec().num_values == 2
    assert env.reward_spec().dtype == np.float32
    assert env.discount_spec().maximum == 1.0
    assert env.observation_spec() is env.observation_spec()


def test_recv_tells_the_form_of_its_result():
    env = cartpole()
    env.async_reset()
    assert len(env.recv(True)) == 2
    env.send(ZEROS)
    assert len(env.recv(reset=False)) == 5
    obs, *_ = env.recv()
    assert obs.shape == (0, 4)  # nothing is outstanding
    env.send(ZEROS[:2], [4, 1])
    env.send(ZEROS[:1], 3)
    info = env.recv(timeout=5.0)[-1]
    assert info["env_id"].tolist() == [4, 1, 3]


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_arrays_are_the_users(env_type):
    env = cartpole(env_type)
    kept = [env.reset(), *(env.step(ZEROS) for _ in range(20))]
    copies = [[leaf.copy() for leaf in leaves(result)] for result in kept]
    for array in leaves(env.step(ZEROS)):
        assert array.flags.writeable
        assert array.flags.c_contiguous
        array.fill(0)
    for _ in range(20):
        env.step(ZEROS)
    env.close()
    del env
    for result, copy in zip(kept, copies, strict=True):
        for array, expected in zip(leaves(result), copy, strict=True):
            np.testing.assert_array_equal(array, expected)


@pytest.mark.parametrize("task_id", ["FrozenLake-v1", "Blackjack-v1", "Taxi-v3"])
def test_plans_mean_the_same_in_python(task_id):
    env = envpool.make_gymnasium(task_id, num_envs=N, infos="all")
    result = env.reset()
    np.testing.assert_equal(trees.build(env._plans.reset, env._last_columns()), result)
    result = env.step(ZEROS)
    np.testing.assert_equal(trees.build(env._plans.step, env._last_columns()), result)


def test_leaves_of_plans():
    env = envpool.make_gymnasium("Blackjack-v1", num_envs=N)
    obs, done = (env._columns.index[key] for key in ("obs", "done"))
    leaves = [
        ("view", obs, (3, 1)),
        ("view", done, (1, 1)),
        ("pick", obs, 1, "int64"),
        ("pick", obs, 2, "bool"),
        ("pick", done, 0, "int64"),
        ("ones", obs),
    ]
    env._configure(("tuple", leaves), obs, env._normalizer())
    env.step(ZEROS)
    found = env.step(ZEROS)
    expected = trees.build(("tuple", leaves), env._last_columns())
    for mine, python in zip(found, expected, strict=True):
        assert (mine.dtype, mine.shape) == (python.dtype, python.shape)
        np.testing.assert_array_equal(mine, python)
    kept = found[0].copy()
    for _ in range(3):  # a view has separate memory
        env.step(ZEROS)
    env.close()
    np.testing.assert_array_equal(found[0], kept)


@pytest.mark.parametrize(
    "plan",
    [
        -1,
        10**30,
        (),
        ("ones",),
        ("ones", 10**30),
        ("ones", 0, 0),
        ("view", 0),
        ("view", 0, (2,)),
        ("view", 0, (-1, -1)),
        ("pick", 0, 1, "int64"),
        ("pick", 0, 0, "int8"),
        ("pick", 0, 0, None),
        ("pick", "obs", 0, "bool"),
        ("tuple", [("view", 10**6, ())]),
        ("unknown", 0),
    ],
)
def test_wrong_plans(plan):
    env = cartpole()
    env.reset()
    with pytest.raises(ValueError, match=r"^plan: "):
        env._configure(plan, 0, env._normalizer())
    assert len(env.step(ZEROS)) == 5


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_close(env_type):
    with cartpole(env_type) as env:
        env.reset()
        assert not env.closed
        step = env.step
    assert env.closed
    env.close()
    for call in (
        lambda: env.step(ZEROS),
        lambda: step(ZEROS),
        lambda: env.send(ZEROS),
        lambda: env.reset(),
        lambda: env.recv(),
        lambda: env.async_reset(),
    ):
        with pytest.raises(ClosedError):
            call()


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_a_dropped_pool_is_gone_at_once(env_type):
    env = cartpole(env_type)
    env.reset()
    env.step([0] * N)  # not on the fast path
    reference = weakref.ref(env)
    gc.disable()
    try:
        del env
        assert reference() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_bound_methods_keep_their_pool(env_type):
    """`lifetime_test` checks that the pool dies with its bound methods."""
    reset = cartpole(env_type).reset  # no other reference to the pool
    reset()
    step = cartpole(env_type, seed=1).step
    assert len(step(ZEROS)) == len(cartpole(env_type, seed=1).step(ZEROS))
    send, recv = (getattr(cartpole(env_type), name) for name in ("send", "recv"))
    send(ZEROS)
    with pytest.raises(ArgumentTypeError, match=r"^timeout: .*str"):
        recv(timeout="soon")
    assert list(inspect.signature(step).parameters) == ["action", "env_id", "out"]
    assert "Raises" in recv.__doc__


def test_a_pool_that_was_never_constructed():
    """Every public method raises an error that names the missing construction."""
    cls = type(cartpole())
    env = cls.__new__(cls)
    calls = {
        "step": (ZEROS,),
        "send": (ZEROS,),
        "recv": (),
        "_step_one": (0,),
        "_send": ([],),
        "_recv": (),
        "_reset": (ZEROS,),
        "_reset_seeded": (ZEROS, None, False),
        "_last_columns": (),
        "_last_faulty": (),
        "_render": (ZEROS, 0, 0, -1),
        "_render_size": (0, 0),
        "_render_texts": (ZEROS,),
        "_configure": (0, 0, None),
        "_save": ([0],),
        "_load": ([0], [b""]),
        "_done_mask": (),
        "_lend": (np.zeros(64, np.uint8),),
        "_make_static": (),
        "_set_tensor_type": (int,),
    }
    for name, args in calls.items():
        with pytest.raises(ProtocolError, match="not been constructed"):
            getattr(env, name)(*args)
    properties = ["_column_keys", "_closed", "_outstanding", "_num_threads"]
    properties += ["_num_sent", "_num_received", "_can_render_text", "_block_sizes"]
    for name in properties:
        with pytest.raises(ProtocolError, match="not been constructed"):
            getattr(env, name)
    env.close()


def test_subclasses_may_override():
    base = type(cartpole("gymnasium"))

    class Doubled(base):
        def step(self, action, env_id=None):
            obs, reward, *rest = super().step(action, env_id)
            return obs, 2 * reward, *rest

    env = Doubled(envpool.make_spec("CartPole-v1", num_envs=N))
    env.reset()
    assert env.step(ZEROS)[1].tolist() == [2.0] * N
    env.send(ZEROS)
    assert env.recv()[1].tolist() == [1.0] * N


def test_attributes_may_be_set_as_users_do():
    env = cartpole("gym")
    env.num_envs = N
    env.single_action_space = env.action_space
    env.single_observation_space = env.observation_space
    assert isinstance(env.single_action_space, gymnasium.spaces.Discrete)
    env = cartpole("gymnasium")
    env.observation_space = env.single_observation_space
    assert env.observation_space.shape == (4,)
    env.spec = None
    assert "CartPole" in repr(env)
    env.reset()
    env.step([0] * N)


def test_constructor_arguments():
    from envpool.classic_control import CartPoleGymEnvPool

    spec = envpool.make_spec("CartPole-v1")
    for bad in (None, 3, envpool.make_spec("Pendulum-v1"), spec.config):
        with pytest.raises(ArgumentTypeError, match="CartPoleEnvSpec"):
            CartPoleGymEnvPool(bad)
    for options in (3, {"num_envs": 3}, {"autoreset": "disabled"}):
        with pytest.raises(ConfigTypeError, match="option"):
            CartPoleGymEnvPool(spec, options)
    env = CartPoleGymEnvPool(spec)
    with pytest.raises(ProtocolError, match="already constructed"):
        env.__init__(spec)


def test_spaces_of_gym():
    """An installed `gym` changes nothing unless its spaces are requested."""
    gym = gym_module()
    for kwargs, expected in (
        ({}, gymnasium),
        ({"gym_spaces": True}, gym),
        ({"gym_api": "0.21"}, gym),
        ({"gym_api": "0.21", "gym_spaces": False}, gymnasium),
    ):
        env = cartpole("gym", **kwargs)
        assert isinstance(env, expected.Env)
        assert isinstance(env, gymnasium.vector.VectorEnv) == (expected is gymnasium)
        for name in ("observation_space", "single_observation_space"):
            assert isinstance(getattr(env, name), expected.spaces.Box)
        for name in ("action_space", "single_action_space"):
            assert isinstance(getattr(env, name), expected.spaces.Discrete)
        assert isinstance(env.spec.observation_space, expected.spaces.Box)
        assert isinstance(env.spec.action_space, expected.spaces.Discrete)
        env.close()
    spec = envpool.make_spec("CartPole-v1")
    assert spec.gym_action_space == gymnasium.spaces.Discrete(2)
    with pytest.raises(ConfigError, match="gym_spaces"):
        cartpole("gymnasium", gym_spaces=True)


def test_spaces_without_gym(monkeypatch):
    monkeypatch.setitem(sys.modules, "gym", None)
    env = cartpole("gym", gym_api="0.21")
    assert isinstance(env, gymnasium.Env)
    with pytest.raises(NotSupportedError, match="gym_spaces"):
        cartpole("gym", gym_spaces=True)


def test_wrappers_of_old_gym():
    gym = gym_module()
    env = cartpole(seed=1, gym_spaces=True)
    env = gym.wrappers.RecordEpisodeStatistics(env)
    env.reset()
    rng = np.random.default_rng(0)
    lengths = []
    for _ in range(100):
        info = env.step(rng.integers(2, size=N))[-1]
        if "episode" in info:
            lengths += [int(n) for n in info["episode"]["l"][info["_episode"]]]
    assert len(lengths) > 5
    assert env.unwrapped.num_envs == N


def test_config_of_the_wrapper_reaches_render():
    env = cartpole("gym")
    with pytest.raises(RuntimeError, match="render_mode"):
        env.render()


def test_an_env_without_names_of_cameras():
    with pytest.raises(ConfigError, match=r"render_camera_id: expected a number"):
        envpool.make_gym(
            "CartPole-v1", render_mode="rgb_array", render_camera_id="track"
        )
