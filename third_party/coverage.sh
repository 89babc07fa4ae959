#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Which lines of our C++ the tests run: coverage.sh VENV [BAZEL-FLAG|TARGET]...
# Writes build/coverage/index.html and prints the sums.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
workspace=$PWD
report=$workspace/build/coverage
shift

root=$(bazel info --config=cov execution_root 2>/dev/null)
objects=bazel-out/k8-opt-cov/bin/envpool
find "$root/$objects" -name '*.gcda' -delete 2>/dev/null || true
# Objects name their counts /proc/self/cwd/bazel-out/...; these lead them, from
# every test's own folder, back to beside the objects and gcc's notes.
bazel test --config=cov --test_env=GCOV_PREFIX="$root" \
  --test_env=GCOV_PREFIX_STRIP=3 --nocache_test_results "$@"

mkdir -p "$report"
cd "$root"
"$venv/bin/gcovr" --root "$workspace" --filter "$workspace/envpool/" \
  --exclude '.*_test\.cc' --print-summary \
  --gcov-ignore-errors=no_working_dir_found --exclude-throw-branches \
  --html-details "$report/index.html" "$objects"
