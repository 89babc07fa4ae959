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

# Mesa's other driver, which compiles shaders to machine code, crashes in the emulator.
_START = """#!/bin/sh
exec {tools}/qemu-aarch64-static -L {root} -E GALLIUM_DRIVER=softpipe -0 "$0" {program} "$@"
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

# For C++ programs that start an interpreter. The path is also that of the libraries
# that libpython and its modules need.
cc_library(
    name = "embed",
    hdrs = ["python_program.h"],
    includes = ["."],
    linkopts = [
        "-L{libraries}",
        "-Wl,--disable-new-dtags,-rpath,{libraries},-rpath-link,{libraries}",
        "-rdynamic",
        "-lpython3.11",
        "-ldl",
        "-lm",
    ],
    deps = ["@python//:headers"],
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

# Links Debian's libraries that are not beside the compiler's.
_LINK = """
for file in $1/lib/aarch64-linux-gnu/lib*.so* $1/usr/lib/aarch64-linux-gnu/lib*.so*; do
  [ -e "$2/$(basename "$file")" ] || ln -s "$file" .
done
"""

def _write_start(ctx, file, program):
    """Writes a script that runs a program in the emulator."""
    root = ctx.path(Label("@arm64_debian//:BUILD.bazel")).dirname
    tools = ctx.path(Label("@arm64_tools//:usr/bin/qemu-aarch64-static")).dirname
    ctx.file(file, _START.format(program = program, root = root, tools = tools))

def _arm64_python_impl(ctx):
    debian = ctx.path(Label("@arm64_debian//:BUILD.bazel")).dirname

    # Other environments link their Python to this one.
    _write_start(ctx, "base/bin/python3.11", "%s/usr/bin/python3.11" % debian)
    ctx.symlink("%s/usr/lib" % debian, "base/lib")
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
    _write_embed(ctx, debian, python)

def _write_embed(ctx, debian, python):
    """Writes the BUILD file, and what programs need that start an interpreter."""
    compiler = ctx.path(Label("@arm64_tools//:BUILD.bazel")).dirname
    ctx.file("libraries/.keep")
    result = ctx.execute(
        ["sh", "-c", _LINK, "sh", debian, "%s/usr/aarch64-linux-gnu/lib" % compiler],
        working_directory = "libraries",
    )
    if result.return_code:
        fail("cannot link the libraries: %s" % result.stderr)
    ctx.file(
        "python_program.h",
        "constexpr wchar_t kPythonProgram[] = L\"%s\";\n" % python,
        executable = False,
    )
    ctx.file(
        "BUILD.bazel",
        _BUILD.format(libraries = ctx.path("libraries"), python = python),
        executable = False,
    )

arm64_python = repository_rule(
    implementation = _arm64_python_impl,
    attrs = {"lock": attr.label(allow_single_file = True, mandatory = True)},
    doc = "The Python toolchain of tests for ARM64.",
)
