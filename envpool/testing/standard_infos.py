# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks infos with standard names; actions/legal_actions.py defines their meanings."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from envpool.python.actions.legal_actions import CURRENT_PLAYER
from envpool.testing.rollout import Script, column_of, env_ids_of, owners_of

__all__ = ["StandardInfos"]


class StandardInfos:
    """Checks masks of actions and the number of the player who moves.

    Args:
      script: the script of the task.
    """

    def __init__(self, script: Script) -> None:
        self._legal, self._num_envs = script.legal, len(script.samples)
        self._owners = owners_of if script.is_team else lambda info: None
        if key := self._legal.mask_key:
            mask = script.spec.state_array_spec[key]
            action = next(iter(script.entries))
            spec = script.spec.action_array_spec[action.key]
            choices = int(np.max(spec.maximum)) - int(np.min(spec.minimum)) + 1
            assert tuple(mask.inner_shape) == (choices,), (
                f"{key}: expected an entry for each of {choices} actions, got shape "
                f"{tuple(mask.inner_shape)}"
            )
            assert "legal" in key or mask.dtype == np.int8, (
                f"{key}: expected Spec<std::int8_t>, which `space.sample(mask)` of "
                f"Gymnasium takes, got {mask.dtype}"
            )

    def check(self, info: Any, over: Any) -> None:
        """Checks the infos of a result.

        Args:
          info: all infos of the result.
          over: whether the episode of each env has ended.
        """
        self._check_mover(info, over)
        ids, owners = env_ids_of(info, self._num_envs), self._owners(info)
        masks = self._legal.masks(functools.partial(column_of, info), ids, owners)
        if masks is None:
            return
        key = self._legal.mask_key
        values = np.unique(column_of(info, key))
        assert np.isin(values, (0, 1)).all(), f"{key}: expected 0 and 1, got {values}"
        if len(masks) == len(over):
            stuck = ~masks.any(axis=1) & ~over
            assert not stuck.any(), (
                f"{key}: no action is legal in env {np.argmax(stuck)}, but its episode "
                "goes on"
            )

    def _check_mover(self, info: Any, over: Any) -> None:
        owners = self._owners(info)
        if owners is None or not self._legal.is_turn_based:
            return
        counts = np.bincount(owners, minlength=len(over))
        mover = column_of(info, CURRENT_PLAYER)
        wrong = ~((mover >= 0) & (mover < counts)) & ~over
        env = int(np.argmax(wrong))
        assert not wrong.any(), (
            f"{CURRENT_PLAYER}: expected the row of one of {counts[env]} players, got "
            f"{mover[env]} in env {env}"
        )
