# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles expressions to the program that C++ runs; see program.h and ops.h."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from envpool.mujoco.tasks.nodes import Node, TermError, concat, shortened

__all__ = [
    "MEASURE",
    "OBSERVATION",
    "REWARD",
    "SECTIONS",
    "Compiler",
    "Program",
    "observation_sizes",
]

VERSION = 2
SECTIONS = (
    "reset",
    "start",
    "before",
    "substep",
    "stepped",
    "after",
    "end",
    "observe",
)
OBSERVATION, REWARD, MEASURE = range(3)
_HEADER = 14 + len(SECTIONS)  # the numbers before those of the terms

# Addresses before their regions have a place: constants come first, then the words
# that are kept between episodes, and the rest of the state.
_KEPT = 1 << 39
_STATE = 1 << 40
_SCRATCH = 1 << 41
_ADDRESSES = (2, 3, 5, 7)  # the words of an operation that may be addresses

# Fields that MuJoCo computes only on request, and the operation that does.
_ON_REQUEST = {
    "cacc": "contact_forces",
    "cfrc_ext": "contact_forces",
    "cfrc_int": "contact_forces",
    "subtree_angmom": "subtree_velocities",
    "subtree_linvel": "subtree_velocities",
}


class Program(NamedTuple):
    """A compiled task, as config values."""

    code: list[int]
    constants: list[float]
    terms: list[str]


class Compiler:
    """Collects the operations of a program, section by section.

    Args:
      facts: the model, as the native `describe` returns it.
      operations: the names of all operations, in native order.
    """

    def __init__(self, facts: Mapping[str, Any], operations: list[str]) -> None:
        self.facts = facts
        self._numbers = {name: number for number, name in enumerate(operations)}
        self._fields = {name: number for number, name in enumerate(facts["fields"])}
        self._constants: list[float] = []
        self._known: dict[tuple[str, ...], int] = {}
        self._kept = 0
        self._state = 0
        self._scratch = 0
        self._code: dict[str, list[list[int]]] = {name: [] for name in SECTIONS}
        self._section = "reset"
        self._marked = 0
        self._memo: dict[str, dict[Node, tuple[int, int]]] = {
            name: {} for name in SECTIONS
        }
        self._requests: set[str] = set()
        self._terms: list[tuple[int, int, int, str]] = []
        self._jobs: dict[str, list[Callable[[], None]]] = {}
        self.first = self.place(None, scratch=True)

    # Memory.

    def new_state(self, count: int) -> int:
        """Returns the address of words that are kept between steps."""
        self._state += count
        return _STATE + self._state - count

    def new_scratch(self, count: int) -> int:
        """Returns the address of words that are not kept."""
        self._scratch += count
        return _SCRATCH + self._scratch - count

    def kept_place(self) -> Node:
        """Returns a node of a new word that is kept between episodes."""
        self._kept += 1
        return Node("place", (), None, _KEPT + self._kept - 1)

    def place(self, size: int | None, scratch: bool = False) -> Node:
        """Returns a node of new words, which are 0 at the start of an episode."""
        count = 1 if size is None else size
        at = self.new_scratch(count) if scratch else self.new_state(count)
        return Node("place", (), size, at)

    # Sections.

    @contextlib.contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Lets operations go to a section."""
        before, self._section = self._section, name
        try:
            yield
        finally:
            self._section = before

    def later(self, when: str, job: Callable[[], None]) -> None:
        """Registers operations that a quantity needs at some time; see `run_jobs`."""
        self._jobs.setdefault(when, []).append(job)

    def run_jobs(self, when: str) -> None:
        """Emits what was registered for a time."""
        for job in self._jobs.get(when, []):
            job()

    def forget(self) -> None:
        """Forgets computed values, because what they depend on has changed."""
        self._memo[self._section].clear()

    @contextlib.contextmanager
    def only_if(self, condition: Node) -> Iterator[None]:
        """Emits operations that run only if a number is not 0."""
        at, _ = self.emit(condition)
        code, memo = self._code[self._section], self._memo[self._section]
        kept = dict(memo)
        skip = len(code)
        self.add("skip", a=at)
        yield
        code[skip][9] = len(code) - skip - 1
        memo.clear()
        memo.update(kept)

    # Operations.

    def add(
        self,
        name: str,
        n: int = 0,
        dst: int = 0,
        a: int = 0,
        a_stride: int = 0,
        b: int = 0,
        b_stride: int = 0,
        c: int = 0,
        c_stride: int = 0,
        k: int = 0,
    ) -> None:
        """Adds an operation to the section."""
        number = self._numbers[name]
        self._code[self._section].append(
            [number, n, dst, a, a_stride, b, b_stride, c, c_stride, k]
        )

    def mark(self) -> None:
        """Marks where `retry` goes back to."""
        self._marked = len(self._code[self._section])

    def retry(self, condition: Node) -> None:
        """Repeats the section from the mark, or its start, while a number is 0."""
        at, _ = self.emit(condition)
        back = len(self._code[self._section]) - self._marked
        if back == 0:
            raise TermError("expected a condition after something random")
        self.add("retry", a=at, k=back)

    def store(self, target: Node, value: Node) -> None:
        """Assigns to values of fields, or to words of a place."""
        if value.size is not None and value.count != target.count:
            raise TermError(f"expected {target.count} values, got {value.count}")
        at, stride = self.emit(value)
        if target.kind == "place":
            self.add("copy", target.count, target.data, at, stride)
        else:
            self._store(target, at, stride)
        self.forget()

    def _store(self, target: Node, at: int, stride: int) -> None:
        """Writes values to fields of the simulation."""
        if target.kind == "concat":
            for part in target.args:
                self._store(part, at, stride)
                at += part.count * stride
            return
        if target.kind != "load":
            raise TermError("expected a quantity of the model on the left")
        field, first, step = target.data
        if not self.facts["fields"][field][1]:
            raise TermError(f"{field!r} cannot be assigned")
        k = self._fields[field]
        if step == 1 or target.count == 1:
            self.add("store", target.count, first, at, stride, k=k)
            return
        for i in range(target.count):
            self.add("store", 1, first + i * step, at + i * stride, k=k)

    def copy(self, at: int, node: Node) -> None:
        """Computes a value into given words."""
        self.emit(node, at)

    def result(self, node: Node) -> int:
        """Computes a number that stays until the step ends; returns its address."""
        at, _ = self.emit(node)
        if _KEPT <= at < _SCRATCH:  # the state changes
            result = self.new_scratch(1)
            self.add("copy", 1, result, at)
            return result
        return at

    def emit(self, node: Node, dst: int | None = None) -> tuple[int, int]:
        """Computes a value.

        Args:
          node: the value.
          dst: the address to write it to; by default, where there is room.

        Returns:
          The address, and the distance between the values.
        """
        memo = self._memo[self._section]
        found = memo.get(node) or self._in_place(node)
        if found is None:
            found = self._compute(node, dst)
            memo[node] = found
        if dst is not None and found[0] != dst:
            self.add("copy", node.count, dst, *found)
            return dst, 1
        return found

    def _in_place(self, node: Node) -> tuple[int, int] | None:
        stride = 0 if node.size is None else 1
        if node.kind == "place":
            return int(node.data), stride
        if node.kind == "const":
            return self._constant(node.data), stride
        if node.kind == "view":
            at, step = self.emit(node.args[0])
            first, own = node.data
            return at + first * step, 0 if node.size is None else own * step
        return None

    def _constant(self, values: tuple[float, ...]) -> int:
        key = tuple(map(float.hex, values))
        if key not in self._known:
            self._known[key] = len(self._constants)
            self._constants.extend(values)
        return self._known[key]

    def _compute(self, node: Node, dst: int | None) -> tuple[int, int]:
        stride = 0 if node.size is None else 1
        if node.kind == "concat":
            return self._concat(node, dst), 1
        special = getattr(self, f"_compute_{node.kind}", None)
        operands = [] if special else [self.emit(arg) for arg in node.args]
        out = self.new_scratch(max(node.count, 1)) if dst is None else dst
        if special is not None:
            special(node, out)
            return out, stride
        words = {}
        for name, (at, step) in zip("abc", operands, strict=False):
            words[name], words[f"{name}_stride"] = at, step
        n = max((arg.count for arg in node.args), default=node.count)
        if node.kind in ("random", "normal", "uniform", "integers"):
            n = node.count
        self.add(node.kind, n, out, **words)
        return out, stride

    def _concat(self, node: Node, dst: int | None) -> int:
        at = self.new_scratch(node.count) if dst is None else dst
        place = at
        for part in node.args:
            self.emit(part, place)
            place += part.count
        return at

    def _compute_load(self, node: Node, out: int) -> None:
        field, at, stride = node.data
        if field in _ON_REQUEST:
            self._requests.add(_ON_REQUEST[field])
        self.add("load", node.count, out, at, stride, k=self._fields[field])

    def _compute_gather(self, node: Node, out: int) -> None:
        rows, index = node.args
        at, stride = self.emit(rows)
        row, _ = self.emit(index)
        count, width = node.data
        self.add("gather", node.count, out, at, stride, row, 0, count, k=width)

    def _compute_velocity(self, node: Node, out: int) -> None:
        kind, number, is_local = node.data
        self.add("velocity", 0, out, number, b=is_local, k=kind)

    def _compute_ray(self, node: Node, out: int) -> None:
        (a, a_stride), (b, b_stride) = (self.emit(arg) for arg in node.args)
        self.add("ray", 0, out, a, a_stride, b, b_stride, node.data)

    def _compute_contact(self, node: Node, out: int) -> None:
        (a, _), (b, _) = (self.emit(arg) for arg in node.args)
        count, k = node.args[1].count, node.data
        # Three words, as a force has.
        words = self.new_scratch(3)
        self.add("contact", node.args[0].count, words, a, 1, b, 1, count, k=k)
        self.add("copy", node.count, out, words, 1)

    def _compute_contacts(self, node: Node, out: int) -> None:
        self.add("contacts", 0, out)

    def _compute_unstable(self, node: Node, out: int) -> None:
        self.add("unstable", 0, out)

    def _compute_scan(self, node: Node, out: int) -> None:
        self.add("scan", node.count, out, self._row(node.args[0]))

    def _compute_call(self, node: Node, out: int) -> None:
        inputs = concat(node.args)
        at = self._row(inputs)
        self.add("call", inputs.count, out, at, 1, c=node.count, k=node.data)

    def _row(self, node: Node) -> int:
        """Computes values next to each other; returns their address."""
        at, stride = self.emit(node)
        if stride == 1 or node.count == 1:
            return at
        row = self.new_scratch(node.count)
        self.add("copy", node.count, row, at, stride)
        return row

    def _compute_tolerance(self, node: Node, out: int) -> None:
        x, *interval = node.args
        at, stride = self.emit(x)
        row = self._row(concat(interval))
        self.add("tolerance", node.count, out, at, stride, row, 1, k=node.data)

    def _compute_effort(self, node: Node, out: int) -> None:
        (a, _), (b, _) = (self.emit(arg) for arg in node.args)
        self.add("effort", node.args[1].count, out, a, b=b, b_stride=1)

    # The program.

    def add_term(self, kind: int, at: int, size: int, name: str) -> None:
        """Names some words, for infos and errors."""
        self._terms.append((kind, at, size, shortened(name)))

    def finish(
        self, places: Mapping[str, tuple[int, int]], is_refreshed: bool = False
    ) -> Program:
        """Returns the program.

        Args:
          places: the address and size of "action", "control", "observation",
            "reward" and "terminated".
          is_refreshed: whether everything is computed anew for observations.
        """
        for request in sorted(self._requests):
            sections = ["after"] if request == "contact_forces" else ["start", "after"]
            for section in sections + ["observe"] * is_refreshed:
                number = self._numbers[request]
                self._code[section].insert(0, [number, *[0] * 9])
        kept_at = len(self._constants)
        state_at = kept_at + self._kept
        regions = (kept_at, state_at, state_at + self._state)
        place = {
            key: (_place(at, *regions), size) for key, (at, size) in places.items()
        }
        code = [
            VERSION,
            len(self._constants),
            self._kept + self._state,
            self._scratch,
            *place["action"],
            _place(self.first.data, *regions),
            place["control"][0],
            *place["observation"],
            place["reward"][0],
            place["terminated"][0],
            len(self._terms),
            self._kept,
            *(len(self._code[section]) for section in SECTIONS),
        ]
        for kind, at, size, _ in self._terms:
            code += [kind, _place(at, *regions), size]
        for section in SECTIONS:
            for words in self._code[section]:
                for i in _ADDRESSES:
                    words[i] = _place(words[i], *regions)
                code += words
        return Program(code, self._constants, [name for *_, name in self._terms])


def observation_sizes(code: list[int], terms: list[str]) -> list[tuple[str, int]]:
    """Returns the names and sizes of a program's observations, in their order."""
    rows = [code[at : at + 3] for at in range(_HEADER, _HEADER + 3 * len(terms), 3)]
    return [
        (name, size)
        for name, (kind, _, size) in zip(terms, rows, strict=True)
        if kind == OBSERVATION
    ]


def _place(at: int, kept_at: int, state_at: int, scratch_at: int) -> int:
    """Returns the final address of a word."""
    if at >= _SCRATCH:
        return at - _SCRATCH + scratch_at
    if at >= _STATE:
        return at - _STATE + state_at
    if at >= _KEPT:
        return at - _KEPT + kept_at
    return at
