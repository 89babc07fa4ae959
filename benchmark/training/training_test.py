# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The training benchmark runs and reports its results."""

import json
import os
import pathlib
import resource
import subprocess
import sys
import time

import pytest

from benchmark.training import compare
from benchmark.training.tasks import TASKS
from envpool.bench import plot

BY_KEY = {task.key: task for task in TASKS}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Returns the results of a short run."""
    folder = tmp_path_factory.mktemp("training")
    arguments = ["cartpole", "--seeds=1", "--steps=30000", f"--out={folder}"]
    assert compare.main(arguments) == 0
    return json.loads((folder / "results.json").read_text())["cartpole"]


def test_learns_the_same_from_both(found):
    ours, theirs = (found["runs"][key][0] for key in ("envpool", "gymnasium-async"))
    assert ours["steps"] == theirs["steps"] >= 30000 - 16 * 64
    returns = [[row[1:3] for row in run["curve"]] for run in (ours, theirs)]
    # Later returns may differ, as the last bits of sines depend on the CPU.
    assert returns[0][:5] == returns[1][:5]
    assert returns[0][-1][1] > 2 * returns[0][0][1]
    assert 0 < ours["env_seconds"] < ours["seconds"]
    for each in (ours, theirs):
        assert each["curve"][-1][3] > 0
        assert {"date", "seed"} <= each.keys()
        assert 0 <= each["cpus_of_others"] <= os.cpu_count()
    # The curve is rounded; the CPU time of Gymnasium's env processes counts at the end.
    assert ours["cpu_seconds"] > ours["curve"][-1][3] - 0.001
    assert theirs["cpu_seconds"] > theirs["curve"][-1][3] + 0.01
    assert "--peers" in found["missing"]["envpool-1.2.5"]


def test_a_run_is_kept(found, tmp_path, monkeypatch):
    """Runs in results.json are not repeated, and not lost if another run fails."""
    (tmp_path / "results.json").write_text(json.dumps({"cartpole": found}))
    ran = []

    def fail(task, system, seed, args):
        ran.append((system, seed))
        raise compare.RunError("out of time")

    monkeypatch.setattr(compare, "run", fail)
    arguments = ["cartpole", "--seeds=2", "--resume", f"--out={tmp_path}"]
    arguments += ["--steps=30000"]
    assert compare.main([*arguments, "--systems=envpool"]) == 0
    assert ran == [("envpool", 2)]
    kept = json.loads((tmp_path / "results.json").read_text())["cartpole"]
    assert kept["runs"] == found["runs"]
    for other, name in {"--threads=2": "threads", "--steps=40000": "steps"}.items():
        with pytest.raises(SystemExit, match=f"expected the same {name} as"):
            compare.main([*arguments, other])
    with monkeypatch.context() as patch:
        patch.setattr(compare, "program", lambda: "one that learns otherwise")
        with pytest.raises(SystemExit, match="expected the same program as"):
            compare.main(arguments)
    assert json.loads((tmp_path / "results.json").read_text())["cartpole"] == kept


def test_all_tasks_are_checked_before_any_is_run(found, tmp_path, monkeypatch):
    """Otherwise the first task might run for an hour before the second is refused."""
    before = {"cartpole": found, "pong": {**found, "threads": 2}}
    (tmp_path / "results.json").write_text(json.dumps(before))
    monkeypatch.setattr(compare, "run", lambda *_: pytest.fail("a run"))
    arguments = ["--seeds=2", "--steps=30000", "--resume", f"--out={tmp_path}"]
    with pytest.raises(SystemExit, match=r"pong: expected the same .*threads"):
        compare.main(["cartpole", "pong", *arguments])
    assert json.loads((tmp_path / "results.json").read_text()) == before


def test_results_are_replaced_as_a_whole(found, tmp_path, monkeypatch):
    """If writing the results is interrupted, the previous results remain."""
    (tmp_path / "results.json").write_text(json.dumps({"cartpole": found}))
    monkeypatch.setattr(compare, "run", lambda *_: found["runs"]["envpool"][0])

    def stop(self, text, encoding):
        self.write_bytes(text.encode(encoding)[:100])
        raise KeyboardInterrupt

    monkeypatch.setattr(pathlib.Path, "write_text", stop)
    with pytest.raises(KeyboardInterrupt):
        compare.main(
            ["cartpole", "--seeds=2", "--systems=envpool", f"--out={tmp_path}"]
        )
    kept = json.loads((tmp_path / "results.json").read_text())
    assert kept == {"cartpole": found}


WORK = "import time\nwhile time.process_time() < 0.5: pass"


def children_seconds():
    """Returns the CPU time of the children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_the_cpus_of_others_are_not_those_of_runs(monkeypatch):
    before = compare.busy_seconds()
    with monkeypatch.context() as patch:
        patch.setattr(compare, "busy_seconds", children_seconds)
        others = compare.OtherCpuLoad()
        subprocess.run([sys.executable, "-c", WORK], check=True)
        assert others.cpus() == 0
        start = others.before[0]
        patch.setattr(
            compare,
            "busy_seconds",
            lambda: children_seconds() + 2 * (time.monotonic() - start),
        )
        assert others.cpus() == pytest.approx(2, abs=0.1)
    assert compare.busy_seconds() > before + 0.4


def test_all_systems_have_the_same_threads(monkeypatch):
    """PyTorch's setting does not limit its BLAS, which would use all CPUs."""
    found = []

    def note(command, *, env, **_):
        found.append([env[name] for name in compare._THREADS])
        raise compare.RunError

    monkeypatch.setattr(compare.subprocess, "run", note)
    args = compare.parser().parse_args(["--threads=3", "--peers=python3"])
    for system in compare.SYSTEMS:
        with pytest.raises(compare.RunError):
            compare.run(BY_KEY["cartpole"], system, 1, args)
    assert found == [["3"] * 3] * 3


def test_picture(found, tmp_path):
    plt = pytest.importorskip("matplotlib.pyplot")
    assert plot.draw_curves(found, tmp_path / "curve.png")
    picture = plt.imread(tmp_path / "curve.png")
    assert not picture[0, 0, 3]  # the background is transparent
    assert picture.shape[0] > picture.shape[1]  # for narrow pages


def test_no_picture_without_curves(found, tmp_path):
    runs = {"envpool": [{"curve": []}]}
    assert not plot.draw_curves({**found, "runs": runs}, tmp_path / "curve.png")
    assert not (tmp_path / "curve.png").exists()


def test_late_curves_have_a_common_place():
    """A run that begins after the end of another one shares its last place."""
    runs = [{"curve": [(0.0, 0, 1.0), (1.0, 10, 2.0)]}, {"curve": [(9.0, 90, 5.0)]}]
    places, low, middle, high = plot.bands(runs, 0)
    assert places.tolist() == [9.0]
    assert (low[0], middle[0], high[0]) == (2.0, 3.5, 5.0)


def test_bands():
    curve = [(0.0, 0, 0.0), (10.0, 100, 10.0)]
    above = [(seconds, steps, mean + 4) for seconds, steps, mean in curve]
    runs = [{"curve": each} for each in (curve, above, [])]
    places, low, middle, high = plot.bands(runs, 1)
    assert (places[0], places[-1]) == (0, 100)
    assert (low[-1], middle[-1], high[-1]) == (10, 12, 14)


def test_reports():
    runs = [
        {"reached": 2.0, "seconds": 2.0, "steps": 100, "env_seconds": 1.0},
        {"reached": 4.0, "seconds": 4.0, "steps": 500, "env_seconds": 2.0},
    ]
    runs = [{**each, "cpu_seconds": 5 + each["steps"], "curve": []} for each in runs]
    text = compare.describe(BY_KEY["cartpole"], "envpool", runs)
    assert "3.0 s to 475 (2.0 to 4.0), 305.0 s of CPU time; 100 steps/s" in text
    assert text.endswith("50% of the time in envs")
    runs[0] |= {"reached": None, "curve": [(1.0, 10, 23.0)]}
    text = compare.describe(BY_KEY["cartpole"], "envpool", runs)
    assert "475 not reached in 1 of 2 runs, at best 23.0" in text


@pytest.mark.parametrize(
    ("words", "text"),
    [(["cartpool"], "cartpool"), (["--systems=envpool,nobody"], "nobody")],
)
def test_bad_arguments(words, text):
    with pytest.raises(SystemExit, match=text):
        compare.main(words)
