#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes a Debian 12 machine ready to build: installs missing packages (as root, or with
# sudo), and ends quickly if none is missing. Without root and sudo, and on other
# systems, it prints the missing packages. `setup.sh test` adds packages that only the
# tests and the benchmark need, `setup.sh lint` those of the linters, `setup.sh fuzz`
# those of `make fuzz`, `setup.sh macos` the linker of `make wheel-macos`, `setup.sh
# python-tsan` what CPython is built with. `setup.sh user` adds programs that many users
# have; they bring libraries that tests must not depend on. With `--check` as the first
# argument, it installs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

check=
if [ "${1:-}" = --check ]; then
  check=1
  shift
fi

missing=()
need() { # need COMMAND-THAT-SUCCEEDS-IF-INSTALLED PACKAGE...
  bash -c "$1" >/dev/null 2>&1 || missing+=("${@:2}")
}

python=${PYTHON_BIN_PATH:-python3}
bazel=${BAZEL:-bazel}
need "command -v $bazel" bazel-bootstrap
if command -v "$bazel" >/dev/null; then
  version=$("$bazel" --version 2>/dev/null | grep -o '[0-9][0-9]*\.[0-9][0-9.]*' | head -n 1 || true)
  case $version in
    "" | 4.[2-9]* | [5-7].*) ;; # Debian's prints no version
    *)
      echo "$bazel: expected a version from 4.2 to 7, got $version" >&2
      exit 1
      ;;
  esac
fi
need 'command -v g++' g++
need "$python -c '
import ensurepip, os, pip, sys, sysconfig, venv
assert sys.version_info >= (3, 11)
assert os.path.exists(sysconfig.get_paths()[\"include\"] + \"/Python.h\")
'" python3 python3-dev python3-pip python3-venv
if [ "${1:-}" = test ]; then
  # For examples/ppo_*.py and Stable-Baselines3. Debian's PyTorch is for CPUs; the
  # package index has one with gigabytes of CUDA. It is very slow without OpenBLAS.
  need 'test -d /usr/lib/python3/dist-packages/torch' \
    python3-torch libopenblas0-pthread
  # OpenGL without a screen, for frames of MuJoCo, in two versions: EGL and OSMesa.
  need 'ls /usr/lib/*/libEGL_mesa.so.0 /usr/lib/*/dri/swrast_dri.so' \
    libegl1 libgl1-mesa-dri
  need 'ls /usr/lib/*/libOSMesa.so.8' libosmesa6
fi
if [ "${1:-}" = user ]; then
  # Brings OpenAL and PulseAudio, which ViZDoom's engines load for sound.
  need 'command -v ffmpeg' ffmpeg
  need 'command -v chromium || command -v google-chrome || command -v firefox' \
    chromium
fi
if [ "${1:-}" = fuzz ]; then
  need 'command -v clang-19 && command -v ld.lld-19 &&
    ls /usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-*' \
    clang-19 lld-19 libclang-rt-19-dev
fi
if [ "${1:-}" = macos ]; then
  need 'test -x /usr/bin/ld64.lld-19' lld-19
fi
if [ "${1:-}" = python-tsan ]; then
  need 'echo "#include <openssl/ssl.h>" | gcc -E -' libssl-dev
  need 'echo "#include <zlib.h>" | gcc -E -' zlib1g-dev
  need 'echo "#include <ffi.h>" | gcc -E -' libffi-dev
fi
if [ "${1:-}" = lint ]; then
  need 'command -v npm' npm
fi

# shellcheck source=/dev/null
system=$(. "${OS_RELEASE:-/etc/os-release}" && echo "$ID ${VERSION_ID:-}")
name_here() { # name_here DEBIAN-PACKAGE: prints the package's name on this system
  case $system:$1 in
    "debian "*) echo "$1" ;;
    "ubuntu 22.04:python3" | "ubuntu 22.04:python3-"[dv]*) echo "python3.11${1#python3}" ;;
    ubuntu*:bazel-bootstrap | fedora*:bazel-bootstrap) echo bazelisk ;;
    ubuntu*) echo "$1" ;;
    fedora*:g++) echo gcc-c++ ;;
    fedora*:python3-dev) echo python3-devel ;;
    fedora*:python3-venv) ;; # part of python3
    fedora*:libopenblas0-pthread) echo openblas-threads ;;
    fedora*:libegl1) echo mesa-libEGL ;;
    fedora*:libgl1-mesa-dri) echo mesa-dri-drivers ;;
    fedora*:libosmesa6) echo mesa-libOSMesa ;;
    fedora*:ffmpeg) echo ffmpeg-free ;;
    *) echo "$1" ;;
  esac
}
say_what_is_missing() { # and exits
  local packages=() package
  for package in $(for each in "${missing[@]}"; do name_here "$each"; done); do
    if [ "$package" = bazelisk ]; then
      echo "missing: Bazel, 4.2 to 7: npm install --global @bazel/bazelisk" >&2
    else
      packages+=("$package")
    fi
  done
  if [ ${#packages[@]} -gt 0 ]; then
    case $system in
      debian* | ubuntu*) echo "missing: sudo apt-get install ${packages[*]}" >&2 ;;
      fedora*) echo "missing: sudo dnf install ${packages[*]}" >&2 ;;
      *) echo "missing, by Debian's names: ${packages[*]}" >&2 ;;
    esac
  fi
  exit 1
}

sudo=()
if [ -n "$check" ]; then
  sudo=(none)
elif [ "$(id -u)" != 0 ]; then
  sudo=(sudo)
  sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null; } || sudo=(none)
fi
if [ ${#missing[@]} -gt 0 ] && { [ "$system" != "debian 12" ] || [ "${sudo[*]}" = none ]; }; then
  say_what_is_missing
fi

apt() {
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@"
}

# Some sources are Debian packages of an exact version, so apt's lists must contain
# them, even if nothing needs to be installed.
pinned=$(sed -n 's/^ *"\([a-z][^"_]*\)_\([^"_]*\)_[^"]*\.deb":.*/\1=\2/p' \
  third_party/deps.bzl)
lists_are_fresh() {
  local found
  [ -z "${ENVPOOL_VENDOR:-}" ] || return 0
  # shellcheck disable=SC2086
  found=$(apt-cache show ${pinned//%3a/:} 2>/dev/null | grep -c '^Package:')
  [ "$found" -ge "$(wc -w <<<"$pinned")" ]
}
if ! lists_are_fresh && [ "$system" != "debian 12" ]; then
  echo "The build takes libraries from Debian 12's packages, which this system does not" \
    "list. Build in a container: docker run -v \"\$PWD:/envpool\" -w /envpool -it debian:12" >&2
  exit 1
elif ! lists_are_fresh && [ "${sudo[*]}" = none ]; then
  echo "outdated lists of packages: sudo apt-get update" >&2
  exit 1
elif [ ${#missing[@]} -gt 0 ] || ! lists_are_fresh; then
  apt update
fi
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}"
  apt install --yes --no-install-recommends "${missing[@]}" >/dev/null
fi
# Bazel's sandbox is fastest in memory, if there is enough.
local_rc=""
free_kib=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1 || echo 0)
if [ -w /dev/shm ] && [ "${free_kib:-0}" -gt $((2 << 20)) ]; then
  local_rc="build --sandbox_base=/dev/shm"
fi
if [ "$local_rc" != "$(cat .bazelrc.local 2>/dev/null)" ]; then
  echo "$local_rc" >.bazelrc.local
fi
