#!/usr/bin/env python3
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles our C++ without warnings: compilers.py FOLDER [COMPILER]...

Each compiler, such as g++-14, checks all files with the flags of the build and
-fsyntax-only. A compiler that is not installed is unpacked into FOLDER.
"""

from __future__ import annotations

import concurrent.futures
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from compile_commands import bazel, compile_commands, link_outputs

ROOT = Path(__file__).absolute().parent.parent
COMPILERS = [f"g++-{i}" for i in (12, 13, 14)] + [f"clang-{i}" for i in range(15, 20)]

CLANG_FLAGS = re.findall(
    r"^build:clang --per_file_copt=.*@(.*)",
    (ROOT / ".bazelrc").read_text("utf-8"),
    re.M,
)[0]


def path_of(compiler: str, folder: str) -> str:
    """Returns the path of a compiler, which is unpacked if it is missing."""
    installed = shutil.which(compiler)
    if installed:
        return installed
    script = ROOT / "third_party/unpack_compilers.sh"
    subprocess.run([script, folder, compiler], check=True)
    return f"{folder}/bin/{compiler}"


def check(compiler: str, entry: dict) -> str:
    """Returns what a compiler says about a file, or ""."""
    arguments = list(entry["arguments"])
    for flag in ("-o", "-MF"):
        at = arguments.index(flag)
        del arguments[at : at + 2]
    arguments.remove("-MD")
    if "clang" in compiler:
        arguments += CLANG_FLAGS.split(",")
    result = subprocess.run(
        [compiler, *arguments[1:], "-fsyntax-only"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
    )
    return result.stdout if result.returncode or result.stdout else ""


def main(folder: str, *compilers: str) -> bool:
    """Returns whether a compiler complained."""
    # Files that rules generate, and nothing that is compiled.
    bazel("build", "--output_groups=compilation_prerequisites_INTERNAL_", "//...")
    link_outputs(ROOT)
    entries = sorted(compile_commands(ROOT), key=lambda entry: entry["file"])
    is_bad = False
    for compiler in compilers or COMPILERS:
        path = path_of(compiler, folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            said = list(pool.map(check, itertools.repeat(path), entries))
        texts = [text for text in said if text]
        print(f"{compiler}: {len(said)} files, {len(texts)} with findings", flush=True)
        print("".join(texts), end="", flush=True)
        is_bad |= bool(texts)
    return is_bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
