# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that trajectories depend only on id, config, seed and the env's actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import envpool
from envpool.python.errors import ArgumentError, NotSupportedError
from envpool.testing.diagnosis import finding
from envpool.testing.profile import how_many_envs, profile_of, scaled
from envpool.testing.rollout import (
    NotApplicable,
    Script,
    assert_same,
    leaves,
    owners_of,
    raw,
    row_of,
    trajectory_digests,
)
from envpool.testing.sources import not_saved

__all__ = [
    "SCHEDULES",
    "SCHEDULES_DIFFER",
    "assert_seeds_differ",
    "check_reseed",
    "check_schedules",
    "check_seeds",
    "check_states",
    "lost_state",
    "saved",
]

NUM_ENVS = 14
FEW_ENVS = 4  # for costly envs
NUM_STEPS = 120
LONGEST = 300  # until an episode ends

# Combinations of thread counts, batch sizes, runners of the envs and chunk sizes;
# each value occurs with several values of the other options.
SCHEDULES: tuple[dict[str, Any], ...] = (
    {"num_threads": 1},
    {"num_threads": 2, "caller_helps": False, "chunk": 1},
    {"num_threads": 4, "batch_size": 7, "chunk": 7},
    {"num_threads": 3, "batch_size": 7, "caller_helps": False},
    {"num_threads": 8, "batch_size": 1, "chunk": 1},
    {"num_threads": 2, "batch_size": 3, "thread_affinity_offset": 0},
    {"num_threads": 2, "shared_threads": True, "caller_helps": False},
    {"num_threads": 2, "batch_size": 5, "shared_threads": True, "numa": "off"},
)
# For costly envs; the pool that gives the expected results differs from all of them.
COSTLY_SCHEDULES = SCHEDULES[1::2]
# For envs that support prepared resets.
SPARE_SCHEDULES: tuple[dict[str, Any], ...] = (
    {"num_threads": 2, "spare_resets": NUM_ENVS},
    {"num_threads": 1, "batch_size": 5, "spare_resets": 2},
)

SCHEDULES_DIFFER = (
    "Results depend on threads, or on what other envs do: look for variables that envs "
    "share (static, global, in a library), for members that are not initialized, and "
    "for indices out of range."
)
NOT_RESET = (
    "reset(seed=s) of a used env differs from the reset of a new one with seed s: "
    "Reset keeps something of the last episode, or a random generator of the env's own "
    "is not seeded in Reseed."
)


def assert_seeds_differ(task_id: str, some: list[str], others: list[str]) -> None:
    """Demands that trajectories with different seeds differ.

    The family's profile names the ids that do not depend on the seed. Without such
    a list it is enough that one env differs.
    """
    known = profile_of(task_id).deterministic
    differ = [a != b for a, b in zip(some, others, strict=True)]
    if known is not None:
        assert task_id in known or all(differ), "other seeds, but all is the same"
    elif not any(differ):
        raise NotApplicable(
            "all seeds give the same trajectories: the env draws nothing from gen_, or "
            "what it draws does not show; if that is right, set "
            f"deterministic=frozenset({{{task_id!r}}}) in kit_profile.py"
        )


def check_schedules(task_id: str) -> None:
    """Every schedule gives every env the same results."""
    steps = scaled(task_id, NUM_STEPS)
    num_envs = how_many_envs(task_id, NUM_ENVS, FEW_ENVS)
    script = Script(task_id, num_envs, steps)
    expected = trajectory_digests(task_id, script, steps, seed=11)
    is_costly = profile_of(task_id).costly_envs
    schedules = COSTLY_SCHEDULES if is_costly else SCHEDULES
    for schedule in schedules + (SPARE_SCHEDULES if has_spares(task_id) else ()):
        if "batch_size" in schedule:
            size = max(1, schedule["batch_size"] * num_envs // NUM_ENVS)
            schedule = {**schedule, "batch_size": size}
        found = trajectory_digests(task_id, script, steps, seed=11, **schedule)
        with finding(SCHEDULES_DIFFER):
            assert found == expected, f"with {schedule}"


def has_spares(task_id: str) -> bool:
    """Returns whether the env has the option spare_resets."""
    try:
        envpool.make_gym(task_id, spare_resets=1).close()
    except ArgumentError:
        return False
    return True


def check_seeds(task_id: str) -> None:
    """Env i of seed s is env 0 of seed s + i; other seeds differ."""
    num_envs = how_many_envs(task_id, 4, 2)
    steps = scaled(task_id, NUM_STEPS)
    script = Script(task_id, num_envs, steps)
    pool = trajectory_digests(task_id, script, steps, seed=20)
    seeds = [20 + env_id for env_id in range(num_envs)]
    listed = trajectory_digests(task_id, script, steps, seed=seeds)
    other = trajectory_digests(task_id, script, steps, seed=90)
    assert listed == pool
    by_place = profile_of(task_id).seeds_by_place
    for env_id in () if by_place else range(num_envs):
        alone = _record(task_id, script, 1, 20 + env_id, env_id, 0)
        among = _record(task_id, script, num_envs, 20, env_id, env_id)
        assert alone == among, (
            f"Env {env_id} of seed 20 is not env 0 of seed {20 + env_id}: the seed of "
            "gen_, not env_id_, is to make envs differ"
        )
    assert_seeds_differ(task_id, pool, other)


def _record(
    task_id: str, script: Script, num_envs: int, seed: int, role: int, env_id: int
) -> list[Any]:
    """Returns the results of one env, without infos; all envs act as env `role`."""
    everyone = np.arange(num_envs)
    steps = len(script.samples[role])
    pool: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=seed)
    with pool as env:
        obs, info = env.reset()
        record = [_part(script, (obs,), owners_of(info), env_id)]
        for step in range(min(40, steps)):
            at = np.full(num_envs, step)
            result = env.step(script.at(at, everyone, info, role))
            info = result[4]
            record.append(_part(script, result[:4], owners_of(info), env_id))
    return record


def _part(script: Script, result: Any, owners: Any, env_id: int) -> dict[str, bytes]:
    mine = None if owners is None else owners == env_id
    return {
        path: raw(row_of(script, path, column, env_id, mine))
        for path, column in leaves(result).items()
    }


def check_reseed(task_id: str) -> None:
    """reset(seed=s) makes a used pool equal to a new one of seed s."""
    num_envs = how_many_envs(task_id, NUM_ENVS, FEW_ENVS)
    script = Script(task_id, num_envs, 30)
    used: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=1)
    info = used.reset()[1]
    _play(used, script, info, 0, 17)
    new: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=31)
    first = new.reset()
    with finding(NOT_RESET):
        assert_same(used.reset(seed=31), first, "reset(seed=31):")
        expected = _play(new, script, first[1], 0, 30)
        for step, result in enumerate(_play(used, script, first[1], 0, 30)):
            assert_same(result, expected[step], f"step {step}:")
    used.close()
    new.close()


def check_states(task_id: str) -> None:
    """After load_state the continuation is the same, bit by bit."""
    begin, last = 23, 23 + scaled(task_id, 127)
    num_envs = how_many_envs(task_id, NUM_ENVS, FEW_ENVS)
    script = Script(task_id, num_envs, last)
    source: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=1)
    before = _play(source, script, source.reset()[1], 0, begin)[-1][4]
    states = saved(source)
    assert len(states) == num_envs
    expected = _play(source, script, before, begin, last)
    for number, (words, target) in enumerate(_targets(task_id, num_envs)):
        end = last if number == 0 else begin + len(expected) // 4
        target.load_state(states)
        with finding(lambda: lost_state(task_id, words)):  # noqa: B023  called at once
            assert target.save_state() == states, "save_state has other bytes"
            found = _play(target, script, before, begin, end)
            for step, result in enumerate(found, begin):
                assert_same(result, expected[step - begin], f"step {step}:")
        target.clone_state(0, [1, 3])
        clones = target.save_state([0, 1, 3])
        assert clones[0] == clones[1] == clones[2]
        target.close()
    source.close()


def _play(env: Any, script: Script, info: Any, begin: int, end: int) -> list[Any]:
    """Returns the results of some steps of all envs."""
    everyone = np.arange(len(script.samples))
    results: list[Any] = []
    for step in range(begin, end):
        actions = script.at(np.full(len(everyone), step), everyone, info)
        results.append(env.step(actions))
        info = results[-1][4]
    return results


def _targets(task_id: str, num_envs: int) -> Iterator[tuple[str, Any]]:
    """Yields pools in different conditions, each with a description."""
    for words, seed in (("a pool after its reset", 77), ("a new pool", 78)):
        pool: Any = envpool.make_gym(task_id, num_envs=num_envs, seed=seed)
        if seed == 77:
            pool.reset()
        yield words, pool
    # load_state must also replace the env's end-of-episode state.
    pool = envpool.make_gym(task_id, num_envs=num_envs, seed=79)
    steps = scaled(task_id, LONGEST)
    script, info = Script(task_id, num_envs, steps), pool.reset()[1]
    for step in range(steps):
        result = _play(pool, script, info, step, step + 1)[0]
        info = result[4]
        if result[2].any():
            yield "a pool with an env whose episode has ended", pool
            return
    pool.close()


def lost_state(task_id: str, words: str) -> str:
    """Returns a sentence about states that are not complete.

    Args:
      task_id: the id.
      words: describes the pool into which the state was loaded.
    """
    members = ", ".join(f"`{name}`" for name in not_saved(task_id))
    what = members or "all that changes (or Load does not read it)"
    return (
        f"Save does not write {what}: in {words}, the env goes on differently after "
        "load_state."
    )


def saved(env: Any) -> list[bytes]:
    """Returns the states of all envs.

    Raises:
      NotApplicable: the env has no Save and Load.
    """
    try:
        return list(env.save_state())
    except NotSupportedError as error:
        raise NotApplicable(f"save_state: {error}") from None
