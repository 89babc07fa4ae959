# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C and SIGTERM while an env blocks: in step, constructor or rendering."""

import _thread
import gc
import signal
import statistics
import sys
import threading
import time
import weakref

import pytest

from envpool.python.errors import ProtocolError
from envpool.testing.fault import fault_envpool as native
from envpool.testing.process import child
from envpool.testing.process.measure import fds, interrupted, threads, until

GATE = 2
TRIALS = 10
# The promise is 1 s; on a busy machine, single trials may take up to ONCE.
PROMISED, ONCE = 1.0, 5.0


def make(num_envs=4, **kwargs):
    """Returns a pool; by default, each faulty env waits at the gate."""
    import envpool

    kwargs = {"fault": "gate", "gate": GATE, "every": True, "num_threads": 2, **kwargs}
    return envpool.make_gymnasium("Fault-v0", num_envs=num_envs, **kwargs)


def zeros(count=4):
    import numpy as np

    return np.zeros(count)


def interrupted_at_the_gate(call, opens):
    """Sends SIGINT when an env is at the gate; returns how long `call` still runs."""
    native.close_gate(GATE)
    sender = native.SignalSender(GATE, signal.SIGINT, opens)
    try:
        call()
        until(lambda: False)  # the signal may arrive as `call` returns
    except KeyboardInterrupt:
        return time.monotonic() - sender.join()
    raise AssertionError("there was no KeyboardInterrupt")


def check(took):
    assert statistics.median(took) <= PROMISED, took
    assert max(took) <= ONCE, took


def survives(env, twin):
    """Compares 100 steps with those of a pool that got no signal."""
    import numpy as np

    native.open_gate(GATE)
    np.testing.assert_equal(env.reset(seed=5)[0][:, 2:], twin.reset(seed=5)[0][:, 2:])
    for _ in range(100):
        seen, expected = (each.step(zeros(len(each)))[0] for each in (env, twin))
        np.testing.assert_equal(seen[:, 2:], expected[:, 2:])  # step and draw


def step_in_a_worker():
    """The call ends before the worker's step ends, and no result is lost."""
    import numpy as np

    env = make(place="step", fault_env=3, caller_helps=False)
    twin = make(fault="")
    np.testing.assert_equal(env.reset(), twin.reset())
    before = threads(), fds()
    took = []
    for _ in range(TRIALS):
        took.append(interrupted_at_the_gate(lambda: env.step(zeros()), opens=False))
        assert env._outstanding == 4
        native.open_gate(GATE)
        np.testing.assert_equal(env.recv(), twin.step(zeros()))
    check(took)
    assert until(lambda: (threads(), fds()) == before), (threads(), fds(), before)
    survives(env, twin)


def step_into_an_array(receives):
    """The pool keeps the `out` array alive until the workers have finished."""
    import numpy as np

    env = make(place="step", fault_env=3, caller_helps=False)
    twin = make(fault="")
    np.testing.assert_equal(env.reset(), twin.reset())
    obs = np.zeros_like(twin.reset(seed=1)[0])
    env.reset(seed=1)
    gone = weakref.ref(obs)
    out = {"obs": obs}
    del obs
    interrupted_at_the_gate(lambda: env.step(zeros(), out=out), opens=False)
    out.clear()
    gc.collect()
    assert gone() is not None
    plans = env._plans, env._output_plans
    with pytest.raises(ProtocolError, match="with out= are pending"):
        env._use_plans(None)  # as `to` does for tensors
    assert env._plans is plans[0] and env._output_plans is plans[1]
    native.open_gate(GATE)
    if receives:
        np.testing.assert_equal(env.recv(), twin.step(zeros()))
    else:
        twin.step(zeros())
        np.testing.assert_equal(env.reset(seed=3), twin.reset(seed=3))
    assert gone() is None
    np.testing.assert_equal(env.step(zeros()), twin.step(zeros()))


def step_after_one_into_an_array():
    """A finalizer of an array that the pool releases cannot change sent actions."""
    import numpy as np

    env = make(place="step", fault_env=3, caller_helps=False)
    twin = make(fault="")
    handle, recv, _, _ = env.xla()
    obs = np.zeros_like(env.reset()[0])
    twin.reset()
    action = np.ones(4, np.float32)
    change = weakref.finalize(obs, action.fill, 9.0)
    out = {"obs": obs}
    del obs
    interrupted_at_the_gate(lambda: env.step(action, out=out), opens=False)
    out.clear()
    native.open_gate(GATE)
    recv(handle)  # XLA's recv does not release the array
    twin.step(action)
    assert change.alive
    expected = twin.step(action)
    result = env.step(action, out={"reward": np.zeros_like(expected[1])})
    np.testing.assert_equal(result, expected)
    assert not change.alive
    assert action[0] == 9


def step_while_another_thread_has_the_rows():
    """A step with `out` while another thread receives an earlier step's `out` rows."""
    import numpy as np

    env = make(place="step", fault_env=3, caller_helps=False)
    twin = make(fault="")
    out = {"obs": np.zeros_like(env.reset()[0])}
    twin.reset()
    interrupted_at_the_gate(lambda: env.step(zeros(), out=out), opens=False)
    taken = []

    def take():
        ready.release()
        taken.append(env.recv())

    ready = _thread.allocate_lock()
    ready.acquire()
    thread = threading.Thread(target=take)
    sys.setswitchinterval(1000.0)
    thread.start()
    ready.acquire()  # the thread waits in recv; this thread has the GIL
    native.open_gate(GATE)
    end = time.monotonic() + 0.01
    while env._outstanding:
        if time.monotonic() > end:  # the thread may need the GIL to poll
            time.sleep(0)
    result = env.step(zeros(), out={"obs": np.zeros_like(out.pop("obs"))})
    thread.join()
    np.testing.assert_equal([*taken, result], [twin.step(zeros()) for _ in range(2)])


def step_in_the_caller(num_envs, num_threads):
    """The call ends when the env's step ends."""
    env = make(num_envs, place="step", num_threads=num_threads)
    twin = make(num_envs, fault="")
    took = []
    for _ in range(TRIALS):
        env.reset()
        act = zeros(num_envs)
        took.append(interrupted_at_the_gate(lambda act=act: env.step(act), opens=True))
    check(took)
    survives(env, twin)


def nothing_is_left(before):
    """Asserts that an interrupted construction leaves no env, thread or file."""
    gc.collect()
    assert native.alive() == 0
    assert until(lambda: (threads(), fds()) == before), (threads(), fds(), before)


def constructor(culprit):
    """make() ends when the running constructor ends."""
    make(fault="").reset()  # creates all objects that exist once per process
    gc.collect()
    before = threads(), fds()
    took = []
    for _ in range(TRIALS):
        took.append(
            interrupted_at_the_gate(
                lambda: make(64, place="ctor", fault_env=culprit), opens=True
            )
        )
        nothing_is_left(before)
    check(took)
    survives(make(), make(fault=""))


def many_constructors(num_envs):
    """make() stops constructing further envs soon after Ctrl-C."""
    make(fault="").reset()
    gc.collect()
    before = threads(), fds()
    slow = {"fault": "slow", "place": "ctor", "micros": 5000}
    took = []
    for _ in range(3):
        took.append(interrupted(lambda: make(num_envs, **slow)))
        nothing_is_left(before)
    check(took)
    survives(make(), make(fault=""))


def one_picture():
    """render() ends when the running env has been rendered."""
    env = make(place="render", fault_env=0, render_mode="rgb_array")
    env.reset()
    draw = env.render
    took = [
        interrupted_at_the_gate(lambda: draw(env_ids=[0, 1]), opens=True)
        for _ in range(TRIALS)
    ]
    check(took)
    assert draw(env_ids=[0, 1]).shape == (2, 6, 8, 3)
    survives(env, make(fault=""))


def many_pictures(num_envs):
    """render() stops rendering further envs after Ctrl-C."""
    slow = {"fault": "slow", "place": "render", "micros": 50_000}
    env = make(num_envs, **slow, render_mode="rgb_array")
    env.reset()
    env.render(env_ids=range(2))  # imports modules lazily, before the measurement
    took = [interrupted(lambda: env.render(env_ids=range(num_envs))) for _ in range(3)]
    check(took)
    env.step(zeros(num_envs))
    assert env.render(env_ids=[1]).shape == (1, 6, 8, 3)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (step_in_a_worker, ()),
        (step_into_an_array, (True,)),
        (step_into_an_array, (False,)),
        (step_after_one_into_an_array, ()),
        (step_while_another_thread_has_the_rows, ()),
        (step_in_the_caller, (1, 1)),
        (step_in_the_caller, (4, 2)),
        (constructor, (0,)),  # the caller constructs this env
        (constructor, (40,)),
        (many_constructors, (10_000,)),
        (one_picture, ()),
        (many_pictures, (400,)),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_ctrl_c(function, args):
    child.run(function, *args, timeout=50)


def ends_by_sigterm(where):
    """Prints the time, then waits until SIGTERM ends the process."""
    kwargs = {"caller_helps": False, "render_mode": "rgb_array"}
    env = None if where == "ctor" else make(place=where, **kwargs)
    if env is not None:
        env.reset()
    native.close_gate(GATE)
    sender = native.SignalSender(GATE, signal.SIGTERM, opens=False)
    print(time.monotonic(), flush=True)
    if env is None:
        make(place=where)
    elif where == "step":
        env.step(zeros())
    else:
        env.render()
    sender.join()


@pytest.mark.parametrize("where", ["step", "ctor", "render"])
def test_sigterm(where):
    started = child.run(
        ends_by_sigterm, where, timeout=30, returncode=-int(signal.SIGTERM)
    )
    assert time.monotonic() - float(started) <= 2.0
