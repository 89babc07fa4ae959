# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the Python snippets in README.md and in the pages.

The blocks of one page run in order, in one namespace. A line

    expression  # => text

is an example with its value: the expression's `repr` must be the text.
"""

import ast
import re
import textwrap
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).absolute().parent.parent
EXPECTED = re.compile(r"#\s*=>\s*(.*)$")


class Block(NamedTuple):
    line: int  # the number of the first line, from 1
    code: str


def fenced(text):
    """Yields the ```python blocks of a Markdown text."""
    lines = text.splitlines()
    start = None
    for number, line in enumerate(lines, 1):
        if start is None and line.strip() == "```python":
            start = number
        elif start is not None and line.strip() == "```":
            code = "\n".join(lines[start : number - 1])
            yield Block(start + 1, textwrap.dedent(code))
            start = None
    assert start is None


def directives(text):
    """Yields the `.. code-block:: python` blocks of a reStructuredText text."""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.strip() != ".. code-block:: python":
            continue
        indent = len(line) - len(line.lstrip())
        start = number
        while number < len(lines) and (
            not lines[number].strip()
            or len(lines[number]) - len(lines[number].lstrip()) > indent
        ):
            number += 1
        code = "\n".join(lines[start:number])
        yield Block(start + 1, textwrap.dedent(code))


def blocks_of(path):
    text = path.read_text("utf-8")
    return list((fenced if path.suffix == ".md" else directives)(text))


PAGES = {
    str(path.relative_to(ROOT)): blocks
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.rst"))]
    if (blocks := blocks_of(path))
}


def run(block, page, namespace):
    lines = block.code.splitlines()
    tree = ast.parse(block.code, page)
    for node in tree.body:
        expected = EXPECTED.search(lines[node.end_lineno - 1])
        ast.increment_lineno(node, block.line - 1)
        if expected is None or not isinstance(node, ast.Expr):
            code = compile(ast.Module([node], []), page, "exec")
            exec(code, namespace)
            continue
        value = eval(compile(ast.Expression(node.value), page, "eval"), namespace)
        assert repr(value) == expected[1].strip(), f"{page}, line {node.lineno}"


@pytest.mark.parametrize("page", PAGES)
def test_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    namespace = {"__name__": "snippet"}
    for block in PAGES[page]:
        run(block, page, namespace)


def test_the_main_pages_are_among_them():
    for page in ("README.md", "docs/content/python_interface.rst"):
        assert len(PAGES[page]) >= 4


def test_a_wrong_value_is_found():
    with pytest.raises(AssertionError, match="line 7"):
        run(Block(7, "1 + 1  # => 3"), "page", {})
