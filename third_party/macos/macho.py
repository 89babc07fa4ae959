# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads libraries of macOS: their load commands, and what they export and import.

The numbers are those of <mach-o/loader.h>, <mach-o/nlist.h> and <mach-o/fat.h>.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from third_party.macos import signature

__all__ = ["MAGIC", "Library", "Symbol", "adopted", "read"]

MAGIC = b"\xcf\xfa\xed\xfe"  # 64 bits, little endian
_SEVERAL = b"\xca\xfe\xba\xbe"
_ARM64 = 0x0100000C
_PROCESSORS = {0x01000007: "x86_64", _ARM64: "arm64"}
_MACOS = 1

_LC_SYMTAB = 0x2
_LC_LOAD_DYLIB = 0xC
_LC_ID_DYLIB = 0xD
_LC_LOAD_WEAK_DYLIB = 0x80000018
_LC_RPATH = 0x8000001C
_LC_CODE_SIGNATURE = 0x1D
_LC_REEXPORT_DYLIB = 0x8000001F
_LC_BUILD_VERSION = 0x32
_LC_DYLD_INFO = 0x80000022
_LC_DYLD_EXPORTS_TRIE = 0x80000033
_USED = {_LC_LOAD_DYLIB, _LC_LOAD_WEAK_DYLIB, _LC_REEXPORT_DYLIB}
_NAMES = {*_USED, _LC_ID_DYLIB}

_N_STAB, _N_PEXT, _N_TYPE, _N_EXT = 0xE0, 0x10, 0x0E, 0x01
_N_UNDF = 0
_DYNAMIC_LOOKUP = 0xFE


class Symbol(NamedTuple):
    """A symbol that another library defines.

    Attributes:
      name: as in C, without the underscore that macOS adds.
      library: the library that is searched for it, or "" for all of the process.
    """

    name: str
    library: str


class Library(NamedTuple):
    """A library, or a module.

    Attributes:
      processor: "arm64", "x86_64", or "" for another one.
      macos: the oldest macOS that it is for, such as (11, 0); () for other systems.
      name: its own name for those that link it, or "".
      libraries: the names of the libraries that it loads.
      run_paths: where it looks for those that begin with "@rpath/".
      is_signed: whether it has the signature of its content; ARM64's macOS loads no
        other libraries.
      exports: the symbols that others may use, without the underscore; a library may
        export what it imports.
      imports: the symbols that others define.
    """

    processor: str
    macos: tuple[int, ...]
    name: str
    libraries: list[str]
    run_paths: list[str]
    is_signed: bool
    exports: set[str]
    imports: list[Symbol]


def read(data: bytes) -> Library:
    """Reads a file.

    Args:
      data: its content.

    Raises:
      ValueError: the file is not one of macOS, or is damaged.
    """
    if not data.startswith(MAGIC):
        raise ValueError("expected a library of macOS")
    try:
        return _read(data)
    except (struct.error, IndexError, RecursionError, ValueError) as error:
        raise ValueError(f"the library is damaged: {error}") from error


def _read(data: bytes) -> Library:
    (processor,) = struct.unpack_from("<I", data, 4)
    names: list[str] = []
    run_paths: list[str] = []
    macos: tuple[int, ...] = ()
    own_name, is_signed, table, tree = "", False, None, (0, 0)
    for _, command, body in _commands(data):
        if command in _USED:
            names.append(_text(body))
        elif command == _LC_ID_DYLIB:
            own_name = _text(body)
        elif command == _LC_RPATH:
            run_paths.append(_text(body))
        elif command == _LC_CODE_SIGNATURE:
            is_signed = signature.holds(data, *struct.unpack_from("<I", body, 8))
        elif command == _LC_BUILD_VERSION:
            system, oldest = struct.unpack_from("<II", body, 8)
            macos = (oldest >> 16, oldest >> 8 & 0xFF) if system == _MACOS else ()
        elif command == _LC_SYMTAB:
            table = struct.unpack_from("<IIII", body, 8)
        elif command == _LC_DYLD_INFO:
            tree = struct.unpack_from("<II", body, 40)
        elif command == _LC_DYLD_EXPORTS_TRIE:
            tree = struct.unpack_from("<II", body, 8)
    imports: list[Symbol] = []
    for name, kind, more in _symbols(data, *table) if table else ():
        if kind & _N_TYPE == _N_UNDF:
            ordinal = more >> 8
            is_anywhere = ordinal == _DYNAMIC_LOOKUP
            imports.append(Symbol(name, "" if is_anywhere else names[ordinal - 1]))
    at, size = tree
    exported = _leaves(data[at : at + size], 0, b"") if size else ()
    return Library(
        processor=_PROCESSORS.get(processor, ""),
        macos=macos,
        name=own_name,
        libraries=names,
        run_paths=run_paths,
        is_signed=is_signed,
        exports={name.decode().removeprefix("_") for name in exported},
        imports=imports,
    )


def adopted(data: bytes, names: Mapping[str, str]) -> bytes:
    """Returns a published library for ARM64 with other names, and signed anew.

    Args:
      data: the library, which may have parts for other processors.
      names: new names, which are not longer, by the libraries' names: its own, and
        those of libraries that it loads.

    Raises:
      ValueError: it has no part for ARM64, or no ad-hoc signature.
    """
    new = bytearray(_part_for_arm64(data))
    signed_at = 0
    for at, command, body in _commands(bytes(new)):
        if command == _LC_CODE_SIGNATURE:
            (signed_at,) = struct.unpack_from("<I", body, 8)
        elif command in _NAMES and _text(body) in names:
            (start,) = struct.unpack_from("<I", body, 8)
            name = names[_text(body)].encode()
            size = len(body) - start
            if len(name) >= size:
                raise ValueError(f"expected at most {size - 1} bytes, got {name!r}")
            new[at + start : at + len(body)] = name.ljust(size, b"\0")
    if not signed_at:
        raise ValueError("expected a signature")
    return signature.renewed(bytes(new), signed_at)


def _part_for_arm64(data: bytes) -> bytes:
    if data.startswith(_SEVERAL):
        (count,) = struct.unpack_from(">I", data, 4)
        for i in range(count):
            processor, _, at, size, _ = struct.unpack_from(">5I", data, 8 + 20 * i)
            if processor == _ARM64:
                data = data[at : at + size]
    if not data.startswith(MAGIC + struct.pack("<I", _ARM64)):
        raise ValueError("expected a library for arm64")
    return data


def _commands(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yields where each load command is, its number, and all of it."""
    (count,) = struct.unpack_from("<I", data, 16)
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        if size < 8:
            raise IndexError(f"load command of {size} bytes")
        yield at, command, data[at : at + size]
        at += size


def _text(command: bytes) -> str:
    (at,) = struct.unpack_from("<I", command, 8)
    return command[at:].split(b"\0")[0].decode()


def _leaves(tree: bytes, at: int, name: bytes) -> Iterator[bytes]:
    """Yields the exported names below a node. Each edge adds a text to the name."""
    size, at = _number(tree, at)
    if size:
        yield name
    at += size
    children, at = tree[at], at + 1
    for _ in range(children):
        end = tree.index(b"\0", at)
        text = tree[at:end]
        child, at = _number(tree, end + 1)
        yield from _leaves(tree, child, name + text)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Returns a number of seven bits per byte, the lowest first, and where it ends."""
    number = shift = 0
    while data[at] & 0x80:
        number |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
    return number | data[at] << shift, at + 1


def _symbols(
    data: bytes, at: int, count: int, texts: int, size: int
) -> Iterator[tuple[str, int, int]]:
    """Yields the name, n_type and n_desc of each symbol that leaves the library."""
    strings = data[texts : texts + size]
    for i in range(count):
        text, kind, _, more, _ = struct.unpack_from("<IBBHQ", data, at + 16 * i)
        if kind & _N_EXT and not kind & (_N_STAB | _N_PEXT):
            end = strings.index(b"\0", text)
            yield strings[text:end].decode().removeprefix("_"), kind, more
