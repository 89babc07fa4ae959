// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// HalfCheetah: a planar two-legged runner.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_MUJOCO_GYM_HALF_CHEETAH_H_
#define ENVPOOL_MUJOCO_GYM_HALF_CHEETAH_H_

#include <vector>

#include "envpool/mujoco/common/walker_task.h"
#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

class HalfCheetah : public WalkerTask {
 public:
  static constexpr int kFrameSkip = 5;
  static constexpr const char* kModel = "half_cheetah.xml";
  static constexpr FreeCamera kCamera{.distance = 4.0};
  static constexpr int kPositions = 2;
  static constexpr int kVelocities = 1;

  static decltype(auto) Config() {
    return MakeDict("reward_threshold"_.Bind(4800.0),
                    "exclude_current_positions_from_observation"_.Bind(true),
                    "ctrl_cost_weight"_.Bind(0.1),
                    "forward_reward_weight"_.Bind(1.0),
                    "reset_noise_scale"_.Bind(0.1));
  }
  template <typename Config>
  static decltype(auto) Infos(const Config& conf, const mjModel& /*model*/) {
    const bool legacy = conf["legacy_info"_];
    return MakeDict("info:x_position"_.Bind(InfoSpec(true)),
                    "info:x_velocity"_.Bind(InfoSpec(true)),
                    "info:reward_forward"_.Bind(InfoSpec(!legacy)),
                    "info:reward_run"_.Bind(InfoSpec(legacy)),
                    "info:reward_ctrl"_.Bind(InfoSpec(true)));
  }
  template <typename Config>
  static Table Observed(const Config& conf, const mjModel& /*model*/) {
    return MotionTable(conf, 1);
  }

  template <typename Config>
  HalfCheetah(const Config& conf, const mjModel& model)
      : WalkerTask(conf, model, Noise::kNormal) {}

  template <typename State>
  void WriteInfos(const Simulation& simulation, bool first,
                  State* state) const {
    (*state)["info:x_position"_] = simulation.data().qpos[0];
    if (first) {
      return;
    }
    (*state)["info:x_velocity"_] = run_.x_velocity;
    (*state)["info:reward_ctrl"_] = -run_.control;
    SetInfo((*state)["info:reward_forward"_], run_.forward);
    SetInfo((*state)["info:reward_run"_], run_.forward);
  }
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_HALF_CHEETAH_H_
