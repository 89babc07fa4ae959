# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Loops in C++ over envs, without pools of them."""

def loop_library(family, env_library):
    """Defines `lib<family>_loop.so`, made from `<family>_loop.cc`; see loop.h.

    Args:
      family: the name of the loop.
      env_library: the C++ library of the envs.
    """
    native.cc_binary(
        name = "lib%s_loop.so" % family,
        srcs = [
            "%s_loop.cc" % family,
            "//benchmark:loop",
        ],
        linkopts = [
            "-ldl",
            "-lrt",
            "-pthread",
        ],
        linkshared = True,
        deps = [
            env_library,
            "//envpool/core:core_static",
        ],
    )
