# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""C++ loops over envs, without pools."""

def loop_library(name, env_library):
    """Defines `<name>.so`, built from `loop.cc`; see loop.h.

    Args:
      name: "lib<family>_loop".
      env_library: the C++ library of the envs.
    """
    native.cc_binary(
        name = name + ".so",
        srcs = [
            "loop.cc",
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
