// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenario: what a ViZDoom configuration file (.cfg) says.
//
// Keys and values are those of `DoomGame.load_config`. What that ignores with a
// warning is an error here.
//
// Threads: plain values. Errors: std::invalid_argument, naming file and line.

#ifndef ENVPOOL_VIZDOOM_SCENARIO_H_
#define ENVPOOL_VIZDOOM_SCENARIO_H_

#include <cstddef>
#include <string>
#include <vector>

#include "envpool/vizdoom/shared_memory.h"

namespace envpool::vizdoom {

/// The engine's numbers of screen formats. Colors have one here, whatever order
/// of their parts a file asks for: planes of red, green and blue.
enum ScreenFormat { kColors = 0, kPixels = 1, kGray = 8, kPalette = 9 };

/// What a scenario pays: `DoomGame`'s settings of rewards.
struct ScenarioRewards {
  double living{0}, death_penalty{0}, map_exit{0}, kill{0}, item{0}, secret{0};
  double frag{0}, hit{0}, hit_taken_penalty{0}, damage_made{0};
  double damage_taken_penalty{0}, health{0}, armor{0};
};

struct Scenario {
  std::string path;  // of the file itself
  std::string wad;   // "" for none
  std::string iwad;  // "" for the default
  std::string map{"map01"};
  std::vector<std::string> arguments;
  std::vector<int> buttons;    // by the engine's numbers, in the file's order
  std::vector<int> variables;  // likewise
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

  /// Planes of a frame: 1 or 3.
  [[nodiscard]] int Channels() const {
    return format == kGray || format == kPalette ? 1 : 3;
  }
  /// Bytes of one of the engine's buffers, from the screen on; 0 for none.
  [[nodiscard]] std::size_t BufferSize(Region region) const;
};

/// Reads a file.
Scenario ReadScenario(const std::string& path);

/// Adds arguments for the engine, which have spaces between them.
void AddArguments(const std::string& text, Scenario* scenario);

/// Refuses arguments that are about the network: for games of several players,
/// which have their own. `key` is where they come from.
void CheckNoNetwork(const std::string& key,
                    const std::vector<std::string>& arguments);

/// Refuses a map that neither of the two wads has: the engine would play
/// another. What is no wad or cannot be read may have any, and so may further
/// files that the arguments name.
void CheckMap(const Scenario& scenario);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SCENARIO_H_
