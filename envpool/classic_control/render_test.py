# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares frames of classic control with Gymnasium's, drawn with pygame."""

import os
import threading

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.python.errors import ProtocolError

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

SIZES = {
    "CartPole-v1": (600, 400),
    "MountainCar-v0": (600, 400),
    "MountainCarContinuous-v0": (600, 400),
    "Pendulum-v1": (500, 500),
    "Acrobot-v1": (500, 500),
}
N = 4


def make(task_id, num_envs=N, **kwargs):
    kwargs = {"render_mode": "rgb_array", "seed": 3, "infos": "all", **kwargs}
    return envpool.make(task_id, "gymnasium", num_envs=num_envs, **kwargs)


def difference(a, b):
    """Returns the mean absolute difference of each frame."""
    return np.abs(a.astype(np.int16) - b).mean(axis=(1, 2, 3))


def random_actions(env, seed):
    rng = np.random.default_rng(seed)
    space = env.single_action_space
    while True:
        if isinstance(space, gymnasium.spaces.Discrete):
            yield rng.integers(space.n, size=env.num_envs)
        else:
            size = (env.num_envs, *space.shape)
            yield rng.uniform(1.2 * space.low, 1.2 * space.high, size).astype("f")


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
@pytest.mark.parametrize("task_id", SIZES)
def test_looks_like_the_official_one(task_id, autoreset):
    mode = gymnasium.vector.AutoresetMode[autoreset.upper()]
    official = gymnasium.make_vec(
        task_id,
        num_envs=N,
        vectorization_mode="sync",
        render_mode="rgb_array",
        max_episode_steps=30,
        vector_kwargs={"autoreset_mode": mode},
    )
    env = make(task_id, autoreset_mode=autoreset, max_episode_steps=30)
    official.reset(seed=3)
    env.reset()
    found = []
    for actions, step in zip(random_actions(env, 0), range(65), strict=False):
        if step % 4 == 0 or step in (29, 30, 31):  # also around an episode's end
            expected = np.stack(official.render())
            frames = env.render(range(N))
            assert frames.shape == expected.shape
            found.append(difference(frames, expected))
            # At most a quarter of the shapes on the white ground may be elsewhere.
            assert (found[-1] < 0.25 * (255 - expected).mean((1, 2, 3))).all()
        official.step(actions)
        env.step(actions)
    print(f"{task_id}: mean {np.mean(found):.3f}, greatest {np.max(found):.3f}")
    assert np.mean(found) < 0.25
    assert np.max(found) < 0.5
    official.close()


@pytest.mark.parametrize("task_id", SIZES)
def test_sizes(task_id):
    width, height = SIZES[task_id]
    default = make(task_id)
    double = make(task_id, render_width=2 * width, render_height=2 * height)
    half = make(task_id, render_width=width // 2, render_height=height // 2)
    flat = make(task_id, render_height=height // 2)
    for env in (default, double, half, flat):
        env.reset()
    ids = list(range(N))
    frames = default.render(ids)
    assert frames.shape == (N, height, width, 3)

    def shrunk(big, rows, columns):
        shape = (N, len(big[0]) // rows, rows, len(big[0][0]) // columns, columns, 3)
        return big.reshape(shape).mean((2, 4))

    assert (difference(shrunk(double.render(ids), 2, 2), frames) < 1).all()
    # Thin lines stay a pixel wide.
    assert (difference(shrunk(frames, 2, 2), half.render(ids)) < 2).all()
    assert (difference(shrunk(frames, 2, 1), flat.render(ids)) < 2).all()


@pytest.mark.parametrize("task_id", SIZES)
def test_any_size_and_any_state_is_safe(task_id):
    for width, height in [(1, 1), (1, 300), (300, 1), (7, 5), (2000, 1500)]:
        env = make(task_id, 2, render_width=width, render_height=height)
        env.reset()
        assert env.render([1, 0]).shape == (2, height, width, 3)
    if isinstance(env.single_action_space, gymnasium.spaces.Box):
        for value in (np.nan, np.inf, 0.0):
            env.step(np.full((2, 1), value, np.float32))
            assert env.render([0, 1]).shape == (2, 1500, 2000, 3)


def test_ids_of_the_same_task_look_the_same():
    for one, other in [
        ("CartPole-v0", "CartPole-v1"),
        ("phys2d/CartPole-v1", "CartPole-v1"),
        ("Pendulum-v0", "Pendulum-v1"),
    ]:
        pools = [make(one), make(other)]
        frames = []
        for pool in pools:
            pool.reset()
            pool.step(next(random_actions(pool, 1)))
            frames.append(pool.render(range(N)))
        np.testing.assert_array_equal(*frames)


@pytest.mark.parametrize("task_id", SIZES)
def test_before_the_first_reset(task_id):
    frames = make(task_id).render([0, 3])
    assert (frames < 255).any()
    np.testing.assert_array_equal(frames[0], frames[1])


def test_pictures_depend_on_nothing_but_the_env():
    expected = make("Acrobot-v1", 12, num_threads=1)
    others = make("Acrobot-v1", 12, num_threads=4, batch_size=3)
    expected.reset()
    actions = random_actions(expected, 4)
    first = next(actions)
    expected.step(first)
    frames = expected.render(range(12))
    others.async_reset()
    compared = 0
    for _ in range(8):
        info = others.recv()[-1]
        ids, fresh = info["env_id"], info["elapsed_step"] == 0
        compared += np.count_nonzero(~fresh)
        if not fresh.all():
            done = ids[~fresh]
            np.testing.assert_array_equal(others.render(done), frames[done])
        if fresh.any():
            others.send(first[ids[fresh]], ids[fresh])
    assert compared == 12


def test_the_arrow_is_the_last_torque():
    env = make("Pendulum-v1", 3)
    env.reset()
    states = env.save_state()
    still = env.render([0, 1, 2])

    def after(*torques):
        env.load_state(states)
        env.step(np.array(torques, np.float32)[:, None])
        return env.render([0, 1, 2]), env.save_state()

    def arrows(frames):
        """Returns the numbers of black pixels left and right of the axle."""
        black = (frames < 60).all(axis=-1)
        black[:, 244:257, 244:257] = False  # the axle
        return black[:, :, :250].sum((1, 2)), black[:, :, 250:].sum((1, 2))

    assert np.sum(arrows(still)) == 0
    assert np.sum(arrows(after(0, 0, 0)[0])) == 0
    frames, saved = after(-2, 1, 2)
    left, right = arrows(frames)
    assert (left + right > 100).all()
    assert left[0] != left[2]
    np.testing.assert_array_equal(frames, after(-7, 1, 9)[0])  # within the limits
    # The arrow is part of a saved state, and disappears at a reset.
    other = make("Pendulum-v1", 3, seed=9)
    other.reset()
    other.load_state(saved)
    np.testing.assert_array_equal(other.render([0, 1, 2]), frames)
    env.load_state(states)
    np.testing.assert_array_equal(env.render([0, 1, 2]), still)
    env.step(np.ones((3, 1), np.float32))
    env.reset()
    assert np.sum(arrows(env.render([0, 1, 2]))) == 0
    assert len({len(state) for state in states + saved}) == 1


def test_while_the_pool_is_stepping():
    """render() gives a frame or raises; the episodes stay the same."""
    env = make("CartPole-v1", 64, batch_size=16, num_threads=2)
    calm = make("CartPole-v1", 64, batch_size=16, num_threads=2)
    drawn = refused = 0
    stop = threading.Event()

    def draw():
        nonlocal drawn, refused
        rng = np.random.default_rng(0)
        while not stop.is_set():
            ids = rng.choice(64, size=2, replace=False)
            try:
                frames = env.render(ids)
            except ProtocolError:
                refused += 1
            else:
                assert frames.shape == (2, 400, 600, 3)
                drawn += 1

    painter = threading.Thread(target=draw)

    def play(pool):
        """Returns the first 40 observations of each env."""
        rows = [[] for _ in range(64)]
        while min(map(len, rows)) < 40 or (pool is env and not (drawn and refused)):
            obs, _, _, _, info = pool.recv()
            ids = info["env_id"]
            steps = []
            for row, env_id in zip(obs, ids, strict=True):
                rows[env_id].append(row)
                steps.append(len(rows[env_id]))
            while True:
                try:
                    pool.send(np.array(steps) % 2, ids)
                    break
                except ProtocolError:  # the painter is rendering one of these envs
                    pass
        return [row[:40] for row in rows]

    env.async_reset()
    calm.async_reset()
    painter.start()
    try:
        observed = play(env)
    finally:
        stop.set()
        painter.join()
    np.testing.assert_array_equal(observed, play(calm))


def test_one_official_env():
    env = gymnasium.make("envpool/CartPole-v1", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (400, 600, 3)
    env.close()


def test_needs_a_mode():
    env = make("CartPole-v1", render_mode=None)
    with pytest.raises(RuntimeError, match="render_mode"):
        env.render()
