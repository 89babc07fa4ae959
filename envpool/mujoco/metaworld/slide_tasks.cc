// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand slides a plate into or out of a cabinet.

#include <array>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, Float32(0.6), Float32(0.2)};
constexpr double kRadius = 0.05;

enum class Cabinet { kAtTarget, kAtPlate, kLeft };

/// `kX` and `kY`: hundredths of the plate's first position in its joints.
template <Cabinet kCabinet, int kX, int kY>
void Start(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  episode.target = SecondDrawn(*scene);
  if (kCabinet != Cabinet::kLeft) {
    scene->PlaceBody("puck_goal", kCabinet == Cabinet::kAtTarget
                                      ? episode.target
                                      : episode.object);
  }
  scene->SetPositions(9, {kX / 100.0, kY / 100.0});
  scene->PlaceSite("goal", episode.target);
}

void Observe(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.GeomAt("puck"), scene.GeomTurnLast("puck"));
}

Outcome OutcomeOf(double reward, double near, double distance, double grasped,
                  double in_place) {
  return {.reward = distance < kRadius ? 10.0 : reward,
          .success = distance <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = false,
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateSlide(Scene* scene, const Moment& moment) {
  const Episode& episode = scene->episode;
  const Vector3 plate = moment.object();
  const double distance = Norm(plate - episode.target);
  const double in_place =
      LongTail(distance, 0, kRadius, Norm(episode.object - episode.target));
  const double near = Norm(scene->Fingers() - plate);
  const double grasped =
      LongTail(near, 0, kRadius, Norm(episode.fingers - episode.object));
  return OutcomeOf(8 * Hamacher(grasped, in_place).value(), near, distance,
                   grasped, in_place);
}

Outcome EvaluateOthers(Scene* scene, const Moment& moment) {
  const Episode& episode = scene->episode;
  const Vector3 plate = moment.object();
  const Vector3 fingers = scene->Fingers();
  const double distance = Norm(plate - episode.target);
  const double in_place = LongTail(
      distance, 0, kRadius, Norm(episode.object - episode.target) - kRadius);
  const double near = Norm(fingers - plate);
  const double grasped = LongTail(
      near, 0, kRadius, Norm(episode.fingers - episode.object) - kRadius);
  double reward = 1.5 * grasped;
  if (fingers[2] <= 0.03 && near < 0.07) {
    reward = 2.0 + 7.0 * in_place;
  }
  return OutcomeOf(reward, near, distance, grasped, in_place);
}

constexpr std::array kTasks{
    Task{.name = "plate-slide-v3",
         .model = "sawyer_plate_slide",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {0.0, 0.6, 0.0, -0.1, 0.85, 0.0},
         .drawn_high = {0.0, 0.6, 0.0, 0.1, 0.9, 0.0},
         .goal_low = {-0.1, 0.85, 0.0},
         .goal_high = {0.1, 0.9, 0.0},
         .start = Start<Cabinet::kAtTarget, 0, 0>,
         .observe = Observe,
         .evaluate = EvaluateSlide},
    Task{.name = "plate-slide-side-v3",
         .model = "sawyer_plate_slide_sideway",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {0.0, 0.6, 0.0, -0.3, 0.54, 0.0},
         .drawn_high = {0.0, 0.6, 0.0, -0.25, 0.66, 0.0},
         .goal_low = {-0.3, 0.54, 0.0},
         .goal_high = {-0.25, 0.66, 0.0},
         .start = Start<Cabinet::kLeft, 0, 0>,
         .observe = Observe,
         .evaluate = EvaluateOthers},
    Task{.name = "plate-slide-back-v3",
         .model = "sawyer_plate_slide",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {0.0, 0.85, 0.0, -0.1, 0.6, 0.015},
         .drawn_high = {0.0, 0.85, 0.0, 0.1, 0.6, 0.015},
         .goal_low = {-0.1, 0.6, 0.015},
         .goal_high = {0.1, 0.6, 0.015},
         .start = Start<Cabinet::kLeft, 0, 15>,
         .observe = Observe,
         .evaluate = EvaluateOthers},
    Task{.name = "plate-slide-back-side-v3",
         .model = "sawyer_plate_slide_sideway",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.25, 0.6, 0.0, -0.05, 0.6, 0.015},
         .drawn_high = {-0.25, 0.6, 0.0, 0.15, 0.6, 0.015},
         .goal_low = {-0.05, 0.6, 0.015},
         .goal_high = {0.15, 0.6, 0.015},
         .start = Start<Cabinet::kAtPlate, -15, 0>,
         .observe = Observe,
         .evaluate = EvaluateOthers},
};

}  // namespace

std::span<const Task> SlideTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
