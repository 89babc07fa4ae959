# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs pytest under Bazel on the files named as arguments.

No test collected is a failure, and so is a warning that the test does not
expect. `bazel test --test_filter=X` is pytest's `-k X`.
"""

import os
import sys

import pytest


def options(environment):
    """Returns pytest's options, from what Bazel's test environment says."""
    result = ["-p", "no:cacheprovider", "--import-mode=importlib"]
    # What C++ prints, a sanitizer above all, goes to the log as it comes.
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
    sys.exit(pytest.main(options(os.environ) + sys.argv[1:]))
