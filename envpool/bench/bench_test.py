# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import dataclasses
import json
import multiprocessing
import sys
import time
import types

import pytest

from envpool.atari.bench import peers_env
from envpool.bench import cli, ids_file, machine, plot, report, worker
from envpool.bench.pools import POOLS, Pool
from envpool.bench.rounds import PoolResult, Result, _fill_ratios
from envpool.bench.systems import (
    BASELINE,
    RELEASED,
    SYSTEMS,
    Worker,
    WorkerError,
    _id_for,
)
from envpool.cli import main

BY_KEY = {system.key: system for system in SYSTEMS}
TINY = Pool(key="tiny", task_id="CartPole-v1", num_envs=2)


def atari(batch_size=0):
    return Pool(
        key="a",
        task_id="Pong-v5",
        gymnasium=peers_env("Pong"),
        num_envs=2,
        batch_size=batch_size,
        frames=4,
    )


def test_measures_and_writes_results(tmp_path, capsys):
    arguments = ["bench", "cartpole-64", f"--systems=envpool,{BASELINE},numpy"]
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
    assert "--released" in baseline["missing"]
    assert numpy["version"]


def test_an_interrupted_call_keeps_what_it_has_measured(tmp_path, monkeypatch):
    measured = []

    def measure(pool, *args):
        if measured:
            raise KeyboardInterrupt
        measured.append(pool)
        result = Result(system=BY_KEY["envpool"], rates=[1.0], cpu_rates=[None])
        return PoolResult(pool=pool, results=[result])

    monkeypatch.setattr(cli, "measure", measure)
    with pytest.raises(KeyboardInterrupt):
        cli.main(["cartpole", f"--out={tmp_path}"])
    (pool,) = json.loads((tmp_path / "results.json").read_text())["pools"]
    assert pool["key"] == measured[0].key


def test_prints_json(tmp_path, capsys):
    arguments = ["bench", "cartpole-64", "--systems=envpool", "--rounds=1"]
    arguments += ["--seconds=0.02", f"--out={tmp_path}", "--json"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == json.loads((tmp_path / "results.json").read_text())
    assert found["pools"][0]["systems"][0]["median"] > 0
    assert main(["bench", "cartpole-64", "--list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [pool["key"] for pool in found["pools"]] == ["cartpole-64"]
    assert [system["key"] for system in found["systems"]] == list(BY_KEY)


@pytest.mark.parametrize("player", ["envpool", "loop", "sync", "async", "numpy"])
@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1"])
def test_players(player, task_id):
    pool = Pool(key="cartpole", task_id=task_id, num_envs=2)
    if player == "numpy" and task_id == "Pendulum-v1":
        with pytest.raises(WorkerError, match="entry"):
            Worker(BY_KEY[player], pool, {})
        return
    process = Worker(BY_KEY[player], pool, {})
    try:
        assert process.version
        assert min(process.play(0.01)) > 100
    finally:
        process.close()


def test_texts_of_processes():
    (pool,) = (pool for pool in POOLS if pool.key == "minigrid-empty-1")
    process = Worker(BY_KEY["async"], dataclasses.replace(pool, num_envs=2), {})
    try:
        assert min(process.play(0.01)) > 1
    finally:
        process.close()


def test_async_pool():
    pool = Pool(key="a", task_id="CartPole-v1", num_envs=8, batch_size=3)
    players = [system.key for system in SYSTEMS if system.plays(pool)]
    assert players == ["envpool", BASELINE, "sync"]
    process = Worker(BY_KEY["envpool"], pool, {})
    assert min(process.play(0.01)) > 100
    process.close()


@pytest.mark.parametrize("player", ["envpool", "ale", "sync", "async"])
def test_atari_players(player):
    process = Worker(BY_KEY[player], atari(), {})
    try:
        by_time, by_cpu = process.play(0.01)
        assert min(by_time, by_cpu) > 1
    finally:
        process.close()


def test_atari_asynchronous():
    pool = atari(batch_size=1)
    players = [system for system in SYSTEMS if system.plays(pool)]
    assert [system.key for system in players] == [
        "envpool",
        BASELINE,
        "sync",
        "ale",
    ]
    process = Worker(BY_KEY["ale"], pool, {})
    assert min(process.play(0.01)) > 1
    process.close()


def test_who_plays_atari():
    keys = [system.key for system in SYSTEMS if system.plays(atari())]
    assert keys == ["envpool", BASELINE, "sync", "async", "ale", "sb3"]
    assert "ale" not in [system.key for system in SYSTEMS if system.plays(TINY)]
    (qbert,) = cli.choose_pools(POOLS, ["qbert"])
    keys = [system.key for system in SYSTEMS if system.plays(qbert)]
    assert keys == ["envpool", BASELINE, "ale"]


def test_atari_envs_are_alike():
    how = dataclasses.asdict(peers_env("Pong"))
    env = worker._single({"task_id": how["task_id"], "gymnasium": how})
    assert env.observation_space.shape == (4, 84, 84)
    assert env.unwrapped.ale.getFloat("repeat_action_probability") == 0
    env.close()


def test_names_of_envs():
    pool = Pool(key="k", task_id="OursCartPole-v1", peer_id="CartPole-v1", num_envs=1)
    names = [_id_for(BY_KEY[key], pool) for key in ("envpool", BASELINE, "sync")]
    assert names == ["OursCartPole-v1", "CartPole-v1", "CartPole-v1"]
    names = [_id_for(BY_KEY[key], atari()) for key in (BASELINE, "ale")]
    assert names == ["Pong-v5", "ALE/Pong-v5"]


def test_options_of_envs():
    wrong = dataclasses.replace(TINY, options={"max_episode_stepz": 3})
    with pytest.raises(WorkerError, match="max_episode_stepz"):
        Worker(BY_KEY["envpool"], wrong, {})
    (short,) = cli.choose_pools(POOLS, ["multiroom-short"])
    assert short.options == short.gymnasium.options == {"max_episode_steps": 20}
    assert short.title == "MiniGrid-MultiRoom-N6-v0 x 64 (episodes of 20 steps)"


class FakeTime:
    """A clock that advances only when a player plays."""

    def __init__(self):
        self.now = 0.0

    def perf_counter(self):
        return self.now

    process_time = perf_counter


@pytest.mark.parametrize(
    ("seconds_a_batch", "pieces"),
    [(1.0, [1, 1, 1]), (0.004, [1, 2, 4, 1, 4, 4])],
)
def test_pieces_fit_into_a_round(monkeypatch, seconds_a_batch, pieces):
    clock = FakeTime()
    monkeypatch.setattr(worker, "time", clock)
    played = []

    def play(batches):
        played.append(list(batches))
        clock.now += seconds_a_batch * len(batches)

    player = worker.Player(play, batches=list("abcdefgh"), rows=5, version="1")
    meter = worker.Meter(player)
    total = sum(pieces) * seconds_a_batch
    found = meter.measure(total - seconds_a_batch / 2)
    assert [len(piece) for piece in played] == pieces
    assert found["steps"] == 5 * sum(pieces)
    assert found["seconds"] == pytest.approx(total)
    # The batches are played in order, cyclically, and the next round continues.
    meter.measure(0.5 * seconds_a_batch)
    order = [batch for piece in played for batch in piece]
    assert order == [player.batches[k % 8] for k in range(len(order))]


def burn(seconds, done):
    while time.process_time() < seconds:
        pass
    done.set()
    time.sleep(60)


def test_cpu_time_of_processes():
    before = worker.children_cpu_seconds()
    context = multiprocessing.get_context("fork")
    done = context.Event()
    child = context.Process(target=burn, args=(0.1, done))
    child.start()
    done.wait()
    seconds = worker.children_cpu_seconds()
    child.kill()
    child.join()
    assert seconds is None or seconds - before > 0.05


def fake_sb3(monkeypatch):
    """Installs a fake module with the names of Stable-Baselines3."""
    made = {}

    class Env:
        def __init__(self, makers, start_method):
            self.envs = [make() for make in makers]
            self.num_envs = len(makers)
            self.action_space = self.envs[0].action_space
            made.update(envs=self.envs, start_method=start_method)

        def reset(self):
            for env in self.envs:
                env.reset()

        def step(self, actions):
            made["actions"] = actions
            return None, None, None, None

    def stacked(env, n_stack):
        made["frames"] = n_stack
        return env

    def wrapper(env, **options):
        made["options"] = options
        return env

    name = "stable_baselines3"
    modules = {
        name: {"__version__": "3"},
        f"{name}.common": {},
        f"{name}.common.vec_env": {"SubprocVecEnv": Env, "VecFrameStack": stacked},
        f"{name}.common.atari_wrappers": {"AtariWrapper": wrapper},
    }
    for path, members in modules.items():
        module = types.ModuleType(path)
        module.__dict__.update(members)
        monkeypatch.setitem(sys.modules, path, module)
    return made


@pytest.mark.parametrize("pool", [TINY, atari()])
def test_stable_baselines(monkeypatch, pool):
    made = fake_sb3(monkeypatch)
    monkeypatch.setattr(sys, "path", [*sys.path])
    task_id = _id_for(BY_KEY["sb3"], pool)
    how = dataclasses.asdict(pool.gymnasium)
    player = worker.sb3({"task_id": task_id, "num_envs": 2, "gymnasium": how})
    player.play(player.batches[:1])
    assert (player.rows, player.version) == (2, "3")
    assert made["actions"].shape == (2,)
    if pool is not TINY:
        assert made["frames"] == 4
        assert made["options"] == {
            "terminal_on_life_loss": False,
            "clip_reward": False,
        }


def test_stable_baselines_is_missing():
    with pytest.raises(WorkerError, match=r"no (torch|stable_baselines3) here"):
        Worker(BY_KEY["sb3"], TINY, {})


def test_unknown_env_is_reported():
    with pytest.raises(WorkerError, match="NoSuchEnv"):
        Worker(BY_KEY["envpool"], Pool(key="x", task_id="NoSuchEnv", num_envs=1), {})


def test_dead_worker_is_reported(tmp_path):
    with pytest.raises(WorkerError, match="status"):
        Worker(BY_KEY[BASELINE], TINY, {"released": "/bin/false"})


def test_table():
    rates = {"envpool": [3e7, 3.5e7, 6e7], BASELINE: [1e6, 1e7, 1e6]}
    results = [Result(system=BY_KEY[k], rates=v, cpu_rates=v) for k, v in rates.items()]
    results.append(Result(system=BY_KEY["sb3"], missing="no torch"))
    assert _fill_ratios(results) == BASELINE
    assert results[0].ratio == 30
    assert results[1].ratio == 1
    columns, rows = report.table([PoolResult(pool=TINY, results=results)])
    assert {len(row) for row in rows} == {len(columns)}
    expected = ("CartPole-v1 x 2", "EnvPool", "35.0 M", "86%", "30", "35.0 M")
    assert rows[0] == expected
    assert rows[1][0] == expected[0]
    assert "no torch" in rows[2][1]


def test_without_the_peer_the_ratio_is_to_gymnasium():
    rates = {"envpool": [9.0, 9.0], "loop": [2.0, 2.0], "sync": [3.0, 3.0]}
    results = [Result(system=BY_KEY[k], rates=v, cpu_rates=v) for k, v in rates.items()]
    results.append(Result(system=BY_KEY[BASELINE], missing="needs --released"))
    assert _fill_ratios(results) == "sync"
    assert [one.ratio for one in results] == [3, 2 / 3, 1, None]
    one = PoolResult(pool=TINY, results=results, baseline="sync")
    expected = "Ratio: to gymnasium SyncVectorEnv."
    assert report.baselines_line([one]) == expected
    both = [one, dataclasses.replace(one, baseline=BASELINE)]
    expected = (
        f"Ratio: to EnvPool {RELEASED}, or without it to gymnasium SyncVectorEnv."
    )
    assert report.baselines_line(both) == expected
    assert _fill_ratios(results[:1]) == ""
    assert BY_KEY["sync"].plays(dataclasses.replace(TINY, batch_size=1))


def test_limit():
    limit = dataclasses.replace(BY_KEY["numpy"], is_upper_bound=True)
    rates = {BY_KEY["envpool"]: [9.0, 8.0, 6.0], limit: [10.0, 10.0, 5.0]}
    results = [Result(system=s, rates=r, cpu_rates=r) for s, r in rates.items()]
    results.append(Result(system=BY_KEY["sb3"], missing="no torch"))
    _fill_ratios(results)
    assert [one.of_limit for one in results] == [0.9, 1, None]
    columns, rows = report.table([PoolResult(pool=TINY, results=results)])
    assert columns[-1] == "of the limit"
    assert [row[-1] for row in rows] == ["90.0%", "100.0%", ""]


def test_player_of_another_module():
    assert worker.find_player("loop") is worker.loop
    assert worker.find_player("json:dumps") is json.dumps


def test_frames():
    results = [PoolResult(pool=TINY, results=[])]
    assert report.frames_line(results) == ""
    results += [PoolResult(pool=atari(k), results=[]) for k in (0, 1)]
    assert report.frames_line(results) == "Pong-v5: frames/s are 4 x steps/s."
    pools = report.as_json(results, {}, {})["pools"]
    assert [pool["frames_per_step"] for pool in pools] == [1, 4, 4]


def test_unknown_cpu_time():
    result = Result(system=BY_KEY["async"], rates=[2.0], cpu_rates=[None])
    assert result.cpu_median is None
    _, rows = report.table([PoolResult(pool=TINY, results=[result])])
    assert rows[0][-1] == ""


def test_picture(tmp_path):
    pytest.importorskip("matplotlib")
    rates = {"envpool": [4e7], BASELINE: [1e5]}
    results = [
        Result(system=BY_KEY[k], rates=v, cpu_rates=[1.0]) for k, v in rates.items()
    ]
    results.append(Result(system=BY_KEY["sb3"], missing="no torch"))
    results[0].ratio, results[1].ratio = 400.0, 1.0
    both = [
        PoolResult(pool=pool, results=results, baseline=BASELINE)
        for pool in (TINY, atari())
    ]
    found = report.as_json(both, {"cpu": "C", "cpus_allowed": 2}, {})
    assert [unit for unit, _ in plot._panels(found["pools"])] == [
        "steps per second",
        "steps per second, of 4 frames each",
    ]
    ours, theirs, _ = found["pools"][0]["systems"]
    assert plot._label(ours, BASELINE) == " 40 M, 400\xd7"
    assert plot._label(theirs, BASELINE) == " 100 k"
    path = tmp_path / "picture.png"
    plot.draw_pools(found, str(path))
    assert path.read_bytes()[:4] == b"\x89PNG"
    assert plot._choose(found["pools"], ["tin"]) == found["pools"][:1]
    with pytest.raises(ValueError, match="expected parts of tiny, a, got pong"):
        plot.draw_pools(found, str(path), ["pong"])


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
    assert [p.key for p in cli.choose_pools(POOLS, ["CartPole-v1"])] == [
        "cartpole-1",
        "cartpole-64",
        "cartpole-1024",
        "cartpole-async",
    ]
    (new,) = cli.choose_pools(POOLS, ["CartPole-v0"])
    assert (new.task_id, new.num_envs) == ("CartPole-v0", 64)
    with pytest.raises(SystemExit, match="'NoSuch-v1', 'nothing'"):
        cli.choose_pools(POOLS, ["taxi", "NoSuch-v1", "CartPole-v1", "nothing"])
    with pytest.raises(SystemExit, match="got 'nobody'"):
        cli.choose_systems("envpool,nobody")
    assert len(cli.choose_pools(POOLS, ["atari"])) == 7
    assert cli.main(["--list"]) == 0
    assert "pendulum" in capsys.readouterr().out
    assert cli.main(["--list", "taxi"]) == 0
    assert "pendulum" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["no-such-pool"], "'no-such-pool'"),
        (["taxi", "--rounds=0"], "--rounds: expected at least 1, got 0"),
        (["taxi", "--seconds=nan"], "--seconds: expected seconds > 0, got nan"),
        (["taxi", "--peers=/no/python"], "--peers: expected a Python interpreter"),
        (["taxi", f"--out={__file__}"], "--out: expected a folder"),
    ],
)
def test_bad_arguments(words, text, capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main(words)
    assert caught.value.code not in (0, None)
    assert text in f"{caught.value.code} {capsys.readouterr().err}"


def test_machine():
    text = machine.one_line(machine.describe())
    assert "CPUs" in text
    assert "NumPy" in text


def test_runs_share_a_file(tmp_path, monkeypatch):
    file = tmp_path / "rows.json"
    ids_file.add(file, {"rounds": 3}, {"b": [1.0], "a": [2.0, 0.123456]})
    ids_file.add(file, {"rounds": 4}, {"b": [3.0]})
    found = json.loads(file.read_text("utf-8"))
    assert found["rounds"] == 4
    assert list(found["ids"].items()) == [("a", [2.0, 0.1235]), ("b", [3.0])]
    monkeypatch.setattr(machine, "describe", lambda: {"cpu": "another"})
    with pytest.raises(ValueError, match=r"got some on .*; remove it"):
        ids_file.add(file, {}, {})
