#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests with a free-threaded CPython: free_threaded.sh VENV [BAZEL-FLAG]...
# These are tests of threads, and of what has no packages of others: several of the
# packages in the lock of all tests do not exist for free-threaded CPython. PYTHON_GIL
# is not set: the GIL stays off only if every module says that it needs none.
#
# With --config=tsan and the venv of a CPython from python_tsan.sh, it runs those that
# are made of threads, under ThreadSanitizer; a race in EnvPool fails.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1
shift
python=$("$venv/bin/python3" -c 'import os, sys; print(os.path.realpath(sys.executable))')

tests=(
  envpool/core:by_hand_test
  envpool/core:module_test
  envpool/pyenvs:pyenvs_test
  envpool/python:async_test
  envpool/python:atomic_test
  envpool/testing/process:free_threading_test
  envpool/testing/process:modules_test # builds all families
  envpool/testing/process:races_test
  envpool/testing/process:threads_test
)
if [[ " $* " == *" --config=tsan "* ]]; then
  tests=(
    envpool/core:by_hand_test
    envpool/testing/process:free_threading_test
    envpool/testing/process:races_test
    envpool/testing/process:threads_test
  )
  suppressions=$(mktemp)
  trap 'rm "$suppressions"' EXIT
  cp third_party/python_tsan.supp "$suppressions"
  own=${python%/bin/*}/tsan_suppressions.txt # CPython's; python_tsan.sh keeps it
  [ ! -e "$own" ] || cat "$own" >>"$suppressions"
  export TSAN_OPTIONS="suppressions=$suppressions history_size=4"
fi
bazel=${BAZEL:-bazel}
flags=("$@" --repo_env="PYTHON_BIN_PATH=$python" --repo_env=PYTHON_VENV=wheel)
$bazel build "${flags[@]}" "${tests[@]/#///}"
bin=$($bazel info "${flags[@]}" bazel-bin 2>/dev/null)
status=0
for test in "${tests[@]}"; do
  runfiles=$bin/${test/:/\/}.runfiles/envpool_repo
  (cd "$runfiles" && PYTHONPATH=$runfiles:$runfiles/entry_points OMP_NUM_THREADS=1 \
    "$venv/bin/python3" -m pytest -q -rs -p no:cacheprovider "${test/:/\/}.py") || status=1
done
exit $status
