# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs pytest under Bazel on the files given as arguments.

It fails if no test is collected, or on a warning that a test does not expect.
`bazel test --test_filter=X` is pytest's `-k X`. With a `shard_count` of n, each shard
runs every n-th test.
"""

import os
import sys
from pathlib import Path

import pytest


class Shard:
    """A pytest plugin that selects the tests of one of Bazel's shards."""

    def __init__(self, environment):
        self.total = int(environment.get("TEST_TOTAL_SHARDS", 1))
        self.index = int(environment.get("TEST_SHARD_INDEX", 0))
        self.is_idle = False
        if "TEST_SHARD_STATUS_FILE" in environment:
            Path(environment["TEST_SHARD_STATUS_FILE"]).touch()

    @pytest.hookimpl(trylast=True)  # after -k has selected tests
    def pytest_collection_modifyitems(self, config, items):
        kept = items[self.index :: self.total]
        self.is_idle = bool(items) and not kept
        others = [item for n, item in enumerate(items) if n % self.total != self.index]
        if others:
            config.hook.pytest_deselected(items=others)
        items[:] = kept

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session, exitstatus):
        # This shard has no tests, but other shards do.
        if self.is_idle and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK


def options(environment):
    """Returns pytest's options, derived from Bazel's test environment."""
    result = ["-p", "no:cacheprovider", "--import-mode=importlib"]
    # C++ output, such as a sanitizer's, must go to the log directly.
    result += ["--capture=sys", "-W", "error", "-o", "xfail_strict=true"]
    if "TEST_TMPDIR" in environment:
        result.append(
            "--basetemp=" + os.path.join(environment["TEST_TMPDIR"], "pytest")
        )
    if "XML_OUTPUT_FILE" in environment:
        result.append("--junitxml=" + environment["XML_OUTPUT_FILE"])
    if environment.get("TESTBRIDGE_TEST_ONLY"):
        result += ["-k", environment["TESTBRIDGE_TEST_ONLY"]]
    return result


if __name__ == "__main__":
    # Python puts this file's folder first; tests import by full name only.
    del sys.path[0]
    if "TEST_TMPDIR" in os.environ:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = os.environ["TEST_TMPDIR"]
        # Contexts and processes of a test share compiled shaders, which take a second.
        os.environ["MESA_SHADER_CACHE_DIR"] = os.environ["TEST_TMPDIR"]
    sys.exit(
        pytest.main(options(os.environ) + sys.argv[1:], plugins=[Shard(os.environ)])
    )
