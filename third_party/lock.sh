#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Rewrites the lock files: lock.sh VENV [NAME]...
# VENV has pip-tools. A lock is for the Python of the venv, or for that in its `.in`
# file's line `# CPython VERSION`.
# The options keep host names out of the files. A NAME.no-deps.txt is appended
# unchanged, with its hashes; it pins packages to be installed without all of their
# dependencies, or packages that exist only for some versions of Python.
set -euo pipefail
cd "$(dirname "$0")/pip_requirements"
venv=$1
shift
[ $# -gt 0 ] || set -- test dev bench released integrations-learners integrations-tianshou \
  integrations-ray integrations-unpinned jax-games free-threaded
python_of() { # python_of LOCK: prints the path of its Python
  local version
  version=$(sed -n 's/^# CPython \([0-9.]*t*\)$/\1/p' "$1.in")
  if [ -n "$version" ]; then ../find_python.sh "$version"; else echo "$venv/bin/python3"; fi
}

for name in "$@"; do # before minutes of work
  python_of "$name" >/dev/null
done
for name in "$@"; do
  echo "locking $name"
  python=$(python_of "$name")
  PYTHONPATH=$(echo "$venv"/lib/python3*/site-packages) "$python" -m piptools compile \
    --quiet --upgrade --generate-hashes --allow-unsafe --strip-extras \
    --no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
    --output-file "$name.txt" "$name.in"
  if [ -f "$name.no-deps.txt" ]; then
    cat "$name.no-deps.txt" >>"$name.txt"
  fi
  # PyTorch is left out: some indexes have the version with CUDA, others the version
  # for CPUs, with different hashes and dependencies; torch.txt has the hashes of both.
  awk '/^[^ ]/ { other = !/^torch==/ } other' "$name.txt" >"$name.tmp"
  mv "$name.tmp" "$name.txt"
done
