# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Python for builds and tests: a venv made from a lock file.

PYTHON_BIN_PATH selects the interpreter that the venv is made from; the default is
the python3 found on PATH. With PYTHON_VENV=wheel the venv has only the packages for
making a wheel, because some packages of the lock do not exist for every interpreter.
"""

_PROBE = """
import hashlib, sys, sysconfig
print(sys.executable)
print(sysconfig.get_paths()["include"])
print("%d.%d" % sys.version_info[:2])
print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest()[:12])
"""

_BUILD = """
load("@bazel_tools//tools/python:toolchain.bzl", "py_runtime_pair")

package(default_visibility = ["//visibility:public"])

py_runtime(
    name = "runtime",
    interpreter_path = "{python}",
    stub_shebang = "#!/usr/bin/env python3",
    python_version = "PY3",
)

py_runtime_pair(
    name = "runtime_pair",
    py3_runtime = ":runtime",
)

toolchain(
    name = "toolchain",
    toolchain = ":runtime_pair",
    toolchain_type = "@bazel_tools//tools/python:toolchain_type",
)

cc_library(
    name = "own_headers",
    hdrs = glob(["include/**/*.h"]),
    includes = ["include"],
    deps = select({{
        "@envpool_repo//third_party/arm64:is_arm64": {arm64_deps},
        "//conditions:default": [],
    }}),
)

cc_library(
    name = "own_numpy_headers",
    hdrs = glob(["numpy_include/**/*.h"]),
    includes = ["numpy_include"],
)

# The headers for the system that is built for.
[
    cc_library(
        name = name,
        deps = select({{
            "@envpool_repo//third_party/macos:is_macos": ["@macos_python//:" + name],
            "//conditions:default": [":own_" + name],
        }}),
    )
    for name in ["headers", "numpy_headers"]
]
"""

def _run(ctx, arguments):
    result = ctx.execute(arguments, timeout = 3600)
    if result.return_code:
        fail("%s failed:\n%s%s" % (arguments, result.stdout, result.stderr))
    return result.stdout

def _python_env_impl(ctx):
    lock = ctx.path(ctx.attr.lock)
    script = ctx.path(Label("//third_party:make_venv.py"))
    base = ctx.os.environ.get("PYTHON_BIN_PATH") or ctx.which("python3")
    executable, include, version, digest = _run(
        ctx,
        [base, "-c", _PROBE, lock],
    ).splitlines()

    # The directory's name depends on the lock: the interpreter's path is part of
    # every Python action's key, but the packages' files are not.
    kind = ctx.os.environ.get("PYTHON_VENV") or "test"
    venv = "py%s-%s" % (version, digest)
    if kind != "test":
        venv += "-" + kind
    arguments = [executable, script, lock, ctx.path(venv)]
    for name in ctx.attr.sdists:
        arguments += ["--sdist", name]
    if kind == "wheel":
        for name in ctx.attr.wheel_packages:
            arguments += ["--only", name]
    elif kind != "test":
        fail("PYTHON_VENV: expected \"test\" or \"wheel\", got \"%s\"" % kind)
    _run(ctx, arguments)

    python = str(ctx.path(venv + "/bin/python3"))
    numpy = _run(ctx, [python, "-c", "import numpy; print(numpy.get_include())"])
    ctx.symlink(include, "include")
    ctx.symlink(numpy.strip(), "numpy_include")
    ctx.symlink(venv, "venv")

    # Debian's pyconfig.h includes that of the processor.
    is_debian = "aarch64-linux-gnu/python3.11/" in ctx.read(include + "/pyconfig.h")
    arm64_deps = ["@arm64_debian//:pyconfig"] if is_debian else []
    ctx.file(
        "BUILD.bazel",
        _BUILD.format(arm64_deps = repr(arm64_deps), python = python),
        executable = False,
    )

python_env = repository_rule(
    implementation = _python_env_impl,
    attrs = {
        "lock": attr.label(allow_single_file = True, mandatory = True),
        "sdists": attr.string_list(
            doc = "Names of the packages that have no wheel.",
        ),
        "wheel_packages": attr.string_list(
            doc = "Names of the packages that making our wheels needs.",
        ),
    },
    environ = [
        "PYTHON_BIN_PATH",
        "PYTHON_VENV",
    ],
    doc = "The Python toolchain, with the lock's packages and C headers.",
)
