# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool tune`: which settings of a pool are fastest here."""

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
from envpool.cli.output import bar, print_json, print_table, status_line
from envpool.tuning import Measurement, Tuning

__all__ = ["command"]


@click.command("tune")
@task_id_argument
@click.option("--num-envs", default=64, show_default=True, type=click.IntRange(1))
@click.option(
    "--seconds",
    default=0.5,
    show_default=True,
    type=click.FloatRange(0, 60, min_open=True),
    help="How long each setting is measured, all rounds together.",
)
@click.option(
    "--rounds",
    default=5,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How often the settings take turns.",
)
@click.option("--sync", is_flag=True, help="Only batches of all envs, for step().")
@config_option
@json_option
def command(
    task_id: str,
    num_envs: int,
    seconds: float,
    rounds: int,
    sync: bool,
    config: tuple[str, ...],
    as_json: bool,
) -> None:
    """Find the fastest threads, batches and chunks for the environment ID.

    A default stays unless another setting is clearly faster. Pools that are compared
    exist at the same time.
    """
    kwargs = parse_config(config)
    kwargs.setdefault("num_envs", num_envs)
    with status_line() as show_status:
        found = envpool.tune(
            task_id,
            seconds=seconds,
            rounds=rounds,
            sync=sync,
            progress=lambda what, number, count: show_status(
                f"{what}: round {number + 1} of {count}"
            ),
            **kwargs,
        )
    if as_json:
        print_json(
            {
                "make": found.line,
                "best": _plain(found.best),
                "tried": [_plain(each) for each in found.tried],
                "notes": found.notes,
            }
        )
        return
    show(found)


def _plain(measured: Measurement) -> dict[str, Any]:
    return {
        **measured.settings,
        "steps_per_second": round(measured.steps_per_second),
        "spread": round(measured.spread, 3),
        "rates": [round(rate) for rate in measured.rates],
    }


def show(found: Tuning) -> None:
    """Prints a small chart, and the settings to use."""
    most = max(each.steps_per_second for each in found.tried) or 1
    rows = []
    for each in found.tried:
        rate = each.steps_per_second
        names = " ".join(f"{key}={value}" for key, value in each.settings.items())
        mark = "<" if each is found.best else ""
        chart = f"{bar(rate / most)} {mark}"
        rows.append((names, f"{rate:,.0f}", f"{each.spread:.0%}", chart))
    print_table(("settings", "steps/s", "spread", ""), rows)
    click.echo()
    for note in found.notes:
        click.echo(note)
    click.echo(found.line)
