# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Lists this repository's sources of a target without building them."""

_SourceFilesInfo = provider(
    "Sources of a target and of all that it depends on.",
    fields = {"files": "a depset of source files"},
)

def _sources_aspect_impl(_target, ctx):
    direct = []
    for name in ["srcs", "hdrs", "textual_hdrs"]:
        for file in getattr(ctx.rule.files, name, []):
            if file.is_source and file.short_path.startswith("envpool/"):
                direct.append(file)
    transitive = []
    for name in ["data", "deps", "srcs"]:
        for dep in getattr(ctx.rule.attr, name, None) or []:
            if _SourceFilesInfo in dep:
                transitive.append(dep[_SourceFilesInfo].files)
    return [_SourceFilesInfo(files = depset(direct, transitive = transitive))]

_sources_aspect = aspect(
    implementation = _sources_aspect_impl,
    attr_aspects = ["data", "deps", "srcs"],
)

def _source_files_impl(ctx):
    files = depset(transitive = [
        dep[_SourceFilesInfo].files
        for dep in ctx.attr.deps
    ])
    return DefaultInfo(runfiles = ctx.runfiles(transitive_files = files))

source_files = rule(
    implementation = _source_files_impl,
    attrs = {"deps": attr.label_list(aspects = [_sources_aspect])},
    doc = "The sources of `deps` and of all that these depend on.",
)
