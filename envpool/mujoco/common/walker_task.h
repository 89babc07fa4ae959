// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// WalkerTask: the base of the tasks of all running robots. UprightTask: the
// base of Hopper and Walker2d.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_WALKER_TASK_H_
#define ENVPOOL_MUJOCO_COMMON_WALKER_TASK_H_

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/infos.h"
#include "envpool/mujoco/common/locomotion.h"
#include "envpool/mujoco/common/simulation.h"
#include "envpool/mujoco/common/terms.h"

namespace envpool::mujoco {

class WalkerTask {
 public:
  /// `terms` holds the reward terms that differ between robots.
  template <typename Config>
  WalkerTask(const Config& conf, const mjModel& model, Noise noise,
             LocomotionTerms terms = {})
      : run_(WithWeights(conf, model, std::move(terms))),
        legacy_(conf["legacy_info"_]),
        noise_(noise),
        noise_scale_(conf["reset_noise_scale"_]) {}

  void Reset(Simulation* simulation, Generator* generator) const {
    AddNoise(noise_scale_, noise_, simulation, generator);
  }
  [[nodiscard]] bool UsesContactForces() const {
    return run_.UsesContactForces();
  }
  void BeginStep(const Simulation& simulation) { run_.BeginStep(simulation); }
  double ComputeReward(const Simulation& simulation, const Controls& action) {
    return run_.ComputeReward(simulation, action);
  }
  [[nodiscard]] bool terminated() const { return run_.terminated; }

 protected:
  /// Writes the infos x_position, y_position and distance_from_origin.
  template <typename State>
  void WritePlace(const Simulation& simulation, State* state) const {
    const double* root = simulation.data().qpos;
    const auto place = legacy_ ? run_.Position(simulation)
                               : std::array<double, 2>{root[0], root[1]};
    (*state)["info:x_position"_] = place[0];
    (*state)["info:y_position"_] = place[1];
    (*state)["info:distance_from_origin"_] =
        std::sqrt(place[0] * place[0] + place[1] * place[1]);
  }

  Locomotion run_;

 private:
  template <typename Config>
  static LocomotionTerms WithWeights(const Config& conf, const mjModel& model,
                                     LocomotionTerms terms) {
    terms.dt = model.opt.timestep * conf["frame_skip"_];
    terms.forward = conf["forward_reward_weight"_];
    terms.control = conf["ctrl_cost_weight"_];
    return terms;
  }

  const bool legacy_;  // infos have the form of versions before 5
  const Noise noise_;
  const double noise_scale_;
};

/// The base of Hopper and Walker2d, which stay upright in a plane.
class UprightTask : public WalkerTask {
 public:
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& /*model*/) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:x_position"_.Bind(InfoSpec(true)),
                    "info:x_velocity"_.Bind(InfoSpec(true)),
                    "info:z_distance_from_origin"_.Bind(InfoSpec(!legacy)),
                    "info:reward_forward"_.Bind(InfoSpec(!legacy)),
                    "info:reward_ctrl"_.Bind(InfoSpec(!legacy)),
                    "info:reward_survive"_.Bind(InfoSpec(!legacy)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    const bool skips = conf["exclude_current_positions_from_observation"_];
    return {{.field = Field::kPosition, .first = skips ? 1 : 0},
            {.field = Field::kVelocity,
             .low = conf["velocity_min"_],
             .high = conf["velocity_max"_]}};
  }

  /// `health` holds further conditions of health.
  template <typename Config>
  UprightTask(const Config& conf, const mjModel& model,
              std::vector<Range> health = {})
      : WalkerTask(conf, model, Noise::kUniform,
                   {.healthy = conf["healthy_reward"_],
                    .health = WithPosture(conf, std::move(health)),
                    .terminates = conf["terminate_when_unhealthy"_],
                    .pays_unhealthy = conf["legacy_healthy_reward"_]}) {}

  template <typename State>
  void WriteInfos(const Simulation& simulation, bool first,
                  State* state) const {
    const mjData& data = simulation.data();
    (*state)["info:x_position"_] = data.qpos[0];
    SetInfo((*state)["info:z_distance_from_origin"_],
            data.qpos[1] - simulation.model().qpos0[1]);
    if (first) {
      return;
    }
    (*state)["info:x_velocity"_] = run_.x_velocity;
    SetInfo((*state)["info:reward_forward"_], run_.forward);
    SetInfo((*state)["info:reward_ctrl"_], -run_.control);
    SetInfo((*state)["info:reward_survive"_], run_.survive);
  }

 private:
  template <typename Config>
  static std::vector<Range> WithPosture(const Config& conf,
                                        std::vector<Range> health) {
    health.push_back({.first = 1,
                      .count = 1,
                      .low = conf["healthy_z_min"_],
                      .high = conf["healthy_z_max"_],
                      .closed = false});
    health.push_back({.first = 2,
                      .count = 1,
                      .low = conf["healthy_angle_min"_],
                      .high = conf["healthy_angle_max"_],
                      .closed = false});
    return health;
  }
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_WALKER_TASK_H_
