# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the speed of mjlab's velocity tasks as tables with other ways to run them.

    bazel run //envpool/mujoco/tasks:robot_speed -- --peers=VENV/bin/python3 \
        --released=VENV/bin/python3

    tables    the tables, stepped with random actions
    bare      `mujoco.rollout`: MuJoCo's steps alone, without terms
    mjbatch   mjbatch 0.1.4 with the same terms in NumPy; a Python that has it
    released  Go1JoystickFlatTerrain-v1 of EnvPool 1.2.7; a Python that has it

All take turns. A round lasts as long for each; the best rounds are compared.
"""

from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

_MODELS = pathlib.Path(__file__).parent / "assets"
_SKIP = 4  # MuJoCo's steps in a step

# Called again and again in this process: n -> steps of all envs.
Play = Callable[[], int]


def tables(robot: str, num_envs: int, threads: int) -> Play:
    """Steps the table."""
    import envpool

    env = envpool.make_gymnasium(
        f"mjlab_velocity_flat_{robot}.toml",
        num_envs=num_envs,
        num_threads=threads,
        seed=0,
    )
    env.reset()
    actions = _actions(num_envs, env.single_action_space.shape[0])

    def play() -> int:
        env.step(next(actions))
        return num_envs

    return play


def _actions(num_envs: int, size: int) -> Any:
    random = np.random.default_rng(0)
    some = random.normal(0, 0.3, (16, num_envs, size)).astype(np.float32)
    while True:
        yield from some


def _model(robot: str) -> Any:
    import mujoco

    return mujoco.MjModel.from_xml_path(str(_MODELS / f"unitree_{robot}.xml"))


def bare(robot: str, num_envs: int, threads: int) -> Play:
    """Lets MuJoCo's own threads step all envs; robots that fall stay down."""
    import mujoco
    from mujoco.rollout import Rollout

    model = _model(robot)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    full = mujoco.mjtState.mjSTATE_FULLPHYSICS
    first = np.zeros(mujoco.mj_stateSize(model, full))
    mujoco.mj_getState(model, data, first, full)
    states, starts = np.tile(first, (num_envs, 1)), np.tile(first, (num_envs, 1))
    rollout = Rollout(nthread=threads)
    datas = [mujoco.MjData(model) for _ in range(threads)]
    actions, home = _actions(num_envs, model.nu), data.qpos[7:].copy()
    size = states.shape[1]
    results = np.zeros((num_envs, _SKIP, size))
    count = 0

    def play() -> int:
        nonlocal states, count
        control = np.repeat((home + 0.3 * next(actions))[:, None], _SKIP, axis=1)
        rollout.rollout(
            model, datas, states, control, state=results, persistent_pool=True
        )
        states = results[:, -1].copy()
        count += 1
        if count % 50 == 0:  # about as long as an episode of random actions
            states = starts.copy()
        return num_envs

    return play


class Terms:
    """The terms of the Go1 velocity task in NumPy, for all envs at once."""

    def __init__(self, model: Any, num_envs: int, bind: Callable[[str], Any]) -> None:
        self.home = np.array(model.key_qpos[0, 7:])
        names = ("qpos", "qvel", "xmat", "sensordata", "site_xpos", "cvel", "xpos")
        self.now = {name: bind(name) for name in names}
        self.now["subtree_com"] = bind("subtree_com")
        self.size = len(self.home)
        self.model, self.num_envs = model, num_envs
        self.feet = [i for i in range(model.nsite) if model.site_bodyid[i] > 2][-4:]
        self.bodies = model.site_bodyid[self.feet]
        self.at = [
            int(model.sensor_adr[i])
            for i in range(model.nsensor)
            if model.sensor_type[i] == _contact_sensor()
        ]
        self.random = np.random.default_rng(0)
        self.last = np.zeros((num_envs, self.size))
        self.ground, self.peak = np.zeros((2, num_envs, len(self.at)))
        self.wish = self.random.uniform(-1, 1, (num_envs, 7))
        low, high = np.array(model.jnt_range[1:]).T
        self.middle, self.reach = (low + high) / 2, 0.9 * (high - low) / 2

    def touch(self) -> Any:
        """Returns which feet touch the ground."""
        return self.now["sensordata"][:, self.at] > 0

    def substep(self) -> None:
        """Counts how long feet touch the ground."""
        self.ground = np.where(self.touch(), self.ground + 0.005, 0)

    def earn(self, action: Any, command: Any) -> tuple[Any, Any]:
        """Returns the rewards, and which robots have fallen."""
        now, square = self.now, np.square
        frame = now["xmat"].reshape(self.num_envs, -1, 3, 3)[:, 2]
        spin = now["cvel"][:, 2, :3]
        arm = now["xpos"][:, 2] - now["subtree_com"][:, 2]
        speed = now["cvel"][:, 2, 3:] - np.cross(arm, spin)
        speed, spin = (np.einsum("nji,nj->ni", frame, each) for each in (speed, spin))
        down = -frame[:, 2]
        pace = np.linalg.norm(command[:, :2], axis=1) + np.abs(command[:, 2])
        active = pace > 0.05
        offset = now["site_xpos"][:, self.feet] - now["subtree_com"][:, 2:3]
        foot = now["cvel"][:, self.bodies, 3:] - np.cross(
            offset, now["cvel"][:, self.bodies, :3]
        )
        foot_speed = np.linalg.norm(foot[..., :2], axis=-1)
        height = np.clip(now["site_xpos"][:, self.feet, 2], 0, 1)
        touch = self.touch()
        self.peak = np.where(touch, self.peak, np.maximum(self.peak, height))
        landed = (self.ground > 0) & (self.ground < 0.02 + 1e-6)
        data = now["sensordata"]
        force = np.stack(
            [np.linalg.norm(data[:, at + 1 : at + 4], axis=1) for at in self.at], 1
        )
        joints = now["qpos"][:, 7:]
        spread = np.where(pace < 0.05, 0.05, 0.4)[:, None]
        terms = (
            2 * np.exp(-(square(command[:, :2] - speed[:, :2]).sum(1) + speed[:, 2] ** 2) / 0.25),
            2 * np.exp(-(square(spin[:, :2]).sum(1) + square(command[:, 2] - spin[:, 2])) / 0.5),
            np.exp(-square(down[:, :2]).sum(1) / 0.2),
            np.exp(-square((joints - self.home) / spread).mean(1)),
            -np.maximum(np.abs(joints - self.middle) - self.reach, 0).sum(1),
            -0.1 * square(action - self.last).sum(1),
            -2 * (np.abs(height - 0.1) * foot_speed).sum(1) * active,
            -0.25 * (square(self.peak / 0.1 - 1) * landed).sum(1) * active,
            -0.1 * (square(foot_speed) * touch).sum(1) * active,
            -1e-5 * (force * landed).sum(1) * active,
        )
        self.peak = np.where(landed, 0, self.peak)
        self.last = action
        return 0.02 * np.sum(terms, axis=0), np.arccos(np.clip(-down[:, 2], -1, 1)) > 1.22

    def observe(self, action: Any) -> Any:
        """Returns the observations, with noise."""
        now = self.now
        frame = now["xmat"].reshape(self.num_envs, -1, 3, 3)[:, 2]
        heading = np.arctan2(frame[:, 1, 0], frame[:, 0, 0])
        turn = (self.wish[:, 3] - heading + np.pi) % (2 * np.pi) - np.pi
        self.command = self.wish[:, :3].copy()
        self.command[:, 2] = np.clip(0.5 * turn, -0.5, 0.5)
        parts = [
            (now["sensordata"][:, 3:6], 0.5),
            (now["sensordata"][:, :3], 0.2),
            (-frame[:, 2], 0.05),
            (now["qpos"][:, 7:] - self.home, 0.01),
            (now["qvel"][:, 6:], 1.5),
            (action, 0.0),
            (self.command, 0.0),
        ]
        obs = np.concatenate([part for part, _ in parts], axis=1)
        size = np.concatenate([np.full(part.shape[1], x) for part, x in parts])
        return obs + size * self.random.uniform(-1, 1, obs.shape)


def _contact_sensor() -> int:
    import mujoco

    return int(mujoco.mjtSensor.mjSENS_CONTACT)


def mjbatch(robot: str, num_envs: int, threads: int) -> Play:
    """Steps mjbatch, and computes terms in NumPy."""
    from mjbatch import Batch

    model = _model(robot)
    batch = Batch(model, num_envs, num_threads=threads)
    raw = getattr(batch, "_batch", batch)
    terms = Terms(model, num_envs, raw.bind)
    control = raw.bind("ctrl")
    raw.reset(keyframe=0)
    actions = _actions(num_envs, model.nu)
    terms.observe(terms.last)
    age = np.zeros(num_envs)

    def play() -> int:
        action = next(actions)
        control[:] = terms.home + 0.3 * action
        for _ in range(_SKIP):
            raw.step()
            terms.substep()
        _, fallen = terms.earn(action, terms.command)
        age[:] += 1
        over = fallen | (age >= 1000)
        if over.any():
            raw.reset(over, keyframe=0)
            age[over] = 0
        raw.forward()
        terms.observe(action)
        return num_envs

    return play


def released(robot: str, num_envs: int, threads: int) -> Play:
    """Steps the env of EnvPool 1.2.7 that is in C++."""
    import envpool

    env = envpool.make_gymnasium(
        "Go1JoystickFlatTerrain-v1", num_envs=num_envs, num_threads=threads, seed=0
    )
    env.reset()
    actions = _actions(num_envs, 12)

    def play() -> int:
        env.step(next(actions))
        return num_envs

    return play


PLAYERS = {each.__name__: each for each in (tables, bare, mjbatch, released)}


def serve(name: str, robot: str, num_envs: int, threads: int) -> None:
    """Plays for as long as each line of the input says, and prints steps per second."""
    play = PLAYERS[name](robot, num_envs, threads)
    for _ in range(3):
        play()
    print("ready", flush=True)
    for line in sys.stdin:
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < float(line):
            steps += play()
        print(steps / (time.perf_counter() - start), flush=True)


def main() -> None:
    """Measures all that the arguments allow."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--serve", nargs=2)
    parser.add_argument("--robots", nargs="+", default=["go1", "g1"])
    parser.add_argument("--num-envs", nargs="+", type=int, default=[64, 1024])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--mjbatch", metavar="PYTHON", help="a Python with mjbatch")
    parser.add_argument("--released", metavar="PYTHON", help="one with EnvPool 1.2.7")
    args = parser.parse_args()
    if args.serve:
        serve(*args.serve, args.num_envs[0], args.threads)
        return
    pythons = {"tables": sys.executable, "bare": args.peers}
    pythons |= {k: getattr(args, k) for k in ("mjbatch", "released") if getattr(args, k)}
    for robot in args.robots:
        for num_envs in args.num_envs:
            _compare(pythons, robot, num_envs, args)


def _compare(
    pythons: dict[str, str], robot: str, num_envs: int, args: argparse.Namespace
) -> None:
    """Prints the best round of each, and its share of that of the tables."""
    started = {}
    for name, python in pythons.items():
        if robot == "g1" and name not in ("tables", "bare"):
            continue
        words = [python, __file__, f"--num-envs={num_envs}", f"--threads={args.threads}"]
        started[name] = subprocess.Popen(
            [*words, "--serve", name, robot],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
    for process in started.values():
        while (line := process.stdout.readline()).strip() != "ready":
            if not line:
                raise SystemExit("a process has failed")
    best = dict.fromkeys(started, 0.0)
    for _ in range(args.rounds):
        for name, process in started.items():
            process.stdin.write(f"{args.seconds}\n")
            process.stdin.flush()
            best[name] = max(best[name], float(process.stdout.readline()))
    for process in started.values():
        process.stdin.close()
        process.wait()
    row = "  ".join(
        f"{name} {rate:,.0f} ({best['tables'] / rate:.2f}x)" for name, rate in best.items()
    )
    print(f"{robot}, {num_envs} envs: {row}", flush=True)


if __name__ == "__main__":
    main()
