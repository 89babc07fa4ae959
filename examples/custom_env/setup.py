# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the C++ module; the rest is in pyproject.toml."""

import glob
import os

import envpool
from setuptools import Extension, setup

# A change in any of these, or another EnvPool, causes a rebuild of the module.
SOURCES = sorted(glob.glob("src/**/*.cc", recursive=True))
HEADERS = glob.glob("src/**/*.h", recursive=True)
# ENVPOOL_CHECKED=1 makes a checked build: slow, but it finds mistakes.
CHECKED = os.environ.get("ENVPOOL_CHECKED", "0") not in ("", "0")
# Without the first, a pybind11 in Python's include folder would be compiled, too.
MACROS = [
    ("ENVPOOL_WITHOUT_PYBIND11", None),
    *([("ENVPOOL_CHECKED", "1")] if CHECKED else []),
]

setup(
    ext_modules=[
        Extension(
            "custom_env.custom_env_envpool",
            SOURCES,
            depends=[*HEADERS, envpool.__file__],
            language="c++",
            define_macros=MACROS,
            include_dirs=["src", envpool.get_include()],
            library_dirs=[envpool.get_library_dir()],
            extra_compile_args=[
                "-std=c++20",
                *(["-O1", "-g"] if CHECKED else ["-O3", "-g0"]),
                "-fvisibility=hidden",
                "-ffp-contract=off",
            ],
            extra_link_args=["-l:libenvpool_core.so"],
        )
    ],
    options={"build": {"build_base": "build/checked"}} if CHECKED else {},
)
