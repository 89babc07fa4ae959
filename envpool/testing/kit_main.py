# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit as the main program of a Bazel test."""

import sys

from envpool.testing.kit import main

if __name__ == "__main__":
    sys.exit(main())
