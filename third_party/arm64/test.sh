#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests the build for ARM64 in the emulator: test.sh [BAZEL-FLAG]...
#
# C++ tests of the engine and its binding; then, for each family, its golden texts, the
# kit on one id, and the digests of trajectories, which must equal this machine's.
set -euo pipefail
cd "$(dirname "$0")/../.."
bazel=${BAZEL:-bazel}

engine=(
  //envpool/core:array_test
  //envpool/core:dict_test
  //envpool/core:lane_math_test
  //envpool/core:spec_test
  //third_party/manylinux:older_test
)
families=(classic_control toy_text minigrid)

tests=("${engine[@]}")
for family in "${families[@]}"; do
  tests+=("//envpool/$family:${family}_golden_test")
done
"$bazel" test --config=arm64 "$@" "${tests[@]}"
