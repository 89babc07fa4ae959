# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`render_mode="rgb_array_list"` of `gymnasium.make_vec`."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv, VectorWrapper
from numpy.typing import NDArray

__all__ = ["FrameLists"]


class FrameLists(VectorWrapper):
    """Collects a frame of each env in every step, for `render` to return.

    Like Gymnasium's `RenderCollection`, it drops the frames of an env when its
    next episode starts.

    Args:
      env: a pool made with `render_mode="rgb_array"`.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        super().__init__(env)
        self._frames: list[list[NDArray[np.uint8]]] = [[] for _ in range(env.num_envs)]
        self._ended = np.zeros(env.num_envs, np.bool_)

    @property
    def render_mode(self) -> str:  # type: ignore[override]
        """`"rgb_array_list"`."""
        return "rgb_array_list"

    def reset(
        self,
        *,
        seed: Any = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Resets envs; see the pool's own `reset`."""
        result: tuple[Any, dict[str, Any]]
        result = self.env.reset(seed=seed, options=options)
        mask = (options or {}).get("reset_mask")
        new = np.ones_like(self._ended) if mask is None else np.asarray(mask)
        self._collect(new, new)
        self._ended[new] = False
        return result

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Steps all envs; see the pool's own `step`."""
        result: tuple[Any, Any, Any, Any, dict[str, Any]] = self.env.step(actions)
        before, self._ended = self._ended, result[2] | result[3]
        mode = self.env.metadata["autoreset_mode"].name
        starts = {"NEXT_STEP": before, "SAME_STEP": self._ended}
        self._collect(starts.get(mode, np.zeros_like(before)), np.ones_like(before))
        return result

    def _collect(self, new: NDArray[np.bool_], drawn: NDArray[np.bool_]) -> None:
        frames: Any = self.env.render()
        for i in np.flatnonzero(drawn):
            if new[i]:
                self._frames[i].clear()
            self._frames[i].append(frames[i])

    def render(  # type: ignore[override]
        self,
    ) -> tuple[list[NDArray[np.uint8]], ...]:
        """Returns the frames of each env since the last call.

        Each is uint8 of shape (height, width, 3).
        """
        frames = tuple(self._frames)
        self._frames = [[] for _ in frames]
        return frames
