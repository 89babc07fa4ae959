# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import dataclasses
import json

import numpy as np
import pytest

import envpool
from benchmark import loops
from envpool.bench import cli, worker
from envpool.bench.pools import POOLS
from envpool.bench.systems import BASELINE, SYSTEMS
from envpool.mujoco.gym import loop
from envpool.mujoco.gym.bench import POOLS as ROBOTS

ALL = (*SYSTEMS, *loops.SYSTEMS)
TASKS = sorted({pool.task_id for pool in ROBOTS})


@pytest.mark.parametrize("task_id", TASKS)
@pytest.mark.parametrize("player", [loop.bare, loop.stepper, loop.rollout])
def test_plays(player, task_id):
    found = player({"task_id": task_id, "num_envs": 3})
    assert (found.rows, found.version) == (3, "3.6.0")
    found.play(found.batches[1:4])
    assert worker.Meter(found).measure(0.01)["steps"] > 0


def test_unknown_task():
    with pytest.raises(ValueError, match="Swimmer"):
        loop.make_loop("Swimmer-v5", 1)


@pytest.mark.parametrize("task_id", TASKS)
def test_loop_resets_as_often_as_a_pool(task_id):
    steps, robots = 250, 16
    player = loop.bare({"task_id": task_id, "num_envs": robots})
    library, made = loop.make_loop(task_id, robots)
    env = envpool.make(task_id, "gym", num_envs=robots)
    env.reset()
    drawn = worker.draw_actions(env.action_space, robots)
    assert len(player.batches) == len(drawn)
    controls = np.array(drawn[:steps], np.float64)
    library.LoopPlay(made, controls.ctypes, steps)
    resets = sum((env.step(a)[-1]["elapsed_step"] == 0).sum() for a in drawn[:steps])
    # The initial states differ.
    theirs = library.LoopNumResets(made) - robots
    assert abs(theirs - resets) <= 5 + 0.15 * resets
    assert (resets > 50) == (task_id not in ("Ant-v5", "HalfCheetah-v5"))


@pytest.mark.parametrize("task_id", TASKS)
def test_rollout_resets_the_fallen(task_id):
    robots = loop.Rollout(task_id, 8)
    rng = np.random.default_rng(0)
    before = robots.state.copy()
    for _ in range(60):
        robots.step(robots.controls(rng.uniform(-0.4, 0.4, (8, robots.model.nu))))
    assert robots.state.shape == before.shape
    assert (robots.state[:, 1:] != before[:, 1:]).any()
    ranges = loop.Rollout._healthy(
        task_id.partition("-")[0], envpool.make_spec(task_id).config
    )
    for position, (low, high) in ranges:
        assert (robots.state[:, 1 + position] >= low).all()
        assert (robots.state[:, 1 + position] <= high).all()


def test_rollout_steps_as_a_pool_does():
    robots = loop.Rollout("HalfCheetah-v5", 2)
    env = envpool.make("HalfCheetah-v5", "gym", num_envs=2, reset_noise_scale=0.0)
    env.reset()
    robots.state[:, 1 : 1 + robots.model.nq + robots.model.nv] = 0
    for _ in range(3):
        action = np.full((2, 6), 0.5)
        robots.step(robots.controls(action))
        obs = env.step(action)[0]
    # The observation lacks the horizontal position. The states differ slightly
    # because they do not include the solver's warm start.
    assert np.allclose(robots.state[:, 2:19], obs, rtol=0, atol=1e-6)


def test_who_plays():
    (hopper, hopper_async, hopper_1) = cli.choose_pools(POOLS, ["hopper"])
    assert hopper.task_id == "Hopper-v5"
    assert (hopper_async.batch_size, hopper_1.num_envs) == (16, 1)
    assert cli.choose_pools(POOLS, ["half_cheetah"])[0].task_id == "HalfCheetah-v5"
    keys = [system.key for system in ALL if system.plays(hopper)]
    peers = ["loop", "sync", "async", "rollout", "stepper", "mjbatch", "bare"]
    assert keys == ["envpool", BASELINE, *peers]
    keys = [system.key for system in ALL if system.plays(hopper_async)]
    assert keys == ["envpool", BASELINE, "sync", "stepper", "bare"]
    taxi = dataclasses.replace(hopper, key="toy-text-taxi", task_id="Taxi-v3")
    assert not any(system.plays(taxi) for system in loops.SYSTEMS)


def test_benchmark(tmp_path, capsys):
    options = ["hopper-1", "--systems=envpool,sync,rollout,bare", "--rounds=1"]
    options += ["--seconds=0.02", f"--out={tmp_path}"]
    assert cli.main(options, POOLS, ALL) == 0
    assert "of the limit" in capsys.readouterr().out
    (pool,) = json.loads((tmp_path / "results.json").read_text())["pools"]
    assert [each["key"] for each in pool["systems"]] == [
        *("envpool", "sync", "rollout", "bare")
    ]
    assert all(each["of_limit"] > 0 for each in pool["systems"])
    assert pool["systems"][-1]["of_limit"] == 1
