# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Episodes that begin in spare engines: equal to those of the env's own engine."""

import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError

STEPS = 120
LIMIT = 12


def play(task_id, seed, **options):
    """Returns all results of a pool that resets its envs again and again."""
    pool = envpool.make_gymnasium(
        task_id,
        num_envs=2,
        num_threads=4,
        max_episode_steps=LIMIT,
        seed=seed,
        **options,
    )
    pool.action_space.seed(1)
    results = [pool.reset()[0]]
    results += [pool.step(pool.action_space.sample()) for _ in range(STEPS)]
    pool.reset(seed=seed + 1)  # an explicit reset between automatic ones
    results += [pool.step(pool.action_space.sample()) for _ in range(STEPS)]
    pool.close()
    return results


@pytest.mark.parametrize(
    "task_id",
    ["Basic-v1", "DeadlyCorridor-v1", "VizdoomBasic-v1", "VizdoomMyWayHome-v1"],
)
def test_episodes_do_not_depend_on_the_engine(task_id):
    np.testing.assert_equal(
        play(task_id, 3, spare_resets=2), play(task_id, 3, spare_resets=0)
    )


def test_lives_of_one_game_go_on_in_its_engine():
    options = {"episodic_life": True, "reward": "official"}
    np.testing.assert_equal(
        play("DefendTheCenter-v1", 3, spare_resets=2, **options),
        play("DefendTheCenter-v1", 3, **options),
    )


@pytest.mark.parametrize(
    "options", [{"max_num_players": 2}, {"lmp_save_dir": "recordings"}]
)
def test_games_of_several_players_and_recordings_are_refused(options, tmp_path):
    if "lmp_save_dir" in options:
        options = {"lmp_save_dir": str(tmp_path)}
    with pytest.raises(ArgumentError, match="spare_resets: expected 0 for this env"):
        envpool.make_gymnasium("Deathmatch-v1", spare_resets=1, **options)
