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

/// The official order, ALL_V3_ENVIRONMENTS.
constexpr std::array<std::string_view, kNumTasks> kNames{
    "assembly-v3",
    "basketball-v3",
    "bin-picking-v3",
    "box-close-v3",
    "button-press-topdown-v3",
    "button-press-topdown-wall-v3",
    "button-press-v3",
    "button-press-wall-v3",
    "coffee-button-v3",
    "coffee-pull-v3",
    "coffee-push-v3",
    "dial-turn-v3",
    "disassemble-v3",
    "door-close-v3",
    "door-lock-v3",
    "door-open-v3",
    "door-unlock-v3",
    "hand-insert-v3",
    "drawer-close-v3",
    "drawer-open-v3",
    "faucet-open-v3",
    "faucet-close-v3",
    "hammer-v3",
    "handle-press-side-v3",
    "handle-press-v3",
    "handle-pull-side-v3",
    "handle-pull-v3",
    "lever-pull-v3",
    "pick-place-wall-v3",
    "pick-out-of-hole-v3",
    "pick-place-v3",
    "plate-slide-v3",
    "plate-slide-side-v3",
    "plate-slide-back-v3",
    "plate-slide-back-side-v3",
    "peg-insert-side-v3",
    "peg-unplug-side-v3",
    "soccer-v3",
    "stick-push-v3",
    "stick-pull-v3",
    "push-v3",
    "push-wall-v3",
    "push-back-v3",
    "reach-v3",
    "reach-wall-v3",
    "shelf-place-v3",
    "sweep-into-v3",
    "sweep-v3",
    "window-open-v3",
    "window-close-v3",
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
