// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand moves an object over the table: a puck, a ball or a mug.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, 0.6, 0.2};
constexpr Vector3 kBackHand{0, Float32(0.6), Float32(0.2)};
constexpr Vector3 kCoffeeHand{0, 0.4, 0.2};
constexpr Cage kPushCage{
    .radius = 0.015, .pad_reach = 0.05, .plane_reach = 0.005, .high = true};

/// Places object and goal at the drawn places, both at this height.
void StartAt(Scene* scene, double height) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.target = {drawn[3], drawn[4], height};
  scene->episode.object = {drawn[0], drawn[1], height};
}

void StartPush(Scene* scene) {
  StartAt(scene, scene->BodyAt("obj")[2]);
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

void StartAtGeom(Scene* scene) {
  StartAt(scene, scene->GeomAt("objGeom")[2]);
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

void StartSoccer(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.target = SecondDrawn(*scene);
  scene->episode.object = {drawn[0], drawn[1], 0.03};
  scene->PlaceBody("goal_whole", scene->episode.target);
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

constexpr Vector3 kHole{0.0, 0.84, 0.02};

bool IsNearHole(const Vector<6>& drawn) {
  return PlaneDistance(drawn.data(), kHole.data()) < 0.15;
}

void StartSweepInto(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.target = kHole;
  scene->episode.object = {drawn[0], drawn[1], scene->BodyAt("obj")[2]};
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", kHole);
}

void StartSweep(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.target = {0.5, drawn[1], 0.01};
  scene->episode.object = {drawn[0], drawn[1], 0.02};
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

/// The mug stands before the coffee machine at first or at last.
template <bool kAtLast>
void StartMug(Scene* scene) {
  const Vector3 start = FirstDrawn(*scene);
  const Vector3 target = SecondDrawn(*scene);
  scene->SetPositions(0, start);
  scene->episode.object = start;
  scene->PlaceBody("coffee_machine",
                   (kAtLast ? target : start) + Vector3{0.0, 0.22, 0.0});
  scene->episode.target = target;
  scene->PlaceSite("mug_goal", target);
}

void ObserveBall(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("soccer_ball"), scene.BodyTurnLast("soccer_ball"));
}
void ObserveMug(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("obj"), scene.GeomTurnLast("mug"));
}

Outcome EvaluatePush(Scene* scene, const Moment& moment) {
  const Way way = WayOf(*scene, moment);
  const Number grasped =
      Caging(*scene, moment, way.object, scene->episode.object, kPushCage);
  Number reward = 2 * grasped;
  if (way.near < 0.02 && moment.opening() > 0) {
    reward = reward + (1.0 + reward + 5.0 * way.in_place);
  }
  return OutcomeOf(scene, moment, way, reward, kTargetRadius, grasped);
}

Outcome EvaluatePushWall(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{3.0, 1.0, 1.0};
  const Way way = WayOf(*scene, moment);
  const Vector3& start = scene->episode.object;
  const Vector3 middle{-0.05, 0.77, way.object[2]};
  const double first = LongTail(Norm((way.object - middle) * kScale), 0,
                                kTargetRadius, Norm((start - middle) * kScale));
  const Number grasped = Caging(*scene, moment, way.object, start, kPushCage);
  Number reward = 2 * grasped;
  if (way.near < 0.02 && moment.opening() > 0) {
    reward = 2.0 * grasped + 1.0 + 4.0 * first;
    if (way.object[1] > 0.75) {
      reward = 2 * grasped + 1.0 + 4.0 + 3.0 * way.in_place;
    }
  }
  return OutcomeOf(scene, moment, way, reward, 0.07, grasped);
}

Outcome EvaluatePushBack(Scene* scene, const Moment& moment) {
  const Way way = WayOf(*scene, moment);
  const double opening = moment.opening();
  const double first = Norm(scene->episode.object - scene->episode.target);
  const double grasped =
      CagingAndGripping(*scene, way.object,
                        {.radius = 0.007, .grip = 0.003, .plane_reach = 0.01});
  Number reward = Hamacher(grasped, way.in_place);
  if (way.near < 0.01 && 0 < opening && opening < 0.55 &&
      first - way.distance > 0.01) {
    reward = reward + (1.0 + 5.0 * way.in_place);
  }
  return OutcomeOf(scene, moment, way, reward, 0.07, grasped);
}

Outcome EvaluateSoccer(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{3.0, 1.0, 1.0};
  constexpr double kGoal = 0.07;
  const Episode& episode = scene->episode;
  const Vector3 object = moment.object();
  const double near = Norm(object - scene->Fingers());
  const double distance = Norm((object - episode.target) * kScale);
  double in_place =
      LongTail(distance, 0, kGoal, Norm((object - episode.object) * kScale));
  const double line = episode.target[1] - 0.1;
  if (object[1] > line && std::fabs(object[0] - episode.target[0]) > 0.1) {
    in_place =
        std::clamp(in_place - 2 * ((object[1] - line) / (1 - line)), 0.0, 1.0);
  }
  const double grasped = CagingAndGripping(
      *scene, object, {.radius = 0.013, .grip = 0.01, .plane_reach = 0.005});
  const double plain = Norm(object - episode.target);
  return {.reward = distance < kGoal ? 10.0 : 3 * grasped + 6.5 * in_place,
          .success = plain <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = IsLifted(scene, moment),
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = plain};
}

Outcome Sweep(Scene* scene, const Moment& moment, const Vector3& target,
              const Pads& pads) {
  const Vector3 object = moment.object();
  const double near = Norm(object - scene->Fingers());
  const double distance = Norm(object - target);
  const double in_place = LongTail(distance, 0, kTargetRadius,
                                   Norm(scene->episode.object - target));
  const double grasped = CagingAndGripping(*scene, object, pads);
  const double both = Hamacher(grasped, in_place).value();
  return {.reward = distance < kTargetRadius ? 10.0 : 2 * grasped + 6 * both,
          .success = distance <= 0.05,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0 && scene->IsGripped("objGeom"),
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateSweepInto(Scene* scene, const Moment& moment) {
  const Vector3& target = scene->episode.target;
  return Sweep(scene, moment, {target[0], target[1], moment.object()[2]},
               {.radius = 0.02, .grip = 0.005, .plane_reach = 0.01});
}

Outcome EvaluateSweep(Scene* scene, const Moment& moment) {
  return Sweep(scene, moment, scene->episode.target,
               {.radius = 0.02, .grip = 0.01, .plane_reach = 0.005});
}

Outcome EvaluateMug(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{2.0, 2.0, 1.0};
  const Episode& episode = scene->episode;
  const Vector3 object = moment.object();
  const double scaled = Norm((object - episode.target) * kScale);
  const double in_place = LongTail(
      scaled, 0, 0.05, Norm((episode.object - episode.target) * kScale));
  const double near = Norm(object - scene->Fingers());
  const Number grasped = Caging(*scene, moment, object, episode.object,
                                {.radius = 0.02,
                                 .pad_reach = 0.05,
                                 .reach = 0.04,
                                 .plane_reach = 0.05,
                                 .effort = 0.7,
                                 .medium = true});
  Number reward = Hamacher(grasped, in_place);
  if (near < 0.04 && moment.opening() > 0) {
    reward = reward + (1.0 + 5.0 * in_place);
  }
  if (scaled < 0.05) {
    reward = 10.0;
  }
  const double distance = Norm(object - episode.target);
  return {.reward = reward,
          .success = distance <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0 && scene->IsGripped("mug"),
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

constexpr std::array kTasks{
    Task{.name = "push-v3",
         .model = "sawyer_push_v3",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.02, -0.1, 0.8, 0.01},
         .drawn_high = {0.1, 0.7, 0.02, 0.1, 0.9, 0.02},
         .goal_low = {-0.1, 0.8, 0.01},
         .goal_high = {0.1, 0.9, 0.02},
         .is_refused = AreNear<15>,
         .start = StartPush,
         .observe = ObservePuck,
         .evaluate = EvaluatePush},
    Task{.name = "push-wall-v3",
         .model = "sawyer_push_wall_v3",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.05, 0.6, 0.015, -0.05, 0.85, 0.01},
         .drawn_high = {0.05, 0.65, 0.015, 0.05, 0.9, 0.02},
         .goal_low = {-0.05, 0.85, 0.01},
         .goal_high = {0.05, 0.9, 0.02},
         .is_refused = AreNear<15>,
         .start = StartAtGeom,
         .observe = ObserveGeom,
         .evaluate = EvaluatePushWall},
    Task{.name = "push-back-v3",
         .model = "sawyer_push_back_v3",
         .hand = kBackHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.8, 0.02, -0.1, 0.6, 0.0199},
         .drawn_high = {0.1, 0.85, 0.02, 0.1, 0.7, 0.0201},
         .goal_low = {-0.1, 0.6, 0.0199},
         .goal_high = {0.1, 0.7, 0.0201},
         .is_refused = AreNear<15>,
         .start = StartAtGeom,
         .observe = ObserveGeom,
         .evaluate = EvaluatePushBack},
    Task{.name = "soccer-v3",
         .model = "sawyer_soccer",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.03, -0.1, 0.8, 0.0},
         .drawn_high = {0.1, 0.7, 0.03, 0.1, 0.9, 0.0},
         .goal_low = {-0.1, 0.8, 0.0},
         .goal_high = {0.1, 0.9, 0.0},
         .is_refused = AreNear<15>,
         .start = StartSoccer,
         .observe = ObserveBall,
         .evaluate = EvaluateSoccer},
    Task{.name = "sweep-into-v3",
         .model = "sawyer_table_with_hole",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.02, -0.001, 0.8399, 0.0199},
         .drawn_high = {0.1, 0.7, 0.02, 0.001, 0.8401, 0.0201},
         .goal_low = {-0.001, 0.8399, 0.0199},
         .goal_high = {0.001, 0.8401, 0.0201},
         .is_refused = IsNearHole,
         .start = StartSweepInto,
         .observe = ObservePuck,
         .evaluate = EvaluateSweepInto},
    Task{.name = "sweep-v3",
         .model = "sawyer_sweep_v3",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.6, 0.02},
         .drawn_high = {0.1, 0.7, 0.02},
         .goal_low = {0.49, 0.6, 0.0},
         .goal_high = {0.51, 0.7, 0.02},
         .start = StartSweep,
         .observe = ObserveBody,
         .evaluate = EvaluateSweep},
    Task{.name = "coffee-pull-v3",
         .model = "sawyer_coffee",
         .hand = kCoffeeHand,
         .num_drawn = 6,
         .drawn_low = {-0.05, 0.7, -0.001, -0.1, 0.55, -0.001},
         .drawn_high = {0.05, 0.75, 0.001, 0.1, 0.65, 0.001},
         .goal_low = {-0.1, 0.55, -0.001},
         .goal_high = {0.1, 0.65, 0.001},
         .is_refused = AreNear<15>,
         .start = StartMug<false>,
         .observe = ObserveMug,
         .evaluate = EvaluateMug},
    Task{.name = "coffee-push-v3",
         .model = "sawyer_coffee",
         .hand = kCoffeeHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.55, -0.001, -0.05, 0.7, -0.001},
         .drawn_high = {0.1, 0.65, 0.001, 0.05, 0.75, 0.001},
         .goal_low = {-0.05, 0.7, -0.001},
         .goal_high = {0.05, 0.75, 0.001},
         .is_refused = AreNear<15>,
         .start = StartMug<true>,
         .observe = ObserveMug,
         .evaluate = EvaluateMug},
};

}  // namespace

std::span<const Task> PushTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
