#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Prints the path of a CPython with its headers: find_python.sh VERSION
# It is on PATH, or installed by pyenv. A version such as 3.14t is free-threaded.
set -euo pipefail
version=$1

usable() { # usable PYTHON
  "$1" - "$version" >/dev/null 2>&1 <<'END'
import ensurepip, os, platform, sys, sysconfig
assert platform.python_implementation() == "CPython"
free_threaded = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
assert "%d.%d" % sys.version_info[:2] + free_threaded == sys.argv[1]
assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")
END
}

for python in "$(command -v "python$version" || true)" \
  "$(command -v python3 || true)" \
  "${PYENV_ROOT:-$HOME/.pyenv}/versions/$version".*/bin/python3; do
  if usable "$python"; then
    echo "$python"
    exit
  fi
done
echo "no CPython $version with its headers is found, on PATH or in pyenv's folder" >&2
exit 1
