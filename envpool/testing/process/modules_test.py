# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Every family's module is declared with the binding's PYBIND11_MODULE.

With pybind11's own, importing the module turns the GIL of free-threaded CPython on,
and may never return in a subinterpreter.
"""

import subprocess
import sys
import sysconfig

import pytest

from envpool.families import ALL_FAMILIES

SUBINTERPRETER = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

code = '''
try:
    import {module}
except ImportError:
    pass
else:
    raise AssertionError("imported")
'''
failure = interpreters.run_string(interpreters.create(), code)
assert failure is None, failure
"""
GIL = """
import sys

import {module}

assert not sys._is_gil_enabled()
"""


def check(code, row):
    module = row.native_module.removesuffix(".so").replace("/", ".")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("row", ALL_FAMILIES, ids=lambda row: row.name)
def test_only_the_main_interpreter_imports_it(row):
    check(SUBINTERPRETER, row)


@pytest.mark.skipif(
    not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a GIL"
)
@pytest.mark.parametrize("row", ALL_FAMILIES, ids=lambda row: row.name)
def test_it_needs_no_gil(row):
    check(GIL, row)
