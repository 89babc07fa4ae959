# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import dataclasses

import pytest

from benchmark import loops
from envpool.bench import worker
from envpool.bench.loop import play_library
from envpool.bench.pools import POOLS
from envpool.classic_control import peer_loop

PLAYED = [pool for pool in POOLS if loops.BARE.plays(pool)]
TASKS = {(pool.task_id, *pool.options.items()): pool for pool in PLAYED}


@pytest.mark.parametrize("pool", TASKS.values(), ids=lambda pool: pool.key)
def test_plays(pool):
    player = loops.bare({**dataclasses.asdict(pool), "num_envs": 2})
    player.play(player.batches[1:4])
    assert player.rows == 2
    assert worker.Meter(player).measure(0.01)["steps"] > 0


def test_pufferlib_plays():
    player = peer_loop.play({"task_id": "CartPole-v1", "num_envs": 64})
    player.play(player.batches)  # throws if an env fails
    (system,) = peer_loop.SYSTEMS
    assert system in loops.SYSTEMS
    assert {pool.key for pool in POOLS if system.plays(pool)} == {
        "cartpole-1",
        "cartpole-64",
        "cartpole-1024",
    }


def test_who_plays():
    played = {loops.loop_of(pool.task_id) for pool in PLAYED}
    assert played == set(loops._loops().values())
    assert len(played) >= 5
    taxi = dataclasses.replace(PLAYED[0], key="taxi", task_id="Taxi-v3")
    assert not loops.BARE.plays(taxi)
    with pytest.raises(ValueError, match="Taxi-v3"):
        loops.bare({"task_id": "Taxi-v3"})
    assert loops.BARE.is_upper_bound


def test_unknown_task():
    pool = {"num_envs": 1}
    for task_id, arguments in {
        "LunarLander-v3": ["Pong"],
        "MiniGrid-Empty-5x5-v0": ["MiniGrid-Empty-5x5-v0", "0"],
    }.items():
        with pytest.raises(ValueError, match=f"no loop over {arguments[0]}"):
            play_library(loops.loop_of(task_id).__file__, arguments, pool)
