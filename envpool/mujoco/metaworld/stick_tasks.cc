// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand moves a thermos with a stick.

#include <array>
#include <cmath>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand{0, 0.6, 0.2};
constexpr double kHeight = 0.02;  // of the stick

/// Places stick and thermos; `slide`: the thermos's second position.
void Start(Scene* scene, double target_height, double slide) {
  Episode& episode = scene->episode;
  episode.tool = {episode.drawn[0], episode.drawn[1], kHeight};
  episode.target = {episode.drawn[3], episode.drawn[4], target_height};
  scene->SetPositions(9, episode.tool);
  scene->SetPositions(16, {0.0, slide}, 16, 2);
  episode.object = scene->BodyAt("object");
  scene->PlaceSite("goal", episode.target);
}

void StartPull(Scene* scene) { Start(scene, kHeight, 0.09); }
void StartPush(Scene* scene) {
  Start(scene, scene->SiteAt("insertion")[2], 0.0);
}

void ObservePull(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("stick"), scene.BodyTurnLast("stick"));
  writer->Add(scene.SiteAt("insertion"));
}
void ObservePush(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("stick"), scene.BodyTurnLast("stick"));
  writer->Add(scene.SiteAt("insertion") + Vector3{0.0, 0.09, 0.0});
}

bool IsInserted(const Vector3& handle, const Vector3& end) {
  return end[0] >= handle[0] && std::fabs(end[1] - handle[1]) <= 0.04 &&
         std::fabs(end[2] - handle[2]) <= 0.06;
}

Outcome EvaluatePull(Scene* scene, const Moment& moment) {
  constexpr double kRadius = 0.05;
  constexpr Vector3 kScale{1.0, 1.0, 2.0};
  constexpr Vector3 kMiddle{0.05, 0.0, 0.0};  // of the thermos
  const Episode& episode = scene->episode;
  const Vector3 stick = moment.object();
  const Vector3 handle = moment.second();
  const Vector3 thermos = handle + kMiddle;
  const double near = Norm(stick - scene->Fingers());
  const double distance = Norm(handle - episode.target);
  const double in_place =
      LongTail(Norm((stick - thermos) * kScale), 0, kRadius,
               Norm((episode.tool - (episode.object + kMiddle)) * kScale));
  const double stick_there = LongTail(Norm(stick - episode.target), 0, kRadius,
                                      Norm(episode.tool - episode.target));
  const double thermos_there =
      LongTail(Norm(thermos - episode.target), 0, kRadius,
               Norm(episode.object - episode.target));
  const bool held =
      near < 0.02 && moment.opening() > 0 && stick[2] - 0.01 > episode.tool[2];
  const Number grasped = held ? 1
                              : Caging(*scene, moment, stick, episode.object,
                                       {.radius = 0.014,
                                        .pad_reach = 0.05,
                                        .plane_reach = 0.01,
                                        .high = true});
  const Number both = Hamacher(grasped, in_place);
  const bool inserted = IsInserted(handle, scene->SiteAt("stick_end"));
  Number reward = both;
  if (held) {
    reward = 1.0 + both + 5.0 * in_place;
    if (inserted) {
      reward = 1.0 + both + 5.0 + 2.0 * stick_there + 1.0 * thermos_there;
      if (distance <= 0.12) {
        reward = 10.0;
      }
    }
  }
  return {.reward = reward,
          .success = distance <= 0.12 && inserted,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0 &&
                           stick[2] - 0.02 > episode.object[2] &&
                           scene->IsGripped("objGeom"),
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluatePush(Scene* scene, const Moment& moment) {
  constexpr double kRadius = 0.12;
  const Episode& episode = scene->episode;
  const Vector3 start = moment.object();
  const Vector3 stick = start + Vector3{0.015, 0.0, 0.0};
  const Vector3 thermos = moment.second();
  const double near = Norm(stick - scene->Fingers());
  const double in_place =
      LongTail(Norm(stick - episode.target), 0, kRadius,
               Norm(episode.tool - episode.target) - kRadius);
  const double distance = Norm(thermos - episode.target);
  const double thermos_there = LongTail(
      distance, 0, kRadius, Norm(episode.object - episode.target) - kRadius);
  Number grasped = Caging(
      *scene, moment, stick, episode.tool,
      {.radius = 0.04, .pad_reach = 0.05, .plane_reach = 0.01, .high = true});
  Number reward = grasped;
  const bool opened = moment.opening() > 0;
  if (near < 0.02 && opened && stick[2] - 0.01 > episode.tool[2]) {
    grasped = 1;
    reward =
        distance <= kRadius ? 10.0 : 2.0 + 5.0 * in_place + 3.0 * thermos_there;
  }
  const bool held = opened && start[2] - 0.01 > episode.tool[2] &&
                    scene->IsGripped("objGeom");
  return {.reward = reward,
          .success = held && distance <= 0.12,
          .near_object = near <= 0.03 ? 1.0 : 0.0,
          .grasp_success = held,
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

constexpr std::array kTasks{
    Task{.name = "stick-push-v3",
         .model = "sawyer_stick_obj",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.08, 0.58, 0.0, 0.399, 0.55, 0.1319},
         .drawn_high = {-0.03, 0.62, 0.001, 0.401, 0.6, 0.1321},
         .goal_low = {0.399, 0.55, 0.1319},
         .goal_high = {0.401, 0.6, 0.1321},
         .is_refused = AreNear<10>,
         .start = StartPush,
         .observe = ObservePush,
         .evaluate = EvaluatePush},
    Task{.name = "stick-pull-v3",
         .model = "sawyer_stick_obj",
         .hand = kHand,
         .num_drawn = 6,
         .drawn_low = {-0.1, 0.55, 0.0, 0.35, 0.45, 0.0199},
         .drawn_high = {0.0, 0.65, 0.001, 0.45, 0.55, 0.0201},
         .goal_low = {0.35, 0.45, 0.0199},
         .goal_high = {0.45, 0.55, 0.0201},
         .reach_low = {-0.5, 0.35, 0.05},
         .is_refused = AreNear<10>,
         .start = StartPull,
         .observe = ObservePull,
         .evaluate = EvaluatePull},
};

}  // namespace

std::span<const Task> StickTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
