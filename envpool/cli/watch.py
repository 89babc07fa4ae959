# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool task watch`: what a task in a file observes and earns, while it is written.

The pool is made anew whenever the file changes. A wrong file is an error below the
plots, and the old pool goes on.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.cli.arguments import config_option, json_option, parse_config
from envpool.cli.half_blocks import text_of
from envpool.cli.output import print_json
from envpool.cli.policies import load_policy
from envpool.python.errors import EnvPoolError
from envpool.registration.given import opened

__all__ = ["Watched", "command", "lines", "summary"]

_LEVELS = "▁▂▃▄▅▆▇█"
_KEPT = 400  # the points of a plot
_EPISODES = 200  # the episodes that means are of
_PICTURE_ROWS = 18


class Watched:
    """A pool of the task in a file, and what has been seen of it.

    Args:
      path: the file.
      policy: "random", or the path of a Python file; see `load_policy`.
      config: keyword arguments of `envpool.make`.

    Raises:
      EnvPoolError, OSError: the file cannot be read, or is wrong.
    """

    def __init__(self, path: str, policy: str, config: dict[str, Any]) -> None:
        self._path, self._policy_name, self._config = path, policy, config
        self.error = ""
        self.reloads = 0
        self._changed_at = os.stat(path).st_mtime_ns
        self._open()

    def _open(self) -> None:
        """Makes the pool, and forgets what the last one showed."""
        options = {"term_infos": True, "episode_stats": True, **self._config}
        task = opened(self._path)
        pool = envpool.make(task, env_type="gymnasium", **options)
        policy = load_policy(self._policy_name, pool, seed=0)
        obs, _ = pool.reset()
        self.pool, self._policy, self._obs = pool, policy, obs
        self.names: tuple[str, ...] = task.reward_names
        names = (*self.names, "reward")
        self.curves = {name: deque[float](maxlen=_KEPT) for name in names}
        self.returns: deque[float] = deque(maxlen=_EPISODES)
        self.lengths: deque[int] = deque(maxlen=_EPISODES)
        self.ended = {"terminated": 0, "truncated": 0}
        self.steps = 0
        self._start = time.perf_counter()

    @property
    def rate(self) -> float:
        """Steps of all envs per second."""
        return self.steps / max(time.perf_counter() - self._start, 1e-9)

    def reload(self) -> None:
        """Makes a new pool if the file has changed; a wrong file changes nothing."""
        try:
            changed_at = os.stat(self._path).st_mtime_ns
            if changed_at == self._changed_at:
                return
            self._changed_at = changed_at
            old = self.pool
            self._open()
        except (EnvPoolError, OSError, click.UsageError) as error:
            self.error = str(error)
            return
        self.error = ""
        self.reloads += 1
        old.close()

    def step(self) -> None:
        """Plays a step of all envs.

        Raises:
          EnvPoolError: a term is not a number.
        """
        actions = self._policy(self._obs)
        self._obs, reward, terminated, truncated, info = self.pool.step(actions)
        self.steps += len(reward)
        self.curves["reward"].append(float(np.mean(reward)))
        for name, values in zip(self.names, info["reward_terms"].T, strict=True):
            self.curves[name].append(float(values.mean()))
        over = terminated | truncated
        if over.any():
            self.returns.extend(info["episode"]["r"][over].tolist())
            self.lengths.extend(info["episode"]["l"][over].tolist())
            self.ended["terminated"] += int(terminated.sum())
            self.ended["truncated"] += int((truncated & ~terminated).sum())

    def frame(self) -> NDArray[np.uint8] | None:
        """Returns a picture of the first env, or None without OpenGL."""
        try:
            frame: NDArray[np.uint8] = self.pool.render(env_ids=0)
        except (EnvPoolError, RuntimeError) as error:
            self.error = f"no frames: {error}"
            return None
        return frame if frame.ndim == 3 else frame[0]


def plot(values: deque[float], width: int) -> str:
    """Returns the last values as a line of blocks, the lowest and the highest full."""
    shown = list(values)[-width:]
    if not shown:
        return ""
    low, high = min(shown), max(shown)
    scale = (len(_LEVELS) - 1) / (high - low) if high > low else 0.0
    return "".join(_LEVELS[int((value - low) * scale)] for value in shown)


def lines(watched: Watched, width: int) -> Iterator[str]:
    """Yields the lines of the plots.

    Args:
      watched: what to show.
      width: the columns of the terminal.
    """
    column = max(map(len, watched.curves))
    room = max(8, width - column - 26)
    yield f"{'':<{column}} {'now':>11} {'mean':>11}"
    for name, values in watched.curves.items():
        mean = float(np.mean(values)) if values else 0.0
        last = values[-1] if values else 0.0
        yield f"{name:<{column}} {last:>11.4g} {mean:>11.4g}  {plot(values, room)}"
    facts = summary(watched)
    yield "  ".join(f"{key} {value}" for key, value in facts.items() if key != "terms")
    if watched.error:
        yield f"error: {watched.error}"


def summary(watched: Watched) -> dict[str, Any]:
    """Returns the facts that are shown: means over the last steps and episodes."""
    count = sum(watched.ended.values())
    return {
        "steps": watched.steps,
        "steps_per_second": round(watched.rate),
        "episodes": count,
        "return": round(float(np.mean(watched.returns)), 4) if count else None,
        "length": round(float(np.mean(watched.lengths)), 1) if count else None,
        **watched.ended,
        "reloads": watched.reloads,
        "terms": {
            name: float(np.mean(values)) if values else None
            for name, values in watched.curves.items()
        },
    }


def _show(watched: Watched, frames: bool) -> None:
    """Draws the plots in place of the last ones."""
    size = os.get_terminal_size()
    parts = []
    if frames and (frame := watched.frame()) is not None:
        rows = min(_PICTURE_ROWS, max(2, size.lines // 2))
        parts.append(text_of(frame, rows, size.columns))
    parts += [
        f"{line[: size.columns - 1]}\x1b[K" for line in lines(watched, size.columns)
    ]
    sys.stdout.write("\x1b[H" + "\r\n".join(parts) + "\x1b[J")
    sys.stdout.flush()


@click.command("watch")
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@click.option("--num-envs", default=16, show_default=True, type=click.IntRange(1))
@click.option("--policy", default="random", help="'random', or a Python file.")
@click.option(
    "--steps",
    default=0,
    type=click.IntRange(0),
    help="Steps of all envs together; without it, until Ctrl-C.",
)
@click.option("--frames", is_flag=True, help="Also show the first env; needs OpenGL.")
@config_option
@json_option
def command(
    path: str,
    num_envs: int,
    policy: str,
    steps: int,
    frames: bool,
    config: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play a task in a file, and plot its rewards; reads the file again if it changes.

    Each line has the last value of a reward term, the mean of the last ones, and their
    plot. Into a pipe, the means are printed at the end.
    """
    kwargs = parse_config(config)
    kwargs.setdefault("num_envs", num_envs)
    watched = Watched(path, policy, kwargs)
    is_live = sys.stdout.isatty() and not as_json
    if not is_live and not steps:
        steps = 1000 * int(kwargs["num_envs"])
    shown_at = 0.0
    while not steps or watched.steps < steps:
        watched.step()
        if time.monotonic() - shown_at < 0.2:
            continue
        watched.reload()
        if is_live:
            _show(watched, frames)
        shown_at = time.monotonic()
    if as_json:
        print_json(summary(watched))
    elif not is_live:
        for line in lines(watched, 80):
            click.echo(line)
