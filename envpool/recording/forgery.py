# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Forges recordings of actions with valid checksums, for tests."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from envpool.recording import log_format as fmt

__all__ = ["change_header", "mutated", "read", "write"]

Record = tuple[int, bytes]

_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    2**31,
    2**70,
    1.5,
    1e308,
    "",
    "x",
    [],
    [[]],
    {},
    [1],
)


def read(path: Path) -> list[Record]:
    """Returns the records of a file as pairs of kind and content."""
    data = path.read_bytes()
    at, found = len(fmt.MARK), []
    while at < len(data):
        kind, length = fmt.FRAME.unpack_from(data, at)
        start = at + fmt.FRAME.size
        found.append((kind, data[start : start + length]))
        at = start + length + fmt.CHECKSUM.size
    return found


def write(path: Path, records: list[Record]) -> None:
    """Writes a file with these records."""
    path.write_bytes(fmt.MARK + b"".join(itertools.starmap(fmt.pack, records)))


def change_header(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Changes the header of a file.

    Args:
      path: the path of the file.
      change: a function that changes the header, a dict.
    """
    records = read(path)
    header = json.loads(records[0][1])
    change(header)
    write(path, [(fmt.HEADER, json.dumps(header).encode()), *records[1:]])


def mutated(rng: random.Random, records: list[Record]) -> list[Record]:
    """Returns a copy of the records with some changed, left out or moved."""
    found = list(records)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(found))
        kind, content = found[at]
        what = rng.randrange(10)
        if what == 0 and len(found) > 1:
            del found[at]
        elif what == 1:
            found.insert(rng.randrange(len(found)), found[at])
        elif what == 2:
            found[at] = (rng.choice((*range(8), 255)), content)
        elif what == 3:
            found.insert(at, (fmt.UNDO, b""))
        elif what < 6 and found[0][0] == fmt.HEADER:  # the header has most fields
            found[0] = (fmt.HEADER, _mutated_json(rng, found[0][1]))
        else:
            found[at] = (kind, _mutated_bytes(rng, content))
    return found


def _mutated_json(rng: random.Random, content: bytes) -> bytes:
    try:
        tree = json.loads(content)
    except ValueError:
        return content  # an earlier mutation may have damaged it
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = list(_places(tree))
        if not places:
            break
        container, key = rng.choice(places)
        what = rng.randrange(4)
        if what == 0:
            del container[key]
        elif what == 1 and isinstance(container, dict):
            container[rng.choice(("record", "x", "seed"))] = copy.deepcopy(
                rng.choice(_VALUES)
            )
        elif what == 2 and isinstance(container[key], int):
            container[key] += rng.choice((-1, 1, 7))
        else:
            container[key] = copy.deepcopy(rng.choice(_VALUES))
    return json.dumps(tree).encode()


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yields the places in a JSON value: containers and their keys."""
    if isinstance(tree, (list, dict)):
        for key in range(len(tree)) if isinstance(tree, list) else list(tree):
            yield tree, key
            yield from _places(tree[key])


def _mutated_bytes(rng: random.Random, content: bytes) -> bytes:
    data = bytearray(content)
    what = rng.randrange(5)
    if what == 0 or not data:
        data[rng.randint(0, len(data)) :] = rng.randbytes(rng.choice((0, 1, 4)))
    elif what == 1:
        data += rng.randbytes(rng.randint(1, 9))
    elif what == 2:
        at = rng.randrange(len(data))
        data[at : at + 4] = rng.choice((b"\xff" * 4, b"\0" * 4, b"\0\0\0\x80"))
    else:
        for _ in range(rng.choice((1, 1, 2, 8))):
            data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
