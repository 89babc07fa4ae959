# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A folder of models, as models.py writes them."""

def _suite_models_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.attr.folder)
    domain = [f for f in ctx.files.srcs if f.basename == "acrobot.xml"][0]
    ctx.actions.run(
        arguments = [domain.dirname, folder.path],
        executable = ctx.executable.tool,
        inputs = ctx.files.srcs,
        mnemonic = "SuiteModels",
        outputs = [folder],
        progress_message = "Writing the models of %s" % ctx.label,
    )
    return DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles([folder]),
    )

suite_models = rule(
    implementation = _suite_models_impl,
    attrs = {
        "folder": attr.string(mandatory = True),
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "tool": attr.label(
            cfg = "exec",
            executable = True,
            mandatory = True,
        ),
    },
    doc = "The models of dm_control's suite that the tasks need.",
)
