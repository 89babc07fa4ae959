// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand presses or pulls a handle.

#include <array>
#include <cmath>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, 0.6, 0.2};

void StartPress(Scene* scene) {
  scene->PlaceBody("box", FirstDrawn(*scene));
  scene->SetPositions(9, {-0.001}, 9, 1);
  scene->episode.target = scene->SiteAt("goalPress");
  scene->episode.tool = scene->SiteAt("handleStart");
}

void StartPull(Scene* scene) {
  scene->episode.object = FirstDrawn(*scene);
  scene->PlaceBody("box", scene->episode.object);
  scene->SetPositions(9, {-0.1}, 9, 1);
  scene->episode.target = scene->SiteAt("goalPull");
}

void StartPullSide(Scene* scene) {
  StartPull(scene);
  scene->episode.object = scene->SiteAt("handleCenter");
}

void ObservePress(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleStart"));
}
void ObservePull(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleRight"));
}
void ObservePullSide(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleCenter"));
}

Outcome EvaluatePress(Scene* scene, const Moment& /*moment*/) {
  constexpr double kRadius = 0.02;
  const Episode& episode = scene->episode;
  const Vector3 handle = scene->SiteAt("handleStart");
  const double distance = Norm(handle[2] - episode.target[2]);
  const double in_place =
      LongTail(distance, 0, kRadius,
               std::fabs(Norm(episode.tool[2] - episode.target[2]) - kRadius));
  const double near = Norm(handle - scene->Fingers());
  const double reach =
      LongTail(near, 0, kRadius,
               std::fabs(Norm(episode.tool - episode.fingers) - kRadius));
  const bool success = distance <= kRadius;
  const double reward = success ? 1.0 : Hamacher(reach, in_place).value();
  return {.reward = reward * 10,
          .success = success,
          .near_object = near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = true,
          .grasp_reward = reach,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

/// How the two tasks of pulling differ.
struct Pull {
  double distance;  // of the handle from the target
  double margin;
  double height;  // the coordinate that counts as the handle's height
  double success;
  Cage cage;
};

Outcome EvaluatePull(const Scene& scene, const Moment& moment,
                     const Pull& pull) {
  constexpr double kRadius = 0.05;
  const Episode& episode = scene.episode;
  const Vector3 handle = moment.object();
  const bool opened = moment.opening() > 0;
  const double in_place = LongTail(pull.distance, 0, kRadius, pull.margin);
  const Number grasped =
      Caging(scene, moment, handle, episode.object, pull.cage);
  const double near = Norm(handle - scene.Fingers());
  Number reward = Hamacher(grasped, in_place);
  if (near < 0.035 && opened && pull.height - 0.01 > episode.object[2]) {
    reward = reward + (1.0 + 5.0 * in_place);
  }
  if (pull.distance < kRadius) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = pull.distance <= pull.success,
          .near_object = near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = opened && handle[2] - 0.03 > episode.object[2],
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = pull.distance};
}

Outcome EvaluatePullSide(Scene* scene, const Moment& moment) {
  const Episode& episode = scene->episode;
  const Vector3 handle = moment.object();
  return EvaluatePull(*scene, moment,
                      {.distance = Norm(handle - episode.target),
                       .margin = Norm(episode.object - episode.target),
                       .height = handle[2],
                       .success = 0.08,
                       .cage = {.radius = 0.032,
                                .pad_reach = 0.06,
                                .plane_reach = 0.01,
                                .high = true}});
}

Outcome EvaluatePullFront(Scene* scene, const Moment& moment) {
  const Episode& episode = scene->episode;
  const Vector3 handle = moment.object();
  const double target = episode.target[2];
  // The official env takes y for the height here.
  return EvaluatePull(*scene, moment,
                      {.distance = std::fabs(target - handle[2]),
                       .margin = std::fabs(target - episode.object[2]),
                       .height = handle[1],
                       .success = 0.05,
                       .cage = {.radius = 0.022,
                                .pad_reach = 0.05,
                                .plane_reach = 0.01,
                                .high = true}});
}

constexpr std::array kTasks{
    Task{.name = "handle-press-side-v3",
         .model = "sawyer_handle_press_sideways",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.35, 0.65, -0.001},
         .drawn_high = {-0.25, 0.75, 0.001},
         .start = StartPress,
         .observe = ObservePress,
         .evaluate = EvaluatePress},
    Task{.name = "handle-press-v3",
         .model = "sawyer_handle_press",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, -0.001},
         .drawn_high = {0.1, 0.9, 0.001},
         .goal_low = {-0.1, 0.55, 0.04},
         .goal_high = {0.1, 0.7, 0.08},
         .start = StartPress,
         .observe = ObservePress,
         .evaluate = EvaluatePress},
    Task{.name = "handle-pull-side-v3",
         .model = "sawyer_handle_press_sideways",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.35, 0.65, 0.0},
         .drawn_high = {-0.25, 0.75, 0.0},
         .start = StartPullSide,
         .observe = ObservePullSide,
         .evaluate = EvaluatePullSide},
    Task{.name = "handle-pull-v3",
         .model = "sawyer_handle_press",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, -0.001},
         .drawn_high = {0.1, 0.9, 0.001},
         .goal_low = {-0.1, 0.55, 0.04},
         .goal_high = {0.1, 0.7, 0.18},
         .start = StartPull,
         .observe = ObservePull,
         .evaluate = EvaluatePullFront},
};

}  // namespace

std::span<const Task> HandleTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
