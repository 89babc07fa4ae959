# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of Meta-World's benchmarks."""

from __future__ import annotations

from envpool.mujoco.metaworld.task_names import TASKS

__all__ = ["BENCHMARKS"]

_MT10 = (
    "reach-v3",
    "push-v3",
    "pick-place-v3",
    "door-open-v3",
    "drawer-open-v3",
    "drawer-close-v3",
    "button-press-topdown-v3",
    "peg-insert-side-v3",
    "window-open-v3",
    "window-close-v3",
)
_MT25 = (
    *_MT10,
    "coffee-pull-v3",
    "pick-out-of-hole-v3",
    "disassemble-v3",
    "pick-place-wall-v3",
    "basketball-v3",
    "stick-pull-v3",
    "button-press-wall-v3",
    "faucet-open-v3",
    "door-lock-v3",
    "lever-pull-v3",
    "sweep-into-v3",
    "faucet-close-v3",
    "coffee-button-v3",
    "button-press-topdown-wall-v3",
    "dial-turn-v3",
)
_ML10 = (
    "reach-v3",
    "push-v3",
    "pick-place-v3",
    "door-open-v3",
    "drawer-close-v3",
    "button-press-topdown-v3",
    "peg-insert-side-v3",
    "window-open-v3",
    "sweep-v3",
    "basketball-v3",
)
_ML10_TEST = (
    "drawer-open-v3",
    "door-close-v3",
    "shelf-place-v3",
    "sweep-into-v3",
    "lever-pull-v3",
)
_ML25_TEST = (
    "basketball-v3",
    "door-close-v3",
    "shelf-place-v3",
    "sweep-v3",
    "button-press-v3",
)
_ML45 = (
    "assembly-v3",
    "basketball-v3",
    "button-press-topdown-v3",
    "button-press-topdown-wall-v3",
    "button-press-v3",
    "button-press-wall-v3",
    "coffee-button-v3",
    "coffee-pull-v3",
    "coffee-push-v3",
    "dial-turn-v3",
    "disassemble-v3",
    "door-close-v3",
    "door-open-v3",
    "drawer-close-v3",
    "drawer-open-v3",
    "faucet-open-v3",
    "faucet-close-v3",
    "hammer-v3",
    "handle-press-side-v3",
    "handle-press-v3",
    "handle-pull-side-v3",
    "handle-pull-v3",
    "lever-pull-v3",
    "pick-place-wall-v3",
    "pick-out-of-hole-v3",
    "push-back-v3",
    "pick-place-v3",
    "plate-slide-v3",
    "plate-slide-side-v3",
    "plate-slide-back-v3",
    "plate-slide-back-side-v3",
    "peg-insert-side-v3",
    "peg-unplug-side-v3",
    "soccer-v3",
    "stick-push-v3",
    "stick-pull-v3",
    "push-wall-v3",
    "push-v3",
    "reach-wall-v3",
    "reach-v3",
    "shelf-place-v3",
    "sweep-into-v3",
    "sweep-v3",
    "window-open-v3",
    "window-close-v3",
)
_ML45_TEST = (
    "bin-picking-v3",
    "box-close-v3",
    "hand-insert-v3",
    "door-lock-v3",
    "door-unlock-v3",
)

# The official names of the tasks of each benchmark, in order, by split.
BENCHMARKS: dict[str, dict[str, tuple[str, ...]]] = {
    "MT10": {"train": _MT10},
    "MT25": {"train": _MT25},
    "MT50": {"train": TASKS},
    "ML10": {"train": _ML10, "test": _ML10_TEST},
    "ML25": {"train": _MT25, "test": _ML25_TEST},
    "ML45": {"train": _ML45, "test": _ML45_TEST},
}
