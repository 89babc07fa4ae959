// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand turns a dial, a faucet or a lever.

#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRadius = 0.07;  // of the target
constexpr Vector3 kDialHand{0, Float32(0.6), Float32(0.2)};
constexpr Vector3 kFaucetHand{0.0, 0.4, 0.2};
constexpr Vector3 kLeverHand{0, Float32(0.4), Float32(0.2)};
constexpr Vector3 kPushDial{0.05, 0.02, 0.09};
constexpr double kHandle = 0.175;  // the length of the faucet's handle
constexpr double kLever = 0.2;     // its length

Vector3 DialAt(const Scene& scene) {
  const double angle = scene.JointAt("knob_Joint_1");
  return scene.BodyAt("dial") +
         Vector3{std::sin(angle) * 0.05, -std::cos(angle) * 0.05, 0.0 * 0.05};
}

void StartDial(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  episode.target = episode.object + Vector3{0, 0.03, 0.03};
  scene->PlaceBody("dial", episode.object);
  episode.tool = DialAt(*scene) + kPushDial;
  scene->PlaceSite("goal", episode.target);
}

void StartFaucetClose(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  scene->PlaceBody("faucetBase", episode.object);
  episode.target = episode.object + Vector3{-kHandle, 0.0, 0.125};
  scene->Forward();
  scene->PlaceSite("goal_close", episode.target);
}

void StartFaucetOpen(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  scene->PlaceBody("faucetBase", episode.object);
  episode.target = episode.object + Vector3{kHandle, 0.0, 0.125};
  scene->PlaceSite("goal_open", episode.target);
}

void StartLever(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  scene->PlaceBody("lever", episode.object);
  episode.tool = episode.object + Vector3{0.12, -kLever, 0.25};
  episode.target = episode.object + Vector3{0.12, 0.0, 0.25 + kLever};
  scene->PlaceSite("goal", episode.target);
}

void ObserveDial(const Scene& scene, ObjectWriter* writer) {
  writer->Add(DialAt(scene), scene.BodyTurn("dial"));
}
void ObserveFaucetClose(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleStartClose") + Vector3{0.0, 0.0, -0.01},
              scene.BodyTurn("faucetBase"));
}
void ObserveFaucetOpen(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleStartOpen") + Vector3{0.0, 0.0, -0.01},
              scene.BodyTurn("faucetBase"));
}
void ObserveLever(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("leverStart"), scene.GeomTurnLast("objGeom"));
}

Outcome EvaluateDial(Scene* scene, const Moment& moment) {
  constexpr double kReach = 0.005;
  const Episode& episode = scene->episode;
  const Vector3 dial = DialAt(*scene);
  const double distance = Norm(dial - episode.target);
  const double in_place =
      LongTail(distance, 0, kRadius,
               std::fabs(Norm(episode.tool - episode.target) - kRadius));
  const double near = Norm(dial + kPushDial - scene->Fingers());
  const double near_margin =
      std::fabs(Norm(episode.tool - episode.fingers) - kReach);
  const Number reach =
      Hamacher(Gaussian(near, 0, kReach, near_margin), Closing(moment.effort));
  return {.reward = 10 * Hamacher(reach, in_place),
          .success = distance <= kRadius,
          .near_object = near <= 0.01 ? 1.0 : 0.0,
          .grasp_success = true,
          .grasp_reward = reach,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome Faucet(const Scene& scene, const Vector3& handle) {
  constexpr double kReach = 0.01;
  const Episode& episode = scene.episode;
  const double distance = Norm(handle - episode.target);
  const double in_place =
      LongTail(distance, 0, kRadius,
               std::fabs(Norm(episode.object - episode.target) - kRadius));
  const double near = Norm(handle - scene.Fingers());
  const double reach =
      Gaussian(near, 0, kReach,
               std::fabs(Norm(episode.object - episode.fingers) - kReach));
  const bool success = distance <= kRadius;
  return {.reward = success ? 10 : (2 * reach + 3 * in_place) * 2,
          .success = success,
          .near_object = near <= 0.01 ? 1.0 : 0.0,
          .grasp_success = true,
          .grasp_reward = reach,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateFaucetClose(Scene* scene, const Moment& moment) {
  return Faucet(*scene, moment.object());
}
Outcome EvaluateFaucetOpen(Scene* scene, const Moment& moment) {
  return Faucet(*scene, moment.object() + Vector3{-0.04, 0.0, 0.03});
}

Outcome EvaluateLever(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{4.0, 1.0, 4.0};
  constexpr Vector3 kOffset{0.0, 0.055, 0.07};
  const Episode& episode = scene->episode;
  const Vector3 lever = moment.object();
  const double near = Norm((moment.hand() + kOffset - lever) * kScale);
  const double ready = LongTail(
      near, 0, 0.02, Norm((episode.fingers + kOffset - episode.tool) * kScale));
  const double error = std::fabs(-scene->JointAt("LeverAxis") - kPi / 2.0);
  const double engaged = LongTail(error, 0, kPi / 48.0, kPi / 2.0 - kPi / 12.0);
  const double in_place = LongTail(Norm(lever - episode.target), 0, 0.04,
                                   Norm(episode.tool - episode.target));
  return {.reward = 10.0 * Hamacher(ready, in_place),
          .success = error <= kPi / 24,
          .near_object = near < 0.03 ? 1.0 : 0.0,
          .grasp_success = ready > 0.9,
          .grasp_reward = ready,
          .in_place_reward = engaged,
          .obj_to_target = near};
}

constexpr std::array kTasks{
    Task{.name = "dial-turn-v3",
         .model = "sawyer_dial",
         .hand = kDialHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.7, 0.0},
         .drawn_high = {0.1, 0.8, 0.0},
         .goal_low = {-0.1, 0.73, 0.0299},
         .goal_high = {0.1, 0.83, 0.0301},
         .start = StartDial,
         .observe = ObserveDial,
         .evaluate = EvaluateDial},
    Task{.name = "faucet-close-v3",
         .model = "sawyer_faucet",
         .hand = kFaucetHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, 0.0},
         .drawn_high = {0.1, 0.85, 0.0},
         .goal_low = {-0.5, 0.4, -0.15},
         .reach_low = {-0.5, 0.4, -0.15},
         .start = StartFaucetClose,
         .observe = ObserveFaucetClose,
         .evaluate = EvaluateFaucetClose},
    Task{.name = "faucet-open-v3",
         .model = "sawyer_faucet",
         .hand = kFaucetHand,
         .num_drawn = 3,
         .drawn_low = {-0.05, 0.8, 0.0},
         .drawn_high = {0.05, 0.85, 0.0},
         .goal_low = {-0.5, 0.4, -0.15},
         .reach_low = {-0.5, 0.4, -0.15},
         .start = StartFaucetOpen,
         .observe = ObserveFaucetOpen,
         .evaluate = EvaluateFaucetOpen},
    Task{.name = "lever-pull-v3",
         .model = "sawyer_lever_pull",
         .hand = kLeverHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.7, 0.0},
         .drawn_high = {0.1, 0.8, 0.0},
         .goal_low = {-0.5, 0.4, -0.15},
         .reach_low = {-0.5, 0.4, -0.15},
         .start = StartLever,
         .observe = ObserveLever,
         .evaluate = EvaluateLever},
};

}  // namespace

std::span<const Task> TurnTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
