# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool record`."""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

import click
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

import envpool
from envpool.cli.arguments import (
    config_option,
    json_option,
    parse_config,
    task_id_argument,
)
from envpool.cli.output import print_json
from envpool.cli.policies import load_policy

__all__ = ["command"]


@click.command("record")
@task_id_argument
@click.option(
    "--policy",
    default="random",
    show_default=True,
    metavar="random|FILE",
    help="A Python file has a function policy(observation).",
)
@click.option("--episodes", default=1, show_default=True, type=click.IntRange(1))
@click.option("--out", default="videos", show_default=True, help="The folder.")
@click.option(
    "--format",
    "suffix",
    default="mp4",
    show_default=True,
    type=click.Choice(["mp4", "gif"]),
)
@click.option("--seed", default=0, show_default=True, type=int)
@click.option(
    "--max-steps",
    default=1000,
    show_default=True,
    type=click.IntRange(1),
    help="The longest episode.",
)
@config_option
@json_option
def command(
    task_id: str,
    policy: str,
    episodes: int,
    out: str,
    suffix: str,
    seed: int,
    max_steps: int,
    config: tuple[str, ...],
    as_json: bool,
) -> None:
    """Make videos of episodes of the environment ID."""
    kwargs = {"seed": seed, **parse_config(config)}
    before = _files(out)
    forced = {"num_envs": 1, "autoreset_mode": "disabled"}
    forced |= {"record": out, "record_format": suffix}
    pool = envpool.make(task_id, "gymnasium", **{**kwargs, **forced})
    played = []
    try:
        act = load_policy(policy, pool, seed)
        for number in range(episodes):
            played.append(play(pool, act, max_steps, f"episode {number}"))
            if not as_json:
                click.echo(f"episode {number}: {_summary(played[-1])}", err=True)
    finally:
        pool.close()
    files = sorted((path for path, _ in _files(out) - before), key=_episode_of)
    if as_json:
        found = [
            {"return": score, "length": length, "ended": ended}
            for score, length, ended in played
        ]
        print_json({"files": files, "episodes": found})
        return
    for file in files:
        click.echo(file)


class Played(NamedTuple):
    """An episode: its return, its steps, and "terminated", "truncated" or "cut"."""

    score: float
    length: int
    ended: str


def play(pool: Any, act: Any, max_steps: int, title: str) -> Played:
    """Plays an episode of a pool with one env, or its first steps.

    It shows its progress on standard error, if that is a terminal.

    Args:
      pool: a pool of one env.
      act: the policy.
      max_steps: the maximum number of steps.
      title: the text to show.
    """
    observation, _ = pool.reset()
    total = 0.0
    error = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("step {task.completed} of at most {task.total}"),
        TextColumn("return {task.fields[score]:g}"),
        console=error,
        transient=True,
        disable=not error.is_terminal,
    ) as progress:
        bar = progress.add_task(title, total=max_steps, score=0.0)
        for length in range(1, max_steps + 1):
            observation, reward, terminated, truncated, _ = pool.step(act(observation))
            total += float(np.sum(reward))
            progress.update(bar, completed=length, score=total)
            if terminated[0]:
                return Played(total, length, "terminated")
            if truncated[0]:
                return Played(total, length, "truncated")
    return Played(total, max_steps, "cut")


def _summary(played: Played) -> str:
    text = f"return {played.score:g}, {played.length} steps, {played.ended}"
    if played.ended == "cut":
        text += ": it is longer than --max-steps, and its video is named unfinished"
    return text


def _episode_of(path: str) -> int:
    found = re.search(r"-episode(\d+)-[^/]*$", path)
    return int(found[1]) if found else -1


def _files(folder: str) -> set[tuple[str, int]]:
    """Returns the files of a folder with their modification times."""
    if not os.path.isdir(folder):
        return set()
    names = (name for name in os.listdir(folder) if not name.startswith("."))
    paths = [os.path.join(folder, name) for name in names]
    return {(path, os.stat(path).st_mtime_ns) for path in paths}
