# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Common code of the PPO examples: arguments, progress, checkpoints and plots.

This is a module, not a program. A run resumed from a checkpoint learns the same as an
uninterrupted run, since EnvPool's envs are saved as well.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import pathlib
import re
import sys
import time
from collections import deque
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

VectorEnv: TypeAlias = gymnasium.vector.VectorEnv[Any, Any, Any]
Curve: TypeAlias = list[tuple[int, float]]

# Arguments that must be the same when a run is resumed.
_FIXED = ("task", "num_envs", "horizon")
_SAVED = ("agent", "optimizer", "player", "curve", "generator", *_FIXED)
# The names of OpenBLAS's function, also in the wheels of NumPy and SciPy: `64_` for
# 64-bit integers, `scipy_` since NumPy 2.
_SETTERS = tuple(
    f"{prefix}openblas_set_num_threads{suffix}"
    for prefix in ("", "scipy_")
    for suffix in ("", "64_")
)


def positive(text: str) -> int:
    """Parses a positive number."""
    number = int(text)  # argparse reports a ValueError
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {text}")
    return number


def arguments(about: str | None) -> argparse.ArgumentParser:
    """Returns a parser of the arguments that all examples have."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", "--env", metavar="ID")
    parser.add_argument(
        "--env-type", choices=("envpool", "gymnasium"), default="envpool"
    )
    parser.add_argument("--steps", type=positive, help="in total, over all envs")
    parser.add_argument("--num-envs", type=positive, default=16)
    parser.add_argument(
        "--horizon", type=positive, default=128, help="steps per rollout"
    )
    parser.add_argument("--epochs", type=positive)
    parser.add_argument("--minibatches", type=positive)
    parser.add_argument("--rate", type=float, help="learning rate")
    parser.add_argument("--time-limit", type=int, help="maximum steps per episode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--threads", type=positive, help="threads of PyTorch and its BLAS"
    )
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve")
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="save checkpoints here; {steps} stands for the number of steps",
    )
    parser.add_argument(
        "--checkpoint-every",
        type=positive,
        default=100,
        metavar="N",
        help="updates between checkpoints",
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="go on from a checkpoint that you trust"
    )
    parser.add_argument(
        "--log-every", type=float, default=10.0, help="seconds between lines"
    )
    return parser


def limit_threads(count: int) -> None:
    """Limits the threads of PyTorch and of its libraries for linear algebra.

    PyTorch does not pass its limit on to OpenBLAS, which Debian builds it with.
    """
    torch.set_num_threads(count)
    maps = pathlib.Path("/proc/self/maps").read_text("utf-8", "surrogateescape")
    # The rest of a line is the path, which may contain spaces.
    for path in set(re.findall(r" (/.*openblas.*)$", maps, re.MULTILINE)):
        try:
            library = ctypes.CDLL(path)
        except OSError:  # the file has been replaced since it was loaded
            continue
        for setter in _SETTERS:
            getattr(library, setter, lambda _: None)(count)


def from_numpy(array: NDArray[Any]) -> Tensor:
    """Returns a tensor that shares the array's memory; bools are copied."""
    if array.dtype == np.bool_:
        return torch.from_dlpack(array.astype(np.uint8)).bool()
    return torch.from_dlpack(array)


class Player:
    """The base of collectors: plays envs, and records the episodes' returns.

    Args:
      agent: the agent that plays.
      env: the envs.
    """

    # Attributes that the next rollout depends on.
    saved: tuple[str, ...] = ("obs", "ended", "running", "returns")

    def __init__(self, agent: nn.Module, env: VectorEnv) -> None:
        self.agent, self.env = agent, env
        self.ended = np.zeros(env.num_envs, bool)
        self.running = np.zeros(env.num_envs)
        self.returns: deque[float] = deque(maxlen=100)
        self.env_seconds = 0.0

    def count(self, reward: NDArray[Any]) -> None:
        """Adds the rewards of a step to the returns."""
        self.running += reward
        self.returns.extend(self.running[self.ended].tolist())
        self.running[self.ended] = 0

    def state(self) -> dict[str, Any]:
        """Returns everything that the next rollout depends on.

        Gymnasium's envs cannot save states; they begin new episodes.
        """
        save = getattr(self.env, "save_state", None)
        if save is None:
            return {"returns": self.returns}
        return {name: getattr(self, name) for name in self.saved} | {"envs": save()}

    def load(self, state: dict[str, Any]) -> None:
        """Restores the result of `state`; envs without states begin new episodes."""
        load = getattr(self.env, "load_state", None)
        if load is None or "envs" not in state:
            self.returns = state["returns"]
            return
        load(state["envs"])
        for name in self.saved:
            setattr(self, name, state[name])


def save(
    args: argparse.Namespace,
    player: Player,
    optimizer: torch.optim.Optimizer,
    curve: Curve,
) -> None:
    """Saves a checkpoint for the rest of the run, if one is due.

    Args:
      args: the command line's arguments.
      player: the player with the agent.
      optimizer: the optimizer of the agent's weights.
      curve: steps and mean return after each update.
    """
    per_update = args.horizon * args.num_envs
    is_last = len(curve) == max(1, args.steps // per_update)
    if not args.checkpoint or (len(curve) % args.checkpoint_every and not is_last):
        return
    checkpoint = {
        "agent": player.agent.state_dict(),
        "optimizer": optimizer.state_dict(),
        "player": player.state(),
        "curve": curve,
        "generator": torch.get_rng_state(),
        **{name: getattr(args, name) for name in _FIXED},
    }
    path = args.checkpoint.replace("{steps}", str(len(curve) * per_update))
    torch.save(checkpoint, f"{path}.part")
    os.replace(f"{path}.part", path)  # atomic, so that there is always a complete file


def read(path: str) -> dict[str, Any]:
    """Returns the contents of a checkpoint.

    Raises:
      SystemExit: the file is missing or not a checkpoint.
    """
    try:
        checkpoint: dict[str, Any] = torch.load(path, weights_only=False)
        return {name: checkpoint[name] for name in _SAVED}
    except OSError as error:
        raise SystemExit(f"--resume: {error}") from error
    except Exception as error:  # other files may cause any exception
        raise SystemExit(
            f"--resume: expected a checkpoint that --checkpoint has saved, got {path}"
        ) from error


def resume(
    args: argparse.Namespace, player: Player, optimizer: torch.optim.Optimizer
) -> Curve:
    """Loads the checkpoint given by --resume, if any; returns the curve.

    Raises:
      SystemExit: the checkpoint is missing or does not fit the arguments.
    """
    path = args.resume
    if not path:
        return []
    checkpoint = read(path)
    for name in _FIXED:
        if checkpoint[name] != getattr(args, name):
            option = "--" + name.replace("_", "-")
            raise SystemExit(
                f"--resume: {path} was saved with {option}={checkpoint[name]}, got "
                f"{option}={getattr(args, name)}"
            )
    curve: Curve = checkpoint["curve"]
    if len(curve) >= max(1, args.steps // (args.horizon * args.num_envs)):
        raise SystemExit(f"--resume: {path} has all --steps={args.steps}")
    player.agent.load_state_dict(checkpoint["agent"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    player.load(checkpoint["player"])
    torch.set_rng_state(checkpoint["generator"])
    return curve


class Progress:
    """A progress line: overwritten on a terminal, printed at intervals in a log.

    Args:
      total: the number of all steps.
      every: seconds between lines in a log.
      done: the number of steps already made.
    """

    def __init__(self, total: int, every: float, done: int) -> None:
        self.total, self.every, self.before = total, every, done
        self.start = self.last = time.perf_counter()

    def show(self, steps: int, mean: float, env_seconds: float) -> None:
        """Shows the progress."""
        now = time.perf_counter()
        done = steps >= self.total
        if not sys.stdout.isatty() and not done and now - self.last < self.every:
            return
        self.last, seconds = now, now - self.start
        bar = "#" * (20 * steps // self.total)
        print(
            f"[{bar:20}] {steps:>10,} steps, "
            f"{(steps - self.before) / seconds:6,.0f} per second, "
            f"{env_seconds / seconds:3.0%} of the time in envs, "
            f"mean return {mean:8.2f}",
            end="\n" if done or not sys.stdout.isatty() else "\r",
            flush=True,
        )


def draw(curve: Curve, title: str, path: str) -> None:
    """Plots the learning curve, if an episode has ended."""
    known = [point for point in curve if not np.isnan(point[1])]
    if not known:
        print("no picture: no episode has ended")
        return
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot(*zip(*known, strict=True), marker="." if len(known) == 1 else "")
    axes.set(xlabel="steps", ylabel="mean return of 100 episodes", title=title)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)
    print(path)
