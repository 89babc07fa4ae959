# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit as pytest tests, each run for every id that the plugin names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from envpool.testing import (
    bad_inputs,
    conformance,
    determinism,
    forged_states,
    rendering,
)
from envpool.testing.rollout import NotApplicable


def run(check: Callable[[str], None], task_id: str) -> None:
    """Calls a check; what makes no sense for the env is skipped, and told."""
    try:
        check(task_id)
    except NotApplicable as reason:
        pytest.skip(f"{task_id}: {reason}")


def test_gymnasium(task_id: str) -> None:
    run(conformance.check_gymnasium, task_id)


def test_members(task_id: str) -> None:
    run(conformance.check_members, task_id)


def test_gym(task_id: str) -> None:
    run(conformance.check_gym, task_id)


def test_dm(task_id: str) -> None:
    run(conformance.check_dm, task_id)


def test_memory(task_id: str) -> None:
    run(conformance.check_memory, task_id)


def test_schedules(task_id: str) -> None:
    run(determinism.check_schedules, task_id)


def test_seeds(task_id: str) -> None:
    run(determinism.check_seeds, task_id)


def test_reseed(task_id: str) -> None:
    run(determinism.check_reseed, task_id)


def test_states(task_id: str) -> None:
    run(determinism.check_states, task_id)


def test_forged_states(task_id: str) -> None:
    run(forged_states.check_forged_states, task_id)


def test_bad_actions(task_id: str) -> None:
    run(bad_inputs.check_actions, task_id)


def test_bad_ids(task_id: str) -> None:
    run(bad_inputs.check_ids, task_id)


def test_bad_config(task_id: str) -> None:
    run(bad_inputs.check_config, task_id)


def test_bad_moments(task_id: str) -> None:
    run(bad_inputs.check_moments, task_id)


def test_bad_states(task_id: str) -> None:
    run(bad_inputs.check_states, task_id)


def test_rendering(task_id: str) -> None:
    run(rendering.check_rendering, task_id)
