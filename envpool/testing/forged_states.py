# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saved states with changed contents, under a header that fits them.

A pool may refuse such a state, and is unchanged then, or accept it; the env must then
still work. A crash or a hang is an error, which ends pytest.
"""

from __future__ import annotations

import contextlib
import random
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

import envpool
from envpool.python.apis import states as states_of
from envpool.python.errors import ArgumentError, EnvStepError, NotSupportedError
from envpool.registration import registry
from envpool.testing.determinism import saved
from envpool.testing.rollout import Script, assert_same

__all__ = ["check_forged_states", "forgeries"]

NUM_ENVS = 2
NUM_STEPS = 6
EVERYONE = np.arange(NUM_ENVS)
SMALL = 256  # states of up to this many bytes are forged at every byte
FEW, MANY = 24, 160  # forgeries of larger states; MANY for one id per family

_INF = float("inf")
# Byte patterns that replace a part of a state.
PATTERNS = tuple(
    [bytes(n) for n in (1, 4, 8, 64)]
    + [b"\xff" * n for n in (1, 4, 8, 64)]
    + [struct.pack("<i", n) for n in (1, -1, 2**31 - 1, -(2**31), 2**16, 1000)]
    + [struct.pack("<d", x) for x in (float("nan"), _INF, -_INF, 1e308, -1e9)]
)


def check_forged_states(task_id: str) -> None:
    """No forged state does harm."""
    env: Any = envpool.make_gym(
        task_id, num_envs=NUM_ENVS, seed=5, render_mode="rgb_array"
    )
    script = Script(task_id, NUM_ENVS, NUM_STEPS)
    info = _steps(env, script, env.reset()[1])[-1][4]
    states = saved(env)
    payload = states_of.unpack(states, [env._fingerprint] * NUM_ENVS)[0].state
    frames = 2
    for forged in forgeries(payload, task_id):
        if not _loads(env, states_of.pack([forged], [env._fingerprint])):
            assert env.save_state() == states
            continue
        frames -= _goes_on(env, script, info, frames > 0)
        env.load_state(states)
    expected = _steps(env, script, info)
    env.load_state(states)
    assert_same(_steps(env, script, info), expected)
    env.close()


def forgeries(payload: bytes, task_id: str) -> Iterator[bytes]:
    """Yields changed contents of a state, the same ones in every run."""
    yield from (b"", payload[:1], payload[: len(payload) // 2], payload[:-1])
    yield from (payload + b"\0", payload + payload)
    yield from (bytes(len(payload)), b"\xff" * len(payload))
    if len(payload) <= SMALL:
        places = [
            (at, PATTERNS[number % len(PATTERNS)])
            for at in range(len(payload))
            for number in range(at, at + 4)
        ]
    else:
        rng = random.Random(zlib.crc32(task_id.encode()))
        places = [
            (rng.randrange(len(payload)), rng.choice(PATTERNS))
            for _ in range(MANY if _is_first(task_id) else FEW)
        ]
    for number, (at, pattern) in enumerate(places):
        end = at + len(pattern)
        yield (payload[:at] + pattern + payload[end:])[: len(payload)]
        flipped = bytearray(payload)
        flipped[at] ^= 1 << number % 8
        yield bytes(flipped)


def _is_first(task_id: str) -> bool:
    package = registry.specs[task_id][0]
    ids = envpool.list_all_envs()
    return task_id == next(each for each in ids if registry.specs[each][0] == package)


def _steps(env: Any, script: Script, info: Any) -> tuple[Any, ...]:
    """Steps all envs, with actions for the players in the last result."""
    results = []
    for step in range(NUM_STEPS):
        results.append(env.step(script.at(np.full(NUM_ENVS, step), EVERYONE, info)))
        info = results[-1][4]
    return tuple(results)


def _loads(env: Any, states: list[bytes]) -> bool:
    with contextlib.suppress(ArgumentError):
        env.load_state(states, [0])
        return True
    return False


def _goes_on(env: Any, script: Script, info: Any, draws: bool) -> int:
    """Steps, renders, saves and resets; returns the number of rendered frames."""
    drawn = 0
    # For example, an unstable simulation, or a changed number of players.
    with contextlib.suppress(EnvStepError):
        _steps(env, script, info)
    try:
        if draws:
            env.render([0])
            drawn = 1
    except NotSupportedError:
        drawn = 1
    env.save_state()
    _steps(env, script, env.reset()[1])
    return drawn
