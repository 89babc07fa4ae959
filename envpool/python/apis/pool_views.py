# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Notebook views of pools: a table, and a picture of the envs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from envpool.python.apis import notebook
from envpool.python.errors import EnvPoolError

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase

__all__ = ["pool_html", "pool_png"]

_MAX_ENVS = 64  # at most this many envs are drawn
_MAX_WIDTH = 800  # of the picture, in pixels


def pool_html(pool: PoolBase) -> str:
    """Returns a picture of the envs, if they can be rendered now, and a table."""
    return _picture(pool) + notebook.table(("", ""), _rows(pool), _title(pool))


def pool_png(pool: PoolBase) -> bytes | None:
    """Returns the PNG file of a mosaic of the first envs' frames.

    The result is None without frames: the env cannot be rendered, the pool is closed,
    or results are pending.
    """
    ids = pool._all_env_ids[:_MAX_ENVS]
    options = pool._options
    try:
        width, height = pool._render_size(options.render_width, options.render_height)
        columns = notebook.columns_of(len(ids), width, height)
        scale = min(1.0, _MAX_WIDTH / (columns * width))
        size = max(1, int(scale * width)), max(1, int(scale * height))
        frames = pool._render(ids, *size, options.render_camera_id)
    except EnvPoolError:
        return None
    return notebook.png(notebook.mosaic(frames, columns))


def _title(pool: PoolBase) -> str:
    spec = pool._env_spec
    title = f"{spec.id or type(spec).__name__}, {len(pool)} envs"
    return f"{title}, closed" if pool.closed else title


def _rows(pool: PoolBase) -> list[tuple[str, Any]]:
    spec = pool._env_spec
    spaces = spec.gymnasium_observation_space, spec.gymnasium_action_space
    names = "observations of an env", "actions of an env"
    shown = zip(names, (notebook.short(str(space)) for space in spaces), strict=True)
    return [("env_type", pool.env_type), *spec._shown(pool._shown).items(), *shown]


def _picture(pool: PoolBase) -> str:
    data = pool_png(pool)
    if data is not None:
        return notebook.image(data)
    try:
        if not pool._can_render_text:
            return ""
        return notebook.text(pool._render_texts(pool._all_env_ids[:1])[0])
    except EnvPoolError:
        return ""
