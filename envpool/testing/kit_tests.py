# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit as pytest tests; kit_plugin.py says which ids each one runs on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from envpool.python.errors import EnvStepError
from envpool.testing import (
    bad_inputs,
    conformance,
    determinism,
    forged_states,
    params,
    quick,
    rendering,
    rollouts,
    snippets,
    transforms,
)
from envpool.testing.diagnosis import diagnosis_of
from envpool.testing.rollout import NotApplicable


def run(check: Callable[[str], None], task_id: str) -> None:
    """Runs a check; skips it with a reason if it does not apply to the env.

    The first line of a failure says what is wrong with the env.
    """
    try:
        check(task_id)
    except NotApplicable as reason:
        pytest.skip(f"{task_id}: {reason}")
    except AssertionError as error:
        text = diagnosis_of(check, error)
    except EnvStepError as error:
        text = (
            f"The env failed in Reset or Step, though all actions were right.\n{error}"
        )
    else:
        return
    pytest.fail(f"{task_id}: {text}", pytrace=False)


# Tests that run on every id.


def test_quick(task_id: str) -> None:
    run(quick.check_quick, task_id)


# Tests with results that may depend on flags.


def test_gymnasium(variant_id: str) -> None:
    run(conformance.check_gymnasium, variant_id)


def test_memory(variant_id: str) -> None:
    run(conformance.check_memory, variant_id)


def test_schedules(variant_id: str) -> None:
    run(determinism.check_schedules, variant_id)


def test_seeds(variant_id: str) -> None:
    run(determinism.check_seeds, variant_id)


def test_rows(variant_id: str) -> None:
    run(conformance.check_rows, variant_id)


def test_rollout(variant_id: str) -> None:
    run(rollouts.check_rollout, variant_id)


def test_states(variant_id: str) -> None:
    run(determinism.check_states, variant_id)


# Tests with results that depend on the class alone.


def test_members(class_id: str) -> None:
    run(conformance.check_members, class_id)


def test_gym(class_id: str) -> None:
    run(conformance.check_gym, class_id)


def test_dm(class_id: str) -> None:
    run(conformance.check_dm, class_id)


def test_snippets(class_id: str) -> None:
    run(snippets.check_snippets, class_id)


def test_reseed(class_id: str) -> None:
    run(determinism.check_reseed, class_id)


def test_forged_states(class_id: str) -> None:
    run(forged_states.check_forged_states, class_id)


def test_params(class_id: str) -> None:
    run(params.check_params, class_id)


def test_transforms(class_id: str) -> None:
    run(transforms.check_transforms, class_id)


def test_bad_actions(class_id: str) -> None:
    run(bad_inputs.check_actions, class_id)


def test_bad_ids(class_id: str) -> None:
    run(bad_inputs.check_ids, class_id)


def test_bad_config(class_id: str) -> None:
    run(bad_inputs.check_config, class_id)


def test_bad_moments(class_id: str) -> None:
    run(bad_inputs.check_moments, class_id)


def test_bad_states(class_id: str) -> None:
    run(bad_inputs.check_states, class_id)


def test_rendering(rendered_id: str) -> None:
    run(rendering.check_rendering, rendered_id)
