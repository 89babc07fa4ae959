// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/highway/options.h"

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace envpool::highway {

namespace {

constexpr std::string_view kRangePrefix = "features_range.";

[[noreturn]] void RefuseKey(const std::string& key) {
  throw std::invalid_argument(
      "observation_part_numbers: expected keys of observations, got \"" + key +
      "\"");
}

std::vector<int> Rounded(const std::vector<double>& numbers) {
  return {numbers.begin(), numbers.end()};
}

void SetWords(const std::string& key, const std::vector<std::string>& words,
              ObservationOptions* o) {
  if (key == "features") {
    o->features = words;
  } else if (key == "observation") {
    o->type = words.at(0);
  } else if (key == "order") {
    o->order = words.at(0);
  } else {
    RefuseKey(key);
  }
}

/// Sets an option that is one number; returns false for other options.
bool SetNumber(const std::string& key, double number, ObservationOptions* o) {
  const std::map<std::string_view, bool*> flags{
      {"absolute", &o->absolute},
      {"normalize", &o->normalize},
      {"clip", &o->clip},
      {"see_behind", &o->see_behind},
      {"observe_intentions", &o->observe_intentions},
      {"include_obstacles", &o->include_obstacles},
      {"align_to_vehicle_axes", &o->aligns_to_vehicle},
      {"as_image", &o->as_image}};
  const std::map<std::string_view, int*> counts{
      {"observation_vehicles_count", &o->vehicles_count},
      {"cells", &o->cells},
      {"stack_size", &o->stack_size}};
  const std::map<std::string_view, double*> reals{
      {"horizon", &o->horizon},
      {"maximum_range", &o->maximum_range},
      {"observation_scaling", &o->picture_scaling}};
  if (const auto found = flags.find(key); found != flags.end()) {
    *found->second = number != 0;
  } else if (const auto count = counts.find(key); count != counts.end()) {
    *count->second = static_cast<int>(number);
  } else if (const auto real = reals.find(key); real != reals.end()) {
    *real->second = number;
  } else {
    return false;
  }
  return true;
}

void SetNumbers(const std::string& key, const std::vector<double>& numbers,
                ObservationOptions* o) {
  if (key.starts_with(kRangePrefix)) {
    o->features_range[key.substr(kRangePrefix.size())] = numbers;
  } else if (key == "scales") {
    o->scales = numbers;
  } else if (key == "grid_size") {
    o->grid_size = numbers;
  } else if (key == "grid_step") {
    o->grid_step = numbers;
  } else if (key == "observation_shape") {
    o->picture_shape = Rounded(numbers);
  } else if (key == "weights") {
    o->gray_weights = numbers;
  } else if (key == "observation_centering_position") {
    o->picture_centering = numbers;
  } else if (!SetNumber(key, numbers.at(0), o)) {
    RefuseKey(key);
  }
}

}  // namespace

ObservationOptions PartOptionsOf(const StatedWords& words,
                                 const StatedNumbers& numbers,
                                 const ObservationOptions& base) {
  ObservationOptions options = base;
  options.features_range.clear();
  for (const auto& [key, value] : words) {
    SetWords(key, value, &options);
  }
  for (const auto& [key, value] : numbers) {
    SetNumbers(key, value, &options);
  }
  return options;
}

}  // namespace envpool::highway
