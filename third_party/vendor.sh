#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Downloads all that building the wheels needs into a folder, which ENVPOOL_VENDOR then
# names: vendor.sh FOLDER
set -euo pipefail
folder=$(realpath -m "$1")
cd "$(dirname "$0")/.."
mkdir -p "$folder/bazel" "$folder/pip"
bazel=${BAZEL:-bazel}
# A new output base has nothing, so Bazel fetches everything through this cache.
base=$(mktemp -d)
trap '"$bazel" --output_base="$base" clean --expunge >/dev/null 2>&1; rm -rf "$base"' EXIT
"$bazel" --output_base="$base" fetch --repo_env=PYTHON_VENV=wheel \
  --repository_cache="$folder/bazel" //:wheels
python=$base/external/python/venv/bin/python3
"$python" -m pip list --format=freeze --exclude pip >"$base/pip.txt"
"$python" -m pip download --quiet --no-deps --dest "$folder/pip" --requirement "$base/pip.txt"
du -sh "$folder"
