// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/atari/console.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace envpool::atari {

Console::Console(EmulatorOptions emulator, const ImageOptions& images)
    : has_images_(images.enabled),
      emulator_(std::move(emulator)),
      rows_(images.full_height ? emulator_.height()
                               : std::min(emulator_.height(), kCroppedHeight)),
      preprocessor_(emulator_, rows_, images.size, images.gray_scale,
                    images.interpolation),
      stack_(images.stack_num, has_images_ ? preprocessor_.Bytes() : 0) {}

void Console::Keep(int index) {
  if (has_images_) {
    const std::uint8_t* screen = emulator_.Screen();
    kept_[index].assign(screen, screen + rows_ * Emulator::kWidth);
  }
}

void Console::PushScreens(int kept) {
  if (!has_images_) {
    return;
  }
  const std::array<const std::uint8_t*, 2> screens{
      emulator_.Screen(), kept == kNone ? nullptr : kept_[kept].data()};
  preprocessor_.Run({screens.data(), kept == kNone ? 1U : 2U}, stack_.Push());
}

void Console::PushKept(std::span<const int> indices) {
  if (!has_images_) {
    return;
  }
  std::array<const std::uint8_t*, 3> screens;
  std::size_t count = 0;
  for (const int index : indices) {
    if (index != kNone) {
      screens[count++] = kept_[index].data();
    }
  }
  preprocessor_.Run({screens.data(), count}, stack_.Push());
}

void Console::Observe(std::uint8_t* obs) const {
  if (has_images_) {
    stack_.Copy(obs);
  } else {
    std::copy_n(emulator_.Ram(), Emulator::kRamBytes, obs);
  }
}

void Console::Render(Size size, std::uint8_t* rgb) const {
  preprocessor_.Render(emulator_.Screen(), size, rgb);
}

void Console::SaveKept(StateWriter* writer) const {
  for (const std::vector<std::uint8_t>& screen : kept_) {
    writer->Write(screen);
  }
}

void Console::LoadKept(StateReader* reader) {
  const std::size_t pixels = std::size_t{Emulator::kWidth} * rows_;
  for (std::vector<std::uint8_t>& screen : kept_) {
    reader->Read(&screen);
    reader->Require(screen.empty() || screen.size() == pixels);
  }
}

void Console::SaveEmulator(StateWriter* writer) const {
  writer->Write(emulator_.Save());
}

void Console::LoadEmulator(StateReader* reader) {
  std::string state;
  reader->Read(&state);
  bool valid = true;
  try {
    emulator_.Load(state);
  } catch (const std::runtime_error&) {
    valid = false;  // from another game or version, or corrupt
  }
  reader->Require(valid);
}

}  // namespace envpool::atari
