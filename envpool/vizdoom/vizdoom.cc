// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <mutex>

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/vizdoom/archive.h"
#include "envpool/vizdoom/official_env.h"
#include "envpool/vizdoom/sound.h"
#include "envpool/vizdoom/vizdoom_env.h"

namespace {

namespace vizdoom = envpool::vizdoom;

// A thread waits while its engine plays a tic. With one thread per CPU, CPUs
// would often be idle, and waking an idle CPU is slow.
constexpr int kThreadsPerCpu = 3;

template <typename Spec>
Spec WithThreads(Spec spec) {
  int& threads = spec.config["num_threads"_];
  if (threads == 0) {
    threads =
        std::min(int{spec.config["batch_size"_]},
                 kThreadsPerCpu * envpool::Topology::Detect().Parallelism());
  }
  return spec;
}

// The calling thread must handle Ctrl-C and timeouts, and an engine may take
// long to answer, so the calling thread does not step envs.
envpool::EngineOptions WithoutCaller(envpool::EngineOptions options) {
  options.caller_helps = false;
  return options;
}

/// Ends the engines when the pool is closed, before its destructor.
template <typename EngineEnv>
class EnginePool : public AsyncEnvPool<EngineEnv> {
 public:
  using typename AsyncEnvPool<EngineEnv>::Spec;

  EnginePool(const Spec& spec, const envpool::EngineOptions& options,
             envpool::WaitHooks* hooks)
      : AsyncEnvPool<EngineEnv>(WithThreads(spec), WithoutCaller(options),
                                hooks) {}

  /// Cancels the waits of all envs, in any thread.
  void CancelEnvs() noexcept {
    ForAll([](EngineEnv* env) { env->Cancel(); });
  }

  void EndEngines() {
    if (this->forked()) {
      return;  // engines and their files belong to the parent
    }
    const std::lock_guard lock(mutex_);
    ForAll([](EngineEnv* env) { env->KillEngine(); });
    ForAll([](EngineEnv* env) { env->KillAndWait(); });
  }

 private:
  template <typename F>
  void ForAll(const F& work) {
    for (const auto* envs : {&this->envs_, &this->spares_}) {
      for (const auto& env : *envs) {
        work(env.get());
      }
    }
  }

  std::mutex mutex_;
};

/// Does not wait for busy engines when it is closed or destroyed.
template <typename EngineEnv>
class PyEnginePool : public PyEnvPool<EnginePool<EngineEnv>> {
 public:
  using PyEnvPool<EnginePool<EngineEnv>>::PyEnvPool;
  ~PyEnginePool() override { this->CancelEnvs(); }

 protected:
  void Cancel() override { this->CancelEnvs(); }
  void Release() override { this->EndEngines(); }
};

using VizdoomEnvSpec = PyEnvSpec<vizdoom::VizdoomEnvSpec>;
using VizdoomEnvPool = PyEnginePool<vizdoom::VizdoomEnv>;
using VizdoomOfficialEnvSpec = PyEnvSpec<vizdoom::OfficialEnvSpec<false>>;
using VizdoomOfficialEnvPool = PyEnginePool<vizdoom::OfficialEnv<false>>;
using VizdoomOfficialDeltaEnvSpec = PyEnvSpec<vizdoom::OfficialEnvSpec<true>>;
using VizdoomOfficialDeltaEnvPool = PyEnginePool<vizdoom::OfficialEnv<true>>;

}  // namespace

PYBIND11_MODULE(vizdoom_envpool, m) {
  m.def("set_archive", &vizdoom::SetArchive);
  m.def("set_sound_library", &vizdoom::SetSoundLibrary);
  REGISTER(m, VizdoomEnvSpec, VizdoomEnvPool)
  REGISTER(m, VizdoomOfficialEnvSpec, VizdoomOfficialEnvPool)
  REGISTER(m, VizdoomOfficialDeltaEnvSpec, VizdoomOfficialDeltaEnvPool)
}
