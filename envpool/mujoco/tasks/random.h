// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random: NumPy's default generator, as in Gymnasium, or its legacy one, as in
// the DeepMind Control suite.
//
// Threads: one thread at a time. Errors: none of its own.

#ifndef ENVPOOL_MUJOCO_TASKS_RANDOM_H_
#define ENVPOOL_MUJOCO_TASKS_RANDOM_H_

#include <cstdint>

#include "envpool/core/env.h"
#include "envpool/core/random/random_state.h"
#include "envpool/core/random/rng.h"

namespace envpool::mujoco::tasks {

class Random {
 public:
  explicit Random(bool is_legacy) : is_legacy_(is_legacy) {}

  void Seed(std::int64_t seed) {
    if (is_legacy_) {
      legacy_ = RandomState(static_cast<std::uint32_t>(seed));
    } else {
      generator_ = Generator(EntropyOf(seed));
    }
  }
  /// A number in [0, 1).
  double Uniform() {
    return is_legacy_ ? legacy_.RandomSample() : generator_.Random();
  }
  double Uniform(double low, double high) {
    return is_legacy_ ? legacy_.Uniform(low, high)
                      : generator_.Uniform(low, high);
  }
  double Normal() {
    return is_legacy_ ? legacy_.StandardNormal() : generator_.StandardNormal();
  }
  /// An integer in [low, high).
  std::int64_t Integer(std::int64_t low, std::int64_t high) {
    return is_legacy_ ? legacy_.RandInt(low, high)
                      : generator_.Integers(low, high);
  }

  void Save(StateWriter* writer) const {
    is_legacy_ ? writer->Write(legacy_) : writer->Write(generator_);
  }
  void Load(StateReader* reader) {
    is_legacy_ ? reader->Read(&legacy_) : reader->Read(&generator_);
  }

 private:
  bool is_legacy_;
  Generator generator_;
  RandomState legacy_;
};

}  // namespace envpool::mujoco::tasks

#endif  // ENVPOOL_MUJOCO_TASKS_RANDOM_H_
