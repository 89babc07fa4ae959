// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EntryWatch: the checks of a TArray in a checked build; empty otherwise.
//
// A checked build is a module or program that its author compiles with
// ENVPOOL_CHECKED. The engine's libraries are never compiled with it, so all
// checks are in templates and inline functions. Classes that differ between the
// two builds are in the inline namespace `checked` of a checked build, so that
// symbols of the two builds cannot be mixed up by the linker.
//
// Threads: an entry's flags may be set by several threads. Errors:
// std::out_of_range, std::length_error and std::logic_error, which begin with
// the env's class and the key.

#ifndef ENVPOOL_CORE_CHECKED_ENTRY_WATCH_H_
#define ENVPOOL_CORE_CHECKED_ENTRY_WATCH_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/export.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

#ifdef ENVPOOL_CHECKED

/// One key of an env's state or action; the key's arrays refer to it.
struct Entry {
  std::string name;        // e.g. `maze::MazeEnv: state["obs"_]`
  std::vector<int> shape;  // for the current number of players
  int env_id = 0;
  std::atomic<unsigned> round{0};  // arrays of other rounds are stale
  std::atomic<bool> named{false};  // `state["obs"_]` was called in this round
  std::atomic<bool> used{false};   // elements were accessed in this round
};

/// The env that this thread constructs, resets, steps or renders; -1 for none.
inline thread_local int running_env = -1;

class EntryWatch {
 public:
  void MarkNamed() const {
    if (entry_ != nullptr) {
      entry_->named = true;
    }
  }
  /// Makes this an array of the entry's current round.
  void Watch(std::shared_ptr<Entry> entry) {
    round_ = entry->round;
    entry_ = std::move(entry);
  }

 protected:
  void WatchLike(const EntryWatch& other) {
    entry_ = other.entry_;
    round_ = other.round_;
  }
  /// Called before elements of an array are read or written.
  void CheckUse() const {
    if (entry_ == nullptr) {
      return;
    }
    if (running_env != -1 && running_env != entry_->env_id) {
      throw std::logic_error(
          Name() + " of env " + std::to_string(entry_->env_id) +
          " was used by a call of env " + std::to_string(running_env));
    }
    if (entry_->round != round_) {
      throw std::logic_error(
          Name() + " of env " + std::to_string(entry_->env_id) +
          " was used after the Reset or Step that it belongs to had returned");
    }
    entry_->used = true;
  }
  template <typename ArrayT, typename... Index>
  void CheckIndex(const ArrayT& array, Index... index) const {
    const std::int64_t indices[] = {static_cast<std::int64_t>(index)..., 0};
    constexpr std::size_t kCount = sizeof...(index);
    CheckUse();
    if (kCount > array.ndim) {
      throw std::out_of_range(Name() + ": expected at most " +
                              std::to_string(array.ndim) + " indices, got " +
                              std::to_string(kCount) + ShapeOf(array));
    }
    for (std::size_t axis = 0; axis < kCount; ++axis) {
      const auto extent = static_cast<std::int64_t>(array.Shape(axis));
      if (indices[axis] < 0 || indices[axis] >= extent) {
        throw std::out_of_range(
            Name() + ": expected an index below " + std::to_string(extent) +
            " on axis " + std::to_string(AxesBefore(array) + axis) + ", got " +
            std::to_string(indices[axis]) + ShapeOf(array));
      }
    }
  }
  /// Called before the first element is accessed as a value of `bytes` bytes.
  template <typename ArrayT>
  void CheckFirst(const ArrayT& array, std::size_t bytes) const {
    CheckUse();
    CheckElement(array, bytes);
    if (array.size == 0) {
      throw std::out_of_range(Name() + ": expected an array with elements" +
                              ShapeOf(array));
    }
  }
  template <typename ArrayT>
  void CheckElement(const ArrayT& array, std::size_t bytes) const {
    if (array.element_size != bytes) {
      throw std::logic_error(Name() + ": expected elements of " +
                             std::to_string(array.element_size) +
                             " bytes, got " + std::to_string(bytes) +
                             " (entries of AsFloat32 are written as float, "
                             "through Data())");
    }
  }
  template <typename ArrayT>
  void CheckAssign(const ArrayT& array, std::size_t count) const {
    CheckUse();
    if (count > array.size) {
      throw std::length_error(Name() + ": Assign expected at most " +
                              std::to_string(array.size) + " elements, got " +
                              std::to_string(count) + ShapeOf(array));
    }
  }
  template <typename ArrayT, typename OtherT>
  void CheckCopy(const ArrayT& array, const OtherT& other) const {
    CheckUse();
    CheckElement(array, other.element_size);
    if (other.size != array.size) {
      throw std::length_error(Name() + ": Assign expected an array with " +
                              std::to_string(array.size) + " elements, got " +
                              std::to_string(other.size) + ShapeOf(array));
    }
  }

 private:
  [[nodiscard]] std::string Name() const {
    return entry_ == nullptr ? "TArray" : entry_->name;
  }
  /// The number of leading axes that this sub-view has dropped.
  template <typename ArrayT>
  [[nodiscard]] std::size_t AxesBefore(const ArrayT& array) const {
    return entry_ == nullptr || entry_->shape.size() < array.ndim
               ? 0
               : entry_->shape.size() - array.ndim;
  }
  template <typename ArrayT>
  [[nodiscard]] std::string ShapeOf(const ArrayT& array) const {
    std::string text;
    if (entry_ != nullptr) {
      for (const int extent : entry_->shape) {
        text += (text.empty() ? "" : ", ") + std::to_string(extent);
      }
    } else {
      for (const std::size_t extent : array.Shape()) {
        text += (text.empty() ? "" : ", ") + std::to_string(extent);
      }
    }
    return "; its shape is (" + text + ")";
  }

  std::shared_ptr<Entry> entry_;  // null: not a state or action array
  unsigned round_{0};
};

#else

class EntryWatch {
 protected:
  void WatchLike(const EntryWatch& /*other*/) {}
  void CheckUse() const {}
  template <typename ArrayT, typename... Index>
  void CheckIndex(const ArrayT& /*array*/, Index... /*index*/) const {}
  template <typename ArrayT>
  void CheckFirst(const ArrayT& /*array*/, std::size_t /*bytes*/) const {}
  template <typename ArrayT>
  void CheckElement(const ArrayT& /*array*/, std::size_t /*bytes*/) const {}
  template <typename ArrayT>
  void CheckAssign(const ArrayT& /*array*/, std::size_t /*count*/) const {}
  template <typename ArrayT, typename OtherT>
  void CheckCopy(const ArrayT& /*array*/, const OtherT& /*other*/) const {}
};

#endif  // ENVPOOL_CHECKED

ENVPOOL_END_CHECKED
}  // namespace envpool

#endif  // ENVPOOL_CORE_CHECKED_ENTRY_WATCH_H_
