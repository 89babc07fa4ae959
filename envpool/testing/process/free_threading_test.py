# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Threads of Python that run at the same time, in CPython without a GIL.

With a GIL they take turns; what is tested holds there, too.
"""

import concurrent.futures
import importlib
import queue
import sys
import sysconfig
import threading

import numpy as np
import pytest

from envpool.testing.process import child

NUM_THREADS = 4
STEPS = 400
IDS = ["CartPole-v1", "FrozenLake-v1", "MiniGrid-DoorKey-5x5-v0"]


def keeps_the_gil_off():
    """Imports every native module."""
    from envpool.families import FAMILIES

    modules = ["envpool.mixed._mixed", "envpool.pyenvs._pyenvs"]
    for family in FAMILIES:
        modules.append(family.native_module.removesuffix(".so").replace("/", "."))
    found = 0
    for module in modules:
        try:
            importlib.import_module(module)
            found += 1
        except ModuleNotFoundError:
            pass  # this test has only some of the families
    assert found > 4
    assert not sys._is_gil_enabled()


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a GIL"
)
def test_no_module_turns_the_gil_on():
    child.run(keeps_the_gil_off, timeout=60)


def played(task_id, seed, steps=60):
    """Returns the observations of some steps with random actions."""
    import envpool

    env = envpool.make_gym(task_id, num_envs=6, num_threads=2, seed=seed)
    env.reset()
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(steps):
        actions = rng.integers(0, env.action_space.n, 6).astype(np.int32)
        obs = env.step(actions)[0]
        found.append(obs)
    return found


def plays_pools_at_once():
    """Makes the first pools of the process in several threads."""
    start = threading.Barrier(NUM_THREADS)

    def play(number):
        start.wait()
        return [played(task_id, number) for task_id in IDS]

    with concurrent.futures.ThreadPoolExecutor(NUM_THREADS) as threads:
        results = list(threads.map(play, range(NUM_THREADS)))
    for number, result in enumerate(results):
        np.testing.assert_equal(result, [played(task_id, number) for task_id in IDS])


def test_pools_of_several_threads():
    child.run(plays_pools_at_once, timeout=60)


def hands_results_on(threads):
    """Other threads keep results for a while; the pool must not reuse them."""
    import envpool

    env = envpool.make_gym("CartPole-v1", num_envs=8)
    env.reset()
    results = queue.SimpleQueue()
    wrong = []

    def keep():
        kept = []
        while (item := results.get()) is not None:
            kept.append(item)
            if len(kept) > 3:
                (_, _, _, info), copy = kept.pop(0)
                if not np.array_equal(info["elapsed_step"], copy):
                    wrong.append(copy)

    keepers = [threading.Thread(target=keep) for _ in range(threads)]
    for keeper in keepers:
        keeper.start()
    actions = np.ones(8, dtype=np.int32)
    for _ in range(STEPS * 10):
        result = env.step(actions)
        results.put((result[:1] + result[2:], result[-1]["elapsed_step"].copy()))
        del result
    for _ in keepers:
        results.put(None)
    for keeper in keepers:
        keeper.join()
    assert not wrong


@pytest.mark.parametrize("threads", [1, 3])
def test_results_that_other_threads_keep(threads):
    child.run(hands_results_on, threads, timeout=60)


def steps_one_pool(share_dict):
    """Several threads step envs of one pool, each its own ones."""
    import envpool

    env = envpool.make_gym("CartPole-v1", num_envs=2 * NUM_THREADS, batch_size=2)
    env.async_reset()
    actions = {"action": np.ones(2, np.int32), "env_id": np.zeros(2, np.int32)}
    counts = []
    lock = threading.Lock()

    def step():
        rows = 0
        for _ in range(STEPS):
            info = env.recv()[-1]
            ids = info["env_id"]
            if share_dict:
                own = dict(actions, env_id=ids)
                actions["more"] = own  # others copy this dict meanwhile
                actions.pop("more", None)
                env.send(own)
            else:
                env.send(np.ones(len(ids), np.int32), ids)
            rows += len(ids)
        with lock:
            counts.append(rows)

    threads = [threading.Thread(target=step) for _ in range(NUM_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [2 * STEPS] * NUM_THREADS
    assert env._outstanding == 2 * NUM_THREADS


@pytest.mark.parametrize("share_dict", [False, True])
def test_one_pool_of_several_threads(share_dict):
    child.run(steps_one_pool, share_dict, timeout=60)


def changes_an_action():
    """A thread changes the dict that others send."""
    import envpool
    from envpool.python.errors import EnvPoolError

    env = envpool.make_gym("CartPole-v1", num_envs=4)
    env.reset()
    action = {"action": np.ones(4, np.int32)}
    stop = threading.Event()

    def change():
        while not stop.is_set():
            action["action"] = np.ones(4, np.int32)
            action["unknown"] = None
            del action["unknown"]

    changer = threading.Thread(target=change)
    changer.start()
    steps = 0
    for _ in range(STEPS * 5):
        try:
            env.step(action)
            steps += 1
        except EnvPoolError:
            pass  # it had the key "unknown"
    stop.set()
    changer.join()
    env.step(action)
    assert env._outstanding == 0


def test_an_action_that_another_thread_changes():
    child.run(changes_an_action, timeout=60)
