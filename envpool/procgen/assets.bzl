# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A folder of images."""

def _images_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    source = ctx.file.folder
    ctx.actions.run_shell(
        arguments = [source.path, ctx.file.list.path, folder.path],
        command = """
while IFS= read -r name; do
  mkdir -p "$3/${name%/*}" && cp -L "$1/$name" "$3/$name" || exit
done < "$2"
cp "$2" "$3/"
""",
        inputs = [source, ctx.file.list],
        mnemonic = "Images",
        outputs = [folder],
        progress_message = "Copying the images of %s" % ctx.label,
    )
    return DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles([folder]),
    )

images = rule(
    implementation = _images_impl,
    attrs = {
        "folder": attr.label(allow_single_file = True, mandatory = True),
        "list": attr.label(allow_single_file = True, mandatory = True),
    },
    doc = "A folder <name> with those files of `folder` that are in a list, and the list.",
)
