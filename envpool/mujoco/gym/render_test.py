# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Frames of the MuJoCo tasks against Gymnasium's, with the same OpenGL."""

import functools
import os
import subprocess
import sys
import threading

os.environ["MUJOCO_GL"] = "egl"

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.mujoco.gym.oracle import TASKS
from envpool.python.errors import (
    ArgumentError,
    ConfigError,
    EnvCreationError,
    EnvPoolError,
)

pytestmark = pytest.mark.filterwarnings("ignore:.*out of date")

# A frame takes long, because the shadows are drawn at full size for each.
SEED = 3
STEPS = 6
IDS = [f"{task}-v5" for task in TASKS]
# The official Pusher-v4 does not support this MuJoCo.
IDS += [f"{task}-v4" for task in TASKS if task != "Pusher"]


def rendering(task_id, num_envs=2, **kwargs):
    return envpool.make_gymnasium(
        task_id, num_envs=num_envs, seed=SEED, render_mode="rgb_array", **kwargs
    )


def official(task_id, **kwargs):
    return gymnasium.make(
        task_id, render_mode="rgb_array", disable_env_checker=True, **kwargs
    )


def compare(task_id, num_envs=2, **kwargs):
    """Asserts that the frames of the last env equal the official frames."""
    ours, theirs = rendering(task_id, num_envs), official(task_id)
    space = theirs.action_space
    random = np.random.default_rng(SEED)
    ours.reset()
    theirs.reset(seed=SEED + num_envs - 1)
    over = False
    for step in range(STEPS):
        if step in (0, 1, STEPS - 1):
            frame = ours.render([num_envs - 1])
            np.testing.assert_array_equal(frame[0], theirs.render(), **kwargs)
            assert frame.std() > 1
        action = random.uniform(space.low, space.high, (num_envs, *space.shape))
        *_, ended, _, _ = ours.step(action)
        if over:
            theirs.reset()
        else:
            theirs.step(action[-1])
        over = ended[-1]
    ours.close()
    theirs.close()


@pytest.mark.parametrize("task_id", IDS)
def test_official_frames(task_id):
    compare(task_id)


def test_several_episodes():
    # The camera always looks at the median of the geoms in the first frame.
    theirs = official("Reacher-v5")
    ours = rendering("Reacher-v5", 1)
    action = np.zeros((1, 2))
    ours.reset()
    theirs.reset(seed=SEED)
    theirs.render()
    for _ in range(2):
        for _ in range(50):
            ours.step(action)
            theirs.step(action[0])
        ours.step(action)
        theirs.reset()
        np.testing.assert_array_equal(ours.render()[0], theirs.render())
    theirs.close()


CHANGES = {
    "geom_size": ("torso_geom", [0.1, 0.35, 0.0]),
    "geom_rgba": ("foot_geom", [0.0, 0.0, 1.0, 1.0]),
    "body_pos": ("torso", [0.0, 0.0, 1.4]),
    "cam_fovy": ("track", 61.0),
    "light_diffuse": (0, [0.2, 0.9, 0.2]),
    "mat_texrepeat": (0, [5.0, 5.0]),
    "vis.headlight.ambient": (None, [0.5, 0.1, 0.1]),
}


def changed(env, name, value, at):
    """Sets a field of the official env's model."""
    model = env.unwrapped.model
    if at is None:
        model.vis.headlight.ambient[:] = value
        return
    if isinstance(at, str):
        kind = {"geom": model.geom, "body": model.body, "cam": model.camera}
        at = kind[name.split("_")[0]](at).id
    getattr(model, name)[at] = value


def test_frames_with_other_parameters():
    """Env 1 has other values; its frames are those of an official env with them."""
    import mujoco  # chooses the platform of OpenGL, which is another one in some tests

    small = {"width": 96, "height": 72}
    usual, theirs = (official("Hopper-v5", **small) for _ in range(2))
    size = {f"render_{key}": value for key, value in small.items()}
    ours = rendering("Hopper-v5", from_pixels=True, **size)
    for name, (at, value) in CHANGES.items():
        changed(theirs, name, value, at)
        ours.set_params({name if at is None else f"{name}[{at}]": value}, [1])
    mujoco.mj_setConst(theirs.unwrapped.model, mujoco.MjData(theirs.unwrapped.model))
    seen, _ = ours.reset(seed=[SEED, SEED])
    for env in (usual, theirs):
        env.reset(seed=SEED)
    for step in range(2):
        expected = np.array([usual.render(), theirs.render()])
        np.testing.assert_array_equal(ours.render(), expected)
        np.testing.assert_array_equal(seen, expected.transpose(0, 3, 1, 2))
        assert (expected[0] != expected[1]).any()
        action = np.full((2, 3), 0.3 * step)
        seen, *_ = ours.step(action)
        for env in (usual, theirs):
            env.step(action[0])
    for env in (usual, theirs, ours):
        env.close()


def python(code, **env):
    """Runs code in another process."""
    names = {k: v for k, v in os.environ.items() if k != "MUJOCO_GL"}
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={
            **names,
            "PYTHONPATH": ":".join(sys.path),
            **env,
        },
    )


def test_official_frames_osmesa():
    code = """
import os
from envpool.mujoco.gym import render_test
os.environ["MUJOCO_GL"] = os.environ["PYOPENGL_PLATFORM"] = "osmesa"
for task_id in ("Ant-v5", "Reacher-v4"):
    render_test.compare(task_id)
os._exit(0)  # the official env prints exceptions
"""
    done = python(code)
    assert done.returncode == 0, done.stderr


def test_cameras_and_sizes():
    env = rendering("Humanoid-v5", render_width=64, render_height=48)
    env.reset()
    assert env.render([1, 0]).shape == (2, 48, 64, 3)
    frames = [env.render(camera_id=camera)[0] for camera in (-1, 0, 1)]
    np.testing.assert_array_equal(frames[0], frames[1])  # "track"
    assert (frames[0] != frames[2]).any()
    for camera, size in ((None, (480, 480)), (1, (30, 200))):
        kwargs = {} if camera is None else {"width": 30, "height": 200}
        theirs = official("Humanoid-v5", camera_id=camera, **kwargs)
        theirs.reset(seed=SEED)
        sizes = {"render_width": size[0], "render_height": size[1]}
        ours = rendering("Humanoid-v5", **sizes)
        ours.reset()
        frame = ours.render(camera_id=camera)
        np.testing.assert_array_equal(frame[0], theirs.render())
        theirs.close()
    with pytest.raises(ArgumentError, match=r"env 0: camera_id: .* 2 cameras"):
        env.render(camera_id=2)
    env.render(camera_id=1)


@pytest.mark.parametrize("task_id", [f"{task}-v5" for task in TASKS])
def test_frames_a_second(task_id):
    theirs = official(task_id)
    expected = theirs.metadata["render_fps"]
    theirs.close()
    env = rendering(task_id, 1)
    assert env.metadata["render_fps"] == expected
    twice = rendering(task_id, 1, frame_skip=2 * env.config["frame_skip"])
    assert twice.metadata["render_fps"] in (expected // 2, expected // 2 + 1)


@pytest.mark.parametrize("task_id", ["Reacher-v5", "Hopper-v5"])
def test_before_the_first_reset(task_id):
    env = rendering(task_id)
    before = env.render(0)
    assert before.std() > 10
    np.testing.assert_array_equal(env.render(0), before)
    unseen = rendering(task_id)
    np.testing.assert_equal(env.reset(), unseen.reset())
    np.testing.assert_array_equal(env.render(0), unseen.render(0))
    assert (env.render(0) != before).any()


def test_again_from_the_same_seed():
    env = rendering("Reacher-v5")
    env.reset(seed=8)
    first = env.render([0, 1])
    env.reset(seed=9)
    assert (env.render([0, 1]) != first).any()
    env.reset(seed=8)
    np.testing.assert_array_equal(env.render([0, 1]), first)


def test_other_contexts_of_the_thread():
    ours, theirs = rendering("Ant-v5", 1), official("Hopper-v5")
    other, another = rendering("Hopper-v5", 1), official("Ant-v5")
    for env in (ours, other):
        env.reset()
    for env in (theirs, another):
        env.reset(seed=SEED)
    another.render()
    theirs.render()  # makes its context the current one
    for _ in range(2):
        ant = ours.render()[0]
        np.testing.assert_array_equal(other.render()[0], theirs.render())
    another.unwrapped.mujoco_renderer.viewer.make_context_current()
    np.testing.assert_array_equal(ant, another.render())
    np.testing.assert_array_equal(ours.render()[0], ant)
    theirs.close()
    another.close()


def test_many_models():
    envs = [
        rendering(f"{task}-v5", 1, render_width=40, render_height=40) for task in TASKS
    ]
    for env in envs:
        env.reset()
    first = [env.render(0) for env in envs]
    again = [env.render(0) for env in envs]
    np.testing.assert_array_equal(first, again)
    assert len({frame.tobytes() for frame in first}) == len(envs)


def test_many_threads():
    """Threads of the pool and of Python use OpenGL contexts at the same time."""
    expected = {}
    size = {"render_width": 96, "render_height": 96}
    for task_id in ("Hopper-v5", "InvertedPendulum-v5"):
        env = envpool.make_gym(task_id, num_envs=4, seed=1, from_pixels=True, **size)
        action = np.zeros((4, *env.action_space.shape))
        expected[task_id] = [env.reset()[0], env.step(action)[0]]
    failures = []

    def play(task_id, num_threads):
        try:
            for _ in range(2):
                env = envpool.make_gym(
                    task_id,
                    num_envs=4,
                    num_threads=num_threads,
                    seed=1,
                    from_pixels=True,
                    render_mode="rgb_array",
                    **size,
                )
                action = np.zeros((4, *env.action_space.shape))
                seen = [env.reset()[0], env.step(action)[0]]
                np.testing.assert_array_equal(seen, expected[task_id])
                frames = env.render(np.arange(4)).transpose(0, 3, 1, 2)
                np.testing.assert_array_equal(frames, seen[-1])
                env.close()
        except BaseException as error:
            failures.append(error)

    threads = [
        threading.Thread(target=play, args=(task_id, num_threads))
        for task_id in expected
        for num_threads in (1, 3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def test_states_have_the_stack():
    size = {"frame_stack": 3, "render_width": 24, "render_height": 16}
    env = rendering("Hopper-v5", from_pixels=True, **size)
    env.reset()
    action = np.full((2, 3), 0.5)
    for _ in range(3):
        env.step(action)
    states = env.save_state()
    expected = [env.step(action)[0] for _ in range(2)]
    env.load_state(states)
    np.testing.assert_array_equal([env.step(action)[0] for _ in range(2)], expected)
    other = rendering("Hopper-v5", from_pixels=True, **size)
    other.reset(seed=99)
    other.load_state(states)
    np.testing.assert_array_equal([other.step(action)[0] for _ in range(2)], expected)


def test_pixels_of_a_camera_there_is_not():
    with pytest.raises(EnvCreationError, match=r"render_camera_id: .* 1 cameras"):
        envpool.make_gym("Hopper-v5", from_pixels=True, render_camera_id=1)


@pytest.mark.parametrize(
    ("frame_stack", "obs_dtype"), [(1, "float32"), (2, "float64"), (2, "float32")]
)
def test_pixels_beside_the_state(frame_stack, obs_dtype):
    size = {"render_width": 24, "render_height": 16}
    make = functools.partial(rendering, "Hopper-v5", frame_stack=frame_stack)
    state = make(obs_dtype=obs_dtype)
    pixels = make(from_pixels=True, **size)
    both = make(from_pixels=True, pixels_only=False, obs_dtype=obs_dtype, **size)
    assert set(both.single_observation_space) == {"pixels", "state"}
    for key, env in (("state", state), ("pixels", pixels)):
        assert both.observation_space[key] == env.observation_space
    seen = [env.reset()[0] for env in (state, pixels, both)]
    action = np.full((2, 3), 0.5, np.float32)
    for step in range(3):
        np.testing.assert_array_equal(seen[2]["state"], seen[0])
        np.testing.assert_array_equal(seen[2]["pixels"], seen[1])
        assert seen[2]["state"].dtype == obs_dtype
        if step == 1:
            saved = both.save_state()
        seen = [env.step(action)[0] for env in (state, pixels, both)]
    both.load_state(saved)
    for _ in range(2):
        again = both.step(action)[0]
    for key in ("state", "pixels"):
        np.testing.assert_array_equal(again[key], seen[2][key])


def test_pixels_only_needs_pixels():
    with pytest.raises(ConfigError, match=r"pixels_only: .* from_pixels=True"):
        envpool.make_gym("Hopper-v5", pixels_only=False)


def test_cameras_by_name():
    frames = [
        rendering("Hopper-v5", render_width=32, render_height=32, **camera)
        for camera in ({}, {"render_camera_id": 0}, {"render_camera_id": "track"})
    ]
    for env in frames:
        env.reset()
    one, two, three = (env.render([0, 1]) for env in frames)
    np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(one, three)
    named = frames[0].render([0, 1], camera_id="track")
    np.testing.assert_array_equal(named, one)
    with pytest.raises(ArgumentError, match=r'camera_id: .*"track".*got "tracks"'):
        frames[0].render(camera_id="tracks")
    size = {"from_pixels": True, "render_width": 32, "render_height": 32}
    by_name, by_id = (
        rendering("Hopper-v5", render_camera_id=camera, **size)
        for camera in ("track", 0)
    )
    obs = by_name.reset()[0]
    np.testing.assert_array_equal(obs, by_id.reset()[0])
    np.testing.assert_array_equal(by_name.render([0, 1]).transpose(0, 3, 1, 2), obs)


@pytest.mark.parametrize("from_pixels", [False, True])
def test_there_is_no_camera_of_that_name(from_pixels):
    with pytest.raises(EnvPoolError, match=r'render_camera_id: .*"track".*got "side"'):
        rendering("Hopper-v5", render_camera_id="side", from_pixels=from_pixels)


LIFE = """
import atexit
import envpool, gymnasium
size = {"render_width": 64, "render_height": 64}
first = envpool.make_gym(
    "Hopper-v5", num_envs=2, num_threads=2, from_pixels=True, **size
)
first.reset()
kept = envpool.make_gym("Ant-v5", num_envs=2, render_mode="rgb_array", **size)
kept.reset()
kept.render([0, 1])
"""
ENDS = ["", "kept.close()", "first.close(); del first, kept", "import os; os.fork()"]


@pytest.mark.parametrize(
    ("platform", "end"),
    [("", ""), *((name, end) for name in ("egl", "osmesa") for end in ENDS)],
)
def test_the_process_ends_well(platform, end):
    done = python(LIFE + end, MUJOCO_GL=platform)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_process_ends_while_a_thread_renders():
    code = """
import threading, envpool
env = envpool.make_gym("Ant-v5", num_envs=2, render_mode="rgb_array")
env.reset()
rendered = threading.Event()
def render():
    while True:
        env.render([0, 1])
        rendered.set()
threading.Thread(target=render, daemon=True).start()
rendered.wait()
"""
    for _ in range(2):
        done = python(code)
        assert (done.returncode, done.stderr) == (0, "")


def test_without_opengl():
    code = """
import envpool
env = envpool.make_gym("Hopper-v5", render_mode="rgb_array")
env.reset()
for call in (env.render, lambda: envpool.make_gym("Hopper-v5", from_pixels=True)):
    for _ in range(2):
        try:
            call()
        except RuntimeError as error:
            print(type(error).__name__, error)
        else:
            print("no error")
print(env.step([[0, 0, 0]])[0].shape)
"""
    for variables, words in (
        ({"MUJOCO_GL": "disable"}, "libosmesa6), which MUJOCO_GL=disable forbids"),
        ({"MUJOCO_GL": "glut"}, 'MUJOCO_GL: expected "egl", "osmesa" or "disable"'),
        ({"MUJOCO_EGL_DEVICE_ID": "77"}, "MUJOCO_EGL_DEVICE_ID: expected"),
        ({"MUJOCO_EGL_DEVICE_ID": "x"}, "MUJOCO_EGL_DEVICE_ID: expected"),
    ):
        done = python(code, **variables)
        assert (done.returncode, done.stderr) == (0, ""), variables
        lines = done.stdout.splitlines()
        assert len(lines) == 5
        assert lines[:2] == [lines[0]] * 2
        assert lines[2:4] == [lines[2]] * 2
        assert lines[0].startswith("EnvStepError render: env 0: "), lines
        assert lines[2].startswith("EnvCreationError cannot create env 0: "), lines
        assert all(words in line for line in lines[:4]), lines
        assert lines[4] == "(1, 11)"


def test_after_a_fork():
    code = """
import os, envpool
env = envpool.make_gym("Hopper-v5", render_mode="rgb_array")
env.reset()
env.render()
pid = os.fork()
if pid == 0:
    env = envpool.make_gym("Hopper-v5", render_mode="rgb_array")
    env.reset()
    try:
        env.render()
    except RuntimeError as error:
        os._exit(7 if "fork" in str(error) else 1)
    os._exit(2)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
env.render()
"""
    done = python(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "7\n", "")


def test_closed():
    env = rendering("Hopper-v5")
    env.reset()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.render()
