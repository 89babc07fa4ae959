# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The mapping of keys to actions, and the guess which keys of a terminal are held."""

import types

import numpy as np
import pytest
from gymnasium import spaces

import envpool
from envpool.cli.controls import Controls, action_of, controls_of
from envpool.cli.keys import HeldKeys, names_of


def choices(*names, turns=False):
    return Controls(names, names, False, turns)


def test_directions_are_arrows_and_letters():
    taxi = choices("south", "north", "east", "west", "pickup", "dropoff", turns=True)
    for keys, name in [
        (("down",), "south"),
        (("s",), "south"),
        (("up",), "north"),
        (("d",), "east"),
        (("left",), "west"),
        (("space",), "pickup"),
        (("4",), "pickup"),
        (("5",), "dropoff"),
        (("x",), None),
        ((), None),
    ]:
        assert taxi.action(keys) == name
    assert taxi.help == (
        "↓/s south, ↑/w north, →/d east, ←/a west, space pickup, 5 dropoff"
    )


def test_keys_are_combined_where_there_is_such_an_action():
    names = ("NOOP", "FIRE", "UP", "RIGHT", "LEFT", "UPRIGHT", "RIGHTFIRE")
    atari = choices(*names, "UPRIGHTFIRE")
    for keys, name in [
        ((), "NOOP"),
        (("up",), "UP"),
        (("up", "right"), "UPRIGHT"),
        (("space", "d"), "RIGHTFIRE"),
        (("space", "up", "right"), "UPRIGHTFIRE"),
        (("up", "left"), "LEFT"),  # there is no UPLEFT: the latest key counts
        (("left", "up"), "UP"),
        (("6",), "RIGHTFIRE"),
    ]:
        assert atari.action(keys) == name
    assert atari.help == "space fire, ↑/w up, →/d right, ←/a left"


def test_without_an_action_for_nothing_time_stands_still():
    assert choices("left", "right").action([]) is None
    assert choices("left", "stay", "right").action([]) == "stay"
    assert choices("left", "stay", "right", turns=True).action([]) is None
    assert choices("left", "stay", "right", turns=True).action(["1"]) == "stay"
    assert choices("left", "right").action(["left", "right"]) == "right"


def test_single_letters_are_keys():
    procgen = choices("LEFT+DOWN", "LEFT", "DOWN", "NOOP", "D", "A", "Q")
    assert procgen.action(["left", "down"]) == "LEFT+DOWN"
    assert procgen.action(["d"]) == "D"
    assert procgen.action(["a"]) == "A"
    assert procgen.action(["6"]) == "Q"  # this letter's key quits


def test_turning_and_moving_have_keys_of_their_own():
    names = ["MOVE_LEFT", "MOVE_RIGHT", "ATTACK", "TURN_LEFT", "TURN_RIGHT"]
    doom = Controls(names, np.eye(5), True, False)
    for keys, buttons in [
        ((), []),
        (("left",), [3]),
        (("a",), [0]),
        (("right", "space"), [2, 4]),
        (("d", "2"), [1, 2]),
    ]:
        assert np.flatnonzero(doom.action(keys)).tolist() == buttons
    move_only = Controls(names[:3], np.eye(3), True, False)
    assert np.flatnonzero(move_only.action(["left"])).tolist() == [0]


def stated(space, **controls):
    """Returns a pool of one env with this action space."""
    batched = spaces.Dict(
        {key: spaces.Box(0, 1, (1, *part.shape)) for key, part in space.spaces.items()}
        if isinstance(space, spaces.Dict)
        else {}
    )
    found = envpool.python.config.stated.Controls(**controls)
    return types.SimpleNamespace(
        single_action_space=space,
        action_space=batched,
        config={},
        _env_spec=types.SimpleNamespace(_controls=found),
    )


def test_numbers_are_added_and_stay_in_bounds():
    moves = {"left": (-1, 0), "gas": (0.25, 2)}
    space = spaces.Box(np.array([-1, 0]), np.array([1, 1]), dtype=np.float32)
    pool = stated(space, moves=moves)
    controls = controls_of(pool)
    action = action_of(pool, controls.action(["left", "up"]))
    assert action.dtype == np.float32
    np.testing.assert_array_equal(action, np.array([[-0.75, 1]], np.float32))
    np.testing.assert_array_equal(action_of(pool, controls.action([])), [[0, 0]])
    assert controls_of(stated(space)) is None


def test_buttons_beside_amounts():
    buttons = {"binary": spaces.MultiBinary(2), "continuous": spaces.Box(-1, 1, (3,))}
    pool = stated(spaces.Dict(buttons), names=["ATTACK", "MOVE_LEFT"])
    action = action_of(pool, controls_of(pool).action(["a"]))
    assert action["binary"].tolist() == [[0, 1]]
    assert action["continuous"].tolist() == [[0, 0, 0]]


@pytest.mark.parametrize("task_id", ["Taxi-v3", "CartPole-v1", "Pendulum-v1"])
def test_actions_of_pools(task_id):
    pool = envpool.make_gymnasium(task_id)
    action = action_of(pool, controls_of(pool).action(["left"]))
    assert pool.action_space.contains(action)
    pool.reset()
    pool.step(action)


def test_actions_have_as_many_names_as_there_are():
    for task_id in envpool.list_all_envs():
        if envpool.registration.registry.specs[task_id][0] in (
            "envpool.toy_text",
            "envpool.classic_control",
            "envpool.box2d",
            "envpool.minigrid",
            "envpool.procgen",
        ):
            spec = envpool.make_spec(task_id)
            count = int(getattr(spec.gymnasium_action_space, "n", 0))
            names = spec._controls.names_of(spec.config._asdict())
            assert len(names) == len(set(names)) == count, task_id


def test_sequences_of_a_terminal():
    assert names_of("\x1b[A\x1b[D\x1bOC\x1b[1;2B") == ["up", "left", "right", "down"]
    assert names_of(" xA\r\x1b") == ["space", "x", "a", "enter", "q"]
    assert names_of("\x1b[3~\x03") == ["q"]


def test_held_keys_of_a_terminal():
    keys = HeldKeys()
    keys.press("up", 0.0)
    assert keys.at(0.3) == ["up"]
    assert keys.at(0.4) == []
    keys.press("up", 0.42)  # the second press is a repetition
    assert keys.at(0.5) == ["up"]
    assert keys.at(0.6) == []
    keys.press("left", 1.0)
    keys.press("space", 1.1)
    assert keys.at(1.2) == ["left", "space"]
    keys.press("right", 1.2)
    assert keys.at(1.25) == ["space", "right"]
