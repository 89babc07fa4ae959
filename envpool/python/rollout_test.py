# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`rollout` and `evaluate`: the same as single steps, and their arguments."""

import ctypes
import itertools
import signal

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import (
    ArgumentError,
    ArgumentTypeError,
    NotSupportedError,
    ProtocolError,
)
from envpool.policies import MLP, Linear, Native, OpenLoop, Random, Repeat

STEPS = 60


def actions_for(env, steps=STEPS, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(0, env.spec.action_space.n, (steps, len(env))).astype(np.int32)


def by_steps(env, actions):
    """Returns obs, reward, terminated and truncated, each (steps, envs, ...)."""
    found = [[np.array(a) for a in env.step(row)[:4]] for row in actions]
    return [np.stack(column) for column in zip(*found, strict=True)]


def assert_equal(found, expected):
    for name, array in zip(
        ("obs", "reward", "terminated", "truncated"), expected, strict=True
    ):
        np.testing.assert_array_equal(getattr(found, name), array, err_msg=name)


@pytest.mark.parametrize("env_type", ["gymnasium", "gym", "dm"])
@pytest.mark.parametrize("task_id", ["CartPole-v1", "FrozenLake-v1", "Acrobot-v1"])
def test_all_apis_return_the_rows_of_single_steps(task_id, env_type):
    single = envpool.make_gymnasium(task_id, num_envs=9, seed=3)
    actions = actions_for(single)
    expected = by_steps(single, actions)
    env = envpool.make(task_id, env_type=env_type, num_envs=9, seed=3)
    found = env.rollout(STEPS, OpenLoop(actions))
    if env_type == "gymnasium":
        assert_equal(found, expected)
        assert found.obs.dtype == expected[0].dtype
    np.testing.assert_array_equal(
        found.obs.reshape(expected[0].shape), expected[0], err_msg="obs"
    )
    np.testing.assert_array_equal(found.reward, expected[1])
    np.testing.assert_array_equal(found.action, actions)
    assert found.reward.dtype == np.float32
    assert found.log_prob is None
    assert found.value is None
    assert found.info == {}


@pytest.mark.parametrize(
    "options",
    [
        {"normalize_obs": True, "normalize_reward": True},
        {"frame_stack": 3},
        {"autoreset_mode": "same_step"},
        {"batch_size": 3},
        {"num_threads": 1, "chunk": 2},
        {"shared_threads": True},
    ],
    ids=str,
)
def test_options(options):
    alone = {k: v for k, v in options.items() if k not in ("batch_size", "chunk")}
    single = envpool.make_gymnasium("CartPole-v1", num_envs=9, seed=3, **alone)
    actions = actions_for(single)
    single.reset()
    expected = by_steps(single, actions)
    env = envpool.make_gymnasium("CartPole-v1", num_envs=9, seed=3, **options)
    env.reset() if not env.is_async else None
    if env.is_async:
        env.rollout(1, Repeat(actions[0]))  # resets
    assert_equal(env.rollout(STEPS, OpenLoop(actions)), expected)


def test_steps_and_rollouts_may_alternate():
    envs = [envpool.make_gymnasium("CartPole-v1", num_envs=5, seed=1) for _ in "ab"]
    actions = actions_for(envs[0], 30)
    for env in envs:
        env.reset(seed=4)
    expected = by_steps(envs[0], actions)
    first = envs[1].rollout(10, OpenLoop(actions[:10]))
    middle = by_steps(envs[1], actions[10:20])
    last = envs[1].rollout(10, OpenLoop(actions[20:]))
    found = np.concatenate([first.obs, middle[0], last.obs])
    np.testing.assert_array_equal(found, expected[0])
    mask = np.array([True, False, False, False, False])
    obs, _ = envs[1].reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(obs[1:], last.obs[-1, 1:])


def test_out():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1)
    actions = actions_for(env, 6)
    expected = env.rollout(6, OpenLoop(actions), infos=["elapsed_step"])
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1)
    out = {
        "obs": np.full((6, 4, 4), 7, np.float32),
        "reward": np.full((6, 4), 7, np.float32),
        "action": np.zeros((6, 4), np.int32),
        "info": {"elapsed_step": np.zeros((6, 4), np.int32)},
    }
    found = env.rollout(6, OpenLoop(actions), out=out, infos=["elapsed_step"])
    assert found.obs is out["obs"]
    assert found.reward is out["reward"]
    assert found.action is out["action"]
    assert found.info["elapsed_step"] is out["info"]["elapsed_step"]
    np.testing.assert_array_equal(found.obs, expected.obs)
    np.testing.assert_array_equal(found.action, actions)
    np.testing.assert_array_equal(
        found.info["elapsed_step"], expected.info["elapsed_step"]
    )
    unaligned = np.zeros(6 * 4 * 4 * 4 + 1, np.uint8)[1:].view(np.float32)
    unaligned = unaligned.reshape(6, 4, 4)
    read_only = np.zeros((6, 4, 4), np.float32)
    read_only.flags.writeable = False
    for key, array, text in (
        ("obs", np.zeros((6, 4, 4)), "float32 of shape"),
        ("obs", np.zeros((5, 4, 4), np.float32), "shape"),
        ("reward", np.zeros((4, 6), np.float32).T, "C order"),
        ("rewards", np.zeros((6, 4), np.float32), "no keys but"),
        ("log_prob", np.zeros((6, 4), np.float32), "does not compute"),
        ("value", np.zeros((6, 4), np.float32), "does not compute"),
        ("info", {"elapsed_step": np.zeros((6, 4), np.int32)}, "no keys but none"),
        ("obs", unaligned, "aligned"),
        ("obs", read_only, "writable"),
    ):
        with pytest.raises(ArgumentError, match=text):
            env.rollout(6, Random(), out={key: array})


def test_tensors():
    torch = pytest.importorskip("torch")
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1, output="torch")
    env.reset()
    out = {"obs": torch.zeros(6, 4, 4)}
    found = env.rollout(6, Random(2), out=out)
    assert found.obs is out["obs"]
    assert isinstance(found.reward, torch.Tensor)
    assert bool((found.obs != 0).any())


def test_random_continues_and_is_legal():
    env = envpool.make_gymnasium("Taxi-v3", num_envs=3, seed=1, infos="all")
    _, info = env.reset()
    policy = Random(seed=5)
    masks = [info["action_mask"].copy()]
    for _ in range(2):
        found = env.rollout(20, policy, infos=["action_mask", "elapsed_step"])
        masks += list(found.info["action_mask"])
        before = masks[-21:-1]
        for mask, action, elapsed in zip(
            before, found.action, found.info["elapsed_step"], strict=True
        ):
            for i in np.flatnonzero(elapsed > 0):
                assert mask[i, action[i]] == 1
    assert policy.step == 40
    again = envpool.make_gymnasium("CartPole-v1", num_envs=3, seed=1)
    whole = again.rollout(40, Random(5)).action
    halves = envpool.make_gymnasium("CartPole-v1", num_envs=3, seed=1, num_threads=2)
    policy = Random(5)
    parts = [halves.rollout(20, policy).action for _ in range(2)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))


def test_arrays_that_overlap():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1)
    env.reset()
    memory = np.zeros(7 * 4 * 4, np.float32)
    out = {"obs": memory[:96].reshape(6, 4, 4), "reward": memory[80:104].reshape(6, 4)}
    with pytest.raises(ArgumentError, match=r"reward: expected memory of its own"):
        env.rollout(6, Random(), out=out)
    actions = actions_for(env, 6)
    copied = actions.copy()
    found = env.rollout(6, OpenLoop(actions), out={"action": actions})
    np.testing.assert_array_equal(found.action, copied)


def test_masks_of_loaded_states_are_unknown():
    env = envpool.make_gymnasium("Taxi-v3", num_envs=3, seed=1)
    env.reset()
    states = env.save_state()
    env.rollout(5, Random())
    env.evaluate(states, np.zeros((3, 1, 4), np.int32))
    env.rollout(5, Random())
    env.load_state(states)
    with pytest.raises(ProtocolError, match="legal"):
        env.rollout(5, Random())
    env.step(np.zeros(3, np.int32))
    env.rollout(5, Random())


def play_on(env):
    while True:
        env.rollout(20_000, Random())


def test_ctrl_c_ends_a_rollout():
    env = envpool.make_gymnasium("Acrobot-v1", num_envs=64, seed=1)
    env.reset()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            play_on(env)
    finally:
        signal.signal(signal.SIGALRM, before)
    env.rollout(5, Random())
    env.step(np.zeros(64, np.int32))


def test_random_floats():
    env = envpool.make_gymnasium("Pendulum-v1", num_envs=50, seed=1)
    found = env.rollout(100, Random(1)).action
    assert -2 <= found.min() < -1.9
    assert 1.9 < found.max() <= 2
    assert abs(found.mean()) < 0.1


def mlp(sizes, rng):
    return [
        (
            rng.normal(size=(n, m)).astype(np.float32) / np.sqrt(m),
            rng.normal(size=n).astype(np.float32),
        )
        for m, n in itertools.pairwise(sizes)
    ]


def run_mlp(layers, x, activation=np.tanh):
    for i, (weights, biases) in enumerate(layers):
        x = x.astype(np.float64) @ weights.T + biases
        if i + 1 < len(layers):
            x = activation(x)
    return x


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_mlp_of_choices(activation):
    rng = np.random.default_rng(0)
    env = envpool.make_gymnasium("CartPole-v1", num_envs=33, seed=1)
    actor, critic = mlp([4, 32, 32, 2], rng), mlp([4, 16, 1], rng)
    obs, _ = env.reset()
    first = obs.copy()
    policy = MLP(actor, activation, critic=critic, log_prob=True, seed=3)
    found = env.rollout(50, policy)
    before = np.concatenate([first[None], found.obs[:-1]])
    function = np.tanh if activation == "tanh" else lambda x: np.maximum(x, 0)
    logits = run_mlp(actor, before, function)
    log_probs = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    expected = np.take_along_axis(log_probs, found.action[..., None].astype(int), -1)
    np.testing.assert_allclose(found.log_prob, expected[..., 0], atol=2e-5)
    np.testing.assert_allclose(
        found.value, run_mlp(critic, before, function)[..., 0], atol=2e-5
    )
    share = np.exp(log_probs[..., 1]).mean()
    assert abs(found.action.mean() - share) < 0.05  # 1,650 draws
    greedy = env.rollout(5, MLP(actor, activation, sample=False))
    before = np.concatenate([found.obs[-1:], greedy.obs[:-1]])
    np.testing.assert_array_equal(
        greedy.action, run_mlp(actor, before, function).argmax(-1)
    )


def test_mlp_of_floats_with_a_network_for_each_env():
    rng = np.random.default_rng(0)
    env = envpool.make_gymnasium("Pendulum-v1", num_envs=6, seed=1)
    weights = rng.normal(size=(6, 1, 3)).astype(np.float32)
    obs, _ = env.reset()
    first = obs.copy()
    found = env.rollout(20, Linear(weights, sample=False))
    before = np.concatenate([first[None], found.obs[:-1]])
    expected = np.einsum("tni,noi->tno", before, weights)
    np.testing.assert_allclose(found.action, expected, atol=1e-5)
    drawn = env.rollout(400, Linear(weights, log_std=[-1.0], log_prob=True, seed=2))
    before = np.concatenate([found.obs[-1:], drawn.obs[:-1]])
    noise = (drawn.action - np.einsum("tni,noi->tno", before, weights)) / np.exp(-1.0)
    assert abs(noise.mean()) < 0.05
    assert abs(noise.std() - 1) < 0.05
    expected = -0.5 * noise[..., 0] ** 2 + 1 - 0.5 * np.log(2 * np.pi)
    np.testing.assert_allclose(drawn.log_prob, expected, atol=1e-3)


@ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
)
def left_or_right(observation, action, env_id, step):
    angle = ctypes.cast(observation, ctypes.POINTER(ctypes.c_float))[2]
    ctypes.cast(action, ctypes.POINTER(ctypes.c_int32))[0] = int(angle > 0)


def test_native_function():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=3, seed=1, num_threads=1)
    obs, _ = env.reset()
    first = obs.copy()
    address = ctypes.cast(left_or_right, ctypes.c_void_p).value
    found = env.rollout(30, Native(address, keep=left_or_right))
    before = np.concatenate([first[None], found.obs[:-1]])
    np.testing.assert_array_equal(found.action, before[..., 2] > 0)


def test_same_step_has_final_observations():
    env = envpool.make_gymnasium(
        "CartPole-v1", num_envs=5, seed=1, autoreset_mode="same_step"
    )
    env.reset()
    found = env.rollout(100, Random(1), infos=["final_obs", "_final"])
    ends = found.terminated | found.truncated
    assert ends.any()
    np.testing.assert_array_equal(found.info["_final"], ends)
    assert (np.abs(found.info["final_obs"][ends]).max(-1) > 0.2).all()


def test_wrong_arguments():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=3, seed=1)
    layers = mlp([4, 2], np.random.default_rng(0))
    with pytest.raises(ProtocolError, match="reset"):
        env.rollout(2, MLP(layers))
    env.reset()
    for policy, text in (
        (OpenLoop(np.zeros((4, 3), np.int32)), "5 steps, got 4"),
        (OpenLoop(np.full((5, 3), 2, np.int32)), "action"),
        (MLP(mlp([5, 2], np.random.default_rng(0))), "inputs"),
        (MLP(mlp([4, 3], np.random.default_rng(0))), "2 outputs"),
        (MLP([]), "layers"),
        (Random(seed=2**64), "seed"),
    ):
        with pytest.raises((ArgumentError, ArgumentTypeError), match=text):
            env.rollout(5, policy)
    with pytest.raises(ArgumentTypeError, match="policy: expected one of"):
        env.rollout(5, lambda obs: obs)
    with pytest.raises(ArgumentError, match="steps"):
        env.rollout(0, Random())
    with pytest.raises(ArgumentError, match="infos"):
        env.rollout(1, Random(), infos=["elapsed_steps"])
    env.send(np.zeros(3, np.int32))
    with pytest.raises(ProtocolError, match="pending"):
        env.rollout(1, Random())
    env.recv()
    env.rollout(1, Random())


def test_recording_pools_refuse(tmp_path):
    env = envpool.make_gymnasium(
        "CartPole-v1", num_envs=2, record_actions=str(tmp_path / "actions")
    )
    with pytest.raises(NotSupportedError, match="record"):
        env.rollout(3, Random())
    env.close()


def test_evaluate_equals_single_steps():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1)
    env.reset()
    env.rollout(7, Random(0))
    states = env.save_state()[:3]
    actions = np.random.default_rng(0).integers(0, 2, (3, 5, 40)).astype(np.int32)
    before = env.save_state()
    found = env.evaluate(states, actions)
    assert env.save_state() == before
    one = envpool.make_gymnasium("CartPole-v1", num_envs=4, seed=1)
    for s in range(3):
        for k in range(5):
            one.load_state([states[s]] * 4)
            _, reward, terminated, truncated = by_steps(
                one, np.repeat(actions[s, k][:, None], 4, 1)
            )
            ends = (terminated | truncated)[:, 0]
            length = ends.argmax() + 1 if ends.any() else 40
            assert found.lengths[s, k] == length
            assert found.ended[s, k] == ends.any()
            assert found.returns[s, k] == reward[:length, 0].sum()
            assert found.states[s][k] == one.save_state()[0]
    shared = env.evaluate(states, actions[0])
    np.testing.assert_array_equal(shared.returns[0], found.returns[0])
    with pytest.raises(ArgumentError, match=r"actions: .*got \(2, 5, 40\)$"):
        env.evaluate(states, actions[:2])


def test_python_envs():
    env = envpool.from_gymnasium(
        lambda: gymnasium.make("CartPole-v1"), num_envs=3, seed=1
    )
    twin = envpool.from_gymnasium(
        lambda: gymnasium.make("CartPole-v1"), num_envs=3, seed=1
    )
    with env, twin:
        actions = np.random.default_rng(0).integers(0, 2, (30, 3))
        env.reset()
        twin.reset()
        expected = by_steps(twin, actions)
        assert_equal(env.rollout(30, OpenLoop(actions)), expected)


@pytest.mark.parametrize("in_python", [False, True])
def test_mixed_pools(in_python):
    other = (lambda: gymnasium.make("CartPole-v1")) if in_python else "Acrobot-v1"

    def make():
        tasks = [("CartPole-v1", 5), (other, 3)]
        return envpool.make_mixed(tasks, env_type="gym", seed=1, pad=True)

    with make() as env, make() as twin:
        actions = np.random.default_rng(0).integers(0, 2, (30, 8)).astype(np.int32)
        twin.reset()
        env.reset()
        found = env.rollout(30, OpenLoop(actions))
        for step, row in enumerate(actions):
            _, reward, terminated, truncated, _ = twin.step(row)
            np.testing.assert_array_equal(found.reward[step], reward)
            np.testing.assert_array_equal(found.terminated[step], terminated)
            np.testing.assert_array_equal(found.truncated[step], truncated)
