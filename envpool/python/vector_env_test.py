# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools in place of Gymnasium's vector envs."""

import subprocess
import sys
import types
from typing import ClassVar

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers as of_one
from gymnasium.spaces import Box, Dict
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import envpool
from envpool.python.errors import ArgumentError, NotSupportedError

N = 3
ZEROS = np.zeros(N, int)
SMALL = {"render_mode": "rgb_array", "render_width": 60, "render_height": 40}


def pool(task_id="CartPole-v1", num_envs=N, **kwargs):
    return envpool.make_gymnasium(task_id, num_envs=num_envs, **kwargs)


# --- wrappers ---------------------------------------------------------------


def frames():
    space = Box(0, 255, (8, 8, 3), np.uint8)
    return wrappers.TransformObservation(
        pool(), lambda obs: np.zeros((len(obs), 8, 8, 3), np.uint8), None, space
    )


def parts():
    space = Dict({"left": Box(-9, 9, (2,)), "right": Box(-9, 9, (2,))})
    return wrappers.TransformObservation(
        pool(), lambda obs: {"left": obs[:, :2], "right": obs[:, 2:]}, None, space
    )


# All vector wrappers of Gymnasium that need no other array library.
WRAPPED = {
    "ClipAction": lambda: wrappers.ClipAction(pool("Pendulum-v1")),
    "ClipReward": lambda: wrappers.ClipReward(pool(), 0.0, 0.5),
    "DictInfoToList": lambda: wrappers.DictInfoToList(pool()),
    "DtypeObservation": lambda: wrappers.DtypeObservation(pool(), np.float64),
    "FilterObservation": lambda: wrappers.FilterObservation(parts(), ["left"]),
    "FlattenObservation": lambda: wrappers.FlattenObservation(parts()),
    "GrayscaleObservation": lambda: wrappers.GrayscaleObservation(frames()),
    "HumanRendering": lambda: wrappers.HumanRendering(pool(**SMALL)),
    "NormalizeObservation": lambda: wrappers.NormalizeObservation(pool()),
    "NormalizeReward": lambda: wrappers.NormalizeReward(pool()),
    "RecordEpisodeStatistics": lambda: wrappers.RecordEpisodeStatistics(pool()),
    "RecordVideo": lambda: wrappers.RecordVideo(
        pool(**SMALL), "videos", step_trigger=lambda step: step == 0, video_length=4
    ),
    "RescaleAction": lambda: wrappers.RescaleAction(pool("Pendulum-v1"), -1.0, 1.0),
    "RescaleObservation": lambda: wrappers.RescaleObservation(
        pool("MountainCar-v0"), 0.0, 1.0
    ),
    "ReshapeObservation": lambda: wrappers.ReshapeObservation(pool(), (2, 2)),
    "ResizeObservation": lambda: wrappers.ResizeObservation(frames(), (4, 4)),
    "TransformAction": lambda: wrappers.TransformAction(pool(), lambda a: 1 - a),
    "TransformObservation": lambda: wrappers.TransformObservation(
        pool(), lambda obs: obs / 2
    ),
    "TransformReward": lambda: wrappers.TransformReward(pool(), lambda r: r * 2),
    "VectorizeTransformAction": lambda: wrappers.VectorizeTransformAction(
        pool("Pendulum-v1"), of_one.ClipAction
    ),
    "VectorizeTransformObservation": lambda: wrappers.VectorizeTransformObservation(
        pool(), of_one.FlattenObservation
    ),
    "VectorizeTransformReward": lambda: wrappers.VectorizeTransformReward(
        pool(), of_one.TransformReward, func=lambda reward: reward / 2
    ),
}


class Encoder(types.ModuleType):
    """The part of moviepy that RecordVideo uses."""

    clips: ClassVar[list] = []
    __path__: ClassVar[list] = []

    def ImageSequenceClip(self, frames, fps):  # noqa: N802
        self.clips.append((frames, fps))
        return types.SimpleNamespace(write_videofile=lambda *args, **kwargs: None)


@pytest.fixture
def clips(monkeypatch, tmp_path):
    """Collects the clips of videos; needs no display."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    Encoder.clips.clear()
    for part in ("", ".video", ".video.io", ".video.io.ImageSequenceClip"):
        monkeypatch.setitem(sys.modules, f"moviepy{part}", Encoder(f"moviepy{part}"))
    return Encoder.clips


# Gymnasium's Rescale wrappers warn for its own envs as well.
@pytest.mark.filterwarnings("ignore:.*precision lowered by casting")
@pytest.mark.parametrize("name", WRAPPED)
def test_wrapper(name, clips):
    env = WRAPPED[name]()
    env.reset(seed=1)
    for _ in range(6):
        obs, reward, terminated, truncated, infos = env.step(env.action_space.sample())
        # NormalizeObservation keeps the space although observations are unbounded.
        assert obs in env.observation_space or name == "NormalizeObservation"
        assert len(reward) == len(terminated) == len(truncated) == N
        assert isinstance(infos, list if name == "DictInfoToList" else dict)
    env.close()
    assert env.unwrapped.closed
    if name == "RecordVideo":
        ((frames, fps),) = clips
        assert len(frames) > 3
        assert frames[0].shape == (40, N * 60, 3)
        assert fps == 50


def test_no_wrapper_is_missing():
    foreign = {"ArrayConversion", "JaxToNumpy", "JaxToTorch", "NumpyToTorch"}
    assert set(WRAPPED) == set(wrappers.__all__) - foreign


# --- frames ---------------------------------------------------------------


def test_render_returns_a_frame_of_each_env():
    env = pool(**SMALL)
    env.reset(seed=1)
    frames = env.render()
    assert isinstance(frames, tuple)
    assert [frame.shape for frame in frames] == [(40, 60, 3)] * N
    again = env.render([2, 0])
    assert again.shape == (2, 40, 60, 3)
    np.testing.assert_array_equal(again, [frames[2], frames[0]])
    assert len(pool(render_env_id=1, **SMALL).render()) == 1
    gym = envpool.make_gym("CartPole-v1", num_envs=N, **SMALL)
    assert gym.render().shape == (1, 40, 60, 3)


@pytest.mark.parametrize(
    "task_id",
    ["CartPole-v1", "Pendulum-v1", "MountainCar-v0", "Acrobot-v1"],
)
def test_metadata_is_the_official_one(task_id):
    official = gymnasium.make(task_id).metadata
    for metadata in (
        pool(task_id).metadata,
        envpool.make_gym(task_id).metadata,
        gymnasium.make(f"envpool/{task_id}").metadata,
    ):
        assert metadata["render_fps"] == official["render_fps"]
        assert sorted(metadata["render_modes"]) == sorted(official["render_modes"])


def test_metadata_of_an_env_without_pictures(monkeypatch):
    def refuse(*args):
        raise NotSupportedError("no pictures")

    monkeypatch.setattr(type(pool()), "_render_size", refuse)
    assert pool().metadata["render_modes"] == []
    assert gymnasium.make("envpool/CartPole-v1").metadata["render_modes"] == []


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_lists_of_frames(mode):
    """Lists of frames equal those of Gymnasium's own vector env."""
    kwargs = {"num_envs": 2, "render_mode": "rgb_array_list", "max_episode_steps": 3}
    env = gymnasium.make_vec("envpool/CartPole-v1", autoreset_mode=mode, **kwargs)
    official = gymnasium.make_vec(
        "CartPole-v1",
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode[mode.upper()]},
        **kwargs,
    )
    assert env.render_mode == "rgb_array_list"
    lengths = []
    for each in (env, official):
        each.reset(seed=0)
        lengths.append([])
        for step in range(8):
            ended = each.step(np.zeros(2, int))[3]
            if mode == "disabled" and ended.any():
                each.reset(options={"reset_mask": ended})
            if step in (2, 4, 7):
                frames = each.render()
                assert isinstance(frames, tuple)
                lengths[-1].append([len(each) for each in frames])
    assert lengths[0] == lengths[1]
    assert frames[0][0].shape == (400, 600, 3)


def test_lists_of_frames_of_one_env():
    env = gymnasium.make("envpool/CartPole-v1", render_mode="rgb_array_list")
    env.reset()
    env.step(0)
    assert len(env.render()) == 2
    assert env.render_mode == "rgb_array_list"


def test_human(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    env = pool("MountainCar-v0", **{**SMALL, "render_mode": "human"})
    env.reset()
    assert env.render(2) is None
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).transpose(1, 0, 2)
    frame = pool("MountainCar-v0", **SMALL)
    frame.reset()
    np.testing.assert_array_equal(shown, frame.render(2)[0])
    assert "env 2" in pygame.display.get_caption()[0]
    assert env.render() is None
    with pytest.raises(ArgumentError, match="env_ids"):
        env.render([0, 1])
    env.close()
    assert not pygame.display.get_init()
    one = gymnasium.make("envpool/MountainCar-v0", render_mode="human")
    one.reset()  # shows the frame
    assert pygame.display.get_surface().get_size() == (600, 400)
    one.step(0)
    assert one.render() is None
    one.close()


def test_human_without_pygame(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    env = pool(**{**SMALL, "render_mode": "human"})
    with pytest.raises(NotSupportedError, match="pygame"):
        env.render()


@pytest.mark.parametrize("display", [":77", None])
def test_human_without_a_display(display):
    """It raises an error, prints nothing, and does not end the process."""
    code = (
        "import envpool\n"
        "env = envpool.make_gymnasium('CartPole-v1', render_mode='human')\n"
        "env.reset()\n"
        "try:\n    env.render()\n"
        "except envpool.python.errors.NotSupportedError as error: print(error)"
    )
    environ = {"PYTHONPATH": ":".join(sys.path), "PYTHONWARNINGS": "ignore"}
    if display:
        environ["DISPLAY"] = display
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environ,
    )
    assert done.stdout.startswith('render: render_mode="human" needs a display')
    assert done.stdout.count("\n") == 1


# --- attributes -------------------------------------------------------------


def test_attributes():
    env = pool(**SMALL)
    env.reset()
    official = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make("CartPole-v1")])
    for name in ("observation_space", "action_space"):
        assert env.get_attr(name) == (official.get_attr(name)[0],) * N
    assert env.get_attr("max_episode_steps") == (500,) * N
    assert env.get_attr("render_mode") == ("rgb_array",) * N
    assert len(env.call("render")) == N
    assert env.call("render", camera_id=0)[2].shape == (40, 60, 3)
    env.set_attr("level", [1, 2, 3])
    assert env.get_attr("level") == env.call("level") == (1, 2, 3)
    env.set_attr("level", 7)
    assert env.get_attr("level") == (7, 7, 7)
    with pytest.raises(AttributeError, match="nothing"):
        env.get_attr("nothing")
    with pytest.raises(ArgumentError, match="values"):
        env.set_attr("level", [1, 2])
    for name in ("max_episode_steps", "render_mode", "step"):
        with pytest.raises(NotSupportedError, match=name):
            env.set_attr(name, 5)
    with pytest.raises(NotSupportedError, match="step"):
        env.call("step", ZEROS)


@pytest.mark.parametrize("env_type", ["gym", "gymnasium"])
@pytest.mark.parametrize("seed", [5, np.int64(5), [5, 6, 7], np.array([5, 6, 7])])
def test_np_random(env_type, seed):
    env = envpool.make("CartPole-v1", env_type, num_envs=N)
    env.reset(seed=seed)
    expected, _ = gymnasium.utils.seeding.np_random(5)
    assert env.np_random.random() == expected.random()
    assert env.np_random_seed == 5


# --- construction -----------------------------------------------------------


def test_default_limit():
    for kwargs in ({}, {"max_episode_steps": None}):
        assert pool(**kwargs).config["max_episode_steps"] == 500
    spec = envpool.make_spec("CliffWalking-v1", max_episode_steps=None)
    assert spec.config == envpool.make_spec("CliffWalking-v1").config


def test_unknown_keywords_as_python_says_it():
    text = "unexpected keyword argument 'frameskip'"
    with pytest.raises(TypeError, match=text):
        gymnasium.make("envpool/CartPole-v1", frameskip=4)
    with pytest.raises(TypeError, match=text):
        pool(frameskip=4)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vector_envs_of_our_single_envs(mode):
    env = gymnasium.make_vec("envpool/CartPole-v1", num_envs=N, vectorization_mode=mode)
    obs, _ = env.reset()
    assert not (obs == obs[0]).all()  # each env has its own seed
    obs, _ = env.reset(seed=[4, 5, 6])
    np.testing.assert_array_equal(obs, pool().reset(seed=4)[0])
    for _ in range(30):
        obs, reward, *_ = env.step(env.action_space.sample())
    assert obs.shape == (N, 4)
    assert reward.shape == (N,)
    env.close()


def test_a_gymnasium_without_modes(monkeypatch):
    monkeypatch.delattr(gymnasium.vector, "AutoresetMode")
    env = pool(autoreset_mode="same_step")
    assert env.autoreset_mode.name == "SAME_STEP"
    assert env.metadata["autoreset_mode"].value == "SameStep"
    env.reset()
