# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Debian's CPython for ARM64 in the emulator, for tests.

It is a virtual environment whose Python starts the emulator, so a test that starts
`sys.executable` or makes another environment stays in it.
"""

# Packages of the lock that have no wheel for ARM64.
_ABSENT = ["box2d", "gym"]

# Programs of packages that a test starts by their paths.
_PROGRAMS = ["vizdoom/vizdoom"]

_START = """#!/bin/sh
exec {tools}/qemu-aarch64-static -L {root} -0 "$0" {program} "$@"
"""

_VENV = """home = {home}
include-system-site-packages = false
version = 3.11
"""

_BUILD = """
load("@bazel_tools//tools/python:toolchain.bzl", "py_runtime_pair")

package(default_visibility = ["//visibility:public"])

py_runtime(
    name = "runtime",
    interpreter_path = "{python}",
    python_version = "PY3",
    stub_shebang = "#!/usr/bin/env python3",
)

py_runtime_pair(
    name = "runtime_pair",
    py3_runtime = ":runtime",
)

toolchain(
    name = "toolchain",
    target_compatible_with = [
        "@platforms//cpu:aarch64",
        "@platforms//os:linux",
    ],
    toolchain = ":runtime_pair",
    toolchain_type = "@bazel_tools//tools/python:toolchain_type",
)
"""

def _write_start(ctx, file, program):
    """Writes a script that runs a program in the emulator."""
    root = ctx.path(Label("@arm64_debian//:BUILD.bazel")).dirname
    tools = ctx.path(Label("@arm64_tools//:usr/bin/qemu-aarch64-static")).dirname
    ctx.file(file, _START.format(program = program, root = root, tools = tools))

def _arm64_python_impl(ctx):
    debian = "%s/usr" % ctx.path(Label("@arm64_debian//:BUILD.bazel")).dirname

    # Other environments link their Python to this one.
    _write_start(ctx, "base/bin/python3.11", debian + "/bin/python3.11")
    ctx.symlink(debian + "/lib", "base/lib")
    python = ctx.path("bin/python3")
    ctx.symlink("base/bin/python3.11", python)
    home = ctx.path("base/bin")
    ctx.file("pyvenv.cfg", _VENV.format(home = home), executable = False)
    packages = "lib/python3.11/site-packages"
    arguments = [
        ctx.os.environ.get("PYTHON_BIN_PATH") or ctx.which("python3"),
        ctx.path(Label("//third_party:make_venv.py")),
        ctx.path(ctx.attr.lock),
        ctx.path(packages),
        "--arm64",
    ]
    for name in _ABSENT:
        arguments += ["--without", name]
    result = ctx.execute(arguments, timeout = 3600)
    if result.return_code:
        fail("%s failed:\n%s%s" % (arguments, result.stdout, result.stderr))
    for name in _PROGRAMS:
        file = ctx.path("%s/%s" % (packages, name))
        ctx.execute(["mv", file, "%s.arm64" % file])
        _write_start(ctx, file, "%s.arm64" % file)
    ctx.file("BUILD.bazel", _BUILD.format(python = python), executable = False)

arm64_python = repository_rule(
    implementation = _arm64_python_impl,
    attrs = {"lock": attr.label(allow_single_file = True, mandatory = True)},
    doc = "The Python toolchain of tests for ARM64.",
)
