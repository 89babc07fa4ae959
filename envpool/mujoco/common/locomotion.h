// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Locomotion: the reward of all robots that run forward,
//
//   weight * velocity + reward for health - costs of controls and of contacts,
//
// and their termination. LocomotionTerms has the parameters of a robot.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_LOCOMOTION_H_
#define ENVPOOL_MUJOCO_COMMON_LOCOMOTION_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/simulation.h"
#include "envpool/mujoco/common/terms.h"

namespace envpool::mujoco {

/// The position that measures the robot's progress.
enum class Mover { kPosition, kBody, kMassCentre };

struct LocomotionTerms {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Mover mover{Mover::kPosition};
  int body{0};   // the body's id, for kBody
  double dt{1};  // seconds per step
  double forward{1};
  double control{0};
  bool has_contact{false};
  double contact{0};
  std::array<double, 2> contact_force{-kInfinity, kInfinity};  // each force
  std::array<double, 2> contact_cost{-kInfinity,
                                     kInfinity};  // the weighted sum
  double healthy{0};
  std::vector<Range> health{};  // empty: always healthy
  bool terminates{false};       // whether an unhealthy robot ends the episode
  // Whether health is also paid in the step that terminates, as in older
  // versions. Has no effect unless `terminates`.
  bool pays_unhealthy{false};
};

class Locomotion {
 public:
  explicit Locomotion(LocomotionTerms terms) : terms_(std::move(terms)) {}

  [[nodiscard]] bool UsesContactForces() const { return terms_.has_contact; }

  void BeginStep(const Simulation& simulation) {
    before_ = Position(simulation);
  }

  double ComputeReward(const Simulation& simulation, const Controls& action) {
    const auto after = Position(simulation);
    x_velocity = (after[0] - before_[0]) / terms_.dt;
    y_velocity = (after[1] - before_[1]) / terms_.dt;
    const bool is_healthy = std::all_of(
        terms_.health.begin(), terms_.health.end(),
        [&](const Range& range) { return IsIn(range, simulation); });
    terminated = terms_.terminates && !is_healthy;
    forward = terms_.forward * x_velocity;
    const bool pays =
        is_healthy || (terms_.pays_unhealthy && terms_.terminates);
    survive = pays ? terms_.healthy : 0;
    control = action.Weighted(terms_.control, action.SumOfSquares());
    contact = 0;
    if (terms_.has_contact) {
      contact = terms_.contact * SquaredContactForces(simulation,
                                                      terms_.contact_force[0],
                                                      terms_.contact_force[1]);
      contact = std::min(std::max(contact, terms_.contact_cost[0]),
                         terms_.contact_cost[1]);
    }
    return (forward + survive) - (control + contact);
  }

  /// The position that measures progress.
  [[nodiscard]] std::array<double, 2> Position(
      const Simulation& simulation) const {
    if (terms_.mover == Mover::kMassCentre) {
      return MassCentre(simulation);
    }
    const double* place = terms_.mover == Mover::kBody
                              ? simulation.Body(terms_.body)
                              : simulation.data().qpos;
    return {place[0], place[1]};
  }

  // Terms of the last step.
  double x_velocity{0};
  double y_velocity{0};
  double forward{0};
  double survive{0};
  double control{0};
  double contact{0};
  bool terminated{false};

 private:
  LocomotionTerms terms_;
  std::array<double, 2> before_{};
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_LOCOMOTION_H_
