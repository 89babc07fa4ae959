// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand puts a peg into a box, or pulls it out.

#include <array>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, 0.6, 0.2};
constexpr double kRadius = 0.07;

void StartInsert(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  episode.tool = scene->SiteAt("pegHead");
  scene->SetPositions(9, episode.object);
  const Vector3 box = SecondDrawn(*scene);
  scene->PlaceBody("box", box);
  episode.target = box + Vector3{0.03, 0.0, 0.13};
  scene->PlaceSite("goal", episode.target);
}

void StartUnplug(Scene* scene) {
  Episode& episode = scene->episode;
  const Vector3 box = FirstDrawn(*scene);
  scene->PlaceBody("box", box);
  const Vector3 plug = box + Vector3{0.044, 0.0, 0.131};
  scene->SetPositions(9, {plug[0], plug[1], plug[2], 1.0, 0.0, 0.0, 0.0}, 9, 3);
  episode.object = scene->SiteAt("pegEnd");
  episode.target = plug + Vector3{0.15, 0.0, 0.0};
  scene->PlaceSite("goal", episode.target);
}

void ObserveInsert(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("pegGrasp"), scene.SiteTurnLast("pegGrasp"));
}
void ObserveUnplug(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("pegEnd"), scene.BodyTurn("plug1"));
}

bool IsBetween(double value, double end1, double end2) {
  return end2 >= end1 ? end1 <= value && value <= end2
                      : end2 <= value && value <= end1;
}

/// 1 outside a prism; inside, from 0 at one corner to 1 at the opposite one.
double InPrism(const Vector3& at, const Vector3& zero, const Vector3& one) {
  const Vector3 size = one - zero;
  Vector3 scale{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!IsBetween(at[i], zero[i], one[i])) {
      return 1;
    }
    scale[i] = (at[i] - zero[i]) / size[i];
  }
  return scale[0] * scale[1] * scale[2];
}

Outcome EvaluateInsert(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{1.0, 2.0, 2.0};
  const Episode& episode = scene->episode;
  const Vector3 peg = moment.object();
  const Vector3 head = scene->SiteAt("pegHead");
  const double near = Norm(peg - scene->Fingers());
  const double distance = Norm((head - episode.target) * kScale);
  const double reached = LongTail(
      distance, 0, kRadius, Norm((episode.tool - episode.target) * kScale));
  const double first =
      InPrism(head, scene->SiteAt("bottom_right_corner_collision_box_1"),
              scene->SiteAt("top_left_corner_collision_box_1"));
  const double second =
      InPrism(head, scene->SiteAt("bottom_right_corner_collision_box_2"),
              scene->SiteAt("top_left_corner_collision_box_2"));
  const double in_place = Hamacher(reached, Hamacher(second, first)).value();
  const bool lifted = moment.opening() > 0 && peg[2] - 0.01 > episode.object[2];
  const bool held = near < 0.08 && lifted;
  const Number grasped = held ? 1.0
                              : Caging(*scene, moment, peg, episode.object,
                                       {.radius = 0.0075,
                                        .pad_reach = 0.03,
                                        .plane_reach = 0.005,
                                        .high = true});
  Number reward = Hamacher(grasped, in_place);
  if (held) {
    reward = reward + (1.0 + 5 * in_place);
  }
  if (distance <= 0.07) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = distance <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = near < 0.02 && lifted,
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateUnplug(Scene* scene, const Moment& moment) {
  const Episode& episode = scene->episode;
  const Vector3 plug = moment.object();
  const double near = Norm(plug - scene->Fingers());
  const double distance = Norm(plug - episode.target);
  const Number grasped = Caging(*scene, moment, plug, episode.object,
                                {.radius = 0.025,
                                 .pad_reach = 0.05,
                                 .plane_reach = 0.005,
                                 .effort = 0.8,
                                 .high = true});
  const double in_place =
      LongTail(distance, 0, 0.05, Norm(episode.object - episode.target));
  const bool held =
      moment.opening() > 0.5 && plug[0] - episode.object[0] > 0.015;
  Number reward = 2 * grasped;
  if (held && near < 0.035) {
    reward = 1 + 2 * grasped + 5 * in_place;
  }
  if (distance <= 0.05) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = distance <= 0.07,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = held,
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

constexpr std::array kTasks{
    Task{.name = "peg-insert-side-v3",
         .model = "sawyer_peg_insertion_side",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {0.0, 0.5, 0.02, -0.35, 0.4, -0.001},
         .drawn_high = {0.2, 0.7, 0.02, -0.25, 0.7, 0.001},
         .goal_low = {-0.35 + 0.03, 0.4 + 0.0, -0.001 + 0.13},
         .goal_high = {-0.25 + 0.03, 0.7 + 0.0, 0.001 + 0.13},
         .is_refused = AreNear<10>,
         .start = StartInsert,
         .observe = ObserveInsert,
         .evaluate = EvaluateInsert},
    Task{.name = "peg-unplug-side-v3",
         .model = "sawyer_peg_unplug_side",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.25, 0.6, -0.001},
         .drawn_high = {-0.15, 0.8, 0.001},
         .goal_low = {-0.25 + 0.194, 0.6 + 0.0, -0.001 + 0.131},
         .goal_high = {-0.15 + 0.194, 0.8 + 0.0, 0.001 + 0.131},
         .start = StartUnplug,
         .observe = ObserveUnplug,
         .evaluate = EvaluateUnplug},
};

}  // namespace

std::span<const Task> PegTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
