# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools on a GPU: programs of JAX and tensors of PyTorch equal those on the CPU.

Needs a GPU, JAX with CUDA and PyTorch with CUDA; tests without these are skipped.
docs/content/jax.rst describes how to run it.
"""

import functools
import os
import threading

import numpy as np
import pytest

import envpool
from envpool.testing.outputs import NUM_ENVS as N
from envpool.testing.outputs import arrays_of, make

# Otherwise JAX would reserve most of the memory, and leave too little for PyTorch.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

STEPS = 60
TASKS = [
    ("CartPole-v1", "gym"),
    ("CartPole-v1", "gymnasium"),
    ("CartPole-v1", "dm"),
    ("Pendulum-v1", "gymnasium"),
    ("HalfCheetah-v5", "gymnasium"),  # 64-bit observations
    ("Pong-v5", "gymnasium"),  # some bytes
    ("BabyAI-OpenDoor-v0", "gymnasium"),  # a dict with texts
]


def jax_gpu():
    """Returns JAX and its first GPU."""
    jax = pytest.importorskip("jax", reason="needs JAX")
    try:
        return jax, jax.devices("cuda")[0]
    except RuntimeError as error:
        pytest.skip(f"needs JAX with CUDA, and a GPU: {error}")


def torch_gpu():
    """Returns PyTorch and its first GPU."""
    torch = pytest.importorskip("torch", reason="needs PyTorch")
    if not torch.cuda.is_available():
        pytest.skip(f"needs PyTorch with CUDA, and a GPU: this is {torch.__version__}")
    return torch, torch.device("cuda", 0)


def actions_of(env, steps=STEPS):
    rng = np.random.default_rng(0)
    space = env.spec.action_space
    if hasattr(space, "n"):
        return rng.integers(0, space.n, (steps, N)).astype(np.int32)
    values = rng.uniform(space.low, space.high, (steps, N, *space.shape))
    return values.astype(np.float32)


def play(jax, device, env, actions):
    """Returns the result of a scan over steps on this device."""
    handle, _, _, step = env.xla()
    with jax.default_device(device):
        _, results = jax.jit(lambda h, a: jax.lax.scan(step, h, a))(handle, actions)
    for leaf in jax.tree.leaves(results):
        assert leaf.devices() == {device}
    return jax.device_get(results)


def assert_equal(jax, mine, its):
    assert jax.tree.structure(mine) == jax.tree.structure(its)
    for left, right in zip(arrays_of(mine), arrays_of(its), strict=True):
        assert left.dtype == right.dtype
        np.testing.assert_array_equal(left, right)


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize(("task", "api"), TASKS)
def test_scan(task, api, x64):
    jax, gpu = jax_gpu()
    results = []
    for device in (gpu, jax.devices("cpu")[0]):
        with jax.enable_x64(x64), envpool.make(task, api, num_envs=N, seed=3) as env:
            env.reset()
            results.append(play(jax, device, env, actions_of(env)))
    assert_equal(jax, *results)


@pytest.mark.parametrize("num_envs", [6, 32, 64])
def test_a_scan_steps_once(num_envs):
    """With 32 and 64 envs, XLA can merge the call with slices of aligned arrays."""
    jax, gpu = jax_gpu()
    actions = np.random.default_rng(0).integers(0, 2, (STEPS, num_envs), np.int32)
    results = []
    for device in (gpu, jax.devices("cpu")[0]):
        with make(num_envs=num_envs, seed=3) as env:
            env.reset()
            handle, _, _, step = env.xla()
            with jax.default_device(device):
                scan = jax.jit(lambda h, a, step=step: jax.lax.scan(step, h, a))
                text = scan.lower(handle, actions).compile().as_text()
                assert text.count('custom_call_target="envpool_step"') == 1
            results.append(play(jax, device, env, actions))
    assert_equal(jax, *results)


def test_a_policy_on_the_gpu():
    """Actions come from observations, in one program and in many that overlap."""
    jax, gpu = jax_gpu()

    def body(step, carry, _):
        handle, obs = carry
        handle, result = step(handle, (obs[:, 2] > 0).astype(np.int32))
        return (handle, result[0]), result

    with make() as env, make() as other, jax.default_device(gpu):
        found, expected = [], []
        obs = env.reset()[0]
        handle, _, _, step = env.xla()
        both = jax.jit(functools.partial(body, step))
        carry = (handle, jax.numpy.asarray(obs))
        for _ in range(STEPS):
            carry, result = both(carry, None)
            found.append(result[0])
        obs = other.reset()[0]
        for _ in range(STEPS):
            obs = other.step((obs[:, 2] > 0).astype(np.int32))[0]
            expected.append(obs)
        np.testing.assert_array_equal(np.stack(jax.device_get(found)), expected)


def test_send_recv_and_some_envs():
    jax, gpu = jax_gpu()
    ids = np.array([4, 1], np.int32)
    with make() as env, make() as other, jax.default_device(gpu):
        env.reset()
        other.reset()
        handle, recv, send, step = env.xla()

        @functools.partial(jax.jit, donate_argnums=0)
        def run(handle, actions):
            handle, first = recv(send(handle, actions))
            handle, second = step(handle, actions[:2], ids)
            return handle, (first[0], second[0])

        handle = jax.numpy.asarray(handle)
        for action in actions_of(env):
            handle, found = run(handle, action)
            np.testing.assert_array_equal(found[0], other.step(action)[0])
            np.testing.assert_array_equal(found[1], other.step(action[:2], ids)[0])


def test_errors():
    jax, gpu = jax_gpu()
    with make() as env, jax.default_device(gpu):
        env.reset()
        handle, _, _, step = env.xla()
        for wrong in (2, -1):
            with pytest.raises(jax.errors.JaxRuntimeError, match=r"in \[0, 1\], got"):
                jax.block_until_ready(jax.jit(step)(handle, np.full(N, wrong)))
        jax.block_until_ready(jax.jit(step)(handle, np.zeros(N, np.int32)))
    with pytest.raises(jax.errors.JaxRuntimeError, match="ClosedError"):
        jax.block_until_ready(jax.jit(step)(handle, np.zeros(N, np.int32)))


def test_threads():
    jax, gpu = jax_gpu()
    results = {}

    def run(seed):
        with make(seed=seed) as env:
            env.reset()
            results[seed] = play(jax, gpu, env, actions_of(env))

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(4):
        with make(seed=seed) as env:
            env.reset()
            cpu = play(jax, jax.devices("cpu")[0], env, actions_of(env))
        assert_equal(jax, results[seed], cpu)


def assert_same_tensors(mine, its):
    for tensor, array in zip(arrays_of(mine), arrays_of(its), strict=True):
        if isinstance(array, np.ndarray):
            assert tensor.device.type == "cuda"
            assert tensor.cpu().numpy().dtype == array.dtype
            tensor = tensor.cpu()
        np.testing.assert_array_equal(tensor, array)


@pytest.mark.parametrize(("task", "api"), TASKS)
def test_tensors(task, api):
    _, gpu = torch_gpu()
    with (
        make(task, api, seed=3, output="torch") as env,
        make(task, api, seed=3) as twin,
    ):
        env.to(gpu)
        assert_same_tensors(env.reset(), twin.reset())
        for action in actions_of(env):
            assert_same_tensors(env.step(action), twin.step(action))


def memory_of(tensor):
    return tensor.untyped_storage().data_ptr()


@pytest.mark.parametrize("static", [False, True])
def test_small_arrays_share_a_block(static):
    """One copy brings them to the GPU; to PyTorch they are separate tensors."""
    torch, gpu = torch_gpu()
    with make("Pong-v5", output="torch", static_output=static) as env:
        env.to(gpu).reset()
        for _ in range(8):
            obs, reward, terminated, *_ = env.step(np.ones(N, int))
            assert memory_of(reward) == memory_of(terminated)
            assert (memory_of(obs) == memory_of(reward)) == static
            assert all(each.data_ptr() % 64 == 0 for each in (obs, reward, terminated))
            scale = torch.ones((), device=gpu, requires_grad=True)
            loss = (reward * scale).sum()  # keeps `reward` to compute the gradient
            terminated.logical_not_()
            loss.backward()  # raises an error if `reward` has changed


@pytest.mark.parametrize("static", [False, True])
def test_out_on_the_host_and_the_rest_on_the_gpu(static):
    _, gpu = torch_gpu()
    with make(output="torch", static_output=static) as env, make() as other:
        env.to(gpu).reset()
        other.reset()
        for step in range(STEPS):
            reward = np.zeros(N, np.float32)
            mine = env.step(
                np.ones(N, int), out={"reward": reward} if step % 3 else None
            )
            its = other.step(np.ones(N, int))
            assert (mine[1] is reward) == bool(step % 3)
            np.testing.assert_array_equal(reward if step % 3 else mine[1].cpu(), its[1])
            assert_same_tensors((mine[0], *mine[2:]), (its[0], *its[2:]))


def test_masked_reset():
    _, gpu = torch_gpu()
    with make(output="torch") as env, make() as other:
        env.to(gpu).reset()
        other.reset()
        options = {"reset_mask": np.arange(N) % 2 == 0}
        assert_same_tensors(
            env.reset(seed=3, options=options), other.reset(seed=3, options=options)
        )


@pytest.mark.parametrize("num_envs", [N, 1000])
def test_tensors_while_the_gpu_is_busy(num_envs):
    """Copies run ahead of the caller's work, and kept tensors stay unchanged."""
    torch, gpu = torch_gpu()
    busy = torch.rand(2048, 2048, device=gpu)
    found, doubled, expected = [], [], []
    actions = np.ones(num_envs, int)
    with (
        make(num_envs=num_envs, output="torch") as env,
        make(num_envs=num_envs) as other,
    ):
        env.to(gpu).reset()
        other.reset()
        for t in range(200):
            busy = (busy @ busy).softmax(0)
            obs = env.step(actions)[0]
            if t % 3:  # without a reference, memory is freed while work on it is queued
                found.append(obs)
            doubled.append(obs * 2)
            expected.append(other.step(actions)[0])
            del obs
    kept = [array for t, array in enumerate(expected) if t % 3]
    np.testing.assert_array_equal(torch.stack(found).cpu(), np.stack(kept))
    np.testing.assert_array_equal(torch.stack(doubled).cpu(), np.stack(expected) * 2)


def test_tensors_in_another_stream():
    torch, gpu = torch_gpu()
    with make(output="torch") as env, make() as other:
        env.to(gpu).reset()
        other.reset()
        with torch.cuda.stream(torch.cuda.Stream(gpu)):
            actions = torch.ones(N, dtype=torch.int64, device=gpu)
            for _ in range(STEPS):
                found = env.step(actions)[0].clone()
                np.testing.assert_array_equal(
                    found.cpu(), other.step(np.ones(N, int))[0]
                )


def test_the_pools_own_memory_is_page_locked():
    _, gpu = torch_gpu()
    with make(output="torch") as env:
        env.reset()
        assert not env.step(np.ones(N, int))[0].is_pinned()
        env.to(gpu).to("cpu")
        assert env.step(np.ones(N, int))[0].is_pinned()


def test_static_output():
    """Two sets of tensors alternate; each is rewritten after the work that reads it."""
    torch, gpu = torch_gpu()
    busy = torch.rand(2048, 2048, device=gpu)
    found, expected, addresses = [], [], set()
    with make(output="torch", static_output=True) as env, make() as other:
        env.to(gpu).reset()
        other.reset()
        for _ in range(200):
            obs = env.step(np.ones(N, int))[0]
            busy = (busy @ busy).softmax(0)
            found.append(obs * 2)
            addresses.add(obs.data_ptr())
            expected.append(other.step(np.ones(N, int))[0] * 2)
    assert len(addresses) == 2
    np.testing.assert_array_equal(torch.stack(found).cpu(), np.stack(expected))


def test_cuda_graphs():
    """A policy is captured for each of the two sets."""
    torch, gpu = torch_gpu()
    weights = torch.randn(4, 2, device=gpu)
    graphs = {}
    with make(output="torch", static_output=True) as env, make() as other:
        env.to(gpu).reset()
        other.reset()
        actions = np.ones(N, int)
        for _ in range(STEPS):
            obs = env.step(actions)[0]
            its = other.step(actions)[0]
            if obs.data_ptr() not in graphs:
                torch.cuda.synchronize()
                graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(graph):
                    chosen = (obs @ weights).argmax(1)
                graphs[obs.data_ptr()] = graph, chosen
            graph, chosen = graphs[obs.data_ptr()]
            graph.replay()
            actions = chosen.cpu().numpy()
            np.testing.assert_array_equal(obs.cpu(), its)
            np.testing.assert_array_equal(actions, (obs @ weights).argmax(1).cpu())
    assert len(graphs) == 2


def test_page_locked_out():
    """The GPU copies rows of a page-locked rollout buffer by itself."""
    torch, gpu = torch_gpu()
    obs = torch.zeros(STEPS, N, 4).pin_memory()
    with make(output="torch") as env, make() as other:
        env.reset()
        other.reset()
        copies = []
        for t in range(STEPS):
            assert env.step(np.ones(N, int), out={"obs": obs[t]})[0].is_pinned()
            copies.append(obs[t].to(gpu, non_blocking=True))
            expected = other.step(np.ones(N, int))[0]
            np.testing.assert_array_equal(copies[-1].cpu(), expected)
