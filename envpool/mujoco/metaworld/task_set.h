// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Task sets: the numbers that distinguish the 50 variants of a task, drawn
// from a seed as the official benchmarks draw them.
//
// Threads: any. Errors: std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_METAWORLD_TASK_SET_H_
#define ENVPOOL_MUJOCO_METAWORLD_TASK_SET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/metaworld/vectors.h"

namespace envpool::mujoco::metaworld {

constexpr int kVariants = 50;

/// The variants of a task. The official benchmarks draw those of one task after
/// another; `tasks` has the ids of a benchmark's tasks up to this one.
std::vector<Vector<6>> DrawVariants(std::uint32_t seed,
                                    std::span<const int> tasks);

/// Chooses a variant for each episode.
class VariantChoice {
 public:
  /// `in_turn`: whether all variants are played, in random order, before one
  /// is played again.
  VariantChoice(std::vector<Vector<6>> variants, bool in_turn)
      : variants_(std::move(variants)), in_turn_(in_turn) {}

  Vector<6> Next(Generator* generator) {
    const auto count = static_cast<int>(variants_.size());
    if (!in_turn_) {
      return variants_[static_cast<std::size_t>(generator->Integers(count))];
    }
    at_ = (at_ + 1) % count;
    if (at_ == 0) {
      generator->Shuffle(variants_);
    }
    return variants_[static_cast<std::size_t>(at_)];
  }

  void Save(StateWriter* writer) const {
    writer->Write(variants_);
    writer->Write(at_);
  }
  void Load(StateReader* reader) {
    const auto count = static_cast<int>(variants_.size());
    reader->Read(&variants_, variants_.size());
    reader->Read(&at_);
    reader->Require(-1 <= at_ && at_ < count);
  }

 private:
  std::vector<Vector<6>> variants_;
  bool in_turn_;
  int at_{-1};
};

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_TASK_SET_H_
