# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tests' Python as a library, for C++ tests that start an interpreter."""

_PROBE = """
import sysconfig
print(*(sysconfig.get_config_var(name) for name in ("LIBDIR", "LIBPL", "LDVERSION")))
"""

_BUILD = """
cc_library(
    name = "own",
    hdrs = ["python_program.h"],
    includes = ["."],
    # The linker takes the shared library or, where there is none, the archive.
    linkopts = [
        "-L{libraries}",
        "-L{config}",
        "-Wl,-rpath,{libraries}",
        "-rdynamic",
        "-lpython{version}",
        "-ldl",
        "-lm",
    ],
    deps = ["@python//:headers"],
)

# That of the processor that is built for.
alias(
    name = "python_embed",
    actual = select({{
        "@envpool_repo//third_party/arm64:is_arm64": "@arm64_python//:embed",
        "//conditions:default": ":own",
    }}),
    visibility = ["//visibility:public"],
)
"""

def _python_embed_impl(ctx):
    folder = ctx.path(Label("@python//:BUILD.bazel")).dirname
    python = str(folder.get_child("venv").get_child("bin").get_child("python3"))
    result = ctx.execute([python, "-c", _PROBE])
    if result.return_code:
        fail("%s failed:\n%s%s" % (python, result.stdout, result.stderr))
    libraries, config, version = result.stdout.strip().split(" ")
    ctx.file(
        "BUILD.bazel",
        _BUILD.format(config = config, libraries = libraries, version = version),
        executable = False,
    )
    ctx.file(
        "python_program.h",
        "constexpr wchar_t kPythonProgram[] = L\"%s\";\n" % python,
        executable = False,
    )

python_embed = repository_rule(
    implementation = _python_embed_impl,
    doc = "libpython, and the path of the program that finds the venv's packages.",
)
