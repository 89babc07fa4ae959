// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand moves doors, their locks, drawers and windows.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr Vector3 kHand{0, 0.6, 0.2};
constexpr Vector3 kHand32{0, Float32(0.6), Float32(0.2)};
constexpr Vector3 kCloseHand{-0.5, Float32(0.6), Float32(0.2)};
constexpr Vector3 kWindowHand{0, Float32(0.4), Float32(0.2)};
constexpr double kRadius = 0.05;  // of the target
constexpr double kDrawer = 0.2;   // how far it opens

void StartDoorClose(Scene* scene) {
  const Vector3 door = FirstDrawn(*scene);
  scene->episode.object = door;
  scene->episode.target = door + Vector3{0.2, -0.2, 0.0};
  scene->PlaceBody("door", door);
  scene->PlaceSite("goal", scene->episode.target);
  scene->SetJoint("doorjoint", -1.5708);
}

void StartDoorOpen(Scene* scene) {
  const Vector3 door = FirstDrawn(*scene);
  scene->episode.object = door;
  scene->episode.target = door + Vector3{-0.3, -0.45, 0.0};
  scene->PlaceBody("door", door);
  scene->PlaceSite("goal", scene->episode.target);
  scene->SetJoint("doorjoint", 0);
}

void StartDoorLock(Scene* scene) {
  scene->PlaceBody("door", FirstDrawn(*scene));
  scene->AdvanceOn();
  scene->episode.target =
      scene->BodyAt("lock_link") + Vector3{0.0, -0.04, -0.1};
}

void StartDoorUnlock(Scene* scene) {
  scene->PlaceBody("door", FirstDrawn(*scene));
  scene->SetPositions(9, {1.5708}, 9, 1);
  scene->episode.target = scene->BodyAt("lock_link") + Vector3{0.1, -0.04, 0.0};
}

void ObserveDoor(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.GeomAt("handle"), scene.GeomTurnLast("handle"));
}
void ObserveLock(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("lockStartLock"), scene.BodyTurn("door_link"));
}
void ObserveUnlock(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("lockStartUnlock"), scene.BodyTurn("door_link"));
}

Outcome EvaluateDoorClose(Scene* scene, const Moment& moment) {
  const Vector3 handle = moment.object();
  const Vector3& target = scene->episode.target;
  const double distance = Norm(handle - target);
  const double closed =
      Gaussian(distance, 0, kRadius, Norm(scene->episode.object - target));
  const double hand = Gaussian(Norm(scene->Fingers() - target), 0,
                               0.25 * kRadius, Norm(kCloseHand - handle) + 0.1);
  return {.reward = distance < kRadius ? 10 : 3 * hand + 6 * closed,
          .success = distance <= 0.08,
          .near_object = 0,
          .grasp_success = true,
          .grasp_reward = 1,
          .in_place_reward = hand,
          .obj_to_target = distance};
}

/// The reward for a hand that can pull the door.
double ReadyToOpen(const Vector3& hand, const Vector3& handle) {
  constexpr double kThreshold = 0.12;
  const Vector3 door = handle + Vector3{-0.05, 0, 0};
  const double radius = PlaneDistance(hand, door);
  const double floor =
      radius <= kThreshold ? 0.0 : 0.04 * std::log(radius - kThreshold) + 0.4;
  const double above = hand[2] >= floor
                           ? 1.0
                           : LongTail(floor - hand[2], 0.0, 0.01, floor / 2.0);
  const double in_place = LongTail(
      Norm(hand - door - Vector3{0.05, 0.03, -0.01}), 0, kThreshold / 2.0, 0.5);
  return Hamacher(above, in_place).value();
}

Outcome EvaluateDoorOpen(Scene* scene, const Moment& moment) {
  const double angle = scene->JointAt("doorjoint");
  const double grabbed = (std::clamp(moment.effort, -1.0F, 1.0F) + 1.0F) / 2.0F;
  const Vector3 handle = moment.object();
  const double ready = ReadyToOpen(moment.hand(), handle);
  const double opened =
      0.2 * (angle < -kPi / 90.0 ? 1.0 : 0.0) +
      0.8 * LongTail(kPi / 2.0 + kPi / 6 - -angle, 0, 0.5, kPi / 3.0);
  double reward = 2.0 * Hamacher(ready, grabbed).value() + 8.0 * opened;
  const bool success = std::fabs(handle[0] - scene->episode.target[0]) <= 0.08;
  if (success) {
    reward = 10.0;
  }
  return {.reward = reward,
          .success = success,
          .near_object = ready,
          .grasp_success = grabbed >= 0.5,
          .grasp_reward = grabbed,
          .in_place_reward = opened,
          .obj_to_target = 0};
}

constexpr Vector3 kLockScale{0.25, 1.0, 0.5};
constexpr double kLock = 0.1;  // its length

Outcome EvaluateDoorLock(Scene* scene, const Moment& moment) {
  const Vector3 lock = moment.object();
  // The official env compares with where the pad is, not with where it was.
  const double near = Norm((lock - scene->BodyAt("leftpad")) * kLockScale);
  const double distance = std::fabs(scene->episode.target[2] - lock[2]);
  const double reached = LongTail(near, 0, 0.01, near);
  const double pressed = LongTail(distance, 0, 0.005, kLock);
  const double opening = std::max(moment.opening(), 0.0);
  return {.reward = 2 * Hamacher(opening, reached).value() + 8 * pressed,
          .success = distance <= 0.02,
          .near_object = near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0,
          .grasp_reward = reached,
          .in_place_reward = pressed,
          .obj_to_target = distance};
}

Outcome EvaluateDoorUnlock(Scene* scene, const Moment& moment) {
  constexpr Vector3 kOffset{0.0, 0.055, 0.07};
  const Episode& episode = scene->episode;
  const Vector3 lock = moment.object();
  const double near = Norm((moment.hand() + kOffset - lock) * kLockScale);
  // The lock's first place is, in the official env, where it is now.
  const double first = Norm(
      (episode.fingers + kOffset - scene->BodyAt("lock_link")) * kLockScale);
  const double ready = LongTail(near, 0, 0.02, first);
  const double distance = std::fabs(episode.target[0] - lock[0]);
  const double pushed = LongTail(distance, 0, 0.005, kLock);
  return {.reward = 2 * ready + 8 * pushed,
          .success = distance <= 0.02,
          .near_object = near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0,
          .grasp_reward = ready,
          .in_place_reward = pushed,
          .obj_to_target = distance};
}

void ObserveClosedDrawer(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("drawer_link") + Vector3{0.0, -0.16, 0.05});
}
void ObserveOpenDrawer(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("drawer_link") + Vector3{0.0, -0.16, 0.0},
              scene.BodyTurn("drawer_link"));
}

void StartDrawerClose(Scene* scene) {
  const Vector3 drawer = FirstDrawn(*scene);
  scene->PlaceBody("drawer", drawer);
  scene->episode.target = drawer + Vector3{0.0, -0.16, 0.09};
  scene->SetPositions(9, {-0.15});
  scene->episode.object =
      scene->BodyAt("drawer_link") + Vector3{0.0, -0.16, 0.05};
  scene->PlaceSite("goal", scene->episode.target);
}

void StartDrawerOpen(Scene* scene) {
  const Vector3 drawer = FirstDrawn(*scene);
  scene->episode.object = drawer;
  scene->PlaceBody("drawer", drawer);
  scene->episode.target = drawer + Vector3{0.0, -0.16 - kDrawer, 0.09};
  scene->PlaceSite("goal", scene->episode.target);
}

Outcome EvaluateDrawerClose(Scene* scene, const Moment& moment) {
  constexpr double kReach = 0.005;
  const Episode& episode = scene->episode;
  const Vector3 handle = moment.object();
  const double distance = Norm(handle - episode.target);
  const double in_place =
      LongTail(distance, 0, kRadius,
               std::fabs(Norm(episode.object - episode.target) - kRadius));
  const double near = Norm(handle - scene->Fingers());
  const double near_margin =
      std::fabs(Norm(episode.object - episode.fingers) - kReach);
  const Number reach =
      Hamacher(Gaussian(near, 0, kReach, near_margin), Closing(moment.effort));
  const bool success = distance <= kRadius + 0.015;
  const Number reward = success ? 1.0 : Hamacher(reach, in_place);
  return {.reward = reward * 10,
          .success = success,
          .near_object = near <= 0.01 ? 1.0 : 0.0,
          .grasp_success = true,
          .grasp_reward = reach,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateDrawerOpen(Scene* scene, const Moment& moment) {
  constexpr Vector3 kScale{3.0, 3.0, 1.0};
  const Episode& episode = scene->episode;
  const Vector3 hand = moment.hand();
  const Vector3 handle = moment.object();
  const double distance = Norm(handle - episode.target);
  const double opened = LongTail(distance, 0, 0.02, kDrawer);
  const Vector3 first = episode.target + Vector3{0.0, kDrawer, 0.0};
  const double caged = LongTail(Norm((handle - hand) * kScale), 0, 0.01,
                                Norm((first - episode.fingers) * kScale));
  return {.reward = (caged + opened) * 5.0,
          .success = distance <= 0.03,
          .near_object = Norm(handle - hand) <= 0.03 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0,
          .grasp_reward = caged,
          .in_place_reward = opened,
          .obj_to_target = distance};
}

void ObserveWindowClose(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleCloseStart"));
}
void ObserveWindowOpen(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("handleOpenStart"));
}

void StartWindowClose(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = episode.target = FirstDrawn(*scene);
  scene->PlaceBody("window", episode.object);
  episode.tool = scene->SiteAt("handleCloseStart") + Vector3{0.2, 0.0, 0.0};
  scene->LeaveJoint("window_slide", 0.2);
  scene->PlaceSite("goal", episode.target);
}

void StartWindowOpen(Scene* scene) {
  Episode& episode = scene->episode;
  episode.object = FirstDrawn(*scene);
  episode.target = episode.object + Vector3{0.2, 0.0, 0.0};
  scene->PlaceBody("window", episode.object);
  episode.tool = scene->SiteAt("handleOpenStart");
  scene->LeaveJoint("window_slide", 0.0);
  scene->PlaceSite("goal", episode.target);
}

using Slope = double(double, double, double, double);

Outcome EvaluateWindow(const Scene& scene, const Vector3& handle, double first,
                       Slope* slope) {
  constexpr double kHandle = 0.02;
  const Episode& episode = scene.episode;
  const double distance = Norm(handle[0] - episode.target[0]);
  const double in_place =
      LongTail(distance, 0, kRadius,
               std::fabs(Norm(first - episode.target[0]) - kRadius));
  const double near = Norm(handle - scene.Fingers());
  const double reach =
      slope(near, 0, kHandle,
            std::fabs(Norm(episode.tool - episode.fingers) - kHandle));
  return {.reward = 10 * Hamacher(reach, in_place),
          .success = distance <= kRadius,
          .near_object = near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = true,
          .grasp_reward = reach,
          .in_place_reward = in_place,
          .obj_to_target = distance};
}

Outcome EvaluateWindowClose(Scene* scene, const Moment& /*moment*/) {
  return EvaluateWindow(*scene, scene->SiteAt("handleCloseStart"),
                        scene->episode.tool[0], Gaussian);
}
Outcome EvaluateWindowOpen(Scene* scene, const Moment& /*moment*/) {
  return EvaluateWindow(*scene, scene->SiteAt("handleOpenStart"),
                        scene->episode.object[0], LongTail);
}

constexpr std::array kTasks{
    Task{.name = "door-close-v3",
         .model = "sawyer_door_pull",
         .hand = kCloseHand,
         .num_drawn = 3,
         .drawn_low = {0.0, 0.85, 0.15},
         .drawn_high = {0.1, 0.95, 0.15},
         .goal_low = {0.2, 0.65, 0.1499},
         .goal_high = {0.3, 0.75, 0.1501},
         .start = StartDoorClose,
         .observe = ObserveDoor,
         .evaluate = EvaluateDoorClose},
    Task{.name = "door-open-v3",
         .model = "sawyer_door_pull",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {0.0, 0.85, 0.15},
         .drawn_high = {0.1, 0.95, 0.15},
         .goal_low = {-0.3, 0.4, 0.1499},
         .goal_high = {-0.2, 0.5, 0.1501},
         .start = StartDoorOpen,
         .observe = ObserveDoor,
         .evaluate = EvaluateDoorOpen},
    Task{.name = "door-lock-v3",
         .model = "sawyer_door_lock",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, 0.15},
         .drawn_high = {0.1, 0.85, 0.15},
         .goal_low = {-0.5, 0.4, -0.15},
         .reach_low = {-0.5, 0.4, -0.15},
         .start = StartDoorLock,
         .observe = ObserveLock,
         .evaluate = EvaluateDoorLock},
    Task{.name = "door-unlock-v3",
         .model = "sawyer_door_lock",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, 0.15},
         .drawn_high = {0.1, 0.85, 0.15},
         .goal_low = {0.0, 0.64, 0.21},
         .goal_high = {0.2, 0.7, 0.2111},
         .reach_low = {-0.5, 0.4, -0.15},
         .start = StartDoorUnlock,
         .observe = ObserveUnlock,
         .evaluate = EvaluateDoorUnlock},
    Task{.name = "drawer-close-v3",
         .model = "sawyer_drawer",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.9, 0.0},
         .drawn_high = {0.1, 0.9, 0.0},
         .start = StartDrawerClose,
         .observe = ObserveClosedDrawer,
         .evaluate = EvaluateDrawerClose},
    Task{.name = "drawer-open-v3",
         .model = "sawyer_drawer",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.9, 0.0},
         .drawn_high = {0.1, 0.9, 0.0},
         .start = StartDrawerOpen,
         .observe = ObserveOpenDrawer,
         .evaluate = EvaluateDrawerOpen},
    Task{.name = "window-close-v3",
         .model = "sawyer_window_horizontal",
         .hand = kWindowHand,
         .num_drawn = 3,
         .drawn_low = {0.0, 0.75, 0.2},
         .drawn_high = {0.0, 0.9, 0.2},
         .start = StartWindowClose,
         .observe = ObserveWindowClose,
         .evaluate = EvaluateWindowClose},
    Task{.name = "window-open-v3",
         .model = "sawyer_window_horizontal",
         .hand = kWindowHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.7, 0.16},
         .drawn_high = {0.1, 0.9, 0.16},
         .start = StartWindowOpen,
         .observe = ObserveWindowOpen,
         .evaluate = EvaluateWindowOpen},
};

}  // namespace

std::span<const Task> DoorTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
