# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool tune`: which settings of a pool are fastest here."""

from __future__ import annotations

from typing import Any

import click

from envpool.cli.arguments import config_option, parse_config, task_id_argument
from envpool.cli.output import bar, json_option, print_json, print_table, progress
from envpool.cli.speed import steps_per_second
from envpool.core._core import parallelism

__all__ = ["command"]


@click.command("tune")
@task_id_argument
@click.option("--num-envs", default=64, show_default=True, type=click.IntRange(1))
@click.option(
    "--seconds",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 60, min_open=True),
    help="How long each setting is measured.",
)
@click.option("--sync", is_flag=True, help="Only batches of all envs, for step().")
@config_option
@json_option
def command(
    task_id: str,
    num_envs: int,
    seconds: float,
    sync: bool,
    config: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find the fastest threads, batches and chunks for the environment ID."""
    kwargs = {**parse_config(config), "num_envs": num_envs}
    given = {key for key in ("num_threads", "batch_size", "chunk") if key in kwargs}
    tried: list[dict[str, Any]] = []

    def measure(settings: dict[str, Any]) -> dict[str, Any]:
        rate = steps_per_second(task_id, seconds, **{**kwargs, **settings})
        tried.append({**settings, "steps_per_second": round(rate)})
        return tried[-1]

    # One after the other: chunks matter little, threads and batches more.
    best: dict[str, Any] = {}
    for key, values in choices(num_envs, sync).items():
        if key in given:
            continue
        results = [
            measure({**best, key: value}) for value in progress(values, f"{key}")
        ]
        fastest = max(results, key=lambda each: each["steps_per_second"])
        best = {**best, key: fastest[key]}
    if not tried:
        measure({})
    fastest = max(tried, key=lambda each: each["steps_per_second"])
    settings = {key: fastest[key] for key in fastest if key != "steps_per_second"}
    line = make_line(task_id, {**kwargs, **settings})
    if as_json:
        print_json({"make": line, "best": fastest, "tried": tried})
        return
    show(tried, fastest)
    click.echo(f"\n{line}")


def choices(num_envs: int, sync: bool) -> dict[str, list[int]]:
    """Returns what is tried, in this order.

    Args:
      num_envs: the number of envs.
      sync: whether a batch has all of them.
    """
    cpus = parallelism()
    threads = sorted({1, max(1, cpus // 2), cpus, 0})
    batches = [] if sync else sorted({num_envs // 2, num_envs // 4} - {0})
    return {
        "num_threads": [n for n in threads if n <= max(1, num_envs)],
        "batch_size": [0, *batches],
        "chunk": [0, *(n for n in (1, 4, 16) if n < num_envs)],
    }


def make_line(task_id: str, kwargs: dict[str, Any]) -> str:
    """Returns the line of Python that makes this pool."""
    words = [repr(task_id), 'env_type="gymnasium"']
    words += [
        f"{key}={value!r}"
        for key, value in kwargs.items()
        if key == "num_envs" or value != 0 or key not in choices(1, True)
    ]
    return f"env = envpool.make({', '.join(words)})"


def show(tried: list[dict[str, Any]], fastest: dict[str, Any]) -> None:
    """Prints a small chart."""
    most = fastest["steps_per_second"] or 1
    rows = []
    for each in tried:
        rate = each["steps_per_second"]
        names = (f"{k}={v}" for k, v in each.items() if k != "steps_per_second")
        mark = "<" if each is fastest else ""
        rows.append((" ".join(names), f"{rate:,}", f"{bar(rate / most)} {mark}"))
    print_table(("settings", "steps/s", ""), rows)
