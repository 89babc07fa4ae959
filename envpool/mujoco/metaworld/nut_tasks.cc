// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand holds a tool or a lid upright: a wrench, a hammer, a box's lid.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kAssemblyHand{0, Float32(0.6), Float32(0.2)};
constexpr Vector3 kDisassembleHand{0, Float32(0.4), Float32(0.2)};
constexpr Vector3 kHammerHand{0, 0.4, 0.2};
constexpr Vector<4> kUpright{0.707, 0, 0, 0.707};
constexpr Vector<4> kLevel{1.0, 0.0, 0.0, 0.0};

void StartAssembly(Scene* scene) {
  scene->episode.object = FirstDrawn(*scene);
  scene->episode.target = SecondDrawn(*scene);
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceBody("peg", scene->episode.target - Vector3{0.0, 0.0, 0.05});
  scene->PlaceSite("pegTop", scene->episode.target);
}

void StartDisassemble(Scene* scene) {
  const Vector3 nut = FirstDrawn(*scene);
  scene->episode.object = nut;
  scene->episode.target = nut + Vector3{0, 0, 0.15};
  scene->PlaceBody("peg", nut + Vector3{0.0, 0.0, 0.03});
  scene->PlaceSite("pegTop", nut + Vector3{0.0, 0.0, 0.08});
  scene->Forward();
  scene->SetPositions(9, nut);
}

void StartHammer(Scene* scene) {
  scene->PlaceBody("box", {0.24, 0.85, 0.0});
  scene->episode.target = scene->SiteAt("goal");
  scene->episode.object = FirstDrawn(*scene);
  scene->SetPositions(9, scene->episode.object);
}

void StartBoxClose(Scene* scene) {
  const Vector<6>& drawn = scene->episode.drawn;
  const double height = scene->BodyAt("boxbody")[2];
  scene->episode.object = {drawn[0], drawn[1], Float32(0.02)};
  scene->episode.target = SecondDrawn(*scene);
  scene->PlaceBody("boxbody", {drawn[3], drawn[4], height});
  scene->AdvanceOn();
  scene->SetPositions(9, scene->episode.object);
  scene->PlaceSite("goal", scene->episode.target);
}

void ObserveNut(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("RoundNut-8"), scene.BodyTurn("RoundNut"));
}
void ObserveHammer(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("hammer"), scene.BodyTurn("hammer"));
  writer->Add(scene.BodyAt("nail_link"), scene.BodyTurn("nail_link"));
}
void ObserveLid(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("top_link"), scene.BodyTurn("top_link"));
}

double TurnReward(const Moment& moment, const Vector<4>& ideal, double margin) {
  return std::max(1.0 - Norm(moment.turn() - ideal) / margin, 0.0);
}

/// The reward for the grip of a handle, which may be held anywhere along x.
Number GraspHandle(const Scene& scene, const Moment& moment, double half_length,
                   bool high) {
  Vector3 handle = moment.object();
  if (std::fabs(handle[0] - moment.hand()[0]) < half_length) {
    handle[0] = moment.hand()[0];
  }
  return Caging(scene, moment, handle, scene.episode.object,
                {.radius = 0.015,
                 .pad_reach = 0.02,
                 .plane_reach = 0.01,
                 .high = high,
                 .medium = !high});
}

Outcome OutcomeOf(Number reward, bool success, Number grasped, double ready,
                  double in_place) {
  return {.reward = reward,
          .success = success,
          .near_object = ready,
          .grasp_success = !(grasped < 0.5),
          .grasp_reward = grasped,
          .in_place_reward = in_place,
          .obj_to_target = 0};
}

constexpr double kHalfWrench = 0.02 / 2.0;

Outcome EvaluateAssembly(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{1.0, 1.0, 3.0};
  const Vector3 centre = scene->SiteAt("RoundNut");
  const double turn = TurnReward(moment, kUpright, 0.4);
  const Number grasped = GraspHandle(*scene, moment, kHalfWrench, false);
  Vector3 error = scene->episode.target - centre;
  const double radius = Norm(Vector<2>{error[0], error[1]});
  const bool success = radius < 0.02 && error[2] > 0.0;
  const double threshold = success ? 0.02 : 0.01;
  const double height =
      radius > threshold ? 0.02 * std::log(radius - threshold) + 0.2 : 0.0;
  error[2] = height - centre[2];
  const bool lifted = centre[2] > 0.02 || radius < threshold;
  const double in_place = 0.1 * (lifted ? 1.0 : 0.0) +
                          0.9 * LongTail(Norm(error * kScale), 0, 0.02, 0.4);
  const Number reward =
      success ? 10.0 : (2.0 * grasped + 6.0 * in_place) * turn;
  return OutcomeOf(reward, success, grasped, turn, in_place);
}

Outcome EvaluateDisassemble(Scene* scene, const Moment& moment) {
  constexpr Vector3 kAbove{0.0, 0.0, 0.1};
  const Vector3& target = scene->episode.target;
  const Vector3 centre = scene->SiteAt("RoundNut");
  const double turn = TurnReward(moment, kUpright, 0.4);
  const Number grasped = GraspHandle(*scene, moment, kHalfWrench, true);
  const double distance = Norm(target + kAbove - centre);
  const double in_place = 0.1 * (centre[2] > 0.02 ? 1.0 : 0.0) +
                          0.9 * LongTail(distance, 0, 0.02, 0.2);
  const bool success = moment.object()[2] > target[2];
  const Number reward =
      success ? 10.0 : (2.0 * grasped + 6.0 * in_place) * turn;
  return OutcomeOf(reward, success, grasped, turn, in_place);
}

Outcome EvaluateHammer(Scene* scene, const Moment& moment) {
  const Vector3 head = moment.object() + Vector3{0.16, 0.06, 0.0};
  const double turn = TurnReward(moment, kLevel, 0.4);
  const Number grasped = GraspHandle(*scene, moment, 0.14 / 2.0, true);
  const double in_place =
      0.1 * (head[2] > 0.02 ? 1.0 : 0.0) +
      0.9 * LongTail(Norm(scene->episode.target - head), 0, 0.02, 0.2);
  Number reward = (2.0 * grasped + 6.0 * in_place) * turn;
  const bool success = scene->JointAt("NailSlideJoint") > 0.09;
  if (success && reward > 5.0) {
    reward = 10.0;
  }
  return OutcomeOf(reward, success, grasped, turn, in_place);
}

/// The reward for a hand that can lift the lid.
double ReadyToLift(const Vector3& hand, const Vector3& lid) {
  constexpr double kThreshold = 0.02;
  const double radius = PlaneDistance(hand, lid);
  const double floor =
      radius <= kThreshold ? 0.0 : 0.04 * std::log(radius - kThreshold) + 0.4;
  const double above = hand[2] >= floor
                           ? 1.0
                           : LongTail(floor - hand[2], 0.0, 0.01, floor / 2.0);
  return Hamacher(above, LongTail(Norm(hand - lid), 0, 0.02, 0.5)).value();
}

Outcome EvaluateBoxClose(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{1.0, 1.0, 3.0};
  const Vector3& target = scene->episode.target;
  const double grasped = std::clamp(
      (std::clamp(moment.effort, -1.0F, 1.0F) + 1.0F) / 2.0F, 0.0F, 1.0F);
  const Vector3 lid = moment.object() + Vector3{0.0, 0.0, 0.02};
  const double ready = ReadyToLift(moment.hand(), lid);
  const double lifted =
      0.2 * (lid[2] > 0.04 ? 1.0 : 0.0) +
      0.8 * LongTail(Norm((target - lid) * kScale), 0, 0.05, 0.25);
  const bool success = Norm(moment.object() - target) < 0.08;
  const double reward =
      success ? 10.0 : 2.0 * Hamacher(grasped, ready).value() + 8.0 * lifted;
  return OutcomeOf(reward * TurnReward(moment, kUpright, 0.2), success, grasped,
                   ready, lifted);
}

constexpr std::array kTasks{
    Task{.name = "assembly-v3",
         .model = "sawyer_assembly_peg",
         .hand = kAssemblyHand,
         .num_drawn = 6,
         .drawn_low = {0, 0.6, 0.02, -0.1, 0.75, 0.1},
         .drawn_high = {0, 0.6, 0.02, 0.1, 0.85, 0.1},
         .goal_low = {-0.1, 0.75, 0.1},
         .goal_high = {0.1, 0.85, 0.1},
         .is_refused = AreNear<10>,
         .start = StartAssembly,
         .observe = ObserveNut,
         .evaluate = EvaluateAssembly},
    Task{.name = "disassemble-v3",
         .model = "sawyer_assembly_peg",
         .hand = kDisassembleHand,
         .num_drawn = 6,
         .drawn_low = {0.0, 0.6, 0.025, -0.1, 0.6, 0.1699},
         .drawn_high = {0.1, 0.75, 0.02501, 0.1, 0.75, 0.1701},
         .goal_low = {-0.1 + 0.0, 0.6 + 0.0, 0.1699 + 0.005},
         .goal_high = {0.1 + 0.0, 0.75 + 0.0, 0.1701 + 0.005},
         .is_refused = AreNear<10>,
         .start = StartDisassemble,
         .observe = ObserveNut,
         .evaluate = EvaluateDisassemble},
    Task{.name = "hammer-v3",
         .model = "sawyer_hammer",
         .hand = kHammerHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.4, 0.0},
         .drawn_high = {0.1, 0.5, 0.0},
         .goal_low = {0.2399, 0.7399, 0.109},
         .goal_high = {0.2401, 0.7401, 0.111},
         .start = StartHammer,
         .observe = ObserveHammer,
         .evaluate = EvaluateHammer},
    Task{.name = "box-close-v3",
         .model = "sawyer_box",
         .hand = kAssemblyHand,
         .num_drawn = 6,
         .drawn_low = {-0.05, 0.5, 0.02, -0.1, 0.7, 0.133},
         .drawn_high = {0.05, 0.55, 0.02, 0.1, 0.8, 0.133},
         .goal_low = {-0.1, 0.7, 0.133},
         .goal_high = {0.1, 0.8, 0.133},
         .is_refused = AreNear<25>,
         .start = StartBoxClose,
         .observe = ObserveLid,
         .evaluate = EvaluateBoxClose},
};

}  // namespace

std::span<const Task> NutTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
