# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a package with an environment in C++, to start from.

The files under `new_env/` have placeholders: `@package@`, `@Env@` and `@env@`
in the text, `__package__` and `__env__` in the names, which also end in `.in`.
"""

from __future__ import annotations

import keyword
import pathlib
import re

from envpool.python.errors import ArgumentError

__all__ = ["write_project"]

TEMPLATE = pathlib.Path(__file__).parent / "new_env"


def write_project(
    name: str, env: str = "Corridor", to: str | pathlib.Path = "."
) -> list[pathlib.Path]:
    """Writes a package that pip can install.

    Args:
      name: of the package, and of the folder to make for it.
      env: the environment's name, in CamelCase.
      to: the folder in which to make it.

    Returns:
      The files written.

    Raises:
      ArgumentError: a name is not one, or the folder is there already.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise ArgumentError(f"name: expected a name like my_envs, got {name!r}")
    if name == "envpool":
        raise ArgumentError("name: expected another name than that of this package")
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", env):
        raise ArgumentError(f"env: expected a name like Corridor, got {env!r}")
    root = pathlib.Path(to) / name
    if root.exists():
        raise ArgumentError(f"to: expected no {root}, but it is there")
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", env).lower()
    if snake == name:
        raise ArgumentError(
            f"env: expected another name than the package's, got {env!r}"
        )
    words = {"@package@": name, "@Env@": env, "@env@": snake, "@PACKAGE@": name.upper()}
    words["@ENV@"] = snake.upper()
    written = []
    for source in sorted(TEMPLATE.rglob("*.in")):
        path = str(source.relative_to(TEMPLATE).with_suffix(""))
        path = path.replace("__package__", name).replace("__env__", snake)
        text = source.read_text(encoding="utf-8")
        for placeholder, word in words.items():
            text = text.replace(placeholder, word)
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return sorted(written, key=lambda path: len(path.parts))
