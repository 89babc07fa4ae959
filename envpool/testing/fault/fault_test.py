# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs that fail: the exception, the env that it names, and no effect on others."""

import gc
import itertools
import subprocess
import sys
import threading

import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ArgumentError,
    ClosedError,
    EnvCreationError,
    EnvPoolError,
    EnvStepError,
    NotSupportedError,
    RecvTimeoutError,
)
from envpool.testing.fault import fault_envpool as native

ENV_TYPES = ("gym", "gymnasium", "dm")
KINDS = {
    "std": "fault at",
    "nonstd": "not a std::exception",
    "bad_alloc": "bad_alloc",
    "error": "fault at",
    "check": "Check failed",
}
NUM_ENVS = 6
CULPRIT = 3
SEED = 20
SHAPES = {
    "sync": {},
    "sync by workers": {"caller_helps": False, "chunk": 1},
    "async": {"batch_size": 2},
    "async by workers": {"batch_size": 4, "caller_helps": False},
}


def make(env_type="gym", num_envs=NUM_ENVS, **kwargs):
    kwargs = {"num_threads": 2, "seed": SEED, "fault_env": CULPRIT, **kwargs}
    kwargs["infos"] = "all"
    return envpool.make("Fault-v0", env_type, num_envs=num_envs, **kwargs)


def columns(env_type, result):
    """Returns env ids, observations and the other columns of a result of any API."""
    if env_type == "dm":
        seen = result.observation
        flags = [result.step_type, result.reward, result.discount]
        return seen.env_id, seen.obs, [*flags, seen.calls]
    info = result[-1]
    flags = [*result[1:-1], info["elapsed_step"], info["calls"]]
    return info["env_id"], result[0], flags


def play(env, env_type, steps):
    """Returns the rows of each env, and the exceptions of envs that failed.

    The action depends only on the number of the env's rows. Each env has at least
    `steps` rows; the exact number depends on the scheduler.
    """
    rows = [[] for _ in range(NUM_ENVS)]
    errors = []
    env.async_reset()
    while min(map(len, rows)) < steps:
        failed, error = [], None
        try:
            result = env.recv()
        except EnvStepError as caught:
            error, result, failed = caught, caught.result, caught.env_ids
            errors.append(error)
        ids, obs, others = columns(env_type, result)
        for row, env_id in enumerate(ids):
            value = [obs[row].tolist(), *(each[row].item() for each in others)]
            rows[env_id].append("failed" if env_id in failed else value)
        env.send(np.array([len(rows[i]) % 5 for i in ids], np.float32), ids)
    env.close()
    return rows, errors


def check_error(error, words):
    """Demands that the error names the culprit, its seed and the cause."""
    assert isinstance(error, EnvPoolError)
    assert isinstance(error, RuntimeError)
    assert error.env_ids == [CULPRIT]
    for word in [f"env {CULPRIT} (seed {SEED + CULPRIT}, episode step ", words]:
        assert word in str(error), error


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_failed_rows_do_not_count_in_statistics(env_type):
    env = make(env_type, fault="std", nth=4, normalize_obs=True, normalize_reward=True)
    env.reset()
    good, errors = 0, []
    for _ in range(12):
        try:
            env.step(np.ones(NUM_ENVS, np.float32))
            good += NUM_ENVS
        except EnvStepError as error:
            good += NUM_ENVS - 1
            errors.append(error)
    assert len(errors) == 1
    assert np.isfinite(columns(env_type, errors[0].result)[1]).all()
    assert env.normalization.obs.count == NUM_ENVS + good + 1e-4
    assert env.normalization.reward.count == good + 1e-4


PLACES = ("reset", "step", "is_done", "limit", "written")


@pytest.mark.parametrize("env_type", ENV_TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_only_the_culprit_is_concerned(env_type, shape):
    """The culprit fails at the n-th call; the other envs are not affected."""
    kwargs = {"horizon": 3, **SHAPES[shape]}
    steps = 60
    sound, _ = play(make(env_type, **kwargs), env_type, steps)
    cases = zip(itertools.product(PLACES, range(1, 9)), itertools.cycle(KINDS))
    for (place, nth), kind in cases:
        env = make(env_type, fault=kind, place=place, nth=nth, **kwargs)
        rows, errors = play(env, env_type, steps)
        for env_id in range(NUM_ENVS):
            if env_id != CULPRIT:
                count = min(len(rows[env_id]), len(sound[env_id]))
                assert rows[env_id][:count] == sound[env_id][:count], (place, nth)
        assert len(errors) == 1, (place, nth)
        check_error(errors[0], KINDS[kind])
        # Rows before the fault are not affected, and the next action resets the env.
        at = rows[CULPRIT].index("failed")
        assert rows[CULPRIT][:at] == sound[CULPRIT][:at]
        _, _, step, _ = rows[CULPRIT][at + 1][0]
        assert step == 0
        assert "failed" not in rows[CULPRIT][at + 1 :]
    assert native.collisions() == 0


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_every_call_fails(env_type):
    env = make(env_type, fault="std", every=True)
    for _ in range(30):
        env.reset()
        for _ in range(3):  # a failed step, then a step that resets
            with pytest.raises(EnvStepError) as caught:
                env.step(np.zeros(NUM_ENVS))
            check_error(caught.value, "fault at step")
            ids, obs, _ = columns(env_type, caught.value.result)
            assert ids.tolist() == list(range(NUM_ENVS))
            assert obs[CULPRIT].tolist() == [0.0] * 4
            env.step(np.zeros(NUM_ENVS))


@pytest.mark.parametrize("autoreset_mode", ["next_step", "same_step", "disabled"])
def test_reset_mask_returns_what_envs_showed(autoreset_mode):
    """reset_mask returns the last observations of the other envs, which are kept."""
    env, twin = (
        make("gymnasium", horizon=7, autoreset_mode=autoreset_mode) for _ in range(2)
    )
    shown = env.reset()[0]
    twin.reset()
    mask = np.zeros(NUM_ENVS, bool)
    for k in range(6):
        ids = np.arange(k, NUM_ENVS)[::-1]
        action = np.full(len(ids), k, np.float32)
        shown = shown.copy()
        rows = env.step(action, ids)[0]
        shown[ids] = rows
        np.testing.assert_array_equal(rows, twin.step(action, ids)[0])
        rows[:] = -1  # the user may overwrite the result before the next call
        mask[:] = np.arange(NUM_ENVS) == k
        rows, _ = env.reset(options={"reset_mask": mask})
        shown[k] = twin.reset([k])[0][0]
        np.testing.assert_array_equal(rows, shown)
        rows[:] = -2


def test_all_envs_fail_at_once():
    env = make(fault="std", nth=2, fault_env=-1)
    env.reset()
    env.step(np.zeros(NUM_ENVS))
    with pytest.raises(EnvStepError) as caught:
        env.step(np.zeros(NUM_ENVS))
    assert sorted(caught.value.env_ids) == list(range(NUM_ENVS))
    assert not np.any(caught.value.result[0])
    assert env.step(np.zeros(NUM_ENVS))[0][:, 2].tolist() == [0.0] * NUM_ENVS


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("no_allocate", "without calling Allocate"),
        ("two_allocates", "called twice"),
        ("many_players", "max_num_players=1"),
        ("negative_players", "-1"),
    ],
)
@pytest.mark.parametrize("place", ["reset", "step"])
@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_bad_authors(env_type, place, fault, words):
    env = make(env_type, fault=fault, place=place)
    if place == "step":
        env.reset()
    with pytest.raises(EnvStepError) as caught:
        env.reset() if place == "reset" else env.step(np.zeros(NUM_ENVS))
    check_error(caught.value, words)
    for _ in range(30):
        env.step(np.zeros(NUM_ENVS))


@pytest.mark.parametrize("fault", ["short_write", "wrong_id"])
@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_written_concerns_its_row_alone(shape, fault):
    """Unwritten entries are zero, and an env cannot change its env_id."""
    sound, _ = play(make(**SHAPES[shape]), "gym", 30)
    env = make(fault=fault, nth=4, **SHAPES[shape])
    rows, errors = play(env, "gym", 30)
    assert errors == []
    for env_id, expected in enumerate(sound):
        count = min(len(expected), len(rows[env_id]))
        if env_id == CULPRIT and fault == "short_write" and count > 4:
            assert rows[env_id][4][0] == [0.0] * 4
            assert rows[env_id][4][1] == 0.0
            rows[env_id][4] = expected[4]
        assert rows[env_id][:count] == expected[:count]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_constructor(env_type, kind):
    for num_envs, culprit in [(NUM_ENVS, 0), (NUM_ENVS, CULPRIT), (300, 299)]:
        error = MemoryError if kind == "bad_alloc" else EnvCreationError
        with pytest.raises(error, match=KINDS[kind]) as caught:
            make(env_type, num_envs, fault=kind, place="ctor", fault_env=culprit)
        if kind != "bad_alloc":
            assert f"cannot create env {culprit}: " in str(caught.value)
        gc.collect()  # frees pools that tracebacks refer to
        assert native.alive() == 0
    env = make(env_type)
    env.reset()
    env.step(np.zeros(NUM_ENVS))


def do_all(env):
    """Makes every call other than a step."""
    env.reset(seed=4)
    env.render(env_ids=range(NUM_ENVS))
    env.load_state(env.save_state())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_outside_of_steps(env_type, kind):
    for place in ("render_size", "render", "save", "load", "reseed"):
        env = make(env_type, fault=kind, place=place, render_mode="rgb_array")
        twin = make(env_type)
        error = MemoryError if kind == "bad_alloc" else EnvStepError
        with pytest.raises(error, match=KINDS[kind]) as caught:
            do_all(env)
        if kind != "bad_alloc":
            assert f": env {CULPRIT}: " in str(caught.value)
            assert caught.value.env_ids == [CULPRIT]
            assert caught.value.result is None
        do_all(env)
        env.reset(seed=1)
        twin.reset(seed=1)
        for _ in range(10):
            seen, expected = (
                columns(env_type, each.step(np.ones(NUM_ENVS)))[1]
                for each in (env, twin)
            )
            assert seen[:, 2:].tolist() == expected[:, 2:].tolist()  # step and draw


def test_what_is_wrong_with_a_call_is_no_fault_of_the_env():
    env = make(render_mode="rgb_array")
    env.reset()
    with pytest.raises(ArgumentError, match="state"):
        env.load_state([b"nonsense"] * NUM_ENVS)
    with pytest.raises(ArgumentError, match="env_id"):
        env.render(env_ids=[NUM_ENVS])
    other = envpool.make_gym("Dummy-v0", render_mode="rgb_array")
    other.reset()
    for call in (other.save_state, other.render):
        with pytest.raises(NotSupportedError):
            call()


def test_a_spec_is_computed_without_the_gil():
    native.close_gate(5)
    kwargs = {"fault": "gate", "place": "spec", "gate": 5}
    thread = threading.Thread(
        target=envpool.make_spec, args=["Fault-v0"], kwargs=kwargs
    )
    thread.start()
    while not native.arrived(5):
        pass
    native.open_gate(5)  # hangs here if the spec function holds the GIL
    thread.join()


def test_a_time_limit_holds_while_an_env_hangs():
    native.open_gate(6)
    env = make(fault="gate", gate=6, nth=2)
    env.reset()
    env.step(np.zeros(NUM_ENVS))
    native.close_gate(6)
    env.send(np.zeros(NUM_ENVS))
    for _ in range(2):
        with pytest.raises(RecvTimeoutError):
            env.recv(timeout=0.01)
    native.open_gate(6)
    assert env.recv()[0].shape[0] == NUM_ENVS


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_an_env_that_hangs_is_left_behind(env_type):
    native.close_gate(6)
    env = make(env_type, fault="gate", gate=6, caller_helps=False)
    env.async_reset()
    env.recv()
    env.send(np.zeros(NUM_ENVS))
    while not native.arrived(6):
        pass
    env._close_limit = 0.01
    with pytest.warns(RuntimeWarning, match=rf"close: env ids \[{CULPRIT}\] did not"):
        env.close()
    assert env.closed
    env.close()  # gives no second warning
    with pytest.raises(ClosedError):
        env.recv()
    del env
    native.open_gate(6)


def test_the_interpreter_ends_while_an_env_hangs():
    code = """
import envpool, numpy
from envpool.testing.fault import fault_envpool as native
env = envpool.make_gym("Fault-v0", fault="gate", place="reset", caller_helps=False)
env._close_limit = 0.01
env.async_reset()
while not native.arrived(0):
    pass
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.returncode == 0
    assert "RuntimeWarning: close: env ids [0] did not return" in done.stderr


def test_whose_a_row_is_does_not_depend_on_what_users_write():
    options = {"fault": "gate", "gate": 6, "every": True, "static_output": True}
    native.open_gate(6)
    env = make("gymnasium", num_threads=1, caller_helps=False, **options)
    zeros = np.zeros(NUM_ENVS)
    ids = [env.reset()[1]["env_id"], *(env.step(zeros)[-1]["env_id"] for _ in "ab")]
    native.close_gate(6)
    env.send(zeros)
    while not native.arrived(6):
        pass
    for each in ids:  # the rows before the culprit's row are complete
        each[:CULPRIT] = np.roll(each[:CULPRIT], 1)
    native.open_gate(6)
    expected = env.recv()[0].copy()
    mask = np.arange(NUM_ENVS) > CULPRIT
    seen, _ = env.reset(options={"reset_mask": mask})
    assert seen[~mask].tolist() == expected[~mask].tolist()
