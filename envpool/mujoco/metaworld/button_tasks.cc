// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hand presses a button: of a box or of a coffee machine.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "envpool/mujoco/metaworld/task.h"

namespace envpool::mujoco::metaworld {
namespace {

constexpr Vector3 kHand32{0, Float32(0.4), Float32(0.2)};
constexpr Vector3 kHand{0.0, 0.4, 0.2};
constexpr double kDepth = 0.03;  // of the coffee machine's button

/// Remembers how far the button is from the hole along an axis.
void Measure(Scene* scene, int axis) {
  Episode& episode = scene->episode;
  episode.target = scene->SiteAt("hole");
  episode.distance =
      std::fabs(episode.target[axis] - scene->SiteAt("buttonStart")[axis]);
}

void StartTopdown(Scene* scene) {
  scene->PlaceBody("box", FirstDrawn(*scene));
  scene->Forward();
  Measure(scene, 2);
}

void StartFront(Scene* scene) {
  scene->PlaceBody("box", FirstDrawn(*scene));
  scene->SetPositions(9, {0}, 9, 1);
  Measure(scene, 1);
}

void StartCoffee(Scene* scene) {
  const Vector3 machine = FirstDrawn(*scene);
  scene->PlaceBody("coffee_machine", machine);
  scene->SetPositions(0, machine + Vector3{0.0, -0.22, 0.0});
  scene->episode.target =
      machine + Vector3{0.0, -0.22, 0.3} + Vector3{0.0, kDepth, 0.0};
  scene->episode.distance = kDepth;
}

void ObserveTopdown(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("button") + Vector3{0.0, 0.0, 0.193},
              scene.BodyTurn("button"));
}
void ObserveFront(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.BodyAt("button") + Vector3{0.0, -0.193, 0.0},
              scene.BodyTurn("button"));
}
void ObserveCoffee(const Scene& scene, ObjectWriter* writer) {
  writer->Add(scene.SiteAt("buttonStart"), {1.0, 0.0, 0.0, 0.0});
}

/// What all buttons' rewards consist of.
struct Press {
  double near;      // the fingers' distance from the button
  double reached;   // the reward for that
  double distance;  // of the button from its last place
  double pressed;   // the reward for that
};

Press PressOf(const Scene& scene, const Moment& moment, int axis,
              double radius) {
  const Episode& episode = scene.episode;
  const Vector3 button = moment.object();
  const double near = Norm(button - scene.Fingers());
  const double distance = std::fabs(episode.target[axis] - button[axis]);
  return {near, LongTail(near, 0, radius, Norm(button - episode.fingers)),
          distance, LongTail(distance, 0, 0.005, episode.distance)};
}

Outcome OutcomeOf(const Moment& moment, const Press& press, double reward,
                  double enough) {
  return {.reward = reward,
          .success = press.distance <= enough,
          .near_object = press.near <= 0.05 ? 1.0 : 0.0,
          .grasp_success = moment.opening() > 0,
          .grasp_reward = press.reached,
          .in_place_reward = press.pressed,
          .obj_to_target = press.distance};
}

Outcome EvaluateTopdown(Scene* scene, const Moment& moment) {
  const Press press = PressOf(*scene, moment, 2, 0.01);
  double reward = 5 * Hamacher(1 - moment.opening(), press.reached).value();
  if (press.near <= 0.03) {
    reward += 5 * press.pressed;
  }
  return OutcomeOf(moment, press, reward, 0.024);
}

Outcome EvaluateFront(Scene* scene, const Moment& moment) {
  const Press press = PressOf(*scene, moment, 1, 0.05);
  const double opening = std::max(moment.opening(), 0.0);
  double reward = 2 * Hamacher(opening, press.reached).value();
  if (press.near <= 0.05) {
    reward += 8 * press.pressed;
  }
  return OutcomeOf(moment, press, reward, 0.02);
}

Outcome EvaluateWall(Scene* scene, const Moment& moment) {
  const Press press = PressOf(*scene, moment, 1, 0.01);
  const double opening = moment.opening();
  double reward = 0;
  if (press.near > 0.07) {
    reward = 2 * Hamacher((1 - opening) / 2.0, press.reached).value();
  } else {
    reward = 2;
    reward += 2 * (1 + opening);
    reward += 4 * Square(press.pressed);
  }
  return OutcomeOf(moment, press, reward, 0.03);
}

constexpr std::array kTasks{
    Task{.name = "button-press-topdown-v3",
         .model = "sawyer_button_press_topdown",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, 0.115},
         .drawn_high = {0.1, 0.9, 0.115},
         .start = StartTopdown,
         .observe = ObserveTopdown,
         .evaluate = EvaluateTopdown},
    Task{.name = "button-press-topdown-wall-v3",
         .model = "sawyer_button_press_topdown_wall",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, 0.115},
         .drawn_high = {0.1, 0.9, 0.115},
         .start = StartTopdown,
         .observe = ObserveTopdown,
         .evaluate = EvaluateTopdown},
    Task{.name = "button-press-v3",
         .model = "sawyer_button_press",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.85, 0.115},
         .drawn_high = {0.1, 0.9, 0.115},
         .start = StartFront,
         .observe = ObserveFront,
         .evaluate = EvaluateFront},
    Task{.name = "button-press-wall-v3",
         .model = "sawyer_button_press_wall",
         .hand = kHand32,
         .num_drawn = 3,
         .drawn_low = {-0.05, 0.85, 0.1149},
         .drawn_high = {0.05, 0.9, 0.1151},
         .start = StartFront,
         .observe = ObserveFront,
         .evaluate = EvaluateWall},
    Task{.name = "coffee-button-v3",
         .model = "sawyer_coffee",
         .hand = kHand,
         .num_drawn = 3,
         .drawn_low = {-0.1, 0.8, -0.001},
         .drawn_high = {0.1, 0.9, 0.001},
         .goal_low = {-0.1 + -0.001, 0.8 + (-0.22 + kDepth), -0.001 + 0.299},
         .goal_high = {0.1 + 0.001, 0.9 + (-0.22 + kDepth), 0.001 + 0.301},
         .start = StartCoffee,
         .observe = ObserveCoffee,
         .evaluate = EvaluateFront},
};

}  // namespace

std::span<const Task> ButtonTasks() { return kTasks; }

}  // namespace envpool::mujoco::metaworld
