// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/observation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/minigrid/levels/levels.h"
#include "envpool/minigrid/view.h"

namespace envpool::minigrid {
namespace {

constexpr int kChannels = 3;
constexpr int kTypes = 11;
constexpr int kStates = 3;
constexpr int kBits = kTypes + kNumColors + kStates;

// FlatObsWrapper's mission: one-hot characters from a-z, space and comma.
constexpr int kFlatCharacters = 96;
constexpr int kLetters = 28;

int ViewSize(const Level& level) { return level.options().agent_view_size; }

int LetterOf(char character) {
  if (character >= 'A' && character <= 'Z') {
    character = static_cast<char>(character - 'A' + 'a');
  }
  if (character >= 'a' && character <= 'z') {
    return character - 'a';
  }
  if (character == ' ' || character == ',') {
    return character == ' ' ? kLetters - 2 : kLetters - 1;
  }
  throw std::runtime_error(
      "minigrid: observation=flat is for missions of letters, spaces and "
      "commas");
}

}  // namespace

struct Observer::Kind {
  std::string_view name;
  Shaper* shape;
  Writer* write;
};

const Observer::Kind& Observer::Find(const std::string& name) {
  static constexpr std::array<Kind, 7> kKinds = {{
      {"partial", ShapeOfView, WritePartial},
      {"fully_observed", ShapeOfGrid, WriteFullyObserved},
      {"rgb_partial", ShapeOfRgbPartial, WriteRgbPartial},
      {"rgb_full", ShapeOfRgbFull, WriteRgbFull},
      {"one_hot", ShapeOfOneHot, WriteOneHot},
      {"symbolic", ShapeOfGrid, WriteSymbolic},
      {"flat", ShapeOfFlat, WriteFlat},
  }};
  const auto* kind = std::find_if(
      kKinds.begin(), kKinds.end(),
      [&](const Kind& candidate) { return candidate.name == name; });
  if (kind == kKinds.end()) {
    throw std::invalid_argument(
        "observation: expected partial, fully_observed, rgb_partial, rgb_full, "
        "one_hot, symbolic or flat, got \"" +
        name + "\"");
  }
  return *kind;
}

Observer::Observer(const std::string& kind, int tile_size)
    : shape_(Find(kind).shape),
      write_(Find(kind).write),
      tiles_(Tiles::OfSize(tile_size > 0 ? tile_size : kTileSize)) {}

std::vector<int> Observer::Shape(const Level& level) const {
  return shape_(*this, level);
}

std::vector<int> Observer::ShapeOfView(const Observer& /*self*/,
                                       const Level& level) {
  return {ViewSize(level), ViewSize(level), kChannels};
}

std::vector<int> Observer::ShapeOfGrid(const Observer& /*self*/,
                                       const Level& level) {
  return {level.grid().width(), level.grid().height(), kChannels};
}

std::vector<int> Observer::ShapeOfRgbPartial(const Observer& self,
                                             const Level& level) {
  const int side = ViewSize(level) * self.tiles_->size();
  return {side, side, kChannels};
}

std::vector<int> Observer::ShapeOfRgbFull(const Observer& self,
                                          const Level& level) {
  const int tile = self.tiles_->size();
  return {level.grid().height() * tile, level.grid().width() * tile, kChannels};
}

std::vector<int> Observer::ShapeOfOneHot(const Observer& /*self*/,
                                         const Level& level) {
  return {ViewSize(level), ViewSize(level), kBits};
}

std::vector<int> Observer::ShapeOfFlat(const Observer& /*self*/,
                                       const Level& level) {
  return {ViewSize(level) * ViewSize(level) * kChannels +
          kFlatCharacters * kLetters};
}

void Observer::WritePartial(const Observer& /*self*/, const Level& level,
                            uint8_t* out) {
  WriteView(level, out);
}

void Observer::WriteFullyObserved(const Observer& /*self*/, const Level& level,
                                  uint8_t* out) {
  const Grid& grid = level.grid();
  const Cell agent = {Type::kAgent, Color::kRed,
                      static_cast<uint8_t>(level.agent_dir()), 0};
  for (int x = 0; x < grid.width(); ++x) {
    for (int y = 0; y < grid.height(); ++y, out += kChannels) {
      const Pos pos = {x, y};
      const Cell& cell = pos == level.agent_pos() ? agent : grid[pos];
      out[0] = static_cast<uint8_t>(cell.type);
      out[1] = static_cast<uint8_t>(cell.color);
      out[2] = cell.state;
    }
  }
}

void Observer::WriteRgbPartial(const Observer& self, const Level& level,
                               uint8_t* out) {
  DrawView(level, *self.tiles_, out);
}

void Observer::WriteRgbFull(const Observer& self, const Level& level,
                            uint8_t* out) {
  DrawGrid(level, *self.tiles_, true, out);
}

void Observer::WriteOneHot(const Observer& /*self*/, const Level& level,
                           uint8_t* out) {
  std::array<uint8_t, kMaxViewSize * kMaxViewSize * kChannels> view;  // NOLINT
  WriteView(level, view.data());
  const int cells = ViewSize(level) * ViewSize(level);
  std::memset(out, 0, static_cast<std::size_t>(cells) * kBits);
  const uint8_t* cell = view.data();
  for (int i = 0; i < cells; ++i, cell += kChannels, out += kBits) {
    out[cell[0]] = 1;
    out[kTypes + cell[1]] = 1;
    out[kTypes + kNumColors + cell[2]] = 1;
  }
}

void Observer::WriteSymbolic(const Observer& /*self*/, const Level& level,
                             uint8_t* out) {
  constexpr uint8_t kEmpty = 255;
  const Grid& grid = level.grid();
  for (int x = 0; x < grid.width(); ++x) {
    for (int y = 0; y < grid.height(); ++y, out += kChannels) {
      const Pos pos = {x, y};
      const Type type =
          pos == level.agent_pos() ? Type::kAgent : grid[pos].type;
      out[0] = static_cast<uint8_t>(x);
      out[1] = static_cast<uint8_t>(y);
      out[2] = type == Type::kEmpty ? kEmpty : static_cast<uint8_t>(type);
    }
  }
}

void Observer::WriteFlat(const Observer& /*self*/, const Level& level,
                         uint8_t* out) {
  WriteView(level, out);
  out += ViewSize(level) * ViewSize(level) * kChannels;
  std::memset(out, 0, kFlatCharacters * kLetters);
  if (level.mission().size() > kFlatCharacters) {
    throw std::runtime_error(
        "minigrid: observation=flat is for missions of at most 96 characters");
  }
  for (const char character : level.mission()) {
    out[LetterOf(character)] = 1;
    out += kLetters;
  }
}

std::vector<int> ImageShape(const LevelOptions& options,
                            const std::string& kind, int tile_size) {
  constexpr int64_t kMaxBytes = int64_t{1} << 26;
  if (kind == "partial") {  // avoids making a level, which may be slow
    return {options.agent_view_size, options.agent_view_size, kChannels};
  }
  const std::vector<int> shape =
      Observer(kind, tile_size).Shape(*MakeLevel(options));
  int64_t bytes = 1;
  for (const int extent : shape) {
    bytes *= extent;
  }
  if (bytes > kMaxBytes) {
    throw std::invalid_argument(
        "tile_size: expected one with which a picture has at most 64 MiB, "
        "got " +
        std::to_string(tile_size));
  }
  return shape;
}

}  // namespace envpool::minigrid
