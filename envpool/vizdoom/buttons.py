# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Names of the actions of scenarios: their buttons."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["action_names", "official_action_names"]

_MAX_COMBINATIONS = 1000  # with more combinations, actions have no names


def _buttons(path: str) -> list[str]:
    """Returns the buttons of a scenario's .cfg, in the file's order."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = re.sub(r"#.*", "", file.read())
    except OSError:
        return []
    names: list[str] = []
    pattern = r"available_buttons\s*(\+?)=\s*\{([^}]*)\}"
    for more, found in re.findall(pattern, text, re.IGNORECASE):
        names = [*(names if more else []), *found.upper().split()]
    return list(dict.fromkeys(names))


def action_names(config: Mapping[str, Any]) -> list[str]:
    """Returns the name of each button of a scenario.

    Args:
      config: the scenario's config.
    """
    return [] if config["use_combined_action"] else _buttons(config["cfg_path"])


def official_action_names(config: Mapping[str, Any]) -> list[str]:
    """Returns the names of an official env's actions, or of its buttons.

    Args:
      config: the env's config. At most `max_buttons_pressed` are pressed at once; if
        it is 0, actions are arrays of buttons.
    """
    buttons = _buttons(config["cfg_path"])
    binary = [name for name in buttons if not name.endswith("_DELTA")]
    most = config["max_buttons_pressed"]
    if most == 0:
        return binary
    sizes = range(min(most, len(binary)) + 1)
    if sum(math.comb(len(binary), size) for size in sizes) > _MAX_COMBINATIONS:
        return []
    # Sorted as binary numbers; the first button is the highest bit.
    sets = [
        set(each) for size in sizes for each in itertools.combinations(binary, size)
    ]
    sets.sort(key=lambda pressed: [name in pressed for name in binary])
    return ["+".join(n for n in binary if n in pressed) or "NOOP" for pressed in sets]
