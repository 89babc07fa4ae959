// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Cartpole: one to three poles on a cart.
//
// Source: dm_control.suite.cartpole. Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_DMC_CARTPOLE_H_
#define ENVPOOL_MUJOCO_DMC_CARTPOLE_H_

#include <algorithm>
#include <numbers>
#include <string>

#include "envpool/mujoco/common/tolerance.h"
#include "envpool/mujoco/dmc/dmc_env.h"

namespace envpool::mujoco::dmc {

class Cartpole {
 public:
  static constexpr const char* kTask = "balance";
  static constexpr int kFrameSkip = 1;

  template <typename Config>
  static std::string ModelName(const Config& conf) {
    const std::string task = conf["task_name"_];
    return task.ends_with("_poles") ? "cartpole_" + task : "cartpole";
  }
  template <typename Config>
  static decltype(auto) Observed(const Config& /*conf*/, const mjModel& model) {
    // The position of the cart, and the sine and cosine of each pole.
    return MakeDict("obs:position"_.Bind(VectorSpec(2 * model.nv - 1)),
                    "obs:velocity"_.Bind(VectorSpec(model.nv)));
  }

  template <typename Config>
  Cartpole(const Config& conf, Physics* physics)
      : task_(TaskOf(conf, {"balance", "balance_sparse", "swingup",
                            "swingup_sparse", "two_poles", "three_poles"})),
        physics_(*physics),
        poles_(static_cast<int>(physics->model().nv) - 1) {}

  void Reset(RandomState* random) {
    mjData& data = physics_.data();
    if (task_ == kBalance || task_ == kBalanceSparse) {
      data.qpos[0] = random->Uniform(-.1, .1);
      for (int i = 1; i <= poles_; ++i) {
        data.qpos[i] = random->Uniform(-.034, .034);
      }
    } else {
      data.qpos[0] = .01 * random->Randn();
      data.qpos[1] = std::numbers::pi + .01 * random->Randn();
      for (int i = 2; i <= poles_; ++i) {
        data.qpos[i] = .1 * random->Randn();
      }
    }
    for (int i = 0; i <= poles_; ++i) {
      data.qvel[i] = .01 * random->Randn();
    }
  }
  void Observe(ObservationWriter* writer) const {
    writer->Add(physics_.data().qpos[0]);
    for (int i = 0; i < poles_; ++i) {
      writer->Add(Pole(i)[kZZ]);
      writer->Add(Pole(i)[kXZ]);
    }
    writer->Add(physics_.Velocities());
  }
  [[nodiscard]] double Reward() const {
    return task_ == kBalanceSparse || task_ == kSwingupSparse ? SparseReward()
                                                              : SmoothReward();
  }

 private:
  enum Task {
    kBalance,
    kBalanceSparse,
    kSwingup,
    kSwingupSparse,
    kTwoPoles,
    kThreePoles
  };

  [[nodiscard]] double SparseReward() const {
    double reward =
        Tolerance(physics_.data().qpos[0], {.low = -.25, .high = .25});
    for (int i = 0; i < poles_; ++i) {
      reward *= Tolerance(Pole(i)[kZZ], {.low = .995, .high = 1});
    }
    return reward;
  }
  [[nodiscard]] double SmoothReward() const {
    const mjData& data = physics_.data();
    double upright = 0;
    double slow = 1;
    for (int i = 0; i < poles_; ++i) {
      upright += (Pole(i)[kZZ] + 1) / 2;
      slow = std::min(slow, Tolerance(data.qvel[i + 1], {.margin = 5}));
    }
    const double centred = Tolerance(data.qpos[0], {.margin = 2});
    const double small_control = SmallControl(data.ctrl, 1);
    return upright / poles_ * ((4 + small_control) / 5) * ((1 + slow) / 2) *
           ((1 + centred) / 2);
  }

  /// The frame of a pole. Bodies 0 and 1 are the world and the cart.
  [[nodiscard]] const double* Pole(int number) const {
    return physics_.data().xmat + 9 * (2 + number);
  }

  const int task_;
  Physics& physics_;
  const int poles_;
};

}  // namespace envpool::mujoco::dmc

#endif  // ENVPOOL_MUJOCO_DMC_CARTPOLE_H_
