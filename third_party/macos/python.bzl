# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The C headers of `@python` for macOS on ARM64.

They are those of this machine, with the facts that differ there.
"""

# In NumPy's headers, the size of `long double` differs, and there is no <endian.h>.
_COPY = """
set -eu
cp -rL "$1/include" "$1/numpy_include" .
chmod -R u+w include numpy_include
if grep -q '^#define Py_GIL_DISABLED 1' include/pyconfig.h; then
  sed -i 's/^#define WITH_MIMALLOC 1$/&\\n#define Py_GIL_DISABLED 1/' pyconfig.h
fi
mv pyconfig.h include
sed -i -E '
  s/(NPY_SIZEOF_LONGDOUBLE) 16/\\1 8/
  s/(NPY_SIZEOF_COMPLEX_LONGDOUBLE) 32/\\1 16/
  /define NPY_HAVE_ENDIAN_H/d
' numpy_include/numpy/_numpyconfig.h
"""

# The interpreter, which loads the modules, has Python's functions.
_BUILD = """
package(default_visibility = ["//visibility:public"])

cc_library(
    name = "headers",
    hdrs = glob(["include/**/*.h"]),
    includes = ["include"],
    linkopts = ["-Wl,-undefined,dynamic_lookup"],
)

cc_library(
    name = "numpy_headers",
    hdrs = glob(["numpy_include/**/*.h"]),
    includes = ["numpy_include"],
)
"""

def _macos_python_impl(ctx):
    python = ctx.path(Label("@python//:BUILD.bazel")).dirname
    ctx.template("pyconfig.h", Label("//third_party/macos:pyconfig.h"), executable = False)
    result = ctx.execute(["bash", "-c", _COPY, "bash", python])
    if result.return_code:
        fail("cannot copy the headers of %s: %s" % (python, result.stderr))
    ctx.file("BUILD.bazel", _BUILD, executable = False)

macos_python = repository_rule(
    implementation = _macos_python_impl,
    environ = [
        "PYTHON_BIN_PATH",
        "PYTHON_VENV",
    ],
    doc = "Headers of Python and NumPy.",
)
