# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
import types

import numpy as np
import pytest

import envpool
from envpool.python.actions.legal_actions import LegalActions, pick_legal
from envpool.python.array_spec import ArraySpec

INT = (-(2**31), 2**31 - 1)
IDS = np.array([2, 0], np.int32)
OWNERS = np.array([2, 2, 0, 0], np.int32)
ENVS = np.array([[1, 0, 1], [0, 1, 0]], np.int8)
PLAYERS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], np.int8)
MOVER = np.array([1, 0], np.int32)


def legal(mask_shape, action=None, players=2, turn_based=True, mask="info:action_mask"):
    common = {"env_id": ArraySpec("i4", [], INT)}
    common |= {"players.env_id": ArraySpec("i4", [-1], INT)}
    state = {mask: ArraySpec("i1", mask_shape, (0, 1))}
    if turn_based:
        state["info:current_player"] = ArraySpec("i4", [], (0, 1))
    return LegalActions(
        types.SimpleNamespace(
            state_array_spec=state,
            action_array_spec={
                **common,
                **(action or {"action": ArraySpec("i4", [-1], (1, 3))}),
            },
            config=types.SimpleNamespace(max_num_players=players),
        )
    )


def found(what, masks, owners=OWNERS):
    columns = {what.mask_key: masks, "info:current_player": MOVER}
    result = what.masks(columns.__getitem__, IDS, owners)
    return None if result is None else result.astype(int).tolist()


def test_masks_of_the_rows_of_an_action():
    one = legal([3], players=1, turn_based=False)
    assert (one.is_turn_based, one.low) == (False, 1)
    assert found(one, ENVS, None) == ENVS.tolist()
    turns = legal([3])
    assert turns.is_turn_based
    assert found(turns, ENVS) == ENVS.tolist()
    assert found(legal([-1, 3]), PLAYERS) == PLAYERS[[1, 2]].tolist()
    assert found(legal([-1, 3], turn_based=False), PLAYERS) == PLAYERS.tolist()
    assert found(legal([3], turn_based=False), ENVS) == ENVS[[0, 0, 1, 1]].tolist()


def test_an_env_without_players_may_do_anything():
    none = np.zeros(0, np.int32)
    assert found(legal([-1, 3]), np.zeros((0, 3), np.int8), none) == [[1, 1, 1]] * 2


@pytest.mark.parametrize(
    "key", ["info:legal_action_mask", "info:players.action_mask", "info:action_mask"]
)
def test_names_of_masks(key):
    assert legal([3], mask=key).mask_key == key
    assert legal([3], mask="info:mask").mask_key == ""


@pytest.mark.parametrize(
    "action",
    [
        {"action": ArraySpec("f4", [-1, 2], (0.0, 1.0))},
        {k: ArraySpec("i4", [-1], (0, 2)) for k in ("bid", "card")},
    ],
)
def test_masks_are_about_one_choice(action):
    what = legal([3], action)
    assert what.mask_key == ""
    assert found(what, ENVS) is None


def test_a_row_for_each_player_is_promised_by_the_key():
    assert not legal([3], {"players.move": ArraySpec("i4", [-1], (0, 2))}).is_turn_based


def test_legal_choices():
    masks = np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0]], bool)
    found = {tuple(pick_legal(np.full(3, n), masks).tolist()) for n in range(6)}
    assert {row[0] for row in found} == {1, 2}
    assert {row[1] for row in found} == {0, 1, 2}
    assert {row[2] for row in found} == {0}


def test_gymnasium_samples_with_the_masks_of_all_envs():
    env = envpool.make_gymnasium("Taxi-v3", num_envs=3)
    _, info = env.reset()
    for _ in range(20):
        mask = info["action_mask"]
        action = env.action_space.sample(mask=tuple(mask))
        assert mask[np.arange(3), action].all()
        *_, info = env.step(action)
