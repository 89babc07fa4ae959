#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Measures the C++ line coverage of the tests: coverage.sh VENV [BAZEL-FLAG|TARGET]...
# Writes build/coverage/index.html and prints a summary.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
workspace=$PWD
report=$workspace/build/coverage
shift

root=$(bazel info --config=cov execution_root 2>/dev/null)
objects=bazel-out/k8-opt-cov/bin/envpool
find "$root/$objects" -name '*.gcda' -delete 2>/dev/null || true
# Objects write their counts to /proc/self/cwd/bazel-out/... From every test's own
# folder, these variables redirect them to the objects' folder, beside gcc's notes.
bazel test --config=cov --test_env=GCOV_PREFIX="$root" \
  --test_env=GCOV_PREFIX_STRIP=3 --nocache_test_results "$@"

mkdir -p "$report"
cd "$root"
"$venv/bin/gcovr" --root "$workspace" --filter "$workspace/envpool/" \
  --exclude '.*_test\.cc' --print-summary \
  --gcov-ignore-errors=no_working_dir_found --exclude-throw-branches \
  --html-details "$report/index.html" "$objects"
