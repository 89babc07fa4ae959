# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Subinterpreters get ImportError, and the main interpreter's pools continue."""

import subprocess
import sys

import pytest

STATEMENTS = {
    "core": "from envpool.core import _core",
    "family": "from envpool.toy_text import CatchEnvSpec",
    "native": "from envpool.toy_text import toy_text_envpool",
    "xla": "from envpool.core import _xla",
    "make": "import envpool; envpool.make_gym('Catch-v0')",
}
# The module is _interpreters from Python 3.13 on.
ELSEWHERE = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

code = '''
try:
    {statement}
except ImportError as error:
    pass
else:
    raise AssertionError("imported")
'''
failure = interpreters.run_string(interpreters.create(), code)
assert failure is None, failure
"""
# NumPy can also be loaded by one interpreter only.
BESIDE_A_POOL = """
import envpool
env = envpool.make_gym("Catch-v0")
{elsewhere}
assert env.reset()[0].shape == (1, 10, 5)
env.close()
"""


@pytest.mark.parametrize("beside_a_pool", [False, True])
@pytest.mark.parametrize("name", STATEMENTS)
def test_subinterpreter(name, beside_a_pool):
    code = ELSEWHERE.format(statement=STATEMENTS[name])
    if beside_a_pool:
        code = BESIDE_A_POOL.format(elsewhere=code)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
