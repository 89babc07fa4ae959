// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Observations with several keys. A task has these functions:
//
//   static Observed(config, model)  the specs by key: scalars and vectors
//   Observe(writer)                 writes all values, in the order of the keys
//
// Threads: one thread at a time. Errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_KEYED_OBSERVATION_H_
#define ENVPOOL_MUJOCO_COMMON_KEYED_OBSERVATION_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/common/frame_stack.h"
#include "envpool/core/env.h"
#include "envpool/mujoco/common/pixels.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Writes the values of an env's observations in sequence.
class ObservationWriter {
 public:
  explicit ObservationWriter(double* out) : out_(out) {}

  void Add(double value) { *out_++ = value; }
  void Add(std::span<const double> values) {
    out_ = std::copy(values.begin(), values.end(), out_);
  }
  void Add(const double* values, int count) {
    out_ = std::copy_n(values, count, out_);
  }
  /// Calls write(pointer), which writes `count` values.
  template <typename Write>
  void AddWith(int count, const Write& write) {
    write(out_);
    out_ += count;
  }

 private:
  double* out_;
};

/// The spec of a vector observation. An observation without elements is left
/// out of results.
inline Spec<double> VectorSpec(int count, bool is_present = true) {
  return Spec<double>(std::vector<int>{is_present ? count : 0});
}

/// The specs of a task's observations, in the config's dtype and with its
/// number of frames.
template <typename Task, typename Config>
decltype(auto) ObservedSpecs(const Config& conf, const mjModel& model) {
  auto observed = Task::Observed(conf, model);
  const int stack = conf["frame_stack"_];
  observed.Apply([&](auto /*key*/, auto& spec) {
    std::vector<int> shape = spec.shape;
    if (stack > 1 && (shape.empty() || shape[0] > 0)) {
      shape.insert(shape.begin(), stack);
    }
    spec = ObservationSpec(shape, conf["obs_dtype"_]);
  });
  return observed;
}

/// Observes a task and writes rows. `Config` is the type of the env's config.
template <typename Task, typename Config>
class KeyedObservation {
 public:
  KeyedObservation(const Config& conf, const mjModel& model) {
    Task::Observed(conf, model).Apply([&](auto /*key*/, const auto& spec) {
      sizes_.push_back(std::accumulate(spec.shape.begin(), spec.shape.end(), 1,
                                       std::multiplies<>()));
    });
  }

  /// The number of all values.
  [[nodiscard]] int size() const {
    return std::accumulate(sizes_.begin(), sizes_.end(), 0);
  }

  /// Observes the task, and writes all frames, the oldest one first. The first
  /// observation of an episode fills all frames. `entry_of(key)` returns the
  /// row's array.
  template <typename EntryOf>
  void Write(bool is_first, Task* task, FrameStack<double>* frames,
             const EntryOf& entry_of) const {
    ObservationWriter writer(frames->Push());
    task->Observe(&writer);
    if (is_first) {
      frames->Fill();
    }
    using Observed = std::remove_cvref_t<decltype(Task::Observed(
        std::declval<const Config&>(), std::declval<const mjModel&>()))>;
    const int* size = sizes_.data();
    std::size_t first = 0;
    const auto write = [&](const TArray<double>& entry) {
      const auto count = static_cast<std::size_t>(*size++);
      WriteObservation(entry,
                       [&](auto* out) { frames->CopyPart(first, count, out); });
      first += count;
    };
    std::apply([&](auto... key) { (write(entry_of(key)), ...); },
               Observed::StaticKeys());
  }

 private:
  std::vector<int> sizes_;  // by key
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_KEYED_OBSERVATION_H_
