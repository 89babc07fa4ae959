// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand goes to a place; the object is of no use.

#include <array>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, 0.6, 0.2};

void Start(Scene* scene) {
  scene->episode.target = SecondDrawn(*scene);
  scene->episode.object = FirstDrawn(*scene);
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

void Observe(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("obj"), scene.GeomTurnLast("objGeom"));
}

struct Reached {
  double distance;
  double in_place;
};

Reached Reach(const Scene& scene) {
  const Vector3& target = scene.episode.target;
  const double distance = Norm(scene.Fingers() - target);
  return {distance, LongTail(distance, 0, 0.05, Norm(kHand - target))};
}

Outcome EvaluateReach(Scene* scene, const Moment& /*moment*/) {
  const auto [distance, in_place] = Reach(*scene);
  return {.reward = 10 * in_place,
          .success = distance <= 0.05,
          .near_object = distance,
          .grasp_success = true,
          .grasp_reward = distance,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateReachWall(Scene* scene, const Moment& /*moment*/) {
  const auto [distance, in_place] = Reach(*scene);
  return {.reward = 10 * in_place,
          .success = distance <= 0.05,
          .near_object = 0,
          .grasp_success = false,
          .grasp_reward = 0,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

constexpr std::array kTasks{
    Task{.name = "reach-v3",
         .model = "sawyer_reach_v3",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.02, -0.1, 0.8, 0.05},
         .drawn_high = {0.1, 0.7, 0.02, 0.1, 0.9, 0.3},
         .goal_low = {-0.1, 0.8, 0.05},
         .goal_high = {0.1, 0.9, 0.3},
         .is_refused = AreNear<15>,
         .start = Start,
         .observe = Observe,
         .evaluate = EvaluateReach},
    Task{.name = "reach-wall-v3",
         .model = "sawyer_reach_wall_v3",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.05, 0.6, 0.015, -0.05, 0.85, 0.05},
         .drawn_high = {0.05, 0.65, 0.015, 0.05, 0.9, 0.3},
         .goal_low = {-0.05, 0.85, 0.05},
         .goal_high = {0.05, 0.9, 0.3},
         .is_refused = AreNear<15>,
         .start = Start,
         .observe = Observe,
         .evaluate = EvaluateReachWall},
};

}  // namespace

std::span<const Task> ReachTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
