#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a Debian 12 machine ready to build: installs what is missing (as root, or
# with sudo) and does nothing, quickly, where nothing is. `setup.sh test` adds
# what only the tests and the benchmark need, `setup.sh lint` what only the
# linters do. `setup.sh user` adds programs that many users have, and that bring
# libraries which tests must not depend on.
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()
need() { # need COMMAND-THAT-SUCCEEDS-IF-THERE PACKAGE...
  bash -c "$1" >/dev/null 2>&1 || missing+=("${@:2}")
}

python=${PYTHON_BIN_PATH:-python3}
need 'command -v bazel' bazel-bootstrap
need 'command -v g++' g++
need "$python -c '
import ensurepip, os, pip, sys, sysconfig, venv
assert sys.version_info >= (3, 11)
assert os.path.exists(sysconfig.get_paths()[\"include\"] + \"/Python.h\")
'" python3 python3-dev python3-pip python3-venv
if [ "${1:-}" = test ]; then
  # For examples/ppo_*.py and Stable-Baselines3. Debian's PyTorch is for CPUs; the package index has
  # one with gigabytes of CUDA. Without OpenBLAS it is very slow.
  need 'test -d /usr/lib/python3/dist-packages/torch' \
    python3-torch libopenblas0-pthread
  # OpenGL without a screen, for frames of MuJoCo, both ways: EGL and OSMesa.
  need 'ls /usr/lib/*/libEGL_mesa.so.0 /usr/lib/*/dri/swrast_dri.so' \
    libegl1 libgl1-mesa-dri
  need 'ls /usr/lib/*/libOSMesa.so.8' libosmesa6
fi
if [ "${1:-}" = user ]; then
  # Of sound, OpenAL and PulseAudio: ViZDoom's engines find them.
  need 'command -v ffmpeg' ffmpeg
  need 'command -v chromium || command -v google-chrome || command -v firefox' \
    chromium
fi
if [ "${1:-}" = lint ]; then
  need 'command -v npm' npm
fi

apt() {
  local sudo=()
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@"
}

# Some sources are Debian packages of an exact version, so the lists must know
# them, even where nothing is to be installed.
pinned=$(sed -n 's/^ *"\([a-z][^"_]*\)_\([^"_]*\)_[^"]*\.deb":.*/\1=\2/p' \
  third_party/deps.bzl)
lists_are_fresh() {
  local found
  # shellcheck disable=SC2086
  found=$(apt-cache show ${pinned//%3a/:} 2>/dev/null | grep -c '^Package:')
  [ "$found" -ge "$(wc -w <<<"$pinned")" ]
}
if [ ${#missing[@]} -gt 0 ] || ! lists_are_fresh; then
  apt update
fi
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}"
  apt install --yes --no-install-recommends "${missing[@]}" >/dev/null
fi
# Bazel's sandbox is fastest in memory, where there is enough of that.
local_rc=""
free_kib=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1 || echo 0)
if [ -w /dev/shm ] && [ "${free_kib:-0}" -gt $((2 << 20)) ]; then
  local_rc="build --sandbox_base=/dev/shm"
fi
if [ "$local_rc" != "$(cat .bazelrc.local 2>/dev/null)" ]; then
  echo "$local_rc" >.bazelrc.local
fi
