# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The families of environments of the manifest, for BUILD files."""

load("//third_party:deps.bzl", "DEPS", "row_for_all")
load(":manifest.bzl", "FAMILIES")

_MAIN_WHEEL = "envpool"

def family_targets(target = None):
    """Returns the labels of all families that exist where the build's results run.

    Args:
      target: a target that each family has, by default its Python package.
    """
    return select({
        "//third_party/arm64:is_arm64": _labels(target, "aarch64", "Linux"),
        "//third_party/macos:is_macos": _labels(target, "arm64", "Darwin"),
        "//conditions:default": _labels(target),
    })

def _labels(target, processor = None, system = None):
    suffix = ":" + target if target else ""
    rows = families_of(processor, system)
    return ["//envpool/" + family["name"] + suffix for family in rows]

def families_of(processor, system):
    """Returns the rows of the families that exist there.

    Args:
      processor: its name, or None for any.
      system: likewise.
    """
    return [family for family in FAMILIES if _exists(family, processor, system)]

def _exists(family, processor, system):
    return (
        (not processor or processor in family.get("processors", [processor])) and
        (not system or system in family.get("systems", [system]))
    )

def wheel_names(families = FAMILIES, processor = None, system = None):
    """Names all wheels, the main one first.

    Args:
      families: the rows of a manifest.
      processor: leaves out the wheels without a family for this one.
      system: likewise.

    Returns:
      The names.
    """
    names = {_MAIN_WHEEL: None}
    for family in families:
        if _exists(family, processor, system):
            names[family.get("wheel", _MAIN_WHEEL)] = None
    return names.keys()

def entry_points(name, families = FAMILIES, visibility = None):
    """A Python library that makes the families of other wheels known.

    It replaces the metadata of those wheels, which exist once they are installed.

    Args:
      name: the library's name.
      families: the rows of a manifest.
      visibility: the visibility of the library.
    """
    files = []
    for wheel in wheel_names(families)[1:]:
        modules = [
            family["name"].replace("/", ".")
            for family in families
            if family.get("wheel") == wheel and family.get("ids", True)
        ]
        for file, lines in {
            "METADATA": ["Metadata-Version: 2.1", "Name: " + wheel, "Version: 0"],
            "entry_points.txt": ["[envpool.families]"] + [
                "{0} = envpool.{0}.registration".format(module)
                for module in modules
            ],
        }.items():
            path = "%s/%s.dist-info/%s" % (name, wheel.replace("-", "_"), file)
            native.genrule(
                name = "%s_%s_%s" % (name, wheel, file),
                outs = [path],
                cmd = "printf '%%s\\n' '%s' > $@" % "' '".join(lines),
            )
            files.append(path)
    native.py_library(
        name = name,
        data = files,
        imports = [name],
        visibility = visibility,
    )

def _wheels_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    setup = ctx.executable.setup
    ctx.actions.run(
        executable = ctx.executable._make,
        arguments = [
            folder.path,
            "%s.runfiles/%s/setup.py" % (setup.path, ctx.workspace_name),
        ] + ctx.attr.wheels,
        mnemonic = "Wheels",
        outputs = [folder],
        tools = [ctx.attr.setup[DefaultInfo].files_to_run],
        use_default_shell_env = True,
    )
    return DefaultInfo(files = depset([folder]), runfiles = ctx.runfiles([folder]))

build_wheels = rule(
    implementation = _wheels_impl,
    attrs = {
        "setup": attr.label(cfg = "target", executable = True, mandatory = True),
        "wheels": attr.string_list(mandatory = True),
        "_make": attr.label(
            cfg = "exec",
            default = "//third_party:make_wheels",
            executable = True,
        ),
    },
    doc = "A folder <name> with wheels.",
)

def page_name(family):
    """Returns a family's name with `_` for `/`, as used for its page and targets.

    Args:
      family: its name in the manifest.
    """
    return family.replace("/", "_")

def wheel_parts(name, wheels, **kwargs):
    """Unpacks wheels, in parts that do not depend on each other.

    Makes the folders `<name>_<family>`, with the files of a family in the wheels, and
    `<name>_shared`, with the files that all share.

    Args:
      name: the prefix of their names.
      wheels: a target of build_wheels.
      **kwargs: arguments of all targets.
    """
    for family in [None] + [row["name"] for row in FAMILIES]:
        _wheel_part(
            name = "%s_%s" % (name, page_name(family) if family else "shared"),
            family = family or "",
            wheels = wheels,
            **kwargs
        )

def _wheel_part_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run(
        executable = ctx.executable._split,
        arguments = [
            folder.path,
            ctx.file.wheels.path,
            ctx.attr.family,
            json.encode(FAMILIES),
        ],
        inputs = [ctx.file.wheels],
        mnemonic = "WheelPart",
        outputs = [folder],
        use_default_shell_env = True,
    )
    return DefaultInfo(files = depset([folder]), runfiles = ctx.runfiles([folder]))

_wheel_part = rule(
    implementation = _wheel_part_impl,
    attrs = {
        "family": attr.string(),
        "wheels": attr.label(allow_single_file = True, mandatory = True),
        "_split": attr.label(
            cfg = "exec",
            default = "//third_party:split_wheels",
            executable = True,
        ),
    },
)

def _linked_projects_impl(ctx):
    names = {}
    for dep in ctx.attr.deps:
        for part in dep[CcInfo].linking_context.linker_inputs.to_list():
            project = row_for_all(part.owner.workspace_name)
            if project:
                names[project] = None
    file = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(file, "".join([name + "\n" for name in sorted(names)]))
    return DefaultInfo(files = depset([file]), runfiles = ctx.runfiles([file]))

linked_projects = rule(
    implementation = _linked_projects_impl,
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
    doc = "<name>.txt: the third-party repositories that the libraries in `deps` link.",
)

_RepositoriesInfo = provider(
    "The external repositories that a target is made of.",
    fields = {
        "all": "depset of names",
        "beside_core": "depset of names, without those that only //envpool/core needs",
    },
)

def _repositories_impl(target, ctx):
    reached = []
    own = [target.label.workspace_name]
    for attribute in _CONTENT:
        value = getattr(ctx.rule.attr, attribute, None) or []
        for dep in value if type(value) == "list" else [value]:
            if type(dep) == "Target" and _RepositoriesInfo in dep:
                reached.append(dep[_RepositoriesInfo])
            elif type(dep) == "Target":  # a source file
                own.append(dep.label.workspace_name)
    found = depset(own, transitive = [info.all for info in reached])
    is_core = (target.label.package + "/").startswith("envpool/core/")
    return _RepositoriesInfo(
        all = found,
        beside_core = depset() if is_core else depset(
            own,
            transitive = [info.beside_core for info in reached],
        ),
    )

# The attributes that lead to the content of a target.
_CONTENT = ["actual", "data", "deps", "hdrs", "shared_library", "srcs"]

_repositories = aspect(
    implementation = _repositories_impl,
    attr_aspects = _CONTENT,
)

def _components_impl(ctx):
    names = {}
    for content, wheel in ctx.attr.contents.items():
        info = content[_RepositoriesInfo]
        found = info.all if wheel == _MAIN_WHEEL else info.beside_core
        names.setdefault(wheel, {}).update({name: None for name in found.to_list()})
    for found in names.values():
        for name in found.keys():
            if row_for_all(name) != name:
                found.pop(row_for_all(name), None)
    components = {
        wheel: [
            {
                "file": dep.file,
                "is_debian": hasattr(dep, "beside"),
                "licence": dep.licence,
                "name": dep.name,
                "sha256": dep.sha256,
                "version": dep.version,
            }
            for dep in DEPS
            if getattr(dep, "shipped", False) and dep.name in found
        ]
        for wheel, found in names.items()
    }
    file = ctx.actions.declare_file(ctx.label.name + ".json")
    ctx.actions.write(file, json.encode_indent(components) + "\n")
    return DefaultInfo(files = depset([file]), runfiles = ctx.runfiles([file]))

_components = rule(
    implementation = _components_impl,
    attrs = {
        "contents": attr.label_keyed_string_dict(aspects = [_repositories]),
    },
)

def wheel_components(name, **kwargs):
    """<name>.json: the third-party components of each wheel, as rows of deps.bzl.

    Args:
      name: the target's name.
      **kwargs: arguments of the target.
    """
    contents = {
        "//envpool/" + family["name"]: family.get("wheel", _MAIN_WHEEL)
        for family in FAMILIES
    }
    contents["//envpool"] = _MAIN_WHEEL
    _components(name = name, contents = contents, **kwargs)
