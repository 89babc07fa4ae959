# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`normalize_obs`, `normalize_reward`, `clip_obs`, `clip_reward`."""

import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import (
    ClipReward,
    NormalizeObservation,
    NormalizeReward,
    TransformObservation,
)

import envpool
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    NotSupportedError,
)

STEPS = 150


def make(task_id="CartPole-v1", num_envs=7, seed=5, **options):
    return envpool.make_gymnasium(task_id, num_envs=num_envs, seed=seed, **options)


def actions_of(env, steps=STEPS, seed=1):
    env.single_action_space.seed(seed)
    rng = np.random.default_rng(seed)
    space = env.single_action_space
    for _ in range(steps):
        if isinstance(space, gymnasium.spaces.Discrete):
            yield rng.integers(space.n, size=env.num_envs)
        else:
            low, high = (np.clip(each, -1, 1) for each in (space.low, space.high))
            yield rng.uniform(low, high, (env.num_envs, *space.shape)).astype("f4")


def close(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=2e-4, atol=2e-4)


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1", "Acrobot-v1"])
def test_equals_gymnasium(task_id):
    ours = make(
        task_id,
        normalize_obs=True,
        clip_obs=2,
        normalize_reward=True,
        reward_gamma=0.9,
        clip_reward=(-1, 0.5),
        max_episode_steps=40,
    )
    obs = NormalizeObservation(make(task_id, max_episode_steps=40))
    clipped = TransformObservation(obs, lambda each: np.clip(each, -2, 2))
    reward = NormalizeReward(clipped, gamma=0.9)
    theirs = ClipReward(reward, -1, 0.5)
    close(ours.reset()[0], theirs.reset()[0])
    for action in actions_of(ours):
        mine, official = ours.step(action), theirs.step(action)
        assert mine[0].dtype == mine[1].dtype == np.float32
        close(mine[0], official[0])
        close(mine[1], official[1])
        np.testing.assert_array_equal(mine[2:4], official[2:4])
    moments = ours.normalization.obs
    close(moments.mean, obs.obs_rms.mean)
    close(moments.var, obs.obs_rms.var)
    assert moments.count == pytest.approx(obs.obs_rms.count, rel=1e-12)
    moments = ours.normalization.reward
    np.testing.assert_allclose(moments.mean, reward.return_rms.mean, rtol=1e-6)
    np.testing.assert_allclose(moments.var, reward.return_rms.var, rtol=1e-6)
    assert moments.count == pytest.approx(reward.return_rms.count, rel=1e-12)


def test_spaces():
    official = gymnasium.wrappers.NormalizeObservation(gymnasium.make("CartPole-v1"))
    with make(normalize_obs=True) as env:
        assert env.single_observation_space == official.observation_space
        assert env.observation_space.shape == (7, 4)
        assert env.spec.state_array_spec["obs"].dtype == np.float32
    with make(normalize_obs=True, clip_obs=(-3, 4)) as env:
        assert env.single_observation_space.low.tolist() == [-3.0] * 4
        assert env.single_observation_space.high.tolist() == [4.0] * 4
        obs, _ = env.reset()
        assert obs in env.observation_space
    with make(clip_obs=1) as env:
        assert env.single_observation_space.high[2] == np.float32(0.41887903)
        assert env.single_observation_space.high[0] == 1
    spec = envpool.make_spec("CartPole-v1", normalize_obs=True, clip_obs=1)
    assert spec.observation_space.high.tolist() == [1.0] * 4
    assert envpool.make_spec("CartPole-v1").observation_space.high[0] > 4


def start_of_weight(mean, var, count):
    """Adds Gymnasium's start: a weight of 1e-4 at mean 0 and variance 1."""
    total = count + 1e-4
    return mean * count / total, (
        var * count + 1e-4 + mean**2 * count * 1e-4 / total
    ) / total


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
@pytest.mark.parametrize("batch_size", [6, 2])
def test_batches_by_definition(env_type, batch_size):
    """Every batch counts once; each env has its own discounted rewards."""
    options = {"num_envs": 6, "seed": 2, "max_episode_steps": 9}
    raw = envpool.make_gym("Pendulum-v1", **options)
    plain = [(raw.reset()[0], np.zeros(6), None)]
    action = np.full((6, 1), 0.5, np.float32)
    plain += [raw.step(action) for _ in range(60)]  # row i is env i in its step k
    env = envpool.make(
        "Pendulum-v1",
        env_type,
        batch_size=batch_size,
        normalize_obs=True,
        normalize_reward=True,
        **options,
    )
    env.async_reset()
    steps, sums = np.zeros(6, int), np.zeros(6)
    seen, returns = [], []
    for _ in range(60):
        result = env.recv()
        if env_type == "dm":
            obs, reward = result.observation.obs, result.reward
            ids = result.observation.env_id
        else:
            obs, reward = result[:2]
            ids = result[4].get("env_id", np.arange(6))
        for env_id in ids:
            seen.append(plain[steps[env_id]][0][env_id].astype(np.float64))
            if steps[env_id] > 0:
                step_reward = plain[steps[env_id]][1][env_id]
                sums[env_id] = sums[env_id] * 0.99 + step_reward
                returns.append(sums[env_id])
        everything = np.array(seen)
        mean, var = start_of_weight(everything.mean(0), everything.var(0), len(seen))
        shown = (everything[-len(ids) :] - mean) / np.sqrt(var + 1e-8)
        np.testing.assert_allclose(obs, shown, rtol=1e-4, atol=1e-5)
        var = 1.0
        if returns:
            _, var = start_of_weight(np.mean(returns), np.var(returns), len(returns))
        expected = [plain[steps[i]][1][i] / np.sqrt(var + 1e-8) for i in ids]
        np.testing.assert_allclose(reward, expected, rtol=1e-4)
        steps[ids] += 1
        env.send(action[: len(ids)], np.array(ids))


def test_same_step_final_observations_are_normalized_and_do_not_count():
    options = {"autoreset_mode": "same_step", "max_episode_steps": 12}
    raw, env = make(**options), make(normalize_obs=True, clip_obs=3, **options)
    raw.reset()
    env.reset()
    rows = 7
    ends = 0
    for action in actions_of(env, 40):
        a, b = raw.step(action), env.step(action)
        rows += 7
        moments = env.normalization.obs
        assert moments.count == rows + 1e-4
        assert set(a[4]) == set(b[4])
        for i in np.flatnonzero(a[4].get("_final_obs", [])):
            ends += 1
            shown = (a[4]["final_obs"][i] - moments.mean) / np.sqrt(moments.var + 1e-8)
            np.testing.assert_allclose(
                b[4]["final_obs"][i], np.clip(shown, -3, 3), rtol=1e-4, atol=1e-6
            )
    assert ends > 7


def test_masked_resets_keep_what_was_shown():
    env = make(autoreset_mode="disabled", normalize_obs=True)
    env.reset()
    obs = env.step(np.ones(7, np.int64))[0].copy()
    mask = np.arange(7) % 2 == 0
    count = env.normalization.obs.count
    again, _ = env.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(again[~mask], obs[~mask])
    assert (again[mask] != obs[mask]).any(axis=1).all()
    assert env.normalization.obs.count == count + mask.sum()


def test_frozen_statistics_stay():
    env = make(normalize_obs=True, normalize_reward=True)
    env.reset()
    for action in actions_of(env, 20):
        env.step(action)
    state = env.normalization.state_dict()
    assert not env.normalization.frozen
    env.normalization.frozen = True
    raw = make(seed=5)
    raw.reset()
    for action in actions_of(env, 20):
        raw.step(action)
    for action in actions_of(env, 20, seed=3):
        shown, plain = env.step(action), raw.step(action)
        moments = env.normalization.obs
        np.testing.assert_allclose(
            shown[0],
            (plain[0] - moments.mean) / np.sqrt(moments.var + 1e-8),
            rtol=1e-4,
            atol=1e-5,
        )
    after = env.normalization.state_dict()
    for key in state:
        for field in ("count", "mean", "squares"):
            np.testing.assert_array_equal(state[key][field], after[key][field])


def rolled(seed, steps=30):
    env = make(seed=seed, normalize_obs=True, normalize_reward=True)
    env.reset()
    for action in actions_of(env, steps, seed):
        env.step(action)
    return env


def assert_states_close(a, b, rtol=1e-10):
    assert a.keys() == b.keys()
    for key in a:
        for field in a[key]:
            np.testing.assert_allclose(
                a[key][field], b[key][field], rtol=rtol, atol=1e-12
            )


def test_merged_halves_equal_the_whole():
    whole = make(num_envs=8, seed=3, normalize_obs=True)
    halves = [make(num_envs=4, seed=s, normalize_obs=True) for s in (3, 7)]
    for env in (whole, *halves):
        env.reset()
    for _ in range(30):
        action = np.random.default_rng(_).integers(2, size=8)
        whole.step(action)
        halves[0].step(action[:4])
        halves[1].step(action[4:])
    expected = whole.normalization.state_dict()
    states = [env.normalization.state_dict() for env in halves]
    assert_states_close(envpool.merge_normalization(states), expected)
    assert_states_close(envpool.merge_normalization(states[::-1]), expected)
    halves[0].normalization.merge(halves[1].normalization)
    assert_states_close(halves[0].normalization.state_dict(), expected)


def test_merging_again_counts_the_base_once():
    envs = [rolled(1), rolled(2)]
    base = envpool.merge_normalization([env.normalization.state_dict() for env in envs])
    for env in envs:
        env.normalization.load_state_dict(base)
    expected = [base]
    for seed, env in enumerate(envs):
        env.reset()
        fresh = make(seed=9, normalize_obs=True, normalize_reward=True)
        fresh.load_state(env.save_state())
        for action in actions_of(env, 10, seed):
            env.step(action)
            fresh.step(action)
        new = fresh.normalization.state_dict()
        expected.append(new)
    states = [env.normalization.state_dict() for env in envs]
    merged = envpool.merge_normalization(states, base=base)
    # `fresh` has not seen the observations of the reset.
    assert merged["reward"]["count"] == sum(e["reward"]["count"] for e in expected)
    assert merged["obs"]["count"] == sum(e["obs"]["count"] for e in expected) + 14
    reward = envpool.merge_normalization([{"reward": e["reward"]} for e in expected])
    assert_states_close({"reward": merged["reward"]}, reward, 1e-8)


def test_checkpoint_round_trip():
    env = rolled(4)
    saved = pickle.dumps((env.normalization.state_dict(), env.save_state()))
    other = make(seed=77, normalize_obs=True, normalize_reward=True)
    statistics, states = pickle.loads(saved)
    other.normalization.load_state_dict(statistics)
    other.load_state(states)
    for action in actions_of(env, 40, 8):
        mine, theirs = env.step(action), other.step(action)
        for a, b in zip(mine[:4], theirs[:4], strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    "change",
    [
        {"count": -1.0},
        {"count": np.nan},
        {"count": [1.0]},
        {"mean": np.zeros(5)},
        {"mean": np.full(4, np.inf)},
        {"squares": np.full(4, -1e-9)},
        {"squares": np.zeros((4, 1))},
        {"squares": "abc"},
        {"mean": None},
        {"more": 1},
    ],
)
def test_forged_states_are_refused(change):
    env = rolled(1)
    before = env.normalization.state_dict()
    state = env.normalization.state_dict()
    state["obs"] = {**state["obs"], **change}
    for call in (
        lambda: env.normalization.load_state_dict(state),
        lambda: env.normalization.merge(state),
    ):
        with pytest.raises((ArgumentError, ArgumentTypeError), match="state"):
            call()
    assert_states_close(env.normalization.state_dict(), before, 0)
    for wrong in ({}, {"obs": state["obs"]}, [], None, {"obs": 1, "reward": 2}):
        with pytest.raises((ArgumentError, ArgumentTypeError), match="state"):
            env.normalization.load_state_dict(wrong)


def test_states_with_forged_sums_are_refused():
    env = make(normalize_reward=True, autoreset_mode="disabled")
    env.reset()
    with pytest.raises(ArgumentError, match="finite"):
        env._load_observations(
            np.array([0], np.int32), [b"\xff" * env._observation_bytes]
        )


def test_failing_options():
    for options, text in (
        ({"normalize_obs": True}, "normalize_obs: expected observations of"),
        ({"clip_obs": 1}, "clip_obs: expected observations of"),
    ):
        with pytest.raises(ConfigError, match=text):
            envpool.make_gymnasium("FrozenLake-v1", **options)
    with pytest.raises(ConfigError, match="clip_reward: expected low < high"):
        make(clip_reward=(1, 1))
    with pytest.raises(ConfigError, match="clip_obs: expected two numbers"):
        make(clip_obs=(1, 2, 3))
    with pytest.raises(ConfigError, match="reward_gamma"):
        make(reward_gamma=1.5)
    with pytest.raises(ConfigError, match="record_actions: expected no"):
        make("Pendulum-v1", rescale_action=1, record_actions="never-made")
    with pytest.raises(NotSupportedError, match="normalize_obs=True"):
        make(clip_obs=1).normalization.frozen = True
    with pytest.raises(NotSupportedError, match="xla"):
        make(clip_obs=1).xla()


def test_pools_without_statistics():
    normalization = make(clip_obs=1).normalization
    assert normalization.obs is None
    assert normalization.reward is None
    assert normalization.state_dict() == {}
    assert not normalization.frozen
    with pytest.raises(ArgumentError, match="state: expected keys and shapes"):
        normalization.load_state_dict(rolled(1).normalization.state_dict())


def test_out_and_static_output():
    plain = make(normalize_obs=True, normalize_reward=True)
    static = make(normalize_obs=True, normalize_reward=True, static_output=True)
    into = make(normalize_obs=True, normalize_reward=True)
    for env in (plain, static, into):
        env.reset()
    obs, reward = np.zeros((7, 4), np.float32), np.zeros(7, np.float32)
    kept = []
    for action in actions_of(plain, 30):
        mine = plain.step(action)
        kept.append((mine[0], mine[0].copy()))
        again = static.step(action)
        given = into.step(action, out={"obs": obs, "reward": reward})
        assert given[0] is obs
        assert given[1] is reward
        for a, b, c in zip(mine[:4], again[:4], given[:4], strict=True):
            np.testing.assert_array_equal(a, b)
            np.testing.assert_array_equal(a, c)
    for array, copy in kept:
        np.testing.assert_array_equal(array, copy)


def test_results_do_not_depend_on_threads():
    def run(num_threads):
        env = make(
            "Pendulum-v1",
            num_envs=64,
            num_threads=num_threads,
            normalize_obs=True,
            normalize_reward=True,
        )
        results = [env.reset()[0].copy()]
        for action in actions_of(env, 20):
            results += [each.copy() for each in env.step(action)[:2]]
        return results

    for a, b in zip(run(1), run(4), strict=True):
        np.testing.assert_array_equal(a, b)


def test_pickled_pools_have_the_options():
    env = pickle.loads(pickle.dumps(make(normalize_obs=True, clip_obs=2)))
    assert env.single_observation_space.high.tolist() == [2.0] * 4
    assert "clip_obs=(-2.0, 2.0)" in repr(env)
    env.reset()
    assert env.normalization.obs.count == 7 + 1e-4


def test_single_env():
    env = gymnasium.make("envpool/CartPole-v1", normalize_obs=True)
    obs, _ = env.reset(seed=1)
    assert obs.shape == (4,)
    assert env.observation_space.high[0] == np.inf
