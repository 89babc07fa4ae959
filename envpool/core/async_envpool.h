// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AsyncEnvPool<Env>: a pool of envs that are one object each. It constructs the
// envs (in parallel) and leaves everything else to the engine.
//
// Threads, ownership, errors: as PoolBase. An env constructor that throws ends
// the construction with Error(kEnvCreation) naming the env.

#ifndef ENVPOOL_CORE_ASYNC_ENVPOOL_H_
#define ENVPOOL_CORE_ASYNC_ENVPOOL_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/checked/env_checks.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/options_scope.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/env.h"
#include "envpool/core/envpool.h"
#include "envpool/core/spec.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

template <typename EnvT>
class AsyncEnvPool : public EnvPool<typename EnvT::Spec>, public PoolBase {
 public:
  using Spec = typename EnvT::Spec;
  using Action = typename EnvT::Action;
  using State = typename EnvT::State;

  /// As classes of EnvPool 1.x call it; the options are those of the scope.
  explicit AsyncEnvPool(const Spec& spec_in)
      : AsyncEnvPool(spec_in, OptionsScope::Current()) {}
  AsyncEnvPool(const Spec& spec_in, const EngineOptions& options,
               WaitHooks* hooks = nullptr)
      : EnvPool<Spec>(spec_in),
        PoolBase(EngineConfigOf(this->spec, options),
                 MakeColumns(this->spec.state_spec),
                 MakeColumns(this->spec.action_spec)),
        views_(ViewsOf(this->spec.state_spec, 1)),
        envs_(this->spec.config["num_envs"_]) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    engine()->InParallel(
        static_cast<int>(envs_.size()), [this](int env_id) { MakeEnv(env_id); },
        hooks);
    std::vector<EnvBase*> envs;
    for (const std::unique_ptr<EnvT>& env : envs_) {
      envs.push_back(env.get());
    }
    kernel_ = std::make_unique<EnvKernel<EnvT>>(
        std::move(envs), options.autoreset, options.episode_stats);
    const std::chrono::nanoseconds taken = Clock::now() - start;
    engine()->SetKernel(
        kernel_.get(), taken.count() / static_cast<std::int64_t>(envs_.size()));
  }

  ~AsyncEnvPool() override {
    StopEngine();
    if (forked()) {
      for (std::unique_ptr<EnvT>& env : envs_) {
        static_cast<void>(env.release());
      }
    }
  }

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

 private:
  const State views_;  // of a row with one player

 protected:
  std::vector<std::unique_ptr<EnvT>> envs_;  // by env id

 private:
  void MakeEnv(int env_id) {
    const FpScope fp;  // whatever the calling thread has set
    const EnvScope scope = EnvScope::Of<EnvT>(env_id, 1, "its constructor");
    try {
      envs_[env_id] = std::make_unique<EnvT>(this->spec, env_id);
      envs_[env_id]->UseViews(&views_);
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
