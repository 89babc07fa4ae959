# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests the wheel with other versions of its dependencies: `make compat`.

    compat.py DIST FOLDER

DIST has the wheels for the interpreter that runs this program. FOLDER keeps a virtual
environment for each row of the table below. Prints a table; fails if a cell fails.
Gymnasium writes videos with moviepy; each environment gets the newest moviepy.
"""

import subprocess
import sys
import venv
from itertools import zip_longest
from pathlib import Path

# NumPy 1.26 has no wheels for later interpreters.
HAS_NUMPY_1 = sys.version_info < (3, 13)
NUMPYS = ("1.26", "2") if HAS_NUMPY_1 else ("2",)
GYMNASIUMS = ("1.0", "1.1", "1.2", "1.3", "1.4")
ROWS = [{"numpy": n, "gymnasium": g} for n in NUMPYS for g in GYMNASIUMS]
if HAS_NUMPY_1:  # gym 0.26 uses names that NumPy 2 no longer has
    ROWS.append({"numpy": "1.26", "gymnasium": "1.0", "gym": "0.26"})
PACKAGES = ("numpy", "gymnasium", "gym")
# Runs in the virtual environment: prints an id of each family that needs no extras.
TASKS = """
import envpool
from envpool.families import FAMILIES, MAIN_WHEEL
from envpool.registration import registry

envpool.list_all_envs()
for row in FAMILIES:
    if row.wheel == MAIN_WHEEL and not any(each.extra for each in row.packages):
        ids = [each for each, spec in registry.specs.items() if spec[0] == row.package]
        print(row.title, ids[-1], sep="\\t")
"""
# Runs in the virtual environment: prints whether Gymnasium can film a pool.
FILM = """
import sys
import tempfile
from pathlib import Path

import envpool
import imageio_ffmpeg
from gymnasium.wrappers import vector

if not hasattr(vector, "RecordVideo"):
    sys.exit("-")
env = envpool.make(
    "CartPole-v1",
    env_type="gymnasium",
    num_envs=4,
    max_episode_steps=5,
    render_mode="rgb_array",
    render_width=64,
    render_height=48,
)
with tempfile.TemporaryDirectory() as folder:
    env = vector.RecordVideo(env, folder + "/new", episode_trigger=lambda n: n == 0)
    env.reset(seed=0)
    for _ in range(8):
        env.step(env.action_space.sample())
    env.close()
    (path,) = Path(folder, "new").iterdir()
    assert path.name == "rl-video-episode-0.mp4"
    meta = next(imageio_ffmpeg.read_frames(str(path)))
    assert meta["size"] == (128, 96), meta["size"]
    assert meta["fps"] == 50, meta["fps"]
    count, _ = imageio_ffmpeg.count_frames_and_secs(str(path))
    assert count == 6, count
"""
# Runs in the virtual environment, for one task: imports, makes, resets, steps.
TRY = """
import sys

import envpool
import numpy as np

task, has_gym = sys.argv[1], len(sys.argv) > 2
for env_type in ("gymnasium", "gym", "dm"):
    options = {"gym_spaces": True} if env_type == "gym" and has_gym else {}
    env = envpool.make(task, env_type=env_type, num_envs=2, seed=1, **options)
    spec = env.spec.action_array_spec["action"]
    env.reset()
    action = np.zeros((2, *[n for n in spec.shape if n != -1]), spec.dtype)
    for _ in range(3):
        result = env.step(action)
    assert len(result) == (4 if env_type == "dm" else 5)
    if env_type == "gymnasium":
        import gymnasium

        assert isinstance(env, gymnasium.vector.VectorEnv)
        assert env.action_space.shape[0] == 2
        assert env.observation_space is not None
    if options:
        import gym

        assert isinstance(env, gym.Env)
        assert isinstance(env.action_space, gym.Space)
    env.close()
"""


class Venv:
    """A virtual environment with the wheel and some versions of packages."""

    def __init__(self, folder, pins):
        name = "-".join(f"{package}{version}" for package, version in pins.items())
        self.pins = pins
        self.path = folder / f"compat-{sys.version_info[1]}-{name}"
        self.python = self.path / "bin/python3"

    def install(self, wheels):
        """Returns pip's error, or None."""
        if not self.python.exists():
            venv.create(self.path, with_pip=True, symlinks=True)
        self.pip("uninstall", "--yes", "envpool")  # the folder may have an older build
        pins = [f"{name}=={version}.*" for name, version in self.pins.items()]
        return self.pip("install", *wheels, *pins, "moviepy")

    def pip(self, *args):
        command = ["-m", "pip", "--quiet", "--disable-pip-version-check", *args]
        return self.run(*command)

    def run(self, *args):
        """Returns Python's output if it fails, else None."""
        done = subprocess.run(
            [self.python, *args],
            cwd=self.path,  # outside the source folder, which would hide the wheel
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.stdout if done.returncode else None

    def versions(self):
        """Returns the installed versions, in the order of PACKAGES."""
        code = (
            "import importlib.metadata as m, sys\n"
            "found = {d.metadata['Name']: d.version for d in m.distributions()}\n"
            "print(*(found.get(name, '-') for name in sys.argv[1:]))"
        )
        command = [self.python, "-c", code, *PACKAGES]
        return subprocess.check_output(command, text=True).split()

    def tasks(self):
        """Returns an id of each family, by the family's title."""
        command = [self.python, "-c", TASKS]
        text = subprocess.check_output(command, text=True, cwd=self.path)
        return dict(line.split("\t") for line in text.splitlines())


def try_row(folder, pins, wheels):
    """Returns a row of the table, its headings, and the errors."""
    place = Venv(folder, pins)
    error = place.install(wheels)
    if error:
        return [*map(pins.get, PACKAGES), "cannot be installed"], [*PACKAGES], [error]
    flags = ["gym"] if "gym" in pins else []
    cells, errors, tasks = place.versions(), [], place.tasks()
    for task in tasks.values():
        error = place.run("-W", "ignore", "-c", TRY, task, *flags)
        cells.append("failed" if error else "ok")
        errors += [f"{pins}, {task}:\n{error}"] if error else []
    error = place.run("-W", "ignore", "-c", FILM)
    is_failure = error not in (None, "-\n")  # the wrapper came with Gymnasium 1.2
    cells.append("failed" if is_failure else (error or "ok").strip())
    errors += [f"{pins}, RecordVideo:\n{error}"] if is_failure else []
    return cells, [*PACKAGES, *tasks, "RecordVideo"], errors


def main(dist, folder):
    tag = f"-cp3{sys.version_info[1]}-"
    found = Path(dist).absolute().glob("envpool-*.whl")
    wheels = [path for path in found if tag in path.name]
    if len(wheels) != 1:
        sys.exit(f"{dist}: expected one wheel of envpool{tag}, found {len(wheels)}")
    rows: list[list[str]] = []
    errors: list[str] = []
    headings: list[str] = []
    for pins in ROWS:
        row, found, failed = try_row(Path(folder).absolute(), pins, wheels)
        headings = max(headings, found, key=len)
        print("  ".join(str(cell or "-") for cell in row), flush=True)
        rows.append([str(cell or "-") for cell in row])
        errors += failed
    rows.insert(0, headings)
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    print("\n".join(errors) + "\n")
    for row in rows:
        print("  ".join(map(str.ljust, row, widths)))
    if errors:
        sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
