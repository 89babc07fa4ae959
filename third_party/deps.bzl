# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Every third-party source, in one table.

Each row becomes the repository `@<name>`, described to Bazel by
`//third_party/<name>:<name>.BUILD`. A row with `file` is a distribution from
the Python package index (sdist or wheel, unpacked, never built), or, with
`beside`, Debian's source archive of the binary package named there; a row with
`debs` unpacks Debian packages. To change a version, edit its row.

Fields: name, version, licence (SPDX), and either `file` and `sha256` or `debs`
(file name to sha256); optional `beside`, `strip_prefix`, `patches` (file names in
`//third_party/<name>`), `patch_cmds`, `overlay` (our files in that package,
added to the folder `overlay_into`), `package` (if its name differs from the
repository's) and `build` (if its BUILD file is `<build>.BUILD` in that package). If
`shipped` is true, the wheel contains code of the row, and `@<name>//:licence` must list
the files with its terms.
"""

load("//third_party:apt.bzl", "apt_archive", "apt_sources")
load("//third_party:pip.bzl", "pip_archive")

# Rows for Linux on ARM64 and for macOS have these suffixes. They replace the rows without.
_SUFFIXES = ["_arm64", "_macos"]

def row_for_all(name):
    """Finds the row that a row replaces on one platform.

    Args:
      name: the row's name.

    Returns:
      The name of that row, or its own.
    """
    for suffix in _SUFFIXES:
        if name.endswith(suffix):
            return name[:-len(suffix)]
    return name

def _rename_mujoco(plugins):
    """Renames the libraries: of two with one name, a process loads only the first.

    Args:
      plugins: the prefix of the plugins' names, three characters.
    """
    return [
        "LC_ALL=C sed -i 's/libmujoco[.]so[.]/libenvpmj.so./g' mujoco/libmujoco.so.*",
        "for f in mujoco/libmujoco.so.*; do mv $f mujoco/libenvpmj.so.${f#*.so.}; done",
        "cd mujoco/plugin && LC_ALL=C sed -i 's/libmujoco[.]so[.]/libenvpmj.so./g' *.so",
        "cd mujoco/plugin && for f in lib*.so; do LC_ALL=C sed -i s/$f/%s${f#lib}/g $f && mv $f %s${f#lib}; done" %
        (plugins, plugins),
    ]

DEPS = [
    struct(
        name = "ale",
        version = "0.12.1",
        licence = "GPL-2.0-only",
        shipped = True,
        file = "ale_py-0.12.1.tar.gz",
        sha256 = "c503d574c5983e1063b451201ccb779d935919c0f6bf116fb0f4f8aa4c86d249",
        strip_prefix = "ale_py-0.12.1",
        patches = [
            "quiet.patch",
            "palette.patch",
            "interface.patch",
            "vcs.patch",
            "states.patch",
            "screen.patch",
            "ranges.patch",
            "start.patch",
        ],
        overlay = [
            "vcs/vcs.cxx",
            "vcs/vcs.hxx",
        ],
        overlay_into = "src/ale",
    ),
    struct(
        # Unpatched: ours is compared with it, on demand.
        name = "ale_stock",
        package = "ale",
        version = "0.12.1",
        licence = "GPL-2.0-only",
        file = "ale_py-0.12.1.tar.gz",
        sha256 = "c503d574c5983e1063b451201ccb779d935919c0f6bf116fb0f4f8aa4c86d249",
        strip_prefix = "ale_py-0.12.1",
    ),
    struct(
        name = "benchmark",
        version = "1.7.1",
        licence = "Apache-2.0",
        debs = {
            "libbenchmark-dev_1.7.1-1_amd64.deb": "82c9048e75f3d83b3b8a349144d5ca55487eb370b34167ffe12f8060300ed462",
            "libbenchmark1debian_1.7.1-1_amd64.deb": "59f0902a880853ef0fc658ecee85da35dd2ab03485a7cf305cad233e8b607621",
        },
    ),
    struct(
        # The newest source distribution. Version 2.3.10, a wheel only, has the
        # same C++ sources.
        name = "box2d",
        version = "2.3.8",
        licence = "Zlib",
        shipped = True,
        file = "box2d-py-2.3.8.tar.gz",
        sha256 = "bdacfbbc56079bb317548efe49d3d5a86646885cc27f4a2ee97e4b2960921ab7",
        strip_prefix = "box2d-py-2.3.8",
        patches = [
            "assertions.patch",
            "threads.patch",
            "solver.patch",
            "tree.patch",
            "statics.patch",
            "parts.patch",
        ],
    ),
    struct(
        # Used for the XML models of its suite.
        name = "dm_control",
        version = "1.0.38",
        licence = "Apache-2.0",
        shipped = True,
        file = "dm_control-1.0.38-py3-none-any.whl",
        sha256 = "ddb71c4b360a503eabf3c62ba151a0d9404cbe22b23561202b90310558690371",
    ),
    struct(
        # Used for its clips of motion capture, which dm_control downloads.
        name = "envpool_assets",
        version = "0.4.1",
        licence = "Apache-2.0",
        shipped = True,
        file = "envpool_assets-0.4.1-py3-none-any.whl",
        sha256 = "3c3f2f85865854b6ccbcd9765c277d883a440193a40785aa7f7c4ed96b58fcea",
    ),
    struct(
        name = "glog",
        version = "0.6.0",
        licence = "BSD-3-Clause",
        shipped = True,
        # Debian's static library is not position-independent, and its shared
        # library needs a newer glibc than the wheel may require.
        file = "google-glog_0.6.0.orig.tar.gz",
        beside = "libgoogle-glog-dev",
        sha256 = "8a83bf982f37bb70825df71a9709fa90ea9f4447fb3c099e1d720a439d88bad6",
        strip_prefix = "glog-0.6.0",
    ),
    struct(
        name = "googletest",
        version = "1.12.1",
        licence = "BSD-3-Clause",
        debs = {
            "googletest_1.12.1-0.2_all.deb": "927be72067517da503b6538026d451455c9e860f5dbfe237f792543db7d5a928",
            "libgmock-dev_1.12.1-0.2_amd64.deb": "ffe5958a13f30657cb5e5af4e24bfa6ab6b633391f1a945607799192b52b4530",
            "libgtest-dev_1.12.1-0.2_amd64.deb": "1dbf34692561ea744d827af133c2266640a2f2cda30abfaa610eed1a7e8609d9",
        },
    ),
    struct(
        # Used for the XML models of its MuJoCo envs, and the images of toy text.
        name = "gymnasium",
        version = "1.2.3",
        licence = "MIT",
        shipped = True,
        file = "gymnasium-1.2.3-py3-none-any.whl",
        sha256 = "e6314bba8f549c7fdcc8677f7cd786b64908af6e79b57ddaa5ce1825bffb5373",
    ),
    struct(
        # Used for its models.
        name = "gymnasium_robotics",
        version = "1.4.2",
        licence = "MIT AND Apache-2.0",
        shipped = True,
        file = "gymnasium_robotics-1.4.2-py3-none-any.whl",
        sha256 = "a1743530431cb377e6b3b956d284bc96436fc68bac1648ef205054c178e7dc4b",
    ),
    struct(
        # Used for the headers of XLA's custom calls, equal in all Pythons' wheels.
        name = "jaxlib",
        version = "0.10.2",
        licence = "Apache-2.0",
        shipped = True,
        file = "jaxlib-0.10.2-cp311-cp311-manylinux_2_27_x86_64.whl",
        sha256 = "1faca3c5d4662cb4a6130a68105d68bb520764817e165d6eebfd6786c0d1f30f",
    ),
    struct(
        # Used for the textures of its mazes.
        name = "labmaze",
        version = "1.0.6",
        licence = "Apache-2.0",
        shipped = True,
        file = "labmaze-1.0.6.tar.gz",
        sha256 = "2e8de7094042a77d6972f1965cf5c9e8f971f1b34d225752f343190a825ebe73",
        strip_prefix = "labmaze-1.0.6",
    ),
    struct(
        # Used for its models.
        name = "metaworld",
        version = "3.0.0",
        licence = "MIT",
        shipped = True,
        file = "metaworld-3.0.0-py3-none-any.whl",
        sha256 = "f1dd9f8a1bcceab34a5f3c20113724dd90d21984ae89df98c21c842eb3ece137",
    ),
    struct(
        # Used for its models, without their meshes.
        name = "mjlab",
        version = "1.6.0",
        licence = "Apache-2.0",
        shipped = True,
        file = "mjlab-1.6.0-py3-none-any.whl",
        sha256 = "03d003854e2f44c48330c6dcf4c2253ff7641bb569747846825a21b9efa8540b",
    ),
    struct(
        # The wheels for all Pythons have the same libraries.
        name = "mujoco",
        version = "3.6.0",
        licence = "Apache-2.0",
        shipped = True,
        file = "mujoco-3.6.0-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
        sha256 = "6708a62f4c85bef51c47d0835d29e116da96b4f6a4cf5beef3467dca8af8c407",
        patch_cmds = _rename_mujoco("emj"),
    ),
    struct(
        name = "mujoco_arm64",
        package = "mujoco",
        version = "3.6.0",
        licence = "Apache-2.0",
        shipped = True,
        file = "mujoco-3.6.0-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
        sha256 = "af6d762148b33fc96bf21125d0198048f5d6f2c911da75e0c164a9e7188f8e38",
        patch_cmds = _rename_mujoco("emj"),
    ),
    struct(
        name = "mujoco_macos",
        package = "mujoco",
        build = "macos",
        version = "3.6.0",
        licence = "Apache-2.0",
        shipped = True,
        file = "mujoco-3.6.0-cp311-cp311-macosx_11_0_arm64.whl",
        sha256 = "5f1a57423e49e6a35ba9cc8335fe023973c11fc29569fee60e14725b384d557d",
    ),
    struct(
        # The newest release.
        name = "mujoco4",
        package = "mujoco",
        version = "4.0.1",
        licence = "Apache-2.0",
        shipped = True,
        file = "mujoco_core-4.0.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
        sha256 = "be28c0c7587347ef996b4de0487264e9da296282082b092bae211a9163e9aed6",
        patch_cmds = _rename_mujoco("em4"),
    ),
    struct(
        name = "mujoco4_arm64",
        package = "mujoco",
        version = "4.0.1",
        licence = "Apache-2.0",
        shipped = True,
        file = "mujoco_core-4.0.1-cp311-cp311-manylinux_2_27_aarch64.manylinux_2_28_aarch64.whl",
        sha256 = "52d934614a56f7d75dcfc2bd8bb72f058b465ecc19a0583a56df242f9505bdb6",
        patch_cmds = _rename_mujoco("em4"),
    ),
    struct(
        name = "mujoco4_macos",
        package = "mujoco",
        build = "macos",
        version = "4.0.1",
        licence = "Apache-2.0",
        shipped = True,
        file = "mujoco_core-4.0.1-cp311-cp311-macosx_11_0_arm64.whl",
        sha256 = "2a898046fab1961b57b07bc199620d57c695eac19c3b49f6fd906cd29e5cc11f",
    ),
    struct(
        # The official Python package of the same release, as it is: the official envs
        # of the comparisons with the newest MuJoCo use it.
        name = "mujoco_python",
        version = "4.0.1",
        licence = "Apache-2.0",
        file = "mujoco_core-4.0.1-cp311-cp311-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl",
        sha256 = "be28c0c7587347ef996b4de0487264e9da296282082b092bae211a9163e9aed6",
    ),
    struct(
        # Used for its headers, by the engine of ViZDoom.
        name = "openal",
        version = "1.19.1",
        licence = "LGPL-2.0-or-later",
        debs = {
            "libopenal-dev_1%3a1.19.1-2_amd64.deb": "7c9c9ea5a7d274e759bcbbb5ba60806052ef771b2bf8039ead01d5d4e93bb105",
        },
    ),
    struct(
        # Used for its models, without their meshes.
        name = "playground",
        version = "0.2.0",
        licence = "Apache-2.0",
        shipped = True,
        file = "playground-0.2.0-py3-none-any.whl",
        sha256 = "c0f2df426186bd681d8f536cead80d43460ea6431db09ced32251910d4eef850",
    ),
    struct(
        # All Pythons' wheels have the same images and library, which includes Qt.
        name = "procgen",
        version = "0.10.7",
        licence = "MIT",
        shipped = True,
        file = "procgen-0.10.7-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        sha256 = "4b594d14e42f0f2166e59a9e294477b906eb99c90c3343b570b7124cbc865f53",
    ),
    struct(
        # Its CartPole in C, a peer of `make bench`.
        name = "pufferlib",
        version = "3.0.0",
        licence = "MIT",
        file = "pufferlib-3.0.0.tar.gz",
        sha256 = "7df3a3e3f5f894d78d2a1f5374097890aec01473183e748abefe4f3faa10eaa9",
        strip_prefix = "pufferlib-3.0.0",
        overlay = ["raylib.h"],
        overlay_into = "pufferlib/ocean/cartpole",
    ),
    struct(
        name = "pybind11",
        version = "3.1.0",
        licence = "BSD-3-Clause",
        shipped = True,
        file = "pybind11-3.1.0-py3-none-any.whl",
        sha256 = "b8488090f8acffbcb6b5d6a85571a6827a0a2981ffb75e5a0b27b87c4a6b7dd0",
    ),
    struct(
        # The engine alone. It must not ship: the terms of its Doom and Build code allow
        # no commercial use.
        name = "vizdoom",
        version = "1.3.2",
        licence = "MIT AND BSD-3-Clause AND LicenseRef-DOOM-Source AND LicenseRef-BUILD",
        file = "vizdoom-1.3.2.tar.gz",
        sha256 = "10eef8c2a65111c774ed1311438d95949719d1ac41dc1f7010936dc544f70de2",
        strip_prefix = "vizdoom-1.3.2",
        patches = [
            "ammo.patch",
            "tics.patch",
            "screen.patch",
            "columns.patch",
        ],
        overlay = [
            "headless/SDL2/SDL.h",
            "headless/SDL_thread.h",
            "headless/boost/current_function.hpp",
            "headless/boost/interprocess/ipc/message_queue.hpp",
            "headless/boost/interprocess/mapped_region.hpp",
            "headless/boost/interprocess/shared_memory_object.hpp",
            "headless/i_headless.cpp",
            "headless/viz_system.cpp",
        ],
        overlay_into = ".",
    ),
]

def third_party_repositories():
    """Declares a repository for each row of the table."""
    for dep in DEPS:
        name = getattr(dep, "package", dep.name)
        package = "//third_party/" + name
        build_file = "%s:%s.BUILD" % (package, getattr(dep, "build", name))
        if hasattr(dep, "debs"):
            apt_archive(
                name = dep.name,
                build_file = build_file,
                debs = dep.debs,
            )
        elif hasattr(dep, "beside"):
            apt_sources(
                name = dep.name,
                build_file = build_file,
                file = dep.file,
                package = dep.beside,
                sha256 = dep.sha256,
                strip_prefix = dep.strip_prefix,
            )
        else:
            pip_archive(
                name = dep.name,
                build_file = build_file,
                filename = dep.file,
                overlay = {
                    "%s:%s" % (package, file): dep.overlay_into + "/" + file
                    for file in getattr(dep, "overlay", [])
                },
                patch_cmds = getattr(dep, "patch_cmds", []),
                patches = [
                    "%s:%s" % (package, patch)
                    for patch in getattr(dep, "patches", [])
                ],
                sha256 = dep.sha256,
                strip_prefix = getattr(dep, "strip_prefix", ""),
            )

# buildifier: disable=unnamed-macro
def third_party_licences():
    """Declares `:licences`: LICENCES.txt, the terms of all code in the wheel."""
    shipped = [
        dep
        for dep in DEPS
        # One licence is enough: the same release, for another platform.
        if getattr(dep, "shipped", False) and row_for_all(dep.name) == dep.name
    ]
    parts = [
        "echo '==== {0} {1} ({2})'; for file in $(locations @{0}//:licence); do echo; cat $$file; done; echo"
            .format(dep.name, dep.version, dep.licence)
        for dep in shipped
    ]
    native.genrule(
        name = "licences",
        srcs = ["@%s//:licence" % dep.name for dep in shipped],
        outs = ["LICENCES.txt"],
        cmd = "{ %s; } > $@" % "; ".join(parts),
        visibility = ["//visibility:public"],
    )
