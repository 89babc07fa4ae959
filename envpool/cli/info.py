# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool info`."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping
from typing import Any

import click

import envpool
from envpool.cli.arguments import (
    config_option,
    json_option,
    parse_config,
    task_id_argument,
)
from envpool.cli.list_ids import titles as titles_of_families
from envpool.cli.output import print_entries, print_json, print_table
from envpool.python.config.argument_checks import INT32_MAX
from envpool.python.config.keywords import OF_THE_POOL, OPTIONS
from envpool.python.config.options import options_of
from envpool.python.config.rules import find_rules
from envpool.python.config.texts import (
    find_meanings,
    is_own,
    option_values,
    values_text,
)
from envpool.registration import package_base_path, registry
from envpool.speed import steps_per_second
from envpool.suites.catalogue import list_suites, score_of

__all__ = ["command"]

SECONDS = 0.3
NUM_ENVS = 16


@click.command("info")
@task_id_argument
@config_option
@click.option("--speed/--no-speed", default=True, help="Measure it: about a second.")
@click.option("--all", "everything", is_flag=True, help="Also what all pools have.")
@json_option
def command(
    task_id: str, config: tuple[str, ...], speed: bool, everything: bool, as_json: bool
) -> None:
    """Describe the environment ID: config, parity, speed, and last its spaces.

    With --all also the config keys and options that all environments have.
    """
    kwargs = parse_config(config)
    spec: Any = envpool.make_spec(task_id, **kwargs)
    found = describe(task_id, spec)
    found["params"] = parameters(task_id, kwargs)
    if speed:
        kwargs.setdefault("num_envs", NUM_ENVS)
        rate = steps_per_second(task_id, SECONDS, **kwargs)
        found["speed"] = {
            "steps_per_second": round(rate),
            "num_envs": kwargs["num_envs"],
        }
    if as_json:
        print_json(found)
    else:
        show(found, everything)


def describe(task_id: str, spec: Any) -> dict[str, Any]:
    """Returns all facts about a task.

    Args:
      task_id: its id.
      spec: the result of `envpool.make_spec`.
    """
    package = registry.specs[task_id][0]
    limit = int(spec.config.max_episode_steps)
    classes = (package, type(spec).__name__)
    return {
        "id": task_id,
        "family": titles_of_families().get(package, package),
        "also": [
            other
            for other, entry in registry.specs.items()
            if other != task_id and entry == registry.specs[task_id]
        ],
        "observation_space": printable(spec.observation_space),
        "action_space": printable(spec.action_space),
        "max_episode_steps": None if limit == INT32_MAX else limit,
        "reward_threshold": spec.reward_threshold,
        "score": _score(task_id),
        "suites": [
            suite.name for suite in list_suites().values() if task_id in suite.tasks
        ],
        "infos": [key[5:] for key in spec.state_array_spec if key.startswith("info:")],
        "config": _config(spec, classes),
        "options": [
            {
                "name": name,
                "default": OPTIONS[name].default,
                "values": option_values(name),
                "meaning": OPTIONS[name].meaning,
            }
            for name in options_of(type(spec).gen_config._fields)
        ],
        "parity": _parity(package, task_id),
    }


def parameters(task_id: str, kwargs: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the physical parameters of a task, with the values that it begins with.

    Args:
      task_id: its id.
      kwargs: its config.
    """
    own = {key: value for key, value in kwargs.items() if key not in OF_THE_POOL}
    with envpool.make_gym(task_id, **own) as env:
        return [
            {
                "name": name,
                "shape": list(parameter.shape),
                "dtype": parameter.dtype.name,
                "low": parameter.low,
                "high": parameter.high,
                "labels": list(parameter.labels),
                "value": parameter.default[0].tolist(),
                "meaning": parameter.meaning,
            }
            for name, parameter in env.params.items()
        ]


def printable(space: Any) -> str:
    """Returns a space as text; escapes unprintable characters, as in Text spaces."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\x{ord(char):02x}"
        for char in str(space)
    )


def _config(spec: Any, classes: tuple[str, str]) -> list[dict[str, Any]]:
    rules, meanings = find_rules(*classes).keys, find_meanings(*classes)
    defaults = {**type(spec).gen_config()._asdict(), **spec._registered}
    values = spec.config._asdict()
    if values["max_episode_steps"] == INT32_MAX:
        values["max_episode_steps"] = 0  # the value that users pass
    return [
        {
            "name": key,
            "value": value,
            "default": defaults[key],
            "values": values_text(defaults[key], rules.get(key, {})),
            "meaning": meanings.get(key, ""),
            "own": is_own(key),
        }
        for key, value in values.items()
    ]


def _score(task_id: str) -> dict[str, str] | None:
    """Returns the published score of the task's returns, if there is one."""
    score = score_of(task_id)
    if score is None:
        return None
    return {"kind": score.kind, "formula": score.formula, "source": score.source}


def _parity(package: str, task_id: str) -> dict[str, Any] | None:
    """Returns the measured difference from the official task, if any."""
    import csv

    parts = package.split(".")
    if parts[0] != "envpool":
        return None
    table = pathlib.Path(package_base_path, *parts[1:], "parity.csv")
    if not table.is_file():
        return None
    entry = registry.specs[task_id]
    names = [task_id, *(one for one, other in registry.specs.items() if other == entry)]
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        if row["task"].partition("(")[0] in names:
            return {
                "compared_with": "the official environment",
                "task": row["task"],
                "steps": int(row["steps"]),
                "episodes": int(row["episodes"]),
                "largest_difference_of_observations": float(row["observations"]),
                "largest_difference_of_rewards": float(row["rewards"]),
            }
    return None


def show(found: dict[str, Any], everything: bool = False) -> None:
    """Prints a description, with the most wanted facts at the end.

    Args:
      found: the result of `describe`.
      everything: whether to print the facts that all environments share, too.
    """
    titles = {True: "Config of this environment"}
    if everything:
        titles[False] = "Config of all environments"
    for own, title in titles.items():
        keys = [key for key in found["config"] if key["own"] == own]
        if keys:
            print_entries(map(_entry, keys), title)
            click.echo()
    if everything:
        options = [
            (
                option["name"],
                repr(option["default"]),
                option["values"],
                option["meaning"],
            )
            for option in found["options"]
        ]
        print_entries(options, "Options of the pool")
        click.echo()
    if found["params"]:
        print_entries(map(_parameter, found["params"]), "Physical parameters")
        click.echo()
    limit = found["max_episode_steps"]
    rows = [
        ("id", found["id"]),
        ("family", found["family"]),
        ("also", ", ".join(found["also"]) or "-"),
        ("steps of an episode", "no limit" if limit is None else limit),
        (
            "solved at",
            "-" if found["reward_threshold"] is None else found["reward_threshold"],
        ),
        ("score", score_text(found["score"])),
        ("suites", ", ".join(found["suites"]) or "-"),
        ("infos", ", ".join(found["infos"])),
        ("parity", parity_text(found["parity"])),
    ]
    if "speed" in found:
        speed = found["speed"]
        text = f"{speed['steps_per_second']:,} steps/s, {speed['num_envs']} envs"
        rows.append(("speed here", f"{text}, random actions"))
    rows += [
        ("observation", found["observation_space"]),
        ("action", found["action_space"]),
    ]
    print_table(("", ""), rows)


def _entry(key: dict[str, Any]) -> tuple[str, str, str, str]:
    """Returns the name, value, values and meaning of a config key."""
    is_changed = key["value"] != key["default"]
    default = f"; {key['default']!r} by default" if is_changed else ""
    return key["name"], repr(key["value"]), key["values"] + default, key["meaning"]


def _parameter(row: dict[str, Any]) -> tuple[str, str, str, str]:
    """Returns the name, value, range and meaning of a physical parameter."""
    name = row["name"] + "".join(f"[{extent}]" for extent in row["shape"])
    value = "" if row["shape"] else f"{row['value']:.6g}"
    return name, value, f"{row['low']:g} to {row['high']:g}", row["meaning"]


def score_text(score: dict[str, str] | None) -> str:
    """Returns a published score in one line."""
    if score is None:
        return "-"
    return f"{score['kind']}: {score['formula']} ({score['source']})"


def parity_text(parity: dict[str, Any] | None) -> str:
    """Returns a sentence about parity with the official env."""
    if parity is None:
        return "not measured"
    kinds = ("observations", "rewards")
    off = {kind: parity[f"largest_difference_of_{kind}"] for kind in kinds}
    texts = [
        f"{kind} {f'differ by at most {most:g}' if most else 'are equal'}"
        for kind, most in off.items()
    ]
    text = " and ".join(texts) if any(off.values()) else "no difference"
    return f"{parity['steps']:,} steps beside {parity['compared_with']}: {text}"
