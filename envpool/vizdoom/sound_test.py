# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The sound of ViZDoom, with OpenAL Soft of the extra `audio`."""

import os
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import vizdoom.gymnasium_wrapper  # noqa: F401  registers its envs

import envpool
from envpool.python.errors import EnvCreationError, EnvStepError
from envpool.vizdoom import sound

SEED = 7
ID = "VizdoomBasicAudio-v1"


@pytest.fixture(autouse=True)
def _in_a_folder_for_the_engines_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def only_in(monkeypatch, *folders):
    """Restricts the search for the library to these folders."""
    monkeypatch.setattr(sound, "_folders", lambda: map(str, folders))


def fake(folder, version):
    """Writes a file that looks like the library in a version."""
    folder.mkdir()
    path = folder / "libopenal.so.1"
    path.write_bytes(b"\0" * 99 + f"1.1 ALSOFT {version}".encode() + b"\0" * 99)
    return path


@pytest.mark.parametrize("frame_skip", [1, 4])
def test_samples_are_those_of_the_official_env(frame_skip, monkeypatch):
    pool = envpool.make_gymnasium(ID, num_envs=1, seed=SEED, frame_skip=frame_skip)
    obs = [pool.reset(seed=SEED)[0]["audio"][0]]
    monkeypatch.setenv("LD_LIBRARY_PATH", os.path.dirname(sound.library().path))
    monkeypatch.setenv("ALSOFT_DRIVERS", "null")
    official = gymnasium.make(ID, frame_skip=frame_skip)
    expected = [official.reset(seed=SEED)[0]["audio"]]
    shoot = pool.single_action_space.n - 1
    for step in range(30):
        action = shoot if step % 3 else 0
        obs.append(pool.step(np.array([action]))[0]["audio"][0])
        expected.append(official.step(action)[0]["audio"])
    official.close()
    pool.close()
    assert obs[0].shape == (1260 * frame_skip, 2)
    assert min(np.abs(each.astype(int)).max() for each in obs) > 0
    np.testing.assert_array_equal(obs, expected)


def test_the_library_is_the_engines_alone():
    with envpool.make_gymnasium(ID) as env:
        env.reset()
        texts = [x.read_text() for x in Path("/proc/self/task").glob("*/children")]
        ids = [each for text in texts for each in text.split()]
        maps = [Path(f"/proc/{each}/maps").read_text() for each in ids]
        path = os.path.realpath(sound.library().path)
        assert [each for each in maps if path in each]
        assert "libopenal" not in Path("/proc/self/maps").read_text()


def test_without_a_library_the_error_says_what_to_install(monkeypatch):
    only_in(monkeypatch)
    text = r'audio: expected OpenAL Soft .* got none \(pip install "envpool\[audio\]"\)'
    with pytest.raises(EnvCreationError, match=text):
        envpool.make_gymnasium(ID, num_envs=3)
    with envpool.make_gymnasium(ID, audio=False) as env:
        assert "audio" not in env.reset()[0]


def test_an_old_library_is_not_loaded(tmp_path, monkeypatch):
    path = fake(tmp_path / "old", "1.19.1")
    only_in(monkeypatch, path.parent)
    with pytest.raises(EnvCreationError, match=rf"got 1\.19\.1 in {path}"):
        envpool.make_gymnasium(ID)
    newer = fake(tmp_path / "new", "1.24.0")
    only_in(monkeypatch, path.parent, newer.parent)
    assert sound.library().path == str(newer)


def test_a_library_that_does_not_load_fails_the_reset(tmp_path, monkeypatch):
    only_in(monkeypatch, fake(tmp_path / "new", "1.24.0").parent)
    env = envpool.make_gymnasium(ID)
    with pytest.raises(EnvStepError, match="it has no sound, as it cannot load"):
        env.reset()
    env.close()


def test_a_library_of_the_users_comes_first(tmp_path, monkeypatch):
    path = fake(tmp_path / "own", "1.24.0")
    monkeypatch.setenv("LD_LIBRARY_PATH", f"/nowhere:{path.parent}")
    assert sound.library().path == str(path)
