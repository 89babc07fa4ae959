# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""CarRacing against Gymnasium's own env: same seed, same episodes, same pixels."""

import os

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.box2d.oracle import car_racing
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, comparisons

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")


class Official(Adapter):
    """Gymnasium's envs; `case.official` is a way to drive them."""

    num_envs = 1

    def make(self, case, seed):
        options = {"disable_env_checker": True, **case.options}
        self.env = gymnasium.make("CarRacing-v3", **options)
        return GymnasiumEnv(self.env, seed)

    def actions(self, case, pool, rows, step, random):
        return case.official(self.env.unwrapped, random)


def at_random(env, random):
    return random.uniform([[-1, 0, 0]], [[1, 1, 0.3]]).astype(np.float32)


def any_choice(env, random):
    return random.integers(5, size=1)


def off_the_road(env, random):
    return np.array([[random.uniform(-0.1, 0.1), 1, 0]], np.float32)


def along_the_road(env, random):
    """Steers to a point some tiles ahead of the next one."""
    track = np.array(env.track)[:, 2:]
    position = np.array(env.car.hull.position)
    nearest = np.argmin(((track - position) ** 2).sum(1))
    x, y = track[(nearest + 6) % len(track)] - position
    angle = np.arctan2(-x, y) - env.car.hull.angle
    turn = (angle + np.pi) % (2 * np.pi) - np.pi
    speed = np.hypot(*env.car.hull.linearVelocity)
    steer = np.clip(-2 * turn, -1, 1)
    return np.array([[steer, 0.5 * (speed < 35), 0.3 * (speed > 50)]], np.float32)


def case_of(version, policy, steps, **options):
    return Case(
        f"CarRacing-v{version}",
        steps,
        episodes=options.get("max_episode_steps", 0) and 3,
        options=options,
        official=policy,
    )


test_same_seed_same_episodes = comparisons(
    Official(),
    [
        case_of(3, at_random, 190, max_episode_steps=60),
        case_of(2, any_choice, 100, continuous=False, max_episode_steps=30),
        case_of(3, at_random, 100, domain_randomize=True, max_episode_steps=30),
        case_of(3, off_the_road, 400),
        case_of(3, along_the_road, 250, lap_complete_percent=0.1),
    ],
)
