# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Repositories that Bazel's built-in WORKSPACE suffix would otherwise download.

Debian's Bazel needs `rules_cc`, `rules_java` and `remote_coverage_tools`. This
workspace uses only a few names of these, so the files are written inline;
definitions in WORKSPACE take precedence over the suffix.
"""

_RULES_CC = """
cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library
"""

_RULES_JAVA = """
java_binary = native.java_binary
java_import = native.java_import
java_library = native.java_library
java_lite_proto_library = native.java_lite_proto_library
java_package_configuration = native.java_package_configuration
java_plugin = native.java_plugin
java_proto_library = native.java_proto_library
java_runtime = native.java_runtime
java_test = native.java_test
java_toolchain = native.java_toolchain
"""

_COVERAGE = """
package(default_visibility = ["//visibility:public"])
filegroup(name = "coverage_report_generator", srcs = [])
filegroup(name = "lcov_merger", srcs = [])
"""

def _inline_repository_impl(ctx):
    ctx.file("WORKSPACE", "workspace(name = %r)\n" % ctx.name)
    for path, text in ctx.attr.files.items():
        ctx.file(path, text, executable = False)

inline_repository = repository_rule(
    implementation = _inline_repository_impl,
    attrs = {"files": attr.string_dict(doc = "Each file's path, to its text.")},
    doc = "A Bazel repository whose files are written in the rule's call.",
)

# buildifier: disable=unnamed-macro
def debian_bazel_repositories():
    """Declares the repositories; must be called first in WORKSPACE."""
    inline_repository(
        name = "rules_cc",
        files = {"BUILD": "", "cc/BUILD": "", "cc/defs.bzl": _RULES_CC},
    )
    inline_repository(
        name = "remote_coverage_tools",
        files = {"BUILD": _COVERAGE},
    )
    inline_repository(
        name = "rules_java",
        files = {"BUILD": "", "java/BUILD": "", "java/defs.bzl": _RULES_JAVA},
    )
