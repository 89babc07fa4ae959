# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the results of a pool with those of official envs; see oracle.py."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from envpool.testing import trace

__all__ = ["Comparison"]


def _mask_of(name: str) -> str:
    return f"info._{name.removeprefix('info.')}"


class Comparison:
    """The rows of all steps, and the largest differences so far.

    Args:
      task_id: the pool's id.
      tolerance: returns the allowed deviation of a column from the official one.
      same_infos: whether the pool must have only the official infos.

    Attributes:
      farthest: the largest differences of observations and rewards.
    """

    def __init__(
        self, task_id: str, tolerance: Callable[[str], float], same_infos: bool
    ) -> None:
        self._task_id, self._tolerance = task_id, tolerance
        self._same_infos = same_infos
        self.farthest = {"obs": 0.0, "reward": 0.0}

    def see(
        self,
        columns: Mapping[str, Any],
        rows: Sequence[Mapping[str, Any]],
        step: int,
    ) -> None:
        """Compares a step of the pool with a row of each official env.

        Args:
          columns: the pool's results, by the flattened names of `rows`.
          rows: the results of the official envs, as nested dicts.
          step: the number of the step.

        Raises:
          AssertionError: the results differ; the text has id, step, env and column.
        """
        flat = [trace.flatten(row) for row in rows]
        names: Collection[str] = ()
        if are_alike := all(row.keys() == flat[0].keys() for row in flat):
            self._check_names(columns, flat[0], self._where(step, 0))
            names = [name for name in flat[0] if not self._agree(columns, flat, name)]
        for i, row in enumerate(flat):
            where = self._where(step, i)
            if not are_alike:
                self._check_names(columns, row, where)
            for name in names if are_alike else row:
                known = columns.get(_mask_of(name))
                text = f"{where}, {name}"
                assert known is None or known[i], f"{text}: the pool's mask is False"
                self._compare(name, columns[name][i], row[name], text)

    def _where(self, step: int, env: int) -> str:
        return f"{self._task_id}, step {step}, env {env}"

    def _check_names(
        self, columns: Mapping[str, Any], row: Mapping[str, Any], where: str
    ) -> None:
        ours = {name for name in columns if name.split(".")[0] == "obs"}
        theirs = {name for name in row if name.split(".")[0] == "obs"}
        assert theirs, f"{where}: the official env has no observation"
        assert ours == theirs, f"{where}: expected {theirs}, got {ours}"
        for name in row:
            assert name in columns, f"{where}, {name}: the pool has none"
        if self._same_infos:
            extra = {
                name
                for name in columns.keys() - row.keys()
                if name.startswith("info.") and not name.startswith("info._")
            }
            assert not extra, f"{where}: the official env has no {extra}"

    def _agree(
        self, columns: Mapping[str, Any], flat: Sequence[Mapping[str, Any]], name: str
    ) -> bool:
        """Compares a column of all envs; if False, each env must be compared."""
        ours, values = columns[name], [row[name] for row in flat]
        known = columns.get(_mask_of(name))
        kinds = {(type(v), getattr(v, "dtype", None), np.shape(v)) for v in values}
        theirs = None if len(kinds) > 1 else np.array(values)
        if theirs is None or not (known is None or known.all()):
            return False
        if ours[:1].nbytes > trace.DIGEST_FROM and theirs[:1].nbytes == 16:
            return False  # the official values are digests
        is_array = isinstance(values[0], (np.ndarray, np.generic))
        try:
            self._compare(name, ours, theirs, "", is_array)
        except AssertionError:
            return False
        return True

    def _compare(
        self,
        name: str,
        ours: Any,
        theirs: Any,
        where: str,
        is_array: bool | None = None,
    ) -> None:
        if is_array is None:
            is_array = isinstance(theirs, (np.ndarray, np.generic))
        ours, theirs = np.asarray(ours), np.asarray(theirs)
        if ours.nbytes > trace.DIGEST_FROM and theirs.nbytes == 16:
            ours = trace.digest(ours)
        assert ours.shape == theirs.shape, f"{where}: {ours.shape}, {theirs.shape}"
        kind = name.split(".")[0]
        if kind == "obs" and is_array:  # a Python number has no dtype to compare
            assert ours.dtype == theirs.dtype, f"{where}: {ours.dtype}, {theirs.dtype}"
        if name in ("reward", "terminated", "truncated"):
            expected = np.float32 if name == "reward" else np.bool_
            assert ours.dtype == expected, f"{where}: {ours.dtype}"
        if np.array_equal(ours, theirs):
            return
        with np.errstate(invalid="ignore"):  # infinity minus infinity
            self._measure(name, kind, ours, theirs, where)

    def _measure(
        self, name: str, kind: str, ours: Any, theirs: Any, where: str
    ) -> None:
        if kind in self.farthest and ours.dtype.kind == "f":
            off = np.abs(ours.astype(np.float64) - theirs)
            off = off / np.maximum(np.abs(theirs), 1)
            self.farthest[kind] = float(
                np.fmax.reduce(off, axis=None, initial=self.farthest[kind])
            )
        if name == "reward":
            with np.errstate(over="ignore"):
                theirs = theirs.astype(np.float32)
        bound = self._tolerance(name)
        if bound == 0:
            np.testing.assert_array_equal(ours, theirs, where)
        else:
            scale = np.maximum(np.abs(theirs), 1)
            np.testing.assert_array_less(
                np.abs(ours - theirs) / scale, bound, err_msg=where
            )
