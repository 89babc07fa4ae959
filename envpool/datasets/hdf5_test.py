# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Files of many groups, as the HDF5 library reads and changes them."""

import h5py
import numpy as np
import pytest

from envpool.datasets.hdf5 import Array, Hdf5File


def write(file, count, seed):
    """Adds groups, and returns what they have."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 30, count)
    total = counts.sum()
    texts = [f"é{i}" * (i % 3) for i in range(total)]
    rows = {
        ("some", "deep", "floats"): rng.normal(size=(total, 3, 2)).astype(np.float32),
        ("some", "texts"): np.char.encode(texts, "utf-8").astype("S16"),
        ("flags",): rng.random(total) < 0.5,
        ("empty",): np.zeros((total, 0), np.int8),
    }
    arrays = [Array(path, array, counts) for path, array in rows.items()]
    file.write(count, arrays, {"number": np.arange(count)}, ["none"])
    return counts, rows


def check(path, batches):
    with h5py.File(path) as file:
        assert len(file) >= sum(len(counts) for counts, _ in batches)
        number = 0
        for counts, rows in batches:
            stops = np.cumsum(counts)
            for i, stop in enumerate(stops):
                group = file[f"g{number}"]
                number += 1
                assert group.attrs["number"] == i
                assert len(group["none"]) == 0
                for names, array in rows.items():
                    found = group["/".join(names)]
                    expected = array[stop - counts[i] : stop]
                    np.testing.assert_array_equal(found[()], expected)
                    assert found.dtype == array.dtype
                assert h5py.check_string_dtype(group["some/texts"].dtype)


def test_commits(tmp_path):
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    file.commit()
    check(path, [])
    batches = []
    for seed, count in enumerate((3, 100, 1, 9, 2000)):
        batches.append(write(file, count, seed))
        check(path, batches[:-1])  # readers see the last commit
        file.commit(to_disk=seed == 1)
        check(path, batches)
    file.close()


def test_any_cut_after_a_commit(tmp_path):
    """What is written after a commit does not matter, as if the process were killed."""
    path = tmp_path / "x.h5"
    file = Hdf5File(str(path), "g")
    batches = [write(file, 20, 0)]
    file.commit()
    size = path.stat().st_size
    write(file, 20, 1)
    file._file.flush()
    whole = path.read_bytes()
    file.close()
    for stop in (size, size + 1, (size + len(whole)) // 2, len(whole)):
        path.write_bytes(whole[:stop])
        check(path, batches)
        again = Hdf5File(str(path), "g", 20)
        more = write(again, 5, 2)
        again.commit()
        again.close()
        check(path, [*batches, more])


def test_the_library_adds_to_it(tmp_path):
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    batches = [write(file, 50, 0)]
    file.commit()
    file.close()
    with h5py.File(path, "a") as other:
        for i in range(300):
            other.create_group(f"h{i}").create_dataset("x", data=np.arange(i))
        other["g1"].attrs["text"] = "more"
        other["g2"].create_dataset("x", data=np.arange(20))
    check(path, batches)
    file = Hdf5File(path, "g", 50)
    batches.append(write(file, 70, 1))
    file.commit()
    file.close()
    check(path, batches)
    with h5py.File(path) as other:
        assert "h0" not in other
        assert other["g1"].attrs["text"] == "more"


def test_more_groups_than_a_leaf_has(tmp_path):
    path = str(tmp_path / "x.h5")
    file = Hdf5File(path, "g")
    count = 70_000
    rows = np.arange(count)
    file.write(count, [Array(("x",), rows, np.ones(count, np.int64))], {})
    file.commit()
    file.close()
    with h5py.File(path) as other:
        assert len(other) == count
        for i in (0, 1, 9999, 32768, 65535, count - 1):
            assert other[f"g{i}/x"][0] == i


@pytest.mark.parametrize(
    ("change", "keep"),
    [
        (lambda data: data, 6),
        (lambda data: data[:50], 5),
        (lambda data: b"", 5),
        (lambda data: data[:8] + b"\2" + data[9:], 5),
        (lambda data: data.replace(b"SNOD", b"SNAP"), 5),
    ],
)
def test_hostile_files(tmp_path, change, keep):
    path = tmp_path / "x.h5"
    file = Hdf5File(str(path), "g")
    write(file, 5, 0)
    file.commit()
    file.close()
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises((OSError, ValueError)):
        Hdf5File(str(path), "g", keep)
