# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""External sources from the Python package index, through pip.

No file here refers to an index: pip's own configuration decides where to look.
"""

load(
    "@bazel_tools//tools/build_defs/repo:utils.bzl",
    "patch",
    "workspace_and_buildfile",
)

def fetch_distribution(ctx, filename, sha256, output):
    """Saves a distribution file and checks its sha256.

    Args:
      ctx: the repository rule's context.
      filename: the sdist's or wheel's exact file name.
      sha256: the sha256 of the file, in hexadecimal.
      output: where to save the file, in the repository.
    """

    # Bazel's repository cache looks files up by sha256 alone, not by URL.
    cached = ctx.download(
        url = [],
        output = output,
        sha256 = sha256,
        allow_fail = True,
    )
    if cached.success:
        return
    python = ctx.os.environ.get("PYTHON_BIN_PATH") or ctx.which("python3")
    fetched = str(ctx.path("pip_fetch.tmp"))
    result = ctx.execute(
        [
            python,
            ctx.path(Label("//third_party:pip_fetch.py")),
            filename,
            sha256,
            fetched,
        ],
        environment = {"PYTHONDONTWRITEBYTECODE": "1"},
        quiet = True,
        timeout = 1200,
    )
    if result.return_code:
        fail("cannot fetch %s: %s" % (filename, result.stderr))

    # Through Bazel's downloader, so that the repository cache holds it.
    ctx.download(url = "file://" + fetched, output = output, sha256 = sha256)
    ctx.delete(fetched)

def _pip_archive_impl(ctx):
    filename = ctx.attr.filename

    # Bazel 4 does not know the extension .whl.
    archive = "dist.zip" if filename[-4:] in (".whl", ".zip") else "dist.tar.gz"
    fetch_distribution(ctx, filename, ctx.attr.sha256, archive)
    ctx.extract(archive, stripPrefix = ctx.attr.strip_prefix)
    ctx.delete(archive)
    for label, path in ctx.attr.overlay.items():
        ctx.template(path, label, executable = False)
    patch(ctx)
    workspace_and_buildfile(ctx)

pip_archive = repository_rule(
    implementation = _pip_archive_impl,
    attrs = {
        "build_file": attr.label(allow_single_file = True),
        "build_file_content": attr.string(),
        "filename": attr.string(mandatory = True),
        "overlay": attr.label_keyed_string_dict(
            allow_files = True,
            doc = "Files of ours to add, and where.",
        ),
        "patch_args": attr.string_list(default = ["-p1"]),
        "patch_cmds": attr.string_list(),
        "patch_cmds_win": attr.string_list(),
        "patch_tool": attr.string(),
        "patches": attr.label_list(),
        "sha256": attr.string(mandatory = True),
        "strip_prefix": attr.string(),
        "workspace_file": attr.label(),
        "workspace_file_content": attr.string(),
    },
    environ = ["PYTHON_BIN_PATH"],
    doc = "A Bazel repository holding an unpacked sdist or wheel.",
)
