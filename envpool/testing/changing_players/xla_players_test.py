# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` of envs with several players: rows and padding."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.errors import JaxRuntimeError

import envpool
from envpool.python.errors import ArgumentError, ArgumentTypeError
from envpool.testing import (  # noqa: F401  they register tasks
    changing_players,
    rare_features,
    two_players,
)
from envpool.testing.jax_pools import APIS, assert_equal

N = 4
SLOTS = 3  # player slots per env in Relay


def make(task_id="Relay-v0", env_type="gymnasium", **config):
    env = envpool.make(task_id, env_type, num_envs=N, seed=7, **config)
    env.async_reset() if env.is_async else env.reset()
    return env


def players(result):
    """Returns the views and the env ids of the players in a result of Relay."""
    if hasattr(result, "observation"):
        found = result.observation.players
        return found.view, found.env_id
    return result[0]["players"]["view"], result[-1]["players"]["env_id"]


def moves(views):
    return views.sum(axis=1) % 3


def without_padding(tree, owners):
    tree, real = jax.tree.map(np.asarray, tree), np.asarray(owners) >= 0
    return jax.tree.map(lambda a: a[real] if len(a) == len(real) else a, tree)


def in_jax(tree):
    """Returns the tree with JAX's dtypes, which by default have at most 32 bits."""
    return jax.tree.map(jnp.asarray, tree)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("in_turns", [False, True])
def test_rows_are_those_of_step(api, in_turns):
    """Compiled steps have the rows of `step` while players come, go and take turns."""
    env, twin = (make(in_turns=in_turns, **APIS[api]) for _ in range(2))
    handle, _, _, step = env.xla()
    jitted = jax.jit(step)
    first = np.zeros(N * SLOTS, np.int32)
    handle, found = jitted(handle, first)
    expected = twin.step(first)
    for _ in range(12):
        views, owners = map(np.asarray, players(found))
        assert (views[owners < 0] == 0).all()
        slots = owners.reshape(N, SLOTS) < 0
        assert (np.sort(slots, axis=1) == slots).all()  # players come before padding
        assert_equal(without_padding(found, owners), in_jax(expected))
        action = {"players": {"move": moves(players(found)[0]), "env_id": owners}}
        handle, found = jitted(handle, action)
        expected = twin.step(moves(players(expected)[0]))


def test_masks_tell_the_players():
    handle, _, _, step = make().xla()
    info = step(handle, np.zeros(N * SLOTS, np.int32))[1][-1]
    real = np.asarray(info["players"]["env_id"]) >= 0
    assert 0 < real.sum() < len(real)
    for mask in (info["_players"], info["players"]["_id"], info["players"]["_env_id"]):
        np.testing.assert_array_equal(mask, real)


def test_async_and_scan():
    env = make(batch_size=2)
    handle, recv, _, step = env.xla()

    def body(carry, _):
        handle, views, owners, ids = carry
        action = {"players.move": moves(views), "players.env_id": owners}
        handle, result = step(handle, action, ids)
        rows = (*players(result), result[-1]["env_id"])
        return (handle, *rows), (*rows, result[-1]["players"]["id"], result[0]["clock"])

    @jax.jit
    def play(handle):
        handle, result = recv(handle)
        start = (handle, *players(result), result[-1]["env_id"])
        return lax.scan(body, start, None, length=60)[1]

    last = {}  # by env, the moves of the players in the env's last result
    checked = 0
    for views, owners, ids, names, clocks in zip(
        *map(np.asarray, play(handle)), strict=True
    ):
        for env_id, clock, rows in zip(
            ids, clocks, np.arange(2 * SLOTS).reshape(2, SLOTS), strict=True
        ):
            assert set(owners[rows]) <= {env_id, -1}
            rows = rows[owners[rows] >= 0]
            before = last.get(env_id) if clock else {}
            for name, (_, move) in zip(names[rows], views[rows], strict=True):
                if before is not None:
                    assert move == before.get(name, -1)
                    checked += 1
            last[env_id] = dict(zip(names[rows], moves(views[rows]), strict=True))
    assert checked > 100


@pytest.mark.parametrize("env_type", ["gymnasium", "gym"])
def test_fixed_number_of_players(env_type):
    """There is no padding and no `players.env_id`; only stepped envs have rows."""
    kwargs = {"num_players": 2, "infos": "none"} | {"env_type": env_type}
    env, twin = make("Duel-v0", **kwargs), make("Duel-v0", **kwargs)
    handle, _, _, step = env.xla()
    bets = np.array([0.1, -0.7], np.float32) * np.ones((N, 1), np.float32)
    for ids in ([0, 1, 2, 3], [2, 0], [3]):
        rows = 2 * len(ids)
        move = np.arange(rows, dtype=np.int32)
        action = {"players": {"move": move}, "bet": bets[: len(ids)]}
        handle, found = step(handle, action, ids)
        # The players are in the order of the ids; `step` needs explicit owners.
        owners = {"move": move, "env_id": np.repeat(ids, 2)}
        assert_equal(found, twin.step({**action, "players": owners}, ids))
    with jax.enable_x64(True):
        action["bet"] = action["bet"].astype(np.float64)
        assert_equal(step(handle, action, ids)[1], twin.step(action, ids))


def test_refused_when_traced():
    handle, _, send, step = make().xla()
    full = np.zeros(N * SLOTS, np.int32)
    for action, error, text in (
        (full[:N], ArgumentError, r"\(12,\), 3 rows for each of 4 envs, got"),
        ({"players": {"move": full, "env_id": full[:2]}}, ArgumentError, r"\(2,\)"),
        ({"players": {"move": full, "env_id": full * 1.0}}, ArgumentTypeError, "int"),
        ({"players": {"move": full, "env_id": 1}}, ArgumentError, "one dimension"),
    ):
        for function in (step, send):
            with pytest.raises(error, match=text):
                jax.jit(function)(handle, action)


def test_refused_when_running():
    env, twin = make(), make()
    handle, _, _, step = env.xla()
    jitted = jax.jit(step)

    def call(move, owners):
        action = {"players": {"move": np.array(move), "env_id": np.array(owners)}}
        return jax.block_until_ready(jitted(handle, action))

    for move, owners, text in (
        ([0, 0, 0, 0], [0, 1, 2, N], r"EnvIdError: .*only ids in env_id, got \[4\]"),
        ([0, 0, 0, 0], [0, 1, 2, -2], "EnvIdError"),
        ([0, 0, 0, 0], [1, 1, 1, 1], "at most 3 players per env, got 4"),
        ([0, 0, 9, 0], [0, 1, 2, 3], r"values in \[0, 2\], got 9 in row 2"),
    ):
        with pytest.raises(JaxRuntimeError, match=text):
            call(move, owners)
    assert env._outstanding == 0
    # Actions in padding rows are ignored.
    move, owners = [1, 1, 9, 2, 2, 0, 0, 1, 1], [0, 0, -1, 1, 1, 2, 2, 3, 3]
    found = call(move, owners)[1]
    expected = twin.step(np.array(move)[np.array(owners) >= 0])
    assert_equal(without_padding(found, players(found)[1]), in_jax(expected))


def test_choices_that_are_floats():
    env, twin = make("Crowd-v0"), make("Crowd-v0")
    handle, _, _, step = env.xla()
    jitted = jax.jit(step)
    action = np.tile(np.array([1, -1]), N)
    assert_equal(jitted(handle, action)[1], twin.step(action))
    for x64 in (False, True):
        with jax.enable_x64(x64):
            for bad in (0.5, 2, -2, np.nan, np.inf):
                wrong = np.where(np.arange(2 * N) == 3, bad, action)
                with pytest.raises(
                    JaxRuntimeError, match=r"whole numbers in \[-1, 1\], .* in row 3"
                ):
                    jax.block_until_ready(jitted(handle, jnp.asarray(wrong)))
            assert_equal(jitted(handle, action * 1.0)[1], twin.step(action))
