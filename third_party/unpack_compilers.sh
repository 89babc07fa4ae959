#!/usr/bin/env bash
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# Unpacks compilers of Debian 12 and 13 into a folder, and installs nothing:
# unpack_compilers.sh FOLDER COMPILER... (such as g++-14 or clang-17). Makes
# FOLDER/bin/COMPILER, which runs with the C library that it was built for.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
folder=$(realpath --canonicalize-missing "$1")
shift

unpack() { # unpack SUITE PACKAGE: with all that it depends on
  local root=$folder/$1 apt=$folder/apt-$1 debs
  [ -e "$apt/apt.conf" ] || "$here/apt_suite.sh" "$apt" deb "$1" >/dev/null
  export APT_CONFIG=$apt/apt.conf
  if [ ! -e "$root/lib" ]; then
    mkdir -p "$root"/usr/lib{,64}
    ln -s usr/lib usr/lib64 "$root"
  fi
  debs=$(mktemp -d -p "$folder")
  (
    cd "$debs"
    # shellcheck disable=SC2046
    apt-get -qq download $(apt-cache depends --recurse --no-recommends --no-suggests \
      --no-conflicts --no-breaks --no-replaces --no-enhances "$2" |
      grep -E '^(c|g|gcc|lib|llvm|zlib)[a-z0-9+]' | grep -vE '^libc6-(dev|i386)|-perl$' | sort -u)
    for deb in *.deb; do
      dpkg-deb --fsys-tarfile "$deb" | tar -x --keep-directory-symlink -C "$root"
    done
  )
  rm -r "$debs"
}

wrap() { # wrap SUITE PROGRAM: runs it with the unpacked C library
  local file lib resources more=
  file=$(realpath "$2")
  case $file in
    *.elf) return ;;
    */llvm-*)
      resources=("${file%/bin/*}"/lib/clang/*)
      more="-resource-dir ${resources[0]}"
      ;;
  esac
  lib=$folder/$1/usr/lib/x86_64-linux-gnu
  mv "$file" "$file.elf"
  cat >"$file" <<END
#!/bin/sh
exec $lib/ld-linux-x86-64.so.2 --library-path $lib --argv0 "\$0" $file.elf $more "\$@"
END
  chmod +x "$file"
}

mkdir -p "$folder/bin"
for compiler in "$@"; do
  [ ! -e "$folder/bin/$compiler" ] || continue
  suite=trixie
  case $compiler in
    clang-15 | clang-16) suite=bookworm ;;
  esac
  unpack "$suite" "$compiler"
  usr=$folder/$suite/usr
  case $compiler in
    g++-*) programs=("$usr/bin/$compiler" "$usr/libexec/gcc/x86_64-linux-gnu/${compiler#g++-}"/{cc1plus,collect2}) ;;
    *) programs=("$usr/bin/$compiler") ;;
  esac
  for program in "${programs[@]}"; do
    wrap "$suite" "$program"
  done
  ln -sf "$usr/bin/$compiler" "$folder/bin/$compiler"
done
