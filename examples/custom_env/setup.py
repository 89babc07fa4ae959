# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the C++ module; the rest is in pyproject.toml."""

import glob

import envpool
from setuptools import Extension, setup

# A change in any of these, or another EnvPool, builds the module again.
SOURCES = sorted(glob.glob("src/**/*.cc", recursive=True))
HEADERS = glob.glob("src/**/*.h", recursive=True)

setup(
    ext_modules=[
        Extension(
            "custom_env.custom_env_envpool",
            SOURCES,
            depends=[*HEADERS, envpool.__file__],
            language="c++",
            # Without it, a pybind11 among Python's headers would be compiled, too.
            define_macros=[("ENVPOOL_WITHOUT_PYBIND11", None)],
            include_dirs=["src", envpool.get_include()],
            library_dirs=[envpool.get_library_dir()],
            extra_compile_args=[
                "-std=c++20",
                "-O3",
                "-g0",
                "-fvisibility=hidden",
                "-ffp-contract=off",
            ],
            extra_link_args=["-l:libenvpool_core.so"],
        )
    ]
)
