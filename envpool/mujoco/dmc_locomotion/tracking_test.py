# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tracking task with all options, against dm_control; files of clips."""

import struct

import mujoco
import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError
from envpool.mujoco.dmc_locomotion.clips import (
    FIELDS,
    MAGIC,
    Clip,
    convert_clips,
    write_clips,
)
from envpool.mujoco.dmc_locomotion.tracking_oracle import (
    Tracking,
    case_of,
    make_official,
    read_clips,
    shipped_clips,
)
from envpool.mujoco.dmc_locomotion.tracking_tasks import TRACKING_ID
from envpool.testing.oracle import comparisons

SEED = 7

test_options = comparisons(
    Tracking(),
    [
        case_of(60, reward_type="termination_reward", ref_steps=[1]),
        case_of(60, reward_type="multi_term_pose_reward", ref_steps=[7, 0, 3]),
        case_of(
            120,
            episodes=1,
            always_init_at_clip_start=True,
            termination_error_threshold=10.0,
            body_error_multiplier=10.0,
        ),
    ],
)


def make(**options):
    """Returns a pool of two envs."""
    return envpool.make_gymnasium(TRACKING_ID, num_envs=2, seed=SEED, **options)


def frames_of(count, dtype=np.float64):
    """Returns a clip: the first frames of a shipped one."""
    _, dt, rows = next(read_clips(shipped_clips()))
    return Clip("short", dt, rows[:count].astype(dtype).tobytes(), count)


@pytest.fixture
def short(tmp_path):
    """Returns the path of a file with a short clip."""
    path = tmp_path / "short.clips"
    write_clips(path, [frames_of(20)])
    return path


def test_official_model():
    """The humanoid is the one that dm_control scales."""
    folder = shipped_clips().removesuffix("walk_tiny.clips")
    ours = mujoco.MjModel.from_xml_path(f"{folder}cmu_humanoid_tracking.xml")
    env = make_official(SEED)
    env.reset()
    theirs = env.physics.model.ptr
    for key in dir(theirs):
        value = getattr(theirs, key)
        if isinstance(value, np.ndarray) and not key.startswith(("_", "name", "path")):
            np.testing.assert_array_equal(getattr(ours, key), value, key)


def test_a_file_of_clips(short):
    """A user's clip is followed to its end, which truncates the episode."""
    env = make(ref_path=str(short), termination_error_threshold=100.0, min_steps=14)
    obs, _ = env.reset()
    assert (obs["walker/clip_id"] == 0).all()
    for step in range(1, 15):
        obs, _, terminated, truncated, _ = env.step(np.zeros((2, 56)))
        assert not terminated.any()
        assert truncated.tolist() == [step == 14] * 2
    np.testing.assert_allclose(obs["walker/time_in_clip"], 14 / 19)
    env.close()


def test_states():
    """A copy of a state follows the same clip from the same frame."""
    env = make()
    env.reset()
    env.step(np.zeros((2, 56)))
    states = env.save_state()
    after = [env.step(np.full((2, 56), 0.2)) for _ in range(20)]
    env.reset()
    env.load_state(states)
    for obs, reward, *_ in after:
        again, rewards, *_ = env.step(np.full((2, 56), 0.2))
        for key, value in obs.items():
            np.testing.assert_array_equal(again[key], value, key)
        np.testing.assert_array_equal(rewards, reward)
    env.close()


def test_frames_of_several_steps():
    env = make(frame_stack=3, obs_dtype="float32", ref_steps=[2])
    obs, _ = env.reset()
    assert obs["walker/clip_id"].shape == (2, 3, 1)
    assert obs["walker/reference_rel_joints"].shape == (2, 3, 56)
    assert obs["walker/reference_rel_joints"].dtype == np.float32
    env.close()


def _damaged(path, change):
    data = bytearray(path.read_bytes())
    change(data)
    path.write_bytes(data)


HEAD = len(MAGIC)
FIRST = HEAD + 8 + 76  # of the values


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda data: data.clear(), "too short"),
        (lambda data: data.__setitem__(0, 0), "convert_clips"),
        (lambda data: struct.pack_into("<I", data, HEAD, 2), "2 bytes, not 4 or 8"),
        (lambda data: struct.pack_into("<I", data, HEAD + 4, 0), "no clips"),
        (lambda data: struct.pack_into("<I", data, HEAD + 4, 2**32 - 1), "too short"),
        (lambda data: struct.pack_into("<I", data, HEAD + 72, 0), "0 frames"),
        (lambda data: struct.pack_into("<I", data, HEAD + 72, 9999), "too short"),
        (lambda data: struct.pack_into("<d", data, HEAD + 76, np.nan), "seconds"),
        (lambda data: struct.pack_into("<d", data, FIRST, np.inf), "not finite"),
        (lambda data: data.extend(b"more"), "more after the last clip"),
    ],
)
def test_hostile_files(short, change, text):
    _damaged(short, change)
    with pytest.raises(ConfigError, match=f"ref_path: .*{text}"):
        make(ref_path=str(short))


def test_missing_files(tmp_path):
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(ConfigError, match=r"ref_path: .*cannot be read"):
            make(ref_path=str(path))


def test_other_humanoids(short):
    """Poses of another body are refused."""

    def stretch(data):
        at = FIRST + 8 * 143  # places of bodies
        for i in range(93):
            struct.pack_into("<d", data, at + 8 * i, 9.0)

    _damaged(short, stretch)
    with pytest.raises(ConfigError, match=r"ref_path: .*CMU humanoid of 2020"):
        make(ref_path=str(short))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"ref_steps": []}, "ref_steps: expected"),
        ({"ref_steps": [-1]}, "ref_steps: expected"),
        ({"min_steps": 0}, "min_steps: expected"),
        ({"min_steps": 5000}, "min_steps: expected fewer steps"),
        ({"reward_type": "none"}, "reward_type: expected one of"),
        ({"frame_skip": 5}, "ref_path: expected frames every"),
        ({"termination_error_threshold": 0.0}, "termination_error_threshold"),
    ],
)
def test_bad_options(options, text):
    with pytest.raises(ConfigError, match=text):
        make(**options)


def test_converted_clips(tmp_path):
    """HDF5 files like dm_control's become files of clips with the same values."""
    h5py = pytest.importorskip("h5py")
    source, target = tmp_path / "source.h5", tmp_path / "target.clips"
    clips = list(read_clips(shipped_clips()))[:3]
    ends = np.cumsum(list(FIELDS.values()))[:-1]
    with h5py.File(source, "w") as file:
        for name, dt, rows in clips:
            clip = file.create_group(name)
            clip.attrs["dt"] = dt
            walker = clip.create_group("walkers/walker_0")
            for key, values in zip(FIELDS, np.split(rows.T, ends), strict=True):
                walker[key] = values
    convert_clips(source, target, [clips[2][0], clips[0][0]])
    found = list(read_clips(str(target)))
    for (name, dt, rows), other in zip(found, (clips[2], clips[0]), strict=True):
        assert (name, dt) == other[:2]
        np.testing.assert_array_equal(rows, other[2])
    with pytest.raises(ValueError, match="ids: expected clips of the file"):
        convert_clips(source, target, ["CMU_000_00"])
    with h5py.File(source, "a") as file:
        del file[clips[0][0]]["walkers/walker_0/joints"]
    with pytest.raises(ValueError, match="source: expected a clip with"):
        convert_clips(source, target)


def test_bad_clips(tmp_path):
    path = tmp_path / "clips"
    with pytest.raises(ValueError, match="clips: expected at least one"):
        write_clips(path, [])
    with pytest.raises(ValueError, match="clips: expected at least one"):
        write_clips(path, [frames_of(2), frames_of(2, np.float32)])
    with pytest.raises(ValueError, match="names of at most 64"):
        write_clips(path, [frames_of(2)._replace(name="x" * 65)])
