// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Console: an emulator and its observation, a stack of preprocessed images.
//
// Threads: one at a time. Errors: the constructor throws as Emulator's does;
// Load* reject invalid states.

#ifndef ENVPOOL_ATARI_CONSOLE_H_
#define ENVPOOL_ATARI_CONSOLE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "envpool/atari/emulator.h"
#include "envpool/atari/preprocessor.h"
#include "envpool/common/frame_stack.h"
#include "envpool/core/env.h"

namespace envpool::atari {

struct ImageOptions {
  bool enabled = true;  // if not, the observation is the RAM
  bool full_height = false;
  Size size;
  bool gray_scale = true;
  Interpolation interpolation = Interpolation::kArea;
  int stack_num = 4;
};

class Console {
 public:
  // Slots of kept screens: kLast for the last frame, 0 or 1 for the second
  // last.
  static constexpr int kLast = 2;
  static constexpr int kNone = -1;

  Console(EmulatorOptions emulator, const ImageOptions& images);

  Emulator& emulator() { return emulator_; }
  [[nodiscard]] const Emulator& emulator() const { return emulator_; }
  FrameStack<std::uint8_t>& stack() { return stack_; }
  [[nodiscard]] bool has_images() const { return has_images_; }
  /// The number of screen rows in an image, from the top.
  [[nodiscard]] int rows() const { return rows_; }

  /// Runs one frame and returns its reward. For `needs_screen`, see
  /// Emulator::Act.
  int Act(int action, bool needs_screen) {
    return emulator_.Act(action, needs_screen && has_images_);
  }
  /// Copies the current screen to a slot.
  void Keep(int index);
  [[nodiscard]] bool HasKept(int index) const { return !kept_[index].empty(); }
  /// Pushes one image of the current screen and, unless kNone, of a kept one.
  void PushScreens(int kept);
  /// Pushes one image of the kept screens; indices of kNone are left out.
  void PushKept(std::span<const int> indices);
  /// Writes the observation.
  void Observe(std::uint8_t* obs) const;
  /// Writes the current screen in colour, of any size, channels last.
  void Render(Size size, std::uint8_t* rgb) const;

  void SaveStack(StateWriter* writer) const { writer->Write(stack_); }
  void LoadStack(StateReader* reader) { reader->Read(&stack_); }
  void SaveKept(StateWriter* writer) const;
  void LoadKept(StateReader* reader);
  void SaveEmulator(StateWriter* writer) const;
  void LoadEmulator(StateReader* reader);

 private:
  // EnvPool's rules crop taller screens to this height.
  static constexpr int kCroppedHeight = 210;

  const bool has_images_;
  Emulator emulator_;
  const int rows_;
  const Preprocessor preprocessor_;
  FrameStack<std::uint8_t> stack_;
  std::array<std::vector<std::uint8_t>, 3> kept_;
};

}  // namespace envpool::atari

#endif  // ENVPOOL_ATARI_CONSOLE_H_
