// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads sets of levels from files of any bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "envpool/planning/levels.h"
#include "envpool/testing/fuzz/input.h"

using envpool::planning::Levels;
using envpool::testing::Expect;
using envpool::testing::FileOf;
using envpool::testing::FuzzInput;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  constexpr int kSide = 2;
  constexpr std::uint8_t kMost = 4;
  FuzzInput input(data, size);
  const std::string path = FileOf(input.TakeAll(), ".npy");
  try {
    const std::shared_ptr<const Levels> levels =
        Levels::Load({"dataset_name", path, "", "", {kSide, kSide}, kMost});
    Expect(levels->Count() > 0, "no levels");
    for (int i = 0; i < levels->Count(); ++i) {
      for (const std::uint8_t cell : (*levels)[i]) {
        Expect(cell <= kMost, "a cell out of range");
      }
    }
  } catch (const std::invalid_argument&) {
    // A file that is refused.
  }
  return 0;
}
