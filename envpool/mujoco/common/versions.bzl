# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The releases of MuJoCo that the same sources are compiled against.

The envs of the newer one have packages and a wheel of their own: //envpool/mujoco/v4.
"""

load("//envpool:envpool.bzl", "envpool_cc_library", "envpool_cc_test", "envpool_family", "envpool_kit_test")

# The suffix of the targets, which repositories have too, and flags. A process may load
# the modules of several releases; with equal names, one's C++ objects would be the
# other's.
_VERSIONS = {
    "": [],
    "4": ["-Dmujoco=mujoco4"],
}

def mujoco_cc_library(name, deps = [], mujoco_deps = [], **kwargs):
    """A C++ library for each release: `<name>`, and `<name>4`.

    Args:
      name: the target's name.
      deps: the libraries that do not depend on MuJoCo.
      mujoco_deps: the other libraries, without the suffix; MuJoCo is added.
      **kwargs: arguments of cc_library.
    """
    _for_each(envpool_cc_library, name, deps, mujoco_deps, kwargs)

def mujoco_cc_test(name, deps = [], mujoco_deps = [], **kwargs):
    """A GoogleTest test of the file `<name>.cc`, for each release.

    Args:
      name: the target's name, to which the newer release adds its suffix.
      deps: the libraries that do not depend on MuJoCo.
      mujoco_deps: the other libraries, without the suffix; MuJoCo is added.
      **kwargs: arguments of cc_test.
    """
    kwargs["srcs"] = [name + ".cc"]
    _for_each(envpool_cc_test, name, deps, mujoco_deps, kwargs)

def _for_each(rule, name, deps, mujoco_deps, kwargs):
    for suffix, copts in _VERSIONS.items():
        rule(
            name = name + suffix,
            copts = copts,
            deps = deps + [dep + suffix for dep in mujoco_deps] +
                   ["@mujoco%s//:mujoco" % suffix],
            **kwargs
        )

def family_sources(name, module_srcs, srcs = []):
    """Lets the newer release have a family's C++: `<name>_hdrs` and so on.

    Args:
      name: the prefix of the targets, "cc".
      module_srcs: as for envpool_family.
      srcs: as for envpool_family.
    """
    for kind, files in {
        "hdrs": native.glob(["*.h"]),
        "module_srcs": module_srcs,
        "srcs": srcs,
    }.items():
        native.filegroup(
            name = "%s_%s" % (name, kind),
            srcs = files,
            visibility = ["//envpool/mujoco/v4:__subpackages__"],
        )

def mujoco4_family(name, mujoco_deps, **kwargs):
    """A family's envs on the newer release, with the C++ of `//envpool/mujoco/<name>`.

    It has no ids: users choose it with a keyword. The ids of `kit_profile.py` are for
    tests, which are fewer than those of the older release.

    Args:
      name: the family's name and folder.
      mujoco_deps: its libraries in //envpool/mujoco/common, without the suffix.
      **kwargs: arguments of envpool_family.
    """
    base = "//envpool/mujoco/" + name
    official = [base + ":oracle", "@mujoco_python"]
    envpool_family(
        name = name,
        hdrs = [base + ":cc_hdrs"],
        copts = _VERSIONS["4"],
        kit = False,  # below
        module_srcs = [base + ":cc_module_srcs"],
        parity_deps = official,
        parity_size = "large",
        py_deps = [base, "//envpool/mujoco/v4"],
        deps = ["//envpool/mujoco/common:%s4" % dep for dep in mujoco_deps],
        **kwargs
    )
    if not native.glob(["kit_profile.py"]):
        return

    # Writes parity.csv: only here are the official envs on the newest release.
    native.py_binary(
        name = "write_parity",
        testonly = True,
        srcs = ["//envpool/testing:write_parity.py"],
        args = ["mujoco/v4/" + name],
        main = "//envpool/testing:write_parity.py",
        deps = official + [":oracle", "//envpool"],
    )
    envpool_kit_test(
        name = name + "_kit_test",
        size = "large",
        deps = [
            ":kit_profile",
            ":" + name,
        ],
    )
