# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Threads of Python that call everything at once; see also free_threading_test.py.

With ThreadSanitizer in CPython and in EnvPool (`make tsan-python`), a race fails.
"""

import queue
import random
import threading

import pytest

from envpool.testing.process import child

NUM_THREADS = 4
NUM_ENVS = 6
CALLS = 120


def in_threads(function):
    """Calls the function in several threads that start at once, with their numbers."""
    start = threading.Barrier(NUM_THREADS)
    failures = []

    def call(number):
        try:
            start.wait()
            function(number)
        except BaseException as error:
            failures.append(repr(error))
            raise

    threads = [threading.Thread(target=call, args=(i,)) for i in range(NUM_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def calls_of(env):
    """Returns functions that call the pool's methods and read its attributes."""
    import numpy as np

    from envpool.policies import OpenLoop, Random

    one = np.ones(NUM_ENVS, np.int32)
    some = np.arange(3, dtype=np.int32)
    many = np.ones((5, NUM_ENVS), np.int32)

    def back_and_forth():
        env.load_state(env.save_state(some), some)

    def into_an_array():
        env.step(one, out={"reward": np.zeros(NUM_ENVS, np.float32)})

    return [
        lambda: env.step(one),
        lambda: env.step(one[:3], some),
        into_an_array,
        lambda: env.send(one),
        lambda: env.recv(timeout=0.001),
        env.reset,
        env.async_reset,
        env.render,
        back_and_forth,
        lambda: env.clone_state([0], [1]),
        lambda: env.evaluate(env.save_state(some), many[:, :3]),
        lambda: env.rollout(5, Random()),
        lambda: env.rollout(5, OpenLoop(many)),
        env.sample_actions,
        env.get_params,
        lambda: env.set_params({"gravity": 9.5}),
        lambda: (env.config, env.spec, repr(env), len(env), env.all_env_ids),
        lambda: (env.observation_space, env.action_space, env.params),
        lambda: env.action_space.sample(),
    ]


def does_everything(env_type, options):
    """Several threads call random methods of one pool.

    Its output is not static: then a thread's step rewrites what others read.
    """
    import envpool
    from envpool.errors import EnvPoolError

    env = envpool.make(
        "CartPole-v1", env_type, num_envs=NUM_ENVS, num_threads=2, **options
    )
    calls = calls_of(env)
    done = []

    def act(number):
        rng = random.Random(number)
        for _ in range(CALLS):
            try:
                rng.choice(calls)()
                done.append(number)
            except EnvPoolError:
                pass  # another thread's results are pending

    in_threads(act)
    assert len(done) > CALLS
    env.reset()
    for call in calls[:2]:
        call()
    assert env._outstanding == 0


@pytest.mark.parametrize(
    ("env_type", "options"),
    [
        ("gym", {"render_mode": "rgb_array"}),
        ("gymnasium", {"render_mode": "rgb_array", "autoreset_mode": "same_step"}),
        ("gymnasium", {"normalize_obs": True, "frame_stack": 2, "episode_stats": True}),
        ("gym", {"shared_threads": True}),
    ],
    ids=["gym", "same_step", "transforms", "shared_threads"],
)
def test_every_method_at_once(env_type, options):
    child.run(does_everything, env_type, options, timeout=100)


def uses_everything_first():
    """The process's first import and pools are in several threads at once."""

    def act(number):
        import envpool

        task, env_type = [
            ("CartPole-v1", "gym"),
            ("Pendulum-v1", "dm"),
            ("FrozenLake-v1", "gymnasium"),
            ("CartPole-v1", "gymnasium"),
        ][number]
        assert task in envpool.list_all_envs()
        from envpool.policies import Random

        envpool.make_spec(task)
        env = envpool.make(task, env_type, num_envs=NUM_ENVS, num_threads=2)
        env.reset()
        env.step(env.sample_actions())
        env.rollout(5, Random())
        env.evaluate(env.save_state(), env.rollout(2, Random()).action)
        repr(env)

    in_threads(act)


def test_first_uses_at_once():
    child.run(uses_everything_first, timeout=100)


def makes_and_closes(shared_threads):
    """Each thread steps new pools, and closes and drops those of another."""
    import numpy as np

    import envpool
    from envpool.errors import ClosedError

    pools = queue.SimpleQueue()
    one = np.ones(NUM_ENVS, np.int32)

    def act(number):
        for seed in range(12):
            env = envpool.make_gym(
                "CartPole-v1",
                num_envs=NUM_ENVS,
                num_threads=2,
                seed=seed,
                caller_helps=number % 2 == 0,
                shared_threads=shared_threads,
            )
            pools.put(env)
            try:
                env.reset()
                for _ in range(20):
                    env.step(one)
            except ClosedError:
                pass
            del env
            other = pools.get()
            if seed % 3:
                other.close()

    in_threads(act)
    assert pools.empty()


@pytest.mark.parametrize("shared_threads", [False, True])
def test_make_and_close_at_once(shared_threads):
    child.run(makes_and_closes, shared_threads, timeout=100)


def steps_while_interrupted():
    """The main thread gets signals while all threads step a pool of theirs."""
    import signal

    import numpy as np

    import envpool

    one = np.ones(NUM_ENVS, np.int32)
    stop = threading.Event()

    def pool(seed):
        env = envpool.make_gym(
            "CartPole-v1",
            num_envs=NUM_ENVS,
            num_threads=2,
            seed=seed,
            caller_helps=False,
        )
        env.reset()
        return env

    def step(number):
        env = pool(number)
        while not stop.is_set():
            env.step(one)

    threads = [threading.Thread(target=step, args=(i,)) for i in range(NUM_THREADS)]
    env = pool(9)
    for thread in threads:
        thread.start()
    interrupts = 0
    while interrupts < 50:
        sender = threading.Timer(0, signal.raise_signal, (signal.SIGINT,))
        try:
            sender.start()
            while True:
                env.step(one)
        except KeyboardInterrupt:
            interrupts += 1
        sender.join()
        env.reset()
    stop.set()
    for thread in threads:
        thread.join()
    env.step(one)


def test_interrupts_while_threads_step():
    child.run(steps_while_interrupted, timeout=100)
