// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads clips from files of any bytes.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "envpool/mujoco/dmc_locomotion/clips.h"
#include "envpool/testing/fuzz/input.h"

namespace locomotion = envpool::mujoco::dmc_locomotion;

using envpool::testing::Expect;
using envpool::testing::FileOf;
using envpool::testing::FuzzInput;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzInput input(data, size);
  const std::string path = FileOf(input.TakeAll(), ".clips");
  try {
    const locomotion::Clips file = locomotion::LoadClips(path, "clips");
    Expect(!file->clips.empty(), "no clips");
    for (const locomotion::Clip& clip : file->clips) {
      const auto frames = static_cast<std::size_t>(clip.count);
      Expect(clip.count > 0 &&
                 clip.values.size() == frames * locomotion::kFrameSize,
             "a clip without its frames");
    }
  } catch (const std::invalid_argument&) {
    // A file that is refused.
  }
  return 0;
}
