// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/soccer_player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "envpool/mujoco/common/vectors.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr std::array kHumanoidAppendages{"rradius", "lradius", "rfoot", "lfoot",
                                         "head"};

constexpr std::array kKinds{
    SoccerKind{.task = "soccer_boxhead",
               .root = "head_body",
               .only_joint = "kick",
               .joints = 1,
               .controls = 3,
               .effectors = 1,
               .bodies = 0,
               .appendages = {}},
    SoccerKind{.task = "soccer_ant",
               .root = "torso",
               .only_joint = nullptr,
               .joints = 8,
               .controls = 8,
               .effectors = 4,
               .bodies = 13,
               .appendages = {}},
    SoccerKind{.task = "soccer_humanoid",
               .root = "root",
               .only_joint = nullptr,
               .joints = kMocapJoints,
               .controls = kMocapJoints,
               .effectors = 4,
               .bodies = 0,
               .appendages = kHumanoidAppendages,
               .upright_height = .94,
               .upright_turn = {.859, 1, 1, .859},
               .has_clips = true,
               .is_small = true},
};

// Numbers of values of sensors.
constexpr int kMotion = 9;      // acceleration, turning speed, velocity
constexpr int kBall = 9;        // turning speed, place, velocity
constexpr int kOtherRoot = 15;  // velocity, place, three axes

std::string Prefix(int team_size, int number) {
  return (number < team_size ? "home" : "away") +
         std::to_string(number % team_size) + "/";
}

using Turn = std::array<double, 4>;

/// Like NumPy's norm on CPUs without AVX-512, where each product is rounded.
Turn Normalized(const Turn& turn) {
  const double norm = std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] +
                                turn[2] * turn[2] + turn[3] * turn[3]);
  return {turn[0] / norm, turn[1] / norm, turn[2] / norm, turn[3] / norm};
}

int BlockSize(const SoccerKind& kind, int team_size) {
  const int others = 2 * team_size - 1;
  return kMotion + 3 * kind.effectors + 7 * kind.bodies + kBall +
         others * (3 * kind.effectors + kOtherRoot);
}

}  // namespace

const SoccerKind& SoccerKindOf(const std::string& task) {
  const auto* found = std::ranges::find_if(
      kKinds, [&](const SoccerKind& kind) { return kind.task == task; });
  if (found == kKinds.end()) {
    throw std::invalid_argument("task_name: expected a task of soccer, got " +
                                task);
  }
  return *found;
}

SoccerPlayer::SoccerPlayer(const SoccerKind& kind, int team_size, int number,
                           World* world)
    : kind_(kind),
      number_(number),
      team_(number / team_size),
      place_(
          world->BodyPosition((Prefix(team_size, number) + kind.root).c_str())),
      frame_(world->BodyFrame((Prefix(team_size, number) + kind.root).c_str())),
      velocity_(world->data().cvel + 3 +
                6 * world->Id(mjOBJ_BODY,
                              (Prefix(team_size, number) + kind.root).c_str())),
      sensors_(world->data().sensordata + 3 +
               number * BlockSize(kind, team_size)) {
  const std::string prefix = Prefix(team_size, number);
  const mjModel& model = world->model();
  mjData& data = world->data();
  const bool is_free = kind.only_joint == nullptr;
  const int root =
      world->Id(mjOBJ_JOINT, (is_free ? prefix : prefix + "root_x").c_str());
  root_positions_ = data.qpos + model.jnt_qposadr[root];
  root_velocities_ = data.qvel + model.jnt_dofadr[root];
  if (!is_free) {
    turn_ = world->JointPosition((prefix + "steer").c_str());
    turn_velocity_ = world->JointVelocity((prefix + "steer").c_str());
  }
  const int body = world->Id(mjOBJ_BODY, prefix.c_str());
  const int first = root + (is_free ? 1 : 3);
  for (int i = first; i < model.njnt; ++i) {
    if (model.body_rootid[model.jnt_bodyid[i]] == body) {
      other_positions_.push_back(data.qpos + model.jnt_qposadr[i]);
      other_velocities_.push_back(data.qvel + model.jnt_dofadr[i]);
    }
  }
  const auto observe = [&](int joint) {
    joint_positions_.push_back(data.qpos + model.jnt_qposadr[joint]);
    joint_velocities_.push_back(data.qvel + model.jnt_dofadr[joint]);
  };
  if (is_free) {
    for (int i = 0; i < kind.controls; ++i) {
      observe(model.actuator_trnid[2 * (number * kind.controls + i)]);
    }
  } else {
    observe(world->Id(mjOBJ_JOINT, (prefix + kind.only_joint).c_str()));
  }
  for (const char* name : kind.appendages) {
    appendages_.push_back(world->BodyPosition((prefix + name).c_str()));
  }
  for (int i = 0; i < model.ngeom; ++i) {
    owner_.push_back(model.body_rootid[model.geom_bodyid[i]] == body);
  }
}

void SoccerPlayer::Place(double x, double y, double angle) {
  for (double* position : other_positions_) {
    *position = 0;
  }
  if (turn_ == nullptr) {
    PlaceFree(x, y, angle);
  } else {
    PlaceBoxhead(x, y, angle);
  }
}

void SoccerPlayer::PlaceFree(double x, double y, double angle) {
  // The official env divides by the norm whenever it sets a turn.
  const Turn upright = Normalized(Normalized(kind_.upright_turn));
  const Turn around{std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
  Turn turn;
  mju_mulQuat(turn.data(), around.data(), upright.data());
  double* out =
      std::ranges::copy(Vector3{x, y, kind_.upright_height}, root_positions_)
          .out;
  std::ranges::copy(Normalized(turn), out);
  std::fill_n(root_velocities_, 6, 0);
}

/// The last frame of a clip stands still, as officially.
void SoccerPlayer::Pose(const Clip& clip, int frame) {
  const double* values = clip.Frame(frame);
  const double pace = frame == clip.count - 1 ? 0 : 1;
  for (int i = 0; i < kMocapJoints; ++i) {
    *other_positions_[i] = values[kJointsField + i];
    *other_velocities_[i] = pace * values[kJointVelocitiesField + i];
  }
}

void SoccerPlayer::PlaceBoxhead(double x, double y, double angle) {
  const double cosine = std::cos(angle / 2);
  const double sine = std::sin(angle / 2);
  std::ranges::copy(std::array{x, y, 0.}, root_positions_);
  *turn_ = std::atan2(2 * (cosine * sine), 1 - 2 * (sine * sine));
  std::fill_n(root_velocities_, 3, 0);
  *turn_velocity_ = 0;
}

int SoccerPlayer::SensorsOfBody() const {
  return kMotion + 3 * kind_.effectors + 7 * kind_.bodies;
}

double SoccerPlayer::ForwardSpeed() const { return sensors_[6]; }

void SoccerPlayer::ObserveBody(ObservationWriter* out) const {
  const double* effectors = sensors_ + kMotion;
  if (kind_.bodies > 0) {
    out->Add(effectors, 3 * kind_.effectors);  // appendages
    out->Add(effectors + 3 * kind_.effectors, 7 * kind_.bodies);
  }
  for (const double* place : appendages_) {
    out->Add(InFrame(Difference(place, place_), frame_));
  }
  out->Add(place_[2]);
  out->Add(effectors, 3 * kind_.effectors);
  for (const double* position : joint_positions_) {
    out->Add(*position);
  }
  for (const double* velocity : joint_velocities_) {
    out->Add(*velocity);
  }
}

void SoccerPlayer::ObserveMotion(ObservationWriter* out) const {
  out->Add(sensors_, kMotion);
  out->Add(frame_ + kZX, 3);
  out->Add(sensors_ + SensorsOfBody(), kBall);
}

void SoccerPlayer::ObserveOther(const SoccerPlayer& other,
                                ObservationWriter* out) const {
  const int effectors = 3 * kind_.effectors;
  const int place = other.number_ < number_ ? other.number_ : other.number_ - 1;
  out->Add(
      sensors_ + SensorsOfBody() + kBall + place * (effectors + kOtherRoot),
      effectors + kOtherRoot);
  out->Add(other.sensors_ + kMotion, effectors);
}

}  // namespace envpool::mujoco::dmc_locomotion
