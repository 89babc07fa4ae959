# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Stacks of frames: each frame is in the file once, and readers see whole stacks."""

import math

import h5py
import minari
import numpy as np
import pytest

import envpool
from envpool.datasets import Minari
from envpool.datasets.episodes import _addresses
from envpool.datasets.hdf5 import Array, Hdf5File, Stacks
from envpool.policies import Random
from envpool.python.rollouts import frames
from envpool.python.rollouts.frames import Frames
from envpool.python.rollouts.tape import stored

STEPS, N, K, SHAPE = 70, 3, 4, (20, 60)


def stacks(seed=0, steps=STEPS, shape=SHAPE, dtype=np.uint8):
    """Returns rows of envs with new episodes, (steps, N, K, ...)."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((steps, N, K, *shape), dtype)
    for step in range(steps):
        rows[step, :, :-1] = rows[step - 1, :, 1:]
        rows[step, :, -1] = rng.integers(0, 200, (N, *shape))
        for env in range(N):
            if (step + env) % 23 == 0:
                rows[step, env, :-1] = rng.integers(0, 2, (K - 1, *shape))
    return rows


class Memory:
    """What `stored` needs of a data set."""

    def _buffer(self, size):
        return np.zeros(size, np.uint8)


def written(file, rows):
    """Returns the stacks of rows (steps, N, K, ...) in a file: (steps, N)."""
    rows = stored(rows, Memory())
    assert isinstance(rows, Frames)
    return rows, _addresses(rows, file)


def read_back(path, addresses, rows):
    """Returns the frames at addresses."""
    data = np.fromfile(path, np.uint8)
    size = rows.dtype.itemsize * math.prod(rows.frame)
    flat = [data[a : a + size] for a in addresses.ravel().tolist()]
    return np.concatenate(flat).view(rows.dtype).reshape(rows.shape)


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
@pytest.mark.parametrize("shape", [SHAPE, (1025,), (18, 19, 3)])
def test_frames_are_shared(tmp_path, shape, dtype):
    rows = stacks(shape=shape, dtype=dtype)
    file = Hdf5File(str(tmp_path / "x.h5"), "g")
    found, addresses = written(file, rows)
    file.commit()
    file.close()
    assert found.shape == rows.shape
    assert found.dtype == rows.dtype
    assert sum(part.nbytes for part in found.parts) < 1.3 * rows.nbytes / K
    np.testing.assert_array_equal(read_back(tmp_path / "x.h5", addresses, found), rows)


def test_rows_that_are_no_stacks(tmp_path):
    rows = np.random.default_rng(0).integers(0, 9, (STEPS, N, K, *SHAPE))
    file = Hdf5File(str(tmp_path / "x.h5"), "g")
    found, addresses = written(file, rows)
    file.commit()
    file.close()
    np.testing.assert_array_equal(read_back(tmp_path / "x.h5", addresses, found), rows)


def test_other_rows_are_copied():
    for rows in (
        stacks(shape=(20, 20)),  # small
        np.zeros((STEPS, N, 17, 40, 40), np.uint8),
    ):
        found = stored(rows, Memory())
        assert isinstance(found, np.ndarray)
        assert not np.shares_memory(found, rows)
        np.testing.assert_array_equal(found, rows)


@pytest.mark.parametrize("counts", [[70], [1, 0, 15, 16, 17, 21], [0, 69, 1]])
def test_files(tmp_path, counts):
    rows = stacks()
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    found, addresses = written(file, rows)
    arrays = [
        Array(
            ("a", "frames"),
            Stacks(addresses[:, 1], found.frame, found.dtype),
            np.array(counts),
        ),
        Array(("numbers",), np.arange(sum(counts)), np.array(counts)),
    ]
    file.write(len(counts), arrays, {})
    file.commit()
    file.close()
    expected, stop = rows[:, 1], 0
    with h5py.File(path) as found, h5py.File(tmp_path / "copy.h5", "w") as copied:
        for i, count in enumerate(counts):
            start, stop = stop, stop + count
            found.copy(f"g{i}", copied)
            for each in (found[f"g{i}"], copied[f"g{i}"]):
                array = each["a/frames"]
                assert array.shape == (count, K, *SHAPE)
                np.testing.assert_array_equal(array[()], expected[start:stop])
                assert each["numbers"][()].tolist() == list(range(start, stop))
                if count > 5:
                    np.testing.assert_array_equal(
                        array[3:5, 1:, 4], expected[start + 3 : start + 5, 1:, 4]
                    )


def test_an_index_of_three_levels(tmp_path):
    steps = 64 * 64 // 2 + 1
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    frames = np.arange(steps + 1, dtype=np.int16)
    first = file.write_frames(frames.view(np.uint8))
    index = np.arange(steps)[:, None] + np.arange(2)
    addresses = (first + 2 * index).astype(np.uint64)
    rows = Stacks(addresses, (1,), frames.dtype)
    file.write(1, [Array(("x",), rows, np.array([steps]))], {})
    file.commit()
    file.close()
    with h5py.File(path) as found:
        np.testing.assert_array_equal(found["g0/x"][..., 0], index)
        assert found["g0/x"][steps - 1, 1, 0] == steps


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_data_sets_are_the_same(tmp_path, monkeypatch, mode):
    found = []
    for least, name in ((1, "shared-v0"), (2**40, "copied-v0")):
        monkeypatch.setattr(frames, "_LEAST_BYTES", least)
        env = envpool.make_gymnasium(
            "CartPole-v1",
            num_envs=4,
            seed=1,
            frame_stack=4,
            max_episode_steps=25,
            autoreset_mode=mode,
        )
        policy = Random(0)
        with Minari(name, tmp_path) as data:
            for steps in (40, 1, 30):  # a single step has no shared frames
                env.rollout(steps, policy, record=data)
        found.append(minari.MinariDataset(tmp_path / name / "data"))
    shared, copied = found
    assert len(shared) == len(copied) > 4
    with h5py.File(tmp_path / "shared-v0" / "data" / "main_data.hdf5") as file:
        assert file["episode_0/observations"].chunks == (1, 1, 4)
    for one, other in zip(shared, copied, strict=True):
        np.testing.assert_array_equal(one.observations, other.observations)
        np.testing.assert_array_equal(one.actions, other.actions)
