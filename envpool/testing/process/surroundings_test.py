# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""An env's surroundings do not affect its trajectory.

Surroundings are the caller's floating-point control word and locale, other programs
and pools that use the processors, and the actions of the pool's other envs.
"""

import ctypes
import locale
import platform
import subprocess
import sys

import numpy as np
import pytest

import envpool
from envpool.testing.rollout import Script, trajectory_digests

STEPS = 300
ENVS = 6
IDS = sorted(
    {
        "Acrobot-v1",
        "CartPole-v1",
        "MountainCar-v0",
        "MountainCarContinuous-v0",
        "Pendulum-v1",
        "FrozenLake-v1",
    }
)

# Bits of x86's MXCSR: flush results to zero, read denormals as zero, rounding modes.
FLUSH, DAZ = 0x8000, 0x0040
DOWN, UP, TO_ZERO = 0x2000, 0x4000, 0x6000
MXCSR_AT = 28  # in the fenv_t of x86-64's C library


class Control:
    """Sets the floating-point control word of this thread within the context."""

    def __init__(self, bits):
        self._bits = bits
        self._libm = ctypes.CDLL("libm.so.6")
        self._saved = ctypes.create_string_buffer(64)

    def __enter__(self):
        assert self._libm.fegetenv(self._saved) == 0
        changed = ctypes.create_string_buffer(self._saved.raw, 64)
        word = int.from_bytes(changed.raw[MXCSR_AT : MXCSR_AT + 4], "little")
        changed[MXCSR_AT : MXCSR_AT + 4] = (word | self._bits).to_bytes(4, "little")
        assert self._libm.fesetenv(changed) == 0

    def __exit__(self, *_):
        self._libm.fesetenv(self._saved)


def trajectory(task_id, actions, **kwargs):
    """Makes a pool and returns the bytes of all its results."""
    env = envpool.make_gymnasium(task_id, num_envs=ENVS, seed=4, **kwargs)
    first, _ = env.reset()
    parts = [first.tobytes()]
    for action in actions:
        obs, reward, terminated, truncated, _ = env.step(action)
        parts += [each.tobytes() for each in (obs, reward, terminated, truncated)]
    env.close()
    return parts


def actions_of(task_id, wide=False):
    script = Script(task_id, ENVS, STEPS)
    everyone = np.arange(ENVS)
    found = [script.at(np.full(ENVS, i), everyone) for i in range(STEPS)]
    if wide and found[0].dtype.kind == "f":
        # These values are not float32 numbers: the conversion must round in the default
        # mode.
        return [each.astype(np.float64) + 1e-9 for each in found]
    return found


x86 = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the control word of x86-64"
)


@x86
def test_the_control_word_is_set():
    """`Control`, a helper of these tests, works."""
    tiny = np.full(4, 3e-308)
    with Control(FLUSH | DAZ):
        assert (tiny * 0.01 == 0).all()
    assert (tiny * 0.01 > 0).all()


@x86
@pytest.mark.parametrize("bits", [FLUSH | DAZ, DOWN, UP, TO_ZERO])
@pytest.mark.parametrize("form", ["exact", "wide", "list"])
@pytest.mark.parametrize("task_id", IDS)
def test_control_word(task_id, form, bits):
    actions = actions_of(task_id, wide=form != "exact")
    if form == "list":
        actions = [each.tolist() for each in actions]
    for kwargs in ({}, {"num_threads": 2, "caller_helps": False}):
        expected = trajectory(task_id, actions, **kwargs)
        with Control(bits):
            found = trajectory(task_id, actions, **kwargs)
        assert found == expected, kwargs


@pytest.fixture(scope="module")
def busy_machine():
    """Programs and pools that take the processors from the pool under test."""
    hogs = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)
    ]
    pools = [
        envpool.make_gym(task_id, num_envs=64, num_threads=2, caller_helps=False)
        for task_id in IDS[:3]
    ]
    for pool in pools:
        pool.async_reset()
    yield pools
    for hog in hogs:
        hog.kill()
        hog.wait()
    for pool in pools:
        pool.close()


@pytest.mark.parametrize("task_id", IDS)
def test_busy_machine(task_id, busy_machine):
    steps = 100
    script = Script(task_id, ENVS, steps)
    expected = trajectory_digests(task_id, script, steps, seed=3, num_threads=1)
    kwargs = {"num_threads": 3, "batch_size": 2, "caller_helps": False, "chunk": 1}
    found = trajectory_digests(task_id, script, steps, seed=3, **kwargs)
    assert found == expected
    for pool in busy_machine:
        pool.reset()
        pool.async_reset()


@pytest.mark.parametrize("name", ["de_DE.UTF-8", "de_DE.utf8", "C.UTF-8", ""])
def test_locale(name):
    before = locale.setlocale(locale.LC_ALL)
    expected = trajectory("Pendulum-v1", actions_of("Pendulum-v1"))
    try:
        locale.setlocale(locale.LC_ALL, name)
    except locale.Error:
        return  # this machine lacks the locale
    try:
        assert trajectory("Pendulum-v1", actions_of("Pendulum-v1")) == expected
        with pytest.raises(ValueError, match="num_envs"):
            envpool.make_gymnasium("Pendulum-v1", num_envs=-1)
    finally:
        locale.setlocale(locale.LC_ALL, before)


POISONS = (np.nan, np.inf, -np.inf, 3e38, 1e-45, -0.0)


class Poisoned(Script):
    """A script in which some envs get extreme or non-finite actions."""

    def __init__(self, task_id, victims):
        super().__init__(task_id, ENVS, STEPS)
        for env in victims:
            for step in range(STEPS):
                value = POISONS[(env + step) % len(POISONS)]
                self.samples[env][step] = [np.full(1, value, dtype=np.float32)]


@pytest.mark.parametrize("kwargs", [{}, {"batch_size": 2, "num_threads": 2}])
@pytest.mark.parametrize("task_id", ["Pendulum-v1", "MountainCarContinuous-v0"])
def test_neighbours(task_id, kwargs):
    clean = trajectory_digests(task_id, Script(task_id, ENVS, STEPS), STEPS, seed=4)
    for victims in ([0], [2, 3], [0, 1, 2, 4, 5]):
        script = Poisoned(task_id, victims)
        found = trajectory_digests(task_id, script, STEPS, seed=4, **kwargs)
        for env in range(ENVS):
            if env not in victims:
                assert found[env] == clean[env], (victims, env)
