# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`to("cuda")`, with a stand-in for PyTorch whose device copies as late as it may.

Its tensors have the values that a reader would see: those of copies that the reader's
stream waits for. integrations/cuda_test.py does the same with a GPU.
"""

import contextlib
import gc
import sys
import types

import numpy as np
import pytest

from envpool.testing.outputs import NUM_ENVS as N
from envpool.testing.outputs import arrays_of, make

ONES = np.ones(N, int)


class Device:
    def __init__(self, name):
        self.type = name.partition(":")[0]
        self.index = 0 if self.type == "cuda" else None

    def __eq__(self, other):
        return isinstance(other, Device) and self.type == other.type

    __hash__ = None


class Stream:
    """Work that is queued, and does itself when somebody looks."""

    def __init__(self, device):
        self.device = device
        self.queue = []
        self.done = 0
        self.waits_for = []

    def wait_stream(self, other):
        # For what is queued there now, not for what will be.
        self.waits_for.append((other, len(other.queue)))

    def run(self, until=None):
        while self.waits_for:
            other, length = self.waits_for.pop()
            other.run(length)
        for work in self.queue[self.done : until]:
            work()
            self.done += 1


class Tensor:
    def __init__(self, array, device="cpu", is_pinned=False):
        self.array = array
        self.device = device
        self.is_pinned = is_pinned
        self.streams = []

    def pin_memory(self):
        return Tensor(self.array.copy(), is_pinned=True)

    def to(self, device, non_blocking=False):
        assert self.is_pinned, "or the copy blocks the caller"
        assert non_blocking
        copy = Tensor(np.full_like(self.array, 77), device)
        stream = FakeCuda.now
        stream.queue.append(lambda: np.copyto(copy.array, self.array))
        copy.streams.append(stream)
        return copy

    def record_stream(self, stream):
        self.streams.append(stream)

    def read(self):
        """Returns the values that work in the current stream sees."""
        FakeCuda.now.run()
        return self.array


class FakeCuda:
    """`torch.cuda`."""

    default = Stream(Device("cuda"))
    now = default
    Stream = Stream

    @staticmethod
    @contextlib.contextmanager
    def stream(stream):
        before, FakeCuda.now = FakeCuda.now, stream
        yield
        FakeCuda.now = before

    @staticmethod
    def current_stream(device):
        assert device.index == 0
        return FakeCuda.now


@pytest.fixture
def env(monkeypatch):
    torch = types.ModuleType("torch")
    torch.Tensor = Tensor
    torch.cuda = FakeCuda
    torch.from_numpy = Tensor
    torch.empty = lambda size, device: types.SimpleNamespace(device=Device(device))
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setattr(FakeCuda, "default", Stream(Device("cuda")))
    monkeypatch.setattr(FakeCuda, "now", FakeCuda.default)
    with make(output="torch") as env:
        env.reset()
        assert env.to("cuda") is env
        yield env


def test_the_pool_may_use_its_memory_at_once(env):
    """Though the device copies nothing before the last step."""
    with make() as other:
        other.reset()
        found, expected = [], []
        for _ in range(40):
            found += arrays_of(env.step(ONES))
            expected += [np.copy(array) for array in arrays_of(other.step(ONES))]
            gc.collect(0)
    assert all(tensor.device.type == "cuda" for tensor in found)
    assert (found[0].array == 77).all()
    for mine, its in zip(found, expected, strict=True):
        np.testing.assert_array_equal(mine.read(), its)


def test_streams(env):
    """The copies have a stream of their own, for which only later work waits."""
    mine = FakeCuda.default
    tensors = arrays_of(env.step(ONES))
    own = tensors[0].streams[0]
    assert own is not mine
    assert all(tensor.streams == [own, mine] for tensor in tensors)
    assert not own.waits_for
    assert not mine.queue
    assert mine.waits_for[-1] == (own, len(own.queue))
    # Who calls from within another stream gets tensors for that.
    theirs = Stream(Device("cuda"))
    with FakeCuda.stream(theirs):
        tensors = arrays_of(env.step(ONES))
        assert all(tensor.streams == [own, theirs] for tensor in tensors)
        assert (tensors[0].read() != 77).all()
    assert FakeCuda.now is mine


def test_and_back(env):
    streams = env.step(ONES)[0].streams
    assert env.to("cuda:0").step(ONES)[0].streams == streams  # nothing to do
    assert env.to("cpu").step(ONES)[0].device == "cpu"
