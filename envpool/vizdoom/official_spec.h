// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OfficialEnvSpec: the options, results and actions of an env of
// `vizdoom.gymnasium_wrapper`.
//
// The scenario determines the buffers of an observation; an entry without
// elements is left out.
//
// Threads: as EnvSpec. Errors: std::invalid_argument for a file that cannot be
// read, and for delta buttons if kHasDeltas is false, or none if it is true.

#ifndef ENVPOOL_VIZDOOM_OFFICIAL_SPEC_H_
#define ENVPOOL_VIZDOOM_OFFICIAL_SPEC_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/vizdoom/names.h"
#include "envpool/vizdoom/scenario.h"

namespace envpool::vizdoom {

/// The largest size of notifications in bytes.
inline constexpr int kNotificationBytes = 32768;

/// All sets of at most `most` pressed buttons of `count`, as bits; the first
/// button is the highest bit.
std::vector<std::uint64_t> PressedSets(int count, int most);

/// The value of a buffer option that keeps the setting of the scenario's file;
/// other values are 0 and 1.
inline constexpr int kAsFile = -1;

/// The options of such an env that change a scenario's file.
struct OfficialOptions {
  std::string cfg_path, wad_path, iwad_path, map_id, game_args;
  int frame_skip, doom_skill;
  int depth, labels, automap, audio, notifications;
};
Scenario OfficialScenario(const OfficialOptions& options);

/// The number of on-off buttons. The delta buttons, which turn or move by an
/// amount, come before them.
int BinaryButtons(const Scenario& scenario);

template <bool kHasDeltas>
class OfficialEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "frame_skip"_.Bind(1), "max_buttons_pressed"_.Bind(1),
        "treat_episode_timeout_as_truncation"_.Bind(true),
        "doom_skill"_.Bind(0), "depth"_.Bind(kAsFile), "labels"_.Bind(kAsFile),
        "automap"_.Bind(kAsFile), "audio"_.Bind(kAsFile),
        "notifications"_.Bind(kAsFile), "cfg_path"_.Bind(std::string()),
        "wad_path"_.Bind(std::string()), "vzd_path"_.Bind(std::string()),
        "iwad_path"_.Bind(std::string()), "game_args"_.Bind(std::string()),
        "map_id"_.Bind(std::string()));
  }

  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const Scenario s = ScenarioOf(conf);
    const int planes = s.Channels();
    constexpr float kMax = std::numeric_limits<float>::max();
    const auto image = [&s](bool is_there, int channels) {
      return Spec<std::uint8_t>({is_there ? s.height : 0, s.width, channels},
                                {0, 255});
    };
    return MakeDict(
        "obs:screen"_.Bind(image(true, planes)),
        "obs:depth"_.Bind(image(s.depth, 1)),
        "obs:labels"_.Bind(image(s.labels, 1)),
        "obs:automap"_.Bind(image(s.automap, planes)),
        "obs:audio"_.Bind(Spec<std::int16_t>(
            {s.audio ? s.audio_rate / 35 * s.audio_tics : 0, 2})),
        "obs:notifications"_.Bind(Spec<std::uint8_t>(
            {s.notifications ? kNotificationBytes : 0}, {0, 255})),
        "obs:gamevariables"_.Bind(Spec<float>(
            {static_cast<int>(s.variables.size())}, {-kMax, kMax})));
  }

  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const Scenario scenario = ScenarioOf(conf);
    const int binary = BinaryButtons(scenario);
    const int deltas = static_cast<int>(scenario.buttons.size()) - binary;
    const int most = conf["max_buttons_pressed"_];
    if (binary == 0 || (deltas > 0) != kHasDeltas) {
      throw std::invalid_argument(
          std::string("cfg_path: expected a scenario with buttons, and ") +
          (kHasDeltas ? "some" : "none") + " that turn or move by an amount");
    }
    const auto sets = most == 0 ? 0 : PressedSets(binary, most).size();
    const Spec<int> buttons =
        most == 0 ? Spec<int>({-1, binary}, {0, 1})
                  : Spec<int>({-1}, {0, static_cast<int>(sets) - 1});
    if constexpr (kHasDeltas) {
      constexpr float kMax = std::numeric_limits<float>::max();
      return MakeDict(
          "binary"_.Bind(buttons),
          "continuous"_.Bind(Spec<float>({-1, deltas}, {-kMax, kMax})));
    } else {
      return MakeDict("action"_.Bind(buttons));
    }
  }

  template <typename Config>
  static Scenario ScenarioOf(const Config& conf) {
    return OfficialScenario({.cfg_path = conf["cfg_path"_],
                             .wad_path = conf["wad_path"_],
                             .iwad_path = conf["iwad_path"_],
                             .map_id = conf["map_id"_],
                             .game_args = conf["game_args"_],
                             .frame_skip = conf["frame_skip"_],
                             .doom_skill = conf["doom_skill"_],
                             .depth = conf["depth"_],
                             .labels = conf["labels"_],
                             .automap = conf["automap"_],
                             .audio = conf["audio"_],
                             .notifications = conf["notifications"_]});
  }
};

template <bool kHasDeltas>
using OfficialEnvSpec = EnvSpec<OfficialEnvFns<kHasDeltas>>;

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_OFFICIAL_SPEC_H_
