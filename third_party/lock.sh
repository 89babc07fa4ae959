#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Writes the lock files anew: lock.sh PIP_COMPILE [NAME]...
# All options here keep host names out of them. A NAME.no-deps.txt is added as
# it is, with its hashes. It pins packages that need not have all their dependencies,
# or that only some versions of Python have.
set -euo pipefail
cd "$(dirname "$0")/pip_requirements"
pip_compile=$1
shift
[ $# -gt 0 ] || set -- test dev bench integrations-learners integrations-tianshou \
  integrations-ray integrations-unpinned
for name in "$@"; do
  echo "locking $name"
  "$pip_compile" --quiet --upgrade --generate-hashes --allow-unsafe \
    --strip-extras --no-header --no-emit-index-url \
    --no-emit-find-links --no-emit-trusted-host \
    --output-file "$name.txt" "$name.in"
  if [ -f "$name.no-deps.txt" ]; then
    cat "$name.no-deps.txt" >>"$name.txt"
  fi
  # PyTorch is left out: indexes differ in which one they have, with CUDA or for
  # CPUs alone, and so in hashes and dependencies: torch.txt has those of both.
  awk '/^[^ ]/ { other = !/^torch==/ } other' "$name.txt" >"$name.tmp"
  mv "$name.tmp" "$name.txt"
done
