# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`to("cuda")`, with a fake PyTorch that delays each copy as long as possible.

Its tensors have the values that a reader sees: only copies that the reader's stream
waits for are done. integrations/cuda_test.py does the same with a GPU.
"""

import contextlib
import ctypes
import gc
import operator
import sys
import types

import numpy as np
import pytest

from envpool.python.errors import NotSupportedError
from envpool.python.results.cuda_copies import CudaCopies
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


class Event:
    """A point in a stream's work."""

    def __init__(self, stream):
        self.stream = stream
        self.length = len(stream.queue)

    def query(self):
        return self.stream.done >= self.length


class Stream:
    """Queued work, which runs only when its results are read."""

    def __init__(self, device):
        self.device = device
        self.queue = []
        self.done = 0
        FakeCuda.streams.append(self)

    def record_event(self):
        return Event(self)

    def wait_event(self, event):
        self.queue.append(lambda: event.stream.run(event.length))

    def wait_stream(self, other):
        # Waits for the work queued so far, not for later work.
        self.wait_event(other.record_event())

    def run(self, until=None):
        until = len(self.queue) if until is None else until
        while self.done < until:
            self.done += 1
            self.queue[self.done - 1]()

    def synchronize(self):
        FakeCuda.synchronized.append(self)
        self.run()


class Storage:
    def __init__(self, owner):
        self.owner = owner


class Tensor:
    def __init__(self, array, device="cpu", is_staged=False):
        self.array = array
        self.device = device
        self.is_staged = is_staged
        self.is_pinned = is_staged or any(
            np.may_share_memory(array, each) for each in FakeCuda.pinned
        )
        self.streams = []

    @property
    def dtype(self):
        return self.array.dtype

    def untyped_storage(self):
        return Storage(self)

    def set_(self, storage, offset, shape, strides):
        owner, dtype = storage.owner, self.array.dtype
        assert self.device == owner.device
        assert strides == tuple(
            stride // dtype.itemsize for stride in np.empty(shape, dtype).strides
        )
        at = offset * dtype.itemsize
        assert at % 64 == 0
        self.array = np.ndarray(shape, dtype, owner.array, at)
        self.streams = owner.streams
        return self

    def pin_memory(self):
        FakeCuda.staged += 1
        return Tensor(self.array.copy(), is_staged=True)

    def numpy(self):
        if self.is_staged:
            FakeCuda.pinned.append(self.array)
        return self.array

    def to(self, device, non_blocking=False):
        nothing = bytearray(b"?" * self.array.nbytes)
        shape, dtype = self.array.shape, self.array.dtype
        copy = Tensor(np.ndarray(shape, dtype, nothing), device)
        copy.copy_(self, non_blocking)
        copy.streams.append(FakeCuda.now)
        return copy

    def copy_(self, source, non_blocking=False):
        """Delays copies of memory that is not page-locked as well, though CUDA may not.

        PyTorch keeps source memory alive only if it comes from `pin_memory`.
        """
        assert non_blocking
        self.from_pinned = source.is_pinned
        kept = source.array if source.is_staged else None
        address, size = source.array.ctypes.data, source.array.nbytes

        def copy():
            now = (ctypes.c_char * size).from_address(address if size else 0)
            values = np.frombuffer(now, self.array.dtype, self.array.size)
            np.copyto(self.array, values.reshape(self.array.shape))
            del kept_alive[:]

        FakeCuda.copies += size > 0
        kept_alive = [kept]
        FakeCuda.now.queue.append(copy)

    def record_stream(self, stream):
        self.streams.append(stream)

    def is_pending(self):
        return self.array.tobytes() == b"?" * self.array.nbytes

    def read(self):
        """Returns the values that the current stream's work sees."""
        FakeCuda.now.run()
        return self.array


def empty(size, dtype=np.float32, device="cpu", pin_memory=False):
    FakeCuda.staged += pin_memory and size > 0
    return Tensor(np.full(size, 78, dtype), device, is_staged=pin_memory)


class FakeCuda:
    """`torch.cuda`."""

    Stream = Stream

    @classmethod
    def restart(cls):
        cls.streams, cls.pinned, cls.synchronized = [], [], []
        cls.staged = cls.copies = 0
        cls.default = cls.now = Stream(Device("cuda"))

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


@pytest.fixture(autouse=True)
def torch(monkeypatch):
    torch = types.ModuleType("torch")
    torch.Tensor = Tensor
    torch.cuda = FakeCuda
    torch.uint8 = np.uint8
    torch.from_numpy = Tensor
    torch.device = Device
    torch.empty = empty
    torch.zeros = lambda size, dtype: Tensor(np.zeros(size, dtype))
    monkeypatch.setitem(sys.modules, "torch", torch)
    FakeCuda.restart()


@pytest.fixture
def env():
    with make(output="torch") as env:
        env.reset()
        assert env.to("cuda") is env
        yield env


@pytest.fixture(params=["together", "alone"])
def either_env(request):
    if request.param == "alone":
        request.getfixturevalue("all_alone")
    return request.getfixturevalue("env")


@pytest.fixture
def static_env():
    with make(output="torch", static_output=True, infos="all") as env:
        env.reset()
        assert env.to("cuda") is env
        yield env


def the_same(tensors, arrays):
    for mine, its in zip(tensors, arrays, strict=True):
        np.testing.assert_array_equal(mine.read(), its)


def test_the_pool_may_use_its_memory_at_once(either_env):
    """The pool may reuse its memory although the device copies nothing yet."""
    env = either_env
    with make() as other:
        other.reset()
        found, expected = [], []
        for _ in range(40):
            found += arrays_of(env.step(ONES))
            expected += [np.copy(array) for array in arrays_of(other.step(ONES))]
            gc.collect(0)
    assert all(tensor.device.type == "cuda" for tensor in found)
    assert found[0].is_pending()
    the_same(found, expected)


@pytest.mark.parametrize("infos", [None, "all"])
@pytest.mark.parametrize("static", [False, True])
def test_one_copy_for_a_result(infos, static):
    with make(output="torch", infos=infos, static_output=static) as env:
        env.reset()
        env.to("cuda")
        for _ in range(8):
            copies = FakeCuda.copies
            ends = env.step(ONES)[-1].get("_final_obs")
            assert FakeCuda.copies - copies == (1 if ends is None else 2)


def test_large_arrays_have_memory_of_their_own(monkeypatch):
    """A user who keeps rewards does not keep the memory of large observations."""
    monkeypatch.setattr(CudaCopies, "most", N * 8)
    with make(output="torch") as env:
        env.reset()
        env.to("cuda")
        obs, reward, terminated, truncated, _ = env.step(ONES)
    assert obs.array.nbytes > CudaCopies.most
    assert reward.array.base is terminated.array.base is truncated.array.base
    assert obs.array.base is not reward.array.base


def test_part_in_the_users_memory():
    """The other parts of the result are copied to the device."""
    for static in (False, True):
        with make(output="torch", static_output=static) as env, make() as other:
            env.reset()
            other.reset()
            env.to("cuda")
            for step in range(12):
                reward = np.full(N, 9, np.float32)
                mine = env.step(ONES, out={"reward": reward} if step % 3 else None)
                its = other.step(ONES)
                assert (mine[1] is reward) == bool(step % 3)
                assert mine[0].device.type == "cuda"
                if step % 3:
                    mine = (mine[0], Tensor(mine[1]), *mine[2:])
                the_same(arrays_of(mine), arrays_of(its))


def test_masked_reset():
    with make(output="torch") as env, make() as other:
        env.reset()
        other.reset()
        env.to("cuda")
        options = {"reset_mask": np.arange(N) % 2 == 0}
        mine = env.reset(seed=3, options=options)
        the_same(arrays_of(mine), arrays_of(other.reset(seed=3, options=options)))


@pytest.fixture
def all_alone(monkeypatch):
    monkeypatch.setattr(CudaCopies, "most", -1)


@pytest.mark.usefixtures("all_alone")
@pytest.mark.parametrize("batch_size", [N, 2])
def test_pages_are_locked(batch_size):
    """The device reads from the envs' own arrays, without another copy."""
    with make(output="torch", batch_size=batch_size, infos="all") as env:
        env.async_reset()
        ids = env.recv()[-1]["env_id"].array
        env.to("cuda")
        staged = FakeCuda.staged
        pinned = []
        for _ in range(20):
            env.send(ONES[:batch_size], ids)
            obs, reward, *_, info = env.recv()
            pinned += [obs.from_pinned, reward.from_pinned]
            ids = info["env_id"].read()
        assert all(pinned[8:])  # some results were pending before the call
        assert FakeCuda.staged == staged
        locked = len(FakeCuda.pinned)
        env.to("cpu").to("cuda")
        assert len(FakeCuda.pinned) == locked


def test_memory_that_is_not_locked_leaves_the_rotation():
    """Results from before the call give their memory back, and others get locked."""
    with make(output="torch") as env:
        env.reset()
        env.step(ONES)
        env.to("cuda").to("cpu")
        assert all(env.step(ONES)[0].is_pinned for _ in range(6))


@pytest.mark.usefixtures("all_alone")
def test_memory_beyond_what_is_locked(env):
    with make() as other:
        other.reset()
        kept, expected = [], []
        for _ in range(30):
            kept.append(env.step(ONES)[0])
            expected.append(other.step(ONES)[0])
        assert kept[0].from_pinned
        assert not kept[-1].from_pinned  # no copy has finished yet
        the_same(kept, expected)
        env.step(ONES)  # notices that copies have finished
        other.step(ONES)
        obs = env.step(ONES)[0]
        assert obs.from_pinned
        the_same([obs], [other.step(ONES)[0]])


@pytest.mark.usefixtures("all_alone")
def test_the_last_copies_outlive_the_pool():
    env = make(output="torch")
    env.reset()
    env.to("cuda")
    with make() as other:
        other.reset()
        found = arrays_of(env.step(ONES))
        expected = arrays_of(other.step(ONES))
    own = found[0].streams[0]
    del env
    gc.collect()
    assert own in FakeCuda.synchronized
    the_same(found, expected)


def test_static_output(static_env):
    """Two sets of tensors alternate, have results in time, and are not overwritten."""
    env = static_env
    with make(infos="all") as other:
        other.reset()
        before = []
        for step in range(12):
            mine, its = env.step(ONES), other.step(ONES)
            before.append(mine[:4])
            assert step < 2 or all(map(operator.is_, mine[:4], before[step - 2]))
            assert step < 1 or not any(map(operator.is_, mine[:4], before[step - 1]))
            the_same(arrays_of(mine), arrays_of(its))


def test_static_tensors_change_after_what_reads_them(static_env):
    env = static_env
    with make() as other:
        other.reset()
        seen, expected = [], []
        for _ in range(10):
            obs = env.step(ONES)[0]
            # Reads the tensor late, like a CUDA graph.
            FakeCuda.now.queue.append(lambda obs=obs: seen.append(np.copy(obs.array)))
            expected.append(other.step(ONES)[0])
        assert not seen
        for stream in reversed(FakeCuda.streams):  # the pool's own stream comes first
            stream.run()
        np.testing.assert_array_equal(seen, expected)


def test_streams(either_env):
    """Copies run on a separate stream, and only later work waits for it."""
    env = either_env
    mine = FakeCuda.default
    tensors = arrays_of(env.step(ONES))
    own = tensors[0].streams[0]
    assert own is not mine
    assert all(tensor.streams == [own, mine] for tensor in tensors)
    assert own.done == 0
    mine.run()
    assert own.done == len(own.queue)
    # A caller within another stream gets tensors for that stream.
    theirs = Stream(Device("cuda"))
    with FakeCuda.stream(theirs):
        tensors = arrays_of(env.step(ONES))
        assert all(tensor.streams == [own, theirs] for tensor in tensors)
        assert tensors[0].is_pending()
        tensors[0].read()
        assert not tensors[0].is_pending()
    assert FakeCuda.now is mine


def test_and_back(env):
    streams = env.step(ONES)[0].streams
    assert env.to("cuda:0").step(ONES)[0].streams == streams  # already there
    assert env.to("cpu").step(ONES)[0].device == "cpu"


def test_static_and_back(static_env):
    env = static_env
    on_device = [env.step(ONES)[0] for _ in range(3)]
    on_host = [env.to("cpu").step(ONES)[0] for _ in range(3)]
    again = [env.to("cuda").step(ONES)[0] for _ in range(3)]
    for tensors in (on_device, on_host, again):
        assert tensors[0] is tensors[2]
    assert on_host[0].device == "cpu"
    assert again[0] not in on_device
    with pytest.raises(NotSupportedError, match=r"CPU or CUDA with static_output"):
        env.to("meta")
