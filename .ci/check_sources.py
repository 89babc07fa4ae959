# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rules that no other linter knows: check_sources.py check|fix FILE...

* Each source opens with its licence's two lines (`fix` adds them).
* No source is longer than 500 lines.
* Text is ASCII or at least UTF-8, without tabs in C++ and Python, and ends with
  one newline.
* Library code in C++ never ends the process and never prints: it throws.
* Nothing names a package registry's host, or a folder of one machine.
* Outside of families' folders, only manifest.bzl names a family: not in code, though
  in texts for people, in tests and in examples.
* No function in Python is longer than 60 lines, without its docstring; those in
  docs/tasks.py are texts.
"""

import ast
import functools
import re
import sys
from pathlib import Path
from typing import Any

MAX_LINES = 500
MAX_FUNCTION = 60
NOT_CODE = {"tasks.py"}
# By the title of a folder's file LICENSE, which is for all below it.
LICENCES = {
    "Apache License": "Apache-2.0",
    "GNU GENERAL PUBLIC LICENSE": "GPL-2.0-only",
}
# Families may be named here, and in their own folders.
MANIFEST = Path("envpool/manifest.bzl")
MAY_NAME_FAMILIES = re.compile(
    r".*_test\.py|(examples|docs/tutorials)/.*|third_party/.*/.*"
    r"|third_party/(deps\.bzl|new_env\.py)|envpool/manifest\.bzl"
)
COMMENT = {
    ".BUILD": "#",
    ".bzl": "#",
    ".cc": "//",
    ".h": "//",
    ".inc": "//",
    ".py": "#",
    ".sh": "#",
    "BUILD": "#",
    "Makefile": "#",
    "WORKSPACE": "#",
    "run": "#",
    "lint": "#",
    "tidy": "#",
}
LIBRARY = re.compile(r"envpool/(?!testing/).*(?<!_test)(?<!_bench)\.(?:cc|h|inc)")
# Calls that end the process or print, but not members or our own namesakes.
FORBIDDEN = re.compile(
    r"(?<![\w.>:])(?:std::)?(?:abort|exit|_exit|quick_exit|terminate|f?printf|puts)\("
    r"|std::c(?:out|err|log)\b"
)
# Written so that this file does not match itself.
HOSTS = re.compile(
    r"(?:pypi|npmjs|deb\.debian|files\.pythonhosted)[.](?:org|net|com)"
    r"|(?<![\w.$}])/(?:root|work|home/\w+)/"
)


def kind(path):
    return COMMENT.get(path.suffix) or COMMENT.get(path.name)


def licence(path):
    """Returns the two lines that the file has to open with."""
    (file, *_) = (f for f in (p / "LICENSE" for p in path.parents) if f.exists())
    name = LICENCES[file.read_text("utf-8").strip().partition("\n")[0]]
    return "Copyright 2026 The EnvPool Authors", f"SPDX-License-Identifier: {name}"


def with_licence(text, comment, licence_lines):
    """Returns the text with the two lines, after a #! line if there is one."""
    lines = text.splitlines(keepends=True)
    at = 1 if lines[0].startswith("#!") else 0
    header = [f"{comment} {line}\n" for line in licence_lines]
    after = lines[at].strip() if at < len(lines) else ""
    if after.startswith(comment):
        header.append(comment + "\n")
    elif after and not after.startswith('"""'):
        header.append("\n")
    return "".join(lines[:at] + header + lines[at:])


def strip_comments(line):
    """Returns the code of a line, without its // comment and the texts of strings."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line).split("//")[0]


@functools.cache
def family_names():
    """Returns a pattern of the families' folders and titles, and the folders."""
    rows: dict[str, Any] = {}
    exec(MANIFEST.read_text("utf-8"), rows)
    folders = [row["name"] for row in rows["FAMILIES"]]
    tops = {name.partition("/")[0] for name in folders}
    names = {*folders, *tops, *(row["title"] for row in rows["FAMILIES"])}
    # The pattern must not match ids, such as MiniGrid-Empty-5x5-v0.
    pattern = rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names)))})(?![\w-])"
    return re.compile(pattern), tuple(f"envpool/{top}/" for top in tops)


def is_text(node: Any):
    """Tells whether a statement is a docstring, or another text that does nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def function_problems(tree):
    """Yields (line number, what is wrong) of functions."""
    node: Any
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first: Any = node.body[0]
            text = first.end_lineno - first.lineno + 1 if is_text(first) else 0
            count = (node.end_lineno or 0) - node.lineno + 1 - text
            if count > MAX_FUNCTION:
                yield (
                    node.lineno,
                    f"a function of {count} lines, at most {MAX_FUNCTION}",
                )


def family_problems(path, tree):
    """Yields (line number, what is wrong) where code names a family."""
    names, folders = family_names()
    if MAY_NAME_FAMILIES.fullmatch(str(path)) or str(path).startswith(folders):
        return
    nodes: list[Any] = list(ast.walk(tree))
    texts = {node.value for node in nodes if is_text(node)}
    for node in nodes:
        said: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = [node.value] if node not in texts else []
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            module = getattr(node, "module", None) or ""
            said = [module, *(each.name for each in node.names)]
        elif isinstance(node, ast.Name):
            said = [node.id]
        if any(map(names.search, said)):
            yield node.lineno, "outside of its folder, only manifest.bzl names a family"


def include_problems(path, lines):
    """Yields (line number, what is wrong) where C++ includes a header of a family."""
    names, folders = family_names()
    if path.stem.endswith("_test") or str(path).startswith((*folders, "third_party/")):
        return
    for number, line in enumerate(lines, 1):
        if line.startswith('#include "') and names.search(line):
            yield number, "outside of its folder, nothing includes a family's header"


def problems(path, text):
    """Yields (line number, what is wrong)."""
    lines = text.splitlines()
    if kind(path):
        comment = kind(path)
        head = lines[:3]
        if any(f"{comment} {line}" not in head for line in licence(path)):
            yield 1, "the licence's two lines are missing (make format adds them)"
        if len(lines) > MAX_LINES:
            yield MAX_LINES, f"{len(lines)} lines, the limit is {MAX_LINES}"
    if text and (not text.endswith("\n") or text.endswith("\n\n")):
        yield len(lines), "the file must end with one newline"
    if path.suffix in {".py", ".bzl"}:
        tree = ast.parse(text)
        yield from family_problems(path, tree)
        if path.suffix == ".py" and path.name not in NOT_CODE:
            yield from function_problems(tree)
    if path.suffix in {".cc", ".h"}:
        yield from include_problems(path, lines)
    library = LIBRARY.fullmatch(str(path)) is not None
    for number, line in enumerate(lines, 1):
        # An empty line of a patch's context is a space.
        if line != line.rstrip() and path.suffix != ".patch":
            yield number, "space at the end of the line"
        if path.suffix in {".cc", ".h", ".inc", ".py"} and "\t" in line:
            yield number, "tab"
        if HOSTS.search(line):
            yield number, "a registry's host or a machine's own folder"
        if library and FORBIDDEN.search(strip_comments(line)):
            yield number, "library code neither prints nor ends the process"


def main(mode, *names):
    failed = False
    for path in map(Path, names):
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue  # not a text file
        licensed = all(line in text[:300] for line in licence(path))
        if mode == "fix" and kind(path) and text and not licensed:
            text = with_licence(text, kind(path), licence(path))
            path.write_text(text, "utf-8")
        for number, problem in problems(path, text) if text else ():
            print(f"{path}:{number}: {problem}")
            failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
