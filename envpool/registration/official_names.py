# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Names of options in the official constructors that differ from EnvPool's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["renamed"]


def renamed(given: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Returns keyword arguments with EnvPool's names.

    Args:
      given: keyword arguments for EnvPool or for the official constructors.
      names: EnvPool's names by the official ones.

    Raises:
      ValueError: an option is given under both names.
    """
    result = dict(given)
    for official, ours in names.items():
        if official not in given:
            continue
        if ours in given:
            raise ValueError(
                f"{official}: expected no {ours}, which means the same, got "
                f"{ours}={given[ours]!r}"
            )
        result[ours] = result.pop(official)
    return result
