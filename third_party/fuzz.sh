#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs fuzz targets: fuzz.sh SECONDS [BAZEL-FLAG|TARGET]... gives each of the targets,
# by default all, that time. build/fuzz keeps the inputs that reach new code, and those
# that fail, which belong into fuzz/TARGET/ beside the target, as tests from then on.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=$1
shift
flags=(--config=fuzz)
targets=()
for argument in "$@"; do
  case $argument in
    -*) flags+=("$argument") ;;
    *) targets+=("$argument") ;;
  esac
done
bazel=${BAZEL:-bazel}
mapfile -t targets < <($bazel query \
  "attr(tags, '\bfuzz\b', tests($(IFS=+ && echo "${targets[*]:-//...}")))" 2>/dev/null)
$bazel build "${flags[@]}" "${targets[@]}"
bin=$($bazel info "${flags[@]}" bazel-bin 2>/dev/null)

root=$PWD
status=0
for target in "${targets[@]}"; do
  path=${target#//}
  package=${path%:*} name=${path#*:}
  found=$root/build/fuzz/$package/$name
  mkdir -p "$found/inputs"
  inputs=("$found/inputs")
  [ ! -d "$package/fuzz/$name" ] || inputs+=("$root/$package/fuzz/$name")
  # As when the target runs as a test; a leak in Python is none of ours.
  if (cd "$bin/$package/$name.runfiles/envpool_repo" &&
    ASAN_OPTIONS=detect_odr_violation=0:allocator_may_return_null=1 \
      "$bin/$package/$name" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=3000 \
      -artifact_prefix="$found/" "${inputs[@]}" >"$found/log" 2>&1); then
    echo "ok: $target, $(grep -c . <(ls "$found/inputs")) inputs, $(tail -n 1 "$found/log")"
  else
    status=1
    echo "FAILED: $target, see $found/log"
    grep -E '^(==|SUMMARY|fuzz:|.*runtime error|artifact_prefix)' "$found/log" || true
  fi
done
exit $status
