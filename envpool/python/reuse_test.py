# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results reuse arrays, tuples and dicts that the caller has dropped."""

import gc
import weakref

import numpy as np
import pytest

from envpool.testing.outputs import CASES, arrays_of, make
from envpool.testing.outputs import NUM_ENVS as N

ACTION = np.ones(N, int)


def make_plain(env_type="gym"):
    """Makes a pool whose results are tuples and dicts of plain columns."""
    return make(env_type=env_type, autoreset_mode="next_step", episode_stats=False)


class Weak:
    """An object that a weak reference can point to."""


def keep(result, how):
    """Returns a part of a result, by the number `how`."""
    leaves = list(arrays_of(result))
    info = result[-1]
    return [None, result, info, leaves[0], leaves[-1], (info, leaves[0])][how % 6]


@pytest.mark.parametrize(("task", "api"), CASES)
def test_whatever_is_kept_stays(task, api):
    rng = np.random.default_rng(0)
    with make(task, api) as env, make(task, api) as other:
        env.reset()
        other.reset()
        all_results = []
        kept = []
        for step in range(60):
            all_results.append(other.step(ACTION))
            how = rng.integers(6)
            kept.append((step, how, keep(env.step(ACTION), how)))
            kept = kept[-rng.integers(1, 6) :]
            for at, how, mine in kept:
                expected = arrays_of(keep(all_results[at], how))
                for one, two in zip(arrays_of(mine), expected, strict=True):
                    np.testing.assert_array_equal(one, two)


def test_the_same_objects_come_again():
    with make_plain() as env:
        env.reset()
        seen = set()
        for _ in range(20):
            result = env.step(ACTION)
            seen.add((id(result), id(result[-1]), id(result[-1]["players"])))
        assert len(seen) <= 3


@pytest.mark.parametrize(
    "change",
    [
        lambda info: info.update(mine=3),
        lambda info: info.pop("env_id"),
        lambda info: info["players"].clear(),
        lambda info: info.update(players={}),
        lambda info: info.update(elapsed_step=info["env_id"]),
        lambda info: info.clear(),
    ],
)
@pytest.mark.parametrize("keeps", [False, True])
def test_changed_dicts_do_not_come_again(change, keeps):
    with make_plain() as env, make_plain() as other:
        env.reset()
        other.reset()
        held = []
        for _ in range(10):
            mine, its = env.step(ACTION), other.step(ACTION)
            assert mine[-1].keys() == its[-1].keys()
            for one, two in zip(arrays_of(mine), arrays_of(its), strict=True):
                np.testing.assert_array_equal(one, two)
            change(mine[-1])
            held = [*held[-2:], mine[-1]] if keeps else []


def test_objects_in_dropped_dicts_are_freed():
    with make_plain() as env:
        env.reset()
        weak = Weak()
        ref = weakref.ref(weak)
        env.step(ACTION)[-1]["mine"] = weak
        del weak
        env.step(ACTION)
        assert ref() is None


def test_finalizers_may_use_the_pool():
    errors = []

    class Steps:
        def __del__(self):
            try:
                env.step(ACTION)
            except Exception as error:
                errors.append(error)

    with make_plain() as env:
        env.reset()
        for _ in range(10):
            env.step(ACTION)[-1]["mine"] = Steps()
        assert not errors
        result = env.step(ACTION)
        gc.collect()
        assert result[0].shape[0] == N


def test_another_plan_makes_other_results():
    with make_plain("gymnasium") as env:
        env.reset()
        before = env.step(ACTION)
        index = env._columns.index
        plan = ("tuple", [index["reward"], index["obs"]])
        env._configure(plan, index["obs"], env._normalizer())
        assert len(before) == 5
        del before
        assert len(env.step(ACTION)) == 2
