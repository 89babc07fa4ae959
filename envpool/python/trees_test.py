# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import copy
import pickle

import pytest

from envpool.python import data
from envpool.python.env_spec import COMMON_STATE_KEYS
from envpool.python.results import trees
from envpool.python.results.plans import Columns, dm_plans, gym_plans, gymnasium_plans

STATE = list(COMMON_STATE_KEYS)


def columns(*own, engine=("terminated", "ones")):
    state = [*STATE, *own]
    return Columns([*state, *engine], state)


@pytest.mark.parametrize(
    ("key", "path", "state_path"),
    [
        ("obs", ("obs",), ("obs",)),
        ("info:players.id", ("info", "players", "id"), ("players", "id")),
        (
            "obs:desired_goal:bottom burner",
            ("obs", "desired_goal", "bottom burner"),
            ("desired_goal", "bottom burner"),
        ),
        ("reward", ("reward",), ("reward",)),
    ],
)
def test_paths(key, path, state_path):
    assert trees.gym_path(key) == path
    assert trees.state_path(key) == state_path


def test_nest_keeps_order_and_the_last_of_equal_paths():
    tree = trees.nest([(("b", "x"), 0), (("a",), 1), (("b", "y"), 2), (("a",), 3)])
    assert tree == {"b": {"x": 0, "y": 2}, "a": 3}
    assert list(tree) == ["b", "a"]


@pytest.mark.parametrize(
    "paths", [[("a",), ("a", "b")], [("a", "b"), ("a",)], [("a", "b"), ("a", "b", "c")]]
)
def test_nest_refuses_a_value_that_is_a_level(paths):
    with pytest.raises(ValueError, match="'a"):
        trees.nest((path, 0) for path in paths)


def test_field_names():
    names = ["ok", "bottom burner", "1st", "", "class", "_x", "bottom-burner"]
    assert trees.field_names(names) == [
        "ok",
        "bottom_burner",
        "f_1st",
        "f_",
        "f_class",
        "f_x",
        "bottom_burner_1",
    ]


def test_records_pickle_and_have_one_class():
    record = trees.records("State", {"env_id": 1, "players": {"env_id": 2}})
    assert type(record).__name__ == "State"
    assert record._fields == ("env_id", "players")
    assert record.players.env_id == 2
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert type(again) is type(record)
    assert copy.deepcopy(record) == record


def test_build_follows_all_kinds_of_plans():
    cls = trees.record_class("State", ("a", "b"))
    plan = ("tuple", [1, ("dict", {"x": 0}), ("named", cls, [0, ("tuple", [2])])])
    assert trees.build(plan, "abc") == ("b", {"x": "a"}, cls("a", ("c",)))


def test_observation_of_one_key_is_an_array_even_if_nested():
    assert columns("obs").observation() == 8
    assert columns("obs:pixels").observation() == 8
    two = columns("obs:a", "obs:b:c").observation()
    assert two == {"a": 8, "b": {"c": 9}}


def test_observation_of_numbered_keys_is_a_tuple():
    assert columns("obs:1", "obs:0").observation() == ("tuple", [9, 8])
    nested = columns("obs:0", "obs:1.a").observation()
    assert nested == ("tuple", [8, ("dict", {"a": 9})])
    assert columns("obs:0", "obs:2").observation() == {"0": 8, "2": 9}


def test_gymnasium_infos_have_masks():
    plans = gymnasium_plans(columns("obs", "info:state"))
    obs, reward, terminated, truncated, info = plans.step[1]
    ones = 11
    assert (obs, reward, terminated, truncated) == (8, 4, 10, 7)
    players = ("dict", {"env_id": 1, "_env_id": ones})
    assert info == (
        "dict",
        {
            "env_id": 0,
            "_env_id": ones,
            "players": players,
            "_players": ones,
            "state": 9,
            "_state": ones,
            "elapsed_step": 2,
            "_elapsed_step": ones,
        },
    )
    assert plans.reset == ("tuple", [obs, info], ("obs", "info"))
    assert plans.step[2] == ("obs", "reward", "terminated", "truncated", "info")
    assert plans.hook is None


def test_gym_plans():
    keys = columns("obs", "info:state")
    plans = gym_plans(keys, old_api=False)
    info = {"env_id": 0, "players": ("dict", {"env_id": 1}), "state": 9}
    info["elapsed_step"] = 2
    names = ("obs", "reward", "terminated", "truncated", "info")
    assert plans.step == ("tuple", [8, 4, 10, 7, ("dict", info)], names)
    assert plans.reset == ("tuple", [8, ("dict", info)], ("obs", "info"))
    old = gym_plans(keys, old_api=True)
    info = {**info, "TimeLimit.truncated": 7}
    names = ("obs", "reward", "done", "info")
    assert old.step == ("tuple", [8, 4, 3, ("dict", info)], names)
    assert old.reset == 8


def test_gym_has_dense_final_values():
    engine = ["terminated", "ones", "_final", "final:elapsed_step", "final:obs"]
    engine += ["final:info:state", "_episode", "episode:r", "episode:l", "episode:t"]
    plans = gym_plans(columns("obs", "info:state", engine=engine), old_api=False)
    info = plans.step[1][-1][1]
    assert info["final_obs"] == 14
    assert info["_final_obs"] == info["_final_info"] == 12
    assert info["final_info"] == ("dict", {"state": 15, "elapsed_step": 13})
    assert info["episode"] == ("dict", {"r": 17, "l": 18, "t": 19})
    assert info["_episode"] == 16
    assert "final_obs" not in plans.reset[1][1][1]


def test_dm_plans():
    keys = columns("obs:a", "obs:b:c", "info:a", "info:d")
    kind, cls, fields = dm_plans(keys, tuple).step
    assert (kind, cls, fields[:3]) == ("named", tuple, [6, 4, 5])
    kind, state, leaves = fields[3]
    assert state._fields == ("env_id", "players", "a", "b", "d")
    assert leaves[0] == 0
    assert leaves[2] == 10  # the info hides an observation of its name


def test_data_names_for_authors():
    assert data.to_nested_dict({"a.b": 1, "c": 2}) == {"a": {"b": 1}, "c": 2}
    assert data.to_namedtuple("T", {"a": {"b": 1}}).a.b == 1
    assert data.gymnasium_structure(["obs", "info:x"]) == {"obs": 0, "info": {"x": 1}}
    assert data.dm_structure("State", ["obs:a", "info:b.c"]).b.c == 1
