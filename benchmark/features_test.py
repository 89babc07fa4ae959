# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import dataclasses

import pytest

from benchmark import features
from envpool.bench import worker
from envpool.bench.pool import Pool

POOL = Pool(key="tiny", task_id="CartPole-v1", num_envs=4)


@pytest.mark.parametrize("system", features.SYSTEMS, ids=lambda system: system.key)
def test_plays(system):
    player = worker.find_player(system.player)(dataclasses.asdict(POOL))
    assert player.rows == 4
    assert worker.Meter(player).measure(0.01)["steps"] > 0


def test_who_plays():
    (plays,) = {system.plays for system in features.SYSTEMS}
    assert plays(POOL)
    for change in ({"task_id": "Taxi-v3"}, {"num_envs": 1}, {"batch_size": 2}):
        assert not plays(dataclasses.replace(POOL, **change))
