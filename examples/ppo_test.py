# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The PyTorch examples run, and learn the same from EnvPool and Gymnasium."""

import json
import os
import pathlib
import pickle
import re
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).parent
# The folder of Debian's PyTorch. Other packages there must not hide ours.
DEBIAN = "/usr/lib/python3/dist-packages"
SMALL = "--steps=192 --num-envs=2 --horizon=32 --epochs=2 --minibatches=4 "
SMALL += "--threads=1 --log-every=0"
# The programs, each with the least size of an agent's file.
PROGRAMS = {
    "ppo_atari": 1 << 20,
    "ppo_minigrid": 1 << 16,
    "ppo_mujoco": 1 << 14,
    "ppo_procgen": 1 << 20,
    "ppo_vizdoom": 1 << 20,
}
# Runs a program several times in one process, as importing PyTorch takes long.
SEVERAL = """
import json
import os
import runpy
import sys

program, failed = sys.argv[1], 0
sys.path.insert(0, os.path.dirname(program))
for arguments in json.loads(sys.argv[2]):
    sys.argv = [program, *arguments]
    try:
        runpy.run_path(program, run_name="__main__")
    except SystemExit as error:
        print(error, file=sys.stderr)
        failed += 1
    print("end of the run", flush=True)
sys.exit(failed)
"""


def start(program, folder, *runs):
    """Runs a program with each of the lists of arguments, all in one process."""
    arguments = json.dumps([[*SMALL.split(), *each] for each in runs])
    return run_python(folder, "-c", SEVERAL, FOLDER / f"{program}.py", arguments)


def run_python(folder, *arguments):
    """Runs Python with PyTorch."""
    path = [*filter(None, sys.path), DEBIAN]
    return subprocess.run(
        [
            *(sys.executable, "-W", "error"),
            # Debian's PyTorch does not support NumPy 2; the examples work without it.
            *("-W", "ignore:Failed to initialize NumPy:UserWarning"),
            *arguments,
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def outputs(program, folder, *runs):
    """Returns the output of each run."""
    done = start(program, folder, *runs)
    assert done.returncode == 0, done.stderr
    found = done.stdout.split("end of the run\n")[:-1]
    assert len(found) == len(runs)
    return found


def mean_returns(out):
    """Returns the mean returns, as printed."""
    return re.findall(r"mean return +(\S+)", out)


def losses(out):
    """Returns the line of the last update's losses."""
    (found,) = re.findall(r"^policy loss .*$", out, re.MULTILINE)
    return found


# Episodes end within rollouts: by the time limit, or by falling.
@pytest.mark.parametrize(
    ("program", "tasks"),
    [
        ("ppo_atari", [["--time-limit=20"]]),
        (
            "ppo_minigrid",
            [
                ["--time-limit=20", "--task=BabyAI-PutNextLocal-v0"],
                ["--time-limit=20", "--task=MiniGrid-GoToDoor-5x5-v0"],
            ],
        ),
        (
            "ppo_mujoco",
            [["--time-limit=20"], ["--env=Hopper-v5"], ["--env=Ant-v5"]],
        ),
    ],
)
def test_learns_the_same_from_gymnasium(program, tasks, tmp_path):
    env_types = ("envpool", "gymnasium")
    runs = [[f"--env-type={each}", *task] for task in tasks for each in env_types]
    found = []
    for out in outputs(program, tmp_path, *runs):
        found.append((mean_returns(out), losses(out)))
        assert len(found[-1][0]) == 3
    assert found[::2] == found[1::2]


@pytest.fixture(scope="module", params=PROGRAMS)
def whole(request, tmp_path_factory):
    """A run: the program, its folder and output. Rollouts end within episodes."""
    folder = tmp_path_factory.mktemp(request.param)
    options = ["--time-limit=40", "--checkpoint-every=1", "--plot=curve.png"]
    options += ["--checkpoint=at-{steps}.pt"]
    return request.param, folder, *outputs(request.param, folder, options)


def test_writes_curve_and_checkpoints(whole):
    program, folder, _ = whole
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    files = {path.name: path.stat().st_size for path in folder.glob("at-*")}
    assert sorted(files) == ["at-128.pt", "at-192.pt", "at-64.pt"]
    assert min(files.values()) > PROGRAMS[program]


@pytest.mark.parametrize("whole", ["ppo_atari", "ppo_mujoco"], indirect=True)
def test_resumes_as_if_it_had_never_stopped(whole, tmp_path):
    program, folder, out = whole
    resume = ["--time-limit=40", f"--resume={folder}/at-64.pt"]
    (rest,) = outputs(program, tmp_path, resume)
    assert losses(rest) == losses(out)
    assert mean_returns(rest) == mean_returns(out)[1:]


@pytest.mark.parametrize("whole", ["ppo_mujoco"], indirect=True)
def test_mujoco_resumes_with_new_episodes(whole, tmp_path):
    """Gymnasium's envs cannot save states, so a resumed run begins new episodes."""
    program, folder, _ = whole
    theirs = ["--env-type=gymnasium", "--time-limit=40", "--checkpoint-every=1"]
    theirs += ["--checkpoint=at-{steps}.pt", f"--resume={folder}/at-64.pt"]
    ours = ["--env-type=envpool", "--time-limit=40", "--resume=at-128.pt"]
    found = outputs(program, tmp_path, theirs, ours)
    assert [out.count("steps,") for out in found] == [2, 1]


def test_mujoco_without_episodes(tmp_path):
    """There is no curve to plot, and no steps are left after resuming."""
    files = ["--plot=curve.png", "--checkpoint=agent.pt"]
    (out,) = outputs("ppo_mujoco", tmp_path, files)
    assert "no picture: no episode has ended" in out
    assert [path.name for path in tmp_path.iterdir()] == ["agent.pt"]
    wrong = {
        "--steps=192": r"--resume: agent\.pt has all --steps=192",
        "--env=Walker2d-v5": "--task=HalfCheetah-v5, got --task=Walker2d-v5",
        "--checkpoint-every=0": "--checkpoint-every: expected at least 1, got 0",
    }
    runs = [["--resume=agent.pt", argument] for argument in wrong]
    done = start("ppo_mujoco", tmp_path, *runs)
    assert done.returncode == len(wrong), done.stderr
    for text in wrong.values():
        assert re.search(text, done.stderr)


@pytest.mark.parametrize("whole", ["ppo_mujoco"], indirect=True)
def test_mujoco_refuses_what_is_no_checkpoint(whole, tmp_path):
    """The error names any file that is not a checkpoint."""
    program, folder, _ = whole
    files = {
        "empty.pt": b"",
        "text.pt": b"no checkpoint",
        "number.pt": pickle.dumps(3),
        "part.pt": (folder / "at-64.pt").read_bytes()[:1000],
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    done = start(program, tmp_path, *[[f"--resume={name}"] for name in files])
    expected = "--resume: expected a checkpoint that --checkpoint has saved, got "
    errors = [each for each in done.stderr.splitlines() if each.startswith("--")]
    assert errors == [expected + name for name in files]


# Prints the thread limits of all loaded BLAS libraries, with NumPy's, which has a
# prefix. A mapped file that only looks like a library must be ignored.
BLAS = """
import ctypes
import mmap
import pathlib
import re
import sys
import types

sys.path.insert(0, sys.argv[1])
import numpy
import ppo_runs

file = pathlib.Path("a folder/openblas.so")
file.parent.mkdir()
file.write_bytes(bytes(100))
with file.open("rb") as opened:
    mapped = mmap.mmap(opened.fileno(), 100, access=mmap.ACCESS_READ)

ppo_runs.limit_threads(3)
maps = pathlib.Path("/proc/self/maps").read_text()
assert "a folder/openblas.so" in maps
for path in set(re.findall(r" (/\\S*openblas\\S*)$", maps, re.MULTILINE)):
    library = ctypes.CDLL(path)
    for name in ("openblas_get_num_threads", "scipy_openblas_get_num_threads64_"):
        if hasattr(library, name):
            print(getattr(library, name)())

NAMES = "openblas_set_num_threads", "scipy_openblas_set_num_threads"
for name in (*NAMES, *(f"{name}64_" for name in NAMES)):
    told = []
    ctypes.CDLL = lambda _: types.SimpleNamespace(**{name: told.append})
    ppo_runs.limit_threads(4)
    assert set(told) == {4}, name
"""


def test_mujoco_threads_are_those_of_the_blas_too(tmp_path):
    done = run_python(tmp_path, "-c", BLAS, FOLDER)
    assert set(done.stdout.split()) == {"3"}, done.stderr


def test_mujoco_is_learnt(tmp_path):
    learning = ["--steps=20000", "--num-envs=8", "--horizon=64", "--minibatches=8"]
    learning += ["--env=InvertedPendulum-v5", "--epochs=10"]
    (out,) = outputs("ppo_mujoco", tmp_path, learning)
    returns = [float(each) for each in mean_returns(out)]
    assert returns[-1] > 5 * returns[0]
