// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The example pictures of levels, and their settings: the official WFC_PRESETS.
//
// Threads: any. Errors: std::invalid_argument for an unknown name.

#ifndef ENVPOOL_MINIGRID_WFC_PRESETS_H_
#define ENVPOOL_MINIGRID_WFC_PRESETS_H_

#include <string>
#include <string_view>
#include <vector>

namespace envpool::minigrid::wfc {

struct Preset {
  std::string_view name;
  int pattern_width;
  bool periodic;  // whether the level wraps around at its edges
  std::vector<std::string_view> rows;  // '#' is a black pixel, '.' a white one
};

const Preset& FindPreset(const std::string& name);

}  // namespace envpool::minigrid::wfc

#endif  // ENVPOOL_MINIGRID_WFC_PRESETS_H_
