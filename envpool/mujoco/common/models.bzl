# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The folders of models that families need when they run."""

# With it, OpenBLAS rounds the official envs' sums of products as EnvPool does, on all
# processors.
ORACLE_ENV = {"OPENBLAS_CORETYPE": "Haswell"}

def _models_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.attr.folder)
    (anchor,) = [f for f in ctx.files.srcs if f.path.endswith("/" + ctx.attr.anchor)]
    source = anchor.path[:-len(ctx.attr.anchor) - 1]
    ctx.actions.run(
        arguments = [source, folder.path] + ctx.attr.models,
        executable = ctx.executable.tool,
        inputs = ctx.files.srcs,
        mnemonic = "Models",
        outputs = [folder],
        progress_message = "Writing the models of %s" % ctx.label,
    )
    return DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles([folder]),
    )

models = rule(
    implementation = _models_impl,
    attrs = {
        "anchor": attr.string(
            mandatory = True,
            doc = "The path of one of the sources in the folder of all sources.",
        ),
        "folder": attr.string(default = "assets"),
        "models": attr.string_list(doc = "The paths of the models to copy."),
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "tool": attr.label(
            cfg = "exec",
            default = "//envpool/mujoco/common:copy_models",
            doc = "A program whose arguments are the folder of the sources, the " +
                  "folder to write, and the models.",
            executable = True,
        ),
    },
    doc = "A folder of models, which a program writes.",
)

def _compiled_models_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run(
        arguments = [ctx.file.assets.path, folder.path] + ctx.attr.models,
        executable = ctx.executable._tool,
        inputs = [ctx.file.assets],
        mnemonic = "CompiledModels",
        outputs = [folder],
        progress_message = "Compiling the models of %s" % ctx.label,
    )
    return DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles([folder]),
    )

_compiled_models = rule(
    implementation = _compiled_models_impl,
    attrs = {
        "assets": attr.label(allow_single_file = True, mandatory = True),
        "models": attr.string_list(mandatory = True),
        # It must be for the architecture of the models' users.
        "_tool": attr.label(
            cfg = "target",
            default = "//envpool/mujoco/common:compile_models",
            executable = True,
        ),
    },
)

def compiled_models(name, models):
    """A folder of compiled models beside the folder `assets`; see compiled_model.h.

    Args:
      name: the name of the folder and its target, "compiled".
      models: the paths of models in `assets`.

    Returns:
      The labels of a family's data. There are none for another architecture than that
      of the builds' machine, which cannot run the compiler.
    """
    _compiled_models(
        name = name,
        assets = ":assets",
        models = models,
        visibility = ["//envpool/mujoco/common:__pkg__"],
    )
    return select({
        "//conditions:default": [":" + name],
        "//third_party/arm64:is_arm64": [],
        "//third_party/macos:is_macos": [],
    })
