# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

from envpool.python.actions.validate import (
    ActionReader,
    check_env_ids,
    check_mask,
)
from envpool.python.array_spec import ArraySpec
from envpool.python.errors import (
    ActionKeyError,
    ArgumentError,
    ArgumentTypeError,
    EnvIdError,
)

INF = np.inf
INT = (-(2**31), 2**31 - 1)
N = 4


def normalizer(own, num_envs=N, players=1, is_async=False, last=None):
    specs = {
        "env_id": ArraySpec("i4", [], INT),
        "players.env_id": ArraySpec("i4", [-1], INT),
        **own,
    }
    read = ActionReader(specs, num_envs, players, is_async)
    return lambda action, env_id=None: read(action, env_id, last)


DISCRETE = {"action": ArraySpec("i4", [-1], (0, 2))}
BOX = {"action": ArraySpec("f4", [-1, 2], (-1.0, 1.0))}
discrete = normalizer(DISCRETE)
box = normalizer(BOX)


class Torchlike:
    """Converts by the array protocol, like torch and jax arrays."""

    def __init__(self, array):
        self._array = array

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self._array, dtype)


class Subclass(np.ndarray):
    """A subclass as in user code."""


class OnAnotherDevice:
    def __array__(self, dtype=None, copy=None):
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


def readonly(array):
    array.flags.writeable = False
    return array


GOOD = [0, 2, 1, 0]


@pytest.mark.parametrize(
    "action",
    [
        np.array(GOOD),
        np.array(GOOD, np.int32),
        np.array(GOOD, np.uint8),
        np.array(GOOD, ">i4"),
        np.array(GOOD, ">i8"),
        np.array(GOOD, np.uint64),
        readonly(np.array(GOOD, np.int32)),
        np.repeat(np.array(GOOD), 3)[::3],
        np.array(GOOD[::-1])[::-1],
        np.ma.array(GOOD, mask=[0, 0, 0, 0]),
        GOOD,
        tuple(GOOD),
        [np.int64(value) for value in GOOD],
        Torchlike(np.array(GOOD)),
        {"action": GOOD},
        {"action": np.array(GOOD), "env_id": np.arange(4)},
        {"action": np.array(GOOD), "players": {"env_id": np.arange(4)}},
        {"action": np.array(GOOD), "players.env_id": range(4)},
    ],
)
def test_discrete_actions_in_any_form(action):
    arrays = discrete(action)
    assert [array.dtype for array in arrays] == [np.int32] * 3
    assert all(array.flags.c_contiguous for array in arrays)
    assert [array.tolist() for array in arrays] == [[0, 1, 2, 3], [0, 1, 2, 3], GOOD]


def test_bools_are_integers():
    assert discrete(np.array([True, False, True, True]))[2].tolist() == [1, 0, 1, 1]


@pytest.mark.parametrize(
    "action",
    [
        np.full((4, 2), 0.5),
        np.full((4, 2), 0.5, np.float16),
        np.full((4, 2), 0.5, np.longdouble),
        np.full((4, 2), 0.5, ">f8"),
        np.full((2, 4), 0.5, np.float32).T,
        np.asfortranarray(np.full((4, 2), 0.5)),
        np.full((4, 2), 0.5).view(Subclass),
        [[0.5, 0.5]] * 4,
    ],
)
def test_float_actions_in_any_form(action):
    array = box(action)[2]
    assert array.dtype == np.float32
    assert array.flags.c_contiguous
    assert array.tolist() == [[0.5, 0.5]] * 4


def test_floats_may_be_out_of_range_nan_or_integers():
    values = np.array([[5.0, -7], [np.nan, 0], [INF, 0], [1e300, -0.0]])
    expected = np.array([[5.0, -7], [np.nan, 0], [INF, 0], [INF, -0.0]], np.float32)
    np.testing.assert_array_equal(box(values)[2], expected)
    assert box(np.ones((4, 2), int))[2].tolist() == [[1.0, 1.0]] * 4


def test_memmap(tmp_path):
    path = tmp_path / "actions"
    np.array(GOOD, np.int64).tofile(path)
    mapped = np.memmap(path, np.int64, mode="r", shape=(4,))
    assert discrete(mapped)[2].tolist() == GOOD


@pytest.mark.parametrize(
    ("normalize", "action", "error", "words"),
    [
        (discrete, None, ArgumentTypeError, ["action", "None"]),
        (discrete, "0121", ArgumentTypeError, ["action", "numbers"]),
        (discrete, b"0121", ArgumentTypeError, ["action", "numbers"]),
        (discrete, object(), ArgumentTypeError, ["action", "object"]),
        (discrete, np.array(GOOD, object), ArgumentTypeError, ["object"]),
        (discrete, [[0], [1, 2], [1], [1]], ArgumentTypeError, ["cannot convert"]),
        (discrete, OnAnotherDevice(), ArgumentTypeError, ["cuda:0"]),
        (discrete, np.array(GOOD, complex), ArgumentTypeError, ["complex128"]),
        (discrete, np.array(GOOD, "M8[s]"), ArgumentTypeError, ["datetime64"]),
        (discrete, np.array(GOOD, float), ArgumentTypeError, ["int32", "float64"]),
        (discrete, np.full(4, np.nan), ArgumentTypeError, ["int32", "float64"]),
        (discrete, np.array([0, 2**40, 0, 0]), ArgumentError, ["[0, 2]", str(2**40)]),
        (discrete, [0, 2**70, 0, 0], ArgumentTypeError, ["object"]),
        (discrete, [], ArgumentError, ["(4,)", "(0,)"]),
        (discrete, 1, ArgumentError, ["(4,)", "()"]),
        (discrete, GOOD[:3], ArgumentError, ["(4,)", "(3,)", "4 envs"]),
        (discrete, [*GOOD, 0], ArgumentError, ["(4,)", "(5,)"]),
        (discrete, GOOD * 2, ArgumentError, ["(4,)", "(8,)"]),
        (discrete, np.zeros((4, 1), int), ArgumentError, ["(4,)", "(4, 1)"]),
        (
            discrete,
            np.ma.array(GOOD, mask=[0, 1, 0, 0]),
            ArgumentError,
            ["masked", "got 1"],
        ),
        (box, np.zeros((4, 3)), ArgumentError, ["(4, 2)", "(4, 3)"]),
        (box, np.zeros(8), ArgumentError, ["(4, 2)", "(8,)"]),
        (box, np.zeros((2, 4)), ArgumentError, ["(4, 2)", "(2, 4)"]),
        (box, np.zeros((4, 2, 1)), ArgumentError, ["(4, 2)", "(4, 2, 1)"]),
        (discrete, {}, ActionKeyError, ["got no 'action'"]),
        (discrete, {"acton": GOOD}, ActionKeyError, ["did you mean 'action'"]),
        (discrete, {"action": {"x": GOOD}}, ActionKeyError, ["'action.x'"]),
        (discrete, {"action": GOOD, 3: 1}, ActionKeyError, ["'3'"]),
        (
            discrete,
            {"action": GOOD, "players.env_id": [0, 1, 2]},
            ArgumentError,
            ["players.env_id", "4", "3"],
        ),
        (
            discrete,
            {"action": GOOD, "players.env_id": [0, 1, 2, 2]},
            ArgumentError,
            ["players.env_id", "at most 1", "2"],
        ),
        (
            discrete,
            {"action": GOOD, "players.env_id": [0, 1, 2, 4]},
            EnvIdError,
            ["players.env_id", "[4]"],
        ),
        (
            discrete,
            {"action": GOOD, "players.env_id": [0.0, 1, 2, 3]},
            ArgumentTypeError,
            ["players.env_id", "float64"],
        ),
    ],
)
def test_refused_on_every_call(normalize, action, error, words):
    for _ in range(3):
        with pytest.raises(error) as caught:
            normalize(action)
        assert all(word in str(caught.value) for word in words), caught.value
        assert "expected" in str(caught.value) or "unknown" in str(caught.value)


def test_one_env_needs_no_axis():
    one = normalizer(DISCRETE, num_envs=1)
    for action in (1, np.int64(1), np.array(1), np.array([1]), [1]):
        assert one(action)[2].tolist() == [1]
    one = normalizer(BOX, num_envs=1)
    assert one(np.array([0.5, 1.0]))[2].tolist() == [[0.5, 1.0]]
    assert discrete(2, env_id=3)[2].tolist() == [2]


def test_choice_with_an_axis_of_one_takes_what_its_space_samples():
    normalize = normalizer({"action": ArraySpec("i4", [-1, 1], (0, 3))})
    assert normalize([0, 1, 2, 3])[2].tolist() == [[0], [1], [2], [3]]
    assert normalize([[0], [1], [2], [3]])[2].shape == (4, 1)


def test_several_actions():
    own = {
        "arm": ArraySpec("f8", [3], (-1, 1)),
        "hand.grip": ArraySpec("?", [], (0, 1)),
        "mode": ArraySpec("u1", [2], (0, 255), ([1, 2], [3, 4])),
    }
    normalize = normalizer(own)
    good = {
        "arm": np.zeros((4, 3)),
        "hand": {"grip": [0, 1, 1, 0]},
        "mode": [[1, 2], [2, 3], [3, 4], [1, 4]],
    }
    arrays = normalize(good)
    assert [str(array.dtype) for array in arrays[2:]] == ["float64", "bool", "uint8"]
    flat = {"hand.grip": good["hand"]["grip"], **good}
    del flat["hand"]
    assert normalize(flat)[3].tolist() == [False, True, True, False]
    with pytest.raises(ArgumentTypeError, match="dict with keys 'arm'"):
        normalize(np.zeros((4, 3)))
    with pytest.raises(ActionKeyError, match=r"got no 'hand.grip'"):
        normalize({"arm": good["arm"], "mode": good["mode"]})
    with pytest.raises(ArgumentError, match=r"hand.grip: expected bools"):
        normalize({**good, "hand": {"grip": [0, 2, 1, 0]}})


@pytest.mark.parametrize(
    ("ids", "result"),
    [
        (2, [2]),
        (np.int64(2), [2]),
        (np.array(2), [2]),
        ([3, 1], [3, 1]),
        ((0,), [0]),
        (range(2), [0, 1]),
        (np.array([3, 0], np.uint8), [3, 0]),
        (np.array([3, 0], ">i8"), [3, 0]),
        ([], []),
        (np.array([], np.int32), []),
        (np.array([True, False, False, True]), [0, 3]),
        ([True, False, False, True], [0, 3]),
    ],
)
def test_env_ids_in_any_form(ids, result):
    got = check_env_ids("env_id", ids, N)
    assert got.dtype == np.int32
    assert got.tolist() == result


@pytest.mark.parametrize(
    ("ids", "error", "words"),
    [
        ([0, 4], EnvIdError, ["[0, 3]", "got 4"]),
        ([-1], EnvIdError, ["-1"]),
        ([10**9], EnvIdError, ["1000000000"]),
        ([2**31], EnvIdError, [str(2**31)]),
        ([2**63], EnvIdError, [str(2**63)]),
        ([2**64], ArgumentTypeError, ["object"]),
        ([1, 2, 1], EnvIdError, ["1 more than once"]),
        (np.zeros(20, int), EnvIdError, ["0 more than once"]),
        ([0.0], ArgumentTypeError, ["float64"]),
        ([np.nan], ArgumentTypeError, ["float64"]),
        (3.7, ArgumentTypeError, ["float64"]),
        ("0", ArgumentTypeError, ["numbers"]),
        (["0"], ArgumentTypeError, ["numbers"]),
        ([[0, 1]], ArgumentError, ["one dimension", "(1, 2)"]),
        (np.zeros((0, 2), int), ArgumentError, ["one dimension"]),
        (True, ArgumentError, ["bool"]),
        ([True, False], ArgumentError, ["(4,)", "(2,)"]),
        ({0, 1}, ArgumentTypeError, ["set"]),
    ],
)
def test_refused_env_ids(ids, error, words):
    with pytest.raises(error) as caught:
        check_env_ids("env_id", ids, N)
    assert str(caught.value).startswith("env_id: expected")
    assert all(word in str(caught.value) for word in words), caught.value


def test_env_ids_of_the_call_and_of_the_dict_are_the_same():
    for ids in ([3, 2], [3, 0], [1, 0], [0]):
        with pytest.raises(ArgumentError, match=r"^env_id: expected the same ids"):
            discrete({"action": [1, 2], "env_id": [0, 1]}, ids)
    arrays = discrete({"action": [1, 2], "env_id": (3, 2)}, np.array([3, 2]))
    assert arrays[0].tolist() == arrays[1].tolist() == [3, 2]
    assert discrete({"action": [1, 2], "env_id": [0, 1]})[0].tolist() == [0, 1]
    assert discrete([], env_id=[])[2].shape == (0,)


def test_async_mode_needs_env_id():
    normalize = normalizer(DISCRETE, is_async=True)
    with pytest.raises(ArgumentError, match=r'env_id: .*info."env_id"'):
        normalize([0, 1])
    assert normalize(GOOD)[0].tolist() == [0, 1, 2, 3]
    assert normalize([0, 1], [2, 3])[0].tolist() == [2, 3]


def test_one_player_each_in_another_order():
    players = {"action": [2, 0, 1], "env_id": [3, 0, 2], "players.env_id": [0, 2, 3]}
    ids, owners, action = discrete(players)
    assert ids.tolist() == owners.tolist() == [3, 0, 2]
    assert action.tolist() == [1, 2, 0]


DUEL = {
    "players.action": ArraySpec("i4", [-1], (0, 9)),
    "players.id": ArraySpec("i4", [-1], (0, 9)),
    "bet": ArraySpec("i4", [], (0, 9)),
}


def duel(rows, ids, last=None, owners=None):
    action = {"players": {"action": rows, "id": rows}, "bet": [0] * len(ids)}
    if owners is not None:
        action["players"]["env_id"] = owners
    if last is not None:
        last = (np.unique(last), np.array(last))
    normalize = normalizer(DUEL, players=2, last=last)
    return normalize(action, ids)[1].tolist()


def test_players_are_inferred():
    assert duel([1, 2], [3, 1], last=[0, 1, 2, 3]) == [1, 3]
    assert duel([1, 2, 3], [3, 1], last=[0, 1, 1, 2, 3]) == [1, 1, 3]
    assert duel([1, 2, 3, 4], [3, 1]) == [3, 3, 1, 1]
    assert duel([1, 2, 3, 4], [3, 1], last=[0, 1, 1, 2, 3]) == [3, 3, 1, 1]
    assert duel([1, 2, 3], [3, 1], owners=[1, 3, 1]) == [1, 3, 1]
    assert duel([], [3, 1], owners=[]) == []


def test_one_action_for_each_env_where_one_player_moves():
    """EnvPool 1.x also puts the rows of the last result first."""
    normalize = normalizer(DISCRETE, players=2)
    assert [a.tolist() for a in normalize(GOOD)][:2] == [[0, 1, 2, 3]] * 2
    ids, owners, action = normalize([2, 1], [3, 1])
    assert (ids.tolist(), owners.tolist(), action.tolist()) == ([3, 1], [3, 1], [2, 1])
    last = (np.arange(4), np.array([1, 1, 3, 3]))
    normalize = normalizer(DISCRETE, players=2, last=last)
    assert normalize(GOOD)[1].tolist() == [1, 1, 3, 3]
    with pytest.raises(ArgumentError, match=r"expected 4 rows.*or 2, one for each env"):
        normalize([1, 1, 1], [3, 1])


@pytest.mark.parametrize(
    ("rows", "last", "owners", "error", "words"),
    [
        ([1, 2], None, None, ArgumentError, ["expected 4 rows", "got 2 rows"]),
        ([1, 2], [1, 1, 3, 3], None, ArgumentError, ["expected 4 rows, 2 for each"]),
        ([1, 2], [1, 1, 3], None, ArgumentError, ["expected 3 rows as in", "or 4"]),
        ([1, 2], [1, 1], None, ArgumentError, ["expected 4 rows", "got 2 rows"]),
        ([1] * 6, None, None, ArgumentError, ["expected 4 rows", "got 6 rows"]),
        ([1, 2], None, [1], ArgumentError, ["(1,)", "(2,)"]),
        ([1, 2], None, [1, 0], EnvIdError, ["[0]"]),
        ([1, 2, 3], None, [1, 1, 1], ArgumentError, ["at most 2", "got 3"]),
        ([1, 2], None, [[1, 3]], ArgumentError, ["one dimension"]),
    ],
)
def test_players_that_do_not_match(rows, last, owners, error, words):
    with pytest.raises(error) as caught:
        duel(rows, [3, 1], last, owners)
    assert all(word in str(caught.value) for word in words), caught.value


def test_per_player_arrays_must_agree():
    normalize = normalizer(DUEL, players=2)
    action = {"players.action": [1], "players.id": [1, 2], "bet": GOOD}
    with pytest.raises(ArgumentError, match=r"players.action: 1, players.id: 2"):
        normalize(action)


def test_masks():
    assert check_mask("mask", [True, False, False, True], N).tolist() == [0, 3]
    for mask in ([False] * 4, [True] * 3, [[True] * 4]):
        with pytest.raises(ArgumentError, match=r"^mask: expected"):
            check_mask("mask", mask, N)
    for mask in ([1, 0, 0, 1], None, "yes"):
        with pytest.raises(ArgumentTypeError, match=r"^mask: expected"):
            check_mask("mask", mask, N)


def test_choices_that_are_floats():
    """An env may mark a double as discrete."""
    spec = ArraySpec("f8", [-1], (0.0, 2.0), is_discrete=True)
    choose = normalizer({"action": spec})
    for good in (GOOD, np.array(GOOD, np.float32), np.array(GOOD, float)):
        assert choose(good)[2].tolist() == GOOD
