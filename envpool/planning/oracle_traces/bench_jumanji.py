# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures Jumanji's steps per second: bench_jumanji.py ENVS SECONDS [ID ...].

It runs where record_jumanji.py runs. A step is compiled by `jax.jit`, for ENVS envs at
once, with Jumanji's own restart of ended episodes; legal actions are drawn by another
function, whose time is not counted. After each id, it prints the JSON of all so far.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jumanji.wrappers import VmapAutoResetWrapper

sys.path.append(str(Path(__file__).absolute().parent))
default_cases = importlib.import_module("jumanji_cases").default_cases


def drawer(spec: Any, envs: int) -> Any:
    """Returns a function that draws actions with a key and the masks, or None.

    A mask has a flag for each action, or one for each choice of each agent.
    """
    last = getattr(spec, "num_values", None)
    counts = np.atleast_1d(np.broadcast_to(1 if last is None else last, spec.shape))

    @jax.jit
    def draw(key: Any, mask: Any) -> Any:
        shape = (envs, *spec.shape)
        if np.dtype(spec.dtype).kind == "f":
            return jax.random.uniform(key, shape, minval=-1, maxval=1)
        if last is None:  # MultiCVRP's spec has one number too many
            most = mask.shape[-1]
            return jax.random.categorical(key, jnp.log(mask), shape=shape) % most
        if mask is None:
            return jax.random.randint(key, shape, 0, jnp.asarray(counts))
        if len(counts) > 1 and mask.shape[1:] == (len(counts), counts[0]):
            return jax.random.categorical(key, jnp.log(mask))
        flat = jax.random.categorical(key, jnp.log(mask.reshape(envs, -1)))
        parts = jnp.unravel_index(flat, tuple(int(count) for count in counts))
        return jnp.stack(parts, axis=-1).reshape(shape).astype(spec.dtype)

    return draw


def rate(official: Any, envs: int, seconds: float) -> float:
    """Returns the steps of all envs per second."""
    env: Any = VmapAutoResetWrapper(official)
    step, draw = jax.jit(env.step), drawer(official.action_spec, envs)
    ready: Any = jax.block_until_ready
    keys = jax.random.split(jax.random.PRNGKey(0), envs)
    state, result = ready(jax.jit(env.reset)(keys))
    spent, steps, key = 0.0, -1, jax.random.PRNGKey(1)
    while spent < seconds:
        key, action_key = jax.random.split(key)
        mask = getattr(result.observation, "action_mask", None)
        action = ready(draw(action_key, mask))
        start = time.perf_counter()
        state, result = ready(step(state, action))
        if steps >= 0:  # the first call compiles
            spent += time.perf_counter() - start
        steps += 1
    return envs * steps / spent


def main() -> None:
    """Measures all envs, or those with the given ids."""
    envs, seconds, *ids = sys.argv[1:]
    found: dict[str, int] = {}
    for task_id, env, _ in default_cases():
        if not ids or task_id in ids:
            found[task_id] = round(rate(env, int(envs), float(seconds)))
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
