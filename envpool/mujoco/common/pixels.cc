// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/pixels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/gl_context.h"

namespace envpool::mujoco {

PixelStack::PixelStack(int width, int height, int camera, int depth)
    : width_(width),
      height_(height),
      camera_(camera),
      size_(static_cast<std::ptrdiff_t>(3) * width * height),
      stack_(depth > 1 ? depth * size_ : 0) {
  RequireGl();
}

void PixelStack::Push(const View& view, bool first, Simulation* simulation,
                      std::uint8_t* out) {
  if (stack_.empty()) {
    Draw(view, PixelOrder::kPlanes, simulation, out);
    return;
  }
  const auto newest = stack_.end() - size_;
  std::copy(stack_.begin() + size_, stack_.end(), stack_.begin());
  Draw(view, PixelOrder::kPlanes, simulation, &*newest);
  if (first) {
    for (auto at = stack_.begin(); at != newest; at += size_) {
      std::copy(newest, stack_.end(), at);
    }
  }
  std::copy(stack_.begin(), stack_.end(), out);
}

void PixelStack::Load(StateReader* reader) {
  std::vector<std::uint8_t> stack;
  reader->Read(&stack, stack_.size());
  stack_ = std::move(stack);
}

}  // namespace envpool::mujoco
