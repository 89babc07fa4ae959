# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs that raise, hang or die, and pools whose process dies."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

import envpool
from envpool.errors import EnvCreationError, EnvStepError


class Fragile(gymnasium.Env):
    """Its action decides: 0 returns, 1 raises, 2 hangs, 3 is killed, 4 exits."""

    observation_space = spaces.Box(0, 1000, (1,), np.int64)
    action_space = spaces.Discrete(5)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Starts an episode."""
        super().reset(seed=seed)
        self.count = 0
        return np.array([0]), {}

    def step(self, action: Any) -> Any:
        """Counts, if it can."""
        self.count += 1
        if action == 1:
            raise KeyError("no such key")
        if action == 2:
            threading.Event().wait()
        if action == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if action == 4:
            sys.exit(3)
        return np.array([self.count]), 1.0, False, False, {}


class Wrong(Fragile):
    """Returns observations of another shape, after the first step."""

    def step(self, action: Any) -> Any:
        """Takes a step."""
        obs, *rest = super().step(0)
        return np.zeros(2, np.int64) if self.count > 1 else obs, *rest


def is_gone(pid: int) -> bool:
    """Waits up to 30 s for a process to end, also one that is no child."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


def test_an_exception_has_its_traceback_and_the_pool_goes_on() -> None:
    with envpool.from_gymnasium(Fragile, 4, workers=2, seed=10) as pool:
        pool.reset()
        pool.step([0, 0, 0, 0])
        with pytest.raises(EnvStepError) as caught:
            pool.step([0, 1, 0, 0])
        text = str(caught.value)
        assert caught.value.env_ids == [1]
        for part in ("no such key", "KeyError", "faults_test.py", "in step", "seed 11"):
            assert part in text
        assert caught.value.result[0].ravel().tolist() == [2, 0, 2, 2]
        obs, reward, *_ = pool.step([0, 0, 0, 0])  # env 1 is made again, and reset
        assert obs.ravel().tolist() == [3, 0, 3, 3]
        assert reward.tolist() == [1, 0, 1, 1]
        obs, *_ = pool.step([0, 0, 0, 0])
        assert obs.ravel().tolist() == [4, 1, 4, 4]
        with pytest.raises(EnvStepError, match="SystemExit"):
            pool.step([0, 0, 4, 0])


def test_masked_resets_return_the_rows_of_failed_and_of_loaded_envs() -> None:
    mask = np.array([True, False, False])
    with envpool.from_gymnasium(Fragile, 3, workers=2) as pool:
        pool.reset()
        pool.step([0, 0, 0])
        states = pool.save_state()
        with pytest.raises(EnvStepError):
            pool.step([0, 1, 0])
        obs, _ = pool.reset(options={"reset_mask": mask})
        assert obs.ravel().tolist() == [0, 0, 2]
        pool.load_state(states)
        obs, _ = pool.reset(options={"reset_mask": mask})
        assert obs.ravel().tolist() == [0, 1, 1]


class Short(Fragile):
    """Returns too few values from its second step on."""

    def step(self, action: Any) -> Any:
        """Takes a step."""
        result = super().step(0)
        return result[:4] if self.count > 1 else result


def test_a_step_with_too_few_values_is_an_error() -> None:
    with envpool.from_gymnasium(Short) as pool:
        pool.reset()
        pool.step([0])
        with pytest.raises(EnvStepError, match=r"not enough values to unpack"):
            pool.step([0])


def test_wrong_observations_are_errors() -> None:
    with envpool.from_gymnasium(Wrong) as pool:
        pool.reset()
        pool.step([0])
        with pytest.raises(EnvStepError, match=r"expected an observation of shape"):
            pool.step([0])


class Strange(Fragile):
    """Returns other values from its second step on."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def step(self, action: Any) -> Any:
        """Takes a step."""
        names = ("obs", "reward", "terminated", "truncated", "info")
        result = dict(zip(names, super().step(0), strict=True))
        return tuple((result | self.values if self.count > 1 else result).values())


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("reward", None, "reward: expected a number, got None"),
        ("reward", np.zeros(2), r"reward: expected a number, got array\(\[0., 0.\]\)"),
        ("terminated", np.ones(2), r"terminated: expected a truth value, got array"),
        ("truncated", np.ones(2), r"truncated: expected a truth value, got array"),
        ("info", None, "info: expected a dict, got None"),
        ("info", [], r"info: expected a dict, got \[\]"),
    ],
)
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_other_wrong_values_are_errors(
    name: str, value: Any, text: str, mode: str
) -> None:
    kwargs = {"env_kwargs": {name: value}, "autoreset_mode": mode}
    with envpool.from_gymnasium(Strange, **kwargs) as pool:
        pool.reset()
        pool.step([0])
        with pytest.raises(EnvStepError, match=f"TypeError: {text}"):
            pool.step([0])


def test_an_info_that_is_no_dict_at_the_start() -> None:
    class NoInfo(Fragile):
        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            return super().reset(seed=seed)[0], None

    with pytest.raises(EnvCreationError, match="info: expected a dict, got None"):
        envpool.from_gymnasium(NoInfo)


@pytest.mark.parametrize("env_type", ["gymnasium", "gym"])
def test_a_worker_that_dies_is_replaced(env_type: str) -> None:
    with envpool.from_gymnasium(Fragile, 4, workers=2, env_type=env_type) as pool:
        pool.reset()
        pool.step([0, 0, 0, 0])
        with pytest.raises(EnvStepError, match="signal 9 while this env") as caught:
            pool.step([0, 3, 0, 0])
        assert caught.value.env_ids == [1]
        with pytest.raises(EnvStepError, match="episode is lost") as caught:
            pool.step([0, 0, 0, 0])
        assert caught.value.env_ids == [0]
        assert caught.value.result[0].ravel().tolist() == [0, 0, 3, 3]
        obs, *_ = pool.step([0, 0, 0, 0])
        assert obs.ravel().tolist() == [0, 1, 4, 4]


def test_a_worker_that_is_killed_while_idle_is_replaced() -> None:
    with envpool.from_gymnasium(Fragile, 2, workers=2) as pool:
        pool.reset()
        os.kill(pool._workers._processes[0].pid, 9)
        with pytest.raises(EnvStepError, match=r"env 0.*process") as caught:
            pool.step([0, 0])
        assert caught.value.env_ids == [0]
        obs, *_ = pool.step([0, 0])
        assert obs.ravel().tolist() == [0, 2]


def test_an_env_that_hangs_is_replaced() -> None:
    with envpool.from_gymnasium(Fragile, 3, workers=3, timeout=0.3) as pool:
        pool.reset()
        with pytest.raises(EnvStepError, match=r"did not return within timeout=0\.3"):
            pool.step([0, 2, 0])
        obs, *_ = pool.step([0, 0, 0])
        assert obs.ravel().tolist() == [2, 0, 2]


@pytest.mark.parametrize("name", ["reset", "step"])
def test_an_env_that_hangs_at_once(name: str) -> None:
    made = type(
        "Hanging", (Fragile,), {name: lambda *_, **__: threading.Event().wait()}
    )
    with pytest.raises(EnvCreationError, match=r"did not return within timeout=0\.3"):
        envpool.from_gymnasium(made, 2, workers=2, timeout=0.3)


def test_slow_envs_do_not_block_others() -> None:
    with envpool.from_gymnasium(Fragile, 3, workers=3, batch_size=2) as pool:
        pool.async_reset()
        _, info = pool.recv(True)
        ids = info["env_id"]
        pool.send([2, 0], ids)  # the first one never returns
        for _ in range(5):
            _, _, _, _, info = pool.recv()
            assert ids[0] not in info["env_id"]
            pool.send([0, 0], info["env_id"])
        processes = pool._workers._processes
    assert all(process.returncode is not None for process in processes)


def test_close_ends_all_processes() -> None:
    pool = envpool.from_gymnasium(Fragile, 4, workers=2)
    pids = [process.pid for process in pool._workers._processes]
    pool.reset()
    pool.close()
    pool.close()
    assert all(is_gone(pid) for pid in pids)
    with pytest.raises(envpool.errors.ClosedError):
        pool.step([0, 0, 0, 0])
    with pytest.raises(envpool.errors.ClosedError):
        pool.call("count")
    pool = envpool.from_gymnasium(Fragile, 2, workers=2)
    pids = [process.pid for process in pool._workers._processes]
    del pool
    assert all(is_gone(pid) for pid in pids)


class Waiting(Fragile):
    """Has a method that waits, with a result too long for a socket."""

    def wait(self, began: str, end: str) -> bytes:
        """Tells that it began, and returns when it is told to."""
        with open(began, "w"), open(end):
            return b"x" * 10**6


def test_ctrl_c_does_not_cut_a_call(tmp_path: pathlib.Path) -> None:
    began, end = str(tmp_path / "began"), str(tmp_path / "end")
    os.mkfifo(began)
    os.mkfifo(end)

    main = threading.get_ident()

    def interrupt() -> None:
        with open(began):
            signal.pthread_kill(main, signal.SIGINT)

    with envpool.from_gymnasium(Waiting, 1, workers=1) as pool:
        pool.reset()
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            pool.call("wait", began, end)
        thread.join()
        with open(end, "w"):  # the worker's answer comes now, and is dropped
            pass
        assert pool.get_attr("count") == (0,)
        assert pool.step([0])[0].tolist() == [[1]]


class Bomb:
    """Ends the process that unpickles it."""

    def __init__(self) -> None:
        self.data = b"x" * 10**6

    def __reduce__(self) -> Any:
        return os._exit, (3,), {"data": self.data}


def test_a_worker_that_dies_in_a_call() -> None:
    with envpool.from_gymnasium(Fragile, 1, workers=1) as pool:
        pool.reset()
        with pytest.raises(EnvStepError, match="its worker process has ended"):
            pool.call("get_wrapper_attr", Bomb())
        with pytest.raises(EnvStepError, match=r"process|lost"):
            pool.step([0])
        pool.step([0])  # once another worker has taken its place
        assert pool.get_attr("count") == (0,)
        # A call of the worker that has died may reach the next one without a message.
        workers: Any = pool._workers
        workers._kernel.call(0)
        assert pool.step([0])[0].tolist() == [[1]]


SCRIPT = """
import os, sys
import gymnasium
import numpy as np
import envpool

class Local(gymnasium.Env):
    observation_space = gymnasium.spaces.Box(-1, 1, (2,))
    action_space = gymnasium.spaces.Discrete(2)
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.zeros(2, np.float32), {}
    def step(self, action):
        return np.zeros(2, np.float32), float(action), False, False, {}

pool = envpool.from_gymnasium(lambda: Local(), 4, workers=2)
pool.reset()
assert pool.step([0, 1, 1, 0])[1].tolist() == [0, 1, 1, 0]
print(*[process.pid for process in pool._workers._processes], flush=True)
"""


def run(tmp_path: pathlib.Path, more: str) -> subprocess.Popen[str]:
    """Starts a script, which has no `if __name__ == "__main__"`."""
    path = tmp_path / "script.py"
    path.write_text(SCRIPT + more)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, str(path)], stdout=subprocess.PIPE, text=True, env=env
    )


def leftovers() -> set[str]:
    """Returns the names of the files in shared memory."""
    return set(os.listdir("/dev/shm"))


def test_a_script_without_a_guard_ends_cleanly(tmp_path: pathlib.Path) -> None:
    before = leftovers()
    script = run(tmp_path, "")
    pids = [int(pid) for pid in script.communicate()[0].split()]
    assert script.returncode == 0
    assert len(pids) == 2
    assert all(is_gone(pid) for pid in pids)
    assert leftovers() <= before


def test_nothing_is_left_when_the_pools_process_is_killed(
    tmp_path: pathlib.Path,
) -> None:
    before = leftovers()
    script = run(tmp_path, "import threading; threading.Event().wait()")
    assert script.stdout is not None
    pids = [int(pid) for pid in script.stdout.readline().split()]
    script.kill()
    script.communicate()
    assert len(pids) == 2
    assert all(is_gone(pid) for pid in pids)
    assert leftovers() <= before


def test_a_forked_child_does_not_disturb_the_workers(tmp_path: pathlib.Path) -> None:
    script = run(
        tmp_path,
        """
pid = os.fork()
if pid == 0:
    try:
        pool.step([0, 0, 0, 0])
    except envpool.errors.ForkedError:
        sys.exit(7)
_, status = os.waitpid(pid, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
assert pool.step([1, 1, 1, 1])[1].tolist() == [1, 1, 1, 1]
""",
    )
    script.communicate()
    assert script.returncode == 0
