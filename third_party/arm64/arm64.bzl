# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What builds for Linux on ARM64 need besides the tables of all builds.

`@arm64_tools` is Debian's cross compiler with its C and C++ libraries and zlib, and
QEMU's emulator of one process. `@arm64_zlib` has the headers of zlib. `@arm64_debian`
is a root folder with Debian's CPython and OSMesa for ARM64. `@arm64_python` runs that
Python in the emulator, with the packages of the tests' lock. All are unpacked, not
installed.
"""

load("//third_party:apt.bzl", "apt_archive")
load("//third_party/arm64:python.bzl", "arm64_python")

_TOOLS = {
    "binutils-aarch64-linux-gnu_2.40-2_amd64.deb": "3d6f64a7a4ed6d73719f8fa2e85fd896f58ff7f211a6683942ba93de690aaa66",
    "cpp-12-aarch64-linux-gnu_12.2.0-14cross1_amd64.deb": "5921df4ad56e34e6257a1caf862474845aab6548ba7ae7852e8cdd7cb622394e",
    "g++-12-aarch64-linux-gnu_12.2.0-14cross1_amd64.deb": "3693e31fe2b42fcbdd92fef3e5578e91dd86af30e3d2c5fff3f9821e34a1cb91",
    "gcc-12-aarch64-linux-gnu_12.2.0-14cross1_amd64.deb": "43747bbcd46a4062e66e855090b8ed9c2e06a93ae5a69fb304beebbc8c36d11f",
    "libatomic1-arm64-cross_12.2.0-14cross1_all.deb": "15c1baededd89ad388f6ea527aa25140364b2867332e3e815d67cba09d179bf6",
    "libc6-arm64-cross_2.36-8cross1_all.deb": "91936cbbee75771c360ed16513f6e734a25ca5517fe7c3e13dfd7835d7553186",
    "libc6-dev-arm64-cross_2.36-8cross1_all.deb": "5e4cf6abf0e89e89c4b3006bb8b7dc47aa831df25d94df9134929b8b968cacb4",
    "libgcc-12-dev-arm64-cross_12.2.0-14cross1_all.deb": "ff1324e262bae2c3aad685c2ed52bd531ab0a2a337a0fe35c3b720947d55b2ba",
    "libgcc-s1-arm64-cross_12.2.0-14cross1_all.deb": "af1e686fc6a416228222e7bfb68317dd2fa2685236301ae29141fc6108a66cac",
    "libstdc++-12-dev-arm64-cross_12.2.0-14cross1_all.deb": "942b5710c6b9792578dfa64f7a4633bc0d3cb205b56ded11297e240ff824f5da",
    "libstdc++6-arm64-cross_12.2.0-14cross1_all.deb": "9cba984b64d0cf11698978fc5e0fe93c7441d29b9f42f70f1c6c734cc9e2ea41",
    "linux-libc-dev-arm64-cross_6.1.4-1cross1_all.deb": "66457f015d16b7d372db6591cff38db0da928362ff2ea1fa75491e28f6904d81",
    "qemu-user-static_1%3a7.2+dfsg-7+deb12u18+b3_amd64.deb": "c3e3ba2bd87f8c5b9a5da5ef21b5a3b82d7c63b89dd448d9ddaa4eabc5b6e402",
    "zlib1g_1%3a1.2.13.dfsg-1_arm64.deb": "52b8b8a145bbe1956bba82034f77022cbef0c3d0885c9e32d9817a7932fe1913",
}

_ZLIB = {
    "zlib1g-dev_1%3a1.2.13.dfsg-1_arm64.deb": "afb60f0bae432f2f0edfe2d674e99c1a13a147c9aa2b52f2f23e3df19ece76f5",
}

_DEBIAN = {
    "libbsd0_0.11.7-2_arm64.deb": "ef00f132ddd268ee67d756998723ee18543db27ab34930c0a9f1cff75cf55382",
    "libbz2-1.0_1.0.8-5+b1_arm64.deb": "d3a96ece03326498b39ff093a76800dfcbcb1d4049d6ae6e9f6fa1aa7a590ad6",
    "libc6_2.36-9+deb12u14_arm64.deb": "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
    "libedit2_3.1-20221030-2_arm64.deb": "6ca1e355586ebfcfe8122b4d317fcaad4a9a10ca455c6a9bbd36f55bf4be85d3",
    "libexpat1_2.5.0-1+deb12u5_arm64.deb": "4a733e7f636de4a4483e3e5d7b02dc8e788b115361a04dd58df89461ce2ae65a",
    "libffi8_3.4.4-1_arm64.deb": "80b5c36177dc0e29d531c7eddbed3cc7355cb490e49f8cfa5959572d161f27b3",
    "libgcc-s1_12.2.0-14+deb12u1_arm64.deb": "576926b283613db80168ddf76380a3bd877602778cf0d226caa7bfbfa71eacf3",
    "libglapi-mesa_22.3.6-1+deb12u2_arm64.deb": "bc604daab873ed7ddf82667903cd84070dde7b99d78a9f7d51a6ffac45575183",
    "libicu72_72.1-3+deb12u1_arm64.deb": "4f5d892fd81110435e45ed0a5f1b12899d7ff989d51db283cbc043f5631646d8",
    "libllvm15_1%3a15.0.6-4+b1_arm64.deb": "9eecca617a53fb80ce0de5c6f475817528b3284cd43eec3863126715dc850dd2",
    "liblzma5_5.4.1-1+deb12u2_arm64.deb": "36358d245f246234721e6c1c2ee5d11a46c1c877023c63f7570df02cd79964f5",
    "libmd0_1.0.4-2_arm64.deb": "99a8c7dd591fae9fb37d8bf8dfdffa850e207fa405b3198c5b24711a5f972381",
    "libncursesw6_6.4-4_arm64.deb": "cf32cb6751718872c6def448b82211eec494f688e2f1a3e6c71bfdaf6b0722c5",
    "libosmesa6_22.3.6-1+deb12u2_arm64.deb": "de2d36cbbeb737b964943c2699313b875ddbb5d36867beef3e47913b5e97a0dc",
    "libpython3.11-dev_3.11.2-6+deb12u9_arm64.deb": "fb34da3be5eb345a6a34c5a7ef760a33ff22054d46b8906b81b2fa8e80c26a7f",
    "libpython3.11-minimal_3.11.2-6+deb12u9_arm64.deb": "dd9847d2f77c5a924b1d3dd953b81f161db9374c94d03b9216191925350928c3",
    "libpython3.11-stdlib_3.11.2-6+deb12u9_arm64.deb": "9937cbe3f647aa89a590fec647438ce02098c113d1c6f70e4cb1230c368d42a4",
    "libpython3.11_3.11.2-6+deb12u9_arm64.deb": "afdd9cc70e2ffe43551b79288d351920cb495d1190b600d5ceee4c11677fde4e",
    "libreadline8_8.2-1.3_arm64.deb": "f3b162b7c1e05430607e792ebdbfc417cbd1f1d32cf83664133ae63d811a72d2",
    "libsqlite3-0_3.40.1-2+deb12u2_arm64.deb": "a690f7f2aa6435bd1fd7cbbd2216acb9acbb8c48c9721f2c195766375439eb13",
    "libssl3_3.0.22-1~deb12u2_arm64.deb": "3d04ecd8d0f57fed50d205abaeedfcc84c1960073ea085719c00add44b0ccd7f",
    "libstdc++6_12.2.0-14+deb12u1_arm64.deb": "26e138c677a985775331373828a6c286c551ff397cb735d00e2383cb273d1cb2",
    "libtinfo6_6.4-4_arm64.deb": "baef0f6776f84c7eed4f1146d6e5774689567dad43216894d41da02e6608e4b3",
    "libuuid1_2.38.1-5+deb12u3_arm64.deb": "3b2d19df0f3190108cf54228c4cfc822226c06d8f3615a5ab16a7dffb1f58aed",
    "libxml2_2.9.14+dfsg-1.3~deb12u6_arm64.deb": "0bc00975e459387535a4bbabe98a398f0e77c9ab82474face18d01ae8ed0dae4",
    "libz3-4_4.8.12-3.1_arm64.deb": "115080b0aee2d75f316da4be24c8a5e88ed7c362c7b4a4cd13f3af9b9da130f2",
    "libzstd1_1.5.4+dfsg2-5_arm64.deb": "95e173c9538f96ede4fc275ec7863f395a97dd0ea62454be9bc914efa1b9be93",
    "python3.11-minimal_3.11.2-6+deb12u9_arm64.deb": "617855dbf3299e03873926c75d61feaf3d36924586aecc1951a0b965a95bc694",
    "zlib1g_1%3a1.2.13.dfsg-1_arm64.deb": "52b8b8a145bbe1956bba82034f77022cbef0c3d0885c9e32d9817a7932fe1913",
}

# ld and as need libraries beside them. No file refers to an absolute path: Bazel's
# sandbox and cache move all of them.
_RELOCATE = """
sed -i 's|/usr/aarch64-linux-gnu/lib/||g' usr/aarch64-linux-gnu/lib/libc.so
mv lib/aarch64-linux-gnu/libz.so.1* usr/aarch64-linux-gnu/lib
ln -s libz.so.1 usr/aarch64-linux-gnu/lib/libz.so
rm -rf usr/share $(ls -d usr/bin/qemu-* | grep -v qemu-aarch64-static)
mkdir tools
for tool in ar as cpp-12 dwp g++-12 gcc-12 gcov-12 ld nm objcopy objdump strip; do
  cat >tools/${tool%-12} <<END
#!/bin/sh
root=\\$(dirname "\\$0")/..
LD_LIBRARY_PATH=\\$root/usr/lib/x86_64-linux-gnu \\
  exec "\\$root/usr/bin/aarch64-linux-gnu-$tool" "\\$@"
END
done
chmod +x tools/*

# For //third_party/manylinux.
tools/ar x usr/lib/gcc-cross/aarch64-linux-gnu/12/libstdc++.a fs_dir.o fs_ops.o fs_path.o
tools/ar rcsD usr/aarch64-linux-gnu/lib/libfilesystem.a fs_dir.o fs_ops.o fs_path.o
rm fs_dir.o fs_ops.o fs_path.o
"""

def arm64_repositories():
    """Declares the repositories."""
    apt_archive(
        name = "arm64_tools",
        build_file = "//third_party/arm64:tools.BUILD",
        debs = _TOOLS,
        patch_cmds = [_RELOCATE],
    )
    apt_archive(
        name = "arm64_zlib",
        build_file = "//third_party/arm64:zlib.BUILD",
        debs = _ZLIB,
        patch_cmds = ["rm -rf usr/lib usr/share"],
    )
    apt_archive(
        name = "arm64_debian",
        build_file = "//third_party/arm64:debian.BUILD",
        debs = _DEBIAN,
        patch_cmds = ["rm -rf usr/share"],
    )
    arm64_python(
        name = "arm64_python",
        lock = "//third_party/pip_requirements:test.txt",
    )
