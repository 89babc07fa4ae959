// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Emulator: one Atari 2600 with a game in it, by the Arcade Learning
// Environment (Bellemare et al., 2013).
//
// Threads: one at a time. Errors: std::exception from the constructor and from
// Load.

#ifndef ENVPOOL_ATARI_EMULATOR_H_
#define ENVPOOL_ATARI_EMULATOR_H_

#include <cstdint>
#include <memory>
#include <string>

#include "envpool/atari/games.h"

namespace ale {
class ALEInterface;
}  // namespace ale

namespace envpool::atari {

struct EmulatorOptions {
  std::string game;
  Rom rom;
  int seed = 0;                         // of sticky actions
  float repeat_action_probability = 0;  // on each frame
  int max_frames = 0;                   // per episode; 0 for no limit
  int mode = -1;                        // -1 for the game's default
  int difficulty = -1;
};

class Emulator {
 public:
  static constexpr int kWidth = 160;
  static constexpr int kRamBytes = 128;
  static constexpr int kNoop = 0;
  static constexpr int kFire = 1;

  explicit Emulator(EmulatorOptions options);
  ~Emulator();

  /// Starts over, like a new emulator with this seed.
  void Reload(int seed);
  /// Chooses the game's mode and difficulty, from the next ResetGame on.
  void Choose(int mode, int difficulty);
  /// Starts an episode, like the console's reset button.
  void ResetGame();
  /// Runs one frame and returns its reward. If `needs_screen` is false, the
  /// caller will not look at the screen before the next frame, which saves
  /// time.
  int Act(int action, bool needs_screen);

  [[nodiscard]] bool IsTerminal() const;   // the game is over
  [[nodiscard]] bool IsTruncated() const;  // max_frames is reached
  [[nodiscard]] int Lives() const;
  /// Frames since the game was loaded, and since the episode began.
  [[nodiscard]] int FrameNumber() const;
  [[nodiscard]] int EpisodeFrameNumber() const;

  /// Palette indices, height() x 160, valid until the next frame.
  [[nodiscard]] const std::uint8_t* Screen() const;
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] const std::uint8_t* Ram() const;
  void GrayPalette(std::uint8_t (&table)[256]) const;
  void RgbPalette(std::uint8_t (&table)[256][3]) const;

  /// The complete state, random generators included.
  [[nodiscard]] std::string Save() const;
  void Load(const std::string& state);

 private:
  void SetSwitches();

  EmulatorOptions options_;
  std::unique_ptr<ale::ALEInterface> ale_;
  int height_{0};
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_EMULATOR_H_
