# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of mjlab's velocity tasks as tables with other ways to run them.

    bazel run //envpool/mujoco/tasks:robot_speed -- --mujoco=VENV/bin/python3 \
        --mjbatch=VENV/bin/python3 --released=VENV/bin/python3

    table       the table
    bare        `mujoco.rollout`: MuJoCo's steps alone, without terms
    mjbatch     mjbatch with the same terms in NumPy
    joystick    Go1JoystickFlatTerrain-v1 of EnvPool 1.2.7, an env in C++
    playground  the table of that env
    mjlab       Mjlab-Velocity-Flat-Unitree-Go1-v0 of EnvPool 1.2.7

Each runs in a process of its own, and all take turns. A step costs more after robots
have fallen, so robots start and end episodes alike, and a round has as many steps for
each.
The options name Pythons that have the packages; what has none is left out.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

_MODELS = pathlib.Path(__file__).parent / "assets"
_SKIP = 4  # MuJoCo's steps in a step
_LIMIT = 1000  # steps of an episode
_TILT = np.cos(70 / 180 * np.pi)  # robots that lean more have fallen
_PUSH = (0.5, 0.5, 0.4, 0.52, 0.52, 0.78)  # metres and radians per second
_DROP = (0.01, 0.05)  # metres above the keyframe, where robots start

# Steps all envs once.
Play = Callable[[], None]


def _actions(num_envs: int, size: int) -> Iterator[Any]:
    random = np.random.default_rng(0)
    some = random.normal(0, 0.3, (16, num_envs, size)).astype(np.float32)
    while True:
        yield from some


def _pool(task_id: str, num_envs: int, threads: int) -> Play:
    """Steps a pool of EnvPool, of this version or of another."""
    import envpool

    env: Any = envpool.make_gymnasium(
        task_id, num_envs=num_envs, num_threads=threads, seed=0
    )
    env.reset()
    space = getattr(env, "single_action_space", env.action_space)
    actions = _actions(num_envs, space.shape[-1])

    def play() -> None:
        env.step(next(actions))

    return play


def table(robot: str, num_envs: int, threads: int) -> Play:
    """Steps mjlab's task as a table."""
    return _pool(f"mjlab_velocity_flat_{robot}.toml", num_envs, threads)


def playground(robot: str, num_envs: int, threads: int) -> Play:
    """Steps Playground's task as a table."""
    return _pool(f"playground_{robot}_joystick_flat_terrain.toml", num_envs, threads)


def joystick(robot: str, num_envs: int, threads: int) -> Play:
    """Steps Playground's task as EnvPool 1.2.7 has it."""
    return _pool(f"{robot.title()}JoystickFlatTerrain-v1", num_envs, threads)


def mjlab(robot: str, num_envs: int, threads: int) -> Play:
    """Steps mjlab's task as EnvPool 1.2.7 has it."""
    return _pool(f"Mjlab-Velocity-Flat-Unitree-{robot.title()}-v0", num_envs, threads)


def _model(robot: str) -> Any:
    import mujoco

    return mujoco.MjModel.from_xml_path(str(_MODELS / f"unitree_{robot}.xml"))


def _targets(model: Any) -> tuple[Any, Any]:
    """Returns the middle and the scale of the motors' targets, as the task has them."""
    scale = 0.25 * model.actuator_forcerange[:, 1] / model.actuator_gainprm[:, 0]
    return np.array(model.key_qpos[0, 7:]), scale


def _drops(num_envs: int) -> Iterator[Any]:
    random = np.random.default_rng(1)
    while True:
        yield random.uniform(*_DROP, num_envs)


class _Pushes:
    """Changes velocities of the root once in 1 to 3 seconds, as the task does."""

    def __init__(self, num_envs: int) -> None:
        self._random = np.random.default_rng(2)
        self._left = self._random.uniform(1, 3, num_envs)

    def push(self, velocities: Any) -> None:
        """Pushes some robots; `velocities` has a row for each."""
        self._left -= 0.02
        over = self._left <= 0
        if over.any():
            count = int(over.sum())
            velocities[over, :6] += self._random.uniform(-1, 1, (count, 6)) * _PUSH
            self._left[over] = self._random.uniform(1, 3, count)


def bare(robot: str, num_envs: int, threads: int) -> Play:
    """Lets MuJoCo's own threads step all envs; fallen robots start again."""
    import mujoco
    from mujoco.rollout import Rollout

    model = _model(robot)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    first = np.zeros(mujoco.mj_stateSize(model, full))
    mujoco.mj_getState(model, data, first, full)
    drops = _drops(num_envs)
    states = np.tile(first, (num_envs, 1))
    states[:, 3] += next(drops)  # the state begins with time and position
    rollout = Rollout(nthread=threads)
    datas = [mujoco.MjData(model) for _ in range(threads)]
    home, scale = _targets(model)
    actions = _actions(num_envs, model.nu)
    results = np.zeros((num_envs, _SKIP, first.size))
    age = np.zeros(num_envs)
    pushes = _Pushes(num_envs)

    def play() -> None:
        control = np.repeat((home + scale * next(actions))[:, None], _SKIP, axis=1)
        rollout.rollout(model, datas, states, control, state=results)
        states[:] = results[:, -1]
        age[:] += 1
        upright = 1 - 2 * (states[:, 5] ** 2 + states[:, 6] ** 2)
        over = (upright < _TILT) | (age >= _LIMIT)
        if over.any():
            states[over], age[over] = first, 0
            states[over, 3] += next(drops)[over]
        pushes.push(states[:, 1 + model.nq :])

    return play


class Terms:
    """The terms of mjlab's velocity tasks in NumPy, for all envs at once.

    Args:
      model: the robot's model.
      num_envs: how many envs there are.
      bind: returns an array of a field of MuJoCo's data, a row for each env.
    """

    ROOT = 2  # the trunk or pelvis

    def __init__(self, model: Any, num_envs: int, bind: Callable[[str], Any]) -> None:
        self.home, _ = _targets(model)
        names = ("qpos", "qvel", "xmat", "sensordata", "site_xpos", "cvel", "xpos")
        self.now = {name: bind(name) for name in (*names, "subtree_com")}
        self.num_envs = num_envs
        sensors = [model.sensor(i) for i in range(model.nsensor)]
        ends = [each for each in sensors if each.name.endswith("_contact")]
        self.at = [int(each.adr[0]) for each in ends]
        feet = [each.name.removesuffix("_contact") for each in ends]
        self.feet = [model.site(name).id for name in feet]
        self.bodies = [int(model.site_bodyid[foot]) for foot in self.feet]
        self.random = np.random.default_rng(0)
        self.last = np.zeros((num_envs, len(self.home)))
        self.air, self.ground, self.peak = np.zeros((3, num_envs, len(feet)))
        self.wish = self.random.uniform(-1, 1, (num_envs, 7))
        self.left = self.random.uniform(3, 8, num_envs)
        self.command = self.wish[:, :3]
        low, high = np.array(model.jnt_range[1:]).T
        self.middle, self.reach = (low + high) / 2, 0.9 * (high - low) / 2

    def substep(self) -> None:
        """Counts how long feet are in the air and on the ground."""
        touch = self.now["sensordata"][:, self.at] > 0
        self.air = np.where(touch, 0, self.air + 0.005)
        self.ground = np.where(touch, self.ground + 0.005, 0)

    def _moves(self) -> tuple[Any, Any, Any]:
        """Returns velocity and rotation of the root, and the speeds of the feet."""
        now = self.now
        frame = now["xmat"].reshape(self.num_envs, -1, 3, 3)[:, self.ROOT]
        centre = now["subtree_com"][:, self.ROOT]
        spin = now["cvel"][:, self.ROOT, :3]
        arm = now["xpos"][:, self.ROOT] - centre
        speed = now["cvel"][:, self.ROOT, 3:] - np.cross(arm, spin)
        local = (np.einsum("nji,nj->ni", frame, each) for each in (speed, spin))
        offset = now["site_xpos"][:, self.feet] - centre[:, None]
        spins = now["cvel"][:, self.bodies, :3]
        foot = now["cvel"][:, self.bodies, 3:] - np.cross(offset, spins)
        return *local, np.linalg.norm(foot[..., :2], axis=-1)

    def earn(self, action: Any) -> tuple[Any, Any]:
        """Returns the rewards, and which robots have fallen."""
        now, square, command = self.now, np.square, self.command
        speed, spin, foot_speed = self._moves()
        down = -now["xmat"].reshape(self.num_envs, -1, 3, 3)[:, self.ROOT, 2]
        pace = np.linalg.norm(command[:, :2], axis=1) + np.abs(command[:, 2])
        active = pace > 0.05
        height = np.clip(now["site_xpos"][:, self.feet, 2], 0, 1)
        data = now["sensordata"]
        touch = data[:, self.at] > 0
        self.peak = np.where(touch, self.peak, np.maximum(self.peak, height))
        landed = (self.ground > 0) & (self.ground < 0.02 + 1e-6)
        forces = [np.linalg.norm(data[:, at + 1 : at + 4], axis=1) for at in self.at]
        joints = now["qpos"][:, 7:]
        spread = np.where(pace < 0.05, 0.05, 0.4)[:, None]
        error = square(command[:, :2] - speed[:, :2]).sum(1) + speed[:, 2] ** 2
        turn = square(spin[:, :2]).sum(1) + square(command[:, 2] - spin[:, 2])
        terms = (
            2 * np.exp(-error / 0.25),
            2 * np.exp(-turn / 0.5),
            np.exp(-square(down[:, :2]).sum(1) / 0.2),
            np.exp(-square((joints - self.home) / spread).mean(1)),
            -np.maximum(np.abs(joints - self.middle) - self.reach, 0).sum(1),
            -0.1 * square(action - self.last).sum(1),
            -2 * (np.abs(height - 0.1) * foot_speed).sum(1) * active,
            -0.25 * (square(self.peak / 0.1 - 1) * landed).sum(1) * active,
            -0.1 * (square(foot_speed) * touch).sum(1) * active,
            -1e-5 * (np.stack(forces, 1) * landed).sum(1) * active,
        )
        self.peak = np.where(landed, 0, self.peak)
        self.last = action
        return 0.02 * np.sum(terms, axis=0), -down[:, 2] < _TILT

    def _command(self, frame: Any) -> None:
        """Draws new commands where it is time."""
        self.left -= 0.02
        over = self.left <= 0
        if over.any():
            self.wish[over] = self.random.uniform(-1, 1, (int(over.sum()), 7))
            self.left[over] = self.random.uniform(3, 8, int(over.sum()))
        heading = np.arctan2(frame[:, 1, 0], frame[:, 0, 0])
        turn = (np.pi * self.wish[:, 3] - heading + np.pi) % (2 * np.pi) - np.pi
        self.command = self.wish[:, :3].copy()
        self.command[:, 2] = np.clip(0.5 * turn, -0.5, 0.5)

    def observe(self, action: Any) -> tuple[Any, Any]:
        """Returns the observations of the policy, with noise, and of the critic."""
        now = self.now
        frame = now["xmat"].reshape(self.num_envs, -1, 3, 3)[:, self.ROOT]
        self._command(frame)
        data = now["sensordata"]
        parts = [
            (data[:, 3:6], 0.5),
            (data[:, :3], 0.2),
            (-frame[:, 2], 0.05),
            (now["qpos"][:, 7:] - self.home, 0.01),
            (now["qvel"][:, 6:], 1.5),
            (action, 0.0),
            (self.command, 0.0),
        ]
        seen = np.concatenate([part for part, _ in parts], axis=1)
        size = np.concatenate([np.full(part.shape[1], x) for part, x in parts])
        forces = np.concatenate([data[:, at + 1 : at + 4] for at in self.at], axis=1)
        height = np.clip(now["site_xpos"][:, self.feet, 2], 0, 1)
        more = (height, self.air, data[:, self.at] > 0)
        critic = (seen, *more, np.sign(forces) * np.log1p(np.abs(forces)))
        noise = size * self.random.uniform(-1, 1, seen.shape)
        return (
            (seen + noise).astype(np.float32),
            np.concatenate(critic, axis=1).astype(np.float32),
        )


def mjbatch(robot: str, num_envs: int, threads: int) -> Play:
    """Steps mjbatch, and computes terms in NumPy."""
    from mjbatch import Batch

    model = _model(robot)
    batch = Batch(model, num_envs, num_threads=threads)
    terms = Terms(model, num_envs, batch.bind)
    control = batch.bind("ctrl")
    drops = _drops(num_envs)
    batch.reset(keyframe=0)
    terms.now["qpos"][:, 2] += next(drops)
    batch.forward()
    actions, (home, scale) = _actions(num_envs, model.nu), _targets(model)
    terms.observe(terms.last)
    age = np.zeros(num_envs)
    pushes = _Pushes(num_envs)

    def play() -> None:
        action = next(actions)
        control[:] = home + scale * action
        for _ in range(_SKIP):
            batch.step()
            terms.substep()
        _, fallen = terms.earn(action)
        age[:] += 1
        over = fallen | (age >= _LIMIT)
        if over.any():
            batch.reset(over, keyframe=0)
            terms.now["qpos"][over, 2] += next(drops)[over]
            age[over] = 0
        pushes.push(terms.now["qvel"])
        batch.forward()
        terms.observe(action)

    return play


PLAYERS = {
    each.__name__: each for each in (table, bare, mjbatch, joystick, playground, mjlab)
}


def serve(name: str, robot: str, num_envs: int, threads: int) -> None:
    """Plays as many steps as each line of the input says; prints steps per second."""
    play = PLAYERS[name](robot, num_envs, threads)
    print("ready", flush=True)
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            play()
        print(int(line) * num_envs / (time.perf_counter() - start), flush=True)


class _Server:
    """A process that plays on demand."""

    def __init__(self, python: str, name: str, robot: str, num_envs: int) -> None:
        # Other Pythons must not see the modules of this one.
        words = [] if python == sys.executable else ["-E", "-P"]
        words += [__file__, f"--num-envs={num_envs}", "--serve", name, robot]
        self._process = subprocess.Popen(
            [python, *words],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.name = name

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise SystemExit(f"{self.name} has failed")
        return line

    def wait(self) -> None:
        """Waits until the envs exist."""
        while self._read() != "ready":
            pass

    def rate(self, steps: int) -> float:
        """Plays a round; returns the steps per second of all envs."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{steps}\n")
        self._process.stdin.flush()
        return float(self._read())

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def compare(
    pythons: dict[str, str],
    robot: str,
    num_envs: int,
    warm: int,
    rounds: tuple[int, int],
) -> dict[str, tuple[float, float]]:
    """Returns the median rate of each, and how many times as fast the table is.

    Args:
      pythons: the Python of each player.
      robot: the robot.
      num_envs: the number of envs.
      warm: the steps before the first round.
      rounds: the number of rounds, and the steps of each.
    """
    servers = [_Server(pythons[name], name, robot, num_envs) for name in pythons]
    for server in servers:
        server.wait()
    for server in servers:
        server.rate(warm)
    turns = []
    for i in range(rounds[0]):
        order = servers if i % 2 else servers[::-1]
        turns.append({server.name: server.rate(rounds[1]) for server in order})
    for server in servers:
        server.close()
    return {
        name: (
            statistics.median(turn[name] for turn in turns),
            statistics.median(turn["table"] / turn[name] for turn in turns),
        )
        for name in pythons
    }


def main() -> None:
    """Measures all that the arguments allow."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--robots", nargs="+", default=["go1", "g1"])
    parser.add_argument("--num-envs", nargs="+", type=int, default=[64, 1024])
    parser.add_argument("--warm", type=int, default=50, help="steps before all rounds")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--steps", type=int, default=5_000, help="steps of all envs in a round"
    )
    parser.add_argument("--players", nargs="+", default=list(PLAYERS))
    parser.add_argument("--mujoco", metavar="PYTHON", help="one with mujoco")
    parser.add_argument("--mjbatch", metavar="PYTHON", help="one with mjbatch")
    parser.add_argument("--released", metavar="PYTHON", help="one with EnvPool 1.2.7")
    parser.add_argument("--json", metavar="FILE", help="where to write the numbers")
    args = parser.parse_args()
    if args.serve:
        name, robot = args.serve
        serve(name, robot, args.num_envs[0], threads=2)
        return
    pythons = {
        "table": sys.executable,
        "bare": args.mujoco,
        "mjbatch": args.mjbatch,
        "joystick": args.released,
        "playground": sys.executable,
        "mjlab": args.released,
    }
    found = {}
    for robot in args.robots:
        for num_envs in args.num_envs:
            here = {
                name: python
                for name, python in pythons.items()
                if python
                and (name == "table" or name in args.players)
                and (robot == "go1" or name in ("table", "bare", "mjbatch"))
            }
            rounds = (args.rounds, max(1, args.steps // num_envs))
            rates = compare(here, robot, num_envs, args.warm, rounds)
            for name, (rate, ratio) in rates.items():
                print(f"{robot:4} {num_envs:5} {name:10} {rate:9,.0f} {ratio:7.2f}")
            sys.stdout.flush()
            found[f"{robot}, {num_envs} envs"] = rates
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
