#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests under a sanitizer: sanitize.sh asan|tsan|ubsan [1] [BAZEL-FLAG|TARGET]...
# Runs C++ tests; with `1`, also Python tests. All of our code is rebuilt with
# assertions, in a separate output folder. Python tests with the tag `no-sanitizer`
# are left out: tests of wheels, and tests that run large third-party programs.
set -euo pipefail
cd "$(dirname "$0")/.."
sanitizer=$1
shift
python=""
if [ "${1:-}" = 1 ]; then
  python=1
  shift
fi

bazel=${BAZEL:-bazel}
status=0
$bazel test --config="$sanitizer" --build_tests_only --test_lang_filters=cc "$@" ||
  status=$?
# Status 4: no target is a C++ test, which is fine if Python tests are requested.
if [ -z "$python" ] || [[ $status -ne 0 && $status -ne 4 ]]; then
  exit $status
fi

flags=()
case $sanitizer in
  asan | tsan)
    # The interpreter is not instrumented, so the runtime must be preloaded, together
    # with the C++ library, in which the runtime looks up __cxa_throw.
    runtime=$(gcc -print-file-name="lib$sanitizer.so")
    runtime+=:$(gcc -print-file-name=libstdc++.so)
    flags+=("--test_env=LD_PRELOAD=$runtime")
    # Python's own allocator would hide allocations from the sanitizer.
    flags+=(--test_env=PYTHONMALLOC=malloc)
    # By design, Python does not free all memory at exit.
    flags+=(--test_env=ASAN_OPTIONS=detect_leaks=0)
    ;;
esac
$bazel test --config="$sanitizer" --build_tests_only --test_lang_filters=py \
  --test_tag_filters=-no-sanitizer \
  "${flags[@]}" "$@"
