# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs of a mixed pool, beside CartPole, are those of a pool alone, bit for bit."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import NotSupportedError
from envpool.testing.kit_plugin import ids_of
from envpool.testing.profile import how_many_envs, scaled
from envpool.testing.rollout import Script, leaves

OTHER = "CartPole-v1"
SEED = 3
COMMON = {"infos": "all", "num_threads": 2}
LEFT_OUT = ("env_id", "task_id", "players")  # as the numbers of envs differ


class Side:
    """One task: its envs in the mixed pool, and the pool alone.

    Args:
      task: of the mixed pool.
      script: of its actions.
    """

    def __init__(self, task, script):
        self.name, self.script = task.name, script
        self.rows = slice(task.env_ids[0], task.env_ids[-1] + 1)
        self.ids = np.arange(len(task.env_ids))
        self.pool = envpool.make_gymnasium(
            task.id, num_envs=len(self.ids), seed=SEED + int(task.env_ids[0]), **COMMON
        )
        self.info = None

    def actions(self, step):
        """Returns the actions of its envs."""
        return self.script.at(np.full(len(self.ids), step), self.ids, self.info)

    def check(self, got, own, by_task):
        """Compares a result of the mixed pool with that of the pool alone.

        Args:
          got: the result of the mixed pool.
          own: that of the pool alone.
          by_task: whether observations come by task; else they may be padded.
        """
        self.info = own[-1]
        found, expected = leaves(got[0]), leaves(own[0])
        for path, array in expected.items():
            if by_task:
                key = f"{self.name}.{path}" if path else self.name
                np.testing.assert_array_equal(found[key], array, path)
                continue
            rows = found[path][self.rows]
            corner = rows[tuple(slice(extent) for extent in array.shape)]
            np.testing.assert_array_equal(corner, array, path)
            assert np.count_nonzero(rows) == np.count_nonzero(corner)
        for part, expected_part in zip(got[1:-1], own[1:-1], strict=True):
            np.testing.assert_array_equal(part[self.rows], expected_part)
        infos = leaves(got[-1])
        for path, array in leaves(own[-1]).items():
            if path.lstrip("_").startswith(LEFT_OUT):
                continue
            by_task = infos.get(f"{path}.{self.name}")
            rows = infos[path][self.rows] if by_task is None else by_task
            np.testing.assert_array_equal(rows, array, path)


@pytest.mark.parametrize("pads", [False, True])
def test_mixed_with_another_task(package, pads):
    task_id = ids_of(package)[0]
    if envpool.make_spec(task_id).config.max_num_players > 1:
        pytest.skip(f"tasks of several players do not mix with {OTHER}")
    steps = scaled(task_id, 100)
    sizes = [(OTHER, 3), (task_id, how_many_envs(task_id, 3, 2))]
    try:
        mixed = envpool.make_mixed(
            sizes, env_type="gymnasium", seed=SEED, pad=pads, **COMMON
        )
    except NotSupportedError as error:
        if not pads:
            raise
        pytest.skip(str(error))
    with mixed:
        sides = [
            Side(task, Script(task.id, len(task.env_ids), steps))
            for task in mixed.tasks
        ]
        got = mixed.reset()
        names = {side.name for side in sides}
        by_task = isinstance(got[0], dict) and names == set(got[0])
        actions_by_task = mixed.single_action_space == gymnasium.spaces.Dict(
            {side.name: side.pool.single_action_space for side in sides}
        )
        for side in sides:
            side.check(got, side.pool.reset(), by_task)
        for step in range(steps):
            own = {side.name: side.actions(step) for side in sides}
            action = own if actions_by_task else np.concatenate(list(own.values()))
            got = mixed.step(action)
            for side in sides:
                side.check(got, side.pool.step(own[side.name]), by_task)
        for side in sides:
            side.pool.close()
