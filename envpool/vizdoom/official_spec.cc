// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/official_spec.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::vizdoom {
namespace {

constexpr std::size_t kMaxSets = 1 << 20;

bool IsDelta(int button) { return button >= kBinaryButtons; }

void Choose(int option, bool* buffer) {
  *buffer = option == kAsFile ? *buffer : option != 0;
}

}  // namespace

std::vector<std::uint64_t> PressedSets(int count, int most) {
  std::vector<std::uint64_t> sets;
  std::uint64_t pressed = 0;
  while (pressed < std::uint64_t{1} << count) {
    if (sets.size() == kMaxSets) {
      throw std::invalid_argument(
          "max_buttons_pressed: expected at most 1048576 actions, got more");
    }
    sets.push_back(pressed);
    // The numbers that follow a set of `most` buttons have more bits until the
    // carry reaches its lowest bit, so they are skipped.
    pressed += std::popcount(pressed) < most ? 1 : pressed & -pressed;
  }
  return sets;
}

Scenario OfficialScenario(const OfficialOptions& options) {
  if (options.cfg_path.empty()) {
    throw std::invalid_argument(
        "cfg_path: expected the path of a scenario's .cfg, got none");
  }
  Scenario scenario = ReadScenario(options.cfg_path);
  const auto is_delta = [](int button) { return IsDelta(button); };
  std::stable_partition(scenario.buttons.begin(), scenario.buttons.end(),
                        is_delta);
  scenario.iwad = options.iwad_path;
  if (!options.wad_path.empty()) {
    scenario.wad = options.wad_path;
  }
  if (!options.map_id.empty()) {
    scenario.map = options.map_id;
  }
  if (options.doom_skill > 0) {
    scenario.skill = static_cast<unsigned>(options.doom_skill);
  }
  if (scenario.format != kGray) {
    scenario.format = kPixels;
  }
  Choose(options.depth, &scenario.depth);
  Choose(options.labels, &scenario.labels);
  Choose(options.automap, &scenario.automap);
  Choose(options.audio, &scenario.audio);
  Choose(options.notifications, &scenario.notifications);
  scenario.audio_tics = scenario.notification_tics = options.frame_skip;
  scenario.objects = scenario.sectors = false;  // not observed
  AddArguments(options.game_args, &scenario);
  CheckMap(scenario);
  return scenario;
}

int BinaryButtons(const Scenario& scenario) {
  return static_cast<int>(
      std::count_if(scenario.buttons.begin(), scenario.buttons.end(),
                    [](int button) { return !IsDelta(button); }));
}

}  // namespace envpool::vizdoom
