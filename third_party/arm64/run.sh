#!/bin/sh
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs a program for ARM64 in the emulator, and any other as it is: run.sh PROGRAM...
set -eu
# e_machine, in the header of an ELF file
machine=$(od -An -tx2 -j18 -N2 "$1" | tr -d ' ')
[ "$machine" = 00b7 ] || exec "$@"
tools=${RUNFILES_DIR:-${TEST_SRCDIR:-$0.runfiles}}/arm64_tools/usr
exec "$tools/bin/qemu-aarch64-static" -L "$tools/aarch64-linux-gnu" "$@"
