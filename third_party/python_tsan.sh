#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds free-threaded CPython 3.13 with ThreadSanitizer from Debian 13's sources into
# FOLDER, unless it is there: python_tsan.sh FOLDER. Takes 10 minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath --canonicalize-missing "$1")
[ ! -x "$folder/bin/python3" ] || exit 0

third_party/setup.sh python-tsan
mkdir -p "$(dirname "$folder")"
work=$(mktemp -d -p "$(dirname "$folder")")
trap 'rm -rf "$work"' EXIT
echo "building CPython with ThreadSanitizer in $folder"
download() {
  local config
  config=$(third_party/apt_suite.sh "$work/apt" deb-src trixie) && cd "$work" &&
    APT_CONFIG=$config apt-get -qq source --download-only python3.13 &&
    tar -xf python3.13_*.orig.tar.xz
}
download || {
  echo "The sources of Debian 13's python3.13 cannot be had with apt. Build free-threaded" \
    "CPython (--disable-gil --with-thread-sanitizer) by other means, with the g++ that" \
    "compiles EnvPool, and pass its path: make tsan-python PYTHON_TSAN=.../bin/python3" >&2
  exit 1
}
cd "$work"/Python-*
run() { # run COMMAND...: shows its output only if it fails
  "$@" >"$work/log" 2>&1 || {
    tail -n 50 "$work/log" >&2
    exit 1
  }
}
run ./configure --prefix="$folder" --disable-gil --with-thread-sanitizer --disable-test-modules
run make -j"$(nproc)"
run make install DESTDIR="$work/root"
# CPython's own list of its races, for TSAN_OPTIONS.
cp Tools/tsan/suppressions_free_threading.txt "$work/root$folder/tsan_suppressions.txt"
mv "$work/root$folder" "$folder"
