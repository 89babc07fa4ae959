# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Videos of all kinds of pools have the frames of whole episodes."""

import os
import subprocess
import sys
import textwrap
import types
import warnings

import imageio_ffmpeg
import numpy as np
import pytest

import envpool
from envpool.python.errors import (
    ArgumentError,
    ConfigError,
    ConfigTypeError,
    EnvStepError,
    NotSupportedError,
)
from envpool.recording import encoder, ffmpeg, videos
from envpool.testing import two_players  # noqa: F401  registers Duel-v0

SIZE = {"render_width": 61, "render_height": 40}  # one side is odd


def make(folder, env_type="gymnasium", task_id="CartPole-v1", **kwargs):
    kwargs = {"num_envs": 3, "seed": 0, "max_episode_steps": 4, **SIZE, **kwargs}
    return envpool.make(task_id, env_type, record=str(folder), **kwargs)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def frames_of(path, width, height):
    """Returns the frames of a video of this size."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", path]
    command += ["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    done = subprocess.run(command, check=True, capture_output=True)
    return np.frombuffer(done.stdout, np.uint8).reshape(-1, height, width, 3)


@pytest.fixture
def drawn(monkeypatch):
    """Collects the frames of each video by its name, without an encoder."""
    found, finished = {}, {}

    class Fake:
        error = None

        def __init__(self, suffix):
            assert suffix == ".mp4"

        def add(self, video, frame, fps):
            found.setdefault(video, []).append(frame.copy())
            assert fps == 50

        def finish(self, video, how):
            name = video.rpartition("/")[2]
            finished[f"{name}-{how}"] = found.pop(video)

        def close(self):
            for video in list(found):
                self.finish(video, "unfinished")

    monkeypatch.setattr(videos, "Encoder", Fake)
    return finished


def test_files(tmp_path):
    folder = tmp_path / "a" / "b"
    env = make(folder, record_envs=[0, 2], record_every=2)
    env.reset()
    for _ in range(11):
        env.step(np.ones(3, int))
    env.close()
    assert names(folder) == [
        "CartPole-v1-env0-episode0-return4.mp4",
        "CartPole-v1-env0-episode2-unfinished.mp4",
        "CartPole-v1-env2-episode0-return4.mp4",
        "CartPole-v1-env2-episode2-unfinished.mp4",
    ]
    # Players expect even side lengths.
    frames = frames_of(folder / "CartPole-v1-env0-episode0-return4.mp4", 62, 40)
    assert len(frames) == 5
    assert not np.array_equal(frames[0], frames[-1])


def test_gif_of_an_env_whose_id_has_a_slash(tmp_path):
    env = make(tmp_path, "gym", "phys2d/CartPole-v1", record_format="gif")
    env.reset()
    for _ in range(4):
        env.step(np.ones(3, int))
    env.close()
    (name,) = names(tmp_path)
    assert name == "phys2d_CartPole-v1-env0-episode0-return4.gif"
    frames = frames_of(tmp_path / name, 61, 40)
    assert len(frames) == 5


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
def test_frames_are_those_of_render(tmp_path, drawn, env_type):
    env = make(tmp_path, env_type, record_envs=[1], render_mode="rgb_array")
    env.reset()
    expected = [env.render([1])[0]]
    for _ in range(4):
        env.step(np.array([0, 1, 0]))
        expected.append(env.render([1])[0])
    env.close()
    np.testing.assert_array_equal(drawn["CartPole-v1-env1-episode0-return4"], expected)


@pytest.mark.parametrize(
    ("mode", "frames"), [("next_step", 5), ("same_step", 4), ("disabled", 5)]
)
def test_autoreset(tmp_path, drawn, mode, frames):
    env = make(tmp_path, autoreset_mode=mode)
    env.reset()
    for _ in range(12):
        over = env.step(np.array([0, 1, 0]))[3]
        if mode == "disabled" and over.any():
            env.reset(np.flatnonzero(over))
    env.close()
    lengths = {name: len(found) for name, found in drawn.items()}
    assert lengths["CartPole-v1-env0-episode0-return4"] == frames
    assert lengths["CartPole-v1-env0-episode1-return4"] == frames
    assert len(set(map(len, lengths))) <= 2


def test_async(tmp_path, drawn):
    env = make(tmp_path, batch_size=2, num_threads=2, record_envs=[0, 1, 2])
    env.async_reset()
    for _ in range(30):
        info = env.recv()[-1]
        env.send(np.ones(2, int), info["env_id"])
    env.close()
    whole = {name: found for name, found in drawn.items() if "return" in name}
    assert len(whole) >= 6
    assert {len(found) for found in whole.values()} == {5}


def test_an_episode_that_is_cut_short(tmp_path, drawn):
    env = make(tmp_path)
    env.reset()
    env.step(np.ones(3, int))
    env.reset()
    env.close()
    assert {name: len(found) for name, found in drawn.items()} == {
        "CartPole-v1-env0-episode0-unfinished": 2,
        "CartPole-v1-env0-episode1-unfinished": 1,
    }


def test_a_pool_that_is_never_closed(tmp_path):
    code = f"""
        import numpy as np, envpool
        env = envpool.make("CartPole-v1", "gym", record={str(tmp_path)!r})
        env.reset()
        env.step(np.zeros(1, int))
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)
    assert names(tmp_path) == ["CartPole-v1-env0-episode0-unfinished.mp4"]


def test_what_cannot_be_recorded(tmp_path, monkeypatch):
    with pytest.raises(NotSupportedError, match="expected an env that can be drawn"):
        envpool.make("Duel-v0", "gym", record=str(tmp_path))
    for wrong in ([], [1, 1]):
        with pytest.raises(ConfigError, match="record_envs"):
            make(tmp_path, record_envs=wrong)
    with pytest.raises(ConfigError, match=r"record_envs: expected ids in \[0, 2\]"):
        make(tmp_path, record_envs=[3])
    with pytest.raises(ConfigTypeError, match="record_envs"):
        make(tmp_path, record_envs=1)
    with pytest.raises(ConfigError, match="record_every"):
        make(tmp_path, record_every=0)
    with pytest.raises(ConfigError, match="record_format"):
        make(tmp_path, record_format="avi")
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match="record: expected a folder"):
        make(tmp_path / "file")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(NotSupportedError, match=r'pip install "envpool\[video\]"'):
        make(tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("owner", "name", "text"),
    [
        (encoder.Writer, "__init__", "the disk is full"),
        (ffmpeg.os, "replace", "the name is taken"),
    ],
)
def test_a_failing_encoder_does_not_stop_the_pool(
    tmp_path, monkeypatch, owner, name, text
):
    def fail(*args):
        raise OSError(text)

    monkeypatch.setattr(owner, name, fail)
    env = make(tmp_path)
    env.reset()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(8):
            env.step(np.ones(3, int))
        env.close()
    assert [str(w.message) for w in caught] == [
        f"record: no more videos in {tmp_path}: {text}"
    ]
    assert list(tmp_path.iterdir()) == []


def test_ffmpeg_that_fails_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(ffmpeg, "_MP4", ["-c:v", "nonsense"])
    frames = [np.zeros((40, 60, 3), np.uint8)] * 3
    with pytest.raises(OSError, match=r"^ffmpeg: .*nonsense"):
        ffmpeg.write_video(str(tmp_path / "a.mp4"), frames, 30)
    assert list(tmp_path.iterdir()) == []


def test_a_video_needs_frames(tmp_path):
    with pytest.raises(
        ArgumentError, match=r"frames: expected one or more for .*a\.mp4"
    ):
        ffmpeg.write_video(str(tmp_path / "a.mp4"), [], 30)


def test_a_forked_child_does_not_keep_ffmpeg_waiting(tmp_path):
    end, begin = os.pipe()
    children = []

    def frames():
        yield np.zeros((40, 60, 3), np.uint8)
        children.append(os.fork())
        if children[0] == 0:
            os.close(begin)
            os.read(end, 1)  # until the parent has its video
            os._exit(0)
        yield np.zeros((40, 60, 3), np.uint8)

    assert ffmpeg.write_video(str(tmp_path / "a.mp4"), frames(), 30) == 2
    os.close(begin)
    os.close(end)
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0
    assert len(frames_of(tmp_path / "a.mp4", 60, 40)) == 2


def test_an_env_that_fails_to_draw_itself_loses_no_result(tmp_path, monkeypatch):
    env = make(tmp_path)
    env.reset()
    monkeypatch.setattr(type(env), "_render", fail_to_draw)
    with pytest.warns(RuntimeWarning, match="no more videos in .*: no paint"):
        obs, *_ = env.step(np.ones(3, int))
    assert obs.shape == (3, 4)
    assert names(tmp_path) == []  # no unfinished file either
    env.step(np.ones(3, int))
    env.close()


def fail_to_draw(*args):
    raise EnvStepError("no paint")


def test_record_video_of_gymnasium(tmp_path, monkeypatch):
    wrappers = pytest.importorskip("gymnasium.wrappers.vector")
    written = {}

    class Clip:
        """A clip of moviepy, with which the wrapper writes files."""

        def __init__(self, frames, fps):
            self.frames, self.fps = frames, fps

        def write_videofile(self, path, **kwargs):
            written[path.rpartition("/")[2]] = (len(self.frames), self.fps)

    clips = types.ModuleType("moviepy.video.io.ImageSequenceClip")
    clips.ImageSequenceClip = Clip
    for name in ("moviepy", "moviepy.video", "moviepy.video.io"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, clips.__name__, clips)
    pool = envpool.make(
        "CartPole-v1",
        "gymnasium",
        num_envs=4,
        max_episode_steps=5,
        render_mode="rgb_array",
        **SIZE,
    )
    env = wrappers.RecordVideo(
        pool, str(tmp_path / "new"), episode_trigger=lambda episode: episode == 0
    )
    env.reset(seed=0)
    for _ in range(8):
        env.step(env.action_space.sample())
    env.close()
    assert list(written.values()) == [(6, 50)]
