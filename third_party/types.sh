#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks the types of the wheel in dist as users see them: types.sh VENV PYRIGHT
# VENV has mypy. stubtest compares the stubs of native modules with the modules, and
# mypy and pyright, both strict, check a user's program.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$1 pyright=$2
user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
"$venv/bin/python3" -m venv "$user/venv"
"$user/venv/bin/pip" install --quiet --disable-pip-version-check dist/envpool-2*.whl
python=$user/venv/bin/python3
site=$("$python" -c 'import site; print(site.getsitepackages()[0])')
mapfile -t modules < <(cd "$site" && find envpool -name '_*.pyi' | sed 's/\.pyi$//; s#/#.#g' | sort)
cp envpool/testing/user_types.py "$user/program.py"
cp third_party/stubtest_allowlist.txt "$user/allowlist.txt"

cd "$user"
echo "stubtest: ${modules[*]}"
PYTHONPATH=$site "$venv/bin/python3" -m mypy.stubtest --allowlist allowlist.txt \
  --ignore-unused-allowlist "${modules[@]}"
echo mypy
"$venv/bin/python3" -m mypy --strict --python-executable "$python" program.py
echo pyright
printf '{"typeCheckingMode": "strict", "pythonVersion": "3.11"}' >pyrightconfig.json
"$pyright" --pythonpath "$python" program.py
