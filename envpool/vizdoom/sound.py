# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Finds OpenAL Soft, with which the engines of ViZDoom make sound."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Library", "library"]

_NAME = "libopenal.so.1"
# Packages with the library, and its folder in them.
_PACKAGES = {"cyal": "", "pyalsoft": "_native"}
# Assertions of older versions end the engine.
_OLDEST = (1, 23)
_VERSION = re.compile(rb"1\.1 ALSOFT (\d+)\.(\d+)[.\d]*")
_HINT = 'pip install "envpool[audio]"'


class Library(NamedTuple):
    """The library, or the reason why there is none.

    Attributes:
      path: path of the library; empty if there is none.
      problem: the problem and how to solve it; empty if there is a library.
    """

    path: str
    problem: str


def library() -> Library:
    """Returns the library for engines to load.

    It is the first one that is new enough in the folders of LD_LIBRARY_PATH, in the
    packages of the extra `audio` and in the system's folders.
    """
    return _first(tuple(_folders()))


def _folders() -> Iterator[str]:
    for folder in os.environ.get("LD_LIBRARY_PATH", "").split(":"):
        if folder:
            yield os.path.abspath(folder)
    for name, inner in _PACKAGES.items():
        spec = importlib.util.find_spec(name)  # does not import it
        for folder in (spec and spec.submodule_search_locations) or ():
            yield os.path.join(folder, inner)
    yield from (os.path.join(sys.prefix, "lib"), "/usr/local/lib")
    machine = sysconfig.get_config_var("MULTIARCH") or ""
    for folder in ("/usr/lib", "/lib"):
        yield from (os.path.join(folder, machine), f"{folder}64", folder)


@functools.cache
def _first(folders: tuple[str, ...]) -> Library:
    got = "none"
    for folder in folders:
        path = os.path.join(folder, _NAME)
        try:
            with open(path, "rb") as file:
                found = _VERSION.search(file.read())
        except OSError:
            continue
        if found and tuple(map(int, found.groups())) >= _OLDEST:
            return Library(path, "")
        if got == "none":
            version = found[0].split()[-1].decode() if found else "another library"
            got = f"{version} in {path}"
    oldest = ".".join(map(str, _OLDEST))
    return Library(
        "",
        f"audio: expected OpenAL Soft {oldest} or later, with which the engine makes "
        f"sound, got {got} ({_HINT})",
    )
