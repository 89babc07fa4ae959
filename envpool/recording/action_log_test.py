# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import contextlib
import json
import os
import resource
import struct
import warnings

import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ConfigError,
    EnvStepError,
    ForkedError,
    ProtocolError,
)
from envpool.recording import action_log
from envpool.recording import log_format as fmt
from envpool.recording.log_reader import LogReader
from envpool.testing import two_players  # noqa: F401  registers Duel-v0


@contextlib.contextmanager
def files_of_at_most(size):
    """Limits the size of files, to simulate a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def make(path):
    return envpool.make("CartPole-v1", "gym", num_envs=4, record_actions=str(path))


def test_a_disk_that_fills_up(tmp_path):
    path = tmp_path / "actions"
    env = make(path)
    env.reset()
    with (
        files_of_at_most(os.path.getsize(path) + 50),
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("always")
        for _ in range(6):
            env.step(np.zeros(4, int))
    (warning,) = caught
    text = f"record_actions: no more is written to {path}: "
    assert str(warning.message).startswith(text)
    env.step(np.zeros(4, int))
    env.close()
    recording = envpool.replay(path)
    assert recording.is_cut
    assert 1 <= recording.episode(3, 0).length < 6
    assert len(list(recording.episode(3, 0).steps())) > 1


def test_a_disk_that_is_full(tmp_path):
    """No file is left if its header cannot be written."""
    path = tmp_path / "actions"
    with (
        files_of_at_most(30),
        pytest.raises(ConfigError, match=r"actions' cannot be written"),
    ):
        make(path)
    assert not path.exists()
    make(path).close()


@pytest.mark.parametrize("name", ["write", "link", "named"])
def test_an_interrupt_leaves_no_unusable_file(tmp_path, monkeypatch, name):
    """A file gets its name only after it has its header."""

    def interrupt(*args):
        if name == "named":
            os.rename(*args)
        raise KeyboardInterrupt

    owner, function = {
        "write": (action_log, "_write_all"),
        "link": (os, "link"),
        "named": (os, "link"),
    }[name]
    path = tmp_path / "actions"
    with monkeypatch.context() as patch:
        patch.setattr(owner, function, interrupt)
        with pytest.raises(KeyboardInterrupt):
            make(path)
    if name == "named":
        assert envpool.replay(path).episodes == []
        path.unlink()
    assert list(tmp_path.iterdir()) == []
    make(path).close()


def test_a_file_system_without_links(tmp_path, monkeypatch):
    def refuse(*args):
        raise PermissionError("no links")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "actions"
    make(path).close()
    assert list(tmp_path.iterdir()) == [path]
    assert envpool.replay(path).num_envs == 4
    with pytest.raises(ConfigError, match=r"expected a new file, but .* is there"):
        make(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("room", [0, 4])
def test_a_disk_that_fills_up_when_actions_are_refused(tmp_path, room):
    path = tmp_path / "actions"
    env = make(path)
    env.reset()
    before = os.path.getsize(path)
    env.send(np.zeros(4, int))
    sent = os.path.getsize(path)
    with (
        files_of_at_most(sent + (sent - before) + room),
        pytest.warns(RuntimeWarning, match="no more is written"),
        pytest.raises(ProtocolError),
    ):
        env.send(np.ones(4, int))
    expected = env.recv()[0]
    env.close()
    assert os.path.getsize(path) == sent
    (episode,) = envpool.replay(path).episodes_of(2)
    _, step = episode.steps()
    np.testing.assert_array_equal(step.observation[0], expected[2])


def test_an_error_does_not_name_a_file_that_has_ended(tmp_path):
    path = str(tmp_path / "actions")
    options = {"num_envs": 2, "num_players": 1, "fail_at": 1}
    env = envpool.make("Duel-v0", "gym", record_actions=path, **options)
    env.reset()
    action = {
        key: np.zeros((2, *entry.inner_shape), entry.dtype)
        for key, entry in env.spec.action_array_spec.items()
        if key not in ("env_id", "players.env_id")
    }
    with (
        files_of_at_most(os.path.getsize(path)),
        pytest.warns(RuntimeWarning, match="no more is written"),
        pytest.raises(EnvStepError) as caught,
    ):
        env.step(action)
    assert caught.value.recording is None
    assert not hasattr(caught.value, "__notes__")
    env.close()


def test_a_forked_child_writes_nothing(tmp_path):
    path = tmp_path / "actions"
    env = make(path)
    env.reset()
    before = path.read_bytes()
    child = os.fork()
    if child == 0:
        try:
            env.step(np.zeros(4, int))
        except ForkedError:
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert path.read_bytes() == before
    env.close()


def test_columns_of_players_are_told_from_those_of_envs(tmp_path):
    path = tmp_path / "actions"
    make(path).close()
    header = LogReader(str(path)).header._replace(
        num_envs=2,
        several_players=True,
        actions=[["ours", "int32", [], False], ["theirs", "int32", [], True]],
    )
    owners = np.array([1, 0], "<i4")  # one player of each env, in another order
    columns = map(action_log._column, (np.array([10, 11]), np.array([21, 20])))
    content = b"\1" + struct.pack("<I", 2) + owners.tobytes() + b"".join(columns)
    records = fmt.pack(fmt.HEADER, json.dumps(header._asdict()).encode())
    path.write_bytes(fmt.MARK + records + fmt.pack(fmt.ACTIONS, content))
    for env_id in range(2):
        (act,) = LogReader(str(path)).events(env_id)
        assert [column.tolist() for column in act.columns] == [
            [10 + env_id],
            [20 + env_id],
        ]
