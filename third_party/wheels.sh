#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Packs the wheels for several interpreters into dist: wheels.sh [PYTHON]...
# Without arguments, it uses one CPython of each version found on PATH or installed by
# pyenv. Only code that includes Python's headers is compiled for each interpreter.
set -euo pipefail
cd "$(dirname "$0")/.."
VERSIONS="3.11 3.12 3.13 3.14"

usable() { # usable PYTHON VERSION
  "$1" - "$2" >/dev/null 2>&1 <<'END'
import ensurepip, os, platform, sys, sysconfig
assert platform.python_implementation() == "CPython"
assert "%d.%d" % sys.version_info[:2] == sys.argv[1]
assert not sysconfig.get_config_var("Py_GIL_DISABLED")
assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")
END
}

find_pythons() {
  local version python
  for version in $VERSIONS; do
    for python in "$(command -v "python$version" || true)" \
      "$(command -v python3 || true)" \
      "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python3; do
      if usable "$python" "$version"; then
        echo "$python"
        break
      fi
    done
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
rm -f dist/envpool*.whl
read -ra flags <<<"${BAZEL_FLAGS:-}"
for python in "$@"; do
  path=$("$python" -c 'import sys; print(sys.executable)')
  flags_here=("${flags[@]}" --repo_env="PYTHON_BIN_PATH=$path"
    --repo_env=PYTHON_VENV=wheel)
  "${BAZEL:-bazel}" build "${flags_here[@]}" //:wheels
  bin=$("${BAZEL:-bazel}" info "${flags_here[@]}" bazel-bin 2>/dev/null)
  install -m 644 -t dist "$bin"/wheels/*.whl
done
third_party/show_wheels.sh
