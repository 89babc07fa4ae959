// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tasks of the Adroit hand: Door, Hammer, Pen and Relocate. AdroitTask has
// what they share; a task adds its observation, its rewards and its reset.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_ROBOTICS_ADROIT_H_
#define ENVPOOL_MUJOCO_ROBOTICS_ADROIT_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/camera.h"
#include "envpool/mujoco/common/model.h"
#include "envpool/mujoco/robotics/goals.h"
#include "envpool/mujoco/robotics/robot.h"
#include "envpool/mujoco/robotics/robotics_env.h"

namespace envpool::mujoco::robotics {

/// What a task keeps between steps.
struct AdroitState {
  double reward{0};
  double distance{0};       // to the goal: in metres, or in radians for Door
  double pen_length{1};     // Pen only
  double target_length{1};  // Pen only
  // Not a bool, so that saved states have no padding.
  std::int64_t is_success{0};
};

class AdroitTask {
 public:
  static constexpr int kFrameSkip = 5;

  static decltype(auto) Config() {
    return MakeDict("reward_type"_.Bind(std::string("dense")));
  }
  /// The official envs weaken the actuators of the wrist and the fingers.
  template <typename Config>
  static ModelEdit EditOf(const Config& /*conf*/) {
    return {.name = "weak actuators", .apply = WeakenActuators};
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& /*conf*/,
                              const mjModel& /*model*/) {
    return MakeDict("info:success"_.Bind(::Spec<bool>({-1})),
                    "info:distance"_.Bind(::Spec<double>({-1})));
  }
  template <typename Config>
  static ControlBounds ActionBounds(const Config& /*conf*/,
                                    const mjModel& model) {
    return UnitBounds(static_cast<int>(model.nu));
  }

  template <typename Config>
  AdroitTask(const Config& conf, Robot* robot)
      : AdroitTask(!IsSparse(conf), robot) {}

  void Act(const Controls& action);

  [[nodiscard]] double Reward(const Controls& /*action*/) const {
    return state.reward;
  }
  [[nodiscard]] bool IsTerminated() const { return false; }
  template <typename Row>
  void WriteInfos(bool /*is_first*/, Row* row) const {
    (*row)["info:success"_] = state.is_success != 0;
    (*row)["info:distance"_] = state.distance;
  }
  void Show() const {}

  using State = AdroitState;
  State state;

 protected:
  AdroitTask(bool is_dense, Robot* robot)
      : robot_(*robot),
        is_dense_(is_dense),
        grasp_(robot->SitePosition("S_grasp")) {}

  [[nodiscard]] int nq() const { return static_cast<int>(robot_.model().nq); }
  [[nodiscard]] int nv() const { return static_cast<int>(robot_.model().nv); }
  [[nodiscard]] const double* BodyPosition(const char* body) const {
    return robot_.data().xpos + 3 * robot_.Id(mjOBJ_BODY, body);
  }
  /// The place of a body or a site in this env's own model.
  [[nodiscard]] double* OwnBodyPlace(const char* body);
  [[nodiscard]] double* OwnSitePlace(const char* site);

  /// The option initial_state_dict without the places of parts. NaN stands for
  /// an option that is not given.
  static decltype(auto) StateOptions(const mjModel& model) {
    return MakeDict("initial_state_dict:qpos"_.Bind(NotGiven(model.nq)),
                    "initial_state_dict:qvel"_.Bind(NotGiven(model.nv)));
  }
  static std::vector<double> NotGiven(std::size_t count) {
    return std::vector<double>(count, std::numeric_limits<double>::quiet_NaN());
  }

  /// Starts an episode at rest, and forgets the last one.
  void StartAtRest();
  /// Takes the state and the places of parts, if the options have them.
  template <typename Options>
  void StartAs(
      const Options& options,
      std::initializer_list<std::pair<std::span<const double>, double*>>
          places) {
    const auto positions = options["initial_state_dict:qpos"_];
    if (std::isnan(positions[0])) {
      return;
    }
    for (const auto& [values, place] : places) {
      std::ranges::copy(values, place);
    }
    std::ranges::copy(positions, robot_.data().qpos);
    std::ranges::copy(options["initial_state_dict:qvel"_], robot_.data().qvel);
    robot_.Forward();
  }
  /// The sparse reward.
  [[nodiscard]] double Sparse() const {
    return state.is_success != 0 ? 10 : -0.1;
  }

  Robot& robot_;
  const bool is_dense_;
  const double* const grasp_;  // the palm

 private:
  static void WeakenActuators(mjSpec* spec);
};

/// A task with kSize values in its observation.
template <int kSize>
class AdroitObserving : public AdroitTask {
 public:
  using AdroitTask::AdroitTask;

  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/,
                                 const mjModel& /*model*/) {
    return MakeDict("obs"_.Bind(VectorSpec(kSize)));
  }
};

class Door : public AdroitObserving<39> {
 public:
  static constexpr const char* kModel = "adroit_hand/adroit_door.xml";
  static constexpr FreeCamera kCamera{.distance = 1.5, .azimuth = 90};

  template <typename Config>
  Door(const Config& conf, Robot* robot) : AdroitObserving(conf, robot) {
    Find();
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/,
                                     const mjModel& model) {
    return ConcatDict(
        StateOptions(model),
        MakeDict("initial_state_dict:door_body_pos"_.Bind(NotGiven(3))));
  }
  template <typename Options>
  void Reset(Generator* generator, const Options& options) {
    Start(generator);
    StartAs(options, {{options["initial_state_dict:door_body_pos"_], place_}});
    Measure();
  }
  void AfterStep();
  void Observe(ObservationWriter* writer) const;

 private:
  void Find();
  void Start(Generator* generator);
  void Measure();

  double* place_{nullptr};
  const double* handle_{nullptr};
  const double* hinge_{nullptr};
};

class Hammer : public AdroitObserving<46> {
 public:
  static constexpr const char* kModel = "adroit_hand/adroit_hammer.xml";
  static constexpr FreeCamera kCamera{.distance = 2, .azimuth = 45};

  template <typename Config>
  Hammer(const Config& conf, Robot* robot) : AdroitObserving(conf, robot) {
    Find();
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/,
                                     const mjModel& model) {
    return ConcatDict(
        StateOptions(model),
        MakeDict("initial_state_dict:board_pos"_.Bind(NotGiven(3))));
  }
  template <typename Options>
  void Reset(Generator* generator, const Options& options) {
    Start(generator);
    StartAs(options, {{options["initial_state_dict:board_pos"_], board_}});
    Measure();
  }
  void AfterStep();
  void Observe(ObservationWriter* writer) const;

 private:
  void Find();
  void Start(Generator* generator);
  void Measure();

  double* board_{nullptr};
  int hammer_{0};  // the id of the body
  const double* head_{nullptr};
  const double* nail_{nullptr};
  const double* goal_{nullptr};
  const double* impact_{nullptr};  // a sensor
};

class Pen : public AdroitObserving<45> {
 public:
  static constexpr const char* kModel = "adroit_hand/adroit_pen.xml";
  static constexpr FreeCamera kCamera{.distance = 1, .azimuth = -45};

  template <typename Config>
  Pen(const Config& conf, Robot* robot) : AdroitObserving(conf, robot) {
    Find();
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/,
                                     const mjModel& model) {
    return ConcatDict(
        StateOptions(model),
        MakeDict("initial_state_dict:desired_orien"_.Bind(NotGiven(4))));
  }
  template <typename Options>
  void Reset(Generator* generator, const Options& options) {
    Start(generator);
    StartAs(options, {{options["initial_state_dict:desired_orien"_], turn_}});
    Measure();
  }
  void AfterStep();
  void Observe(ObservationWriter* writer) const;

 private:
  using Vector = std::array<double, 3>;

  void Find();
  void Start(Generator* generator);
  void Measure();
  [[nodiscard]] Vector PenAxis() const;
  [[nodiscard]] Vector TargetAxis() const;

  double* turn_{nullptr};  // the quaternion of the target
  const double* pen_{nullptr};
  const double* centre_{nullptr};
  const double* top_{nullptr};
  const double* bottom_{nullptr};
  const double* target_top_{nullptr};
  const double* target_bottom_{nullptr};
};

class Relocate : public AdroitObserving<39> {
 public:
  static constexpr const char* kModel = "adroit_hand/adroit_relocate.xml";
  static constexpr FreeCamera kCamera{.distance = 1.5, .azimuth = 90};

  template <typename Config>
  Relocate(const Config& conf, Robot* robot) : AdroitObserving(conf, robot) {
    Find();
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& /*conf*/,
                                     const mjModel& model) {
    return ConcatDict(
        StateOptions(model),
        MakeDict("initial_state_dict:obj_pos"_.Bind(NotGiven(3)),
                 "initial_state_dict:target_pos"_.Bind(NotGiven(3))));
  }
  template <typename Options>
  void Reset(Generator* generator, const Options& options) {
    Start(generator);
    StartAs(options,
            {{options["initial_state_dict:obj_pos"_], ball_place_},
             {options["initial_state_dict:target_pos"_], target_place_}});
    Measure();
  }
  void AfterStep();
  void Observe(ObservationWriter* writer) const;

 private:
  void Find();
  void Start(Generator* generator);
  void Measure();

  double* ball_place_{nullptr};
  double* target_place_{nullptr};
  const double* ball_{nullptr};
  const double* target_{nullptr};
};

}  // namespace envpool::mujoco::robotics

#endif  // ENVPOOL_MUJOCO_ROBOTICS_ADROIT_H_
