# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The format of saved states of envs.

A state begins with a magic number, the version that wrote it, a fingerprint of
the env and its config, the size of an observation, and a checksum. The observation
and the env's own state follow. These detect mistakes, not attacks; the native code
checks everything that it reads.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import envpool
from envpool.python.config.argument_checks import show
from envpool.python.config.keywords import OF_THE_POOL
from envpool.python.config.rules import find_rules
from envpool.python.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from envpool.python.spec_base import SpecBase

__all__ = ["State", "fingerprint", "pack", "unpack"]

_MARK = b"EPS3"
_HEADER = struct.Struct("<4s32s8sII")

# Config keys that are not part of a state, since they affect only how envs run and when
# the pool truncates episodes.
_OF_THE_POOL = {*OF_THE_POOL, "max_episode_steps", "reward_threshold", "source"}


def fingerprint(spec: SpecBase) -> bytes:
    """Returns a digest that must be equal for two pools to exchange states.

    It covers the env and its config, except keys of the pool and paths: the place of
    a file does not matter. For the content of files, the native spec may have
    `_state_fingerprint`.
    """
    config = spec.config._asdict()
    rules = find_rules(type(spec).__module__, type(spec).__name__).keys
    own = {
        key: config[key]
        for key in config
        if key not in _OF_THE_POOL and not rules.get(key, {}).get("path")
    }
    cls = type(spec)._native
    # Modules compiled with older headers do not have it.
    extra = getattr(spec, "_state_fingerprint", b"")
    text = repr((cls.__module__, cls.__name__, own, spec._state_keys, extra))
    return hashlib.blake2b(text.encode(), digest_size=8).digest()


def _version() -> bytes:
    return envpool.__version__.encode()[:32].ljust(32, b"\0")


class State(NamedTuple):
    """The content of a saved state.

    Attributes:
      observation: the bytes of the env's last observation; empty if the observation is
        unknown or follows from the state.
      state: the native state of the env.
    """

    observation: bytes
    state: bytes


def pack(
    states: Sequence[bytes], marks: Sequence[bytes], observations: Sequence[bytes] = ()
) -> list[bytes]:
    """Adds the header to each state.

    Args:
      states: the native states of envs.
      marks: the fingerprint of each.
      observations: the bytes of each env's last observation, if known.
    """
    version = _version()
    packed = []
    for state, mark, seen in zip_longest(states, marks, observations, fillvalue=b""):
        content = seen + state
        head = _HEADER.pack(_MARK, version, mark, len(seen), zlib.crc32(content))
        packed.append(head + content)
    return packed


def unpack(states: Any, marks: Sequence[bytes]) -> list[State]:
    """Checks states and returns their content.

    Args:
      states: the results of `pack`.
      marks: the fingerprint of each env.

    Raises:
      ArgumentTypeError: `states` is not a list of bytes.
      ArgumentError: the number of states is wrong, or a state is damaged or comes from
        another version of this package, another env or another config.
    """
    if not isinstance(states, Sequence) or isinstance(states, (str, bytes)):
        raise ArgumentTypeError(f"states: expected a list of bytes, got {show(states)}")
    if len(states) != len(marks):
        raise ArgumentError(
            f"states: expected {len(marks)} states, one for each env, got {len(states)}"
        )
    return [
        _unpack(i, state, mark)
        for i, (state, mark) in enumerate(zip(states, marks, strict=True))
    ]


def _unpack(i: int, state: Any, mark: bytes) -> State:
    if not isinstance(state, bytes):
        raise ArgumentTypeError(f"states[{i}]: expected bytes, got {show(state)}")
    if len(state) < _HEADER.size or not state.startswith(_MARK):
        raise ArgumentError(
            f"states[{i}]: expected bytes from save_state, got other bytes"
        )
    _, version, found, length, checksum = _HEADER.unpack_from(state)
    payload = state[_HEADER.size :]
    if version != _version():
        raise ArgumentError(
            f"states[{i}]: expected a state saved by envpool {envpool.__version__}, "
            f"got one of version {show(_text(version))}"
        )
    if found != mark:
        raise ArgumentError(
            f"states[{i}]: expected a state of the same env and config, got one "
            "of a different env or config"
        )
    if checksum != zlib.crc32(payload) or length > len(payload):
        raise ArgumentError(
            f"states[{i}]: expected bytes from save_state, got a damaged copy of them"
        )
    return State(payload[:length], payload[length:])


def _text(version: bytes) -> str:
    return version.rstrip(b"\0").decode(errors="replace")
