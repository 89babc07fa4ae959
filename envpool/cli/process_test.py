# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line as a process: its standard streams, and Ctrl-C."""

import os
import signal
import subprocess
import sys

import pytest

# Sends Ctrl-C when a module is looked up.
INTERRUPT = """
import importlib.abc, os, signal, sys

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == os.environ["AT_IMPORT_OF"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""
SCRIPT = "import sys\nfrom envpool.cli import script\nsys.exit(script())\n"


def envpool(*words, shell="", **kwargs):
    """Returns the completed process of a command, optionally redirected by a shell."""
    command = [sys.executable, "-m", "envpool", *words]
    if shell:
        command = ["sh", "-c", f'exec "$0" "$@" {shell}', *command]
    return run(command, **kwargs)


def run(command, path=(), **env):
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*path, *sys.path]), **env},
    )


def test_without_standard_output():
    done = envpool("list", shell=">&-")
    assert done.returncode == 2
    assert done.stderr == "python -m envpool: standard output is closed\n"


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
def test_without_other_streams(closed):
    done = envpool("list", "cartpole", shell=closed)
    assert done.returncode == 0
    assert "CartPole-v1" in done.stdout
    assert done.stderr == ""


def test_disk_full():
    done = envpool("list", shell="> /dev/full")
    assert done.returncode == 2
    text = "python -m envpool list: [Errno 28] No space left on device\n"
    assert done.stderr == text


@pytest.mark.parametrize(
    ("module", "is_script"),
    [
        ("numpy", False),
        ("numpy", True),
        ("envpool.cli", False),
        ("envpool.cli", True),
        ("click", False),
        ("envpool.cli.app", False),
        ("envpool.cli.info", False),
        ("gymnasium.spaces", False),
    ],
)
def test_ctrl_c_while_it_starts(tmp_path, module, is_script):
    (tmp_path / "sitecustomize.py").write_text(INTERRUPT)
    script = tmp_path / "envpool"
    script.write_text(SCRIPT)
    start = [str(script)] if is_script else ["-m", "envpool"]
    done = run(
        [sys.executable, *start, "info", "CartPole-v1", "--no-speed"],
        path=[str(tmp_path)],
        AT_IMPORT_OF=module,
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


def test_ctrl_c_in_a_destructor_is_not_lost():
    code = """
import os, signal, sys
from envpool import cli
from envpool.cli import app

class Slow:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

def main(*args, **kwargs):
    Slow()
    while True:
        signal.pause()

app.app.main = main
sys.argv[1:] = ["list"]
cli.script()
"""
    done = run([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.parametrize("handler", ["default_int_handler", "SIG_IGN"])
def test_processes_that_only_import_envpool_keep_their_handler(handler):
    code = (
        f"import signal; signal.signal(signal.SIGINT, signal.{handler});import envpool;"
        f"print(signal.getsignal(signal.SIGINT) is signal.{handler})"
    )
    assert run([sys.executable, "-c", code]).stdout == "True\n"


def test_ctrl_c_stays_ignored_in_the_background(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)" + INTERRUPT
    )
    done = envpool("list", "--count", path=[str(tmp_path)], AT_IMPORT_OF="numpy")
    assert (done.returncode, done.stderr) == (0, "")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_library_needs_neither_click_nor_rich():
    code = """
import sys
sys.modules["click"] = sys.modules["rich"] = None
import envpool
import numpy as np
from envpool.bench import cli as bench
from envpool.cli import doctor_machine, doctor_packages
from envpool.cli.output import print_entries, print_table
from envpool.testing import kit

assert [found for check in doctor_machine.CHECKS for found in check()]
assert [found for found in doctor_packages.versions()]
pool = envpool.make_gymnasium("CartPole-v1", num_envs=2)
with envpool.profile(pool) as profile:
    pool.reset()
    pool.step(pool.action_space.sample())
assert "<table" in profile._repr_html_()
assert "<table" in pool._repr_html_()
assert envpool.evaluate(lambda obs: np.zeros(len(obs), int), "CartPole-v1", episodes=2)
sys.stdout.isatty = lambda: True
print_table(["a", "b"], [[1, 2]])
print_entries([("key", "value", "", "meaning")], "title")
"""
    done = run([sys.executable, "-c", code])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "a\tb\n1\t2\ntitle:\nkey\tvalue\t\tmeaning\n"
