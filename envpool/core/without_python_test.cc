// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A C++ program that defines and uses an env. It is linked with
// libenvpool_engine.so, and not with Python.

#include <gtest/gtest.h>

#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"

namespace {

class CountFns {
 public:
  static decltype(auto) DefaultConfig() { return MakeDict("limit"_.Bind(3)); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 1})));
  }
};

class CountEnv : public Env<EnvSpec<CountFns>> {
 public:
  using Env::Env;
  void Reset() override {
    count_ = 0;
    Allocate()["obs"_] = count_;
  }
  void Step(const Action& action) override {
    count_ += static_cast<int>(action["action"_]);
    Allocate()["obs"_] = count_;
  }
  bool IsDone() override { return count_ >= spec_.config["limit"_]; }

 private:
  int count_{0};
};

TEST(WithoutPython, StepsAPool) {
  auto config = CountEnv::Spec::kDefaultConfig;
  config["num_envs"_] = 2;
  const CountEnv::Spec spec(config);
  AsyncEnvPool<CountEnv> pool(spec);
  TArray<int> ids(Spec<int>({2}));
  ids[0] = 0;
  ids[1] = 1;
  pool.Reset(ids);
  pool.Recv();
  CountEnv::Action action;
  action["env_id"_] = ids;
  action["players.env_id"_] = ids;
  action["action"_] = ids;
  pool.Send(action);
  const CountEnv::State state(pool.Recv());
  EXPECT_EQ(static_cast<int>(state["obs"_][0]), 0);
  EXPECT_EQ(static_cast<int>(state["obs"_][1]), 1);
}

}  // namespace
