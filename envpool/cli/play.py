# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool play`."""

from __future__ import annotations

import itertools
import os
import time
from typing import Any

import click
import numpy as np

import envpool
from envpool.cli.arguments import TaskId, config_option, parse_config
from envpool.cli.policies import load_policy
from envpool.cli.screens import Screen, open_screen
from envpool.replays import Recording

__all__ = ["command"]

KEYS = "0123456789abcdefghijklmnoprstuvwxyz"  # without q, which stops
LAST_SECONDS = 1.0  # how long the end of an episode is shown


@click.command("play")
@click.argument("target", metavar="ID|FILE", type=TaskId())
@click.option(
    "--policy",
    metavar="random|FILE",
    help="Who plays; by default you, where actions are choices.",
)
@click.option("--terminal", is_flag=True, help="In the terminal, not in a window.")
@click.option("--fps", type=click.IntRange(1, 1000), help="Frames a second.")
@click.option("--episodes", default=1, show_default=True, type=click.IntRange(1))
@click.option("--env", "env_id", default=0, type=int, help="Of a recording: the env.")
@click.option("--episode", default=-1, type=int, help="Of a recording: which one.")
@click.option("--seed", type=int)
@config_option
def command(
    target: str,
    policy: str | None,
    terminal: bool,
    fps: int | None,
    episodes: int,
    env_id: int,
    episode: int,
    seed: int | None,
    config: tuple[str, ...],
) -> None:
    """Play the environment ID, or watch an episode of a recording, FILE.

    Keys 0, 1, ..., 9, a, b, ... choose an action; the first one starts the
    episode, and each is repeated until the next. q stops.
    """
    if os.path.isfile(target):
        recording = envpool.replay(target, parse_config(config))
        watch(recording, env_id, episode, terminal, fps)
        return
    kwargs = {"seed": seed, **parse_config(config)}
    forced = {"num_envs": 1, "autoreset_mode": "disabled", "render_mode": "rgb_array"}
    pool = envpool.make(target, "gymnasium", **{**kwargs, **forced})
    try:
        pool.render()  # or says why not, before a window opens
        count = int(getattr(pool.single_action_space, "n", 0))
        by_keys = policy is None and 0 < count <= len(KEYS)
        act = None if by_keys else load_policy(policy or "random", pool, seed or 0)
        speed = fps or int(pool.metadata["render_fps"])
        with open_screen(target, speed, terminal) as screen:
            for _ in range(episodes):
                if not play(pool, screen, act, count):
                    return
    finally:
        pool.close()


def play(pool: Any, screen: Screen, act: Any, count: int) -> bool:
    """Plays an episode; returns whether it went on to its end.

    Args:
      pool: of one env.
      screen: where to show it.
      act: the policy; None for keys.
      count: the number of actions, for keys.
    """
    observation, _ = pool.reset()
    total, action = 0.0, -1
    names = KEYS[:count]
    help_text = f"keys {names[0]}-{names[-1]}, q stops" if act is None else "q stops"
    while True:
        screen.show(pool.render()[0], f"return {total:g}; {help_text}")
        key = screen.key()
        if key == "q":
            return False
        if act is None:
            action = names.index(key) if key and key in names else action
            if action < 0:
                continue  # the first key starts
            chosen: Any = np.array([action])
        else:
            chosen = act(observation)
        observation, reward, terminated, truncated, _ = pool.step(chosen)
        total += float(np.sum(reward))
        if terminated[0] or truncated[0]:
            return hold(screen, pool.render()[0], f"return {total:g}")


def hold(screen: Screen, frame: Any, text: str) -> bool:
    """Shows the end of an episode for a moment; returns whether to go on."""
    end = time.monotonic() + LAST_SECONDS
    while time.monotonic() < end:
        screen.show(frame, text)
        if screen.key() == "q":
            return False
    return True


def watch(
    recording: Recording, env_id: int, number: int, terminal: bool, fps: int | None
) -> None:
    """Shows an episode of a recording."""
    episode = recording.episode(env_id, number)
    frames = iter(episode.frames())
    first = next(frames, None)
    if first is None:
        raise click.UsageError(
            f"{recording.path}: the env failed before its first frame"
        )
    with open_screen(recording.path, fps or recording.fps, terminal) as screen:
        text = f"env {env_id}, episode {episode.number}; q stops"
        for frame in itertools.chain([first], frames):
            screen.show(frame, text)
            if screen.key() == "q":
                return
        hold(screen, frame, text)
