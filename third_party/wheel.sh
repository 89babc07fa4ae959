#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Packs dist/envpool-VERSION-*.whl: wheel.sh VERSION [BAZEL-FLAG]...
# The modules and libenvpool_core.so come from Bazel; auditwheel adds the shared
# libraries that no system is sure to have, and gives the wheel its name.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
shift

raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
PYTHONWARNINGS=ignore bazel run "$@" //:setup -- --quiet bdist_wheel --dist-dir "$raw"

bin=$(bazel info "$@" bazel-bin 2>/dev/null)
venv=$(bazel info "$@" output_base 2>/dev/null)/external/python/venv
# Where Bazel's own run paths lead to, which mean nothing in a wheel.
libraries=$(printf '%s:' "$bin"/_solib_k8/*/)
rm -f dist/envpool-"$version"-*.whl
PATH=$venv/bin:$PATH LD_LIBRARY_PATH=${libraries%:} \
  "$venv/bin/auditwheel" repair \
  --wheel-dir dist "$raw"/envpool-"$version"-*.whl
ls -l dist/envpool-"$version"-*.whl
