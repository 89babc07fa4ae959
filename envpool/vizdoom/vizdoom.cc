// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <mutex>

#include "envpool/core/async_envpool.h"
#include "envpool/core/py_envpool.h"
#include "envpool/vizdoom/vizdoom_env.h"

namespace {

using VizdoomEnvSpec = PyEnvSpec<envpool::vizdoom::VizdoomEnvSpec>;

/// Ends the engines when it is closed, and does not wait for its destructor.
class VizdoomPool : public AsyncEnvPool<envpool::vizdoom::VizdoomEnv> {
 public:
  using AsyncEnvPool::AsyncEnvPool;

  void EndEngines() {
    const std::lock_guard lock(mutex_);
    for (const auto& env : envs_) {
      env->EndEngine();
    }
  }

 private:
  std::mutex mutex_;
};

using VizdoomEnvPool = PyEnvPool<VizdoomPool>;

void Close(VizdoomEnvPool* pool) {
  pool->Close();
  const py::gil_scoped_release released;
  pool->EndEngines();
}

}  // namespace

PYBIND11_MODULE(vizdoom_envpool, m) {
  REGISTER(m, VizdoomEnvSpec, VizdoomEnvPool)
  const py::object pool = m.attr("_VizdoomEnvPool");
  pool.attr("_close") = py::cpp_function(&Close, py::is_method(pool));
}
