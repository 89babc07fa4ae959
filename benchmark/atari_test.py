# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import json

import pytest

from benchmark import atari

# A quarter of a MiB, plus batches of frames.
MAX_KIB_PER_ENV = 400


def test_memory_per_env():
    kib = atari.memory_per_env("Pong-v5")
    assert 0 < kib < MAX_KIB_PER_ENV


def test_making():
    found = atari.ask("making", "Pong-v5", 2)
    assert min(found["make"], found["make_cpu"], found["reset"]) > 0
    assert found["version"]


def medians(make, kib):
    return {"make": make, "make_cpu": make, "reset": 0.1, "kib": kib}


@pytest.mark.parametrize(
    ("ours", "kept"),
    [((0.2, 90), True), ((0.4, 90), False), ((0.2, 110), False)],
)
def test_what_is_promised(ours, kept):
    found = {"EnvPool": medians(*ours), "EnvPool 1.2.5": medians(1, 200)}
    lines, good = atari.row("Pong-v5", found)
    assert good == kept
    first, second = lines.splitlines()
    assert first.split()[-1] == ("yes" if kept else "NO")
    assert second.split()[:2] == ["EnvPool", "1.2.5"]


def test_without_the_release(tmp_path, capsys):
    out = tmp_path / "a" / "atari.json"
    options = ["--games=Pong-v5", "--rounds=1", "--peers=", f"--out={out}"]
    assert atari.main(options) in (0, 1)
    assert "Pong-v5" in capsys.readouterr().out
    found = json.loads(out.read_text("utf-8"))
    assert list(found) == ["Pong-v5"]
    assert list(found["Pong-v5"]) == ["EnvPool"]


def test_another_version_is_refused(monkeypatch):
    answer = {"version": "1.0.0", "make": 1, "make_cpu": 1, "reset": 1, "kib": 1}
    monkeypatch.setattr(atari, "ask", lambda *_: answer)
    with pytest.raises(SystemExit, match=r"EnvPool 1\.0\.0"):
        atari.measure("Pong-v5", 1, "python3")
