# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import json

from envpool.bench import cli
from envpool.bench.pools import POOLS
from envpool.bench.systems import SYSTEMS

ENVPOOL, SYNC = (
    next(system for system in SYSTEMS if system.key == key)
    for key in ("envpool", "sync")
)


def test_suite(capsys):
    pools = cli.suite_pools(POOLS, "classic-control")
    assert [pool.task_id for pool in pools] == [
        "Acrobot-v1",
        "CartPole-v1",
        "MountainCar-v0",
        "MountainCarContinuous-v0",
        "Pendulum-v1",
    ]
    assert {(pool.num_envs, pool.batch_size) for pool in pools} == {(64, 0)}
    assert pools[1] in POOLS
    assert cli.main(["--list", "--suite", "classic-control", "taxi"]) == 0
    out = capsys.readouterr().out
    assert "acrobot-v1" in out
    assert "taxi" in out
    assert "pendulum\t" not in out
    assert cli.choose_systems(None, default="envpool") == [ENVPOOL]
    assert cli.choose_systems("sync", default="envpool") == [SYNC]


def test_time_limit(capsys):
    words = ["--suite=classic-control", "--limit=0.001"]
    assert cli.main([*words, "--seconds=0.02", "--json"]) == 0
    out, err = capsys.readouterr()
    (pool,) = json.loads(out)["pools"]
    assert len(pool["systems"][0]["steps_per_second"]) == 1  # of 5
    first, last = err.splitlines()
    assert first.startswith("Acrobot-v1 x 64: EnvPool ")
    assert last.startswith("--limit is too short for CartPole-v1 x 64, MountainCar-v0")
