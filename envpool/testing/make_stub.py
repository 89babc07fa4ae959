# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes envpool/registration/making.pyi: `bazel run //envpool/testing:make_stub`.

The stub is generated from the table in `envpool.python.config.keywords`. A signature
cannot combine the keys of a TypedDict with other keywords, which families may have.
So each signature lists the keys.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from envpool.python.config import keywords

__all__ = ["NAME", "stub"]

NAME = "envpool/registration/making.pyi"

_POOLS = {
    '"gym"': ("make_gym", "GymEnvPool"),
    '"gymnasium"': ("make_gymnasium", "GymnasiumEnvPool"),
    '"dm"': ("make_dm", "DMEnvPool"),
}
_HEADER = '''\
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Written by `bazel run //envpool/testing:make_stub`."""

from typing import Any, Literal, TypedDict, overload

from envpool.python.config.keywords import (
{aliases}
)
from envpool.python.protocol import (
    DMEnvPool,
    EnvSpec,
    GymEnvPool,
    GymnasiumEnvPool,
)

__all__ = [
    "MakeKeywords",
    "make",
    "make_dm",
    "make_gym",
    "make_gymnasium",
    "make_spec",
]

class MakeKeywords(TypedDict, total=False):
{keys}
'''


def stub() -> str:
    """Returns the content of the stub."""
    types = {
        name: each.__forward_arg__.replace("'", '"')
        for name, each in keywords.MakeKeywords.__annotations__.items()
    }
    words = set(re.findall(r"\w+", " ".join(types.values())))
    aliases = sorted(words & vars(keywords).keys(), key=str.lower)
    parts = [
        _HEADER.format(
            aliases="\n".join(f"    {name}," for name in aliases),
            keys="\n".join(f"    {key}: {text}" for key, text in types.items()),
        )
    ]
    for literal, (_, result) in _POOLS.items():
        first = [f"env_type: Literal[{literal}]"]
        parts.append("@overload\n" + _function("make", first, types, result))
    parts.append("@overload\n" + _function("make", ["env_type: str"], types, "Any"))
    parts += [_function(name, [], types, result) for name, result in _POOLS.values()]
    parts.append(_function("make_spec", [], types, "EnvSpec"))
    return "\n".join(parts[:1]) + "\n" + "".join(parts[1:])


def _function(name: str, first: list[str], types: dict[str, str], result: str) -> str:
    words = (f"{key}: {text} = ..." for key, text in types.items())
    lines = ["task_id: Any", *first, "*", *words, "**config: Any"]
    listed = "".join(f"    {line},\n" for line in lines)
    return f"def {name}(\n{listed}) -> {result}: ...\n"


if __name__ == "__main__":
    Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY", "."), NAME).write_text(
        stub(), encoding="utf-8"
    )
