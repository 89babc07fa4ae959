# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""C++ loops over envs, without pools."""

def loop_library(name, env_library, src = "loop.cc"):
    """Defines `<name>.so`; see loop.h.

    Args:
      name: "lib<family>_loop", or with the name of another source.
      src: the source.
      env_library: the C++ library of the envs.
    """
    native.cc_binary(
        name = name + ".so",
        srcs = [
            src,
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
