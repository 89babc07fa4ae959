# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit finds all flaws of the test envs, and reports no other flaws.

Fault-v0 counts calls in its infos and episodes in its observations, and renders a
blank image. Dummy-v0 and Duel-v0 show their env id, and give a reward for a reset.
Their other unusual features are allowed: several players, several actions, ragged
entries, no saved states.
"""

import pytest

from envpool.testing import fault, two_players
from envpool.testing.checks import CHECKS, expect

NO_STATES = "save_state"
NO_SPACE = "cannot have a space"
SHOWS_ITS_NUMBER = "gen_, not env_id_"
SKIPPED = {
    "bad_inputs.check_states": NO_STATES,
    "determinism.check_states": NO_STATES,
    "forged_states.check_forged_states": NO_STATES,
    "conformance.check_members": "players",
    "quick.check_quick": "all seeds give the same",
}
FAILING = {
    "conformance.check_gymnasium": "row of a reset has a reward",
    "determinism.check_seeds": SHOWS_ITS_NUMBER,
}
# By id: the checks that are (partly) skipped, and those that fail, with a word.
TABLES = {
    "Fault-v0": (
        {},
        {
            "determinism.check_reseed": "not equal",
            "determinism.check_seeds": SHOWS_ITS_NUMBER,
            "determinism.check_states": "calls",
            "forged_states.check_forged_states": "calls",
            "rendering.check_rendering": "nothing is to be seen",
            "quick.check_quick": "after load_state",
        },
    ),
    "Dummy-v0": (
        {
            **SKIPPED,
            "conformance.check_dm": NO_SPACE,
            "conformance.check_gym": NO_SPACE,
        },
        FAILING,
    ),
    "Duel-v0": (
        {
            **SKIPPED,
            "conformance.check_dm": NO_SPACE,
        },
        FAILING,
    ),
}


@pytest.mark.parametrize("name", sorted(CHECKS))
@pytest.mark.parametrize("task_id", TABLES)
def test_check(task_id, name):
    expect(name, task_id, *TABLES[task_id])


def test_ids_are_registered():
    assert fault.family is not None
    assert two_players.DuelEnvSpec is not None
