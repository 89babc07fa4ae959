# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A folder of models, as models.py writes them."""

def _locomotion_models_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.attr.folder)
    walker = [f for f in ctx.files.srcs if f.basename == "rodent.xml"][0]
    ctx.actions.run(
        arguments = [walker.dirname[:-len("/walkers/assets")], folder.path],
        executable = ctx.executable.tool,
        inputs = ctx.files.srcs,
        mnemonic = "LocomotionModels",
        outputs = [folder],
        progress_message = "Writing the models of %s" % ctx.label,
    )
    return DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles([folder]),
    )

locomotion_models = rule(
    implementation = _locomotion_models_impl,
    attrs = {
        "folder": attr.string(mandatory = True),
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "tool": attr.label(
            cfg = "exec",
            executable = True,
            mandatory = True,
        ),
    },
    doc = "The models of the locomotion tasks, composed from dm_control's walkers.",
)
