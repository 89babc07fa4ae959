// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/gym/camera.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace envpool::mujoco {
namespace {

/// NumPy's: of an even number of values the mean of the two in the middle.
double Median(std::vector<double> values) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle]
                                : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

Cameraman::Cameraman(const FreeCamera& camera, const mjModel& model)
    : camera_(camera), track_(mj_name2id(&model, mjOBJ_CAMERA, "track")) {}

std::array<double, 3> Cameraman::Target(const Simulation& simulation) const {
  std::array<double, 3> target{};
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> places;
    for (int i = 0; i < simulation.model().ngeom; ++i) {
      places.push_back(simulation.data().geom_xpos[3 * i + axis]);
    }
    target[axis] = Median(std::move(places));
  }
  return target;
}

void Cameraman::Look(const Simulation& simulation) {
  if (!looking_ && track_ < 0 && !camera_.lookat.has_value()) {
    target_ = Target(simulation);
  }
  begun_ = looking_ = true;
}

View Cameraman::Picture(int width, int height, int camera, const char* argument,
                        Simulation* simulation) const {
  View view = DefaultView(width, height);
  if (!begun_) {
    simulation->Forward();  // or nothing would be anywhere
  }
  if (camera >= 0 || camera < -1 || track_ >= 0) {
    UseCamera(simulation->model(), camera == -1 ? track_ : camera, argument,
              &view);
    return view;
  }
  const std::array<double, 3> target =
      camera_.lookat.value_or(looking_ ? target_ : Target(*simulation));
  std::copy(target.begin(), target.end(), view.camera.lookat);
  view.camera.distance =
      camera_.distance > 0 ? camera_.distance : simulation->model().stat.extent;
  view.camera.elevation = camera_.elevation;
  return view;
}

void Cameraman::Save(StateWriter* writer) const {
  writer->Write(begun_);
  writer->Write(looking_);
  writer->Write(target_);
}

void Cameraman::Load(StateReader* reader) {
  reader->Read(&begun_);
  reader->Read(&looking_);
  reader->Read(&target_);
}

}  // namespace envpool::mujoco
