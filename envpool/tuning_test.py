# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool.tune`."""

import pytest

import envpool
from envpool import tuning
from envpool.python.errors import ConfigError, UnknownEnvError
from envpool.tuning import Measurement, Tuning, _fastest, _notes


def measured(*rates, **settings):
    return Measurement(settings, rates)


def test_every_kind_of_setting_is_tried_and_the_default_comes_first():
    assert tuning.choices(64, sync=False)["batch_size"] == [0, 16, 32]
    assert tuning.choices(64, sync=True)["batch_size"] == [0]
    assert tuning.choices(1, sync=False)["num_threads"] == [0, 1]
    assert tuning.choices(8, sync=False)["chunk"] == [0, 1, 4]


def test_medians_and_spread():
    one = measured(10.0, 30.0, 20.0)
    assert (one.steps_per_second, one.spread) == (20.0, 1.0)


def test_a_default_stays_unless_another_setting_is_clearly_faster():
    default = measured(10.0, 11.0, 12.0, chunk=0)
    for rates, is_better in [
        ((20.0, 21.0, 22.0), True),
        ((20.0, 5.0, 22.0), True),  # one disturbed round
        ((9.0, 10.0, 99.0), False),  # one lucky one
        ((11.0, 10.5, 11.9), False),
    ]:
        other = measured(*rates, chunk=4)
        assert _fastest([default, other]) is (other if is_better else default)
    assert _fastest([measured(1.0), measured(0.9)]).rates == (1.0,)


def test_pools_take_turns(monkeypatch):
    turns = []

    class Loop:
        def __init__(self, pool):
            self.chunk = pool._options.chunk

        def run(self, seconds):
            turns.append((self.chunk, seconds))
            return 1

    monkeypatch.setattr(tuning, "Loop", Loop)
    rounds = []
    found = envpool.tune(
        "CartPole-v1",
        8,
        seconds=4,
        rounds=2,
        num_threads=1,
        batch_size=4,
        progress=lambda *args: rounds.append(args),
    )
    warm, first, second = turns[:3], turns[3:6], turns[6:]
    assert warm == [(0, 1), (1, 1), (4, 1)]
    assert first == [(0, 2), (1, 2), (4, 2)]
    assert second == first[::-1]
    assert rounds == [("chunk", 0, 2), ("chunk", 1, 2)]
    assert [dict(each.settings) for each in found.tried] == [
        {"chunk": 0},
        {"chunk": 1},
        {"chunk": 4},
    ]


def test_what_is_found_makes_a_pool():
    found = envpool.tune("CartPole-v1", 4, seconds=0.01, rounds=2, seed=3)
    assert found.kwargs["seed"] == 3
    with found.make("gym", max_episode_steps=5) as pool:
        assert len(pool) == 4
        assert pool.config["max_episode_steps"] == 5
    assert str(found).startswith("env = envpool.make('CartPole-v1', env_type=")
    best = measured(5.0, chunk=0, batch_size=2)
    text = str(Tuning("A-v1", {"num_envs": 4}, best, (best,), ("A note.",)))
    assert text == (
        "env = envpool.make('A-v1', env_type=\"gymnasium\", num_envs=4, batch_size=2)\n"
        "5 steps/s, ±0%\nA note."
    )


def test_notes():
    calm = measured(10.0, 10.1, chunk=0)
    assert list(_notes(calm, [calm], 0.0)) == []
    (note,) = _notes(calm, [calm], 1.5)
    assert "load 1.5 per CPU" in note
    (note,) = _notes(calm, [calm, measured(10.0, 15.0)], 0.0)
    assert note.startswith("The rounds differ by up to 40%")
    (note,) = _notes(measured(10.0, batch_size=4), [calm], 0.0)
    assert "send and recv" in note


@pytest.mark.parametrize(
    ("kwargs", "error", "text"),
    [
        ({"task_id": "CartPole-v9"}, UnknownEnvError, "did you mean 'CartPole-v1'"),
        ({"num_envs": 0}, ConfigError, "num_envs: expected"),
        ({"seconds": 0}, ConfigError, "seconds: expected more than 0"),
        ({"rounds": 0}, ConfigError, "rounds: expected"),
    ],
)
def test_mistakes(kwargs, error, text):
    with pytest.raises(error, match=text):
        envpool.tune(**{"task_id": "CartPole-v1", **kwargs})


def test_threads_may_be_automatic():
    for value in (0, "auto"):
        with envpool.make_gym("CartPole-v1", num_envs=2, num_threads=value) as pool:
            assert pool.config["num_threads"] == 0
    with pytest.raises(ConfigError, match="num_threads: expected one of 'auto' or a"):
        envpool.make_spec("CartPole-v1", num_threads="all")
