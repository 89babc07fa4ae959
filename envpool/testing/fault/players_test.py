# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares several players and ragged entries with a model, through all APIs."""

import numpy as np
import pytest

import envpool
from envpool.python.errors import NotSupportedError
from envpool.testing import fault

ENV_TYPES = ("gym", "gymnasium", "dm")
SHAPES = {
    "sync": {},
    "sync by workers": {"caller_helps": False, "chunk": 1},
    "async": {"batch_size": 2},
    "async by workers": {"batch_size": 3, "caller_helps": False},
}
NUM_ENVS = 5
MAX_PLAYERS = 3
HORIZON = 10


class Model:
    """A model of one env of dummy_env.h."""

    def __init__(self, env_id):
        self.env_id = env_id
        self.t = HORIZON

    def act(self, actions, ids, numbers):
        """Returns the rows of each entry: one for the env, or one for each player."""
        resets = self.t >= HORIZON
        self.t = 0 if resets else self.t + 1
        if resets:
            actions, ids, numbers = [], [], [0]
        t, count = self.t, (self.env_id + self.t) % (MAX_PLAYERS + 1)
        players = range(count)
        padded = [0] * MAX_PLAYERS
        return {
            "env_id": self.env_id,
            "sum": sum(numbers),
            "players.env_id": [self.env_id] * count,
            "reward": [t + i for i in players],
            "raw": [[100 * t + 10 * i + k for k in range(3)] for i in players],
            "dyn": [[[t + i] * 2] * (i + 1) if i % 2 == 0 else None for i in players],
            "action": [*actions, *padded][:count],
            "id": [*ids, *padded][:count],
        }


def entries(env_type, result):
    """Returns a result of any API in a common form."""
    if env_type == "dm":
        seen = result.observation
        players, reward, total = seen.players._asdict(), result.reward, seen.sum
        env_id, raw, dyn = seen.env_id, seen.raw, seen.dyn
        assert result.discount.shape == reward.shape
        assert result.step_type.shape == env_id.shape
    else:
        obs, info = result[0], result[-1]
        reward = result[1] if len(result) == 5 else None
        players, env_id, total = info["players"], info["env_id"], info["sum"]
        raw, dyn = obs["raw"], obs["dyn"]
        for flag in result[2:4] if len(result) == 5 else ():
            assert flag.shape == env_id.shape
    assert raw.dtype == np.int32
    assert raw.shape == (len(players["env_id"]), 3)
    assert all(each is None or each.dtype == np.int32 for each in dyn)
    return {
        "env_id": env_id.tolist(),
        "sum": total.tolist(),
        "players.env_id": players["env_id"].tolist(),
        "reward": None if reward is None else reward.tolist(),
        "raw": raw.tolist(),
        "dyn": [None if each is None else each.tolist() for each in dyn],
        "action": players["action"].tolist(),
        "id": players["id"].tolist(),
    }


def merged(rows, has_reward=True):
    """Returns a batch: the envs' rows one after the other."""
    batch = {}
    for key in rows[0]:
        per_env = key in ("env_id", "sum")
        parts = [[row[key]] if per_env else row[key] for row in rows]
        batch[key] = [value for part in parts for value in part]
    return batch if has_reward else batch | {"reward": None}


def make(env_type, **kwargs):
    kwargs["infos"] = "all"
    return envpool.make(
        "Dummy-v0", env_type, num_envs=NUM_ENVS, num_threads=2, **kwargs
    )


def random_action(rng, ids):
    """Returns an action with players in random order, and the part of each env."""
    owners = rng.permutation(np.repeat(ids, rng.integers(0, MAX_PLAYERS + 1, len(ids))))
    action = {
        "list_action": rng.integers(-9, 9, (len(ids), 6)).astype(np.float64),
        "players": {
            "env_id": owners.astype(np.int32),
            "action": rng.integers(0, 1000, len(owners)).astype(np.int32),
            "id": np.arange(len(owners), dtype=np.int32),
        },
    }
    parts = [
        (
            action["players"]["action"][owners == env_id].tolist(),
            action["players"]["id"][owners == env_id].tolist(),
            action["list_action"][row].tolist(),
        )
        for row, env_id in enumerate(ids)
    ]
    return action, dict(zip(ids.tolist(), parts, strict=True))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_players_and_ragged_entries(env_type, shape):
    rng = np.random.default_rng(7)
    env = make(env_type, **SHAPES[shape])
    models = [Model(env_id) for env_id in range(NUM_ENVS)]
    sent = {env_id: ([], [], [0]) for env_id in range(NUM_ENVS)}
    kept = []
    env.async_reset()
    for _ in range(150):
        found = entries(env_type, env.recv())
        ids = np.array(found["env_id"])
        rows = [models[env_id].act(*sent.pop(env_id)) for env_id in found["env_id"]]
        assert found == merged(rows)
        kept.append(found)
        order = rng.permutation(ids)
        action, parts = random_action(rng, order)
        sent |= parts
        env.send(action, order)
    assert sorted(sent) == list(range(NUM_ENVS))
    assert len({len(each["reward"]) for each in kept}) > 3
    env.close()


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_reset_and_step(env_type):
    """Tests reset and step instead of send and recv; env 0 starts without players."""
    rng = np.random.default_rng(8)
    env = make(env_type)
    models = [Model(env_id) for env_id in range(NUM_ENVS)]
    everyone = np.arange(NUM_ENVS)
    rows = [model.act([], [], [0]) for model in models]
    assert entries(env_type, env.reset()) == merged(rows, env_type == "dm")
    for _ in range(25):
        action, parts = random_action(rng, everyone)
        rows = [model.act(*parts[model.env_id]) for model in models]
        assert entries(env_type, env.step(action)) == merged(rows)


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_ragged_arrays_outlive_the_pool(env_type):
    env = make(env_type)
    found = entries(env_type, env.reset())
    result = env.reset()
    action, _ = random_action(np.random.default_rng(9), np.arange(NUM_ENVS))
    for _ in range(20):
        env.step(action)
    env.close()
    del env
    assert entries(env_type, result) == found


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_nobody_plays(env_type):
    """A batch may have rows for envs but none for players."""
    env = make(env_type, batch_size=1)
    env.async_reset()
    for _ in range(NUM_ENVS):
        found = entries(env_type, env.recv())
        if found["env_id"] == [0]:
            assert found["players.env_id"] == found["raw"] == found["dyn"] == []
            assert found["reward"] == []
            return
    raise AssertionError("env 0 did not come")


def test_spaces():
    env = make("gymnasium")
    with pytest.raises(NotSupportedError, match="differ in shape"):
        _ = env.single_observation_space  # no space says "ragged"
    space = env.single_action_space
    assert {"action", "id"} <= set(space["players"])
    assert space["list_action"].shape == (6,)
    config = env.config
    assert (config["state_num"], config["horizon"]) == (3, HORIZON)


def test_who_knows_of_these_envs():
    assert {"Dummy-v0", "Fault-v0"} <= set(envpool.list_all_envs())
    assert "FaultEnvSpec" in dir(fault)
    assert fault.DummyEnvSpec({"num_envs": 2}).config.num_envs == 2
