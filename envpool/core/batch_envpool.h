// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BatchEnvPool<Env>: a pool whose envs are the lanes of one BatchEnv.
//
// Threads, ownership, errors: as PoolBase. Single-player envs only.

#ifndef ENVPOOL_CORE_BATCH_ENVPOOL_H_
#define ENVPOOL_CORE_BATCH_ENVPOOL_H_

#include <memory>
#include <string>
#include <vector>

#include "envpool/core/batch_env.h"
#include "envpool/core/batch_kernel.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/envpool.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

template <typename EnvT>
class BatchEnvPool : public EnvPool<typename EnvT::Spec>, public PoolBase {
 public:
  using Spec = typename EnvT::Spec;
  using Action = typename SpecToTArray<typename Spec::ActionSpec>::Type;
  using State = typename SpecToTArray<typename Spec::StateSpec>::Type;

  /// As classes with a constructor that takes only a spec call it.
  explicit BatchEnvPool(const Spec& spec_in)
      : BatchEnvPool(spec_in, OptionsScope::Current()) {}
  BatchEnvPool(const Spec& spec_in, const EngineOptions& options,
               WaitHooks* /*hooks*/ = nullptr)
      : EnvPool<Spec>(spec_in),
        PoolBase(EngineConfigOf(this->spec, options),
                 MakeColumns(this->spec.state_spec),
                 MakeColumns(this->spec.action_spec)) {
    if (this->spec.config["max_num_players"_] != 1) {
      throw Error(ErrorKind::kArgument,
                  "max_num_players: expected 1 for this env, got " +
                      std::to_string(this->spec.config["max_num_players"_]));
    }
    const FpScope fp;  // whatever the calling thread has set
    env_ = std::make_unique<EnvT>(this->spec, this->spec.config["num_envs"_]);
    kernel_ = std::make_unique<BatchKernel<EnvT>>(env_.get(), engine(),
                                                  EpisodeLimit(this->spec));
    engine()->SetKernel(kernel_.get());
  }
  ~BatchEnvPool() override { StopEngine(); }

  void Send(const Action& action) {
    PoolBase::Send(action.template AllValues<Array>());
  }
  void Send(const std::vector<Array>& actions) override {
    PoolBase::Send(actions);
  }
  void Send(std::vector<Array>&& actions) override { PoolBase::Send(actions); }
  std::vector<Array> Recv() override { return PoolBase::Recv(); }
  using PoolBase::Step;
  std::vector<Array> Step(const Action& action) {
    return PoolBase::Step(action.template AllValues<Array>());
  }
  void Reset(const Array& env_ids) override { PoolBase::Reset(env_ids); }
  Array Render(const Array& env_ids, int width, int height,
               int camera_id) override {
    return PoolBase::Render(env_ids, width, height, camera_id);
  }

 protected:
  std::unique_ptr<EnvT> env_;

 private:
  std::unique_ptr<BatchKernel<EnvT>> kernel_;
};

ENVPOOL_END_CHECKED

}  // namespace envpool

using envpool::BatchEnv;
using envpool::BatchEnvPool;
using envpool::Lanes;

#endif  // ENVPOOL_CORE_BATCH_ENVPOOL_H_
