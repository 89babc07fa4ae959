# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import json

import pytest

from envpool.__main__ import main
from envpool.bench import cli, machine, report
from envpool.bench.pools import POOLS, Pool
from envpool.bench.rounds import PoolResult, Result, _fill_ratios
from envpool.bench.systems import SYSTEMS, Worker, WorkerError

BY_KEY = {system.key: system for system in SYSTEMS}
TINY = Pool(key="tiny", task_id="CartPole-v1", num_envs=2, target=3)


def test_measures_and_writes_results(tmp_path, capsys):
    arguments = ["bench", "cartpole-64", "--systems=envpool,envpool-1.2.5,numpy"]
    arguments += ["--rounds=2", "--seconds=0.02", f"--out={tmp_path}"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "CartPole-v1 x 64" in out
    assert "Medians of 2 rounds" in out
    results = json.loads((tmp_path / "results.json").read_text())
    assert results["machine"]["cpus"] > 0
    (pool,) = results["pools"]
    ours, baseline, numpy = pool["systems"]
    assert ours["median"] > 0
    assert len(ours["steps_per_second"]) == 2
    assert "--peers" in baseline["missing"]
    assert numpy["version"]


@pytest.mark.parametrize("player", ["envpool", "loop", "sync", "async", "numpy"])
@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1"])
def test_players(player, task_id):
    pool = Pool(key="cartpole", task_id=task_id, num_envs=2)
    if player == "numpy" and task_id == "Pendulum-v1":
        with pytest.raises(WorkerError, match="entry"):
            Worker(BY_KEY[player], pool, None)
        return
    worker = Worker(BY_KEY[player], pool, None)
    try:
        assert worker.version
        assert min(worker.play(0.01)) > 100
    finally:
        worker.close()


def test_async_pool():
    pool = Pool(key="a", task_id="CartPole-v1", num_envs=8, batch_size=3)
    assert [s.key for s in SYSTEMS if s.plays(pool)] == ["envpool", "envpool-1.2.5"]
    worker = Worker(BY_KEY["envpool"], pool, None)
    assert min(worker.play(0.01)) > 100
    worker.close()


def test_unknown_env_is_reported():
    with pytest.raises(WorkerError, match="NoSuchEnv"):
        Worker(BY_KEY["envpool"], Pool(key="x", task_id="NoSuchEnv", num_envs=1), None)


def test_dead_worker_is_reported(tmp_path):
    with pytest.raises(WorkerError, match="status"):
        Worker(BY_KEY["envpool-1.2.5"], TINY, "/bin/false")


def test_table():
    rates = {"envpool": [3e7, 3.5e7, 6e7], "envpool-1.2.5": [1e6, 1e7, 1e6]}
    results = [Result(system=BY_KEY[k], rates=v, cpu_rates=v) for k, v in rates.items()]
    results.append(Result(system=BY_KEY["sb3"], missing="no torch"))
    _fill_ratios(results)
    assert results[0].ratio == 30
    assert results[1].ratio == 1
    lines = report.table([PoolResult(pool=TINY, results=results)]).splitlines()
    assert len({len(line) for line in lines}) == 1
    cells = [cell.strip() for cell in lines[2].split("|")[1:-1]]
    expected = ["CartPole-v1 x 2", "EnvPool", "35.0 M", "86%", "30", "3", "yes"]
    assert cells == [*expected, "35.0 M"]
    assert "no torch" in lines[4]


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (12.4, "12"),
        (1234, "1.23 k"),
        (23500, "23.5 k"),
        (575e3, "575 k"),
        (2.25e8, "225 M"),
    ],
)
def test_count(rate, text):
    assert report.count(rate) == text


def test_choices(capsys):
    assert [p.key for p in cli.choose_pools(POOLS, ["taxi", "-64"])] == [
        "cartpole-64",
        "taxi",
    ]
    with pytest.raises(SystemExit, match="nobody"):
        cli.choose_systems("envpool,nobody")
    assert cli.main(["--list"]) == 0
    assert "pendulum" in capsys.readouterr().out
    assert cli.main(["no-such-pool"]) == 2


def test_machine():
    text = machine.one_line(machine.describe())
    assert "CPUs" in text
    assert "NumPy" in text
