# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool replay`: recorded actions, listed and played."""

from __future__ import annotations

import collections
from typing import Any

import click
import numpy as np

import envpool
from envpool.cli.arguments import config_option, json_option, parse_config
from envpool.cli.output import print_json, print_table
from envpool.replays import Episode, Recording, Step

__all__ = ["command"]

_MAX_VALUES = 64  # values of an array in JSON, unless --full


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--env", "env_id", type=int, help="The env; without it, list episodes.")
@click.option("--episode", type=int, default=-1, help="Which one of the env; the last.")
@click.option("--failed", is_flag=True, help="The last episode that failed.")
@click.option(
    "--last", default=5, type=click.IntRange(1), help="How many steps to show."
)
@click.option("--video", type=click.Path(), help="Write a video, *.mp4 or *.gif.")
@click.option(
    "--data-set",
    metavar="ID",
    help='Add the episodes to a data set of Minari, such as "cartpole/mine-v0".',
)
@click.option("--root", type=click.Path(), help="The folder of data sets.")
@click.option(
    "--full", is_flag=True, help="With --json: all values, also of large arrays."
)
@config_option
@json_option
def command(
    file: str,
    env_id: int | None,
    episode: int,
    failed: bool,
    last: int,
    video: str | None,
    data_set: str | None,
    root: str | None,
    full: bool,
    config: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the episodes of FILE, which record_actions has made, or play one.

    --config gives what a recording may not choose: files, programs and their
    arguments.
    """
    recording = envpool.replay(file, parse_config(config))
    if data_set is not None:
        export(recording, data_set, root, env_id, as_json)
        return
    if env_id is None and not failed and video is None:
        list_episodes(recording, as_json)
        return
    chosen = choose(recording, env_id, episode, failed)
    if video is not None:
        if not video.endswith((".mp4", ".gif")):
            raise click.UsageError(f"--video: expected *.mp4 or *.gif, got {video!r}")
        chosen.save(video)
    show_end(chosen, last, video, as_json, full)


def export(
    recording: Recording,
    data_set: str,
    root: str | None,
    env_id: int | None,
    as_json: bool,
) -> None:
    """Makes a data set of the episodes, of all envs or of one, and prints its size."""
    from envpool.datasets import Minari

    with Minari(data_set, root) as data:
        recording.export(data, None if env_id is None else [env_id])
    found = {
        "path": data.path,
        "total_episodes": data.total_episodes,
        "total_steps": data.total_steps,
    }
    if as_json:
        print_json(found)
    else:
        click.echo(
            f"{data.total_episodes} episodes, {data.total_steps} steps: {data.path}"
        )


def choose(
    recording: Recording, env_id: int | None, number: int, failed: bool
) -> Episode:
    """Returns the selected episode.

    Args:
      recording: the file.
      env_id: the env; None for env 0, or for all envs if `failed`.
      number: the number of the episode; negative ones count from the last.
      failed: whether to return the last episode that failed.

    Raises:
      click.UsageError: no episode failed.
      EnvIdError: there is no such env or episode.
    """
    if not failed:
        return recording.episode(env_id or 0, number)
    episodes = recording.episodes if env_id is None else recording.episodes_of(env_id)
    found = [episode for episode in episodes if episode.ended == "failed"]
    if not found:
        raise click.UsageError(f"--failed: no episode of {recording.path} failed")
    return found[-1]


def list_episodes(recording: Recording, as_json: bool) -> None:
    """Prints all episodes."""
    episodes = [
        {
            "env": episode.env_id,
            "episode": episode.number,
            "length": episode.length,
            "return": episode.total_reward,
            "ended": episode.ended,
        }
        for episode in recording.episodes
    ]
    if as_json:
        print_json(
            {
                "id": recording.task_id,
                "num_envs": recording.num_envs,
                "versions": recording.versions,
                "is_cut": recording.is_cut,
                "episodes": episodes,
            }
        )
        return
    rows = [[_text(value) for value in episode.values()] for episode in episodes]
    title = f"{recording.task_id}, {recording.num_envs} envs"
    print_table(("env", "episode", "length", "return", "ended"), rows, title)
    if recording.is_cut:
        click.echo("The file ends within a record: its process was killed.", err=True)


def _text(value: Any) -> str:
    if value is None or value == "":
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)


def show_end(
    episode: Episode, last: int, video: str | None, as_json: bool, full: bool
) -> None:
    """Plays an episode, and prints its last steps."""
    kept: collections.deque[tuple[int, Step]] = collections.deque(maxlen=last)
    kept.extend(enumerate(episode.steps()))
    error = kept[-1][1].error if kept else None
    rows = [
        {
            "step": number,
            "action": step.action,
            "reward": step.reward,
            "terminated": step.terminated,
            "truncated": step.truncated,
            "observation": step.observation,
            "failed": step.error is not None,
        }
        for number, step in kept
    ]
    if as_json:
        print_json(
            {
                "env": episode.env_id,
                "episode": episode.number,
                "return": episode.total_reward,
                "ended": episode.ended,
                "error": None if error is None else str(error),
                "video": video,
                "steps": rows if full else brief(rows),
            }
        )
        return
    cells = [
        (
            row["step"],
            "-" if row["action"] is None else short(row["action"]),
            short(row["reward"]),
            "failed" if row["failed"] else _flags(row),
            "-" if row["failed"] else short(row["observation"]),
        )
        for row in rows
    ]
    title = f"Env {episode.env_id}, episode {episode.number}"
    print_table(("step", "action", "reward", "", "observation"), cells, title)
    if error is not None:
        click.echo(f"error: {error}")
    if video is not None:
        click.echo(video)


def _flags(row: dict[str, Any]) -> str:
    return " ".join(name for name in ("terminated", "truncated") if row[name]) or "-"


def brief(value: Any) -> Any:
    """Returns a value with dtype and shape in place of each large array."""
    if isinstance(value, dict):
        return {key: brief(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [brief(item) for item in value]
    if isinstance(value, np.ndarray) and value.size > _MAX_VALUES:
        return {"dtype": value.dtype.name, "shape": value.shape}
    return value


def short(value: Any) -> str:
    """Returns a value as a short text."""
    if isinstance(value, dict):
        return ", ".join(f"{key}={short(item)}" for key, item in value.items())
    if isinstance(value, (str, tuple)):
        return str(value)[:60]
    array = np.asarray(value)
    if array.size > 16:
        return f"{array.dtype}{list(array.shape)}"
    with np.printoptions(precision=4, suppress=True, linewidth=1000):
        return str(array)
