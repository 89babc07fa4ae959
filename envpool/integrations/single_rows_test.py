# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Single rows, of envs that fail."""

import numpy as np
import pytest

from envpool.integrations.single_rows import AsyncRows
from envpool.python.errors import EnvStepError


class Pool:
    """Its envs fail without memory left to report their ids."""

    def __init__(self):
        self.sent = []

    def __len__(self):
        return 3

    def send(self, action, ids):
        self.sent += ids.tolist()

    def recv(self):
        info = {"env_id": np.array([self.sent.pop(0)], np.int32)}
        zeros = np.zeros(1)
        raise EnvStepError("no memory", result=(zeros, zeros, zeros, zeros, info))


def test_errors_without_ids():
    rows = AsyncRows(Pool())
    rows.send(np.zeros(2), np.array([2, 0], np.int32))
    for waiting, failed in (([0], 2), ([], 0)):
        with pytest.raises(EnvStepError, match="no memory") as raised:
            rows.take(1)
        assert raised.value.env_ids == [failed]
        assert rows.waiting == waiting
    assert rows.ready == [1, 2, 0]
