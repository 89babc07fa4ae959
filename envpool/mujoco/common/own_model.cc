// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/own_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "envpool/mujoco/common/model_arrays.h"

namespace envpool::mujoco {
namespace {

/// Whether no value is NaN or larger than MuJoCo allows.
template <typename T>
bool AreFiniteAndBounded(const std::vector<char>& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    if (!(std::fabs(value) <= mjMAXVAL)) {
      return false;
    }
  }
  return true;
}

/// Whether the array never changes, so that all envs can share it.
constexpr bool IsConstant(std::string_view name) {
  constexpr std::array kPrefixes{"mesh_", "skin_", "tex_",  "bvh_",    "oct_",
                                 "text_", "names", "paths", "plugin_", "key_"};
  return std::any_of(
      kPrefixes.begin(), kPrefixes.end(),
      [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

OwnModel::OwnModel(const mjModel& shared)
    : model_(std::make_unique<mjModel>(shared)) {}

bool OwnModel::IsSaved(const void* array) const {
  return std::ranges::any_of(
      saved_, [&](const Saved& saved) { return saved.bytes.data() == array; });
}

void* OwnModel::BaseOf(const void* array) {
  const auto found = std::ranges::find_if(
      saved_, [&](const Saved& saved) { return saved.bytes.data() == array; });
  return found == saved_.end() ? nullptr : found->base.data();
}

void* OwnModel::CopySaved(void* array, std::size_t count,
                          std::size_t element_size) {
  if (IsSaved(array)) {
    return array;
  }
  const char* first = static_cast<const char*>(array);
  return saved_
      .emplace_back(Saved{.bytes = {first, first + count * element_size},
                          .base = {first, first + count * element_size},
                          .element_size = element_size})
      .bytes.data();
}

void OwnModel::KeepWritten() {
  for (Saved& saved : saved_) {
    saved.base = saved.bytes;
  }
}

bool OwnModel::CopyAll() {
  if (copies_ != nullptr) {
    return false;
  }
  const auto is_shared = [&](std::string_view name, const void* array) {
    return array != nullptr && !IsConstant(name) && !IsSaved(array);
  };
  std::size_t units = 1;
  ForEachArray(model_.get(),
               [&](std::string_view name, void** array, std::size_t bytes) {
                 units += is_shared(name, *array) ? InUnits(bytes) : 0;
               });
  copies_ = std::make_unique<std::max_align_t[]>(units);
  std::max_align_t* free = copies_.get();
  ForEachArray(model_.get(),
               [&](std::string_view name, void** array, std::size_t bytes) {
                 if (is_shared(name, *array)) {
                   std::memcpy(free, *array, bytes);
                   *array = free;
                   free += InUnits(bytes);
                 }
               });
  MakeRoomForMass();
  return true;
}

void OwnModel::MakeRoomForMass() {
  mjModel& model = *model_;
  const auto room = static_cast<std::size_t>(model.nM);
  mass_.resize(3 * room);
  int* to = mass_.data();
  for (int** array : {&model.M_colind, &model.mapM2M, &model.mapD2M}) {
    std::copy_n(*array, model.nC, to);
    *array = to;
    to += room;
  }
}

mjtNum* OwnModel::CopyBoxes() {
  if (boxes_.empty()) {
    boxes_.assign(model_->bvh_aabb, model_->bvh_aabb + 6 * model_->nbvhstatic);
    model_->bvh_aabb = boxes_.data();
  }
  return model_->bvh_aabb;
}

void OwnModel::Save(StateWriter* writer) const {
  for (const Saved& saved : saved_) {
    writer->Write(saved.bytes);
  }
}

void OwnModel::Load(StateReader* reader) {
  for (Saved& saved : saved_) {
    std::vector<char> bytes;
    reader->Read(&bytes, saved.bytes.size());
    reader->Require(saved.element_size == sizeof(float)
                        ? AreFiniteAndBounded<float>(bytes)
                        : AreFiniteAndBounded<double>(bytes));
    std::ranges::copy(bytes, saved.bytes.begin());
  }
}

}  // namespace envpool::mujoco
