# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a package with an environment in C++, or with a task and a term in C++.

The files under `new_env/` and `new_task/` have placeholders: `@package@`, `@Env@` and
`@env@` in the text, `__package__` and `__env__` in the names, which also end in `.in`.
"""

from __future__ import annotations

import keyword
import pathlib
import re
import sys

from envpool.python.config.argument_checks import as_choice
from envpool.python.errors import ArgumentError

__all__ = ["TEMPLATES", "write_project"]

# Names that a package cannot have, besides those of Python's standard library: packages
# that it needs, and keywords of C++, which cannot name a namespace.
_NEEDED = {"envpool", "gymnasium", "numpy", "pytest", "setuptools"}
_OF_CPP = set(
    re.findall(
        r"\w+",
        """
        alignas alignof and_eq asm auto bitand bitor bool case catch char char16_t
        char32_t char8_t co_await co_return co_yield compl concept const const_cast
        consteval constexpr constinit decltype default delete do double dynamic_cast
        enum explicit export extern float friend goto inline int long main mutable
        namespace new noexcept not_eq nullptr operator or_eq private protected
        public register reinterpret_cast requires short signed sizeof static
        static_assert static_cast std struct switch template this thread_local throw
        typedef typeid typename union unsigned using virtual void volatile wchar_t
        xor xor_eq
        """,
    )
)
# Prefixes of existing classes, such as BatchEnv.
_ENV_CLASSES = {"Async", "Batch", "Py", "Renderable", "TextRenderable"}

TEMPLATES = ("env", "task")


def write_project(
    name: str,
    env: str = "Corridor",
    to: str | pathlib.Path = ".",
    template: str = "env",
) -> list[pathlib.Path]:
    """Writes a package that pip can install.

    Args:
      name: the name of the package, and of the folder to create for it.
      env: the environment's name, in CamelCase.
      to: the parent of that folder.
      template: "env", for an environment in C++, or "task", for the task of a robot in
        MuJoCo.

    Returns:
      The files written.

    Raises:
      ArgumentError: a name is invalid or already taken, or the folder exists.
    """
    _check_names(name, env)
    as_choice("template", template, TEMPLATES)
    root = pathlib.Path(to) / name
    if root.exists():
        raise ArgumentError(f"to: expected no {root}, but it is there")
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", env).lower()
    words = {"@package@": name, "@Env@": env, "@env@": snake, "@PACKAGE@": name.upper()}
    words["@ENV@"] = snake.upper()
    written = []
    folder = pathlib.Path(__file__).parent / f"new_{template}"
    for source in sorted(folder.rglob("*.in")):
        path = str(source.relative_to(folder).with_suffix(""))
        path = path.replace("__package__", name).replace("__env__", snake)
        text = source.read_text(encoding="utf-8")
        for placeholder, word in words.items():
            text = text.replace(placeholder, word)
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return sorted(written, key=lambda path: len(path.parts))


def _check_names(name: str, env: str) -> None:
    """Refuses names that cannot be built, imported or registered."""
    if not re.fullmatch(r"[a-z]+[a-z0-9]*(_[a-z0-9]+)*", name):
        raise ArgumentError(f"name: expected a name like my_envs, got {name!r}")
    for taken, meaning in (
        (sys.stdlib_module_names | {"test", *keyword.kwlist}, "a name of Python's own"),
        (_NEEDED, "the name of a package that it needs"),
        (_OF_CPP, "a name with a meaning in C++"),
    ):
        if name in taken:
            raise ArgumentError(f"name: expected another name, got {name!r}, {meaning}")
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", env):
        raise ArgumentError(f"env: expected a name like Corridor, got {env!r}")
    if env in _ENV_CLASSES:
        raise ArgumentError(
            f"env: expected another name, got {env!r}: EnvPool has a class {env}Env, "
            f"{env}EnvSpec or {env}EnvPool"
        )
