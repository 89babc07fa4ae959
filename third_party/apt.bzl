# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""External libraries from Debian's packages, through apt.

No package is installed: the .deb files are downloaded with apt's own
configuration and unpacked into the Bazel repository. Needs package lists
(apt-get update), but no root.
"""

load("@bazel_tools//tools/build_defs/repo:utils.bzl", "workspace_and_buildfile")

def _fetch_deb(ctx, deb, sha256):
    # Bazel's repository cache answers by sha256 alone, whatever the URL.
    cached = ctx.download(
        url = [],
        output = deb,
        sha256 = sha256,
        allow_fail = True,
    )
    if cached.success:
        return
    name, version, _ = deb.split("_")
    result = ctx.execute(
        [
            "apt-get",
            "-qq",
            "download",
            "%s=%s" % (name, version.replace("%3a", ":")),
        ],
        timeout = 1200,
        working_directory = "apt_fetch.tmp",
    )
    if result.return_code:
        fail("cannot fetch %s: %s" % (deb, result.stderr))
    fetched = ctx.path("apt_fetch.tmp/" + deb)
    ctx.download(url = "file://" + str(fetched), output = deb, sha256 = sha256)

def _apt_archive_impl(ctx):
    ctx.file("apt_fetch.tmp/.keep")
    for deb, sha256 in ctx.attr.debs.items():
        _fetch_deb(ctx, deb, sha256)
        result = ctx.execute(["dpkg-deb", "-x", deb, "."])
        if result.return_code:
            fail("cannot unpack %s: %s" % (deb, result.stderr))
        ctx.delete(deb)
    ctx.delete("apt_fetch.tmp")
    workspace_and_buildfile(ctx)

apt_archive = repository_rule(
    implementation = _apt_archive_impl,
    attrs = {
        "build_file": attr.label(allow_single_file = True),
        "build_file_content": attr.string(),
        "debs": attr.string_dict(
            doc = "The .deb files (name_version_arch.deb), to their sha256.",
            mandatory = True,
        ),
        "workspace_file": attr.label(),
        "workspace_file_content": attr.string(),
    },
    doc = "A Bazel repository holding unpacked Debian packages.",
)
