#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests the build for ARM64 in the emulator, and compares the digests of trajectories
# with those of this machine: test.sh [BAZEL-FLAG]...
set -euo pipefail
cd "$(dirname "$0")/../.."
bazel=${BAZEL:-bazel}

"$bazel" test --config=arm64 "$@" //third_party/arm64:tests
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$bazel" run "$@" //third_party/arm64:digests >"$folder/here"
"$bazel" run --config=arm64 "$@" //third_party/arm64:digests >"$folder/arm64"
if ! diff "$folder/here" "$folder/arm64"; then
  echo "these trajectories differ: < x86-64, > ARM64" >&2
  exit 1
fi
echo "$(wc -l <"$folder/here") digests are equal"
