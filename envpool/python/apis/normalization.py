# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The statistics of a pool made with `normalize_obs` or `normalize_reward`.

Statistics are moments of vectors: their number, their mean, and the sum of squared
deviations from it. The moments of several pools, or of Ray actors, can be added in any
order. Gymnasium's `RunningMeanStd` starts with a weight of 1e-4 at mean 0 and variance
1; `Moments` includes this start.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import as_bool, show
from envpool.python.errors import ArgumentError, ArgumentTypeError, NotSupportedError

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["Moments", "Normalization", "merge_normalization"]

State = dict[str, dict[str, Any]]

_FIRST_COUNT = 1e-4
_FIELDS = ("count", "mean", "squares")


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Mean and variance as Gymnasium's `RunningMeanStd` has them.

    Attributes:
      mean: float64, of the shape of one observation; of shape () for rewards.
      var: the variance, in the same shape.
      count: the number of observations or returns, plus 1e-4.
    """

    mean: NDArray[np.float64]
    var: NDArray[np.float64]
    count: float


class Normalization:
    """The statistics of a pool, and whether they change.

    Args:
      pool: the pool; it has statistics if it was made with `normalize_obs` or
        `normalize_reward`.
    """

    def __init__(self, pool: PoolBase) -> None:
        self._pool = pool
        self._numbers: dict[str, int] = {}
        self._shapes: dict[str, tuple[int, ...]] = {}
        transforms = pool._env_spec._transforms
        if transforms is not None:
            self._numbers = dict(transforms.normalized())
            self._shapes = {
                key: () if key == "reward" else transforms.entries[key].inner_shape
                for key in self._numbers
            }

    @property
    def frozen(self) -> bool:
        """Whether results leave the statistics as they are, as for an evaluation."""
        return bool(self._numbers) and self._pool._frozen

    @frozen.setter
    def frozen(self, value: bool) -> None:
        if not self._numbers:
            raise NotSupportedError(
                "frozen: expected a pool made with normalize_obs=True or "
                "normalize_reward=True"
            )
        self._pool._frozen = as_bool("frozen", value)

    @property
    def obs(self) -> Moments | dict[str, Moments] | None:
        """The statistics of observations; a dict by key if they have several entries.

        None without `normalize_obs`.
        """
        keys = [key for key in self._numbers if key != "reward"]
        if keys == ["obs"]:
            return self._moments("obs")
        found = {key.removeprefix("obs:"): self._moments(key) for key in keys}
        return found or None

    @property
    def reward(self) -> Moments | None:
        """The statistics of discounted returns; None without `normalize_reward`."""
        return self._moments("reward") if "reward" in self._numbers else None

    def _moments(self, key: str) -> Moments:
        count, mean, squares = self._pool._moments(self._numbers[key])
        total = count + _FIRST_COUNT
        start = _FIRST_COUNT * (1 + mean * mean * count / total)
        shape = self._shapes[key]
        return Moments(
            (mean * count / total).reshape(shape),
            ((squares + start) / total).reshape(shape),
            total,
        )

    def state_dict(self) -> State:
        """Returns the statistics, to be saved or merged.

        Returns:
          For each key, as "obs" or "reward", a dict of `count`, a float, and of `mean`
          and `squares`, float64 arrays of the shape of an observation or reward.
          `squares` is the sum of squared deviations from the mean.
        """
        state = {}
        for key, number in self._numbers.items():
            count, mean, squares = self._pool._moments(number)
            shape = self._shapes[key]
            state[key] = {
                "count": count,
                "mean": mean.reshape(shape),
                "squares": squares.reshape(shape),
            }
        return state

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Replaces the statistics by those that `state_dict` returned.

        Args:
          state: the state of a pool with the same spaces and options.

        Raises:
          ArgumentError, ArgumentTypeError: it does not fit, and nothing is changed.
        """
        checked = _checked("state", state)
        shapes = {key: each["mean"].shape for key, each in checked.items()}
        if shapes != self._shapes:
            raise ArgumentError(
                f"state: expected keys and shapes {self._shapes}, got {shapes}"
            )
        for key, each in checked.items():
            self._pool._set_moments(
                self._numbers[key],
                each["count"],
                each["mean"].ravel(),
                each["squares"].ravel(),
            )

    def merge(self, *others: Normalization | Mapping[str, Any]) -> None:
        """Adds the statistics of other pools, or those in results of `state_dict`.

        Raises:
          ArgumentError, ArgumentTypeError: one does not fit, and nothing is changed.
        """
        states = [
            each.state_dict() if isinstance(each, Normalization) else each
            for each in others
        ]
        self.load_state_dict(merge_normalization([self.state_dict(), *states]))

    def __repr__(self) -> str:
        counts = {key: each["count"] for key, each in self.state_dict().items()}
        return f"Normalization(frozen={self.frozen}, count={counts})"


def merge_normalization(
    states: Iterable[Mapping[str, Any]], base: Mapping[str, Any] | None = None
) -> State:
    """Returns the combined statistics of several pools.

    Args:
      states: results of `state_dict`, from pools with the same spaces.
      base: a state that all of these pools had loaded before, such as the result of the
        last merge. It counts once.

    Raises:
      ArgumentError, ArgumentTypeError: a state is not valid, or they differ in keys or
        shapes.
    """
    found = [_checked(f"states[{i}]", each) for i, each in enumerate(states)]
    if not found:
        raise ArgumentError("states: expected at least one")
    start = None if base is None else _checked("base", base)
    shapes = {key: each["mean"].shape for key, each in found[0].items()}
    for i, each in enumerate([*found, *([] if start is None else [start])]):
        if {key: one["mean"].shape for key, one in each.items()} != shapes:
            name = "base" if i == len(found) else f"states[{i}]"
            raise ArgumentError(f"{name}: expected keys and shapes {shapes}")
    if start is not None:
        found = [
            {key: _without(each[key], start[key]) for key in shapes} for each in found
        ]
        found.append(start)
    merged = {key: found[0][key] for key in shapes}
    for each in found[1:]:
        merged = {key: _sum(merged[key], each[key]) for key in shapes}
    return merged


def _sum(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    count = a["count"] + b["count"]
    if count == 0:
        return a
    delta = b["mean"] - a["mean"]
    return {
        "count": count,
        "mean": (a["mean"] * a["count"] + b["mean"] * b["count"]) / count,
        "squares": a["squares"]
        + b["squares"]
        + delta * delta * (a["count"] * b["count"] / count),
    }


def _without(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Returns the moments of `whole` without those of `part`."""
    count = whole["count"] - part["count"]
    if count < 0:
        raise ArgumentError(
            f"base: expected at most the count of each state, {whole['count']}, got "
            f"{part['count']}"
        )
    if count == 0:
        zeros = np.zeros_like(whole["mean"])
        return {"count": 0.0, "mean": zeros, "squares": zeros.copy()}
    mean = (whole["mean"] * whole["count"] - part["mean"] * part["count"]) / count
    delta = mean - part["mean"]
    between = delta * delta * (count * part["count"] / whole["count"])
    squares = whole["squares"] - part["squares"] - between
    return {"count": count, "mean": mean, "squares": np.maximum(squares, 0.0)}


def _checked(name: str, state: Any) -> State:
    """Returns a checked copy of a state with float64 arrays."""
    if not isinstance(state, Mapping):
        raise ArgumentTypeError(f"{name}: expected a dict, got {show(state)}")
    result: State = {}
    for key, each in state.items():
        if not isinstance(each, Mapping) or set(each) != set(_FIELDS):
            raise ArgumentError(
                f"{name}[{key!r}]: expected a dict of {', '.join(_FIELDS)}, got "
                f"{show(each)}"
            )
        numbers = {f: _numbers(f"{name}[{key!r}][{f!r}]", each[f]) for f in _FIELDS}
        count, mean, squares = (numbers[field] for field in _FIELDS)
        if count.shape != () or mean.shape != squares.shape:
            raise ArgumentError(
                f"{name}[{key!r}]: expected one count, and mean and squares of one "
                f"shape, got shapes {count.shape}, {mean.shape}, {squares.shape}"
            )
        if count < 0 or (squares < 0).any():
            raise ArgumentError(
                f"{name}[{key!r}]: expected a count and squares of at least 0"
            )
        result[key] = {"count": float(count), "mean": mean, "squares": squares}
    return result


def _numbers(name: str, value: Any) -> NDArray[np.float64]:
    try:
        array = np.array(value)
    except (TypeError, ValueError, RuntimeError):  # ragged lists, or tensors on a GPU
        array = np.array(None)
    if array.dtype.kind not in "iuf":
        raise ArgumentTypeError(f"{name}: expected numbers, got {show(value)}")
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ArgumentError(f"{name}: expected finite numbers, got {show(value)}")
    return array
