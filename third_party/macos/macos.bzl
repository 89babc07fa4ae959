# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What builds for macOS on ARM64 need besides the tables of all builds.

`@macos_tools` is the clang in Zig's package, with macOS's headers, and text files with
the symbols of macOS's libraries, for the linker. `@macos_python` has the C headers of
the Python that builds, and of NumPy, with macOS's facts.
"""

load("//third_party:pip.bzl", "pip_archive")
load("//third_party/macos:python.bzl", "macos_python")

# Without what is for other systems. The compiler's C headers lack one that glog
# includes, and does not use. Bazel calls macOS's libtool where other systems have ar:
# -static -s -o ARCHIVE OBJECT... LLVM 19 does not know the newest processors; the
# symbols for arm64e, which is arm64 with signed pointers, are those of arm64, too.
_TOOLS = """
mkdir tools symbols
cd ziglang
rm -r *.py $(ls -d lib/* | grep -Ev '^lib/(include|libc|libcxx|libcxxabi)$') \\
  $(ls -d lib/libcxx*/* | grep -v '/include$') \\
  $(ls -d lib/libc/include/* | grep -v '/any-darwin-any$') \\
  $(ls -d lib/libc/* | grep -Ev '^lib/libc/(darwin|include)$')
chmod +x zig
cd ..
touch ziglang/lib/libc/include/any-darwin-any/sys/syscall.h
cat >tools/clang <<'END'
#!/bin/sh
exec "$(dirname "$0")/../ziglang/zig" clang "$@"
END
cat >tools/ld <<'END'
#!/bin/sh
# Leaves out run paths into Bazel's folders, which a wheel does not have.
left=$#
while [ $left -gt 0 ]; do
  if [ "$1" = -rpath ] && [ "${2#*/_solib_}" != "$2" ]; then
    shift
    left=$((left - 1))
  else
    set -- "$@" "$1"
  fi
  shift
  left=$((left - 1))
done
exec /usr/bin/ld64.lld-19 "$@"
END
cat >tools/libtool <<'END'
#!/bin/sh
case $1 in @*) set -- $(cat "${1#@}") ;; esac
shift 3
rm -f "$1"
exec "$(dirname "$0")/../ziglang/zig" ar qcsD "$@"
END
chmod +x tools/*
sed 's/arm64e[.]x1-/arm64-/g; s/arm64e-/arm64-/g' ziglang/lib/libc/darwin/libSystem.tbd \\
  >symbols/libSystem.tbd
ln -s libSystem.tbd symbols/libdl.tbd
"""

def macos_repositories():
    """Declares the repositories."""
    pip_archive(
        name = "macos_tools",
        build_file = "//third_party/macos:tools.BUILD",
        filename = "ziglang-0.17.1-py3-none-manylinux_2_12_x86_64.manylinux2010_x86_64.musllinux_1_1_x86_64.whl",
        patch_cmds = [_TOOLS],
        sha256 = "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54",
    )
    macos_python(name = "macos_python")
