# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import dataclasses

import pytest

from benchmark import loops
from envpool.bench import worker
from envpool.bench.pools import POOLS

PLAYED = [pool for pool in POOLS if loops._family(pool.task_id) in loops.ARGUMENTS]
TASKS = {(pool.task_id, *pool.options.items()): pool for pool in PLAYED}


def is_light(pool):
    return loops._family(pool.task_id) != "vizdoom"


@pytest.mark.parametrize(
    "pool", list(filter(is_light, TASKS.values())), ids=lambda pool: pool.key
)
def test_plays(pool):
    player = loops.bare({**dataclasses.asdict(pool), "num_envs": 3})
    player.play(player.batches[1:4])
    assert player.rows == 3
    assert worker.Meter(player).measure(0.01)["steps"] > 0


def test_plays_processes():
    pool = next(pool for pool in PLAYED if not is_light(pool))
    player = loops.bare({**dataclasses.asdict(pool), "num_envs": 1})
    player.play(player.batches[:2])


def test_who_plays():
    families = {loops._family(pool.task_id) for pool in PLAYED}
    assert families == set(loops.ARGUMENTS)
    taxi = dataclasses.replace(PLAYED[0], key="taxi", task_id="Taxi-v3")
    assert not loops.BARE.plays(taxi)
    assert loops.BARE.is_limit


def test_unknown_task():
    with pytest.raises(ValueError, match="no loop over Pong"):
        loops.play_loop("box2d", ["Pong"], 1)
    with pytest.raises(ValueError, match="no loop over MiniGrid-Empty"):
        loops.play_loop("minigrid", ["MiniGrid-Empty-5x5-v0", "0"], 1)
