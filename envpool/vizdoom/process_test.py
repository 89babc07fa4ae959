# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Engines are processes; neither they nor their files are left behind."""

import importlib.util
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import envpool
from envpool.python.errors import EnvStepError
from envpool.testing.process.measure import until
from envpool.vizdoom.registration import lighten


def children(parent):
    """Returns the ids of the processes that a process started."""
    path = Path(f"/proc/{parent}/task")
    ids = [(each / "children").read_text().split() for each in path.iterdir()]
    return {int(each) for group in ids for each in group}


def engines():
    return {each for each in children(os.getpid()) if is_engine(each)}


def is_engine(process):
    try:
        return Path(f"/proc/{process}/comm").read_text().strip() == "vizdoom"
    except OSError:
        return False


def instances():
    """Returns the names of this process's engines, the suffixes of their memory."""
    found = set()
    for each in engines():
        path = Path(f"/proc/{each}/cmdline")
        assert until(path.read_bytes)  # empty for a moment in a new program
        words = path.read_bytes().decode().split("\0")
        found.add(words[words.index("+viz_instance_id") + 1])
    return found


def shared_memory(names):
    """Returns the names of engines' shared memory that still exist."""
    files = [each.name for each in Path("/dev/shm").glob("ViZDoom*")]
    return {each for each in files if each.endswith(tuple(names))}


def make(num_envs=2, **kwargs):
    env = envpool.make_gymnasium("Basic-v1", num_envs=num_envs, seed=1, **kwargs)
    env.reset()
    return env


def act(env):
    return env.step(np.zeros((env.num_envs, 3)))


def test_nothing_is_left_of_a_pool(tmp_path, monkeypatch, capfd):
    for name in ("TMPDIR", "HOME"):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.setenv(name, str(folder))
    monkeypatch.chdir(tmp_path)
    env = make()
    assert len(engines()) == 2
    act(env)
    names = instances()
    assert len(names) == 2
    # While engines play, their memory and folders have no names.
    assert not shared_memory(names)
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "HOME", tmp_path / "TMPDIR"]
    env.close()
    assert not engines()
    assert capfd.readouterr() == ("", "")


def test_engines_look_for_no_sound_server():
    # PulseAudio's client, where it exists, would leave folders in TMPDIR.
    with envpool.make_gymnasium("Basic-v1", num_envs=1) as env:
        env.reset()
        (engine,) = engines()
        variables = Path(f"/proc/{engine}/environ").read_text().split("\0")
        assert "ALSOFT_DRIVERS=null" in variables


def test_the_folder_for_temporary_files_may_be_relative(tmp_path, monkeypatch):
    (tmp_path / "relative").mkdir()
    monkeypatch.setenv("TMPDIR", "relative")
    monkeypatch.chdir(tmp_path)
    env = envpool.make_gymnasium("Basic-v1", num_envs=1)
    monkeypatch.chdir("/")
    env.reset()
    ((name, _),) = archives()
    assert name.endswith(" (deleted)")
    env.close()
    assert not list((tmp_path / "relative").iterdir())


def archives():
    """Returns the name and the compression of each engine's archive."""
    return [archive_of(each) for each in engines()]


def archive_of(engine):
    found = set()
    for link in Path(f"/proc/{engine}/fd").iterdir():
        if link.is_file() and zipfile.is_zipfile(link):
            with zipfile.ZipFile(link) as archive:
                assert archive.testzip() is None
                packing = {each.compress_type for each in archive.infolist()}
            found.add((os.readlink(link), frozenset(packing)))
    (archive,) = found
    return archive


def check_shared(found, count):
    assert len(found) == count
    ((name, packing),) = set(found)
    assert name.endswith(" (deleted)")
    assert packing == {zipfile.ZIP_STORED}
    return name


def test_engines_share_an_archive_that_is_not_compressed():
    env = make()
    name = check_shared(archives(), 2)
    other = envpool.make_gymnasium("MultiDuel-v1", max_num_players=2)
    other.reset()
    assert check_shared(archives(), 4) == name
    env.close()
    other.close()


def test_the_shared_archive_means_the_same():
    package = Path(importlib.util.find_spec("vizdoom").origin).parent
    with zipfile.ZipFile(package / "vizdoom.pk3") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    changed = dict(files)
    lighten(changed)
    colors = "x11r6rgb.txt"
    for language in ("fr", "ita", "ptb"):
        assert changed.pop(f"language.{language}") == b""
        files.pop(f"language.{language}")
    new = changed.pop(colors).removesuffix(files.pop(colors)).decode().splitlines()
    assert changed == files
    assert {"0 0 0 00 00 00", "64 207 0 40 cf 00"} <= set(new)
    for line in new:
        *numbers, name = line.split(" ", 3)
        assert list(bytes.fromhex(name.strip("#"))) == list(map(int, numbers))
    other = {"bots.txt": b'"00 00 00"'}
    lighten(other)
    assert other == {"bots.txt": b'"00 00 00"'}


# Engines may read bots from the package's folder at any time.
@pytest.mark.parametrize("argument", ["viz_bots_path bots.cfg", "set language fra"])
def test_an_engine_may_need_the_archive_of_the_package(argument):
    env = make(num_envs=1, game_args=f"+{argument}")
    ((name, _),) = archives()  # the only one
    assert name.endswith("/vizdoom.pk3")
    env.close()


# Other child processes do not inherit the archive.
SHARING = """
import os
import subprocess
import envpool

def archives(process):
    folder = f"/proc/{process}/fd/"
    links = [folder + each for each in os.listdir(folder)]
    names = [os.readlink(each) for each in links if os.path.islink(each)]
    return sum("(deleted)" in each for each in names)

envpool.make_spec("Basic-v1")
print(archives("self"))
env = envpool.make_gymnasium("Basic-v1")
env.reset()
print(archives("self"))
with subprocess.Popen(["cat"], stdin=subprocess.PIPE, close_fds=False) as cat:
    print(archives(cat.pid))
env.close()
"""


def test_a_pool_makes_the_archive_and_gives_it_to_engines_alone():
    command = [sys.executable, "-c", SHARING]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "0\n1\n0\n", done.stderr


# Landlock hides other processes from a thread and its children. It also hides this
# process, looked up by its id, which is the first thread's.
FENCED = """
import ctypes
import threading
import envpool

PR_SET_NO_NEW_PRIVS, CREATE_RULESET, RESTRICT_SELF = 38, 444, 446
libc = ctypes.CDLL(None, use_errno=True)
may_not = ctypes.c_uint64(1 << 6)  # make character devices
rules = libc.syscall(CREATE_RULESET, ctypes.byref(may_not), ctypes.c_size_t(8), 0)

def play():
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    assert libc.syscall(RESTRICT_SELF, rules, 0) == 0, ctypes.get_errno()
    env = envpool.make_gymnasium("Basic-v1", num_envs=2)
    print(env.reset()[0].shape)
    env.close()

thread = threading.Thread(target=play)
thread.start() if rules >= 0 else print("no Landlock")
"""


def test_engines_need_not_look_into_other_processes():
    command = [sys.executable, "-c", FENCED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.stdout == "no Landlock\n":
        pytest.skip("this kernel has no Landlock")
    assert done.stdout == "(2, 12, 84, 84)\n", done.stderr


def test_a_pool_that_never_played_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    env = envpool.make_gymnasium("Basic-v1", num_envs=2)
    names = instances()
    assert len(names) == 2
    assert shared_memory(names)
    env.close()
    assert not engines()
    assert not shared_memory(names)
    assert not list(tmp_path.iterdir())


def test_an_engine_that_dies_fails_the_step_and_is_started_anew():
    env, twin = make(), make(num_envs=1)
    victim = min(engines())
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(EnvStepError, match="killed by signal 9"):
        act(env)
    assert len(engines()) == 2
    act(env)  # resets the env that failed
    assert len(engines()) == 3
    assert victim not in engines()
    np.testing.assert_array_equal(env.reset(seed=9)[0][:1], twin.reset(seed=9)[0])
    for _ in range(3):
        results = act(env), act(twin)
        np.testing.assert_array_equal(results[0][0][:1], results[1][0])
    env.close()
    twin.close()


def test_engines_that_crash_end():
    env = make(num_envs=4)
    mask = 1 << (signal.SIGCHLD - 1)  # unblocked, some engines would wait forever
    for each in engines():
        assert f"SigBlk:\t{mask:016x}" in Path(f"/proc/{each}/status").read_text()
        os.kill(each, signal.SIGSEGV)
    with pytest.raises(EnvStepError, match="killed by signal 11"):
        act(env)
    assert not engines()
    env.close()


def test_what_is_no_engine_fails_the_reset():
    env = envpool.make_gymnasium("Basic-v1", vzd_path="/bin/true")
    with pytest.raises(EnvStepError, match="exited with status 0"):
        env.reset()
    env.close()


def test_another_screen_than_the_scenarios_fails_the_reset():
    env = envpool.make_gymnasium("Basic-v1", game_args="+viz_screen_format 8")
    with pytest.raises(EnvStepError, match="expected a screen of 320 x 240"):
        env.reset()
    env.close()


FORKED = """
import os
import warnings
import envpool
env = envpool.make_gymnasium("Basic-v1")
warnings.simplefilter("ignore")  # Python >= 3.12 warns of threads
child = os.fork()
if child == 0:
    env.close()
    os._exit(0)
os.waitpid(child, 0)
print(env.reset()[0].shape)
env.close()
"""


def test_a_forked_child_that_closes_the_pool_leaves_its_engines_alone():
    command = [sys.executable, "-c", FORKED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "(1, 12, 84, 84)\n", done.stderr


def test_engines_see_no_ctrl_c():
    env = make(num_envs=1)
    (engine,) = engines()
    assert os.getsid(engine) == engine
    env.close()


LOADING = """
import sys
import envpool
env = envpool.make_gymnasium("Basic-v1", num_envs=2)
print("ready", flush=True)
sys.stdin.read()
env.close()
"""


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    living = envpool.make_gymnasium("Basic-v1")
    kept = set(tmp_path.iterdir())
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", LOADING], **pipes) as process:
        assert process.stdout.readline() == b"ready\n"
        process.kill()
    left = set(tmp_path.iterdir()) - kept
    assert len(left) == 2
    memory = {(each / "instance").read_text() for each in left}
    subprocess.run([sys.executable, "-c", LOADING], input=b"", check=True)
    assert set(tmp_path.iterdir()) == kept
    names = {each.name for each in Path("/dev/shm").iterdir()}
    assert not any(name.endswith(one) for name in names for one in memory)
    living.reset()
    living.close()


def test_a_folder_that_was_being_removed_is_removed_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    half = tmp_path / "envpool-vizdoom-abcdef"
    (half / "engine").mkdir(parents=True)
    subprocess.run([sys.executable, "-c", LOADING], input=b"", check=True)
    assert not list(tmp_path.iterdir())


STOPPED = """
import os
import signal
from pathlib import Path
import numpy as np
import envpool

def engines():
    texts = [each.read_text() for each in Path("/proc/self/task").glob("*/children")]
    return [int(each) for text in texts for each in text.split()]

{make}
for engine in engines():
    os.kill(engine, signal.SIGSTOP)
{act}
{end}
assert not engines()
"""
PLAYING = """
env = envpool.make_gymnasium("{task_id}", num_envs=2, max_num_players={players})
env.reset()
"""
ACTING = "env.send(np.zeros((2 * {players}, 3)))"


@pytest.mark.parametrize("end", ["env.close()", "del env"])
@pytest.mark.parametrize(("task_id", "players"), [("Basic-v1", 1), ("MultiDuel-v1", 2)])
def test_close_does_not_wait_for_engines_that_stand_still(task_id, players, end):
    make = PLAYING.format(task_id=task_id, players=players)
    act = ACTING.format(players=players)
    code = STOPPED.format(make=make, act=act, end=end)
    # An engine may take 120 s to answer.
    subprocess.run([sys.executable, "-c", code], timeout=100, check=True)


def test_close_does_not_wait_for_engines_that_do_not_load():
    make = 'env = envpool.make_gymnasium("Basic-v1", num_envs=2)'
    code = STOPPED.format(make=make, act="env.async_reset()", end="env.close()")
    subprocess.run([sys.executable, "-c", code], timeout=100, check=True)


SMALL = """
import envpool
from envpool.python.errors import EnvCreationError
try:
    envpool.make_gymnasium("Basic-v1")
except EnvCreationError as error:
    print(error)
"""
# A separate, small /dev/shm, without the memory of other processes. Folders in it stay,
# since one of them may be Bazel's sandbox.
IN_LITTLE_MEMORY = [
    *("unshare", "--user", "--map-root-user", "--mount", "sh", "-c"),
    """
    mount --rbind /dev/shm /mnt && mount -t tmpfs -o size=128k tmpfs /dev/shm || exit
    for folder in /mnt/*/; do
      mkdir "/dev/shm${folder#/mnt}" && mount --rbind "$folder" "/dev/shm${folder#/mnt}"
    done
    cd "$PWD" && exec "$@"
    """,
    "sh",
]


def test_too_little_space_for_an_engine_is_found_out_at_once():
    if subprocess.run([*IN_LITTLE_MEMORY, "true"], check=False).returncode:
        pytest.skip("this machine does not allow namespaces")
    command = [*IN_LITTLE_MEMORY, sys.executable, "-c", SMALL]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "expected 230400 bytes of free space in /dev/shm" in done.stdout, done.stderr


CHILD = """
import sys, threading, time
import envpool

def play():
    env = envpool.make_gymnasium("Basic-v1", num_envs=2, thread_affinity_offset=0)
    env.reset()
    print("ready", flush=True)
    sys.stdin.read()
    {last}

{start}
"""


@pytest.mark.parametrize(
    ("last", "start"),
    [
        ("time.sleep(3600)", "play()"),  # ended by SIGKILL
        ("pass", "play()"),
        ("pass", "thread = threading.Thread(target=play)\nthread.start()"),
        ("import os; os._exit(1)", "play()"),
    ],
)
def test_engines_end_with_the_process(last, start):
    code = CHILD.format(last=last, start=start)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as process:
        assert process.stdout.readline() == b"ready\n"
        ids = {each for each in children(process.pid) if is_engine(each)}
        assert len(ids) == 2
        cpus = os.sched_getaffinity(process.pid)  # more than a pinned worker's CPU
        assert all(os.sched_getaffinity(each) == cpus for each in ids)
        if last.startswith("time"):
            process.kill()
        process.stdin.close()
        process.wait()
        assert until(lambda: not any(is_engine(each) for each in ids))
