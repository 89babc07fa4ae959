# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""External libraries from Debian's packages, through apt.

No package is installed: the .deb files, or the archive of a package's sources,
are downloaded with apt's own configuration and unpacked into the Bazel
repository. Needs package lists (apt-get update), but no root. Packages for ARM64
come from the same mirrors, with lists of their own in the Bazel repository, so the
machine's list of architectures stays the same.
"""

load(
    "@bazel_tools//tools/build_defs/repo:utils.bzl",
    "patch",
    "workspace_and_buildfile",
)

_FOLDER = "apt_fetch.tmp"

# The state of an apt that knows only ARM64.
_ARM64 = """
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Acquire::Languages "none";
Dir::State "%s/state";
Dir::State::status "/dev/null";
Dir::Cache "%s/cache";
"""

def _is_cached(ctx, file, sha256):
    # Bazel's repository cache looks files up by sha256 alone, not by URL.
    return ctx.download(
        url = [],
        output = file,
        sha256 = sha256,
        allow_fail = True,
    ).success

def _run(ctx, file, arguments, environment = {}):
    result = ctx.execute(
        arguments,
        environment = environment,
        timeout = 1200,
        working_directory = _FOLDER,
    )
    if result.return_code:
        fail("cannot fetch %s: %s" % (file, result.stderr))
    return result.stdout

def _take(ctx, file, sha256):
    fetched = str(ctx.path(_FOLDER + "/" + file)).replace("%", "%25")
    ctx.download(url = "file://" + fetched, output = file, sha256 = sha256)

def _fetch_deb(ctx, deb, sha256):
    if _is_cached(ctx, deb, sha256):
        return
    name, version, _ = deb.split("_")
    package = "%s=%s" % (name, version.replace("%3a", ":"))
    environment = _arm64_lists(ctx) if deb.endswith("_arm64.deb") else {}
    _run(ctx, deb, ["apt-get", "-qq", "download", package], environment)
    _take(ctx, deb, sha256)

def _arm64_lists(ctx):
    """Fetches ARM64's lists once; returns the environment for apt-get."""
    config = _FOLDER + "/arm64.conf"
    environment = {"APT_CONFIG": str(ctx.path(config))}
    if not ctx.path(config).exists:
        folder = str(ctx.path(_FOLDER))
        ctx.file(_FOLDER + "/state/lists/partial/.keep")
        ctx.file(_FOLDER + "/cache/archives/partial/.keep")
        ctx.file(config, _ARM64 % (folder, folder), executable = False)

        # Sources without ARM64, which Debian's packages do not need, make it fail.
        ctx.execute(
            ["apt-get", "-qq", "update"],
            environment = environment,
            timeout = 1200,
        )
    return environment

def _apt_archive_impl(ctx):
    ctx.file(_FOLDER + "/.keep")
    for deb, sha256 in ctx.attr.debs.items():
        _fetch_deb(ctx, deb, sha256)
        result = ctx.execute(["dpkg-deb", "-x", deb, "."])
        if result.return_code:
            fail("cannot unpack %s: %s" % (deb, result.stderr))
        ctx.delete(deb)
    ctx.delete(_FOLDER)
    patch(ctx)
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
        "patch_args": attr.string_list(default = ["-p1"]),
        "patch_cmds": attr.string_list(),
        "patch_cmds_win": attr.string_list(),
        "patch_tool": attr.string(),
        "patches": attr.label_list(),
        "workspace_file": attr.label(),
        "workspace_file_content": attr.string(),
    },
    doc = "A Bazel repository holding unpacked Debian packages.",
)

def _apt_sources_impl(ctx):
    file = ctx.attr.file
    ctx.file(_FOLDER + "/.keep")
    if not _is_cached(ctx, file, ctx.attr.sha256):
        # Not every system lists source packages, but they are in the same folder of
        # the mirror.
        line = _run(
            ctx,
            file,
            ["apt-get", "-qq", "--print-uris", "download", ctx.attr.package],
        )
        url = line.split("'")[1].rpartition("/")[0] + "/" + file
        helper = "/usr/lib/apt/apt-helper"
        _run(ctx, file, [helper, "-qq", "download-file", url, file])
        _take(ctx, file, ctx.attr.sha256)
    ctx.extract(file, stripPrefix = ctx.attr.strip_prefix)
    ctx.delete(file)
    ctx.delete(_FOLDER)
    workspace_and_buildfile(ctx)

apt_sources = repository_rule(
    implementation = _apt_sources_impl,
    attrs = {
        "build_file": attr.label(allow_single_file = True),
        "build_file_content": attr.string(),
        "file": attr.string(
            doc = "The archive with the sources.",
            mandatory = True,
        ),
        "package": attr.string(
            doc = "A binary package that Debian makes of them.",
            mandatory = True,
        ),
        "sha256": attr.string(mandatory = True),
        "strip_prefix": attr.string(),
        "workspace_file": attr.label(),
        "workspace_file_content": attr.string(),
    },
    doc = "A Bazel repository holding the sources of a Debian package.",
)
