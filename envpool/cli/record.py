# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool record`."""

from __future__ import annotations

import os
from typing import Any

import click

import envpool
from envpool.cli.arguments import config_option, parse_config, task_id_argument
from envpool.cli.output import json_option, print_json, progress
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
    try:
        act = load_policy(policy, pool, seed)
        for _ in progress(range(episodes), "recording"):
            play(pool, act, max_steps)
    finally:
        pool.close()
    files = sorted(path for path, _ in _files(out) - before)
    if as_json:
        print_json({"files": files})
        return
    for file in files:
        click.echo(file)


def play(pool: Any, act: Any, max_steps: int) -> None:
    """Plays an episode of a pool with one env, or its first steps."""
    observation, _ = pool.reset()
    for _ in range(max_steps):
        observation, _, terminated, truncated, _ = pool.step(act(observation))
        if terminated[0] or truncated[0]:
            return


def _files(folder: str) -> set[tuple[str, int]]:
    """Returns the files of a folder, and when each was written."""
    if not os.path.isdir(folder):
        return set()
    names = (name for name in os.listdir(folder) if not name.startswith("."))
    paths = [os.path.join(folder, name) for name in names]
    return {(path, os.stat(path).st_mtime_ns) for path in paths}
