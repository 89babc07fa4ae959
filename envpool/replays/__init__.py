# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays recorded actions again."""

from envpool.replays.recording import Episode, Recording, Step

__all__ = ["Episode", "Recording", "Step"]
