# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The parts of EnvPool that each part may use: the layers of the architecture page.

A part is a folder of `envpool`. A folder with a `registration.py` is a family. In a
folder that groups families, the other folders, such as `<group>/common`, belong to
the group.
"""

from __future__ import annotations

import ast
import graphlib
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

__all__ = ["Layers", "circle", "violations"]

_INCLUDE = re.compile(r'^\s*#\s*include\s*"(envpool/[^"]+)"')

# The parts that each part of the C++ code may include, besides itself.
_CPP = {
    "core": {"engine"},
    "engine": {"core"},
    "xla": {"core", "engine"},
    "rollout": {"core", "engine"},
    "binding": {"core", "engine", "rollout"},
    "module": {"binding", "core", "engine", "xla"},
    "common": {"core"},
    "utils": {"core", "common"},
    "group": {"core", "common"},
    "family": {"core", "common", "utils", "module", "group", "rollout"},
    "mixed": {"core", "engine", "module"},
    "pyenvs": {"binding", "core", "engine", "module"},
    "testing": {"core", "engine", "common", "module"},
}
# The parts of core that define Python modules may include the binding.
_MODULE = {
    "envpool/core/_core.cc",
    "envpool/core/_xla.cc",
    "envpool/core/py_envpool.h",
}

# The modules that each part of the Python code may import, besides itself; a module
# includes its submodules.
_PYTHON = {
    "core": {"envpool.python.array_spec", "envpool.python.protocol"},
    "python": {"envpool.core"},
    "datasets": {"envpool.core", "envpool.python"},
    "recording": {"envpool.core", "envpool.families", "envpool.python"},
    "mixed": {
        "envpool.core",
        "envpool.pyenvs",
        "envpool.python",
        "envpool.recording",
    },
    "pyenvs": {"envpool.core", "envpool.python", "envpool.recording"},
    "registry": {
        "envpool.core",
        "envpool.mixed",
        "envpool.pyenvs",
        "envpool.python",
        "envpool.recording",
    },
    "cli": {
        "envpool.bench",
        "envpool.core",
        "envpool.datasets",
        "envpool.python",
        "envpool.recording",
        "envpool.templates",
        "envpool.testing",
    },
    "package": {"envpool.cli", "envpool.core", "envpool.python"},
    "templates": {"envpool.python"},
    "family": {
        "envpool.bench.pool",
        "envpool.cli.findings",
        "envpool.errors",
        "envpool.families",
        "envpool.python.api",
        "envpool.python.config.argument_checks",
        "envpool.python.config.values",
        "envpool.python.rollouts.networks",
        "envpool.python.rollouts.policies",
        "envpool.registration",
        "envpool.suites.suite",
    },
    "bench": {"envpool.cli", "envpool.core", "envpool.python", "envpool.testing"},
    "integrations": {"envpool.core", "envpool.python"},
    "testing": {"envpool.cli", "envpool.core", "envpool.python"},
}
_PACKAGE = {"envpool/__init__.py", "envpool/__main__.py"}
_FOLDERS = {
    "bench",
    "cli",
    "core",
    "datasets",
    "integrations",
    "mixed",
    "pyenvs",
    "python",
    "recording",
    "templates",
    "testing",
}
_ROOMS_OF_REGISTRY = {"evaluation", "registration", "replays", "suites"}
# Parts above the registry.
_ABOVE_REGISTRY = {
    "bench",
    "cli",
    "integrations",
    "package",
    "registry",
    "templates",
    "testing",
}


class Layers:
    """The parts of a tree of sources.

    Args:
      paths: the paths of all sources, from the root.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        folders = (path.rpartition("/")[0] for path in paths if _registers(path))
        self.families = sorted(folders)
        self.groups = {family.rpartition("/")[0] for family in self.families} - {
            "envpool"
        }

    def family_of(self, path: str) -> str | None:
        """Returns the folder of the family or group that contains a path."""
        for folder in (*self.families, *self.groups):
            if path == folder or path.startswith(folder + "/"):
                return folder
        return None

    def cpp_part(self, path: str) -> str:
        """Returns the part of the C++ code that contains a path."""
        family = self.family_of(path)
        if family is not None:
            return "group" if family in self.groups else "family"
        parts = path.split("/")
        if path in _MODULE:
            return "module"
        if parts[1] == "core" and parts[2] in ("binding", "engine", "rollout", "xla"):
            return parts[2]
        return parts[1]

    def python_part(self, path: str) -> str:
        """Returns the part of the Python code that contains a path."""
        if self.family_of(path) is not None:
            return "family"
        if path in _PACKAGE:
            return "package"
        folder = path.split("/")[1]
        is_above = folder.endswith(".py") or folder in _ROOMS_OF_REGISTRY
        return "registry" if is_above else folder


def _registers(path: str) -> bool:
    return path.endswith("/registration.py")


def violations(layers: Layers, path: str, text: str) -> list[str]:
    """Returns `PATH:LINE: ...` for each forbidden include or import of a source."""
    find = _imports if path.endswith(".py") else _includes
    return [
        f"{path}:{line}: must not use {name}" for line, name in find(layers, path, text)
    ]


def circle(sources: Mapping[str, str]) -> list[str]:
    """Returns modules that import each other in a circle, if there are any.

    Imports in functions and for annotations count. The root package does not: it
    imports most modules, and some read its version.

    Args:
      sources: the texts of Python modules by path.
    """
    modules = {_module_of(path): path for path in sources}
    graph = {
        module: {
            target
            for _, name in _imported(path, sources[path])
            for target in [name if name in modules else name.rpartition(".")[0]]
            if target in modules and target not in ("envpool", module)
        }
        for module, path in modules.items()
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def _module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _includes(layers: Layers, path: str, text: str) -> Iterator[tuple[int, str]]:
    own = layers.cpp_part(path)
    family = layers.family_of(path)
    for number, line in enumerate(text.splitlines(), 1):
        match = _INCLUDE.match(line)
        if match is None:
            continue
        target = match[1]
        part = layers.cpp_part(target)
        theirs = layers.family_of(target)
        if theirs is not None:
            allowed = theirs == family or _is_group_of(theirs, family)
        else:
            allowed = part == own or part in _CPP[own]
        if not allowed:
            yield number, target


def _is_group_of(folder: str | None, family: str | None) -> bool:
    return family is not None and folder == family.rpartition("/")[0]


def _imports(layers: Layers, path: str, text: str) -> Iterator[tuple[int, str]]:
    own = layers.python_part(path)
    family = layers.family_of(path)
    for number, name in _imported(path, text):
        if name == "envpool" or _is_attribute(layers, name):
            continue
        source = name.replace(".", "/")
        theirs = layers.family_of(source)
        if theirs is not None:
            # A group's package may export what one of its families has.
            exports = path == f"{family}/__init__.py" and _is_group_of(family, theirs)
            allowed = exports or theirs == family or _is_group_of(theirs, family)
        elif own == "family":
            allowed = _is_under(name, _PYTHON[own])
        else:
            allowed = (
                layers.python_part(_as_file(source)) == own
                or _is_under(name, _PYTHON[own])
                or (own in _ABOVE_REGISTRY and _is_registry(name))
            )
        if not allowed:
            yield number, name


def _imported(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yields (line, module) of all imports of EnvPool's own modules."""
    package = PurePosixPath(path).parent.parts
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            up = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*up, *(node.module or "").split("."))).strip(".")
            # Names imported from a package may be modules.
            names = [f"{module}.{each.name}" for each in node.names]
        else:
            continue
        for name in dict.fromkeys(names):
            if name == "envpool" or name.startswith("envpool."):
                yield node.lineno, name


def _is_attribute(layers: Layers, name: str) -> bool:
    """Whether the name is an attribute of `envpool`, such as `envpool.make`."""
    return name.count(".") == 1 and not (
        _is_registry(name)
        or name.split(".")[1] in _FOLDERS
        or layers.family_of(name.replace(".", "/")) is not None
    )


def _is_registry(name: str) -> bool:
    modules = (
        "entry",
        "errors",
        "evaluation",
        "families",
        "interrupts",
        "manifest",
        "registration",
        "replays",
        "scores",
        "speed",
        "suites",
        "tuning",
    )
    return _is_under(name, {f"envpool.{each}" for each in modules})


def _as_file(source: str) -> str:
    """Returns the file path that identifies a registry module."""
    parts = source.split("/")
    is_registry = _is_registry(".".join(parts))
    return f"envpool/{parts[1]}.py" if is_registry else source + "/x"


def _is_under(name: str, modules: Iterable[str]) -> bool:
    return any(name == each or name.startswith(each + ".") for each in modules)
