# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Folders of images."""

# A PNG of one pixel, in base 64.
_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="

def _images_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    source = ctx.file.folder
    ctx.actions.run_shell(
        arguments = [
            source.path,
            ctx.file.list.path,
            folder.path,
            _PIXEL,
            ctx.executable.repack.path,
        ] + [
            "%s %s" % (name, "|".join(absent))
            for name, absent in ctx.attr.sets.items()
        ],
        command = """
from=$1 list=$2 to=$3 pixel=$4 repack=$5
shift 5
all=$(mktemp -d) || exit
trap 'rm -r "$all"' EXIT
while IFS= read -r name; do
  mkdir -p "$all/${name%/*}" && "$repack" "$from/$name" "$all/$name" || exit
done < "$list"
for set in "$@"; do
  folder="$to/${set%% *}"
  while IFS= read -r name; do
    mkdir -p "$folder/${name%/*}" || exit
    if [[ "$name" =~ ^(${set#* })/ ]]; then
      echo "$pixel" | base64 -d > "$folder/$name" || exit
    else
      cp "$all/$name" "$folder/$name" || exit
    fi
  done < "$list"
  cp "$list" "$folder/" || exit
done
""",
        inputs = [source, ctx.file.list],
        mnemonic = "Images",
        outputs = [folder],
        progress_message = "Repacking the images of %s" % ctx.label,
        tools = [ctx.attr.repack[DefaultInfo].files_to_run],
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
        "repack": attr.label(
            cfg = "exec",
            doc = "A program that reads an image and writes one with the same pixels.",
            executable = True,
            mandatory = True,
        ),
        "sets": attr.string_list_dict(
            mandatory = True,
            doc = "Names of folders to make, and the subfolders of which each has " +
                  "a pixel in place of the images.",
        ),
    },
    doc = "A folder <name> with a folder for each set. These have the files of `folder` " +
          "that are in a list, repacked, and the list.",
)
