# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The figure of the Atari page shows what a pool does."""

from envpool.atari.docs import draw


def test_figure(tmp_path):
    path = tmp_path / "atari.png"
    draw.draw(draw.stages(), str(path))  # compares with the pool
    assert path.read_bytes().startswith(b"\x89PNG")
