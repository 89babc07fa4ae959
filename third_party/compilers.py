#!/usr/bin/env python3
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles our C++ without warnings: compilers.py FOLDER [COMPILER|SOURCES]...

Each compiler, such as g++-14, checks each file with the flags of the build and
-fsyntax-only: all files, or those of the named folders, such as envpool/core. A
compiler that is not installed is unpacked into FOLDER.
"""

from __future__ import annotations

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from compile_commands import OURS, bazel, compile_commands, link_outputs

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


def main(folder: str, *arguments: str) -> bool:
    """Returns whether a compiler complained."""
    names = [name for name in arguments if re.match(r"(g|clang)\+*-\d+$", name)]
    sources = [name.rstrip("/") + "/" for name in arguments if name not in names]
    paths = {path_of(name, folder): name for name in names or COMPILERS}
    # Files that rules generate, and nothing that is compiled.
    targets = [f"//{name}..." for name in sources] or ["//..."]
    bazel("build", "--output_groups=compilation_prerequisites_INTERNAL_", *targets)
    link_outputs(ROOT)
    entries = compile_commands(ROOT, sources or OURS)
    entries.sort(key=lambda entry: entry["file"])
    jobs = [(path, entry) for entry in entries for path in paths]
    findings = dict.fromkeys(paths, 0)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said_of_each = pool.map(lambda job: check(*job), jobs)
        for (path, entry), said in zip(jobs, said_of_each, strict=True):
            if said:
                findings[path] += 1
                print(f"{paths[path]}: {entry['file']}\n{said}", end="", flush=True)
    for path, name in paths.items():
        print(f"{name}: {len(entries)} files, {findings[path]} with findings")
    return any(findings.values())


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
