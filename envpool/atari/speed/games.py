# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the time of a frame in every Atari game.

    bazel run //envpool/atari:games_speed -- [--peers PYTHON] [--rounds 3] [game ...]

The systems take turns, in processes of their own: this EnvPool, ale-py's emulator, and
with `--peers` the EnvPool of that interpreter. The pools have 8 envs and one worker
thread, frame skip 4 and the usual preprocessing; the emulator only emulates. The table
has the microseconds of processor time per frame, medians of the rounds, and how many
times as long the others take; its end, the games with the smallest ratios.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

from envpool.atari.registration import GAMES

__all__ = ["main"]

NUM_ENVS = 8

# Runs in each system's interpreter. It reads lines, a game or a number of steps, and
# answers with microseconds per frame.
_SERVER = """
import random, resource, sys

system, num_envs = sys.argv[1], int(sys.argv[2])

def pool(game):
    import envpool, numpy
    name = "".join(word.capitalize() for word in game.split("_"))
    env = envpool.make_gym(name + "-v5", num_envs=num_envs, num_threads=1, seed=1)
    env.reset()
    draw = numpy.random.default_rng(1)
    size = env.action_space.n
    return lambda: env.step(draw.integers(0, size, num_envs).astype(numpy.int32))

def emulator(game):
    import ale_py, ale_py.roms
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    ale = ale_py.ALEInterface()
    ale.setFloat("repeat_action_probability", 0.0)
    ale.loadROM(ale_py.roms.get_rom_path(game))
    actions = ale.getMinimalActionSet()
    def step():
        for _ in range(num_envs):
            action = random.choice(actions)
            for _ in range(4):
                ale.act(action)
            if ale.game_over():
                ale.reset_game()
    return step

def seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime

for line in sys.stdin:
    word = line.strip()
    if word.isdigit():
        begin = seconds()
        for _ in range(int(word)):
            step()
        taken = (seconds() - begin) * 1e6 / (int(word) * num_envs * 4)
        print(taken, flush=True)
    else:
        step = emulator(word) if system == "emulator" else pool(word)
        for _ in range(10):
            step()
        print(0.0, flush=True)
"""


class System:
    """A system in a process of its own."""

    def __init__(self, name: str, python: str, path: str = "") -> None:
        kind = "emulator" if name == "ale-py" else "pool"
        environment = {**os.environ, "PYTHONPATH": path}
        self._process = subprocess.Popen(
            [python, "-c", _SERVER, kind, str(NUM_ENVS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd="/",
        )

    def ask(self, line: str) -> float:
        """Sends a line and returns the answer."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def measure(systems: dict[str, System], game: str, rounds: int) -> list[float]:
    """Returns each system's median of microseconds per frame of a game."""
    for system in systems.values():
        system.ask(game)
    taken: dict[str, list[float]] = {name: [] for name in systems}
    for _ in range(rounds):
        for name, system in systems.items():
            taken[name].append(system.ask("60"))
    return [statistics.median(times) for times in taken.values()]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="such as ms_pacman; all by default")
    parser.add_argument("--peers", help="an interpreter with another EnvPool")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    path = os.pathsep.join(sys.path)
    systems = {
        "envpool": System("envpool", sys.executable, path),
        "ale-py": System("ale-py", sys.executable, path),
    }
    if args.peers:
        systems["peer"] = System("peer", args.peers)
    others = list(systems)[1:]
    print(f"{'us per frame':22}" + "".join(f"{name:>9}" for name in systems))
    rows = []
    for game in args.games or GAMES:
        mine, *theirs = measure(systems, game, args.rounds)
        ratios = [time / mine for time in theirs]
        rows.append((*ratios[::-1], game))
        cells = "".join(f"{time:9.2f}" for time in (mine, *theirs))
        print(f"{game:22}{cells}" + "".join(f"{ratio:7.1f}x" for ratio in ratios))
        sys.stdout.flush()
    print(f"least against {others[-1]}:")
    for ratio, *_, game in sorted(rows)[:10]:
        print(f"{game:22}{ratio:7.1f}x")
    for system in systems.values():
        system.close()


if __name__ == "__main__":
    main()
