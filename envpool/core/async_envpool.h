// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AsyncEnvPool<Env>: a pool with one object per env. It constructs the envs in
// parallel and leaves everything else to the engine.
//
// Threads, ownership, errors: see PoolBase. An env constructor that throws ends
// the construction with Error(kEnvCreation) naming the env.

#ifndef ENVPOOL_CORE_ASYNC_ENVPOOL_H_
#define ENVPOOL_CORE_ASYNC_ENVPOOL_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/checked/env_checks.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/engine_pool.h"
#include "envpool/core/env.h"
#include "envpool/core/spec.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

template <typename EnvT>
class AsyncEnvPool : public EnginePool<typename EnvT::Spec> {
 public:
  using Spec = typename EnvT::Spec;
  using Action = typename EnvT::Action;
  using State = typename EnvT::State;

  /// For EnvPool 1.x subclasses; takes the options from the current scope.
  explicit AsyncEnvPool(const Spec& spec_in)
      : AsyncEnvPool(spec_in, OptionsScope::Current()) {}
  AsyncEnvPool(const Spec& spec_in, const EngineOptions& options,
               WaitHooks* hooks = nullptr)
      : EnginePool<Spec>(spec_in, options),
        one_player_views_(ViewsOf(this->spec.state_spec, 1)),
        envs_(this->spec.config["num_envs"_]) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    MakeEnvs(&envs_, hooks);
    kernel_ = std::make_unique<EnvKernel<EnvT>>(
        PointersTo(envs_), options.autoreset, options.episode_stats);
    if (options.spare_resets > 0) {
      spares_.resize(std::min<std::size_t>(options.spare_resets, envs_.size()));
      MakeEnvs(&spares_, hooks);
      kernel_->UseSpares(PointersTo(spares_), this->engine());
    }
    const std::chrono::nanoseconds taken = Clock::now() - start;
    this->engine()->SetKernel(
        kernel_.get(), taken.count() / static_cast<std::int64_t>(envs_.size()));
  }

  ~AsyncEnvPool() override {
    this->StopEngine();
    if (this->forked()) {
      Leak(&envs_);
      Leak(&spares_);
    }
  }

 private:
  const State one_player_views_;  // the arrays of a row with one player

 protected:
  using Envs = std::vector<std::unique_ptr<EnvT>>;

  Envs envs_;    // by env id
  Envs spares_;  // objects for episodes that idle workers prepare

 private:
  static std::vector<EnvBase*> PointersTo(const Envs& envs) {
    std::vector<EnvBase*> pointers;
    for (const std::unique_ptr<EnvT>& env : envs) {
      pointers.push_back(env.get());
    }
    return pointers;
  }
  static void Leak(Envs* envs) {
    for (std::unique_ptr<EnvT>& env : *envs) {
      static_cast<void>(env.release());
    }
  }
  void MakeEnvs(Envs* envs, WaitHooks* hooks) {
    this->engine()->InParallel(
        static_cast<int>(envs->size()),
        [this, envs](int env_id) { (*envs)[env_id] = MakeEnv(env_id); }, hooks);
  }
  std::unique_ptr<EnvT> MakeEnv(int env_id) {
    const FpScope fp;  // overrides the caller's floating-point mode
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "its constructor");
    try {
      auto env = std::make_unique<EnvT>(this->spec, env_id);
      env->UseOnePlayerViews(&one_player_views_);
      return env;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      RefuseEnv(env_id, error.what());
    } catch (...) {
      RefuseEnv(env_id, "an exception that is not a std::exception");
    }
  }
  [[noreturn]] static void RefuseEnv(int env_id, const std::string& reason) {
    throw Error(ErrorKind::kEnvCreation,
                "cannot create env " + std::to_string(env_id) + ": " + reason,
                {env_id});
  }

  std::unique_ptr<EnvKernel<EnvT>> kernel_;
};

ENVPOOL_END_CHECKED

}  // namespace envpool

using envpool::AsyncEnvPool;

#endif  // ENVPOOL_CORE_ASYNC_ENVPOOL_H_
