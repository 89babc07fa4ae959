# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The documentation's first examples run as printed.

The test kit runs them with ids of all families and with fewer envs.
"""

import pytest

from envpool.testing import snippets


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pong-v5", "Breakout-v5"])
def test_as_printed(task_id):
    scope = snippets.run_snippet(snippets.SYNC, task_id, fewer=False)
    assert len(scope["env"]) == 100
    assert scope["env_id"].tolist() == list(range(10))
    scope["env"].close()


@pytest.mark.parametrize("snippet", [snippets.MAKE_GYM, snippets.OLD_GYM])
def test_other_apis_as_printed(snippet):
    scope = snippets.run_snippet(snippet, "CartPole-v1", fewer=False)
    assert scope["rew"].shape == (100,)
    scope["env"].close()
