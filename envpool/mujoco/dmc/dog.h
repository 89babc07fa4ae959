// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Dog: a dog with a flexible spine, muscles with activations, and a ball.
//
// Source: dm_control.suite.dog. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_DOG_H_
#define ENVPOOL_MUJOCO_DMC_DOG_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/common/vectors.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

class Dog {
 public:
  static constexpr const char* kTask = "stand";
  static constexpr int kFrameSkip = 3;

  template <typename Config>
  static std::string ModelName(const Config& conf) {
    const std::string task = conf["task_name"_];
    return "dog_" + task;
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& conf, const mjModel& model) {
    const bool fetches = TaskOf(conf, kTasks) == kFetch;
    const auto hinges =
        static_cast<int>(std::count(model.jnt_type, model.jnt_type + model.njnt,
                                    static_cast<int>(mjJNT_HINGE)));
    return MakeDict(
        "obs:joint_angles"_.Bind(VectorSpec(hinges)),
        "obs:joint_velocites"_.Bind(VectorSpec(hinges)),  // its official name
        "obs:torso_pelvis_height"_.Bind(VectorSpec(2)),
        "obs:z_projection"_.Bind(VectorSpec(9)),
        "obs:torso_com_velocity"_.Bind(VectorSpec(3)),
        "obs:inertial_sensors"_.Bind(VectorSpec(9)),
        "obs:foot_forces"_.Bind(VectorSpec(12)),
        "obs:touch_sensors"_.Bind(VectorSpec(4)),
        "obs:actuator_state"_.Bind(VectorSpec(model.na)),
        "obs:ball_state"_.Bind(VectorSpec(6, fetches)),
        "obs:target_position"_.Bind(VectorSpec(3, fetches)));
  }

  template <typename Config>
  Dog(const Config& conf, Physics* physics)
      : task_(TaskOf(conf, kTasks)), physics_(*physics) {
    const mjModel& model = physics->model();
    for (int joint = 0; joint < model.njnt; ++joint) {
      if (model.jnt_type[joint] == mjJNT_HINGE) {
        angles_.push_back(physics->data().qpos + model.jnt_qposadr[joint]);
        velocities_.push_back(physics->data().qvel + model.jnt_dofadr[joint]);
      }
    }
    const int torso = physics->Id(mjOBJ_BODY, "torso");
    weight_ = -model.opt.gravity[2] * model.body_subtreemass[torso];
    if (task_ == kFetch) {
      ball_.emplace(physics);
    }
    // The targets are relative to the model's initial posture.
    Simulation initial(physics->shared_model());
    initial.Reset();
    mj_kinematics(&model, &initial.data());
    heights_ = {initial.Body(torso)[2] * .9,
                initial.Body(physics->Id(mjOBJ_BODY, "pelvis"))[2] * .9};
  }

  void Reset(RandomState* random) {
    mjData& data = physics_.data();
    const double azimuth = random->Uniform(0, 2 * std::numbers::pi);
    double* turn = physics_.JointPosition("root") + 3;
    turn[0] = std::cos(azimuth / 2);
    turn[1] = turn[2] = 0;
    turn[3] = std::sin(azimuth / 2);
    for (const int velocity : {0, 1, 5}) {
      data.qvel[velocity] = 2 * random->Randn();
    }
    const mjModel& model = physics_.model();
    for (int i = 0; i < model.nu; ++i) {
      const double* range = model.actuator_ctrlrange + 2 * i;
      data.act[i] = random->Uniform(range[0], range[1]);
    }
    if (task_ == kFetch) {
      ThrowBall(random);
    }
  }
  void Observe(ObservationWriter* writer) const {
    for (const double* angle : angles_) {
      writer->Add(*angle);
    }
    for (const double* velocity : velocities_) {
      writer->Add(*velocity);
    }
    writer->Add(torso_[2]);
    writer->Add(pelvis_[2]);
    for (const double* frame : frames_) {
      writer->Add(frame + kZX, 3);
    }
    writer->Add(Velocity());
    for (const double* sensor : inertial_) {
      writer->Add(sensor, 3);
    }
    for (const double* sensor : feet_) {
      writer->Add(sensor, 3);
    }
    for (const double* sensor : touch_) {
      writer->Add(*sensor);
    }
    writer->Add(physics_.data().act, static_cast<int>(physics_.model().na));
    if (task_ == kFetch) {
      ObserveBall(writer);
    }
  }
  [[nodiscard]] double Reward() const {
    double reward = StandReward();
    if (task_ == kFetch) {
      return reward * FetchReward();
    }
    if (task_ != kStand) {
      const double speed = Speed();
      const double forward =
          Tolerance(Velocity()[0], {.low = speed,
                                    .high = 2 * speed,
                                    .margin = std::max(1.0, speed),
                                    .slope = Slope::kLinear,
                                    .at_margin = 0});
      reward *= (4 * forward + 1) / 5;
    }
    return reward;
  }

 private:
  enum Task { kStand, kWalk, kTrot, kRun, kFetch };
  static constexpr std::initializer_list<const char*> kTasks{
      "stand", "walk", "trot", "run", "fetch"};

  /// The parts of the model that the fetch task reads.
  struct Ball {
    explicit Ball(Physics* physics)
        : place(physics->JointPosition("ball_root")),
          velocity(physics->JointVelocity("ball_root")),
          ball(physics->GeomPosition("ball")),
          target(physics->GeomPosition("target")),
          head(physics->SitePosition("head")),
          head_frame(physics->SiteFrame("head")),
          upper_bite(physics->SitePosition("upper_bite")),
          lower_bite(physics->SitePosition("lower_bite")),
          ball_id(physics->Id(mjOBJ_GEOM, "ball")),
          head_id(physics->Id(mjOBJ_SITE, "head")),
          bite_radius(physics->SiteSize("upper_bite")[0]),
          target_radius(physics->GeomSize("target")[0]),
          floor_half_side(physics->GeomSize("floor")[0]) {}

    double* place;
    double* velocity;
    const double* ball;
    const double* target;
    const double* head;
    const double* head_frame;
    const double* upper_bite;
    const double* lower_bite;
    int ball_id;
    int head_id;
    double bite_radius;
    double target_radius;
    double floor_half_side;  // half the side of the floor
  };

  [[nodiscard]] double Speed() const {
    return task_ == kWalk ? 1 : (task_ == kTrot ? 3 : 9);
  }
  /// Velocity of the centre of mass in the torso's frame.
  [[nodiscard]] Vector3 Velocity() const {
    return InFrame({velocity_[0], velocity_[1], velocity_[2]}, frames_[kTorso]);
  }

  /// Starts the ball far away and rolls it towards the centre.
  void ThrowBall(RandomState* random) {
    const double radius = .75 * ball_->floor_half_side;
    const double azimuth = random->Uniform(0, 2 * std::numbers::pi);
    ball_->place[0] = radius * std::sin(azimuth);
    ball_->place[1] = radius * std::cos(azimuth);
    ball_->place[2] = .05;
    const double height = random->Uniform(0, 3);
    const double gravity = -physics_.model().opt.gravity[2];
    const double speed = random->Uniform(0, 5);
    ball_->velocity[0] = speed * (-std::sin(azimuth) + .05 * random->Randn());
    ball_->velocity[1] = speed * (-std::cos(azimuth) + .05 * random->Randn());
    ball_->velocity[2] = std::sqrt(2 * gravity * height);
  }
  /// Positions and velocities in the head's frame.
  void ObserveBall(ObservationWriter* writer) const {
    writer->Add(
        InFrame(Difference(ball_->ball, ball_->head), ball_->head_frame));
    writer->Add(
        InFrame(Difference(VelocityOf(mjOBJ_GEOM, ball_->ball_id).data(),
                           VelocityOf(mjOBJ_SITE, ball_->head_id).data()),
                ball_->head_frame));
    writer->Add(
        InFrame(Difference(ball_->target, ball_->head), ball_->head_frame));
  }
  [[nodiscard]] Vector3 VelocityOf(mjtObj type, int id) const {
    std::array<double, 6> velocity{};  // angular first
    mj_objectVelocity(&physics_.model(), &physics_.data(), type, id,
                      velocity.data(), 0);
    return {velocity[3], velocity[4], velocity[5]};
  }

  [[nodiscard]] double StandReward() const {
    const double lowest_cosine = std::cos(30 * (std::numbers::pi / 180));
    double reward =
        AtLeast(torso_[2], heights_[0]) * AtLeast(pelvis_[2], heights_[1]);
    for (const double* frame : frames_) {
      reward *= Tolerance(frame[kZZ], {.low = lowest_cosine,
                                       .high = Interval::kInfinity,
                                       .margin = lowest_cosine + 1,
                                       .slope = Slope::kLinear,
                                       .at_margin = 0});
    }
    double touch = 0;
    for (const double* sensor : touch_) {
      touch += *sensor;
    }
    return reward * Tolerance(touch, {.low = weight_,
                                      .high = Interval::kInfinity,
                                      .margin = weight_,
                                      .slope = Slope::kLinear,
                                      .at_margin = .9});
  }
  static double AtLeast(double value, double least) {
    return Tolerance(
        value, {.low = least, .high = Interval::kInfinity, .margin = least});
  }
  [[nodiscard]] double FetchReward() const {
    const double to_mouth = .5 * (Distance(ball_->ball, ball_->upper_bite) +
                                  Distance(ball_->ball, ball_->lower_bite));
    const double to_target = Distance(ball_->ball, ball_->target);
    const double reach =
        (6 * Tolerance(to_mouth, {.high = ball_->bite_radius,
                                  .margin = 2,
                                  .slope = Slope::kReciprocal}) +
         1) /
        7;
    const double near = Tolerance(to_target, {.high = ball_->target_radius,
                                              .margin = ball_->floor_half_side,
                                              .slope = Slope::kReciprocal});
    // Near the target, the dog need not hold the ball.
    return (to_target < 2 * ball_->target_radius ? 1 : reach) *
           ((near + 1) / 2);
  }

  static constexpr std::size_t kTorso = 1;

  const int task_;
  Physics& physics_;
  const double* const torso_{physics_.BodyPosition("torso")};
  const double* const pelvis_{physics_.BodyPosition("pelvis")};
  const std::array<const double*, 3> frames_{physics_.BodyFrame("skull"),
                                             physics_.BodyFrame("torso"),
                                             physics_.BodyFrame("pelvis")};
  const double* const velocity_{physics_.Sensor("torso_linvel")};
  const std::array<const double*, 3> inertial_{physics_.Sensor("accelerometer"),
                                               physics_.Sensor("velocimeter"),
                                               physics_.Sensor("gyro")};
  const std::array<const double*, 4> feet_{
      physics_.Sensor("foot_L"), physics_.Sensor("foot_R"),
      physics_.Sensor("hand_L"), physics_.Sensor("hand_R")};
  const std::array<const double*, 4> touch_{
      physics_.Sensor("palm_L"), physics_.Sensor("palm_R"),
      physics_.Sensor("sole_L"), physics_.Sensor("sole_R")};
  std::vector<const double*> angles_;
  std::vector<const double*> velocities_;
  double weight_;
  std::array<double, 2> heights_{};  // targets of torso and pelvis
  std::optional<Ball> ball_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_DOG_H_
