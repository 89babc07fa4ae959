# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures have the bytes of highway-env's, of which digests are recorded."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import envpool

RECORDED = json.loads(
    (Path(__file__).parent / "oracle_traces" / "frames.json").read_text()
)


@pytest.mark.parametrize("task_id", RECORDED["tasks"])
def test_pictures(task_id):
    recorded = RECORDED["tasks"][task_id]
    env = envpool.make(
        task_id, "gymnasium", num_envs=1, seed=RECORDED["seed"], render_mode="rgb_array"
    )
    env.reset()
    frames = list(env.render())
    for action in recorded["actions"]:
        env.step(np.asarray([action], env.single_action_space.dtype))
        frames.extend(env.render())
    assert frames[0].shape == tuple(recorded["shape"])
    digests = [hashlib.blake2b(one.tobytes(), digest_size=16) for one in frames]
    assert [one.hexdigest() for one in digests] == recorded["frames"]
