# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Multi-player pools as PettingZoo's: its own tests, and equal episodes."""

import warnings

import numpy as np
import pytest
from pettingzoo.utils.conversions import parallel_to_aec

import envpool
from envpool.integrations.pettingzoo import ParallelEnv, ParallelVectorEnv
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    EnvStepError,
    ProtocolError,
)
from envpool.testing import (  # noqa: F401  they register tasks
    changing_players,
    rare_features,
    two_players,
)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # these modules load deprecated games
    from pettingzoo.test import parallel_api_test, parallel_seed_test, state_test

BET = {"bet": [0.0, 0.0]}
COUNCIL = {"bet": 0.5, "dial": [0, 1, 2]}
GAMES = {
    "one array": ("Crowd-v0", {}),
    "in turns": ("Relay-v0", {"in_turns": True}),
    "arriving and leaving": ("Relay-v0", {}),
    "shared action": ("Duel-v0", {"shared_action": BET}),
    "two actions": ("Council-v0", {"shared_action": COUNCIL}),
}
games = pytest.mark.parametrize(("task_id", "config"), GAMES.values(), ids=GAMES)


@games
def test_tests_of_pettingzoo(task_id, config):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(ParallelEnv(task_id, **config), 100)
        parallel_seed_test(lambda: ParallelEnv(task_id, **config), 100)


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
@games
def test_states(task_id, config):
    """Its warnings also occur with PettingZoo's own games."""
    make = ParallelEnv(task_id, **config)
    state_test(parallel_to_aec(make), make)


def sample(env):
    return {agent: env.action_space(agent).sample() for agent in env.agents}


def test_the_same_episodes_as_the_pool():
    pool = envpool.make_gym("Crowd-v0", num_envs=1, autoreset_mode="disabled")
    env = ParallelEnv("Crowd-v0")
    assert env.possible_agents == ["player_0", "player_1"]
    for seed in (3, None):
        theirs = pool.reset(seed=seed)[0]
        ours, _ = env.reset(seed=seed)
        while env.agents:
            assert [ours[agent].tolist() for agent in env.agents] == theirs.tolist()
            np.testing.assert_array_equal(env.state(), theirs)
            actions = sample(env)
            ours, rewards, terminations, truncations, _ = env.step(actions)
            theirs, reward, terminated, truncated, _ = pool.step(
                np.array(list(actions.values()))
            )
            assert list(rewards.values()) == reward.tolist()
            assert set(terminations.values()) == set(terminated.tolist())
            assert set(truncations.values()) == set(truncated.tolist())
        with pytest.raises(ProtocolError):
            env.step({})
    env.close()


def test_players_arrive_and_leave():
    env = ParallelEnv("Relay-v0")
    obs, infos = env.reset(seed=1)
    assert set(obs) == set(infos) == {"player_0", "player_1"}
    start = obs["player_0"]["view"][0]
    agents, ends = [], []
    for step in range(1, 6):
        actions = {agent: i % 2 for i, agent in enumerate(env.agents)}
        obs, rewards, terminations, truncations, infos = env.step(actions)
        for agent in obs:
            number = int(agent[-1])
            move = actions.get(agent, -1)
            assert obs[agent]["view"].tolist() == [start + number, move]
            assert obs[agent] in env.observation_space(agent)
            assert rewards[agent] == 10 * number + move
            mask = [int(k != (step + number) % 3) for k in range(3)]
            assert infos[agent]["action_mask"].tolist() == mask
            assert infos[agent]["active"]
            env.action_space(agent).sample(infos[agent]["action_mask"])
        agents.append(set(env.agents))
        ends.append({agent for agent, end in terminations.items() if end})
        assert not any(truncations.values())
    two, three = {"player_0", "player_1"}, {"player_0", "player_1", "player_2"}
    assert agents == [two, three, three - {"player_0"}] + [three - {"player_0"}] * 2
    assert ends == [set(), set(), {"player_0"}, set(), set()]
    _, _, terminations, *_ = env.step(dict.fromkeys(env.agents, 2))
    assert terminations == {"player_1": True, "player_2": True}
    assert env.agents == []


def test_turns():
    """A player that does not move keeps its observation, and its action is not used."""
    env = ParallelEnv("Relay-v0", in_turns=True)
    env.reset(seed=1)
    for _ in range(12):
        last = env.agents
        obs, rewards, *_, infos = env.step(dict.fromkeys(env.agents, 1))
        active = [agent for agent in obs if infos[agent]["active"]]
        assert len(active) == 1
        assert set(last) <= set(obs)
        assert all(rewards[agent] == 0 for agent in obs if agent not in active)
    assert env.agents == ["player_0", "player_1", "player_2"][1:]


def test_those_without_a_row_leave_on_demand():
    env = ParallelEnv("Duel-v0", absent="leaves", shared_action=BET)
    env.reset()
    seen = []
    for _ in range(2):
        *_, terminations, _, _ = env.step(dict.fromkeys(env.agents, 1))
        seen.append(terminations)
    assert seen[0] == {"player_0": False, "player_1": False}
    assert seen[1] == {"player_0": False, "player_1": True}


def test_truncation():
    env = ParallelEnv("Relay-v0", max_episode_steps=2)
    env.reset()
    env.step(dict.fromkeys(env.agents, 0))
    *_, terminations, truncations, _ = env.step(dict.fromkeys(env.agents, 0))
    assert not any(terminations.values())
    assert set(truncations) == {"player_0", "player_1", "player_2"}
    assert all(truncations.values())
    assert env.agents == []


def test_many_envs_are_many_single_ones():
    """Row i equals a separate env with seed + i."""
    vector = ParallelVectorEnv("Relay-v0", 3, in_turns=True)
    singles = [ParallelEnv("Relay-v0", in_turns=True) for _ in range(3)]
    rng = np.random.default_rng(0)
    vector.reset(seed=5)
    for i, env in enumerate(singles):
        env.reset(seed=5 + i)
    over = np.zeros(3, bool)
    for _ in range(30):
        moves = rng.integers(3, size=(3, 3))
        agents = vector.possible_agents
        actions = {agent: moves[:, k] for k, agent in enumerate(agents)}
        obs, rewards, terminations, _, infos = vector.step(actions)
        for i, env in enumerate(singles):
            if over[i]:  # the pool resets it
                ours, _ = env.reset()
                got = [0.0] * len(ours)
            else:
                move = {agent: actions[agent][i] for agent in env.agents}
                ours, got, ends, *_ = env.step(move)
                assert ends == {agent: terminations[agent][i] for agent in ours}
                got = list(got.values())
            assert got == [rewards[agent][i] for agent in ours]
            for agent in ours:
                view = obs[agent]["view"][i]
                assert ours[agent]["view"].tolist() == view.tolist()
                assert infos[agent]["active"].shape == (3,)
            over[i] = not env.agents
    assert vector.state().shape == (3, 7)
    assert vector.state()[0] in vector.state_space


def test_refused():
    env = ParallelEnv("Relay-v0")
    with pytest.raises(ProtocolError, match="reset"):
        env.step({})
    env.reset()
    with pytest.raises(ArgumentError, match=r"one of 'player_1', got none"):
        env.step({"player_0": 1})
    with pytest.raises(ArgumentError, match=r"'nobody', which is unknown"):
        env.step({"player_0": 1, "player_1": 1, "nobody": 1})
    with pytest.raises(ArgumentError, match=r"actions\[player_1\]: expected shape"):
        env.step({"player_0": 1, "player_1": [1, 2]})
    for env_of in (env, env.vector_env):
        with pytest.raises(ArgumentTypeError, match="actions: expected a dict"):
            env_of.step([1, 1])
    with pytest.raises(ArgumentError, match="absent"):
        ParallelEnv("Relay-v0", absent="sleeps")
    env.step({"player_0": 1, "player_1": 1})
    for option in ({"infos": "none"}, {"gym_api": "0.21"}, {"output": "torch"}):
        [name] = option
        with pytest.raises(ConfigError, match=f"{name}: expected"):
            ParallelEnv("Relay-v0", **option)
    env = ParallelEnv("Duel-v0")
    env.reset()
    with pytest.raises(ArgumentError, match=r"shared_action: expected .*'bet'.* \[\]"):
        env.step({"player_0": 1})


def test_an_env_that_fails():
    env = ParallelVectorEnv("Duel-v0", 3, fail_at=2, shared_action=BET)
    env.reset()
    actions = {agent: np.ones(3, int) for agent in env.possible_agents}
    env.step(actions)
    with pytest.raises(EnvStepError) as caught:
        env.step(actions)
    assert caught.value.env_ids == [1]
    assert caught.value.result[0]["player_0"]["board"][:, 0].tolist() == [2, 0, 2]
    assert env.alive.any(axis=1).tolist() == [True, False, True]
    env.step(actions)
    assert env.alive.any(axis=1).all()


def test_an_only_env_that_fails(monkeypatch):
    env = ParallelEnv("Relay-v0")
    env.reset()
    with monkeypatch.context() as patch:

        def fail(action):
            raise EnvStepError("it is tired", [0], step(action))

        step = env.vector_env.pool.step
        patch.setattr(env.vector_env.pool, "step", fail)
        with pytest.raises(EnvStepError) as caught:
            env.step(sample(env))
    assert caught.value.result == ({}, {}, {}, {}, {})
    assert env.agents == []
    obs, _ = env.reset()
    assert set(obs) == set(env.agents) == {"player_0", "player_1"}
    env.step(sample(env))
