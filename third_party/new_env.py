# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Adds an environment to this repository: new_env.py FAMILY NAME [ROOT].

The new environment is a copy of toy_text's Catch, which builds and passes the test
kit, as a starting point. A missing family is created, too. (For a package outside of
this repository, use python -m envpool new-env.)
"""

import re
import sys
from pathlib import Path

LICENCE = (
    "Copyright 2026 The EnvPool Authors\n{0} SPDX-License-Identifier: Apache-2.0\n"
)

BUILD = """load("//envpool:envpool.bzl", "envpool_family")

envpool_family(
    name = "{family}",
    py_tests = ["{family}_test"],
)
"""

MANIFEST_ROW = """    {{
        "name": "{family}",
        "title": "{title}",
        "summary": "{name}",
    }},
"""

INIT = '''"""The {family} family."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "{family}_envpool")
'''

REGISTRATION = '''"""The ids of {family}."""

from envpool.registration import Family

family = Family("envpool.{family}")
'''

MODULE = """
#include "envpool/core/batch_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/{family}/{snake}.h"

{using}
PYBIND11_MODULE({family}_envpool, m) {{
  REGISTER(m, {name}EnvSpec, {name}EnvPool)
}}
"""

USING = """using {name}EnvSpec = PyEnvSpec<envpool::{family}::{name}EnvSpec>;
using {name}EnvPool = PyEnvPool<BatchEnvPool<envpool::{family}::{name}Env>>;
"""

TASK = """
family.rules("{name}", {{"height": {{"min": 2}}, "width": {{"min": 1}}}})
family.meanings(
    {{"height": "Number of rows of the board.", "width": "Number of its columns."}},
    "{name}",
)
family.task("{name}-v0", "{name}", height=10, width=5)
"""

TEST = '''"""What only the {family} family knows; the test kit checks the rest."""

import numpy as np

import envpool


def test_{snake}_pays_when_the_ball_lands():
    env = envpool.make("{name}-v0", "gymnasium", num_envs=4, seed=0)
    env.reset()
    for step in range(1, 10):
        _, reward, terminated, _, _ = env.step(np.ones(4, np.int32))
        assert np.all(terminated == (step == 9))
        assert np.all((reward != 0) == terminated)
'''


def insert_after_last(pattern, text, addition, where):
    """Returns the text with the addition after the pattern's last match."""
    matches = list(re.finditer(pattern, text, re.MULTILINE | re.DOTALL))
    if not matches:
        sys.exit(f"new_env: {where} is not as expected; add by hand:\n{addition}")
    end = matches[-1].end()
    return text[:end] + addition + text[end:]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(f"wrote {path}")


def copy_catch(root, words):
    """Writes the header as a copy of Catch's header."""
    text = (root / "toy_text/catch.h").read_text(encoding="utf-8")
    text = text.replace("ENVPOOL_TOY_TEXT_CATCH_H_", "ENVPOOL_{FAMILY}_{SNAKE}_H_")
    text = text.replace("envpool::toy_text", "envpool::{family}")
    text = re.sub(r"Catch(?=Env)", "{name}", text)
    text = re.sub(
        r"^// Catch by the rules", "// {name}: Catch by the rules", text, flags=re.M
    )
    for key, word in words.items():
        text = text.replace("{" + key + "}", word)
    write(root / words["family"] / f"{words['snake']}.h", text)


def add_family(root, words):
    """Writes a family with this one environment, and its row in the manifest."""
    folder = root / words["family"]
    cc = "// " + LICENCE.format("//")
    py = "# " + LICENCE.format("#")
    using = USING.format(**words)
    module = cc + MODULE.format(using=using, **words)
    write(folder / f"{words['family']}.cc", module)
    write(folder / "BUILD", py + "\n" + BUILD.format(**words))
    write(folder / "__init__.py", py + INIT.format(**words))
    registration = REGISTRATION.format(**words) + TASK.format(**words)
    write(folder / "registration.py", py + registration)
    write(folder / f"{words['family']}_test.py", py + TEST.format(**words))
    path = root / "manifest.bzl"
    text = path.read_text(encoding="utf-8")
    title = words["family"].replace("_", " ").capitalize()
    row = MANIFEST_ROW.format(title=title, **words)
    write(path, insert_after_last(r"^    \},\n(?=\]\n)", text, row, path))


def add_to_family(root, words):
    """Adds the environment to a family's module and ids."""
    path = root / words["family"] / f"{words['family']}.cc"
    text = path.read_text(encoding="utf-8")
    for pattern, addition in (
        (r'^#include "envpool/[^\n]*\n', '#include "envpool/{family}/{snake}.h"\n'),
        (r"^using [^;]*;\n", "\n" + USING),
        (r"^  REGISTER\([^\n]*\n", "  REGISTER(m, {name}EnvSpec, {name}EnvPool)\n"),
    ):
        text = insert_after_last(pattern, text, addition.format(**words), path)
    write(path, text)
    path = path.with_name("registration.py")
    write(path, path.read_text(encoding="utf-8") + TASK.format(**words))


def main(family, name, top="."):
    root = Path(top, "envpool")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", family):
        sys.exit(f"new_env: FAMILY: expected a name like toy_text, got {family!r}")
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
        sys.exit(f"new_env: NAME: expected a name like FrozenLake, got {name!r}")
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    if snake == family or (root / family / f"{snake}.h").exists():
        sys.exit(f"new_env: NAME: {family} has a {snake} already")
    words = {"family": family, "name": name, "snake": snake}
    words |= {"FAMILY": family.upper(), "SNAKE": snake.upper()}
    is_new = not (root / family).exists()
    copy_catch(root, words)
    (add_family if is_new else add_to_family)(root, words)
    print(f"next: make format && make test TARGETS=//envpool/{family}/...")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: make new-env FAMILY=toy_text NAME=FrozenLake")
    main(*sys.argv[1:])
