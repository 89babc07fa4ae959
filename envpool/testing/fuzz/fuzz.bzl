# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Fuzz targets."""

def envpool_fuzz_test(name, srcs = None, deps = [], size = "medium", **kwargs):
    """Feeds any bytes to LLVMFuzzerTestOneInput() of the file `<name>.cc`.

    As a test, it runs that on the files in `fuzz/<name>/`, the inputs that once failed
    or that fuzzing begins with, on mutants of them, and on random bytes. With
    --config=fuzz it is a program of libFuzzer: see `make fuzz`.

    Args:
      name: the target's name, which ends in `_fuzz_test`.
      srcs: the sources.
      deps: the tested libraries, as in envpool_cc_test.
      size: Bazel's.
      **kwargs: arguments of cc_test.
    """
    inputs = native.glob(["fuzz/%s/*" % name])
    if not (native.package_name() + "/").startswith("envpool/core/"):
        deps = deps + ["//envpool/core:core_static"]
    native.cc_test(
        name = name,
        srcs = srcs or [name + ".cc"],
        args = ["$(rootpath %s)" % file for file in inputs],
        data = inputs + kwargs.pop("data", []),
        linkstatic = True,
        size = size,
        tags = ["fuzz"],
        deps = deps + ["//envpool/testing/fuzz", "//envpool/testing/fuzz:main"],
        **kwargs
    )
