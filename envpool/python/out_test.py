# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`step(out=)` and `recv(out=)`: rows in the user's own arrays."""

import gc
import weakref

import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    EnvIdError,
    NotSupportedError,
    ProtocolError,
)

N = 6
STEPS = 60  # some episodes end
ENV_TYPES = {"gym": {}, "gym 0.21": {"gym_api": "0.21"}, "gymnasium": {}, "dm": {}}
NAMES = {
    "gym": ("obs", "reward", "terminated", "truncated", "info"),
    "gym 0.21": ("obs", "reward", "done", "info"),
    "gymnasium": ("obs", "reward", "terminated", "truncated", "info"),
    "dm": ("step_type", "reward", "discount", "observation"),
}


def make(api="gymnasium", task="CartPole-v1", **kwargs):
    options = {"num_envs": N, **ENV_TYPES[api], **kwargs}
    return envpool.make(task, api.split()[0], **options)


def like(tree):
    """Returns new arrays, nested like `tree`; None in place of other objects."""
    if isinstance(tree, dict):
        return {key: like(value) for key, value in tree.items()}
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return {key: like(value) for key, value in tree._asdict().items()}
    if isinstance(tree, tuple):
        return tuple(map(like, tree))
    return np.full_like(tree, 77) if tree.dtype != object else None


def out_for(api, result):
    return {key: like(each) for key, each in zip(NAMES[api], result, strict=True)}


def pairs(out, result):
    """Yields each array of `out` with the corresponding array of the result."""
    if isinstance(out, dict):
        for i, (key, value) in enumerate(out.items()):
            named = hasattr(result, "_fields")
            yield from pairs(value, result[i] if named else result[key])
    elif isinstance(out, tuple):
        for value, item in zip(out, result, strict=True):
            yield from pairs(value, item)
    elif out is not None:
        yield out, result


def flat(api, out, result):
    if api != "dm":
        result = dict(zip(NAMES[api], result, strict=True))
    return list(pairs(out, result))


def without_times(result):
    """Removes the durations of episodes."""
    if isinstance(result[-1], dict) and "episode" in result[-1]:
        del result[-1]["episode"]["t"]
    return result


@pytest.mark.parametrize("api", ENV_TYPES)
@pytest.mark.parametrize("task", ["CartPole-v1", "Blackjack-v1", "Pendulum-v1"])
@pytest.mark.parametrize("batch_size", [N, 2])
def test_everything_in_arrays_of_mine(api, task, batch_size):
    options = {"batch_size": batch_size, "max_episode_steps": 9}
    options |= {"caller_helps": False, "num_threads": 1}  # a fixed order of rows
    if api in ("gym", "gym 0.21"):
        options |= {"episode_stats": True, "autoreset_mode": "same_step"}
    if api == "gymnasium":
        options |= {"infos": "all"}
    with make(api, task, **options) as env, make(api, task, **options) as other:
        env.async_reset()
        other.async_reset()
        first, _ = env.recv(), other.recv()
        rng = np.random.default_rng(0)
        out = None
        for _ in range(STEPS):
            rows = first.observation if api == "dm" else first[-1]
            ids = rows.env_id if api == "dm" else rows["env_id"]
            action = env.spec.action_space.sample()
            actions = np.stack([action] * len(ids))
            if actions.dtype.kind == "i":
                actions = rng.integers(0, 2, len(ids))
            result = without_times(other.step(actions, ids))
            out = out or out_for(api, result)
            first = without_times(env.step(actions, ids, out=out))
            np.testing.assert_equal(first, result)
            assert all(mine is its for mine, its in flat(api, out, first))
        assert len(flat(api, out, first)) > 4


def test_rollout_buffer():
    """Rows are written directly into a learner's buffer."""
    obs = np.zeros((STEPS + 1, N, 4), np.float32)
    rewards = np.zeros((STEPS, N), np.float32)
    with make() as env, make() as other:
        obs[0] = env.reset()[0]
        other.reset()
        for t in range(STEPS):
            actions = np.full(N, t % 2)
            into = {"obs": obs[t + 1], "reward": rewards[t]}
            result = env.step(actions, out=into)
            assert result[0] is into["obs"]
            assert result[1] is into["reward"]
            expected = other.step(actions)
            for mine, its in zip(result, expected, strict=True):
                np.testing.assert_equal(mine, its)
            assert (obs[t + 1] == expected[0]).all()
            assert (rewards[t] == expected[1]).all()


def test_a_few_envs():
    with make() as env, make() as other:
        env.reset()
        other.reset()
        obs = np.zeros((3, 4), np.float32)
        for ids in ([4, 2, 0], [1, 3, 5], [0, 1, 2]):
            result = env.step(np.ones(3, int), np.array(ids), out={"obs": obs})
            expected = other.step(np.ones(3, int), np.array(ids))
            np.testing.assert_equal(result, expected)
            assert result[0] is obs
        # Pending rows come with those of the new action.
        env.send(np.ones(2, int), [5, 3])
        obs = np.zeros((5, 4), np.float32)
        result = env.step(np.ones(3, int), [0, 1, 2], out={"obs": obs})
        other.send(np.ones(2, int), [5, 3])
        np.testing.assert_equal(result, other.step(np.ones(3, int), [0, 1, 2]))


def test_recv_and_reset():
    with make() as env, make() as other:
        obs = np.zeros((N, 4), np.float32)
        env.async_reset()
        assert env.recv(reset=True, out={"obs": obs})[0] is obs
        assert (obs == other.reset()[0]).all()
        env.send(np.ones(N, int))
        assert env.recv(out={"obs": obs})[0] is obs
        assert (obs == other.step(np.ones(N, int))[0]).all()


def test_the_pool_lets_go():
    with make() as env:
        env.reset()
        obs = np.zeros((N, 4), np.float32)
        env.step(np.ones(N, int), out={"obs": obs})
        kept = obs.copy()
        for _ in range(5):
            env.step(np.ones(N, int))
        assert (obs == kept).all()
        gone = weakref.ref(obs)
        del obs
        gc.collect()
        assert gone() is None


def zeros(dtype=np.float32, shape=(N, 4)):
    return np.zeros(shape, dtype)


class Tensor:
    """A tensor without a NumPy array."""

    def numpy(self):
        raise RuntimeError("it requires grad")


MEMORY = zeros(shape=5 * N)


WRONG = {
    "rows": ({"obs": zeros(shape=(N - 1, 4))}, ArgumentError, "(6, 4)"),
    "shape": ({"obs": zeros(shape=(N, 5))}, ArgumentError, "(rows, 4)"),
    "axes": ({"obs": zeros(shape=N)}, ArgumentError, "(rows, 4)"),
    "0-d": ({"reward": zeros(shape=())}, ArgumentError, "(rows,)"),
    "dtype": ({"obs": zeros(np.float64)}, ArgumentTypeError, "float32"),
    "byte order": ({"obs": zeros(">f4")}, ArgumentTypeError, "float32"),
    "objects": ({"obs": zeros(object)}, ArgumentTypeError, "float32"),
    "strides": ({"obs": zeros(shape=(N, 8))[:, ::2]}, ArgumentError, "contiguous"),
    "order": ({"obs": zeros(shape=(4, N)).T}, ArgumentError, "contiguous"),
    "list": ({"obs": [[0.0] * 4] * N}, ArgumentTypeError, "list"),
    "tensor": ({"obs": Tensor()}, ArgumentTypeError, "Tensor"),
    "no dict": (zeros(), ArgumentTypeError, "dict"),
    "key": ({"rewards": zeros(shape=N)}, ArgumentError, "rewards"),
    "key that is no text": ({1: zeros(shape=N)}, ArgumentError, "'reward'"),
    "info": ({"info": {"obs": zeros()}}, ArgumentError, "out['info']"),
    "memory": (
        {"obs": MEMORY[: 4 * N].reshape(N, 4), "reward": MEMORY[3 * N : 4 * N]},
        ArgumentError,
        "out['reward']: expected memory of its own, got some that out['obs'] has",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit(case):
    out, error, text = WRONG[case]
    with make(infos="all") as env:
        env.reset()
        before = env.save_state()
        with pytest.raises(error, match=r"^out") as raised:
            env.step(np.ones(N, int), out=out)
        assert text in str(raised.value)
        assert env.save_state() == before  # nothing was sent
        env.send(np.ones(N, int))
        with pytest.raises(error, match=r"^out"):
            env.recv(out=out)
        assert len(env.recv()[0]) == N  # nothing was lost


def test_neighbours_in_memory():
    with make() as env:
        env.reset()
        out = {"obs": MEMORY[: 4 * N].reshape(N, 4), "reward": MEMORY[4 * N :]}
        assert env.step(np.ones(N, int), out=out)[1] is out["reward"]
        assert out["reward"].tolist() == [1] * N


def test_a_dict_that_changes_meanwhile():
    class Tensor:
        def numpy(self):
            out.clear()
            return np.zeros((N, 4), np.float32)

    out = {"obs": Tensor()}
    with make() as env:
        env.reset()
        assert type(env.step(np.ones(N, int), out=out)[0]) is Tensor


def test_readonly_arrays():
    obs = zeros()
    obs.flags.writeable = False
    with make() as env:
        env.reset()
        with pytest.raises(ArgumentError, match=r"out\['obs'\].*writeable"):
            env.step(np.ones(N, int), out={"obs": obs})


def test_an_action_that_is_refused():
    with make() as env, make() as other:
        env.reset()
        other.reset()
        obs = zeros()
        with pytest.raises(ArgumentError):
            env.step(np.full(N, 7), out={"obs": obs})
        with pytest.raises(EnvIdError):
            env.step(np.ones(N, int), [0, 1, 2, 3, 4, 9], out={"obs": obs})
        assert (obs == 0).all()
        expected = other.step(np.ones(N, int))
        np.testing.assert_equal(env.step(np.ones(N, int)), expected)
        assert (obs == 0).all()


def test_pending_envs():
    with make() as env:
        env.reset()
        env.send(np.ones(N, int))
        with pytest.raises(ProtocolError):
            env.step(np.ones(N, int), out={"obs": zeros(shape=(2 * N, 4))})
        assert len(env.recv()[0]) == N


def test_workers_write_to_the_array_itself():
    """Workers write rows only to the user's array, not to the pool's own."""
    with make() as env:
        env.reset()
        obs = zeros()
        reward = zeros(shape=N)
        env.step(np.ones(N, int), out={"obs": obs, "reward": reward})
        index = env._columns.index
        own = env._last_columns()
        assert (own[index["info:env_id"]] == np.arange(N)).all()
        assert not (own[index["obs"]] == obs).all()
        assert (own[index["reward"]] != reward).all()


def test_players_and_texts():
    with envpool.make("BabyAI-OpenDoor-v0", "gymnasium", num_envs=N) as env:
        obs, _ = env.reset()
        image = np.zeros_like(obs["image"])
        out = {"obs": {"image": image, "mission": None}}
        result = env.step(np.zeros(N, int), out=out)
        assert result[0]["image"] is image
        assert image.any()
        assert isinstance(result[0]["mission"][0], str)
        with pytest.raises(NotSupportedError, match="texts"):
            env.step(np.zeros(N, int), out={"obs": {"mission": image}})
