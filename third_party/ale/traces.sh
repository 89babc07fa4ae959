#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# traces.sh record|check TRACE FILE: plays every game of FILE with the program TRACE,
# and rewrites FILE or compares the output with it. Run by Bazel; see BUILD.
set -euo pipefail
frames=10000
roms=$PWD/../ale/src/ale/python/roms
command=$1 trace=$PWD/$2 file=$PWD/$3
mapfile -t games < <(cut -d' ' -f1 "$file")

if [ "$command" = record ]; then
  printf '%s\n' "${games[@]}" | sed "s,.*,$roms/&.bin," |
    xargs "$trace" $frames >"$BUILD_WORKSPACE_DIRECTORY/$3"
  exit
fi

[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
index=${TEST_SHARD_INDEX:-0} shards=${TEST_TOTAL_SHARDS:-1} mine=()
for ((i = index; i < ${#games[@]}; i += shards)); do
  mine+=("$roms/${games[i]}.bin")
done
diff <(awk -v n="$shards" -v k="$index" '(NR - 1) % n == k' "$file") \
  <("$trace" $frames "${mine[@]}")
