# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool play`."""

import numpy as np

import envpool
from envpool.cli import half_blocks, play
from envpool.cli.controls import controls_of


class FakeScreen:
    """Presses keys, one after each frame, and keeps the texts below the frames."""

    def __init__(self, keys):
        self.keys = list(keys)
        self.texts = []

    def show(self, frame, text):
        assert frame.ndim == 3
        self.texts.append(text)

    def pressed(self):
        key = self.keys.pop(0) if self.keys else ""
        return key.split()

    def held(self):
        """The next key, if it is marked with a plus."""
        return [self.keys[0][1:]] if self.keys and self.keys[0][:1] == "+" else []


def play_with(task_id, *keys, **kwargs):
    """Returns whether the episode ended, and the texts below the frames."""
    forced = {"render_mode": "rgb_array", "autoreset_mode": "disabled", "seed": 0}
    pool = envpool.make(task_id, "gymnasium", **forced, **kwargs)
    screen = FakeScreen(keys)
    ended = play.play(pool, screen, play.Person(controls_of(pool), pool))
    return ended, [text.partition(";")[0] for text in screen.texts], screen.texts[0]


def test_play_in_real_time(monkeypatch):
    monkeypatch.setattr(play, "LAST_SECONDS", 0)
    ended, returns, text = play_with("CartPole-v1", "", "right", "", "+left", "q")
    assert not ended
    # No key is held in the third frame; "left" is held in the fourth.
    assert returns == [f"return {n}" for n in (0, 0, 1, 2, 2)]
    assert text == "return 0; ←/a left, →/d right; q stops"
    pool = envpool.make(
        "CartPole-v1", "gymnasium", render_mode="rgb_array", autoreset_mode="disabled"
    )
    screen = FakeScreen([])
    assert play.play(pool, screen, play.Policy(lambda obs: np.array([1])))
    assert len(screen.texts) > 5


def test_play_in_turns():
    """A key is one step, regardless of the time until the next key."""
    keys = ["", "left", "", "", "x", "", "down", "", "4 q"]
    ended, returns, text = play_with("Taxi-v3", *keys)
    assert not ended
    assert returns == [f"return {n}" for n in (0, 0, -1, -1, -1, -1, -1, -2, -2)]
    assert "↓/s south" in text
    assert "space pickup" in text
    # Only the latest of several pressed keys counts.
    assert play_with("Taxi-v3", "left left left", "q")[1] == ["return 0", "return -1"]


def test_frames_as_text():
    frame = np.zeros((40, 60, 3), np.uint8)
    frame[:20] = (255, 0, 0)
    text = half_blocks.text_of(frame, rows=10, columns=30)
    lines = text.split("\r\n")
    assert len(lines) == 10
    assert [line.count("▀") for line in lines] == [30] * 10
    assert "38;2;255;0;0;48;2;255;0;0" in lines[0]
    assert "38;2;0;0;0;48;2;0;0;0" in lines[-1]
    small = half_blocks.text_of(frame[:3, :2], rows=100, columns=100)
    assert small.count("▀") == 4
    assert half_blocks.fit(1000, 1, rows=2, columns=1) == (4, 1)
