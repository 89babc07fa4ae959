# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The check of wheels for macOS, on libraries that are made here."""

import base64
import hashlib
import struct
import zipfile

import pytest

from third_party.macos import check_wheels, macho

SYSTEM = ["/usr/lib/libc++.1.dylib", "/usr/lib/libSystem.B.dylib"]
ENGINE_PATH = "envpool/core/libenvpool_engine.so"
WHEEL = "envpool-2.0.0-cp311-cp311-macosx_11_0_arm64.whl"
UNDEFINED, HIDDEN = 0x01, 0x1F
ARM64 = 0x0100000C
PAGE = 4096


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
    name="",
    processor=ARM64,
    macos=11 << 16,
    is_signed=True,
):
    """The bytes of a library.

    Args:
      exports: the names of its symbols, as in C.
      imports: pairs of a name and the index of a library, or 0xFE.
    """
    commands = [text(0xC, each, 24) for each in (*libraries, *SYSTEM)]
    commands += [text(0xD, name, 24)] if name else []
    commands += [text(0x8000001C, path, 12) for path in run_paths]
    commands.append(command(0x32, struct.pack("<IIII", 1, macos, macos, 0)))
    symbols = [("hidden", HIDDEN, 0)]
    symbols += [(name, UNDEFINED, number << 8) for name, number in imports]
    exported = tree(exports)
    strings, table = b"\0", b""
    for symbol, kind, more in symbols:
        table += struct.pack("<IBBHQ", len(strings), kind, 1, more, 0)
        strings += b"_" + symbol.encode() + b"\0"
    at = 32 + sum(map(len, commands)) + 24 + 16 + 16 * is_signed
    places = (at, len(symbols), at + len(table), len(strings))
    commands.append(command(0x2, struct.pack("<IIII", *places)))
    end = at + len(table) + len(strings)
    commands.append(command(0x80000033, struct.pack("<II", end, len(exported))))
    end += len(exported)
    if is_signed:
        commands.append(command(0x1D, struct.pack("<II", end, 0)))
    head = struct.pack("<IIIII", processor, 0, 6, len(commands), 0) + b"\0" * 8
    data = macho.MAGIC + head + b"".join(commands) + table + strings + exported
    return data + signature(data) if is_signed else data


def tree(names):
    """Returns a tree of exports. Its root has one leaf of four bytes for each name."""
    texts = [b"_" + name.encode() + b"\0" for name in names]
    first = 2 + sum(len(text) + 2 for text in texts)
    root = bytes([0, len(texts)])
    for i, text in enumerate(texts):
        place = first + 4 * i
        root += text + bytes([place & 0x7F | 0x80, place >> 7])
    return root + b"\2\0\0\0" * len(texts)


def signature(data):
    pages = [data[i : i + PAGE] for i in range(0, len(data), PAGE)]
    hashes = b"".join(hashlib.sha256(page).digest() for page in pages)
    numbers = (0xFADE0C02, 44 + len(hashes), 0x20400, 2, 44, 44, 0, len(pages))
    part = struct.pack(">9I4BI", *numbers, len(data), 32, 2, 0, 12, 0) + hashes
    return struct.pack(">5I", 0xFADE0CC0, 20 + len(part), 1, 0, 20) + part


ENGINE = library(exports=["_ZN7envpool3RunEv"])
GOOD = {
    "exports": ["PyInit_grid_envpool"],
    "imports": [("_ZN7envpool3RunEv", 1), ("PyLong_FromLong", 0xFE), ("puts", 3)],
    "libraries": ["@rpath/libenvpool_engine.so"],
    "run_paths": ["@loader_path/../core"],
}


INFO = "envpool-2.0.0.dist-info"


def record(files):
    """The content of RECORD."""
    lines = [f"{INFO}/RECORD,,"]
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
        lines.append(f"{name},sha256={digest.rstrip('=')},{len(data)}")
    return "\n".join(lines).encode()


def problems(tmp_path, module, name=WHEEL, **others):
    path = tmp_path / name
    tag = "-".join(name.removesuffix(".whl").split("-")[2:])
    files = {
        ENGINE_PATH: ENGINE,
        "envpool/grid/grid_envpool.so": module,
        f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n".encode(),
    }
    files = {**files, f"{INFO}/RECORD": record({**files, **others}), **others}
    with zipfile.ZipFile(path, "w") as archive:
        for file, data in files.items():
            archive.writestr(file, data)
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


def test_signature_of_another_content(tmp_path):
    module = library(**GOOD)
    at = module.index(b"PyInit_")
    changed = module[:at] + b"p" + module[at + 1 :]
    found = problems(tmp_path, changed)
    assert "envpool/grid/grid_envpool.so: expected a signature" in found


OLD = "@rpath/some.framework/libphysics.dylib"
NEW = "@rpath/libours.dylib"


def several(part):
    """A library with parts for two processors."""
    head = b"\xca\xfe\xba\xbe" + struct.pack(">I", 2)
    parts = struct.pack(">10I", 0x01000007, 0, 0, 0, 0, ARM64, 0, 100, len(part), 0)
    return (head + parts).ljust(100, b"\0") + part


@pytest.mark.parametrize("wrap", [bytes, several])
def test_adopted_library(wrap):
    """It has its new names, and the signature of its new content."""
    part = library(exports=["Step"], libraries=[OLD], name=OLD)
    adopted = macho.adopted(wrap(part), {OLD: NEW})
    assert len(adopted) == len(part)
    found = macho.read(adopted)
    assert found == macho.read(part)._replace(name=NEW, libraries=[NEW, *SYSTEM])
    assert found.is_signed


@pytest.mark.parametrize(
    ("data", "names", "error"),
    [
        (library(processor=0x01000007), {}, "expected a library for arm64"),
        (library(name="@rpath/a"), {"@rpath/a": "b" * 16}, "expected at most 15 bytes"),
        (library(is_signed=False), {}, "expected a signature"),
    ],
    ids=["processor", "name", "signature"],
)
def test_libraries_that_cannot_be_adopted(data, names, error):
    with pytest.raises(ValueError, match=error):
        macho.adopted(data, names)


def test_tag_of_another_platform(tmp_path):
    """Installers read the tag in the wheel, too."""
    other = {f"{INFO}/WHEEL": b"Tag: cp311-cp311-linux_x86_64\n"}
    expected = [f"{WHEEL}: WHEEL: expected Tag: cp311-cp311-macosx_11_0_arm64"]
    assert problems(tmp_path, library(**GOOD), **other) == expected


def test_files_that_differ_from_the_record(tmp_path):
    files = {"envpool/a.py": b"a", "envpool/b.py": b"b"}
    wrong = {f"{INFO}/RECORD": record({"envpool/a.py": b"other", "envpool/c.py": b""})}
    found = problems(tmp_path, library(**GOOD), **files, **wrong)
    assert {each.removeprefix(f"{WHEEL}: RECORD: ") for each in found} == {
        "wrong hash of envpool/a.py",
        "finds no envpool/c.py",
        f"lacks {ENGINE_PATH}",
        "lacks envpool/b.py",
        "lacks envpool/grid/grid_envpool.so",
        f"lacks {INFO}/WHEEL",
    }


def test_symbols_that_a_library_hands_on(tmp_path):
    """A library may export what it imports; the linker has them from there."""
    core = library(
        exports=["_ZN7envpool3RunEv"],
        imports=[("_ZN7envpool3RunEv", 1)],
        libraries=["@rpath/libenvpool_engine.so"],
        run_paths=["@loader_path"],
    )
    module = library(**{**GOOD, "libraries": ["@rpath/libenvpool_core.so"]})
    others = {"envpool/core/libenvpool_core.so": core}
    assert problems(tmp_path, module, **others) == []


def test_library_that_names_its_folder(tmp_path):
    """It needs no run path."""
    others = {
        "envpool/grid/libphysics.dylib": library(exports=["Step"]),
        "envpool/grid/libplugin.dylib": library(
            imports=[("Step", 1)], libraries=["@loader_path/libphysics.dylib"]
        ),
    }
    assert problems(tmp_path, library(**GOOD), **others) == []


def test_exports_of_libraries(tmp_path):
    """Another project's may have any; ours have those of the namespace."""
    others = {
        ENGINE_PATH: library(exports=["_ZN7envpool3RunEv", "crc32"]),
        "envpool/grid/libphysics.dylib": library(exports=["Step"]),
    }
    expected = [f"{ENGINE_PATH}: exports crc32"]
    assert problems(tmp_path, library(**GOOD), **others) == expected


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
