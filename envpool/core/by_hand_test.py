# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool that is bound by hand has one caller at a time, also without a GIL."""

import threading

import numpy as np

from envpool.core import upstream_style_test_module as native

NUM_THREADS = 4
STEPS = 400


def test_threads_share_a_pool():
    spec = native._PainterEnvSpec
    values = dict(zip(spec._config_keys, spec._default_config_values, strict=True))
    values |= {"num_envs": NUM_THREADS, "batch_size": 1}
    pool = native._PainterEnvPool(spec(tuple(values.values())))
    failures = []

    def play(number):
        try:
            ids = np.array([number], np.int32)
            pool._reset(ids)
            for step in range(STEPS):
                # The result may be that of another thread's env.
                row = dict(zip(pool._state_keys, pool._recv(), strict=True))
                ids = row["info:env_id"]
                pool._send([ids, ids, np.array([step % 2], np.int32)])
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=play, args=(i,)) for i in range(NUM_THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    rows = [pool._recv() for _ in range(NUM_THREADS)]
    ids = [dict(zip(pool._state_keys, row, strict=True))["info:env_id"] for row in rows]
    assert sorted(np.concatenate(ids).tolist()) == list(range(NUM_THREADS))
