# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The check of wheels for macOS, on libraries that are made here."""

import struct
import zipfile

import pytest

from third_party.macos import check_wheels, macho

SYSTEM = ["/usr/lib/libc++.1.dylib", "/usr/lib/libSystem.B.dylib"]
WHEEL = "envpool-2.0.0-cp311-cp311-macosx_11_0_arm64.whl"
UNDEFINED, DEFINED, HIDDEN = 0x01, 0x0F, 0x1F


def command(number, body):
    body += b"\0" * (-len(body) % 8)
    return struct.pack("<II", number, 8 + len(body)) + body


def text(number, value, size):
    """A command with a text after `size` bytes."""
    body = struct.pack("<I", size) + b"\0" * (size - 12) + value.encode() + b"\0"
    return command(number, body)


def library(
    exports=(),
    imports=(),
    libraries=(),
    run_paths=(),
    processor=0x0100000C,
    macos=11 << 16,
    is_signed=True,
):
    """The bytes of a library.

    Args:
      exports: the names of its symbols, as in C.
      imports: pairs of a name and the index of a library, or 0xFE.
    """
    names = [*libraries, *SYSTEM]
    commands = [text(0xC, name, 24) for name in names]
    commands += [text(0x8000001C, path, 12) for path in run_paths]
    commands.append(command(0x32, struct.pack("<IIII", 1, macos, macos, 0)))
    if is_signed:
        commands.append(command(0x1D, struct.pack("<II", 0, 0)))
    symbols = [(name, DEFINED, 0) for name in exports]
    symbols += [("hidden", HIDDEN, 0)]
    symbols += [(name, UNDEFINED, number << 8) for name, number in imports]
    strings, table = b"\0", b""
    for name, kind, more in symbols:
        table += struct.pack("<IBBHQ", len(strings), kind, 1, more, 0)
        strings += b"_" + name.encode() + b"\0"
    at = 32 + sum(map(len, commands)) + 24
    places = (at, len(symbols), at + len(table), len(strings))
    commands.append(command(0x2, struct.pack("<IIII", *places)))
    head = struct.pack("<IIIII", processor, 0, 6, len(commands), 0)
    return macho.MAGIC + (head + b"\0" * 8) + b"".join(commands) + table + strings


ENGINE = library(exports=["_ZN7envpool3RunEv"])
GOOD = {
    "exports": ["PyInit_grid_envpool"],
    "imports": [("_ZN7envpool3RunEv", 1), ("PyLong_FromLong", 0xFE), ("puts", 3)],
    "libraries": ["@rpath/libenvpool_engine.so"],
    "run_paths": ["@loader_path/../core"],
}


def problems(tmp_path, module, name=WHEEL):
    path = tmp_path / name
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("envpool/core/libenvpool_engine.so", ENGINE)
        archive.writestr("envpool/grid/grid_envpool.so", module)
    return list(check_wheels.check([path]))


def test_good_wheel(tmp_path):
    assert problems(tmp_path, library(**GOOD)) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"processor": 0x01000007}, "expected code for arm64, got x86_64"),
        (
            {"macos": 13 << 16 | 3 << 8},
            "expected code for macOS (11, 0) and newer, got (13, 3)",
        ),
        ({"is_signed": False}, "expected a signature"),
        ({"run_paths": ["@loader_path"]}, "finds no @rpath/libenvpool_engine.so"),
        (
            {"run_paths": ["@loader_path/../core", "@loader_path/../other"]},
            "expected no run path @loader_path/../other",
        ),
        (
            {"imports": [("_ZN7envpool4StopEv", 1)]},
            "@rpath/libenvpool_engine.so lacks _ZN7envpool4StopEv",
        ),
        ({"imports": [("puts", 0xFE)]}, "no library has puts"),
        ({"exports": ["PyInit_grid_envpool", "main"]}, "exports main"),
        ({"exports": []}, "expected PyInit_grid_envpool"),
    ],
)
def test_each_problem_is_found(tmp_path, change, problem):
    expected = [f"envpool/grid/grid_envpool.so: {problem}"]
    assert problems(tmp_path, library(**{**GOOD, **change})) == expected


def test_libraries_of_another_system(tmp_path):
    expected = ["envpool/grid/grid_envpool.so: expected a library of macOS"]
    assert problems(tmp_path, b"\x7fELF") == expected


def test_name_of_another_platform(tmp_path):
    name = WHEEL.replace("macosx_11_0_arm64", "linux_aarch64")
    expected = [f"{name}: expected a name that ends with macosx_11_0_arm64"]
    assert problems(tmp_path, library(**GOOD), name) == expected


@pytest.mark.parametrize("size", [20, 60, 400])
def test_damaged_library(size):
    with pytest.raises(ValueError, match="the library is damaged"):
        macho.read(library(**GOOD)[:size])
