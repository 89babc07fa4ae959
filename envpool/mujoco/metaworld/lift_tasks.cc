// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand lifts an object and brings it to a place.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, 0.6, 0.2};
constexpr Vector3 kHand32{0, Float32(0.6), Float32(0.2)};
constexpr Cage kCage{
    .radius = 0.015, .pad_reach = 0.05, .plane_reach = 0.005, .high = true};

void StartPuck(Scene* scene) {
  scene->episode.target = SecondDrawn(*scene);
  scene->episode.object = FirstDrawn(*scene);
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

void StartHandInsert(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.target = SecondDrawn(*scene);
  scene->episode.object = {drawn[0], drawn[1], 0.05};
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

// The goal is where the hoop is.
void UpdateBasketball(Scene* scene) {
  scene->episode.target = scene->SiteAt("goal");
}

void StartBasketball(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.object = {drawn[0], drawn[1], Float32(0.03)};
  scene->PlaceBody("basket_goal", SecondDrawn(*scene));
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->SiteAt("goal"));
}

void UpdateBinPicking(Scene* scene) {
  scene->episode.target = scene->BodyAt("bin_goal");
}

void StartBinPicking(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  scene->episode.object = {drawn[0], drawn[1], scene->BodyAt("obj")[2]};
  scene->SetPositions(9, scene->episode.object);
  scene->episode.distance = -1;
}

void StartShelfPlace(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  const Vector3 shelf{drawn[3], drawn[4], drawn[5] - 0.3};
  scene->episode.object = {drawn[0], drawn[1], scene->BodyAt("obj")[2]};
  scene->PlaceBody("shelf", shelf);
  scene->Forward();
  scene->episode.target = scene->PlaceOfSite("goal") + shelf;
  scene->SetPositions(9, scene->episode.object);
}

void ObserveBall(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("bsktball"), scene.BodyTurn("bsktball"));
}

Number GraspPickPlace(const Scene& scene, const Moment& moment) {
  const double caging =
      AroundObject(scene, moment.object(),
                   {.radius = 0.015, .grip = 0, .plane_reach = 0.005})
          .caging;
  const Number gripping = caging > 0.97 ? Closing(moment.effort) : 0;
  return (Hamacher(caging, gripping) + caging) / 2;
}

Outcome EvaluatePickPlace(Scene* scene, const Moment& moment) {
  const Way way = WayOf(*scene, moment);
  const Number grasped = GraspPickPlace(*scene, moment);
  Number reward = Hamacher(grasped, way.in_place);
  if (way.near < 0.02 && moment.opening() > 0 &&
      way.object[2] - 0.01 > scene->episode.object[2]) {
    reward = reward + (1.0 + 5.0 * way.in_place);
  }
  return OutcomeOf(scene, moment, way, reward, 0.07, grasped);
}

Outcome EvaluatePickPlaceWall(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{1.0, 1.0, 3.0};
  const Way way = WayOf(*scene, moment);
  const Vector3& start = scene->episode.object;
  const Vector3 middle{scene->episode.target[0], 0.77, 0.25};
  const double first = LongTail(Norm((way.object - middle) * kScale), 0,
                                kTargetRadius, Norm((start - middle) * kScale));
  const Number grasped =
      Caging(*scene, moment, way.object, start,
             {.radius = 0.015, .pad_reach = 0.05, .plane_reach = 0.005});
  const Number both = Hamacher(grasped, first);
  Number reward = both;
  if (way.near < 0.02 && moment.opening() > 0 &&
      way.object[2] - 0.015 > start[2]) {
    reward = both + 1.0 + 4.0 * first;
    if (way.object[1] > 0.75) {
      reward = both + 1.0 + 4.0 + 3.0 * way.in_place;
    }
  }
  return OutcomeOf(scene, moment, way, reward, 0.07, grasped);
}

Outcome EvaluatePickOutOfHole(Scene* scene, const Moment& moment) {
  constexpr double kThreshold = 0.03;
  const Episode& episode = scene->episode;
  const Vector3 object = moment.object();
  const Vector3 fingers = scene->Fingers();
  const double distance = Norm(object - episode.target);
  const double near = Norm(object - fingers);
  const double radius = PlaneDistance(fingers, episode.object);
  const double floor =
      radius <= kThreshold ? 0.0 : 0.015 * std::log(radius - kThreshold) + 0.15;
  const double above =
      fingers[2] >= floor
          ? 1.0
          : LongTail(std::max(floor - fingers[2], 0.0), 0.0, 0.01, 0.02);
  const Number grasped = Caging(*scene, moment, object, episode.object,
                                {.radius = 0.015,
                                 .pad_reach = 0.02,
                                 .plane_reach = 0.03,
                                 .effort = 0.1,
                                 .high = true});
  const double in_place =
      LongTail(distance, 0, 0.02, Norm(episode.object - episode.target));
  Number reward = Hamacher(grasped, in_place);
  const bool lifted = near < 0.04 && object[2] - 0.02 > episode.object[2] &&
                      !(moment.opening() < 0.33);
  if (lifted) {
    reward = reward + (1.0 + 5.0 * Hamacher(in_place, above));
  }
  if (distance < kTargetRadius) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = distance <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = lifted,
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateHandInsert(Scene* scene, const Moment& moment) {
  const Way way = WayOf(*scene, moment);
  const Number grasped =
      Caging(*scene, moment, way.object, scene->episode.object, kCage);
  Number reward = Hamacher(grasped, way.in_place);
  if (way.near < 0.02 && moment.opening() > 0) {
    reward = reward + (1.0 + 7.0 * way.in_place);
  }
  return OutcomeOf(scene, moment, way, reward, kTargetRadius, grasped);
}

Outcome EvaluateBasketball(Scene* scene, const Moment& moment) {
  constexpr double kHoop = 0.08;
  constexpr Vector3 kScale{1.0, 1.0, 2.0};
  const Episode& episode = scene->episode;
  const Vector3 object = moment.object();
  const Vector3 target{episode.target[0], episode.target[1], 0.3};
  const double distance = Norm((object - target) * kScale);
  const double in_place =
      LongTail(distance, 0, kHoop, Norm((episode.object - target) * kScale));
  const double near = Norm(object - scene->Fingers());
  const bool opened = moment.opening() > 0;
  const bool held =
      near < 0.035 && opened && object[2] - 0.01 > episode.object[2];
  const Number grasped = held ? 1.0
                              : Caging(*scene, moment, object, episode.object,
                                       {.radius = 0.025,
                                        .pad_reach = 0.06,
                                        .plane_reach = 0.005,
                                        .high = true});
  Number reward = Hamacher(grasped, in_place);
  if (held) {
    reward = reward + (1.0 + 5.0 * in_place);
  }
  if (distance < kHoop) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = distance <= kHoop,
          .near_object = near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = opened && object[2] - 0.03 > episode.object[2],
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

/// The least height of the hand at this distance from a bin's middle.
double FloorAt(double radius) {
  constexpr double kThreshold = 0.03;
  return radius > kThreshold ? 0.02 * std::log(radius - kThreshold) + 0.2 : 0.0;
}

Outcome EvaluateBinPicking(Scene* scene, const Moment& moment) {
  Episode& episode = scene->episode;
  const Vector3 hand = moment.hand();
  const Vector3 object = moment.object();
  const double distance = Norm(object - episode.target);
  if (episode.distance < 0) {
    episode.distance = distance;
  }
  const double in_place =
      LongTail(distance, 0, kTargetRadius, episode.distance);
  const double floor = std::min(FloorAt(PlaneDistance(hand, episode.object)),
                                FloorAt(PlaneDistance(hand, episode.target)));
  const double above =
      hand[2] >= floor
          ? 1.0
          : LongTail(std::max(floor - hand[2], 0.0), 0.0, 0.01, 0.05);
  const Number grasped = Caging(*scene, moment, object, episode.object,
                                {.radius = 0.015,
                                 .pad_reach = 0.05,
                                 .plane_reach = 0.01,
                                 .effort = 0.7,
                                 .high = true});
  Number reward = Hamacher(grasped, in_place);
  const bool near = Norm(object - hand) < 0.04;
  const bool lifted = near && object[2] - 0.02 > episode.object[2] &&
                      !(moment.opening() < 0.43);
  if (lifted) {
    reward = reward + (1.0 + 5.0 * Hamacher(above, in_place));
  }
  if (distance < kTargetRadius) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = distance <= 0.05,
          .near_object = near ? 1.0 : 0.0,
          .grasp_success = lifted,
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

/// The part of the reward that is lost in front of the shelf; 1: all of it.
Number InShelf(const Vector3& object, const Vector3& target, double in_place) {
  const bool below = 0.0 < object[2] && object[2] < 0.24 &&
                     target[0] - 0.15 < object[0] &&
                     object[0] < target[0] + 0.15;
  Number kept = in_place;
  if (below && target[1] - 3 * kTargetRadius < object[1] &&
      object[1] < target[1]) {
    const double height = (0.24 - object[2]) / 0.24;
    const double depth =
        (object[1] - (target[1] - 3 * kTargetRadius)) / (3 * kTargetRadius);
    const double lost = Hamacher(depth, height).value();
    kept = Number::Double(std::clamp(in_place - lost, 0.0, 1.0));
  }
  if (below && object[1] > target[1]) {
    kept = 0.0;
  }
  return kept;
}

Outcome EvaluateShelfPlace(Scene* scene, const Moment& moment) {
  const Episode& episode = scene->episode;
  const Vector3 object = moment.object();
  const double distance = Norm(object - episode.target);
  const double near = Norm(object - scene->Fingers());
  const double reached = LongTail(distance, 0, kTargetRadius,
                                  Norm(episode.object - episode.target));
  const Number grasped =
      Caging(*scene, moment, object, episode.object,
             {.radius = 0.02, .pad_reach = 0.05, .plane_reach = 0.01});
  Number reward = Hamacher(grasped, reached);
  const Number in_place = InShelf(object, episode.target, reached);
  if (near < 0.025 && moment.opening() > 0 &&
      object[2] - 0.01 > episode.object[2]) {
    reward = reward + (1.0 + 5.0 * in_place);
  }
  if (distance < kTargetRadius) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = distance <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = IsLifted(scene, moment),
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

constexpr std::array kTasks{
    Task{.name = "pick-place-v3",
         .model = "sawyer_pick_place_v3",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.02, -0.1, 0.8, 0.05},
         .drawn_high = {0.1, 0.7, 0.02, 0.1, 0.9, 0.3},
         .goal_low = {-0.1, 0.8, 0.05},
         .goal_high = {0.1, 0.9, 0.3},
         .is_refused = AreNear<15>,
         .start = StartPuck,
         .observe = ObservePuck,
         .evaluate = EvaluatePickPlace},
    Task{.name = "pick-place-wall-v3",
         .model = "sawyer_pick_place_wall_v3",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.05, 0.6, 0.015, -0.05, 0.85, 0.05},
         .drawn_high = {0.05, 0.65, 0.015, 0.05, 0.9, 0.3},
         .goal_low = {-0.05, 0.85, 0.05},
         .goal_high = {0.05, 0.9, 0.3},
         .is_refused = AreNear<15>,
         .start = StartPuck,
         .observe = ObserveGeom,
         .evaluate = EvaluatePickPlaceWall},
    Task{.name = "pick-out-of-hole-v3",
         .model = "sawyer_pick_out_of_hole",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {0, 0.75, 0.02, -0.1, 0.5, 0.15},
         .drawn_high = {0, 0.75, 0.02, 0.1, 0.6, 0.3},
         .goal_low = {-0.1, 0.5, 0.15},
         .goal_high = {0.1, 0.6, 0.3},
         .reach_low = {-0.5, 0.4, -0.05},
         .is_refused = AreNear<15>,
         .start = StartPuck,
         .observe = ObserveBody,
         .evaluate = EvaluatePickOutOfHole},
    Task{.name = "hand-insert-v3",
         .model = "sawyer_table_with_hole",
         .hand = kHand32,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.05, -0.04, 0.8, -0.0201},
         .drawn_high = {0.1, 0.7, 0.05, 0.04, 0.88, -0.0199},
         .goal_low = {-0.04, 0.8, -0.0201},
         .goal_high = {0.04, 0.88, -0.0199},
         .reach_low = {-0.5, 0.4, -0.15},
         .is_refused = AreNear<15>,
         .start = StartHandInsert,
         .observe = ObserveBody,
         .evaluate = EvaluateHandInsert},
    Task{.name = "basketball-v3",
         .model = "sawyer_basketball",
         .hand = kHand32,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.6, 0.0299, -0.1, 0.85, 0.0},
         .drawn_high = {0.1, 0.7, 0.0301, 0.1, 0.9 + 1e-07, 0.0},
         .goal_low = {-0.1 + 0, 0.85 + -0.083, 0.0 + 0.2499},
         .goal_high = {0.1 + 0, 0.9 + 1e-07 + -0.083, 0.0 + 0.2501},
         .is_refused = AreNear<15>,
         .start = StartBasketball,
         .update = UpdateBasketball,
         .observe = ObserveBall,
         .evaluate = EvaluateBasketball},
    Task{.name = "bin-picking-v3",
         .model = "sawyer_bin_picking",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.21, 0.65, 0.02, 0.1199, 0.699, -0.001},
         .drawn_high = {-0.03, 0.75, 0.02, 0.1201, 0.701, 0.001},
         .goal_low = {0.1199, 0.699, -0.001},
         .goal_high = {0.1201, 0.701, 0.001},
         .reach_low = {-0.5, 0.4, 0.07},
         .start = StartBinPicking,
         .update = UpdateBinPicking,
         .observe = ObserveBody,
         .evaluate = EvaluateBinPicking},
    Task{.name = "shelf-place-v3",
         .model = "sawyer_shelf_placing",
         .hand = kHand32,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.5, 0.019, -0.1, 0.8, 0.299},
         .drawn_high = {0.1, 0.6, 0.021, 0.1, 0.9, 0.301},
         .goal_low = {-0.1, 0.8, 0.299},
         .goal_high = {0.1, 0.9, 0.301},
         .is_refused = AreNear<10>,
         .start = StartShelfPlace,
         .observe = ObservePuck,
         .evaluate = EvaluateShelfPlace},
};

}  // namespace

std::span<const Task> LiftTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
