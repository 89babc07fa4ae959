# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rules that no other linter knows: check_sources.py check|fix FILE...

* Each source opens with its licence's two lines (`fix` adds them).
* No source is longer than 500 lines.
* Text is ASCII or at least UTF-8, without tabs in C++ and Python, and ends with
  one newline.
* Library code in C++ never ends the process and never prints: it throws.
* Nothing names a package registry's host, or a folder of one machine.
"""

import re
import sys
from pathlib import Path

MAX_LINES = 500
# The last folder of this table that a file is in has its licence.
LICENCES = {"": "Apache-2.0", "envpool/atari/vcs/": "GPL-2.0-only"}
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
LIBRARY = re.compile(r"envpool/(?!testing/).*(?<!_test)\.(?:cc|h|inc)")
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
    names = [name for folder, name in LICENCES.items() if str(path).startswith(folder)]
    return "Copyright 2026 The EnvPool Authors", f"SPDX-License-Identifier: {names[-1]}"


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
    """Returns the code of a line: without its // comment and string texts."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line).split("//")[0]


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
            continue  # Not a text.
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
