# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`make demo`: Pong and CartPole, a pool of each compared with a loop over Gymnasium's.

Takes about fifteen seconds; `--seconds` changes that.
"""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import ale_py
import gymnasium
import numpy as np
from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation
from numpy.typing import NDArray

import envpool

REFRESH = 0.1
SKIP = 4  # raw frames per step of Pong
NUM_LOOP_ENVS = 8


class Play(NamedTuple):
    """The result of playing a system for a short time."""

    steps: int
    obs: NDArray[Any]  # the observation of the first env
    score: str  # the score of the first env, with the opponent's points first


class Score:
    """The score of a game of Pong."""

    def __init__(self) -> None:
        self.lost = self.won = 0

    def __str__(self) -> str:
        return f"{self.lost:2}:{self.won:<2}"

    def add(self, reward: float, is_new: bool) -> None:
        """Adds a step's reward; a new episode starts from zero."""
        if is_new:
            self.lost = self.won = 0
        self.lost += reward < 0
        self.won += reward > 0


class Task(NamedTuple):
    """A task and its display."""

    task_id: str
    num_envs: int
    unit: str
    per_step: int  # units per step
    picture: Callable[[NDArray[Any]], str]
    official: Callable[[], gymnasium.Env[Any, Any]]


def show(text: str) -> None:
    """Replaces the last line of a terminal, or prints a line to a log."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{text}", end="", flush=True)
    else:
        print(text, flush=True)


def court(obs: NDArray[np.uint8]) -> str:
    """Draws Pong's paddles and ball in a line of Braille, 4 dots high."""
    field = obs[-1, 15:75]  # the walls are above and below
    lit = field != np.bincount(field.ravel()).argmax()
    dots = lit.reshape(4, 15, 42, 2).any((1, 3))
    # The bits of a Braille character's dots, from top to bottom.
    left, right = np.array([[1, 2, 4, 64], [8, 16, 32, 128]])[:, :, None]
    codes = (dots[:, ::2] * left + dots[:, 1::2] * right).sum(0)
    return "".join(chr(0x2800 + code) for code in codes)


def track(obs: NDArray[np.float32]) -> str:
    """Draws a cart on its track, with its leaning pole."""
    place = int(np.clip((obs[0] + 2.4) / 4.8 * 20, 0, 20))
    lean = "\\|/"[1 + int(np.sign(np.round(obs[2] / 0.05)))]
    return "_" * place + lean + "_" * (20 - place)


def official_pong() -> gymnasium.Env[Any, Any]:
    """Returns Gymnasium's Pong with the observations of the pool's Pong."""
    env = gymnasium.make("ALE/Pong-v5", frameskip=1, repeat_action_probability=0)
    return FrameStackObservation(AtariPreprocessing(env), 4)


PONG = Task("Pong-v5", 64, "frames/s", SKIP, court, official_pong)
CARTPOLE = Task(
    "CartPole-v1", 1024, "steps/s", 1, track, lambda: gymnasium.make("CartPole-v1")
)


def loop(task: Task) -> Callable[[], Play]:
    """Without a pool: steps the envs one by one."""
    envs = [task.official() for _ in range(NUM_LOOP_ENVS)]
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
    random = np.random.default_rng(0)
    space = envs[0].action_space
    assert isinstance(space, gymnasium.spaces.Discrete)
    actions = random.integers(int(space.n), size=(8, len(envs))).tolist()

    score = Score()

    def play() -> Play:
        for batch in actions:
            for env, action in zip(envs, batch, strict=True):
                obs, reward, terminated, truncated, _info = env.step(action)
                if terminated or truncated:
                    obs, _info = env.reset()
                if env is envs[0]:
                    first = obs
                    score.add(float(reward), terminated or truncated)
        return Play(len(actions) * len(envs), first, str(score))

    return play


def pool(task: Task) -> Callable[[], Play]:
    """With EnvPool: one call steps all envs."""
    env = envpool.make(task.task_id, env_type="gym", num_envs=task.num_envs, seed=0)
    env.reset()
    random = np.random.default_rng(0)
    actions = list(random.integers(env.action_space.n, size=(8, task.num_envs)))

    score = Score()

    def play() -> Play:
        for action in actions:
            obs, reward, _terminated, _truncated, info = env.step(action)
            score.add(reward[0], info["elapsed_step"][0] == 0)
        return Play(len(actions) * task.num_envs, obs[0], str(score))

    return play


def run(
    name: str, task: Task, play: Callable[[], Play], seconds: float, base: float
) -> float:
    """Plays for some seconds with a live line.

    Args:
      name: the name of the system.
      task: the task to play.
      play: a function that plays for a short time.
      seconds: the duration.
      base: units per second of the baseline; 0 if there is none.

    Returns:
      Units per second.
    """
    refresh = REFRESH if sys.stdout.isatty() else 1.0
    done = shown = 0
    start = last = now = time.perf_counter()
    while now < start + seconds:
        steps, obs, score = play()
        done += steps * task.per_step
        now = time.perf_counter()
        if now - last >= refresh or (now >= start + seconds and last == start):
            rate = (done - shown) / (now - last)
            picture = f"{task.picture(obs)} {score if task is PONG else '':5}"
            against = f"  {times(rate / base)} the loop" if base else ""
            show(f"{name:19} {picture} {rate:>13,.0f} {task.unit}{against}")
            last, shown = now, done
    if sys.stdout.isatty():
        print()
    return done / (now - start)


def times(ratio: float) -> str:
    """Writes a ratio with at least two digits."""
    return f"{ratio:.1f} times" if ratio < 10 else f"{ratio:,.0f} times"


def compare(task: Task, seconds: float) -> str:
    """Runs both systems and returns a sentence about the difference."""
    base = run(f"{NUM_LOOP_ENVS} envs of Gymnasium", task, loop(task), seconds * 0.4, 0)
    name = f"EnvPool, {task.num_envs:,} envs"
    ours = run(name, task, pool(task), seconds * 0.6, base)
    return (
        f"{task.task_id}: EnvPool {ours:,.0f} {task.unit}, "
        f"the loop over Gymnasium {base:,.0f}: {times(ours / base)} as many."
    )


def main() -> None:
    """Runs both tasks and prints the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=13.0, help="total duration")
    seconds = parser.parse_args().seconds
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # in case Braille is missing
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    gymnasium.register_envs(ale_py)

    print(f"EnvPool {envpool.__version__}, random actions, one Python process")
    print("\nPong: 4 frames a step, of them pictures of 84 x 84, the last 4 stacked")
    results = [compare(PONG, seconds * 0.75)]
    print("\nCartPole: no pictures, a step is some arithmetic")
    results.append(compare(CARTPOLE, seconds * 0.25))
    print("", *results, sep="\n")
    print("Next: examples/, or `make bench` for a comparison with care.")


if __name__ == "__main__":
    main()
