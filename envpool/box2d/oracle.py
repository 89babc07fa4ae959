# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's Box2D envs, for tests."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    # SWIG's types have no modules; an interpreter that makes an error of the
    # warning about it crashes.
    warnings.simplefilter("ignore")
    import Box2D
    import pygame
    from gymnasium.envs.box2d import bipedal_walker, car_racing, lunar_lander

__all__ = ["Box2D", "bipedal_walker", "car_racing", "lunar_lander", "pygame"]
