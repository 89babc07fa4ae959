# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Stacks of frames: each frame is in the file once, and readers see whole stacks."""

import h5py
import minari
import numpy as np
import pytest

import envpool
from envpool.datasets import Minari
from envpool.datasets.hdf5 import Array, Hdf5File
from envpool.policies import Random
from envpool.python.rollouts import frames
from envpool.python.rollouts.frames import Frames, compact, joined

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


def dense(rows):
    return rows.frames[rows.index] if isinstance(rows, Frames) else rows


@pytest.mark.parametrize("dtype", [np.uint8, np.float32])
@pytest.mark.parametrize("shape", [SHAPE, (1025,), (18, 19, 3)])
def test_frames_are_shared(shape, dtype):
    rows = stacks(shape=shape, dtype=dtype)
    found = compact(rows)
    assert isinstance(found, Frames)
    assert found.shape == (N, STEPS, K, *shape)
    assert len(found.frames) < 1.3 * N * STEPS
    np.testing.assert_array_equal(dense(found), rows.swapaxes(0, 1))
    some = joined([found[2, 3:40], rows[:5, 1], found[0, 60:]])
    expected = [dense(found[2, 3:40]), rows[:5, 1], dense(found[0, 60:])]
    np.testing.assert_array_equal(dense(some), np.concatenate(expected))


def test_other_rows_are_copied():
    for rows in (
        np.random.default_rng(0).integers(0, 9, (STEPS, N, K, *SHAPE)),
        stacks(shape=(20, 20)),  # small
        stacks(steps=2),
        np.zeros((STEPS, N, 17, 40, 40), np.uint8),
    ):
        found = compact(rows)
        assert isinstance(found, np.ndarray)
        assert found.flags.c_contiguous
        assert not np.shares_memory(found, rows)
        np.testing.assert_array_equal(found, rows.swapaxes(0, 1))


@pytest.mark.parametrize("counts", [[70], [1, 0, 15, 16, 17, 21], [0, 69, 1]])
def test_files(tmp_path, counts):
    rows = compact(stacks())[1]
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    arrays = [
        Array(("a", "frames"), rows, np.array(counts)),
        Array(("numbers",), np.arange(sum(counts)), np.array(counts)),
    ]
    file.write(len(counts), arrays, {})
    file.commit()
    file.close()
    expected, stop = dense(rows), 0
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
    index = np.arange(steps)[:, None] + np.arange(2)
    rows = Frames(np.arange(steps + 1, dtype=np.int16).reshape(-1, 1), index)
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    file.write(1, [Array(("x",), rows, np.array([steps]))], {})
    file.commit()
    file.close()
    with h5py.File(path) as found:
        np.testing.assert_array_equal(found["g0/x"][()], dense(rows))
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
