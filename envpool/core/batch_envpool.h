// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// BatchEnvPool<Env>: a pool of envs that are the lanes of one BatchEnv.
//
// Threads, ownership, errors: see PoolBase. Single-player envs only.

#ifndef ENVPOOL_CORE_BATCH_ENVPOOL_H_
#define ENVPOOL_CORE_BATCH_ENVPOOL_H_

#include <memory>
#include <string>

#include "envpool/core/batch_env.h"
#include "envpool/core/batch_kernel.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/engine_pool.h"
#include "envpool/core/env_spec.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

template <typename EnvT>
class BatchEnvPool : public EnginePool<typename EnvT::Spec> {
 public:
  using Spec = typename EnvT::Spec;

  /// For subclasses that take only a spec; takes the options from the scope.
  explicit BatchEnvPool(const Spec& spec_in)
      : BatchEnvPool(spec_in, OptionsScope::Current()) {}
  BatchEnvPool(const Spec& spec_in, const EngineOptions& options,
               WaitHooks* /*hooks*/ = nullptr)
      : EnginePool<Spec>(spec_in, options) {
    if (this->spec.config["max_num_players"_] != 1) {
      throw Error(ErrorKind::kArgument,
                  "max_num_players: expected 1 for this env, got " +
                      std::to_string(this->spec.config["max_num_players"_]));
    }
    if (options.spare_resets != 0) {
      throw Error(ErrorKind::kArgument,
                  "spare_resets: expected 0 for this env, whose resets are "
                  "cheap, got " +
                      std::to_string(options.spare_resets));
    }
    const FpScope fp;  // overrides the caller's floating-point mode
    env_ = std::make_unique<EnvT>(this->spec, this->spec.config["num_envs"_]);
    kernel_ = std::make_unique<BatchKernel<EnvT>>(env_.get(), this->engine(),
                                                  EpisodeLimit(this->spec));
    this->engine()->SetKernel(kernel_.get());
  }
  ~BatchEnvPool() override { this->StopEngine(); }

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
