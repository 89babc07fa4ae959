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
from envpool.python.errors import ConfigError
from envpool.recording import action_log
from envpool.recording import log_format as fmt
from envpool.recording.log_reader import LogReader


@contextlib.contextmanager
def files_of_at_most(size):
    """As if the disk had room for files of that many bytes only."""
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
    """Nothing is left of a file that cannot even begin."""
    path = tmp_path / "actions"
    with (
        files_of_at_most(30),
        pytest.raises(ConfigError, match=r"actions' cannot be written"),
    ):
        make(path)
    assert not path.exists()
    make(path).close()


def test_columns_of_players_are_told_from_those_of_envs(tmp_path):
    path = tmp_path / "actions"
    header = {
        "num_envs": 2,
        "several_players": True,
        "actions": [["ours", "int32", [], False], ["theirs", "int32", [], True]],
    }
    owners = np.array([1, 0], "<i4")  # one player of each env, in another order
    columns = map(action_log._column, (np.array([10, 11]), np.array([21, 20])))
    content = b"\1" + struct.pack("<I", 2) + owners.tobytes() + b"".join(columns)
    records = fmt.pack(fmt.HEADER, json.dumps(header).encode())
    path.write_bytes(fmt.MARK + records + fmt.pack(fmt.ACTIONS, content))
    for env_id in range(2):
        (act,) = LogReader(str(path)).events(env_id)
        assert [column.tolist() for column in act.columns] == [
            [10 + env_id],
            [20 + env_id],
        ]
