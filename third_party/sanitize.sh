#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests under a sanitizer: sanitize.sh asan|tsan|ubsan [1] [BAZEL-FLAG|TARGET]...
# C++ tests by default, Python's too after `1`. All of our code is built anew,
# with its assertions on, in an output folder of its own. Python tests with the
# tag `no-sanitizer` are left out: those of wheels, and those that run large
# programs of others.
set -euo pipefail
cd "$(dirname "$0")/.."
sanitizer=$1
shift
python=""
if [ "${1:-}" = 1 ]; then
  python=1
  shift
fi

status=0
bazel test --config="$sanitizer" --build_tests_only --test_lang_filters=cc "$@" ||
  status=$?
# 4: of these targets none is a C++ test, which is fine if Python's are wanted.
if [ -z "$python" ] || [[ $status -ne 0 && $status -ne 4 ]]; then
  exit $status
fi

flags=()
case $sanitizer in
  asan | tsan)
    # The interpreter is not instrumented, so the runtime must be there first,
    # and the C++ library before it looks for __cxa_throw.
    runtime=$(gcc -print-file-name="lib$sanitizer.so")
    runtime+=:$(gcc -print-file-name=libstdc++.so)
    flags+=("--test_env=LD_PRELOAD=$runtime")
    # So that Python's own allocator does not hide ours from it.
    flags+=(--test_env=PYTHONMALLOC=malloc)
    # Python leaves much unfreed at exit, by design.
    flags+=(--test_env=ASAN_OPTIONS=detect_leaks=0)
    ;;
esac
bazel test --config="$sanitizer" --build_tests_only --test_lang_filters=py \
  --test_tag_filters=-no-sanitizer \
  "${flags[@]}" "$@"
