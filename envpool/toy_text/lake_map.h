// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ENVPOOL_TOY_TEXT_LAKE_MAP_H_
#define ENVPOOL_TOY_TEXT_LAKE_MAP_H_

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/dict.h"

namespace envpool::toy_text {

/// The lake as one string, row after row.  Throws if the map is not valid.
struct LakeMap {
  int rows = 0;
  int cols = 0;
  std::string cells;

  static LakeMap FromRows(const std::vector<std::string>& desc) {
    LakeMap map;
    map.rows = static_cast<int>(desc.size());
    map.cols = static_cast<int>(desc.at(0).size());
    for (const std::string& row : desc) {
      if (row.size() != desc[0].size()) {
        throw std::invalid_argument("desc: all rows must be equally long");
      }
      map.cells += row;
    }
    if (map.cells.find_first_not_of("SFHG") != std::string::npos) {
      throw std::invalid_argument("desc: only the letters S F H G are known");
    }
    if (map.cells.find('S') == std::string::npos) {
      throw std::invalid_argument("desc: at least one start cell S is needed");
    }
    return map;
  }

  static LakeMap FromName(const std::string& name) {
    if (name == "4x4") {
      return FromRows({"SFFF", "FHFH", "FFFH", "HFFG"});
    }
    if (name == "8x8") {
      return FromRows({"SFFFFFFF", "FFFFFFFF", "FFFHFFFF", "FFFFFHFF",
                       "FFFHFFFF", "FHHFFFHF", "FHFFHFHF", "FFFHFFFG"});
    }
    throw std::invalid_argument(
        "map_name: expected \"4x4\" or \"8x8\", got \"" + name + "\"");
  }

  template <typename Config>
  static LakeMap FromConfig(const Config& conf) {
    const std::vector<std::string>& desc = conf["desc"_];
    if (!desc.empty()) return FromRows(desc);
    const std::string& name = conf["map_name"_];
    if (!name.empty()) return FromName(name);
    const std::string side = std::to_string(conf["size"_]);
    return FromName(side + "x" + side);
  }

  /// Sizes in pixels, as width and height. A side of a frame has at most
  /// kLargestFrame pixels.
  static constexpr int kLargestFrame = 512;
  [[nodiscard]] std::pair<int, int> CellSize() const {
    const auto [width, height] = FrameSize();
    return {width / cols, height / rows};
  }
  [[nodiscard]] std::pair<int, int> FrameSize() const {
    return {std::min(64 * cols, kLargestFrame),
            std::min(64 * rows, kLargestFrame)};
  }
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_LAKE_MAP_H_
