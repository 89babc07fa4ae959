#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests the adaptors of envpool.integrations with the actual libraries and, like
# users, with the wheel in dist: integrations.sh VENV=TEST,TEST...
set -euo pipefail
cd "$(dirname "$0")/.."
wheel=$(echo "$PWD"/dist/envpool-*.whl)

# Run outside the source folder, which would hide the wheel: `python -m` searches
# the current folder for packages first.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
for each in "$@"; do
  venv=${each%=*}
  python=$venv/bin/python3
  # pip's settings select PyTorch for CPUs or with CUDA. The lock has the dependencies
  # of the CPU version; the CUDA version also needs NVIDIA's packages.
  torch=third_party/pip_requirements/torch.txt
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps \
    --require-hashes --requirement "$torch"
  "$python" -m pip install --quiet --disable-pip-version-check \
    "$(grep -o '^torch==[0-9.]*' "$torch")"
  "$python" -m pip install --quiet --disable-pip-version-check --no-deps \
    --force-reinstall "$wheel"
  # Does nothing if the environment exists.
  lock=$(basename "$venv")
  late=third_party/pip_requirements/${lock%-*}.after-torch.txt
  if [ -f "$late" ]; then
    NO_OCEAN=1 PYTHONPATH=$PWD/third_party/pufferlib "$python" -m pip install --quiet \
      --disable-pip-version-check --no-deps --no-build-isolation --require-hashes \
      --requirement "$late"
  fi
  tests=()
  for name in $(tr , ' ' <<<"${each##*=}"); do
    cp "envpool/integrations/${name}_test.py" "$folder"
    tests+=("${name}_test.py")
  done
  echo "testing $(tr , ' ' <<<"${each##*=}")"
  (cd "$folder" && OMP_NUM_THREADS=1 "$python" -m pytest -q -rs -p no:cacheprovider \
    --rootdir=. "${tests[@]}") || status=1
done
exit $status
