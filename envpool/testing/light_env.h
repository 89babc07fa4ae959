// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// LightEnv: a minimal BatchEnv in four kinds, by kStepDraws and
// kWritesAllFields. obs is {lane, episode, step, draw}; without
// kWritesAllFields, info:sparse is written only every third step.

#ifndef ENVPOOL_TESTING_LIGHT_ENV_H_
#define ENVPOOL_TESTING_LIGHT_ENV_H_

#include <cstdint>
#include <vector>

#include "envpool/core/batch_envpool.h"

namespace envpool::testing {

class LightEnvFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict("horizon"_.Bind(5)); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<double>({4})),
                    "info:sparse"_.Bind(Spec<int>({2})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
};

using LightEnvSpec = EnvSpec<LightEnvFns>;

template <bool kDraws, bool kWritesAll>
class LightEnv : public BatchEnv<LightEnvSpec> {
 public:
  static constexpr bool kStepDraws = kDraws;
  static constexpr bool kWritesAllFields = kWritesAll;

  LightEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        horizon_(spec.config["horizon"_]),
        episode_(num_envs),
        step_(num_envs),
        draw_(num_envs) {}

  void ResetLane(int lane) {
    ++episode_[lane];
    step_[lane] = 0;
    draw_[lane] = rng(lane).Random();
  }
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated) {
    for (int i = 0; i < lanes.count; ++i) {
      const int lane = lanes.first + i;
      ++step_[lane];
      if (kDraws) {
        draw_[lane] = rng(lane).Random();
      }
      reward[i] = static_cast<float>(action["action"_][i] + step_[lane]);
      terminated[i] = step_[lane] >= horizon_;
    }
  }
  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    for (int i = 0; i < lanes.count; ++i) {
      const int lane = lanes.first + i;
      double* obs = rows["obs"_] + 4 * i;
      obs[0] = lane;
      obs[1] = episode_[lane];
      obs[2] = step_[lane];
      obs[3] = draw_[lane];
      if (kWritesAll || step_[lane] % 3 == 0) {
        rows["info:sparse"_][2 * i] = step_[lane] + 1;
        rows["info:sparse"_][2 * i + 1] = lane + 1;
      }
    }
  }
  template <typename Archive>
  void Fields(Archive& archive) {
    archive(episode_, step_, draw_);
  }

 private:
  int horizon_;
  std::vector<int> episode_;
  std::vector<int> step_;
  std::vector<double> draw_;
};

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_LIGHT_ENV_H_
