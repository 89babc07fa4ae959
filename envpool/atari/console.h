// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Console: an emulator, and the stack of preprocessed images that are the
// observation.
//
// Threads: one at a time. Errors: the constructor throws what the emulator's
// does; Load* reject invalid states.

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
  // Where screens are kept: the last frame's, and the second last frame's in
  // one of the other places, 0 and 1.
  static constexpr int kLast = 2;
  static constexpr int kNone = -1;

  Console(EmulatorOptions emulator, const ImageOptions& images);

  Emulator& emulator() { return emulator_; }
  [[nodiscard]] const Emulator& emulator() const { return emulator_; }
  FrameStack<std::uint8_t>& stack() { return stack_; }
  [[nodiscard]] bool has_images() const { return has_images_; }
  /// The rows of a screen that are shown.
  [[nodiscard]] int rows() const { return rows_; }

  /// Runs one frame and returns its reward. `seen` is as for Emulator::Act.
  int Act(int action, bool seen) {
    return emulator_.Act(action, seen && has_images_);
  }
  /// Keeps a copy of the screen.
  void Keep(int index);
  [[nodiscard]] bool HasKept(int index) const { return !kept_[index].empty(); }
  /// Pushes the image of the current screen and, unless kNone, of a kept one.
  void PushScreens(int kept);
  /// Pushes the image of the kept screens; those that are kNone are left out.
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
  // EnvPool shows this much of the screens that are taller.
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
