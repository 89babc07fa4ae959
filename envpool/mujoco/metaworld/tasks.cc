// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

/// In the official order.
constexpr std::array<std::string_view, kNumTasks> kNames{
#include "envpool/mujoco/metaworld/task_names.inc"
};

std::vector<const Task*> AllTasks() {
  std::vector<const Task*> tasks(kNames.size());
  for (const auto part :
       {ButtonTasks(), DoorTasks(), HandleTasks(), LiftTasks(), NutTasks(),
        PegTasks(), PushTasks(), ReachTasks(), SlideTasks(), StickTasks(),
        TurnTasks()}) {
    for (const Task& task : part) {
      tasks[IndexOf(task.name)] = &task;
    }
  }
  return tasks;
}

}  // namespace

int IndexOf(const std::string& name) {
  const auto* found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    throw std::invalid_argument(
        "task_name: expected a task of Meta-World, got \"" + name + "\"");
  }
  return static_cast<int>(found - kNames.begin());
}

const Task& TaskAt(int index) {
  static const std::vector<const Task*>& tasks =
      *new std::vector<const Task*>(AllTasks());
  return *tasks[static_cast<std::size_t>(index)];
}

void ObservePuck(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("obj"), scene.GeomTurnLast("objGeom"));
}

void ObserveGeom(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.GeomAt("objGeom"), scene.GeomTurnLast("objGeom"));
}

void ObserveBody(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("obj"), scene.BodyTurn("obj"));
}

bool IsLifted(Scene* scene, const Moment& moment) {
  return moment.opening() > 0 &&
         moment.object()[2] - 0.02 > scene->episode.object[2] &&
         scene->IsGripped("objGeom");
}

Way WayOf(const Scene& scene, const Moment& moment) {
  const Episode& episode = scene.episode;
  const Vector3 object = moment.object();
  const double distance = Norm(object - episode.target);
  return {.object = object,
          .near = Norm(object - scene.Fingers()),
          .distance = distance,
          .in_place = LongTail(distance, 0, kTargetRadius,
                               Norm(episode.object - episode.target))};
}

Outcome OutcomeOf(Scene* scene, const Moment& moment, const Way& way,
                  Number reward, double enough, Number grasped) {
  return {.reward = way.distance < kTargetRadius ? 10.0 : reward,
          .success = way.distance <= enough,
          .near_object = way.near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = IsLifted(scene, moment),
          .grasp_reward = grasped,
          .in_place_reward = way.in_place,
          .obj_to_target = way.distance};
}

}  // namespace envpool::mujoco::metaworld
