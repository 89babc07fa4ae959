// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AtariEnvSpec: the options, results and actions of an Atari env.
//
// Threads: as EnvSpec. Errors: std::invalid_argument for an unknown task, mode
// or difficulty.

#ifndef ENVPOOL_ATARI_ATARI_SPEC_H_
#define ENVPOOL_ATARI_ATARI_SPEC_H_

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/atari/emulator.h"
#include "envpool/atari/games.h"
#include "envpool/core/env.h"

namespace envpool::atari {

class AtariEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "stack_num"_.Bind(4), "frame_skip"_.Bind(4), "noop_max"_.Bind(30),
        "zero_discount_on_life_loss"_.Bind(false), "episodic_life"_.Bind(false),
        "reward_clip"_.Bind(false), "use_fire_reset"_.Bind(true),
        "img_height"_.Bind(84), "img_width"_.Bind(84),
        "task"_.Bind(std::string("pong")), "mode"_.Bind(-1),
        "difficulty"_.Bind(-1), "full_action_space"_.Bind(false),
        "repeat_action_probability"_.Bind(0.0f),
        "use_inter_area_resize"_.Bind(true), "gray_scale"_.Bind(true),
        "obs_type"_.Bind(std::string("image")), "full_height"_.Bind(false),
        "preprocessing"_.Bind(std::string("envpool")), "ram"_.Bind(true),
        "rom_dir"_.Bind(std::string()));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const int channels = conf["stack_num"_] * (conf["gray_scale"_] ? 1 : 3);
    const std::vector<int> shape =
        conf["obs_type"_] == std::string("ram")
            ? std::vector<int>{Emulator::kRamBytes}
            : std::vector<int>{channels, conf["img_height"_],
                               conf["img_width"_]};
    // Without `ram` the entry has no bytes and is left out of the results.
    const int ram_bytes = conf["ram"_] ? Emulator::kRamBytes : 0;
    return MakeDict(
        "obs"_.Bind(Spec<std::uint8_t>(shape, {0, 255})),
        "info:lives"_.Bind(Spec<int>({-1})),
        "info:episode_frame_number"_.Bind(Spec<int>({-1})),
        "info:frame_number"_.Bind(Spec<int>({-1})),
        "info:seeds"_.Bind(Spec<std::uint32_t>({2})),
        "info:reward"_.Bind(Spec<float>({-1})),
        "info:terminated"_.Bind(Spec<int>({-1}, {0, 1})),
        "info:ram"_.Bind(Spec<std::uint8_t>({ram_bytes}, {0, 255})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    const auto count = static_cast<int>(ActionsOf(conf).size());
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, count - 1})));
  }

  /// The ALE action of each env action, in order.
  template <typename Config>
  static const std::vector<int>& ActionsOf(const Config& conf) {
    const Game& game = GameOf(conf["task"_]);
    CheckSwitches(game, conf["mode"_], conf["difficulty"_]);
    return conf["full_action_space"_] ? game.legal_actions
                                      : game.minimal_actions;
  }

  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    const Game& game = GameOf(conf["task"_]);
    const auto spec = [](int value, const std::vector<int>& choices,
                         const std::string& what) {
      // The range includes invalid values; the check of these lists the
      // choices.
      int high = 255;
      for (const int choice : choices) {
        high = std::max(high, choice);
      }
      return ParamSpec{
          static_cast<double>(value), -1, static_cast<double>(high),
          what + ": " + ListOf(choices) + "; from the game's next reset", true};
    };
    return MakeDict(
        "mode"_.Bind(spec(conf["mode"_], game.modes, "mode of the game")),
        "difficulty"_.Bind(spec(conf["difficulty"_], game.difficulties,
                                "difficulty of the game")));
  }

  static void CheckSwitches(const Game& game, int mode, int difficulty) {
    CheckChoice("mode", mode, game.modes);
    CheckChoice("difficulty", difficulty, game.difficulties);
  }

 private:
  /// The choices as text, beginning with -1, which means the default.
  static std::string ListOf(const std::vector<int>& choices) {
    std::string text = "-1";
    for (const int choice : choices) {
      text += ", " + std::to_string(choice);
    }
    return text;
  }
  static void CheckChoice(const std::string& key, int value,
                          const std::vector<int>& choices) {
    if (value == -1 ||
        std::find(choices.begin(), choices.end(), value) != choices.end()) {
      return;
    }
    throw std::invalid_argument(key + ": expected " + ListOf(choices) +
                                ", got " + std::to_string(value));
  }
};

using AtariEnvSpec = EnvSpec<AtariEnvFns>;

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_ATARI_SPEC_H_
