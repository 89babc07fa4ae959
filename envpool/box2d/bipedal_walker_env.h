// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pool of BipedalWalker.
//
// Threads, errors: as Env.

#ifndef ENVPOOL_BOX2D_BIPEDAL_WALKER_ENV_H_
#define ENVPOOL_BOX2D_BIPEDAL_WALKER_ENV_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "envpool/box2d/bipedal_walker.h"
#include "envpool/box2d/replayed_env.h"
#include "envpool/core/env.h"

namespace envpool::box2d {

class BipedalWalkerEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("reward_threshold"_.Bind(300.0), "hardcore"_.Bind(false));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    constexpr auto kPi = std::numbers::pi_v<float>;
    std::vector<float> low{-kPi, -5,    -5,   -5, -kPi, -5, -kPi,
                           -5,   -0.0F, -kPi, -5, -kPi, -5, -0.0F};
    std::vector<float> high{kPi, 5, 5, 5, kPi, 5, kPi, 5, 5, kPi, 5, kPi, 5, 5};
    low.insert(low.end(), 10, -1.0F);
    high.insert(high.end(), 10, 1.0F);
    return MakeDict("obs"_.Bind(Spec<float>({24}, {low, high})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<float>({-1, 4}, {-1.0F, 1.0F})));
  }
};

class BipedalWalkerTask : public BipedalWalker {
 public:
  using Action = std::array<float, 4>;
  static constexpr Size kFrameSize{400, 600};

  template <typename Config>
  explicit BipedalWalkerTask(const Config& config)
      : BipedalWalker(config["hardcore"_]) {}

  static bool IsAction(const Action& /*action*/) { return true; }
  void Step(const Action& action, Generator* /*random*/) {
    BipedalWalker::Step(action.data());
  }
  template <typename State>
  void Write(State* state) const {
    WriteObservation(static_cast<float*>((*state)["obs"_].Data()));
  }
  void SaveStart(StateWriter* writer) const { writer->Write(free_nodes()); }
  void LoadStart(StateReader* reader) {
    std::vector<std::int32_t> nodes;
    reader->Read(&nodes);
    std::vector<bool> is_there(nodes.size());
    for (const std::int32_t node : nodes) {
      const auto at = static_cast<std::size_t>(node);
      reader->Require(at < nodes.size() && !is_there[at]);
      is_there[at] = true;
    }
    SetFreeNodes(nodes);
  }
};

using BipedalWalkerEnvSpec = EnvSpec<BipedalWalkerEnvFns>;
using BipedalWalkerEnv = ReplayedEnv<BipedalWalkerEnvFns, BipedalWalkerTask>;

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_BIPEDAL_WALKER_ENV_H_
