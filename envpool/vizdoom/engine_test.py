# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Our engine (third_party/vizdoom) plays as the official one, bit for bit."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
import vizdoom

import envpool
from envpool.vizdoom import registration

STEPS = 40
TASKS = [
    f"{''.join(part.capitalize() for part in name.split('_'))}-v1"
    for name in registration.SCENARIOS
]
BUFFERS = {"depth": True, "labels": True, "automap": True, "notifications": True}


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """Returns the path of our engine, in a folder with the data of the official one."""
    folder = tmp_path_factory.mktemp("engine")
    shutil.copy(os.environ["ENGINE"], folder / "vizdoom")
    for name in ("vizdoom.pk3", "bots.cfg"):
        (folder / name).symlink_to(Path(vizdoom.__file__).with_name(name))
    return str(folder / "vizdoom")


def play(task_id, steps=STEPS, **options):
    """Returns all results of a pool; episodes end early, so that some begin."""
    pool = envpool.make_gymnasium(task_id, seed=5, **options)
    pool.action_space.seed(1)
    results = [pool.reset()]
    results += [pool.step(pool.action_space.sample()) for _ in range(steps)]
    pool.close()
    return results


@pytest.mark.parametrize("task_id", TASKS)
def test_every_scenario_is_the_same(task_id, engine):
    options = {"img_height": 240, "img_width": 320, "max_episode_steps": 30}
    ours = play(task_id, vzd_path=engine, **options)
    np.testing.assert_equal(ours, play(task_id, **options))


@pytest.mark.parametrize("frame_skip", [1, 3, 7])
def test_an_action_ends_with_its_episode(frame_skip, engine):
    options = {"frame_skip": frame_skip, "max_episode_steps": 10}
    for task_id in ("DeadlyCorridor-v1", "DefendTheCenter-v1", "SimplerBasic-v1"):
        ours = play(task_id, vzd_path=engine, **options)
        np.testing.assert_equal(ours, play(task_id, **options))


@pytest.mark.parametrize("scenario", registration.OFFICIAL)
def test_all_buffers_are_the_same(scenario, engine):
    options = {"frame_skip": 4, **BUFFERS}
    task_id = f"Vizdoom{scenario}-v1"
    ours = play(task_id, vzd_path=engine, **options)
    np.testing.assert_equal(ours, play(task_id, **options))


def test_games_of_several_players_are_the_same(engine):
    options = {"max_num_players": 2, "img_height": 120, "img_width": 160}
    ours = play("MultiDuel-v1", 10, vzd_path=engine, **options)
    np.testing.assert_equal(ours, play("MultiDuel-v1", 10, **options))
