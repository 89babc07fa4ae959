# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Episodes of official envs as files, for oracles that need another Python.

This module needs only NumPy and Python 3.8 or later. A recording script can load it
without this package, through load_trace.py.

The script calls `record` for each case and `save` once. `envpool.testing.recorded`
has the other half: `Recorded` plays a file as an adapter.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

__all__ = ["DIGEST_FROM", "Case", "digest", "flatten", "load", "pins", "record", "save"]

# Larger values (in bytes) are stored as a digest, which can only show equality.
DIGEST_FROM = 256


class Case:
    """A recording: the arguments of `compare`, and the columns.

    Attributes:
      task_id: the id in this package.
      seed: the seed of env 0; env i has `seed + i`.
      options: the config of the pool.
      columns: by name, an array over all steps and envs; `action` is the action of
        each env after each result, and `is_reset` marks results that begin an episode.
    """

    def __init__(
        self,
        task_id: str,
        seed: int,
        options: dict[str, Any],
        columns: dict[str, Any],
    ) -> None:
        self.task_id = task_id
        self.seed = seed
        self.options = options
        self.columns = columns


def flatten(row: Any, prefix: str = "") -> dict[str, Any]:
    """Returns the values of nested dicts by their path, such as `obs.position`.

    Args:
      row: nested dicts.
      prefix: the beginning of every path.
    """
    if not hasattr(row, "items"):
        return {prefix: row}
    found: dict[str, Any] = {}
    for key, value in row.items():
        found.update(flatten(value, f"{prefix}.{key}" if prefix else str(key)))
    return found


def digest(value: Any) -> Any:
    """Returns the value as an array, or a 16-byte digest if it is long.

    Args:
      value: an array or number.
    """
    array = np.asarray(value)
    if array.nbytes <= DIGEST_FROM:
        return array
    text = f"{array.dtype.str}{array.shape}".encode()
    text += np.ascontiguousarray(array).tobytes()
    return np.frombuffer(hashlib.blake2b(text, digest_size=16).digest(), np.uint8)


def record(
    make: Any, task_id: str, seed: int, actions: Any, options: Any = None
) -> Case:
    """Plays official envs, and returns the recording.

    Args:
      make: a function of a seed that returns an env with `reset()` and
        `step(action)`; each returns a row as an adapter's does. A row ends the
        episode if its `terminated` or `truncated` is true.
      task_id: the id in this package.
      seed: the seed of env 0.
      actions: an array of shape (steps, envs, ...).
      options: the config of the pool, representable in JSON.
    """
    actions = np.asarray(actions)
    envs = [make(seed + i) for i in range(actions.shape[1])]
    over = [True] * len(envs)
    lists: dict[str, list[Any]] = {}
    for step in range(len(actions)):
        for i, env in enumerate(envs):
            is_reset = over[i]
            row = flatten(env.reset() if is_reset else env.step(actions[step - 1, i]))
            over[i] = bool(row.get("terminated") or row.get("truncated"))
            row["is_reset"] = is_reset
            for name, value in row.items():
                lists.setdefault(name, []).append((step, i, digest(value)))
    columns = {"action": actions}
    for name, found in lists.items():
        first = found[0][2]
        column = np.zeros((*actions.shape[:2], *first.shape), first.dtype)
        known = np.zeros(actions.shape[:2], bool)
        for step, i, value in found:
            column[step, i], known[step, i] = value, True
        columns[name] = column
        if not known.all():  # for example, a reset may have no reward
            columns[f"?{name}"] = known
    return Case(task_id, seed, dict(options or {}), columns)


def save(path: Any, cases: Any, versions: Any) -> None:
    """Writes a file.

    Args:
      path: the path of the file; it ends in `.npz`.
      cases: the recordings.
      versions: the versions of the packages used, by package.
    """
    about = {
        "pins": dict(versions),
        "cases": [
            {"task_id": case.task_id, "seed": case.seed, "options": case.options}
            for case in cases
        ],
    }
    arrays = {
        f"{number}/{name}": column
        for number, case in enumerate(cases)
        for name, column in case.columns.items()
    }
    np.savez_compressed(path, about=np.array(json.dumps(about)), **arrays)


def load(path: Any) -> list[Case]:
    """Returns the cases of a file.

    Args:
      path: the path of the file.
    """
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        return [
            Case(
                **each,
                columns={
                    name.partition("/")[2]: file[name]
                    for name in file.files
                    if name.startswith(f"{number}/")
                },
            )
            for number, each in enumerate(about["cases"])
        ]


def pins(path: Any) -> dict[str, str]:
    """Returns the versions of the packages that made a file, by package.

    Args:
      path: the path of the file.
    """
    with np.load(path, allow_pickle=False) as file:
        found: dict[str, str] = json.loads(str(file["about"]))["pins"]
    return found
