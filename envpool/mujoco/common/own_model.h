// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OwnModel: a model that one env may write to. At first it is a copy of the
// shared model's struct and shares that model's arrays; an env gets its own
// copies of the arrays that it writes to.
//
// Threads: one thread at a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_COMMON_OWN_MODEL_H_
#define ENVPOOL_MUJOCO_COMMON_OWN_MODEL_H_

#include <cstddef>
#include <list>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "envpool/core/env.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco {

class OwnModel {
 public:
  explicit OwnModel(const mjModel& shared);

  [[nodiscard]] mjModel* get() { return model_.get(); }

  /// Replaces an array by a copy that is part of saved states. Pointers to the
  /// copy stay valid.
  template <typename T>
  T* CopySaved(T* mjModel::* array, std::size_t count) {
    static_assert(std::is_floating_point_v<T>);
    T*& values = (*model_).*array;
    values = static_cast<T*>(CopySaved(values, count, sizeof(T)));
    return values;
  }

  /// Replaces all arrays by copies, except meshes, textures and other data that
  /// nothing writes to. Those with nC numbers get room for nM. Pointers to
  /// arrays that CopySaved made stay valid. Returns false if this was done
  /// before.
  bool CopyAll();

  /// Replaces the values of an array after CopyAll. In an array that CopySaved
  /// made, numbers written by the env stay, since they belong to the task.
  template <typename T>
  void Replace(T* array, const std::vector<T>& values) {
    T* base = static_cast<T*>(BaseOf(array));
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (base == nullptr) {
        array[i] = values[i];
      } else if (array[i] == base[i]) {
        array[i] = base[i] = values[i];
      }
    }
  }

  /// Makes later changes of values also replace the values that the env has
  /// written.
  void KeepWritten();

  /// The boxes around geoms and groups of geoms, copied on the first call.
  mjtNum* CopyBoxes();

  /// Saves the arrays that CopySaved made.
  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  struct Saved {
    std::vector<char> bytes;
    std::vector<char> base;    // values before any write by the env
    std::size_t element_size;  // sizeof(float) or sizeof(double)
  };

  void* CopySaved(void* array, std::size_t count, std::size_t element_size);
  void MakeRoomForMass();
  [[nodiscard]] bool IsSaved(const void* array) const;
  /// The base of an array that CopySaved made; null for others.
  void* BaseOf(const void* array);

  const std::unique_ptr<mjModel> model_;
  std::list<Saved> saved_;
  std::unique_ptr<std::max_align_t[]> copies_;
  std::vector<int> mass_;
  std::vector<mjtNum> boxes_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_OWN_MODEL_H_
