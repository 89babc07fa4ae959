// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/toy_text/texts.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/toy_text/cliffwalking.h"
#include "envpool/toy_text/frames.h"
#include "envpool/toy_text/taxi.h"

namespace envpool::toy_text {
namespace {

// Terminal colour codes; background codes are greater by 10.
constexpr std::string_view kOnRed = "41";
constexpr std::string_view kOnGreen = "42";
constexpr std::string_view kOnYellow = "43";
constexpr std::string_view kBoldBlue = "34;1";
constexpr std::string_view kMagenta = "35";

void Colorize(std::string* text, std::string_view code) {
  text->insert(0, "\x1b[" + std::string(code) + "m");
  text->append("\x1b[0m");
}

std::string Joined(const std::vector<std::string>& cells, int columns) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += cells[i];
    if ((i + 1) % columns == 0) text += '\n';
  }
  return text;
}

/// The line that names the latest action; empty before the first one.
template <std::size_t kActions>
std::string ActionLine(const std::array<const char*, kActions>& names,
                       int action) {
  if (action == kNoAction) return "\n";
  return std::string("  (") + names[action] + ")\n";
}

}  // namespace

std::string LakeText(const LakeMap& map, int cell, int action) {
  constexpr std::array kNames{"Left", "Down", "Right", "Up"};
  std::vector<std::string> cells;
  for (const char letter : map.cells) cells.emplace_back(1, letter);
  Colorize(&cells[cell], kOnRed);
  return ActionLine(kNames, action) + Joined(cells, map.cols);
}

std::string CliffText(int cell) {
  using World = CliffWalkingEnv;
  std::string text;
  for (int place = 0; place < World::kRows * World::kCols; ++place) {
    const bool is_last = (place + 1) % World::kCols == 0;
    char letter = World::IsCliff(place) ? 'C' : 'o';
    if (place == World::kGoal) letter = 'T';
    if (place == cell) letter = 'x';
    text += letter;
    text += is_last ? "\n" : "  ";
  }
  return text + "\n";
}

std::string TaxiText(int state, int action) {
  constexpr std::array kNames{"South", "North",  "East",
                              "West",  "Pickup", "Dropoff"};
  const auto [taxi, passenger, destination] = TaxiRules::State::Decode(state);
  constexpr int kColumns = static_cast<int>(TaxiRules::kMap[0].size());
  std::vector<std::string> cells;
  for (const std::string_view row : TaxiRules::kMap) {
    for (const char letter : row) cells.emplace_back(1, letter);
  }
  const auto at = [&cells](const TaxiRules::Position& place) {
    return &cells[(place.row + 1) * kColumns + place.col * 2 + 1];
  };
  std::string* cab = at(taxi);
  if (passenger < TaxiRules::kInTaxi) {
    Colorize(cab, kOnYellow);
    Colorize(at(TaxiRules::kStand[passenger]), kBoldBlue);
  } else {
    if (*cab == " ") *cab = "_";
    Colorize(cab, kOnGreen);
  }
  Colorize(at(TaxiRules::kStand[destination]), kMagenta);
  return Joined(cells, kColumns) + ActionLine(kNames, action);
}

}  // namespace envpool::toy_text
