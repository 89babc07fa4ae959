# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How shared libraries are linked, on each system."""

# The namespace's functions, variables, type information and virtual tables.
_CORE_EXPORTS = [
    "_ZGVN7envpool*",
    "_ZGVZN7envpool*",
    "_ZGVZNK7envpool*",
    "_ZN7envpool*",
    "_ZNK7envpool*",
    "_ZT?N7envpool*",
    "_ZTh*_N7envpool*",
    "_ZTv*_N7envpool*",
    "_ZZN7envpool*",
    "_ZZNK7envpool*",
]

# Makes a shared library run on older systems than the one that built it.
MANYLINUX = ["//third_party/manylinux"]

def by_system(linux, macos):
    """Returns the value for the system that is built for."""
    return select({
        "//third_party/macos:is_macos": macos,
        "//conditions:default": linux,
    })

def run_path(path = ""):
    """Returns the linker's option for where a library looks for other libraries.

    Args:
      path: a folder, relative to the library's own.
    """
    return by_system(
        linux = ["-Wl,-rpath,$$ORIGIN" + path],
        macos = ["-Wl,-rpath,@loader_path" + path],
    )

def core_shared_library(name, link_name, deps, linkopts = [], data = [], visibility = None):
    """A shared library that exports only `namespace envpool`.

    Targets that link it must not link `deps` too.

    Args:
      name: the library's file name and soname.
      link_name: the target for linking.
      deps: its content, libraries with `alwayslink`.
      linkopts: as in cc_binary.
      data: as in cc_binary.
      visibility: the visibility of both targets.
    """
    exports = name + ".exports.lds"
    native.genrule(
        name = name + "_exports",
        outs = [exports],
        cmd = by_system(
            linux = "echo '{ global: %s; local: *; };' > $@" % "; ".join(_CORE_EXPORTS),
            macos = "printf '_%%s\\n' '%s' > $@" % "' '".join(_CORE_EXPORTS),
        ),
    )
    native.cc_binary(
        name = name,
        additional_linker_inputs = [exports],
        data = data,
        linkopts = by_system(
            linux = [
                "-Wl,-soname," + name,
                "-Wl,-Bsymbolic",
                "-Wl,--version-script=$(location %s)" % exports,
            ],
            macos = [
                "-Wl,-install_name,@rpath/" + name,
                "-Wl,-exported_symbols_list,$(location %s)" % exports,
            ],
        ) + linkopts,
        linkshared = True,
        visibility = visibility,
        deps = deps + MANYLINUX,
    )
    native.cc_import(
        name = link_name,
        shared_library = name,
        visibility = visibility,
    )
