# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`xla()` in programs for GPUs, as far as it can be tested without a GPU.

core/xla/cuda_handlers_test.cc tests the handlers with a fake driver;
integrations/cuda_test.py needs a machine with a GPU.
"""

import os
import re
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax

import envpool
from envpool.testing.jax_pools import APIS, N, actions, cartpole

ACTION = np.zeros(N, np.int32)
IDS = np.array([4, 1], np.int32)


def calls(function, args, platform):
    """Returns the pool's custom calls in JAX's program for a platform."""
    traced = jax.jit(function).trace(*args)
    text = traced.lower(lowering_platforms=(platform,)).as_text()
    # Ignores the numbers of values and types, which may differ.
    return re.findall(r"custom_call @envpool_\w+\(.*?\) (\{.*)", text), text


def scan(step):
    return lambda handle, actions: lax.scan(step, handle, actions)


@pytest.mark.parametrize("api", APIS)
def test_programs_have_the_calls_of_the_cpu(api):
    handle, recv, send, step = cartpole(**APIS[api]).xla()
    for name, function, args in (
        ("step", step, (handle, ACTION)),
        ("step", step, (handle, ACTION[:2], IDS)),
        ("step", scan(step), (handle, actions(7))),
        ("send", send, (handle, ACTION)),
        ("recv", recv, (handle,)),
    ):
        found, text = calls(function, args, "cuda")
        assert text.count("custom_call @envpool_") == 1
        assert f"custom_call @envpool_{name}(" in text
        assert found == calls(function, args, "cpu")[0]
        (call,) = found
        assert "has_side_effect = true" in call
        assert re.search(r"signature = -?\d+ : i64", call)
        assert "operand_tuple_indices = []" in call  # the handle stays in place


def test_dicts_texts_and_continuous_actions():
    for task, action in (
        ("BabyAI-OpenDoor-v0", ACTION),
        ("Pendulum-v1", np.zeros((N, 1), np.float32)),
    ):
        env = envpool.make_gymnasium(task, num_envs=N)
        env.reset()
        handle, _, _, step = env.xla()
        found, _ = calls(step, (handle, action), "cuda")
        assert found == calls(step, (handle, action), "cpu")[0] != []


@pytest.mark.parametrize("api", ["gym", "gymnasium", "dm"])
def test_export(api):
    handle, _, _, step = cartpole(**APIS[api]).xla()
    exported = export.export(
        jax.jit(scan(step)),
        platforms=["cuda"],
        disabled_checks=[export.DisabledSafetyCheck.custom_call("envpool_step")],
    )(jnp.asarray(handle), actions(3))
    assert exported.platforms == ("cuda",)
    assert "custom_call @envpool_step(" in exported.mlir_module()
    with pytest.raises(ValueError, match="cuda"):
        exported.call(jnp.asarray(handle), actions(3))  # this JAX has only the CPU


@pytest.mark.parametrize("has_cuda_first", [False, True])
def test_registered_as_soon_as_jax_has_cuda(has_cuda_first):
    """JAX's plugin for CUDA registers calls by a function like this one."""
    lines = [
        "xla_client.register_custom_call_handler('CUDA', take)",
        "envpool.make_gymnasium('CartPole-v1').xla()",
    ]
    code = "\n".join(
        [
            "import envpool",
            "from jaxlib import xla_client",
            "def take(name, function, platform, version, traits):",
            "    print(name, type(function).__name__, platform, version, int(traits))",
            *(lines if has_cuda_first else reversed(lines)),
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
    )
    assert done.stdout.splitlines() == [
        f"envpool_{name} PyCapsule CUDA 1 0" for name in ("send", "recv", "step")
    ], done.stderr
