# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""All checks of the kit, by name, for tests of the kit itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from envpool.testing import (
    bad_inputs,
    conformance,
    determinism,
    forged_states,
    params,
    quick,
    rendering,
)
from envpool.testing.rollout import NotApplicable

__all__ = ["CHECKS", "expect"]

CHECKS: dict[str, Callable[[str], None]] = {
    f"{module.__name__.rpartition('.')[2]}.{name}": getattr(module, name)
    for module in (
        conformance,
        determinism,
        forged_states,
        bad_inputs,
        rendering,
        params,
        quick,
    )
    for name in module.__all__
    if name.startswith("check_")
}


def expect(
    name: str, task_id: str, skipped: Mapping[str, str], failing: Mapping[str, str]
) -> None:
    """Runs a check, which must pass unless one of the tables has it.

    Args:
      name: the name of the check.
      task_id: the id to check.
      skipped: by name, a word of the reason why a check does not apply.
      failing: by name, a word of a check's complaint.
    """
    if name in skipped:
        with pytest.raises(NotApplicable, match=skipped[name]):
            CHECKS[name](task_id)
    elif name in failing:
        with pytest.raises(AssertionError, match=failing[name]):
            CHECKS[name](task_id)
    else:
        CHECKS[name](task_id)
