# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Searches an env's source, if it is in the current folder, for a hint about a failure.

The search is textual and does not parse C++, so a hint may be wrong; hints are given
only when a check has failed.
"""

from __future__ import annotations

import itertools
import pathlib
import re
from collections.abc import Iterator

from envpool.registration import registry

__all__ = ["not_saved"]

_SUFFIXES = {".h", ".hpp", ".cc", ".cpp"}
_MAX_FILES = 5000
_MEMBER = re.compile(
    r"^ *(?!const|static|using|return|typedef)[\w:]+(?:<[^;{}()]*>)?[ *]+"
    r"(\w+_)(?:\[[^\]]*\])* *(?:\{[^;{}]*\}|=[^;]*)?;",
    re.MULTILINE,
)
_CHANGE = (
    r"(?:\+\+|--|&)\b{0}\b|\b{0}\b(?:\[[^\]]*\])*(?:\.(?:push_back|pop_back|clear|"
    r"assign|resize|fill|insert|erase|emplace\w*))?\s*(?:[-+*/%|&^]?=(?!=)|\+\+|--|\()"
)


def not_saved(task_id: str) -> list[str]:
    """Returns the members that an env changes but does not mention in Save.

    Args:
      task_id: a registered id.
    """
    name = registry.specs[task_id][1].removesuffix("Spec")
    body = next(filter(None, (_class(text, name) for text in _texts())), "")
    save = _braces(body, re.search(r"\bvoid\s+Save\s*\(", body))
    if not save:
        return []
    rest = body.replace(save, "")
    # A constructor's initializers do not count as changes.
    rest = re.sub(r"[:,]\s*\w+_[({][^;{}]*?[)}](?=\s*[,{])", "", rest)
    return [
        member
        for member in dict.fromkeys(_MEMBER.findall(body))
        if not re.search(rf"\b{member}\b", save)
        and _is_changed(member, _MEMBER.sub("", rest))
    ]


def _is_changed(member: str, text: str) -> bool:
    return re.search(_CHANGE.replace("{0}", member), text) is not None


def _texts() -> Iterator[str]:
    here = pathlib.Path.cwd()
    for path in itertools.islice(here.rglob("*"), _MAX_FILES):
        if path.suffix not in _SUFFIXES:
            continue
        try:
            yield re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            continue


def _class(text: str, name: str) -> str:
    return _braces(text, re.search(rf"\bclass\s+{name}\b[^;{{]*(?={{)", text))


def _braces(text: str, start: re.Match[str] | None) -> str:
    """Returns the text from `start` to the end of the next block in braces."""
    if start is None:
        return ""
    depth = 0
    for at in range(start.end(), len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0 and text[at] in "};":
            return text[start.start() : at + 1]
    return ""
