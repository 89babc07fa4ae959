// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// N-chain (Strens, 2000) by the rules of gym up to version 0.20.  Action 0
// walks up a chain of `n` states and earns `large` on every step at its end;
// action 1 goes back to the start and earns `small`.  With probability `slip`
// the other action is executed.  Only the step limit ends an episode.
// Draws: one `random()` per step, none at reset.

#ifndef ENVPOOL_TOY_TEXT_NCHAIN_H_
#define ENVPOOL_TOY_TEXT_NCHAIN_H_

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "envpool/core/batch_env.h"
#include "envpool/toy_text/frames.h"

namespace envpool::toy_text {

class NChainEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("n"_.Bind(5), "slip"_.Bind(0.2), "small"_.Bind(2.0),
                    "large"_.Bind(10.0));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs"_.Bind(Spec<int>({-1}, {0, conf["n"_] - 1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
  template <typename Config>
  static decltype(auto) Params(const Config& conf) {
    return MakeDict(
        "slip"_.Bind(ParamSpec{conf["slip"_], 0.0, 1.0,
                               "probability of the opposite action"}),
        "small"_.Bind(ParamSpec{conf["small"_], -1e6, 1e6,
                                "reward for going back to the start"}),
        "large"_.Bind(
            ParamSpec{conf["large"_], -1e6, 1e6, "reward at the end"}));
  }
};

using NChainEnvSpec = EnvSpec<NChainEnvFns>;

class NChainEnv : public BatchEnv<NChainEnvSpec> {
 public:
  static constexpr bool kStepDraws = true;
  static constexpr bool kWritesAllFields = true;
  static constexpr std::pair<int, int> kFrameSize{600, 100};

  NChainEnv(const Spec& spec, int num_envs)
      : BatchEnv(spec, num_envs),
        last_(spec.config["n"_] - 1),
        state_(num_envs) {
    if (last_ < 0) throw std::invalid_argument("n: expected at least 1");
  }

  void ResetLane(int lane) { state_[lane] = 0; }

  template <typename Params>
  void StepLanes(const Lanes& lanes, const Actions& action, float* reward,
                 bool* terminated, Params params) {
    const int* act = action["action"_];
    const auto slip = params["slip"_];
    const auto small = params["small"_];
    const auto large = params["large"_];
    for (int i = 0; i < lanes.count; ++i) {
      const int lane = lanes.first + i;
      const int state = state_[lane];
      const bool slipped = rng(lane).Random() < slip[i];
      const bool back = (act[i] != 0) != slipped;
      // The direction is random, so a branch on it would be mispredicted.
      const std::array<std::array<double, 2>, 2> payoff{
          {{0.0, large[i]}, {small[i], small[i]}}};  // [back][at the end]
      reward[i] = static_cast<float>(payoff[back][state == last_]);
      state_[lane] = std::min(state + 1, last_) * static_cast<int>(!back);
      terminated[i] = false;
    }
  }

  void WriteLanes(const Lanes& lanes, const Rows& rows) const {
    std::copy_n(state_.data() + lanes.first, lanes.count, rows["obs"_]);
  }

  void RenderLane(int lane, const Frame& frame) const {
    DrawNChain(last_ + 1, state_[lane], frame);
  }

  template <typename Archive>
  void Fields(Archive& ar) {
    ar(state_);
  }
  bool IsValidLane(int lane, bool /*ended*/) const {
    return state_[lane] >= 0 && state_[lane] <= last_;
  }

 private:
  int last_;
  std::vector<int> state_;
};

}  // namespace envpool::toy_text

#endif  // ENVPOOL_TOY_TEXT_NCHAIN_H_
