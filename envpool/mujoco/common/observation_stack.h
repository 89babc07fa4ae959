// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ObservationStack: the last few observations, the oldest first.
//
// Threads: none of its own. Errors: those of StateReader.

#ifndef ENVPOOL_MUJOCO_COMMON_OBSERVATION_STACK_H_
#define ENVPOOL_MUJOCO_COMMON_OBSERVATION_STACK_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "envpool/core/env.h"

namespace envpool::mujoco {

class ObservationStack {
 public:
  /// Of so many observations of so many numbers.
  ObservationStack(int depth, int size)
      : size_(size), numbers_(static_cast<std::size_t>(depth) * size) {}

  /// Has write(out) write the newest one, in place of the oldest; `fill`: in
  /// place of all.
  template <typename Write>
  void Push(bool fill, Write write) {
    const auto newest = numbers_.end() - size_;
    std::copy(numbers_.begin() + size_, numbers_.end(), numbers_.begin());
    write(numbers_.data() + (newest - numbers_.begin()));
    if (fill) {
      for (auto at = numbers_.begin(); at != newest; at += size_) {
        std::copy(newest, numbers_.end(), at);
      }
    }
  }

  /// All of them.
  [[nodiscard]] const std::vector<double>& numbers() const { return numbers_; }

  void Save(StateWriter* writer) const { writer->Write(numbers_); }
  void Load(StateReader* reader) {
    std::vector<double> numbers;
    reader->Read(&numbers, numbers_.size());
    numbers_ = std::move(numbers);
  }

 private:
  int size_;
  std::vector<double> numbers_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_OBSERVATION_STACK_H_
