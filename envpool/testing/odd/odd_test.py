# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit finds no fault with envs that are odd but right.

What makes no sense for one of them it skips, and says why.
"""

import pytest

import envpool
from envpool.testing import odd
from envpool.testing.checks import CHECKS, expect

NO_STATES = "save_state"
NO_SPACE = "cannot have a space"
# By id, the checks of which a part is skipped, with a word of the reason.
SKIPPED = {
    "Council-v0": {
        "bad_inputs.check_states": NO_STATES,
        "determinism.check_states": NO_STATES,
        "forged_states.check_forged_states": NO_STATES,
        "conformance.check_dm": NO_SPACE,
        "conformance.check_members": "players",
        "conformance.check_memory": "obs.board.version: an element never changes",
    },
    "Crowd-v0": {"conformance.check_members": "players"},
    "Scribe-v0": {
        "bad_inputs.check_states": NO_STATES,
        "determinism.check_states": NO_STATES,
        "forged_states.check_forged_states": NO_STATES,
        "conformance.check_gymnasium": NO_SPACE,
        "conformance.check_members": NO_SPACE,
        "conformance.check_gym": NO_SPACE,
        "conformance.check_dm": NO_SPACE,
    },
    "Switch-v0": {
        "bad_inputs.check_states": NO_STATES,
        "determinism.check_states": NO_STATES,
        "forged_states.check_forged_states": NO_STATES,
        "determinism.check_seeds": "deterministic",
        "quick.check_quick": "deterministic",
    },
}


@pytest.mark.parametrize("name", sorted(CHECKS))
@pytest.mark.parametrize("task_id", SKIPPED)
def test_check(task_id, name):
    expect(name, task_id, SKIPPED[task_id], {})


def test_all_ids_are_tested():
    assert set(SKIPPED) == {"Council-v0", "Crowd-v0", "Scribe-v0", "Switch-v0"}
    assert odd.family is not None


def test_masks_of_ragged_infos_of_players():
    """They have an entry for each player, not for each env."""
    pool = envpool.make("Council-v0", "gymnasium", num_envs=3)
    _, info = pool.reset()
    for _ in range(5):
        players = info["players"]
        assert len(players["_speech"]) == len(players["speech"])
        assert len(info["_votes"]) == 3
        *_, info = pool.step(pool.action_space.sample())
