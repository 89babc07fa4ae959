# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The kit's message about each mistake begins with a helpful sentence."""

import pytest

from envpool.registration import registry
from envpool.testing import flawed, kit_tests, sources
from envpool.testing.checks import CHECKS

# By flaw: the check that finds it, and the beginning of its message.
FOUND = {
    "done": ("determinism.check_states", "Save does not write all that changes"),
    "mask": ("conformance.check_gymnasium", "info:action_mask: no action is legal in"),
    "reset": ("determinism.check_reseed", "reset(seed=s) of a used env differs"),
    "reward": ("conformance.check_gymnasium", "All rewards of 180 steps are 0: Step"),
    "save": ("determinism.check_states", "Save does not write all that changes"),
    "space": ("conformance.check_gymnasium", "An observation is not in its space"),
    "throw": ("determinism.check_schedules", "The env failed in Reset or Step"),
}
DETAILS = {
    "done": "in a new pool",
    "reset": "reset(seed=31): obs",
    "save": "obs",
    "space": "expected values in [-40.0, 40.0] at (",
    "throw": "too far",
}


def text_of(name, task_id):
    with pytest.raises(pytest.fail.Exception) as caught:
        kit_tests.run(CHECKS[name], task_id)
    assert not caught.value.pytrace
    return str(caught.value)


@pytest.mark.parametrize("flaw", FOUND)
def test_a_flaw_is_found_and_named(flaw):
    name, begin = FOUND[flaw]
    text = text_of(name, f"Flawed-{flaw}-v0")
    assert text.startswith(f"Flawed-{flaw}-v0: {begin}")
    assert DETAILS.get(flaw, "") in text


def test_elements_that_are_not_written():
    text = text_of("conformance.check_rows", "Unwritten-v0")
    assert text.startswith("Unwritten-v0: A row has what was in its memory before")
    assert "info.speed" in text
    kit_tests.run(CHECKS["conformance.check_rows"], "Flawed-none-v0")


@pytest.mark.parametrize("name", sorted({name for name, _ in FOUND.values()}))
def test_without_a_flaw(name):
    kit_tests.run(CHECKS[name], "Flawed-none-v0")


def test_all_flaws_are_found():
    assert {"none", *FOUND} == set(flawed.FLAWS)


SOURCE = """
class GustEnv : public Env<GustEnvSpec> {
 public:
  GustEnv(const Spec& spec, int env_id)
      : Env<GustEnvSpec>(spec, env_id), last_(spec.config["length"_]), wind_{1} {}
  void Step(const Action& action) override {
    wind_ += 0.5;  // quiet_ = 1;
    grid_[1][2] = 3;
    if (last_ == place_) { trail_.push_back(place_); }
    place_ = last_;
  }
  void Save(StateWriter* writer) override {
    writer->Write(place_);
  }
 private:
  const int size_{3};
  int last_;
  int place_{0};
  double wind_;
  std::vector<int> trail_;
  int grid_[3][3] = {};
  bool quiet_{false};
};
"""


def test_members_that_are_not_saved(tmp_path, monkeypatch):
    registry.specs.setdefault("Gust-v0", ("gust", "GustEnvSpec"))
    try:
        monkeypatch.chdir(tmp_path)
        assert sources.not_saved("Gust-v0") == []
        (tmp_path / "src").mkdir()
        (tmp_path / "src/gust.h").write_text(SOURCE)
        assert sources.not_saved("Gust-v0") == ["wind_", "trail_", "grid_"]
    finally:
        del registry.specs["Gust-v0"]
