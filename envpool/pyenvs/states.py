# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saves and loads the states of envs in Python, through their workers."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING

from envpool.python.errors import ArgumentError, EnvStepError, NotSupportedError

if TYPE_CHECKING:
    from envpool.pyenvs.processes import Workers

__all__ = ["joined", "load_envs", "save_envs", "split"]

_SIZE = struct.Struct("<I")


def save_envs(
    workers: Workers, indices: Sequence[int], ids: Sequence[int]
) -> list[bytes]:
    """Returns the states of envs, without the part of the pool.

    Args:
      workers: those of the envs.
      indices: the indices of the envs there.
      ids: their ids in the pool, for messages.

    Raises:
      EnvStepError: a worker has ended.
      NotSupportedError: an env cannot be saved.
    """
    states = workers.call("save", "save_state", indices, (), {})
    for env_id, state in zip(ids, states, strict=True):
        if isinstance(state, str):
            raise NotSupportedError(
                "save_state: expected an env whose attributes can be pickled, or with "
                "__getstate__ and __setstate__, or with clone_state and "
                f"restore_state; env {env_id}: {state}"
            )
    return states


def load_envs(workers: Workers, ids: Sequence[int], states: Sequence[bytes]) -> None:
    """Restores states; an env that raises then begins a new episode.

    Raises:
      EnvStepError: an env raised an exception.
    """
    try:
        workers.call("load", "load_state", ids, dict(zip(ids, states, strict=True)), {})
    except EnvStepError as error:
        workers.renew(error.env_ids)
        raise


def joined(native: bytes, state: bytes) -> bytes:
    """Returns the pool's part of a state and the env's in one."""
    return _SIZE.pack(len(native)) + native + state


def split(state: bytes) -> tuple[bytes, bytes]:
    """Returns the two parts.

    Raises:
      ArgumentError: there are no two parts.
    """
    size = _SIZE.unpack_from(state)[0] if len(state) >= _SIZE.size else len(state)
    end = _SIZE.size + size
    if end > len(state):
        raise ArgumentError("states: expected states of envs in Python, got others")
    return state[_SIZE.size : end], state[end:]
