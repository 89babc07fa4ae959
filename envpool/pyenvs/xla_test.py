# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compiled programs of JAX step envs in Python."""

from __future__ import annotations

from typing import Any

import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from gymnasium import spaces

import envpool


class Mover(gymnasium.Env[Any, Any]):
    """Has nested spaces, infos with and without a column; choice 3 raises."""

    observation_space = spaces.Dict(
        {"at": spaces.Box(-99, 99, (2,)), "pair": spaces.Tuple([spaces.Discrete(9)])}
    )
    action_space = spaces.Dict({"x": spaces.Discrete(4), "y": spaces.Box(-1, 1, (2,))})

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.at, self.count = np.zeros(2, np.float32), 0
        return {"at": self.at, "pair": (0,)}, {"count": 0, "note": "new"}

    def step(self, action: Any) -> Any:
        """Moves."""
        if action["x"] == 3:
            raise KeyError("three")
        self.at = self.at + action["y"] + int(action["x"])
        self.count += 1
        obs = {"at": self.at, "pair": (self.count,)}
        return obs, float(self.at.sum()), False, False, {"count": 1, "note": "step"}


@pytest.mark.parametrize("threads", [False, True])
def test_a_scan_has_the_results_of_steps(threads: bool) -> None:
    actions = np.random.default_rng(0).integers(0, 2, (60, 4))
    with (
        envpool.from_gymnasium("CartPole-v1", 4, workers=2, threads=threads) as pool,
        envpool.from_gymnasium("CartPole-v1", 4, workers=1) as other,
    ):
        pool.reset(seed=0)
        other.reset(seed=0)
        handle, _, _, step = pool.xla()

        def one(handle: Any, action: Any) -> Any:
            handle, (obs, reward, terminated, *_) = step(handle, action)
            return handle, (obs, reward, terminated)

        _, found = jax.jit(lambda h, a: jax.lax.scan(one, h, a))(
            handle, jnp.asarray(actions)
        )
        for i, action in enumerate(actions):
            expected = other.step(action)
            for array, row in zip(found, expected, strict=False):
                np.testing.assert_array_equal(array[i], row)


def test_nested_spaces_infos_and_errors() -> None:
    with envpool.from_gymnasium(Mover, 3, workers=2) as pool:
        pool.reset()
        handle, _, _, step = pool.xla()
        move = {"x": jnp.array([0, 1, 2]), "y": jnp.ones((3, 2))}
        handle, (obs, reward, _, _, info) = jax.jit(step)(handle, move)
        np.testing.assert_array_equal(obs["at"], [[1, 1], [2, 2], [3, 3]])
        np.testing.assert_array_equal(obs["pair"][0], [1, 1, 1])
        np.testing.assert_array_equal(reward, [2, 4, 6])
        np.testing.assert_array_equal(info["count"], [1, 1, 1])
        assert "note" not in info
        with pytest.raises(Exception, match=r"(?s)env ids \[1\] failed.*KeyError"):
            jax.block_until_ready(jax.jit(step)(handle, {**move, "x": [0, 3, 0]}))
        obs, *_ = pool.step({"x": [0, 0, 0], "y": np.ones((3, 2))})
        assert obs["at"][:, 0].tolist() == [3, 0, 5]


def test_async() -> None:
    with envpool.from_gymnasium(
        "CartPole-v1", 4, workers=2, batch_size=2, env_type="gym"
    ) as pool:
        pool.async_reset()
        handle, recv, send, _ = pool.xla()

        @jax.jit
        def loop(handle: Any) -> Any:
            handle, (*_, info) = recv(handle)
            ids = info["env_id"]
            return send(handle, jnp.zeros(2, jnp.int32), ids), ids

        seen = set()
        for _ in range(20):
            handle, ids = loop(handle)
            seen |= set(ids.tolist())
        assert seen == {0, 1, 2, 3}


def test_beside_envs_in_cpp() -> None:
    tasks = [("CartPole-v1", 1), (envpool.PythonEnvs("CartPole-v1"), 1)]
    with envpool.make_mixed(tasks, env_type="gymnasium", seed=3) as pool:
        pool.reset(seed=[5, 5])
        handle, _, _, step = pool.xla()
        _, (obs, *_) = jax.jit(step)(handle, jnp.array([1, 1]))
        np.testing.assert_allclose(obs[0], obs[1], rtol=1e-6)
