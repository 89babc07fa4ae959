# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How Bazel compiles each of our own C++ files, as `bazel aquery` tells it."""

import json
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

OURS = ("envpool/", "benchmark/", "examples/")
# What only gcc knows.
GCC_ONLY = {"-fno-canonical-system-headers", "-Wno-free-nonheap-object"}


def bazel(*args: str) -> str:
    """Returns what a Bazel command prints; $BAZEL may name another Bazel."""
    command = [*os.environ.get("BAZEL", "bazel").split(), *args]
    return subprocess.run(
        command,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ).stdout


def compile_commands(root: Path, folders: Iterable[str] = OURS) -> list[dict]:
    """Returns the entries of compile_commands.json, one for each file of ours."""
    scope = " + ".join(
        f"//{top}..." for top in folders if next(root.glob(top + "**/BUILD"), 0)
    )
    text = bazel("aquery", f"mnemonic('CppCompile', {scope})", "--output=jsonproto")
    entries = {}
    for action in json.loads(text)["actions"]:
        arguments = [a for a in action["arguments"] if a not in GCC_ONLY]
        source = arguments[arguments.index("-c") + 1]
        if source.startswith(OURS):
            entries[source] = {
                "arguments": arguments,
                "directory": str(root),
                "file": source,
            }
    return list(entries.values())


def link_outputs(root: Path) -> None:
    """Makes the relative paths of the commands lead somewhere."""
    link = root / "external"
    target = bazel("info", "output_base").strip() + "/external"
    if not link.is_symlink() or os.readlink(link) != target:
        link.unlink(missing_ok=True)
        link.symlink_to(target)
