// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <mutex>

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/vizdoom/archive.h"
#include "envpool/vizdoom/official_env.h"
#include "envpool/vizdoom/vizdoom_env.h"

namespace {

namespace vizdoom = envpool::vizdoom;

// A thread waits while its engine plays a tic. With one thread for each CPU,
// CPUs would often have nothing to do, and to wake one that sleeps takes long.
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

/// Ends the engines when it is closed, and does not wait for its destructor.
template <typename EngineEnv>
class EnginePool : public AsyncEnvPool<EngineEnv> {
 public:
  using typename AsyncEnvPool<EngineEnv>::Spec;

  EnginePool(const Spec& spec, const envpool::EngineOptions& options,
             envpool::WaitHooks* hooks)
      : AsyncEnvPool<EngineEnv>(WithThreads(spec), options, hooks) {}

  void EndEngines() {
    if (this->forked()) {
      return;  // They, and their files, are the parent's.
    }
    const std::lock_guard lock(mutex_);
    for (const auto& env : this->envs_) {
      env->KillEngine();
    }
    for (const auto& env : this->envs_) {  // by now most have ended
      env->EndEngine();
    }
  }

 private:
  std::mutex mutex_;
};

template <typename Pool>
void Close(Pool* pool) {
  pool->Close();
  const py::gil_scoped_release released;
  pool->EndEngines();
}

template <typename Pool>
void CloseEnginesOf(const py::object& pool) {
  pool.attr("_close") = py::cpp_function(&Close<Pool>, py::is_method(pool));
}

using VizdoomEnvSpec = PyEnvSpec<vizdoom::VizdoomEnvSpec>;
using VizdoomEnvPool = PyEnvPool<EnginePool<vizdoom::VizdoomEnv>>;
using VizdoomOfficialEnvSpec = PyEnvSpec<vizdoom::OfficialEnvSpec<false>>;
using VizdoomOfficialEnvPool =
    PyEnvPool<EnginePool<vizdoom::OfficialEnv<false>>>;
using VizdoomOfficialDeltaEnvSpec = PyEnvSpec<vizdoom::OfficialEnvSpec<true>>;
using VizdoomOfficialDeltaEnvPool =
    PyEnvPool<EnginePool<vizdoom::OfficialEnv<true>>>;

}  // namespace

PYBIND11_MODULE(vizdoom_envpool, m) {
  m.def("set_archive", &vizdoom::SetArchive);
  REGISTER(m, VizdoomEnvSpec, VizdoomEnvPool)
  REGISTER(m, VizdoomOfficialEnvSpec, VizdoomOfficialEnvPool)
  REGISTER(m, VizdoomOfficialDeltaEnvSpec, VizdoomOfficialDeltaEnvPool)
  CloseEnginesOf<VizdoomEnvPool>(m.attr("_VizdoomEnvPool"));
  CloseEnginesOf<VizdoomOfficialEnvPool>(m.attr("_VizdoomOfficialEnvPool"));
  CloseEnginesOf<VizdoomOfficialDeltaEnvPool>(
      m.attr("_VizdoomOfficialDeltaEnvPool"));
}
