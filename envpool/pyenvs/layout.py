# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Which arrays a space consists of, and where they lie in shared memory.

The leaves of a space are its spaces of arrays, numbers and texts. Each is an entry: a
column of the pool's results, or a part of its actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from envpool.python.array_spec import ArraySpec, NativeEntry
from envpool.python.errors import NotSupportedError
from envpool.python.results.spaces import gymnasium_spaces, make_space

__all__ = ["Entry", "InfoColumn", "Leaf", "changed_space", "leaves_of", "map_space"]

# The dtypes that a pool's arrays can have.
DTYPES = (
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float32",
    "float64",
)
_MAX_BYTES_OF_CHARACTER = 4  # in UTF-8
_BYTES_OF_TEXT = 1023  # at most, if the space does not say how long texts may be

Path = tuple[str | int, ...]


class Entry(NamedTuple):
    """One array of each result, or of each action.

    Attributes:
      key: its native name.
      dtype: of NumPy.
      shape: of one env's.
      low: the bounds, a number for all elements or an array of the shape.
      high: likewise.
      is_discrete: whether it is a choice.
    """

    key: str
    dtype: str
    shape: tuple[int, ...]
    low: Any = 0
    high: Any = 0
    is_discrete: bool = False

    def native(self) -> NativeEntry:
        """Returns it as the native module takes it."""
        return self.spec().native_entry(self.key)

    def spec(self) -> ArraySpec:
        """Returns it as a spec of EnvPool."""
        if np.ndim(self.low) == 0:
            bounds = (self.low, self.high)
            return ArraySpec(
                self.dtype, self.shape, bounds, is_discrete=self.is_discrete
            )
        return ArraySpec(
            self.dtype,
            self.shape,
            (np.min(self.low), np.max(self.high)),
            (self.low, self.high),
            self.is_discrete,
        )

    def view(self, buffer: memoryview, offset: int) -> NDArray[Any]:
        """Returns its array in shared memory."""
        return np.ndarray(self.shape, self.dtype, buffer, offset)


class Leaf(NamedTuple):
    """A space without parts, inside another one.

    Attributes:
      path: the keys and indices that lead to it.
      kind: "number" for a scalar that NumPy indexes, "box", "choices" for an array of
        them, or "text".
      entry: its array.
    """

    path: Path
    kind: str
    entry: Entry


class InfoColumn(NamedTuple):
    """An info that has a column of its own.

    Attributes:
      name: its key in the env's infos.
      kind: the name of its Python type; "ndarray" for arrays.
      entry: its array.
    """

    name: str
    kind: str
    entry: Entry


def leaves_of(space: Any, name: str) -> list[Leaf]:
    """Returns the leaves of an observation's or action's space, in order.

    Args:
      space: of Gymnasium.
      name: "obs" or "action": what errors and keys begin with.

    Raises:
      NotSupportedError: the space has no values, parts whose arrays differ in shape,
        or numbers of a dtype that pools do not have.
    """
    leaves: list[Leaf] = []

    def visit(part: Any, path: Path) -> None:
        inner = _parts(part)
        if inner is not None:
            for key, each in inner:
                visit(each, (*path, key))
            return
        leaves.append(Leaf(path, *_leaf(part, name, path)))

    visit(space, ())
    if not leaves:
        raise NotSupportedError(f"{name}: expected a space with values, got {space}")
    keys = [leaf.entry.key for leaf in leaves]
    if len(set(keys)) < len(keys):
        raise NotSupportedError(
            f"{name}: expected a space whose keys differ in letters and digits, "
            f"got {keys}"
        )
    return leaves


def map_space(space: Any, function: Callable[[Path], Any], path: Path = ()) -> Any:
    """Returns plans of nested dicts and tuples: `function(path)` for each leaf."""
    inner = _parts(space)
    if inner is None:
        return function(path)
    made = [(key, map_space(each, function, (*path, key))) for key, each in inner]
    if type(space).__name__ == "Tuple":
        return "tuple", [plan for _, plan in made]
    return "dict", dict(made)


def changed_space(
    space: Any, leaves: Sequence[Leaf], entries: Mapping[str, ArraySpec]
) -> Any:
    """Returns the space with boxes in place of the leaves that these entries change.

    Args:
      space: of Gymnasium; it is not changed.
      leaves: its leaves.
      entries: the changed entries, by native key.
    """
    changed = {
        leaf.path: make_space(entries[leaf.entry.key], False, gymnasium_spaces())
        for leaf in leaves
        if leaf.entry.key in entries
    }
    return _with_parts(space, changed, ()) if changed else space


def _with_parts(space: Any, changed: Mapping[Path, Any], path: Path) -> Any:
    inner = _parts(space)
    if inner is None:
        return changed.get(path, space)
    made = [_with_parts(each, changed, (*path, key)) for key, each in inner]
    kind = getattr(gymnasium_spaces(), type(space).__name__)
    if isinstance(space.spaces, Mapping):
        return kind(dict(zip(space.spaces, made, strict=True)))
    return kind(made)


def _parts(space: Any) -> list[tuple[Any, Any]] | None:
    """Returns the parts of a `Dict` or `Tuple`; None for others."""
    spaces = getattr(space, "spaces", None)
    if type(space).__name__ == "Dict" and isinstance(spaces, Mapping):
        return [(str(key), each) for key, each in spaces.items()]
    if type(space).__name__ == "Tuple" and isinstance(spaces, Sequence):
        return list(enumerate(spaces))
    return None


def _key(name: str, path: Path) -> str:
    """Returns the native key of a leaf."""
    levels = [re.sub(r"\W", "_", str(level)) for level in path]
    if name == "action":
        return ".".join(levels) or name
    return f"{name}:{'.'.join(levels)}" if levels else name


def _leaf(space: Any, name: str, path: Path) -> tuple[str, Entry]:
    key = _key(name, path)
    kind = type(space).__name__
    if name == "obs" and _has_texts(space):
        length = _BYTES_OF_TEXT
        if kind == "Text":
            length = _MAX_BYTES_OF_CHARACTER * space.max_length
        return "text", Entry(key, "uint8", (length + 1,), 0, 255)
    if kind not in ("Box", "Discrete", "MultiBinary", "MultiDiscrete"):
        raise NotSupportedError(
            f"{name}: expected a space of Box, Discrete, MultiDiscrete, MultiBinary, "
            f"Dict{', Tuple and Text' if name == 'obs' else ' and Tuple'}, got {space}"
        )
    dtype = np.dtype(space.dtype).name
    if dtype not in DTYPES:
        raise NotSupportedError(
            f"{name}: expected a space of dtype {', '.join(DTYPES)}, got {space}"
        )
    if kind == "Discrete":
        last = int(space.start) + int(space.n) - 1
        return "number", Entry(key, dtype, (), int(space.start), last, True)
    if 0 in space.shape:
        raise NotSupportedError(f"{name}: expected a space with values, got {space}")
    low, high = _bounds(space, kind)
    kind = "box" if kind == "Box" else "choices"
    return kind, Entry(key, dtype, tuple(space.shape), low, high)


def _has_texts(space: Any) -> bool:
    """Whether it is a space of texts: `Text`, or that of a package, as MiniGrid's."""
    dtype = getattr(space, "dtype", None)
    return dtype is not None and np.dtype(dtype).kind == "U"


def _bounds(space: Any, kind: str) -> tuple[Any, Any]:
    if kind == "MultiBinary":
        return 0, 1
    if kind == "MultiDiscrete":
        start = np.asarray(getattr(space, "start", 0))
        return start + np.zeros(space.shape, np.int64), start + space.nvec - 1
    low, high = np.asarray(space.low), np.asarray(space.high)
    if (low == low.flat[0]).all() and (high == high.flat[0]).all():
        return low.flat[0].item(), high.flat[0].item()
    return low, high
