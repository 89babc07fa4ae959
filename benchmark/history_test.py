# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A line of numbers, and the picture of several lines."""

import json
import sys

from benchmark import history, start


def test_lines_are_added_and_drawn(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(history, "SECONDS", 0.01)
    monkeypatch.setattr(history, "ROUNDS", 1)
    monkeypatch.setattr(start, "IMPORTS", 1)
    file = tmp_path / "new/history.jsonl"
    monkeypatch.setattr(sys, "argv", ["history", "--file", str(file), "cartpole-async"])
    history.main()
    line = json.loads(file.read_text())
    assert line["pools"].keys() == {"cartpole-async"}
    numbers = line["pools"]["cartpole-async"]
    assert numbers["ratio"] is None  # without --released
    assert 0 < numbers["p50"] <= numbers["p95"] <= numbers["p99"]
    assert numbers["steps_per_second"] > 0
    assert "envpool,envpool-1.2.7 cartpole-async" in capsys.readouterr().out

    older = {
        **line,
        "machine": {"cpu": "Old Xeon"},
        "date": "2026-01-01T02:17:00+00:00",
    }
    file.write_text(f"{json.dumps(older)}\n{json.dumps(line)}\n")
    monkeypatch.setattr(sys, "argv", ["history", "--file", str(file), "--draw"])
    history.main()
    picture = file.with_suffix(".svg").read_text()
    for text in ("cartpole-async: steps/s", "Old Xeon", line["machine"]["cpu"]):
        assert text in picture
