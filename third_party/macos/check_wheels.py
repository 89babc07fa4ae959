# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks wheels for macOS without running them: check_wheels.py WHEEL..."""

from __future__ import annotations

import base64
import csv
import hashlib
import posixpath
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from third_party.macos import macho

__all__ = ["PLATFORM", "check"]

PLATFORM = "macosx_11_0_arm64"
OLDEST = (11, 0)
# Each macOS has them. Zig's and LLVM's own copies must not be in the wheel: exceptions
# pass from one library to another.
SYSTEM = {
    "/usr/lib/libSystem.B.dylib",
    "/usr/lib/libc++.1.dylib",
    "/usr/lib/libz.1.dylib",
}
# Python's modules take its functions from the process that loads them.
_OF_PYTHON = re.compile(r"_?Py[A-Z_]\w+")


def check(wheels: Iterable[Path]) -> Iterator[str]:
    """Yields what is wrong with wheels that are installed together.

    Args:
      wheels: the files.
    """
    libraries: dict[str, macho.Library] = {}
    for wheel in wheels:
        if not re.fullmatch(rf"\w+-[\w.]+-cp\d+-cp\d+t?-{PLATFORM}", wheel.stem):
            yield f"{wheel.name}: expected a name that ends with {PLATFORM}"
        with zipfile.ZipFile(wheel) as archive:
            for problem in _wrong_metadata(archive, wheel.stem):
                yield f"{wheel.name}: {problem}"
            for name in archive.namelist():
                data = archive.read(name)
                if data.startswith(macho.MAGIC):
                    libraries[name] = macho.read(data)
                elif data.startswith((b"\x7fELF", b"MZ")):
                    yield f"{name}: expected a library of macOS"
    if not libraries:
        yield "expected libraries in the wheels"
    for name, library in libraries.items():
        for problem in _problems(name, library, libraries):
            yield f"{name}: {problem}"


def _wrong_metadata(archive: zipfile.ZipFile, stem: str) -> Iterator[str]:
    """Checks what installers read: the tag of the name, and the hashes of all files."""
    files = set(archive.namelist())
    folder = "-".join(stem.split("-")[:2]) + ".dist-info"
    tag = f"Tag: {'-'.join(stem.split('-')[2:])}"
    if tag not in archive.read(f"{folder}/WHEEL").decode().splitlines():
        yield f"WHEEL: expected {tag}"
    record = f"{folder}/RECORD"
    for name, digest, _ in csv.reader(archive.read(record).decode().splitlines()):
        if name not in files:
            yield f"RECORD: finds no {name}"
        elif name != record:
            found = hashlib.sha256(archive.read(name)).digest()
            text = base64.urlsafe_b64encode(found).decode().rstrip("=")
            if digest != f"sha256={text}":
                yield f"RECORD: wrong hash of {name}"
        files.discard(name)
    yield from (f"RECORD: lacks {name}" for name in sorted(files))


def _problems(
    path: str, library: macho.Library, others: Mapping[str, macho.Library]
) -> Iterator[str]:
    if library.processor != "arm64":
        yield f"expected code for arm64, got {library.processor or 'another processor'}"
    if not () < library.macos <= OLDEST:
        yield f"expected code for macOS {OLDEST} and newer, got {library.macos}"
    if not library.is_signed:
        yield "expected a signature"
    found = {name: name for name in library.libraries if name in SYSTEM}
    for name in set(library.libraries) - SYSTEM:
        for folder in library.run_paths if "@rpath" in name else [""]:
            file = _place(path, name, folder)
            if file in others:
                found[name] = file
        if name not in found:
            yield f"finds no {name}"
    folders = {posixpath.dirname(file) for file in others}
    for folder in library.run_paths:
        if _place(path, "@rpath", folder) not in folders:
            yield f"expected no run path {folder}"
    yield from _wrong_imports(library, found, others)
    yield from _wrong_exports(path, library)


def _place(path: str, name: str, run_path: str) -> str:
    """Returns which file of the wheels a library means by the name of another one."""
    name = name.replace("@rpath", run_path)
    return posixpath.normpath(name.replace("@loader_path", posixpath.dirname(path)))


def _wrong_imports(
    library: macho.Library,
    found: Mapping[str, str],
    others: Mapping[str, macho.Library],
) -> Iterator[str]:
    for symbol in library.imports:
        if not symbol.library:
            if not _OF_PYTHON.fullmatch(symbol.name):
                yield f"no library has {symbol.name}"
        elif symbol.library not in SYSTEM and symbol.library in found:
            exports = others[found[symbol.library]].exports
            if symbol.name not in exports:
                yield f"{symbol.library} lacks {symbol.name}"


def _wrong_exports(path: str, library: macho.Library) -> Iterator[str]:
    """Modules export their initialisation only, and our libraries their namespace."""
    file = posixpath.basename(path)
    entry = f"PyInit_{file.split('.')[0]}"
    is_module = not file.startswith("lib")
    if is_module and entry not in library.exports:
        yield f"expected {entry}"
    for symbol in sorted(library.exports - {entry}):
        if is_module or (file.startswith("libenvpool_") and "7envpool" not in symbol):
            yield f"exports {symbol}"


def main(*wheels: str) -> None:
    """Prints what is wrong, and fails if something is."""
    problems = list(check(map(Path, wheels)))
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(*sys.argv[1:])
