# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit finds no fault with correct envs that have rare features.

It skips checks that do not apply to an env, with a reason.
"""

import numpy as np
import pytest

import envpool
from envpool.policies import Random
from envpool.python.actions.validate import ActionNormalizer
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    EnvIdError,
    EnvStepError,
)
from envpool.speed import Actions
from envpool.testing import rare_features
from envpool.testing.checks import CHECKS, expect

NO_STATES = "save_state"
NO_SPACE = "cannot have a space"
# By id: the checks that are (partly) skipped, with a word of the reason.
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
    "Echo-v0": {},
    "Nim-v0": {"conformance.check_members": "players"},
    "NimMasks-v0": {"conformance.check_members": "players"},
    "Scribe-v0": {
        "bad_inputs.check_states": NO_STATES,
        "determinism.check_states": NO_STATES,
        "forged_states.check_forged_states": NO_STATES,
        "conformance.check_gymnasium": NO_SPACE,
        "conformance.check_members": NO_SPACE,
        "conformance.check_gym": NO_SPACE,
        "conformance.check_dm": NO_SPACE,
    },
    "Springs-v0": {},
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
    names = "Council Crowd Echo Nim NimMasks Scribe Springs Switch"
    assert list(SKIPPED) == [f"{name}-v0" for name in names.split()]
    assert rare_features.family is not None


@pytest.fixture
def no_python(monkeypatch):
    """Fails if an action is converted in Python."""

    def refuse(*args):
        raise AssertionError(f"expected no Python for {args[1:]}")

    monkeypatch.setattr(ActionNormalizer, "__call__", refuse)


@pytest.mark.usefixtures("no_python")
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_dicts_of_plain_arrays_need_no_python(dtype):
    pool = envpool.make("Scribe-v0", "gym", num_envs=3)
    pool.reset()
    ink, down = np.array([51, 102, 0]), np.array([[1], [0], [1]], dtype)
    floats = (np.float32, np.float64)
    for words in range(1, 5):
        x = (ink / 255).astype(floats[words % 2])
        forms = {"pen": {"x": x, "down": down}}, {"pen.down": down, "pen.x": x}
        obs, *_ = pool.step(forms[words // 2 % 2])
        np.testing.assert_allclose(obs["page"][:, 0, 0], ink, atol=1)
        assert [len(row) for row in obs["words"]] == [words, 0, words]
    ids = np.array([2, 1], np.int32)
    swapped = {"pen": {"x": x[ids], "down": down[ids]}, "players": {"env_id": ids}}
    obs, *_, info = pool.step(swapped, ids)
    assert info["env_id"].tolist() == [2, 1]
    np.testing.assert_allclose(obs["page"][:, 0, 0], ink[ids], atol=1)

    one = envpool.make("Scribe-v0", "gymnasium", num_envs=1)
    one.reset()
    obs, *_ = one._step_one({"pen": {"x": np.array(0.2), "down": down[0]}})
    np.testing.assert_allclose(obs["page"], 51, atol=1)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"pen.down": np.full((3, 1), 2, np.int8)}, "values in"),
        ({"pen.down": np.full((3, 1), -1, np.int64)}, "values in"),
        ({"pen.down": np.zeros((3, 2), np.int32)}, "expected shape"),
        ({"pen.x": np.zeros(2, np.float32)}, "expected shape"),
        ({"pen": {"x": None}}, "got None"),
        ({"pen": {"y": np.zeros(3)}}, "unknown key"),
        ({"env_id": [0, 1]}, "expected shape"),
        ({"players.env_id": np.array([0, 1, 4], np.int32)}, "only ids in env_id"),
    ],
)
def test_wrong_dicts(change, error):
    pool = envpool.make("Scribe-v0", "gym", num_envs=3)
    pool.reset()
    good = {"pen.x": np.zeros(3, np.float32), "pen.down": np.zeros((3, 1), np.int32)}
    with pytest.raises((ArgumentError, ArgumentTypeError, EnvIdError), match=error):
        pool.step({**good, **change})
    pool.step(good)


def test_masks_of_ragged_infos_of_players():
    """Such masks have an entry for each player, not for each env."""
    pool = envpool.make("Council-v0", "gymnasium", num_envs=3)
    _, info = pool.reset()
    for _ in range(5):
        players = info["players"]
        assert len(players["_speech"]) == len(players["speech"])
        assert len(info["_votes"]) == 3
        *_, info = pool.step(pool.action_space.sample())


def test_bools_of_other_bytes():
    """NumPy bools of any nonzero byte are true, also in C++."""
    pool = envpool.make("Switch-v0", "gym", num_envs=3)
    pool.reset()
    ids = pool.all_env_ids
    lever = np.array([0, 1, 6], np.uint8).view(bool)
    for on in (False, True, True), (False, False, False):
        pool._send([ids, ids, lever])
        obs, reward, *_ = pool.recv()
        assert obs.view(np.uint8).tolist() == list(on)
        assert reward.tolist() == list(on)


@pytest.mark.parametrize("task_id", ["Nim-v0", "NimMasks-v0"])
@pytest.mark.parametrize("batch_size", [2, 3])
def test_random_play_of_a_game_in_turns(task_id, batch_size):
    """Nim throws if an action is not legal, or if both players act."""
    env = envpool.make(task_id, "gym", num_envs=3, batch_size=batch_size, seed=2)
    actions, rewards = Actions(env), []
    env.async_reset()
    for _ in range(200):
        _, reward, terminated, _, info = env.recv()
        rewards += reward.reshape(-1, 2)[terminated].tolist()
        action = actions.draw_legal()
        assert action.shape == info["env_id"].shape
        env.send(action, info["env_id"])
    assert {tuple(pair) for pair in rewards} == {(1.0, -1.0), (-1.0, 1.0)}


def test_sampled_actions_of_a_game_in_turns():
    env = envpool.make("Nim-v0", "gymnasium", num_envs=3, seed=2)
    env.reset()
    for _ in range(20):
        action = env.sample_actions()
        assert action.shape == (3,)
        env.step(action)
    env.rollout(4, Random(0))
    for _ in range(20):
        env.step(env.sample_actions())


def test_one_action_for_each_env():
    env = envpool.make("Nim-v0", "gymnasium", num_envs=3)
    _, before = env.reset()
    obs, *_, info = env.step([1, 2, 3])
    assert (info["current_player"] == 1 - before["current_player"]).all()
    assert obs[::2, 0].tolist() == obs[1::2, 0].tolist()
    env.step({"action": np.ones(2, int)}, np.array([2, 0]))
    with pytest.raises(EnvStepError, match="expected one row, got 2"):
        env.step([1] * 6)
    with pytest.raises(ArgumentError, match=r"6 rows.* or 3, one for each env"):
        env.step([1] * 4)
    single = envpool.make("Nim-v0", "dm", num_envs=1)
    single.reset()
    single.step(np.array([1]))


def test_one_action_for_each_env_with_jax():
    jax = pytest.importorskip("jax")
    env = envpool.make("Nim-v0", "gym", num_envs=3)
    _, before = env.reset()
    handle, _, _, step = env.xla()
    _, (_, _, _, _, info) = jax.jit(step)(handle, np.array([1, 2, 3]))
    mover = info["current_player"]
    assert (np.asarray(mover) == 1 - before["current_player"]).all()
