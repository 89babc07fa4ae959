// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/actions.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/vizdoom/names.h"
#include "envpool/vizdoom/shared_memory.h"

namespace envpool::vizdoom {

namespace {

constexpr int kMaxActions = 1 << 20;

int PlaceOf(const std::vector<int>& buttons, int button) {
  const auto found = std::find(buttons.begin(), buttons.end(), button);
  return found == buttons.end() ? -1
                                : static_cast<int>(found - buttons.begin());
}

// Whether the button with the next number has the opposite effect.
bool HasOpposite(int button) {
  switch (button) {
    case kMoveRight:
    case kMoveBackward:
    case kTurnRight:
    case kLookUp:
    case kMoveUp:
    case kSelectNextWeapon:
    case kSelectNextItem:
      return true;
    default:
      return false;
  }
}

}  // namespace

ActionSet::ActionSet(const std::vector<int>& buttons, bool force_speed,
                     const DeltaConfig& deltas)
    : count_(static_cast<int>(buttons.size())) {
  for (int button = 0; button < kBinaryButtons; ++button) {
    AddButton(buttons, button, force_speed);
  }
  for (int button = kBinaryButtons; button < kButtons; ++button) {
    const int place = PlaceOf(buttons, button);
    const auto range = deltas.find(ButtonNames()[button]);
    if (place >= 0 && range != deltas.end()) {
      AddDelta(place, range->second);
    }
  }
}

void ActionSet::AddButton(const std::vector<int>& buttons, int button,
                          bool force_speed) {
  const int place = PlaceOf(buttons, button);
  if (button == kSelectWeapon1) {
    std::vector<Choice> choices = {kNone};
    for (int weapon = kSelectWeapon1; weapon <= kSelectWeapon0; ++weapon) {
      if (PlaceOf(buttons, weapon) >= 0) {
        choices.emplace_back(PlaceOf(buttons, weapon), 1.0);
      }
    }
    AddGroup(std::move(choices));
    return;
  }
  const bool is_weapon = button > kSelectWeapon1 && button <= kSelectWeapon0;
  if (place < 0 || is_weapon) {
    return;
  }
  const bool is_second = button > 0 && HasOpposite(button - 1) &&
                         PlaceOf(buttons, button - 1) >= 0;
  if (is_second) {
    return;
  }
  if (button == kSpeed && force_speed) {
    AddGroup({{place, 1.0}});
    return;
  }
  std::vector<Choice> choices = {kNone, {place, 1.0}};
  if (HasOpposite(button) && PlaceOf(buttons, button + 1) >= 0) {
    choices.emplace_back(PlaceOf(buttons, button + 1), 1.0);
  }
  AddGroup(std::move(choices));
}

void ActionSet::AddDelta(int place,
                         const std::tuple<int, float, float>& range) {
  const auto [count, low, high] = range;
  if (count <= 1) {
    return;
  }
  if (count > kMaxActions) {
    throw std::invalid_argument(
        "delta_button_config: expected at most 2^20 values");
  }
  const float step = (high - low) / static_cast<float>(count - 1);
  std::vector<Choice> choices;
  float value = low;
  for (int i = 0; i < count; ++i, value += step) {
    choices.emplace_back(place, value);
  }
  AddGroup(std::move(choices));
}

void ActionSet::AddGroup(std::vector<Choice> choices) {
  const std::int64_t size = static_cast<std::int64_t>(size_) *
                            static_cast<std::int64_t>(choices.size());
  if (size >= kMaxActions) {
    throw std::invalid_argument(
        "use_combined_action: expected buttons with fewer than 2^20 "
        "combinations");
  }
  size_ = static_cast<int>(size);
  groups_.push_back(std::move(choices));
}

void ActionSet::Decode(int action, double* values) const {
  std::fill_n(values, count_, 0.0);
  action = std::clamp(action, 0, size_ - 1);  // not checked by the caller
  for (auto group = groups_.rbegin(); group != groups_.rend(); ++group) {
    const int choices = static_cast<int>(group->size());
    const auto& [place, value] = (*group)[action % choices];
    if (place >= 0) {
      values[place] = value;
    }
    action /= choices;
  }
}

}  // namespace envpool::vizdoom
