# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()`: steps within compiled programs are the steps of the pool."""

import copy
import functools
import gc
import operator
import os
import pickle
import subprocess
import sys
import threading

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.errors import JaxRuntimeError

import envpool
from envpool.python.errors import (
    ActionKeyError,
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    EnvIdError,
    NotSupportedError,
)
from envpool.testing.jax_pools import APIS, STEPS, N, actions, assert_equal, cartpole

IDS = np.arange(N, dtype=np.int32)


def run(function, *args):
    return jax.block_until_ready(function(*args))


@pytest.mark.parametrize("api", APIS)
def test_scan_is_the_loop(api):
    handle, _, _, step = cartpole(**APIS[api]).xla()
    assert handle.dtype == np.uint8
    assert handle.shape == (8,)
    _, found = jax.jit(lambda h, a: lax.scan(step, h, a))(handle, actions())
    env = cartpole(**APIS[api])
    results = [jax.tree.map(np.copy, env.step(a)) for a in actions()]
    with jax.enable_x64(True):  # an official dtype may have 64 bits
        expected = jax.tree.map(lambda *rows: np.stack(rows), *results)
    assert_equal(found, expected)


def test_send_and_recv():
    handle, recv, send, _ = cartpole().xla()

    @functools.partial(jax.jit, donate_argnums=0)
    def play(handle, obs, actions):
        def body(i, carry):
            handle, result = recv(send(carry[0], actions[i]))
            return handle, result[0]

        return lax.fori_loop(0, STEPS, body, (handle, obs))

    env = cartpole()
    for action in actions():
        obs = env.step(action)[0]
    handle, found = play(jnp.asarray(handle), jnp.zeros((N, 4)), actions())
    assert_equal(found, obs)
    # Without jit, and later.
    handle, found = recv(send(handle, {"action": actions()[0]}))
    assert_equal(found, env.step(actions()[0]))


def test_some_envs():
    ids = np.array([4, 1], np.int32)
    handle, _, _, step = cartpole().xla()
    jitted = jax.jit(step)
    env = cartpole()
    for action in actions():
        handle, found = jitted(handle, action[:2], ids)
        assert_equal(found, env.step(action[:2], ids))
    handle, found = jitted(handle, {"action": action[:2], "env_id": ids[::-1]})
    assert_equal(found, env.step(action[:2], ids[::-1].copy()))


def test_async():
    env = cartpole(batch_size=2, infos="all")
    handle, recv, _, step = env.xla()

    def body(carry, _):
        handle, env_id = carry
        action = jnp.zeros(2, jnp.int32)
        handle, result = step(handle, action, env_id)
        info = result[-1]
        return (handle, info["env_id"]), (info["env_id"], info["elapsed_step"])

    @jax.jit
    def play(handle):
        handle, first = recv(handle)
        return lax.scan(body, (handle, first[-1]["env_id"]), None, length=STEPS)

    _, (ids, elapsed) = run(play, handle)
    assert ids.shape == (STEPS, 2)
    for i in range(N):  # no step of an env is missing
        mine = np.asarray(elapsed)[np.asarray(ids) == i]
        assert len(mine) > 3
        jumps = mine[1:] != mine[:-1] + 1
        assert (mine[1:][jumps] == 0).all()


def test_what_a_finished_episode_leaves_behind():
    make = functools.partial(
        cartpole, autoreset_mode="same_step", episode_stats=True, infos="all"
    )
    env = make()
    handle, _, _, step = env.xla()
    _, results = jax.jit(lambda h, a: lax.scan(step, h, a))(handle, actions())
    info = jax.tree.map(np.asarray, results[-1])
    env = make()
    ends = 0
    for t, action in enumerate(actions()):
        there = env.step(action)[-1]
        mask = info["_final_obs"][t]
        np.testing.assert_array_equal(mask, there.get("_final_obs", np.zeros(N, bool)))
        for i in np.flatnonzero(mask):
            ends += 1
            np.testing.assert_array_equal(
                info["final_obs"][t][i], there["final_obs"][i]
            )
            assert info["episode"]["r"][t][i] == there["episode"]["r"][i]
        if mask.any():
            final = jax.tree.map(operator.itemgetter(t), info["final_info"])
            assert_equal(final, there["final_info"])
    assert ends > 3


def test_continuous_actions_and_x64():
    task = functools.partial(envpool.make_gymnasium, "Pendulum-v1", num_envs=N, seed=1)
    env, other = task(), task()
    other.reset()
    env.reset()
    handle, _, _, step = env.xla()
    action = np.linspace(-2, 2, N)[:, None]
    assert_equal(step(handle, action)[1], other.step(action.astype(np.float32)))
    with jax.enable_x64(True):
        result = step(handle, jnp.asarray(action))[1]
    assert_equal(result, other.step(action))


@pytest.mark.parametrize(
    ("error", "text", "args"),
    [
        (ArgumentError, r"action: expected shape \(5,\)", [np.zeros(3, np.int32)]),
        (ArgumentError, "action: expected shape", [np.zeros((N, 2), np.int32)]),
        (ArgumentTypeError, "action: expected int32, got", [np.zeros(N)]),
        (ArgumentTypeError, "action: expected an array", [None]),
        (ActionKeyError, "unknown key 'acton'", [{"acton": np.zeros(N, np.int32)}]),
        (ArgumentError, "action: expected shape", [np.zeros(N, np.int32), [1, 2]]),
        (ArgumentError, "players", [{"action": IDS, "players.env_id": IDS}]),
        (EnvIdError, "env_id", [np.zeros(2, np.int32), [1, 1]]),
        (ArgumentError, "env_id: .* same ids", [{"action": IDS, "env_id": IDS}, [0]]),
        (EnvIdError, "env_id", [np.zeros(2, np.int32), [0, N]]),
        (ArgumentTypeError, "env_id: expected integers", [0, jnp.zeros(1)]),
    ],
)
def test_refused_when_traced(error, text, args):
    env = cartpole()
    handle, _, send, step = env.xla()
    for function in (step, send):
        with pytest.raises(error, match=text):
            function(handle, *args)
        with pytest.raises(error, match=text):
            jax.jit(lambda h, f=function: f(h, *args))(handle)
    assert env._outstanding == 0


def test_refused_when_traced_with_traced_ids():
    handle, _, _, step = cartpole().xla()
    jitted = jax.jit(step)
    for ids, text in {
        (1.0, 2.0): "expected integers",
        tuple(range(N + 1)): "at most 5 envs",
    }.items():
        with pytest.raises((ArgumentError, ArgumentTypeError), match=text):
            jitted(handle, np.zeros(len(ids), np.int32), jnp.array(ids))


def test_ids_in_two_places():
    env, twin = cartpole(), cartpole()
    handle, _, _, step = env.xla()
    action, ids = np.zeros(2, np.int32), np.array([3, 1], np.int32)
    both = {"action": action, "env_id": ids}
    assert_equal(step(handle, both, [3, 1])[1], twin.step(action, ids))

    @jax.jit
    def same(ids):
        return step(handle, {"action": action, "env_id": ids}, ids)[1]

    assert_equal(same(ids), twin.step(action, ids))
    with pytest.raises(ArgumentError, match="cannot be compared"):
        jax.jit(lambda given: step(handle, both, given))(ids)


def test_refuses_other_handles():
    handle, recv, _, step = cartpole().xla()
    for wrong in (None, handle[:4], handle.astype(np.int32), "handle"):
        with pytest.raises(ArgumentTypeError, match="handle"):
            recv(wrong)
    for wrong in (np.zeros(8, np.uint8), np.full(8, 255, np.uint8)):
        with pytest.raises(JaxRuntimeError, match=r"ClosedError: handle"):
            run(step, wrong, np.zeros(N, np.int32))


def test_errors_of_a_running_program():
    env, twin = cartpole(), cartpole()
    handle, recv, send, step = env.xla()
    jitted = jax.jit(step)
    good = np.zeros(N, np.int32)
    bad = np.array([0, 0, 7, 0, 0], np.int32)
    for wrong, text in {
        lambda: jitted(handle, bad): r"action: expected values in \[0, 1\], got 7 in",
        lambda: jitted(handle, bad.astype(np.int64)): "got 7 in row 2",
        lambda: jitted(handle, good[:2], jnp.array([1, 1])): "EnvIdError",
        lambda: jitted(handle, good[:2], jnp.array([1, -1])): "EnvIdError",
        lambda: jax.jit(recv)(handle): "expected 5 pending results",
        lambda: send(send(handle, good), good): "ProtocolError",
    }.items():
        with pytest.raises(JaxRuntimeError, match=text):
            run(wrong)
    assert env._outstanding == N  # the result of the only valid send
    assert_equal(env.recv(), twin.step(good))
    # The program ends at the failing step.
    many = np.stack([good, good, bad, good])
    with pytest.raises(JaxRuntimeError, match="got 7"):
        run(jax.jit(lambda h, a: lax.scan(step, h, a)), handle, many)
    twin.step(good)
    twin.step(good)
    assert_equal(run(jitted, handle, good)[1], twin.step(good))


def test_pending_results_are_not_lost():
    env, twin = cartpole(), cartpole()
    handle, recv, _, step = env.xla()
    env.send(np.zeros(2, np.int32), np.array([0, 1]))
    for wrong in (recv, lambda h: step(h, np.zeros(2, np.int32), [2, 3])):
        with pytest.raises(JaxRuntimeError, match="pending results"):
            run(wrong, handle)
    expected = twin.step(np.zeros(2, np.int32), np.array([0, 1]))
    assert_equal(env.recv(), expected)


def test_reset_mask_knows_the_steps():
    mask = np.array([True, False, True, False, False])
    for task in ("CartPole-v1", "FrozenLake-v1"):
        env = envpool.make_gymnasium(task, num_envs=N, seed=5)
        env.reset()
        handle, _, _, step = env.xla()
        for action in actions(5):
            handle, result = step(handle, action)
        obs, _ = env.reset(options={"reset_mask": mask})
        np.testing.assert_array_equal(obs[~mask], np.asarray(result[0])[~mask])


def test_two_pools_one_program():
    handle, _, _, step = cartpole(seed=1).xla()
    other = cartpole(seed=2)
    jitted = jax.jit(step)
    twin = cartpole(seed=2)
    for action in actions(5):
        jitted(handle, action)
        found = jitted(other.xla()[0], action)[1]
        assert_equal(found, twin.step(action))
    larger = cartpole(num_envs=N + 1)
    with pytest.raises(JaxRuntimeError, match="that the call was traced for"):
        run(jitted, larger.xla()[0], actions()[0])


def test_closed_pool():
    env = cartpole()
    handle, recv, send, step = env.xla()
    jitted = jax.jit(step)
    run(jitted, handle, actions()[0])
    env.close()
    for wrong in (
        lambda: jitted(handle, actions()[0]),
        lambda: send(handle, actions()[0]),
        lambda: recv(handle),
    ):
        with pytest.raises(JaxRuntimeError, match="ClosedError"):
            run(wrong)
    with pytest.raises(ClosedError):
        env.xla()


def test_copies_of_functions():
    handle, _, _, step = cartpole().xla()
    assert copy.deepcopy(step).__self__ is step.__self__
    with pytest.raises(NotSupportedError, match="pickle the pool"):
        pickle.dumps(step)
    with pytest.raises(ArgumentTypeError, match="got None"):
        step(handle, None)


def test_functions_keep_the_pool_and_programs_do_not():
    env = cartpole()
    handle, recv, send, step = env.xla()
    compiled = jax.jit(step).lower(handle, actions()[0]).compile()
    del env
    gc.collect()
    run(compiled, handle, actions()[0])
    del recv, send, step
    jax.clear_caches()
    gc.collect()
    with pytest.raises(JaxRuntimeError, match="no longer exists"):
        run(compiled, handle, actions()[0])


def test_pool_goes_while_a_program_runs():
    def start():
        handle, _, _, step = cartpole(num_envs=64).xla()
        scan = jax.jit(lambda h, a: lax.scan(step, h, a)[1][1].sum())
        return handle, scan.lower(handle, long).compile()

    def play():
        try:
            run(compiled, handle, long)
        except JaxRuntimeError as error:
            errors.append(str(error))

    long = jnp.asarray(actions(20_000, 64))
    handle, compiled = start()
    errors = []
    thread = threading.Thread(target=play)
    thread.start()
    jax.clear_caches()
    gc.collect()
    thread.join()
    assert all("ClosedError" in error for error in errors)


def test_threads_with_a_pool_each():
    def play(seed):
        handle, _, _, step = cartpole(seed=seed).xla()
        _, results = jax.jit(lambda h, a: lax.scan(step, h, a))(handle, actions())
        found[seed] = results

    found = {}
    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(4):
        env = cartpole(seed=seed)
        for t, action in enumerate(actions()):
            obs = env.step(action)[0]
            np.testing.assert_array_equal(np.asarray(found[seed][0][t]), obs)


def test_no_batching_and_no_gradients():
    handle, _, _, step = cartpole().xla()
    with pytest.raises(NotImplementedError, match="vmap"):
        jax.vmap(step, (None, 0))(handle, jnp.asarray(actions()))
    pendulum = envpool.make_gymnasium("Pendulum-v1", num_envs=1)
    pendulum.reset()
    handle, _, _, step = pendulum.xla()
    with pytest.raises(ValueError, match="cannot be differentiated"):
        jax.grad(lambda a: step(handle, a)[1][1].sum())(jnp.zeros((1, 1)))


def in_process(code):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
    )


def test_process_ends_while_a_program_runs():
    done = in_process("""
import envpool, jax, jax.numpy as jnp, os
from jax import lax
env = envpool.make_gymnasium("CartPole-v1", num_envs=4)
env.reset()
handle, _, _, step = env.xla()
action = jnp.zeros(4, jnp.int32)
play = jax.jit(lambda h: lax.fori_loop(0, 50_000, lambda i, h: step(h, action)[0], h))
play(handle)
# In a forked child, too, the pool says what is wrong.
pid = os.fork()
if not pid:
    from envpool.core import _xla
    os._exit(_xla.describe(env)[0] != int.from_bytes(handle.tobytes(), "little"))
assert os.waitpid(pid, 0)[1] == 0
print("done")
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "done\n"


def test_handles_of_a_forked_child():
    """A child's handles do not refer to pools that the parent makes meanwhile."""
    done = in_process("""
import envpool, os
from envpool.core import _xla
def number():
    return _xla.describe(envpool.make_gymnasium("CartPole-v1"))[0]
first = number()
pid = os.fork()
if not pid:
    os._exit(number() == first + 1)
assert os.waitpid(pid, 0)[1] == 0
assert number() == first + 1
""")
    assert done.returncode == 0, done.stderr


def test_jax_is_imported_by_whoever_needs_it(monkeypatch):
    code = "import envpool, sys; envpool.make_gymnasium('CartPole-v1'); "
    done = in_process(code + "print('jax' in sys.modules)")
    assert done.stdout == "False\n"
    monkeypatch.setitem(sys.modules, "jax.ffi", None)
    env = cartpole()
    for method in (env.xla, env.as_jax):
        with pytest.raises(NotSupportedError, match="pip install jax"):
            method()


def test_static_output():
    env, twin = cartpole(static_output=True), cartpole()
    handle, _, _, step = env.xla()
    for action in actions(6):
        handle, result = step(handle, action)
        assert_equal(result, twin.step(action))
        assert_equal(env.step(action), twin.step(action))
