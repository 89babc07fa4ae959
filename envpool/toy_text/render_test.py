# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares frames and texts of toy text with Gymnasium's."""

from __future__ import annotations

import functools
import os
from typing import Any

import gymnasium
import numpy as np
import pygame
import pytest

import envpool
from envpool.python.errors import NotSupportedError
from envpool.toy_text.oracle import Player

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")

N = 3
TEXTS: list[tuple[str, dict[str, Any]]] = [
    ("FrozenLake-v1", {}),
    ("FrozenLake8x8-v1", {"is_slippery": False}),
    ("FrozenLake-v1", {"desc": ["FSFF", "SFHF", "FFFG"]}),
    ("FrozenLake-v1", {"desc": ["SFFFFHFFFF"] * 11 + ["FFFFFFFFFG"]}),
    # Cells of 1 by 64 and 64 by 2 pixels, and texts longer than a kilobyte.
    ("FrozenLake-v1", {"desc": ["S" + "FH" * 149 + "G"] * 2}),
    ("FrozenLake-v1", {"desc": ["SF", "HF"] * 99 + ["FG"]}),
    ("Taxi-v3", {}),
    ("Taxi-v3", {"is_rainy": True, "fickle_passenger": True}),
    ("CliffWalking-v1", {}),
    ("CliffWalkingSlippery-v1", {}),
]
FRAMES = [*TEXTS, ("Blackjack-v1", {})]
IN_MODES = [(*each, "next_step") for each in FRAMES] + [
    (task_id, {}, "same_step")
    for task_id in ("FrozenLake-v1", "Taxi-v3", "Blackjack-v1")
]


@pytest.fixture(autouse=True)
def _load_images_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches images, since Gymnasium's Blackjack loads large ones for every frame."""
    monkeypatch.setattr(pygame.image, "load", _load)


_load = functools.cache(pygame.image.load)


def make_both(task_id: str, options: dict[str, Any], **kwargs: Any) -> Any:
    """Returns Gymnasium's vector env, our pool and a player for both."""
    mode = kwargs.pop("autoreset_mode", "next_step")
    kwargs |= {"num_envs": N, "max_episode_steps": 10, **options}
    official = gymnasium.make_vec(
        task_id,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode[mode.upper()]},
        **kwargs,
    )
    env = envpool.make_gymnasium(task_id, seed=7, autoreset_mode=mode, **kwargs)
    player = Player(official.envs[0], N, np.random.default_rng(0), 0.5)
    return official, env, player


@pytest.mark.parametrize(("task_id", "options", "autoreset_mode"), IN_MODES)
def test_frames_are_the_official_ones(
    task_id: str, options: dict[str, Any], autoreset_mode: str
) -> None:
    official, env, player = make_both(
        task_id, options, render_mode="rgb_array", autoreset_mode=autoreset_mode
    )
    official.reset(seed=7)
    obs, _ = env.reset()
    for _ in range(12 if len(options.get("desc", "")) < 20 else 4):
        frames = env.render()
        assert isinstance(frames, tuple)
        np.testing.assert_array_equal(frames, official.render())
        actions = player.actions(obs)
        official.step(actions)
        obs, *_ = env.step(actions)
    official.close()


@pytest.mark.parametrize(("task_id", "options"), TEXTS)
def test_texts_are_the_official_ones(task_id: str, options: dict[str, Any]) -> None:
    official, env, player = make_both(task_id, options, render_mode="ansi")
    official.reset(seed=7)
    obs, _ = env.reset()
    seen = set()
    for _ in range(30):
        assert env.render() == official.render()
        seen.update(env.render())
        actions = player.actions(obs)
        official.step(actions)
        obs, *_ = env.step(actions)
    assert len(seen) > 5


def test_all_cards() -> None:
    """The frames of each card that the dealer can show are the official ones."""
    many = 300
    official = gymnasium.make_vec(
        "Blackjack-v1", many, vectorization_mode="sync", render_mode="rgb_array"
    )
    env = envpool.make_gymnasium(
        "Blackjack-v1", num_envs=many, seed=1, render_mode="rgb_array"
    )
    official.reset(seed=1)
    env.reset()
    cards = {}
    for env_id, each in enumerate(official.envs):
        one = each.unwrapped
        cards[one.dealer_top_card_suit, one.dealer_top_card_value_str] = env_id
    assert len(cards) == 4 * 12
    for env_id in cards.values():
        expected = official.envs[env_id].render()
        np.testing.assert_array_equal(env.render([env_id])[0], expected)


def test_forms_of_texts() -> None:
    gym = envpool.make_gym("Taxi-v3", num_envs=N, render_mode="ansi")
    gym.reset()
    texts = gym.render()
    assert isinstance(texts, list)
    assert [type(text) for text in texts] == [str]
    assert gym.render([2, 0])[1:] == texts

    single = gymnasium.make("envpool/Taxi-v4", render_mode="ansi")
    assert single.metadata["render_modes"] == ["human", "rgb_array", "ansi"]
    single.reset(seed=42)
    assert [single.render()] == texts
    texts = gymnasium.make("envpool/Taxi-v4", render_mode="ansi_list")
    texts.reset(seed=42)
    texts.step(1)
    assert [text.splitlines()[-1] for text in texts.render()] == ["", "  (North)"]


def test_saved_states_have_what_texts_show() -> None:
    one, other = (
        envpool.make_gymnasium("Taxi-v3", num_envs=1, render_mode="ansi", seed=seed)
        for seed in (3, 4)
    )
    one.reset()
    other.reset()
    one.step(np.array([4]))
    other.load_state(one.save_state())
    assert other.render() == one.render()
    assert "(Pickup)" in one.render()[0]


@pytest.mark.parametrize("task_id", ["Blackjack-v1", "Catch-v0", "NChain-v0"])
def test_no_texts(task_id: str) -> None:
    env = envpool.make_gymnasium(task_id, render_mode="ansi")
    env.reset()
    assert env.metadata["render_modes"] == ["human", "rgb_array"]
    with pytest.raises(NotSupportedError, match=r"as text.*GymnasiumEnvPool"):
        env.render()


def test_metadata_is_the_official_one() -> None:
    for task_id in {task_id for task_id, _ in FRAMES}:
        official = gymnasium.make(task_id).metadata
        metadata = envpool.make_gymnasium(task_id).metadata
        assert metadata["render_fps"] == official["render_fps"]
        assert set(metadata["render_modes"]) == set(official["render_modes"])


def test_the_board_of_catch() -> None:
    """Ball and paddle of the frame are where the observation has them."""
    env = envpool.make_gymnasium("Catch-v0", render_mode="rgb_array", seed=2)
    obs, _ = env.reset()
    for action in (0, 0, 2):
        (frame,) = env.render()
        colors = frame[25::50, 25::50]  # the middle of each cell
        bright = (colors != colors[5, 0]).any(axis=2)
        np.testing.assert_array_equal(bright, obs[0] != 0)
        obs, *_ = env.step(np.array([action]))


@pytest.mark.parametrize("num_states", [1, 5, 1000, 2**20])
def test_the_chain(num_states: int) -> None:
    """A light disc marks the state."""
    env = envpool.make_gymnasium(
        "NChain-v0", render_mode="rgb_array", n=num_states, slip=0.0
    )
    env.reset()
    for state in range(min(num_states, 4)):
        (frame,) = env.render()
        columns = np.flatnonzero((frame[50] > 225).all(axis=1))
        expected = 20 + (state + 0.5) * 560 / num_states
        assert abs(columns.mean() + 0.5 - expected) < 1
        env.step(np.array([0]))


def test_the_largest_boards() -> None:
    for task_id, options, shape in (
        ("Catch-v0", {"height": 512, "width": 512}, (500, 250, 3)),
        ("FrozenLake-v1", {"desc": ["S" + "F" * 511] * 512}, (512, 512, 3)),
    ):
        env: Any = envpool.make_gymnasium(task_id, render_mode="rgb_array", **options)
        env.reset()
        assert env.render()[0].shape == shape


def test_a_window() -> None:
    """The window of render_mode="human" is as large as the map."""
    env = envpool.make_gymnasium("FrozenLake8x8-v1", render_mode="human")
    env.reset()
    assert env.render() is None
    assert pygame.display.get_surface().get_size() == (512, 512)
    env.close()
