# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Several players, several actions, ragged infos and failing envs."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.python.actions.validate import ActionNormalizer
from envpool.python.errors import (
    ActionKeyError,
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    EnvCreationError,
    EnvIdError,
    EnvStepError,
    NotSupportedError,
)
from envpool.testing import two_players
from envpool.testing.rollout import Script

N = 3
BETS = np.zeros((N, 2))


def make(env_type="gym", **kwargs):
    return envpool.make("Duel-v0", env_type, **{"num_envs": N, **kwargs})


def moves(rows, owners=None, bets=BETS):
    players = {"move": np.asarray(rows)}
    if owners is not None:
        players["env_id"] = owners
    return {"players": players, "bet": bets}


def test_rows_are_grouped_by_env_in_the_order_of_sending():
    env = make()
    obs, info = env.reset()
    assert info["env_id"].tolist() == [0, 1, 2]
    assert info["players"]["env_id"].tolist() == [0, 1, 1, 2]
    assert obs["board"].shape == (3, 3)
    assert obs["players"]["hand"].shape == (4, 2)
    for ids in ([2, 0], [1], [0, 2], [1, 0, 2]):
        owners = np.repeat(ids, 2)
        action = moves(np.arange(len(owners)), owners, np.zeros((len(ids), 2)))
        obs, reward, terminated, _, info = env.step(action, ids)
        assert info["env_id"].tolist() == ids
        assert len(terminated) == len(ids)
        rows = info["players"]["env_id"]
        assert list(dict.fromkeys(rows.tolist())) == ids
        assert obs["players"]["hand"][:, 0].tolist() == rows.tolist()
        assert len(reward) == len(rows) == len(info["players"]["score"])
        assert obs["board"][:, 2].tolist() == [2.0] * len(ids)


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_sampled_actions_of_all_players(env_type):
    env = make(env_type, seed=1)  # alternately one player and two
    env.reset()
    for rows in (4, 5, 4):
        action = env.sample_actions()
        assert action["players"]["move"].shape == (rows,)
        assert action["bet"].shape == (N, 2)
        env.step(action)


def test_players_in_any_order():
    env = make()
    env.reset()
    owners = np.array([2, 0, 1, 0])
    bets = np.array([[0, 0.25], [0, 0.5], [0, 1]])
    obs, *_, info = env.step(moves([7, 1, 5, 2], owners, bets))
    assert [row.tolist() for row in info["moves"]] == [[1, 2], [5], [7]]
    assert obs["board"][:, 1].tolist() == [0.25, 0.5, 1.0]


def test_players_of_the_last_result_are_the_default():
    env = make()
    _, info = env.reset()
    for _ in range(12):
        owners = info["players"]["env_id"]
        obs, *_, info = env.step(moves(np.arange(len(owners)) % 10))
        counts = np.bincount(owners, minlength=N)
        started = info["elapsed_step"] > 0
        assert obs["board"][started, 2].tolist() == counts[started].tolist()


def forbid_python(patch):
    def refuse(*args):
        raise AssertionError(f"expected no Python for {args[1:]}")

    patch.setattr(ActionNormalizer, "__call__", refuse)


FORMS = {
    "nested": lambda move, bet, ids, owners: ({"players": {"move": move}, "bet": bet},),
    "dotted": lambda move, bet, ids, owners: ({"bet": bet, "players.move": move},),
    "owners": lambda move, bet, ids, owners: (moves(move, owners, bet),),
    "ids in it": lambda move, bet, ids, owners: (
        {"env_id": ids, "players.env_id": owners, "players.move": move, "bet": bet},
    ),
    "ids": lambda move, bet, ids, owners: (moves(move, None, bet), ids),
    "all": lambda move, bet, ids, owners: (
        {"env_id": None, **moves(move, owners, bet)},
        ids.astype(np.int64),
    ),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("batch_size", [N, 2])
def test_plain_arrays_need_no_python(form, batch_size, monkeypatch):
    """Plain arrays give the same results as lists."""
    if batch_size < N and "ids" not in form:
        pytest.skip("in async mode, ids are needed")
    quick, slow = (make(batch_size=batch_size, num_threads=1) for _ in range(2))
    (_, info), _ = quick.reset(), slow.reset()
    rng = np.random.default_rng(0)
    for step in range(20):
        ids, owners = info["env_id"], info["players"]["env_id"]
        dtype = (np.int32, np.int64, np.int8)[step % 3]
        move = rng.integers(0, 10, len(owners)).astype(dtype)
        bet = rng.uniform(-1, 1, (len(ids), 2))
        bet = bet.astype(np.float32 if step % 2 else np.float64)
        with monkeypatch.context() as patch:
            forbid_python(patch)
            obs, reward, *_, info = quick.step(*FORMS[form](move, bet, ids, owners))
        expected = slow.step(moves(move.tolist(), owners.tolist(), bet), ids.tolist())
        np.testing.assert_equal(obs, expected[0])
        np.testing.assert_array_equal(reward, expected[1])


def test_async_send_of_plain_arrays_wants_ids():
    env = make(batch_size=2, num_threads=1)
    env.reset()
    action = moves([1, 2, 3, 4], np.array([0, 1, 1, 2], np.int32))
    with pytest.raises(ArgumentError, match=r"^env_id: in asynchronous mode"):
        env.send(action)


@pytest.mark.parametrize(
    ("owners", "error"),
    [
        ([0, 1, 1, N], EnvIdError),
        ([0, 1, 1, -1], EnvIdError),
        ([0, 1, 1, 2**31 - 1], EnvIdError),
        ([0, 1, 1, 1], ArgumentError),
        ([0, 1, 1], ArgumentError),
        ([[0, 1, 1, 2]], ArgumentError),
    ],
)
def test_wrong_owners(owners, error):
    env = make()
    env.reset()
    owners = np.array(owners, np.int32)
    with pytest.raises(error):
        env.step(moves([1, 2, 3, 4], owners))
    with pytest.raises(error):
        env.step(moves([1, 2, 3, 4], owners), np.arange(N, dtype=np.int32))
    obs, *_ = env.step(moves([1, 2, 3, 4]))
    assert obs["players"]["hand"][:, 1].tolist() == [1, -1, 2, 4, -1]


def test_owners_from_the_static_result_before_the_last():
    """Static results are reused only after the call has read the owners."""
    env = make(static_output=True)
    _, info = env.reset()
    owners = info["players"]["env_id"]
    assert owners.tolist() == [0, 1, 1, 2]
    for _ in range(2):
        *_, info = env.step(moves([1, 2, 3, 4], owners))
        assert [row.tolist() for row in info["moves"]] == [[1], [2, 3], [4]]


def test_a_result_that_the_user_has_changed():
    """The pool ignores the players of a result that the user has changed."""
    env = make()
    _, info = env.reset()
    info["players"]["env_id"][:] = 10**6
    with pytest.raises(ArgumentError, match="0 rows as in the last result"):
        env.step(moves([1, 2, 3, 4]))
    info["env_id"][:] = 10**6
    with pytest.raises((ArgumentError, EnvIdError)):
        env.step(moves([1, 2, 3, 4]), info["env_id"])
    env.step(moves([1] * 6))


def test_masks_and_records():
    env = make("gymnasium", infos="official")
    obs, info = env.reset()
    assert info["players"]["_score"].tolist() == [True] * 4
    assert info["players"]["_env_id"].tolist() == [True] * 4
    assert info["_players"].tolist() == [True] * 4
    assert info["_moves"].tolist() == [True] * N
    assert set(info) == {"players", "_players", "moves", "_moves"}
    assert env.single_observation_space["players"]["hand"].shape == (2,)
    assert set(env.single_action_space.spaces) == {"bet", "players"}
    step = make("dm").reset()
    assert step.observation.players.hand.tolist() == obs["players"]["hand"].tolist()
    assert step.observation._fields == ("env_id", "players", "board", "moves")
    with pytest.raises(NotSupportedError, match="differ in shape"):
        make("dm").observation_spec()


def test_fixed_number_of_players():
    """Spaces, rows, masks and actions agree."""
    env = make("gymnasium", num_players=2)
    obs, info = env.reset()
    assert obs["players"]["hand"].shape == (2 * N, 2)
    assert obs["board"].shape == (N, 3)
    assert info["players"]["env_id"].tolist() == [0, 0, 1, 1, 2, 2]
    assert info["players"]["_score"].tolist() == [True] * (2 * N)
    assert obs in env.observation_space
    assert env.action_space["players"]["move"].shape == (2 * N,)
    assert env.action_space["bet"].shape == (N, 2)
    assert env.single_observation_space["players"]["hand"].shape == (2,)
    for _ in range(8):
        action = env.action_space.sample()
        before = info
        obs, reward, terminated, truncated, info = env.step(action)
        assert obs in env.observation_space
        assert reward.shape == (2 * N,)
        assert terminated.shape == truncated.shape == (N,)
        started = np.repeat(obs["board"][:, 0] > 0, 2)
        moved = np.where(started, action["players"]["move"], -1)
        assert obs["players"]["hand"][:, 1].tolist() == moved.tolist()
    assert set(before) == set(info)


def test_refused_numbers_of_players():
    env = make("gymnasium", num_players=2)
    with pytest.raises(ArgumentError, match="expected 6 rows, 2 for each of 3 envs"):
        env.step(moves([1] * N))
    env.reset()
    for rows in (1, N, 4, 5, 7, 12):
        with pytest.raises(ArgumentError, match=f"expected 6 rows.*got {rows} rows"):
            env.step(moves([1] * rows))
    env.step(moves([1] * 6))
    env = make("gymnasium")
    env.reset()
    for rows in (N, 5):
        with pytest.raises(ArgumentError, match="4 rows as in the last result, or 6"):
            env.step(moves([1] * rows))
    env.step(env.action_space.sample())


def test_async_mode():
    env = make(batch_size=2)
    _, info = env.reset()
    seen = set()
    for _ in range(40):
        ids = info["env_id"]
        assert len(ids) == 2
        seen |= set(ids.tolist())
        rows = np.ones(len(info["players"]["env_id"]), int)
        *_, info = env.step(moves(rows, bets=np.zeros((2, 2))), ids)
    assert seen == {0, 1, 2}


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (np.zeros(N, int), ArgumentTypeError),
        (moves([1]), ArgumentError),
        (moves([1] * 20), ArgumentError),
        (moves([1, 1, 1, 10]), ArgumentError),
        (moves([1.0, 1, 1, 1]), ArgumentTypeError),
        (moves([1, 1, 1, 1], [0, 1, 1]), ArgumentError),
        (moves([1, 1, 1], [0, 1, 3]), EnvIdError),
        (moves([1, 1, 1], [1, 1, 1]), ArgumentError),
        (moves([1, 1, 1, 1], bets=np.zeros((4, 2))), ArgumentError),
        (moves([1, 1, 1, 1], bets=np.zeros((3, 3))), ArgumentError),
        ({"players.move": [1, 1, 1, 1]}, ActionKeyError),
        ({**moves([1, 1, 1, 1]), "bets": BETS}, ActionKeyError),
    ],
)
def test_wrong_actions(action, error):
    env = make()
    env.reset()
    for _ in range(3):
        with pytest.raises(error):
            env.step(action)
    assert len(env.step(moves([1, 1, 1, 1]))) == 5


def test_what_needs_one_player():
    env = make("gymnasium")
    env.reset()
    with pytest.raises(NotSupportedError, match="one player"):
        env.reset(options={"reset_mask": np.array([True, False, False])})
    with pytest.raises(ConfigError, match=r"^autoreset_mode"):
        make("gymnasium", autoreset_mode="same_step")
    env.reset(seed=[1, 2, 3])
    env.reset(seed=[1, None, 2])
    obs, _ = make().reset(options={"reset_mask": [True, False, False]})
    assert obs["board"].shape == (1, 3)


def test_too_many_players_for_the_pool():
    env = make(max_num_players=1)
    with pytest.raises(EnvStepError, match="max_num_players=1") as caught:
        env.reset()
    assert caught.value.env_ids == [1]


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_failing_env(env_type):
    env = make(env_type, fail_at=2)
    env.reset()
    env.step(moves([1] * 4))
    with pytest.raises(EnvStepError, match="the second env is tired") as caught:
        env.step(moves([1] * 5))
    assert caught.value.env_ids == [1]
    result = caught.value.result
    board = result.observation.board if env_type == "dm" else result[0]["board"]
    assert board[:, 0].tolist() == [2.0, 0.0, 2.0]
    step = env.step(moves([1] * N, [0, 1, 2]))
    board = step.observation.board if env_type == "dm" else step[0]["board"]
    assert board[:, 0].tolist() == [3.0, 0.0, 3.0]  # the env that failed was reset


def test_what_this_env_cannot():
    env = make(render_mode="rgb_array")
    env.reset()
    with pytest.raises(NotSupportedError):
        env.save_state()
    with pytest.raises(NotSupportedError):
        env.render()


def test_failing_constructor():
    with pytest.raises((ConfigError, EnvCreationError), match="fail_early"):
        make(fail_early=True)


def test_classes_of_authors_outside():
    env = two_players.DuelGymnasiumEnvPool(two_players.DuelEnvSpec({"num_envs": 2}))
    assert type(env).__module__ == "envpool.testing.two_players"
    assert len(env) == 2


def test_no_env_of_gymnasium_has_several_players():
    with pytest.raises(NotSupportedError, match=r"Duel-v0 has 2 players"):
        gymnasium.make("envpool/Duel-v0")


def test_rewards_are_normalized_by_player():
    options = {"num_envs": 3, "seed": 1, "infos": "all"}
    raw = envpool.make_gymnasium("Duel-v0", **options)
    env = envpool.make_gymnasium(
        "Duel-v0", normalize_obs=True, normalize_reward=True, **options
    )
    script = Script("Duel-v0", 3, 40)
    _, info = raw.reset()
    obs, _ = env.reset()
    assert obs["players"]["hand"].dtype == np.int32
    sums, returns, boards = np.zeros((3, 2)), [], 3
    for step in range(40):
        action = script.at(np.full(3, step), np.arange(3), info)
        _, rewards, terminated, _, info = raw.step(action)
        obs, shown, *_ = env.step(action)
        boards += len(obs["board"])
        seat = np.zeros(3, int)
        for env_id, reward in zip(info["players"]["env_id"], rewards, strict=True):
            place = env_id, seat[env_id]
            seat[env_id] += 1
            going = 0.0 if terminated[env_id] else 0.99
            sums[place] = sums[place] * going + reward
            returns.append(sums[place])
        count, mean = len(returns), np.mean(returns)
        total = count + 1e-4
        start = 1e-4 * (1 + mean**2 * count / total)
        var = (np.var(returns) * count + start) / total
        np.testing.assert_allclose(shown, rewards / np.sqrt(var + 1e-8), rtol=1e-5)
    assert env.normalization.obs["board"].count == boards + 1e-4
    assert env.normalization.reward.count == len(returns) + 1e-4
