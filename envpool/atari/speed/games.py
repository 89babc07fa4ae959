# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of all Atari games.

    bazel run //envpool/atari:games_speed -- \\
      [--peers PYTHON] [--rounds 3] [--json FILE] [game ...]

The systems take turns, in processes of their own: this EnvPool, ale-py's emulator, and
with `--peers` the EnvPool of that interpreter. The pools use frame skip 4 and the usual
preprocessing; the emulator only emulates. The table has microseconds per frame and how
many times as long the others take: first processor time, of 8 envs with one worker
thread, then elapsed time, of a pool with one env. Times are the least of the rounds,
since other programs only add to them. Its end has the games with the smallest ratios.

With `--json`, the results go to FILE, such as docs/benchmark/frames.json, from which
docs/frame_tables.py makes a table; several runs can share the games.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from envpool.atari.registration import GAMES
from envpool.bench import ids_file

__all__ = ["main"]

NUM_ENVS = 8

# Runs in each system's interpreter. It reads lines, a game or a number of steps, and
# answers with microseconds per frame.
_SERVER = """
import random, resource, sys, time

system, num_envs = sys.argv[1], int(sys.argv[2])

def pool(game):
    import envpool, numpy
    name = "".join(word.capitalize() for word in game.split("_"))
    env = envpool.make_gym(name + "-v5", num_envs=num_envs, num_threads=1, seed=1)
    env.reset()
    draw = numpy.random.default_rng(1)
    size = env.action_space.n
    actions = draw.integers(0, size, (1000, num_envs)).astype(numpy.int32)
    rows = iter(())
    def step():
        nonlocal rows
        row = next(rows, None)
        if row is None:
            rows = iter(actions)
            row = next(rows)
        env.step(row)
    return step

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
    if num_envs == 1:
        return time.perf_counter()
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
    """A system in a process of its own.

    Args:
      kind: "pool" or "emulator".
      num_envs: the number of envs. One env is measured in elapsed time, several in
        processor time.
      python: the interpreter.
      path: its PYTHONPATH.
    """

    def __init__(self, kind: str, num_envs: int, python: str, path: str = "") -> None:
        self._process = subprocess.Popen(
            [python, "-c", _SERVER, kind, str(num_envs)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
            cwd="/",
        )
        self._steps = str(60 if num_envs > 1 else 120)

    def start(self, game: str) -> None:
        """Makes and warms up the envs of a game."""
        self._ask(game)

    def measure(self) -> float:
        """Returns microseconds per frame."""
        return self._ask(self._steps)

    def _ask(self, line: str) -> float:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def measure(systems: Sequence[System], game: str, rounds: int) -> list[float]:
    """Returns each system's least microseconds per frame of a game."""
    for system in systems:
        system.start(game)
    taken = [[system.measure() for system in systems] for _ in range(rounds)]
    return [min(times) for times in zip(*taken, strict=True)]


def task_id(game: str) -> str:
    """Returns the id of a game's task."""
    return f"{''.join(word.capitalize() for word in game.split('_'))}-v5"


class Games:
    """Systems that play one game after the other.

    Args:
      peers: an interpreter with another EnvPool; None for none.
    """

    def __init__(self, peers: str | None) -> None:
        path = os.pathsep.join(sys.path)
        ours = [System("pool", n, sys.executable, path) for n in (NUM_ENVS, 1)]
        theirs = [System("pool", n, peers) for n in (NUM_ENVS, 1)] if peers else []
        emulator = System("emulator", NUM_ENVS, sys.executable, path)
        self._groups = (ours[:1] + theirs[:1] + [emulator], ours[1:] + theirs[1:])
        self.names = ["EnvPool", *["peer"] * bool(peers), "ale-py"]
        self.names += [f"{name}, 1 env" for name in self.names[:-1]]

    def measure(self, game: str, rounds: int) -> list[float]:
        """Returns microseconds per frame, in the order of `names`."""
        times: list[float] = []
        for group in self._groups:
            times += measure(group, game, rounds)
        return times

    def ratios(self, times: Sequence[float]) -> list[float]:
        """Returns how many times as long the other systems took as EnvPool."""
        several, alone = times[: len(self._groups[0])], times[len(self._groups[0]) :]
        return [time / group[0] for group in (several, alone) for time in group[1:]]

    def close(self) -> None:
        """Ends the processes."""
        for group in self._groups:
            for system in group:
                system.close()


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="such as ms_pacman; all by default")
    parser.add_argument("--peers", help="an interpreter with another EnvPool")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    systems = Games(args.peers)
    print(f"us per frame: {'; '.join(systems.names)}; ratios to EnvPool")
    found: dict[str, list[float]] = {}
    for game in args.games or GAMES:
        times = found[game] = systems.measure(game, args.rounds)
        cells = [f"{time:8.2f}" for time in times]
        cells += [f"{ratio:7.1f}x" for ratio in systems.ratios(times)]
        print(f"{game:22}{''.join(cells)}", flush=True)
        if args.json is not None:
            facts = {"rounds": args.rounds, "systems": systems.names}
            ids_file.add(args.json, facts, {task_id(game): times})
    systems.close()
    least = sorted((systems.ratios(times)[0], game) for game, times in found.items())
    print(f"the least against {systems.names[1]}:")
    for ratio, game in least[:10]:
        print(f"{game:22}{ratio:7.1f}x")


if __name__ == "__main__":
    main()
