// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Quadruped: a four-legged robot that walks, runs, climbs out of a bowl or
// fetches a ball.
//
// Source: dm_control.suite.quadruped. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_QUADRUPED_H_
#define ENVPOOL_MUJOCO_DMC_QUADRUPED_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/mujoco/common/terrain.h"
#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"
#include "envpool/mujoco/dmc/randomizer.h"

namespace envpool::mujoco::dmc {

class Quadruped {
 public:
  static constexpr const char* kTask = "walk";
  static constexpr int kFrameSkip = 4;

  template <typename Config>
  static std::string ModelName(const Config& conf) {
    const std::string task = conf["task_name"_];
    return "quadruped_" + task;
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& model) {
    const int task = TaskOf(conf, kTasks);
    const int hinges = static_cast<int>(
        OfType(model.jnt_type, model.njnt, {mjJNT_HINGE}).size());
    return MakeDict(
        "obs:egocentric_state"_.Bind(VectorSpec(2 * hinges + model.na)),
        "obs:torso_velocity"_.Bind(VectorSpec(3)),
        "obs:torso_upright"_.Bind(ScalarSpec()), "obs:imu"_.Bind(VectorSpec(6)),
        "obs:force_torque"_.Bind(VectorSpec(24)),
        "obs:origin"_.Bind(VectorSpec(3, task == kEscape)),
        "obs:rangefinder"_.Bind(VectorSpec(20, task == kEscape)),
        "obs:ball_state"_.Bind(VectorSpec(9, task == kFetch)),
        "obs:target_position"_.Bind(VectorSpec(3, task == kFetch)));
  }

  template <typename Config>
  Quadruped(const Config& conf, Physics* physics)
      : task_(TaskOf(conf, kTasks)), physics_(*physics) {
    const mjModel& model = physics->model();
    for (const int joint : OfType(model.jnt_type, model.njnt, {mjJNT_HINGE})) {
      angles_.push_back(physics->data().qpos + model.jnt_qposadr[joint]);
      velocities_.push_back(physics->data().qvel + model.jnt_dofadr[joint]);
    }
    imu_ = Sensors({mjSENS_GYRO, mjSENS_ACCELEROMETER});
    forces_ = Sensors({mjSENS_FORCE, mjSENS_TORQUE});
    ranges_ = Sensors({mjSENS_RANGEFINDER});
    if (task_ == kEscape) {
      CheckTerrain(model);
      heights_ = physics->OwnArray(&mjModel::hfield_data, model.nhfielddata) +
                 model.hfield_adr[0];
    }
    if (task_ == kFetch) {
      ball_.emplace(physics);
    }
  }

  void Reset(RandomState* random) {
    if (task_ == kEscape) {
      const mjModel& model = physics_.model();
      MakeBowl(model.hfield_nrow[0], 2 * model.hfield_size[0],
               {.flat = .04, .lowest = .15, .distance = 2}, random, heights_);
    }
    std::array<double, 4> turn{};
    if (task_ != kFetch) {
      RandomDirection(random, turn.data(), 4);
      PlaceLowestFree(turn, 0, 0);
      return;
    }
    const double azimuth = random->Uniform(0, 2 * std::numbers::pi);
    turn = {std::cos(azimuth / 2), 0, 0, std::sin(azimuth / 2)};
    const double radius = .9 * ball_->floor_half_side;
    const double x = random->Uniform(-radius, radius);
    PlaceLowestFree(turn, x, random->Uniform(-radius, radius));
    for (const int axis : {0, 1}) {
      ball_->position[axis] = random->Uniform(-radius, radius);
    }
    ball_->position[2] = 2;
    for (const int axis : {0, 1}) {
      ball_->velocity[axis] = 5 * random->Randn();
    }
  }
  void Observe(ObservationWriter* writer) const {
    const mjData& data = physics_.data();
    for (const double* angle : angles_) {
      writer->Add(*angle);
    }
    for (const double* velocity : velocities_) {
      writer->Add(*velocity);
    }
    writer->Add(data.act, static_cast<int>(physics_.model().na));
    writer->Add(velocimeter_, 3);
    writer->Add(frame_[kZZ]);
    for (const double* sensor : imu_) {
      writer->Add(sensor, 3);
    }
    for (const double* sensor : forces_) {
      for (int axis = 0; axis < 3; ++axis) {
        writer->Add(std::asinh(sensor[axis]));
      }
    }
    if (task_ == kEscape) {
      const Vector3 place = InFrame({torso_[0], torso_[1], torso_[2]}, frame_);
      for (const double coordinate : place) {
        writer->Add(-coordinate);
      }
      for (const double* range : ranges_) {
        writer->Add(*range == kNoHit ? 1 : std::tanh(*range));
      }
    } else if (task_ == kFetch) {
      ObserveBall(writer);
    }
  }
  [[nodiscard]] double Reward() const {
    if (task_ == kEscape) {
      const double size = physics_.model().hfield_size[0];
      return Upright(20) *
             Tolerance(Norm(workspace_, 3), {.low = size,
                                             .high = Interval::kInfinity,
                                             .margin = size,
                                             .slope = Slope::kLinear,
                                             .at_margin = 0});
    }
    if (task_ == kFetch) {
      return Upright(0) * FetchReward();
    }
    const double speed = task_ == kWalk ? .5 : 5;
    return Upright(0) * Tolerance(velocimeter_[0], {.low = speed,
                                                    .high = Interval::kInfinity,
                                                    .margin = speed,
                                                    .slope = Slope::kLinear,
                                                    .at_margin = .5});
  }

 private:
  enum Task { kWalk, kRun, kEscape, kFetch };
  static constexpr std::initializer_list<const char*> kTasks{"walk", "run",
                                                             "escape", "fetch"};
  static constexpr double kNoHit = -1;  // a rangefinder that hits nothing

  struct Ball {
    explicit Ball(Physics* physics)
        : position(physics->JointPosition("ball_root")),
          velocity(physics->JointVelocity("ball_root")),
          root_velocity(physics->JointVelocity("root")),
          place(physics->BodyPosition("ball")),
          target(physics->SitePosition("target")),
          radius(physics->GeomSize("ball")[0]),
          target_radius(physics->SiteSize("target")[0]),
          workspace_radius(physics->SiteSize("workspace")[0]),
          floor_half_side(physics->GeomSize("floor")[0]) {}

    double* position;
    double* velocity;
    const double* root_velocity;
    const double* place;
    const double* target;
    double radius;
    double target_radius;
    double workspace_radius;
    double floor_half_side;  // half the side of the floor
  };

  /// Returns the indices of the entries of these types.
  static std::vector<int> OfType(const int* entries, mjtSize count,
                                 std::initializer_list<int> types) {
    std::vector<int> found;
    for (int i = 0; i < count; ++i) {
      if (std::ranges::find(types, entries[i]) != types.end()) {
        found.push_back(i);
      }
    }
    return found;
  }
  [[nodiscard]] std::vector<const double*> Sensors(
      std::initializer_list<int> types) const {
    const mjModel& model = physics_.model();
    std::vector<const double*> found;
    for (const int sensor : OfType(model.sensor_type, model.nsensor, types)) {
      found.push_back(physics_.data().sensordata + model.sensor_adr[sensor]);
    }
    return found;
  }

  /// Puts the robot at the lowest height without contacts.
  /// The bowl needs two bumps in a row, and the time to build it and to find a
  /// height without contacts grows with its size.
  static void CheckTerrain(const mjModel& model) {
    constexpr double kLeast = 2;
    constexpr double kMost = 100;
    const double* size = model.hfield_size;
    if (size[0] < kLeast || *std::max_element(size, size + 4) > kMost) {
      throw std::invalid_argument(
          RowName("hfield_size", model, 0) +
          ": expected half sides of 2 m at least, and nothing above 100 m");
    }
  }

  void PlaceLowestFree(const std::array<double, 4>& turn, double x, double y) {
    constexpr int kAttempts = 10000;
    const auto place = [&](double z) {
      root_[0] = x;
      root_[1] = y;
      root_[2] = z;
      std::copy(turn.begin(), turn.end(), root_ + 3);
    };
    physics_.Start();
    double z = 0;
    for (int i = 0; i < kAttempts; ++i, z += .01) {
      place(z);
      if (!physics_.HasContacts()) {
        // The suite resets for each height; only the last reset has an effect.
        physics_.Start();
        place(z);
        physics_.ForwardWithoutActuation();
        return;
      }
    }
    throw std::runtime_error("found no height without contacts");
  }

  [[nodiscard]] double Upright(double degrees) const {
    const double cosine = std::cos(degrees * (std::numbers::pi / 180));
    return Tolerance(frame_[kZZ], {.low = cosine,
                                   .high = Interval::kInfinity,
                                   .margin = 1 + cosine,
                                   .slope = Slope::kLinear,
                                   .at_margin = 0});
  }

  void ObserveBall(ObservationWriter* writer) const {
    const Ball& ball = *ball_;
    writer->Add(InFrame(Difference(ball.place, torso_), frame_));
    writer->Add(InFrame(Difference(ball.velocity, ball.root_velocity), frame_));
    const double* turn = ball.velocity + 3;
    writer->Add(InFrame({turn[0], turn[1], turn[2]}, frame_));
    writer->Add(InFrame(Difference(ball.target, torso_), frame_));
  }
  [[nodiscard]] double FetchReward() const {
    const Ball& ball = *ball_;
    const double arena = ball.floor_half_side * std::numbers::sqrt2;
    const double reach = Beside(workspace_, ball.place,
                                ball.workspace_radius + ball.radius, arena);
    const double fetch =
        Beside(ball.target, ball.place, ball.target_radius, arena);
    return reach * (.5 + .5 * fetch);
  }
  /// 1 if the horizontal distance of two places is at most `radius`; decreases
  /// beyond.
  static double Beside(const double* a, const double* b, double radius,
                       double margin) {
    return Tolerance(Norm(Difference(a, b).data(), 2), {.high = radius,
                                                        .margin = margin,
                                                        .slope = Slope::kLinear,
                                                        .at_margin = 0});
  }

  const int task_;
  Physics& physics_;
  double* const root_{physics_.JointPosition("root")};
  const double* const torso_{physics_.BodyPosition("torso")};
  const double* const frame_{physics_.BodyFrame("torso")};
  const double* const workspace_{physics_.SitePosition("workspace")};
  const double* const velocimeter_{physics_.Sensor("velocimeter")};
  std::vector<const double*> angles_;
  std::vector<const double*> velocities_;
  std::vector<const double*> imu_;
  std::vector<const double*> forces_;
  std::vector<const double*> ranges_;
  float* heights_{nullptr};  // heights of the terrain
  std::optional<Ball> ball_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_QUADRUPED_H_
