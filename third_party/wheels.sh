#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Packs the wheels for several interpreters into dist: wheels.sh [PYTHON]...
# Without arguments, it uses one CPython of each version found on PATH or installed by
# pyenv. Only code that includes Python's headers is compiled for each interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSIONS="3.11 3.12 3.13 3.14 3.13t 3.14t"

find_pythons() {
  local version
  for version in $VERSIONS; do
    third_party/find_python.sh "$version" 2>/dev/null || true
  done
}

if [ $# -eq 0 ]; then
  mapfile -t pythons < <(find_pythons)
  set -- "${pythons[@]}"
fi
[ $# -gt 0 ] || {
  echo "no CPython of $VERSIONS with its headers is found" >&2
  exit 1
}
echo "for $*"
mkdir -p dist
read -ra flags <<<"${BAZEL_FLAGS:-}"
for python in "$@"; do
  path=$("$python" -c 'import sys; print(sys.executable)')
  flags_here=("${flags[@]}" --repo_env="PYTHON_BIN_PATH=$path"
    --repo_env=PYTHON_VENV=wheel)
  ${BAZEL:-bazel} build "${flags_here[@]}" //:wheels
  bin=$(${BAZEL:-bazel} info "${flags_here[@]}" bazel-bin 2>/dev/null)
  wheel=$(basename "$bin"/wheels/envpool-*.whl)
  rm -f dist/envpool*-"${wheel#*-*-}" # those for the same Python and platform
  install -m 644 -t dist "$bin"/wheels/*.whl
done
third_party/show_wheels.sh
