# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saved states of envs, as bytes that know what they are of.

A state opens with a mark, a fingerprint of the env and its config, and a
checksum: the native code must never read a state that it did not write.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from envpool.python.errors import ArgumentError, ArgumentTypeError
from envpool.python.values import show

if TYPE_CHECKING:
    from envpool.python.env_spec import EnvSpecMixin

__all__ = ["fingerprint", "pack", "unpack"]

_MARK = b"EPS1"
_HEADER = struct.Struct("<4s8sI")

# How many envs there are, and how they are run, is not part of a state.
_OF_THE_POOL = (
    "num_envs",
    "batch_size",
    "num_threads",
    "thread_affinity_offset",
    "base_path",
    "rom_dir",
    "seed",
    "env_seed",
    "gym_reset_return_info",
    "max_episode_steps",
    "reward_threshold",
)


def fingerprint(spec: EnvSpecMixin) -> bytes:
    """Returns what two pools must have in common to exchange states."""
    config = spec.config._asdict()
    own = {key: config[key] for key in config if key not in _OF_THE_POOL}
    cls = type(spec)._native
    text = repr((cls.__module__, cls.__name__, own, spec._state_keys))
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def pack(states: Sequence[bytes], mark: bytes) -> list[bytes]:
    """Adds the header to each state."""
    return [_HEADER.pack(_MARK, mark, zlib.crc32(state)) + state for state in states]


def unpack(states: Any, count: int, mark: bytes) -> list[bytes]:
    """Checks `count` states and returns them without their headers.

    Raises:
      ArgumentTypeError: it is not a list of bytes.
      ArgumentError: there are more or fewer, or one is not of this env.
    """
    if not isinstance(states, Sequence) or isinstance(states, (str, bytes)):
        raise ArgumentTypeError(f"states: expected a list of bytes, got {show(states)}")
    if len(states) != count:
        raise ArgumentError(
            f"states: expected {count}, one for each env, got {len(states)}"
        )
    return [_unpack(i, state, mark) for i, state in enumerate(states)]


def _unpack(i: int, state: Any, mark: bytes) -> bytes:
    if not isinstance(state, bytes):
        raise ArgumentTypeError(f"states[{i}]: expected bytes, got {show(state)}")
    if len(state) < _HEADER.size or not state.startswith(_MARK):
        raise ArgumentError(
            f"states[{i}]: expected what save_state returned, got other bytes"
        )
    _, found, checksum = _HEADER.unpack_from(state)
    payload = state[_HEADER.size :]
    if found != mark:
        raise ArgumentError(
            f"states[{i}]: expected a state of this env with this config, got one "
            "of another"
        )
    if checksum != zlib.crc32(payload):
        raise ArgumentError(
            f"states[{i}]: expected what save_state returned, got bytes that were "
            "changed since"
        )
    return payload
