// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Game: one env of the official library. When a level ends, the library starts
// a new one in the same call: the frame is the new level's first, while the
// reward belongs to the old level.
//
// Threads: one at a time. Errors: std::runtime_error if the library is missing
// or not the expected one.

#ifndef ENVPOOL_PROCGEN_GAME_H_
#define ENVPOOL_PROCGEN_GAME_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "envpool/procgen/games.h"
#include "envpool/procgen/library.h"

namespace envpool::procgen {

class Game {
 public:
  static constexpr int kSide = 64;
  static constexpr int kFrameBytes = kSide * kSide * 3;
  static constexpr int kRenderSide = 512;
  static constexpr int kNumActions = 15;
  /// The action that ends a level.
  static constexpr int kGiveUp = -1;

  /// RGB, row by row.
  using Frame = std::array<std::uint8_t, kFrameBytes>;

  /// The library's results other than frames.
  struct Infos {
    std::int32_t prev_level_seed;
    std::int32_t level_seed;
    std::uint8_t prev_level_complete;
    std::uint8_t ended;  // the last action ended an episode; 1 before any
    float reward;
  };

  /// Equals env `index` of `ProcgenGym3Env(num=n, rand_seed=seed)` for any n >
  /// index.
  Game(const std::string& folder, const GameOptions& options, int seed,
       int index);
  ~Game();
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  /// Keeps the frame as the previous one: the next Act writes to other memory.
  /// Otherwise, Act overwrites it.
  void KeepFrame();
  void Act(int action);
  [[nodiscard]] const Infos& infos() const { return infos_; }
  [[nodiscard]] const Frame& frame() const { return frames_[current_]; }
  [[nodiscard]] const Frame& previous_frame() const {
    return frames_[1 - current_];
  }
  void set_previous_frame(const Frame& frame) { frames_[1 - current_] = frame; }
  /// The same scene at a higher resolution.
  const std::uint8_t* Render();

  [[nodiscard]] std::string Save() const;
  /// `state` must come from Save(); anything else may end the process.
  void Load(std::string state);

 private:
  void Make(const GameOptions& options);
  void SetLevelSeeds(int seed, int index);
  void SetBuffers();

  Library& library_;
  void* env_{nullptr};
  std::int32_t action_{0};
  Infos infos_{};
  std::array<Frame, 2> frames_;
  int current_{0};
  void** frame_slot_{nullptr};  // the library's pointer to the current frame
  std::unique_ptr<std::uint8_t[]> rendered_;
};

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_GAME_H_
