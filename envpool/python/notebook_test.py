# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The HTML and pictures of notebooks, checked without a notebook."""

import base64
import io
import re
import sys

import imageio.v3
import numpy as np
import pytest

import envpool
from envpool.python.apis import notebook
from envpool.python.apis.profiling import Profile

N = 5


def make(task_id="CartPole-v1", env_type="gymnasium", **kwargs):
    return envpool.make(task_id, env_type, **{"num_envs": N, **kwargs})


def decoded(data):
    return imageio.v3.imread(io.BytesIO(data), extension=".png")


def cells(text):
    return [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in text.split("<tr>")]


@pytest.mark.parametrize("shape", [(7, 5), (1, 1), (40, 61)])
def test_png(shape):
    picture = np.random.default_rng(0).integers(256, size=(*shape, 3), dtype=np.uint8)
    np.testing.assert_array_equal(decoded(notebook.png(picture)), picture)


@pytest.mark.parametrize(
    ("count", "width", "height", "columns"),
    [(1, 9, 9, 1), (4, 9, 9, 2), (5, 9, 9, 3), (6, 90, 9, 1), (6, 9, 90, 6)],
)
def test_columns(count, width, height, columns):
    assert notebook.columns_of(count, width, height) == columns


def test_mosaic():
    frames = [np.full((4, 6, 3), i, np.uint8) for i in range(5)]
    picture = notebook.mosaic(frames, 3)
    assert picture.shape == (4 + 2 + 4, 6 + 2 + 6 + 2 + 6, 3)
    for i in range(5):
        y, x = i // 3 * 6, i % 3 * 8
        assert (picture[y : y + 4, x : x + 6] == i).all()


def test_texts_are_escaped():
    assert notebook.table(("<a>",), [("b & c",)], "<d>") == (
        '<table><caption>&lt;d&gt;</caption><tr><th style="text-align: left">&lt;a&gt;'
        '</th></tr><tr><td style="text-align: left">b &amp; c</td></tr></table>'
    )
    assert notebook.text("<a>") == "<pre>&lt;a&gt;</pre>"


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_pool(env_type):
    with make(env_type=env_type, render_width=60, render_height=40) as env:
        env.reset()
        env.step(np.ones(N, int))
        before = env.save_state()
        picture = decoded(env._repr_png_())
        frames = env._render(env.all_env_ids, 60, 40, -1)
        np.testing.assert_array_equal(picture, notebook.mosaic(frames, 2))
        text = env._repr_html_()
        assert env.save_state() == before
    inline = re.search(r'<img src="data:image/png;base64,([^"]+)">', text)[1]
    np.testing.assert_array_equal(decoded(base64.b64decode(inline)), picture)
    assert f"<caption>CartPole-v1, {N} envs</caption>" in text
    assert ["env_type", env_type] in cells(text)
    assert ["actions of an env", "Discrete(2)"] in cells(text)


def test_picture_of_many_envs_is_small():
    with make(num_envs=200) as env:
        env.reset()
        height, width, _ = decoded(env._repr_png_()).shape
    assert 600 < width <= 850 and 300 < height <= 850


def test_pool_that_cannot_be_drawn_now():
    env = make(batch_size=2)
    env.async_reset()
    assert env._repr_png_() is None
    assert "<img" not in env._repr_html_()
    assert "CartPole-v1" in env._repr_html_()
    env.close()
    assert env._repr_png_() is None
    assert f"CartPole-v1, {N} envs, closed" in env._repr_html_()


def test_spec():
    rows = cells(envpool.make_spec("Catch-v0", height=6)._repr_html_())
    assert ["height", "6"] in rows
    assert ["obs", "float32", "[6, 5]", "0.0", "1.0"] in rows


@pytest.fixture
def recording(tmp_path):
    path = tmp_path / "run.actions"
    with make(max_episode_steps=3, record_actions=path) as env:
        env.reset()
        for _ in range(5):
            env.step(np.ones(N, int))
    return envpool.replay(path)


def test_recording(recording):
    rows = cells(recording._repr_html_())
    assert ["0", "0", "3", "3", "truncated"] in rows
    assert ["4", "1", "1", "", ""] in rows


def test_episode(recording):
    episode = recording.episode(0, 0)
    text = episode._repr_html_()
    data = re.search(r'<video [^>]*src="data:video/mp4;base64,([^"]+)"', text)[1]
    assert b"ftyp" in base64.b64decode(data)[:12]
    assert ["0", "0", "3", "3", "truncated"] in cells(text)


def test_episode_without_encoder(recording, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    text = recording.episode(0, 0)._repr_html_()
    assert "no video: video: expected the package imageio-ffmpeg" in text


def test_profile():
    with make() as env, envpool.profile(env, trace=True) as found:
        env.reset()
    assert re.fullmatch(
        rf"Profile\(seconds=[\d.]+, steps={N}, calls=1, envs=[\d.]+, waiting=[\d.]+, "
        r"overhead=[\d.]+, rest=[\d.]+, workers=[\d.]+\)",
        repr(found),
    )
    shown = Profile(seconds=2.0, steps=3, workers=1.0, num_workers=2)
    assert ["the rest: policy, learner", "2.000", "100.0%"] in cells(
        shown._repr_html_()
    )
    assert "envs, on workers (of 2)          1.000 s  25.0%" in str(shown)
