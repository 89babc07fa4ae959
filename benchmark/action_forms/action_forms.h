// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Envs that ignore their actions, which have several forms. The time of a step
// is that of reading the action, plus the work that all pools do.

#ifndef BENCHMARK_ACTION_FORMS_ACTION_FORMS_H_
#define BENCHMARK_ACTION_FORMS_ACTION_FORMS_H_

#include <utility>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/batch_envpool.h"
#include "envpool/core/env.h"

namespace benchmark_envs {

/// A single choice.
struct OneAction {
  static auto Make() {
    return envpool::MakeDict("action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
};

/// An action of the env, for any number of players.
struct EnvsAction {
  static auto Make() {
    return envpool::MakeDict("action"_.Bind(Spec<int>({}, {0, 3})));
  }
};

/// Four choices with different ranges.
struct SeveralActions {
  static auto Make() {
    return envpool::MakeDict("action"_.Bind(
        Spec<int>({4}, {std::vector<int>{0, 0, 0, 0}, {1, 2, 3, 4}})));
  }
};

struct PairOfActions {
  static auto Make() {
    return envpool::MakeDict("move"_.Bind(Spec<int>({}, {0, 3})),
                             "force"_.Bind(Spec<float>({}, {-1.0F, 1.0F})));
  }
};

struct PlayersActions {
  static auto Make() {
    return envpool::MakeDict("players.action"_.Bind(Spec<int>({-1}, {0, 3})));
  }
};

template <typename Form>
class FormFns {
 public:
  static decltype(auto) DefaultConfig() { return envpool::MakeDict(); }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return envpool::MakeDict("obs"_.Bind(Spec<float>({1})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return Form::Make();
  }
};

template <typename Form>
using FormSpec = envpool::EnvSpec<FormFns<Form>>;

template <typename Form>
class FormLanes : public envpool::BatchEnv<FormSpec<Form>> {
 public:
  using Base = envpool::BatchEnv<FormSpec<Form>>;
  static constexpr bool kStepDraws = false;
  static constexpr bool kWritesAllFields = true;

  using Base::Base;

  void ResetLane(int /*lane*/) {}
  void StepLanes(const envpool::Lanes& lanes,
                 const typename Base::Actions& /*action*/, float* reward,
                 bool* terminated) {
    for (int i = 0; i < lanes.count; ++i) {
      reward[i] = 0;
      terminated[i] = false;
    }
  }
  void WriteLanes(const envpool::Lanes& lanes,
                  const typename Base::Rows& rows) const {
    for (int i = 0; i < lanes.count; ++i) {
      rows["obs"_][i] = 0;
    }
  }
  template <typename Archive>
  void Fields(Archive& /*archive*/) {}
};

/// Has two players if the pool has two players per env.
template <typename Form>
class FormEnv : public envpool::Env<FormSpec<Form>> {
 public:
  using Base = envpool::Env<FormSpec<Form>>;

  using Base::Base;

  bool IsDone() override { return false; }
  void Reset() override { Write(); }
  void Step(const typename Base::Action& /*action*/) override { Write(); }

 private:
  void Write() {
    typename Base::State state =
        this->Allocate(this->spec_.config["max_num_players"_]);
    state["obs"_][0] = 0;
  }
};

using OneFormEnvSpec = FormSpec<OneAction>;
using OneFormEnvPool = envpool::BatchEnvPool<FormLanes<OneAction>>;
using SeveralFormEnvSpec = FormSpec<SeveralActions>;
using SeveralFormEnvPool = envpool::BatchEnvPool<FormLanes<SeveralActions>>;
using PairFormEnvSpec = FormSpec<PairOfActions>;
using PairFormEnvPool = envpool::BatchEnvPool<FormLanes<PairOfActions>>;
using TableFormEnvSpec = FormSpec<EnvsAction>;
using TableFormEnvPool = envpool::AsyncEnvPool<FormEnv<EnvsAction>>;
using TeamFormEnvSpec = FormSpec<PlayersActions>;
using TeamFormEnvPool = envpool::AsyncEnvPool<FormEnv<PlayersActions>>;

}  // namespace benchmark_envs

#endif  // BENCHMARK_ACTION_FORMS_ACTION_FORMS_H_
