# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool profile`: where the time of a batch goes."""

from __future__ import annotations

from typing import Any

import click

import envpool
from envpool.cli.arguments import (
    config_option,
    json_option,
    parse_config,
    task_id_argument,
)
from envpool.cli.output import bar, print_json, print_table
from envpool.python.apis.profiling import Profile
from envpool.speed import Loop

__all__ = ["command"]

NUM_ENVS = 64
# Attributes of a `Profile`, which add up to its seconds.
PARTS = {
    "envs": "envs, on the calling thread",
    "waiting": "waiting for envs",
    "overhead": "engine and Python",
    "rest": "the rest: this command's loop",
}


@click.command("profile")
@task_id_argument
@click.option("--num-envs", type=click.IntRange(1), help=f"By default {NUM_ENVS}.")
@click.option(
    "--batch-size",
    type=click.IntRange(0),
    help="For send() and recv(); by default all envs, with step().",
)
@click.option("--num-threads", type=click.IntRange(0), help="By default as in make.")
@click.option(
    "--seconds",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 60, min_open=True),
    help="How long to measure.",
)
@click.option(
    "--batches", type=click.IntRange(1), help="Measure so many, not for a time."
)
@click.option(
    "--trace",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the calls as a Chrome trace, for Perfetto too.",
)
@config_option
@json_option
def command(
    task_id: str,
    num_envs: int | None,
    batch_size: int | None,
    num_threads: int | None,
    seconds: float,
    batches: int | None,
    trace: str | None,
    config: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show where the time of a batch of the environment ID goes.

    A pool steps with random actions, which are drawn beforehand if each env has
    one player.
    """
    options = {
        "num_envs": num_envs,
        "batch_size": batch_size,
        "num_threads": num_threads,
    }
    given = {key: value for key, value in options.items() if value is not None}
    kwargs = {"num_envs": NUM_ENVS, **parse_config(config), **given}
    pool: Any = envpool.make(task_id, "gym", **kwargs)
    try:
        loop = Loop(pool)
        loop.run(seconds / 4, batches and min(batches, 8))  # warms up
        with envpool.profile(pool, trace=trace is not None) as found:
            count = loop.run(seconds, batches)
        summary = summarize(task_id, pool, found, count)
    finally:
        pool.close()
    if trace is not None:
        found.save_trace(trace)
        summary["trace"] = trace
    if as_json:
        print_json(summary)
    else:
        show(summary)


def summarize(task_id: str, pool: Any, found: Profile, batches: int) -> dict[str, Any]:
    """Returns the numbers to print; times are in seconds.

    Args:
      task_id: the id.
      pool: the profiled pool.
      found: the profile.
      batches: the number of measured batches.
    """
    available = found.seconds * found.num_workers
    return {
        "id": task_id,
        "num_envs": len(pool),
        "batch_size": pool.config["batch_size"],
        "batches": batches,
        "steps": found.steps,
        "seconds": found.seconds,
        "parts": {name: getattr(found, name) for name in PARTS},
        "workers": {
            "threads": found.num_workers,
            "seconds": found.workers,
            "busy": found.workers / available if available else 0.0,
        },
        "calls": {
            name: {
                "count": calls.count,
                "seconds": calls.seconds,
                **{part: getattr(calls, part) for part in PARTS if part != "rest"},
            }
            for name, calls in found.calls.items()
        },
    }


def show(summary: dict[str, Any]) -> None:
    """Prints a table: the parts of a batch, and the workers' time."""
    seconds, batches = summary["seconds"], max(1, summary["batches"])
    shares = {name: part / seconds for name, part in summary["parts"].items()}
    rows = [
        (
            PARTS[name],
            f"{part / batches * 1e6:,.1f}",
            f"{shares[name]:.1%}",
            bar(shares[name]),
        )
        for name, part in summary["parts"].items()
    ]
    workers = summary["workers"]
    rows.append(
        (
            f"envs, on workers (of {workers['threads']})",
            f"{workers['seconds'] / batches * 1e6:,.1f}",
            f"{workers['busy']:.1%}",
            bar(workers["busy"]),
        )
    )
    title = (
        f"{summary['id']}, {summary['num_envs']} envs, batches of "
        f"{summary['batch_size']}, {summary['steps'] / seconds:,.0f} steps/s"
    )
    print_table(("part", "µs per batch", "share", ""), rows, title)
    if "trace" in summary:
        click.echo(summary["trace"])
