// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenario: the settings of a ViZDoom configuration file (.cfg).
//
// Keys and values are those of `DoomGame.load_config`. Lines that it ignores
// with a warning are errors here.
//
// Threads: plain values. Errors: std::invalid_argument, naming file and line.

#ifndef ENVPOOL_VIZDOOM_SCENARIO_H_
#define ENVPOOL_VIZDOOM_SCENARIO_H_

#include <cstddef>
#include <string>
#include <vector>

#include "envpool/vizdoom/shared_memory.h"

namespace envpool::vizdoom {

/// The engine's numbers of screen formats. All colour formats of a file become
/// kColors: planes of red, green and blue.
enum ScreenFormat { kColors = 0, kPixels = 1, kGray = 8, kPalette = 9 };

/// The rewards of a scenario: `DoomGame`'s settings.
struct ScenarioRewards {
  double living{0}, death_penalty{0}, map_exit{0}, kill{0}, item{0}, secret{0};
  double frag{0}, hit{0}, hit_taken_penalty{0}, damage_made{0};
  double damage_taken_penalty{0}, health{0}, armor{0};
};

struct Scenario {
  std::string path;  // path of the file itself
  std::string wad;   // "" for none
  std::string iwad;  // "" for the default
  std::string map{"map01"};
  std::vector<std::string> arguments;
  std::vector<int> buttons;    // engine numbers, in the file's order
  std::vector<int> variables;  // engine numbers, in the file's order
  double max_values[kDeltaButtons]{};

  int width{320}, height{240};
  int format{kColors};
  bool depth{false}, labels{false}, automap{false}, objects{false};
  bool sectors{false}, audio{false}, notifications{false};
  int automap_mode{0};
  int audio_rate{44100};
  int audio_tics{1}, notification_tics{1};
  int render_mode{4 | 16 | 32 | 64 | 512 | 2048 | 4096};
  bool console{false};

  unsigned skill{3};
  unsigned ticrate{35};
  unsigned start_tic{1};
  unsigned timeout{0};
  ScenarioRewards rewards;

  /// The number of planes of a frame: 1 or 3.
  [[nodiscard]] int Channels() const {
    return format == kGray || format == kPalette ? 1 : 3;
  }
  /// The size in bytes of one of the engine's buffers; 0 if it is disabled.
  [[nodiscard]] std::size_t BufferSize(Region region) const;
};

Scenario ReadScenario(const std::string& path);

/// Adds arguments for the engine, which `text` separates by spaces.
void AddArguments(const std::string& text, Scenario* scenario);

/// Throws for network arguments: games of several players set these themselves.
/// `key` is the option with the arguments.
void CheckNoNetwork(const std::string& key,
                    const std::vector<std::string>& arguments);

/// Throws for a map that is in neither of the two wads, since the engine would
/// play another map. Accepts any map if a file is not a readable wad, or if the
/// arguments name further files.
void CheckMap(const Scenario& scenario);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SCENARIO_H_
