# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the acceptance and the refusal of saved states."""

import struct

import numpy as np
import pytest

import envpool
from envpool.python.apis import states as states_of
from envpool.python.config.rules import Rules
from envpool.python.errors import ArgumentError, ConfigError


def make(task_id, **kwargs):
    env = envpool.make_gym(task_id, num_envs=1, **kwargs)
    env.reset()
    return env


def forge(env, change):
    """Returns a state of `env` with changed content and a valid header."""
    mark = env._fingerprint
    payload = bytearray(states_of.unpack(env.save_state(), [mark])[0].state)
    change(payload)
    return states_of.pack([bytes(payload)], [mark])


def refused(env, states, text):
    before = env.save_state()
    with pytest.raises(ArgumentError, match=text):
        env.load_state(states)
    assert env.save_state() == before
    env.step([0])


GENERATOR = 37  # bytes
ENDED = GENERATOR + 4
FIELDS = ENDED + 1 + 16  # after the episode's return and age


def spoil(at, text):
    def change(payload):
        payload[at : at + len(text)] = text

    return change


INDEX = {  # Offsets of ints that may be used as indices, and invalid values
    "FrozenLake-v1": (FIELDS, (-1, 16, 2**31 - 1)),
    "FrozenLake8x8-v1": (FIELDS, (-1, 64)),
    "Taxi-v3": (FIELDS, (-1, 500)),
    "CliffWalking-v1": (FIELDS, (-1, 48)),
    "NChain-v0": (FIELDS, (-1, 5)),
    "Catch-v0": (FIELDS, (-1, 10)),
    "Blackjack-v1": (FIELDS, (-(2**31), -1, 22)),
}


@pytest.mark.parametrize("task_id", INDEX)
def test_indices(task_id):
    env = make(task_id)
    at, values = INDEX[task_id]
    for value in values:
        states = forge(env, spoil(at, struct.pack("<i", value)))
        refused(env, states, "^states: expected bytes saved by")


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (0, bytes(GENERATOR)),
        (16, b"\0"),  # an even increment
        (GENERATOR - 1, b"\2"),  # a flag
        (GENERATOR, b"\xff\xff\xff\xff"),  # steps
        (GENERATOR, b"\xff\xff\xff\x7f"),
        (ENDED, b"\2"),
        (ENDED + 9, struct.pack("<d", -1)),  # an age
        (ENDED + 9, struct.pack("<d", np.nan)),
        (ENDED + 9, struct.pack("<d", np.inf)),
    ],
)
def test_what_all_have(at, text):
    env = make("Blackjack-v1")
    refused(env, forge(env, spoil(at, text)), "^states: expected bytes saved by")


def test_other_version(monkeypatch):
    env = make("CartPole-v1")
    states = env.save_state()
    monkeypatch.setattr(envpool, "__version__", "2.0.0rc1+local")
    refused(
        env,
        states,
        r"^states\[0\]: expected a state saved by envpool 2.0.0rc1\+local, got one "
        r"of version '2.0.0'",
    )


def test_other_config():
    states = make("FrozenLake-v1", is_slippery=False).save_state()
    refused(make("FrozenLake-v1"), states, r"^states\[0\]: .* same env and config")
    refused(make("CartPole-v1"), states, r"^states\[0\]: .* different env")


# The pool, not the episode, determines the maximum length of an episode.
def test_other_time_limit():
    env = make("CartPole-v1")
    for _ in range(5):
        env.step([0])
    states = env.save_state()
    for limit, truncated in [(5, True), (6, True), (7, False)]:
        other = make("CartPole-v1", max_episode_steps=limit)
        other.load_state(states)
        _, _, terminated, now, info = other.step([1])
        assert info["elapsed_step"] == [6]
        assert (now, terminated) == ([truncated], [False])


# Statistics belong to the pool. The statistics of an episode that began without them
# count from the load on.
def test_other_statistics():
    with_stats = make("CartPole-v1", episode_stats=True)
    without = make("CartPole-v1")
    for source, target, expected in [
        (with_stats, make("CartPole-v1", episode_stats=True), 8),
        (without, make("CartPole-v1", episode_stats=True), 5),
        (with_stats, make("CartPole-v1"), None),
    ]:
        source.reset()
        for action in (0, 1, 0):
            source.step([action])
        target.load_state(source.save_state())
        target.clone_state(0, [0])
        done = [False]
        while not done[0]:
            *_, done, _, info = target.step([0])
        if expected is not None:
            length = info["elapsed_step"][0]
            assert info["episode"]["r"] == [length - (8 - expected)]
            assert info["episode"]["l"] == [length]
            assert info["episode"]["t"][0] >= 0


def test_paths_are_not_compared(monkeypatch):
    make("CartPole-v1", base_path="/elsewhere").load_state(
        make("CartPole-v1").save_state()
    )
    plain = make("FrozenLake-v1")
    refused(
        make("FrozenLake-v1", map_name="4x4"), plain.save_state(), "same env and config"
    )
    rules = Rules({"map_name": {"path": True}}, None)
    monkeypatch.setattr(states_of, "find_rules", lambda *_: rules)
    make("FrozenLake-v1", map_name="4x4").load_state(make("FrozenLake-v1").save_state())


# If a file is missing, the error names its key, not the first changed key.
def test_paths_in_errors(monkeypatch):
    def fail(self, values):
        raise ValueError("cannot read /elsewhere/model.xml")

    spec = make("CartPole-v1")._env_spec
    monkeypatch.setattr(type(spec)._native, "__init__", fail)
    with pytest.raises(ConfigError, match=r"^base_path: got '/elsewhere' \(str\): "):
        envpool.make_gym("CartPole-v1", num_envs=4, base_path="/elsewhere")


@pytest.mark.parametrize("key", ["base_path", "map_name"])
def test_text_that_cannot_be_encoded(key):
    with pytest.raises(ConfigError, match=f"^{key}: expected a string that UTF-8"):
        envpool.make_gym("FrozenLake-v1", **{key: "a\udcff"})


# A family's fingerprint of the files behind the paths.
def test_own_fingerprint(monkeypatch):
    env = make("FrozenLake-v1")
    assert env._env_spec._state_fingerprint == b""
    states = env.save_state()
    monkeypatch.setattr(type(env._env_spec), "_state_fingerprint", b"contents")
    other = make("FrozenLake-v1")
    refused(other, states, r"^states\[0\]: .* same env and config")
    other.load_state(make("FrozenLake-v1").save_state())
