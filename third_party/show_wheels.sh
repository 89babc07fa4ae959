#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Lists the wheels in dist and how to install them.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' envpool/__init__.py)
ls -l dist
extras=$(cd dist && printf '%s\n' envpool_*.whl | sed -n 's/^envpool_\([a-z0-9_]*\)-.*/\1/p' |
  sort -u | tr '\n' ',')
echo "pip install --find-links dist \"envpool[${extras}cli]==$version\""
