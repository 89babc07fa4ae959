# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools for PyTorch: `output="torch"`, `to`, tensors as actions and as `out`."""

import gc

import numpy as np
import pytest
import torch

import envpool
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    NotSupportedError,
)
from envpool.python.results.cuda_copies import Block
from envpool.testing import vector_wrappers
from envpool.testing.outputs import CASES, arrays_of, make
from envpool.testing.outputs import NUM_ENVS as N

ONES = torch.ones(N, dtype=torch.int64)


@pytest.mark.parametrize(("task", "api"), CASES)
@pytest.mark.parametrize("batch_size", [N, 2])
@pytest.mark.parametrize("static", [False, True])
def test_results(task, api, batch_size, static):
    # One thread, so that both pools have the same order of rows.
    kwargs = {"batch_size": batch_size, "caller_helps": False, "num_threads": 1}
    with (
        make(task, api, output="torch", static_output=static, **kwargs) as env,
        make(task, api, **kwargs) as other,
    ):
        env.async_reset()
        other.async_reset()
        results, expected = env.recv(), other.recv()
        for _ in range(12):
            infos = results.observation._asdict() if api == "dm" else results[-1]
            ids = infos.get("env_id", torch.arange(N))
            actions = torch.zeros(len(ids), dtype=torch.int64)
            results = env.step(actions, ids)
            expected = other.step(actions.numpy(), ids.numpy().copy())
            for mine, its in zip(arrays_of(results), arrays_of(expected), strict=True):
                if isinstance(its, np.ndarray):
                    assert isinstance(mine, torch.Tensor)
                    assert mine.numpy().dtype == its.dtype
                np.testing.assert_array_equal(mine, its)


def test_memory_is_shared_and_kept():
    env = make(output="torch")
    obs, _ = env.reset()
    own = env._last_columns()[env._columns.index["obs"]]
    assert obs.data_ptr() == own.ctypes.data
    del own
    # A view keeps the memory alive even without its base tensor.
    kept = [obs[1:, :2]]
    copies = [kept[0].clone()]
    for _ in range(20):
        kept.append(env.step(ONES)[0][1:, :2])
        copies.append(kept[-1].clone())
    env.close()
    del env, obs
    gc.collect()
    for tensor, copy in zip(kept, copies, strict=True):
        assert (tensor == copy).all()


def test_arrays_are_open_to_dlpack():
    with make() as env:
        env.reset()
        for array in arrays_of(env.step(np.ones(N, int))):
            assert torch.from_dlpack(array).data_ptr() == array.ctypes.data


def test_static_addresses():
    with make(output="torch", static_output=True) as env:
        env.reset()
        seen = [arrays_of(env.step(ONES)[:4]) for _ in range(8)]
        assert [list(map(id, each)) for each in seen] == [
            list(map(id, seen[i % 2])) for i in range(8)
        ]
        assert not {each.data_ptr() for each in seen[0]} & {
            each.data_ptr() for each in seen[1]
        }


@pytest.mark.parametrize("output", ["numpy", "torch"])
def test_rollout_buffer(output):
    steps = 20
    obs = torch.zeros(steps + 1, N, 4)
    reward = torch.zeros(steps, N)
    terminated = torch.zeros(steps, N, dtype=torch.bool)
    with make(output=output) as env, make() as other:
        env.async_reset()
        assert env.recv(reset=True, out={"obs": obs[0]})[0].data_ptr() == obs.data_ptr()
        other.reset()
        for t in range(steps):
            into = {"obs": obs[t + 1], "reward": reward[t], "terminated": terminated[t]}
            result = env.step(ONES, out=into)
            assert result[0] is into["obs"]
            expected = other.step(np.ones(N, int))
            np.testing.assert_array_equal(obs[t + 1], expected[0])
            np.testing.assert_array_equal(reward[t], expected[1])
            np.testing.assert_array_equal(terminated[t], expected[2])


@pytest.mark.parametrize(
    ("out", "text"),
    [
        (torch.zeros(N, 4, requires_grad=True), "does not require grad"),
        (torch.zeros(N, 4, device="meta"), "on the CPU"),
        (torch.zeros(N, 4, dtype=torch.float64), "float64"),
        (torch.zeros(N, 4, dtype=torch.bfloat16), "Tensor"),
        (torch.zeros(N + 1, 4), r"\(6, 4\)"),
        (torch.zeros(4, N).T, "contiguous"),
    ],
)
def test_out_that_does_not_fit(out, text):
    with make(output="torch") as env:
        env.reset()
        with pytest.raises((ArgumentError, ArgumentTypeError), match=text):
            env.step(ONES, out={"obs": out})
        assert env.step(ONES)[0].shape == (N, 4)


@pytest.mark.parametrize("output", ["numpy", "torch"])
def test_actions(output):
    forces = torch.linspace(-1, 1, N, dtype=torch.float64)[:, None]
    same = [
        forces,
        forces.float(),
        forces.requires_grad_(),
        forces.expand(N, 3)[:, :1],  # not contiguous
        forces.detach().numpy(),
    ]
    with make("Pendulum-v1", output=output) as env:
        results = []
        for action in same:
            env.reset(seed=3)
            results.append(np.asarray(env.step(action)[0]))
        for action in (forces.bfloat16(), forces.bfloat16().float()):
            env.reset(seed=3)
            results.append(np.asarray(env.step(action)[0]))
    np.testing.assert_array_equal(results.pop(), results.pop())
    for result in results:
        np.testing.assert_allclose(result, results[-1], rtol=1e-6)
    with make(output=output) as env:
        env.reset()
        for action in (ONES.int(), ONES.bool(), ONES.to(torch.uint8)):
            env.step(action, torch.arange(N))
        for action, text in (
            (ONES.float(), "float32"),
            (ONES * 2, r"in \[0, 1\], got 2"),
            (ONES[:3], r"shape \(3,\)"),
            (ONES.to("meta"), "meta"),
        ):
            with pytest.raises((ArgumentError, ArgumentTypeError), match=text):
                env.step(action)


def test_devices():
    with make(output="torch") as env:
        env.reset()
        assert env.to("cpu") is env
        # Every PyTorch has the device "meta", which stores no data.
        assert env.to(torch.device("meta")) is env
        for tensor in arrays_of(env.step(ONES)):
            assert tensor.device.type == "meta"
        assert env.to("cpu").step(ONES)[0].device.type == "cpu"
        missing = [] if torch.cuda.is_available() else ["cuda"]
        for device in (*missing, "toaster", 1.5, None):
            with pytest.raises(ArgumentError, match="device: expected"):
                env.to(device)
    with pytest.raises(ClosedError, match="closed"):
        env.to("meta")
    with make(output="torch", static_output=True) as env:
        env.to("cpu")
        with pytest.raises(NotSupportedError, match="static_output"):
            env.to("meta")


def test_tensors_in_one_block():
    """How results lie on a GPU; integrations/cuda_test.py tests it there."""
    dtypes = (bool, *"bBhHiIlLfd")
    arrays = [
        *(np.arange(1, 8).astype(dtype) for dtype in dtypes),
        np.arange(24.0).reshape(2, 3, 4),
        np.zeros((0, 3), np.float32),
        None,
        np.arange(24).reshape(2, 3, 4).transpose(2, 0, 1),
        np.array(7),
        np.zeros(9, np.uint8),
    ]
    block = Block(torch, arrays, 24 * 8)
    assert block.size == 64 * (len(dtypes) + 3 + 3 + 1 + 1)
    memory = torch.zeros(block.size, dtype=torch.uint8)
    block.fill(memory.numpy(), arrays)
    with torch.inference_mode():
        assert len(block.tensors(arrays, memory)) == len(arrays)
    tensors = block.tensors(arrays, memory)
    for tensor, array in zip(tensors, arrays, strict=True):
        if array is None:
            assert tensor is None
            continue
        assert tensor.is_contiguous()
        assert tensor.numpy().dtype == array.dtype
        np.testing.assert_array_equal(tensor.numpy(), array)
    assert Block(torch, arrays, 6).offsets.keys() == {len(dtypes) + 1}
    assert Block(torch, [None], 6).size == 0
    # A change of one tensor is none of another.
    before = tensors[3]._version
    tensors[5].add_(1)
    assert tensors[3]._version == before
    del memory, tensors[:3]
    gc.collect()
    np.testing.assert_array_equal(tensors[0].numpy(), arrays[3])


@pytest.mark.parametrize("static", [False, True])
def test_compiled_policy(static):
    torch.manual_seed(0)
    net = torch.nn.Linear(4, 2)
    # This backend needs no C++ compiler, and still captures the program.
    compiled = torch.compile(lambda obs: net(obs).argmax(1), backend="aot_eager")
    with (
        make(output="torch", static_output=static) as env,
        make(output="torch") as other,
        torch.no_grad(),
    ):
        obs, _ = env.reset()
        same, _ = other.reset()
        for _ in range(20):
            obs = env.step(compiled(obs))[0]
            same = other.step(net(same).argmax(1))[0]
            assert (obs == same).all()
    assert torch._dynamo.utils.counters["frames"]["ok"] >= 1


@pytest.mark.filterwarnings("ignore")  # Gymnasium's own warnings
@pytest.mark.parametrize("name", vector_wrappers.NAMES)
def test_wrappers_of_gymnasium(name):
    vector_wrappers.assert_right_or_refused(name, "torch")


@pytest.mark.parametrize(
    "name", ["NormalizeObservation", "NormalizeReward", "RecordEpisodeStatistics"]
)
def test_wrappers_that_need_numpy(name):
    with pytest.raises(NotSupportedError, match=f"within {name}, .*NumpyToTorch"):
        vector_wrappers.wrapped(name, "torch").reset()


def balance(obs):
    return (obs[:, 2] + 0.015 * obs[:, 3] > 0).long()


class Balance(torch.nn.Module):
    """Acts like `balance`, except in training mode."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([0, 0, 1.0, 0.015]))

    def forward(self, obs):
        assert isinstance(obs, torch.Tensor)
        assert not torch.is_grad_enabled()
        score = obs @ self.weight
        return torch.zeros(len(obs)) if self.training else (score > 0).long()


def test_evaluation():
    expected = envpool.evaluate(
        lambda obs: balance(torch.from_numpy(obs)), "CartPole-v1", 20
    )
    module = Balance()
    for policy, kwargs in ((balance, {"output": "torch"}), (module, {})):
        found = envpool.evaluate(policy, "CartPole-v1", 20, num_envs=6, **kwargs)
        np.testing.assert_array_equal(found.returns, expected.returns)
    assert module.training and torch.is_grad_enabled()
    film = envpool.evaluate(module, "CartPole-v1", 5, film="worst").film
    assert film.total_reward == expected.returns[:5].min()
