// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/camera.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace envpool::mujoco {
namespace {

/// Like NumPy's median: the mean of the middle two for an even number of
/// values.
double Median(std::vector<double> values) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle]
                                : (values[middle - 1] + values[middle]) / 2;
}

std::array<double, 3> MedianOfGeoms(const Simulation& simulation) {
  std::array<double, 3> median{};
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> coordinates;
    for (int i = 0; i < simulation.model().ngeom; ++i) {
      coordinates.push_back(simulation.data().geom_xpos[3 * i + axis]);
    }
    median[axis] = Median(std::move(coordinates));
  }
  return median;
}

}  // namespace

DefaultCamera::DefaultCamera(const FreeCamera& camera, const mjModel& model)
    : camera_(camera), track_(mj_name2id(&model, mjOBJ_CAMERA, "track")) {}

void DefaultCamera::OnReset(const Simulation& simulation) {
  if (!has_target_ && track_ < 0 && !camera_.lookat.has_value()) {
    target_ = MedianOfGeoms(simulation);
  }
  was_reset_ = has_target_ = true;
}

View DefaultCamera::ViewOf(int width, int height, int camera,
                           const char* argument, Simulation* simulation) const {
  View view = DefaultView(width, height);
  if (!was_reset_) {
    simulation->Forward();  // computes positions for the first time
  }
  if (camera >= 0 || camera < -1 || track_ >= 0) {
    UseCamera(simulation->model(), camera == -1 ? track_ : camera, argument,
              &view);
    return view;
  }
  const std::array<double, 3> target = camera_.lookat.value_or(
      has_target_ ? target_ : MedianOfGeoms(*simulation));
  std::copy(target.begin(), target.end(), view.camera.lookat);
  view.camera.distance =
      camera_.distance > 0 ? camera_.distance : simulation->model().stat.extent;
  view.camera.elevation = camera_.elevation;
  view.camera.azimuth = camera_.azimuth;
  return view;
}

void DefaultCamera::Save(StateWriter* writer) const {
  writer->Write(was_reset_);
  writer->Write(has_target_);
  writer->Write(target_);
}

void DefaultCamera::Load(StateReader* reader) {
  reader->Read(&was_reset_);
  reader->Read(&has_target_);
  reader->Read(&target_);
}

}  // namespace envpool::mujoco
