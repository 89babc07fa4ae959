# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool play`."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable
from typing import Any, Protocol

import click
import numpy as np

import envpool
from envpool.cli.arguments import TaskId, config_option, parse_config
from envpool.cli.controls import QUIT, Controls, action_of, controls_of
from envpool.cli.policies import load_policy
from envpool.cli.screens import Screen, open_screen
from envpool.replays import Recording

__all__ = ["command"]

KEYS_PER_SECOND = 30  # in turn-based games, where nothing moves by itself
LAST_SECONDS = 1.0  # how long the end of an episode is shown


@click.command("play")
@click.argument("target", metavar="ID|FILE", type=TaskId())
@click.option(
    "--policy",
    metavar="random|FILE",
    help="Who plays; by default you, where keys can stand for the actions.",
)
@click.option("--terminal", is_flag=True, help="In the terminal, not in a window.")
@click.option(
    "--fps",
    type=click.IntRange(1, 1000),
    help="Frames a second; by default those of real time.",
)
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

    The arrow keys and W, A, S, D are the actions that lead somewhere; the line below
    the picture has the others. In games of turns each key is a step; other games
    start with the first key, and keys are held. q or Esc stops.
    """
    if os.path.isfile(target):
        recording = envpool.replay(target, parse_config(config))
        watch(recording, env_id, episode, terminal, fps)
        return
    kwargs = {"seed": seed, **parse_config(config)}
    forced = {"num_envs": 1, "autoreset_mode": "disabled", "render_mode": "rgb_array"}
    pool = envpool.make(target, "gymnasium", **{**kwargs, **forced})
    try:
        pool.render()  # raises an error before a window opens
        controls = controls_of(pool) if policy is None else None
        player: Player = (
            Policy(load_policy(policy or "random", pool, seed or 0))
            if controls is None
            else Person(controls, pool)
        )
        speed = fps or int(pool.metadata["render_fps"])
        if controls is not None and controls.turns:
            speed = max(speed, KEYS_PER_SECOND)
        with open_screen(target, speed, terminal) as screen:
            for _ in range(episodes):
                if not play(pool, screen, player):
                    return
    finally:
        pool.close()


class Player(Protocol):
    """A player of an env."""

    help: str

    def act(self, observation: Any, screen: Screen, pressed: list[str]) -> Any | None:
        """Returns the action of a pool with one env; None to wait."""


class Policy:
    """A policy that plays.

    Args:
      function: gets an observation with one row and returns an action with one row.
    """

    help = "q stops"

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def act(self, observation: Any, screen: Screen, pressed: list[str]) -> Any:
        """Returns the policy's action."""
        return self._function(observation)


class Person:
    """A person who presses keys.

    Args:
      controls: the meaning of the keys.
      pool: a pool of the env.
    """

    def __init__(self, controls: Controls, pool: Any) -> None:
        self._controls = controls
        self._pool = pool
        self._has_started = controls.turns
        self.help = f"{controls.help}; q stops"

    def act(self, observation: Any, screen: Screen, pressed: list[str]) -> Any | None:
        """Returns the action for the keys."""
        held = screen.held()
        self._has_started |= bool(pressed)
        if not self._has_started:
            return None
        if self._controls.turns:
            keys = pressed[-1:]  # only the latest key, even if the screen was slow
        else:
            # A key that was pressed and released between frames counts, too.
            keys = [*(key for key in pressed if key not in held), *held]
        value = (
            self._controls.action(keys) if keys or not self._controls.turns else None
        )
        return None if value is None else action_of(self._pool, value)


def play(pool: Any, screen: Screen, player: Player) -> bool:
    """Plays an episode; returns whether it was played to its end.

    Args:
      pool: a pool of one env.
      screen: the screen that shows it.
      player: the player.
    """
    observation, _ = pool.reset()
    frame, total = pool.render()[0], 0.0
    while True:
        screen.show(frame, f"return {total:g}; {player.help}")
        pressed = screen.pressed()
        if QUIT in pressed:
            return False
        action = player.act(observation, screen, pressed)
        if action is None:
            continue
        observation, reward, terminated, truncated, _ = pool.step(action)
        total += float(np.sum(reward))
        frame = pool.render()[0]
        if terminated[0] or truncated[0]:
            return hold(screen, frame, f"return {total:g}")


def hold(screen: Screen, frame: Any, text: str) -> bool:
    """Shows the end of an episode for a moment; returns whether to go on."""
    end = time.monotonic() + LAST_SECONDS
    while time.monotonic() < end:
        screen.show(frame, text)
        if QUIT in screen.pressed():
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
    with open_screen(
        recording.path, fps or recording.fps_of(env_id), terminal
    ) as screen:
        text = f"env {env_id}, episode {episode.number}; q stops"
        for frame in itertools.chain([first], frames):
            screen.show(frame, text)
            if QUIT in screen.pressed():
                return
        hold(screen, frame, text)
