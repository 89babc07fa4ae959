// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvParams: the physical parameters of the envs of a pool. It checks new
// values, applies them at once or at an env's next reset, draws random ones at
// each reset, and adds changed values to saved states.
//
// Threads: BeforeReset on the thread that runs the env; the functions that take
// ids while these envs are idle. Ownership: the engine's; the kernel points to
// it. Errors: Error(kArgument) for values that do not fit, or the exception of
// an env; either leaves the parameters unchanged.

#ifndef ENVPOOL_CORE_ENGINE_PARAMS_ENV_PARAMS_H_
#define ENVPOOL_CORE_ENGINE_PARAMS_ENV_PARAMS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "envpool/core/engine/kernel/params.h"
#include "envpool/core/engine/kernel/state_io.h"
#include "envpool/core/engine/params/param_draws.h"
#include "envpool/core/export.h"
#include "envpool/core/random/rng.h"

namespace envpool {

class StepKernel;

/// E.g. "0.1".
std::string ShortText(double value);
/// E.g. "[0, 10]".
std::string RangeText(const Param& param);

class ENVPOOL_EXPORT EnvParams {
 public:
  using List = std::vector<Param>;
  /// The draws for an env are those of NumPy's `default_rng(SeedSequence(seed,
  /// spawn_key=(kSpawnKey,)))`.
  static constexpr std::uint64_t kSpawnKey = 0x706172616d;  // "param"

  EnvParams(StepKernel* kernel, std::vector<std::int64_t> seeds);
  ~EnvParams();
  EnvParams(const EnvParams&) = delete;
  EnvParams& operator=(const EnvParams&) = delete;

  /// The parameters of an env. May be called at any time.
  [[nodiscard]] std::shared_ptr<const List> ListOf(int env_id);

  /// The values of these elements by env, then by element. `usual` asks for the
  /// default values.
  [[nodiscard]] std::vector<double> Get(const std::vector<int>& ids,
                                        const ParamElements& of, bool usual);
  /// Sets the values of all envs, or of none on an error. `at_reset` delays
  /// this until just before the next reset of each env.
  void Set(const std::vector<int>& ids, const std::vector<ParamValues>& rows,
           bool at_reset);
  /// From now on, draws before each reset of these envs, in this order.
  void Randomize(const std::vector<int>& ids, std::vector<ParamDraw> draws);

  /// Restarts the draws of an env.
  void Reseed(int env_id, std::int64_t seed);
  void Save(int env_id, StateWriter* writer) const;
  void Load(int env_id, StateReader* reader);

  /// Whether parameters of the env have ever been changed. For kernels.
  [[nodiscard]] bool HasChanged(int env_id) const {
    return envs_[env_id] != nullptr;
  }
  /// Applies the changes that are due at a reset. For kernels.
  void BeforeReset(int env_id) {
    if (envs_[env_id] != nullptr) {
      ApplyAtReset(env_id);
    }
  }

 private:
  // A parameter with present or pending changes.
  struct Touched {
    int param;
    std::vector<double> usual;   // its default values
    std::vector<double> former;  // during a change: the values before it
    std::vector<double> values;  // during a change: the new values
    bool is_open = false;        // whether a change is in progress
  };
  struct Pending {
    int param;
    int element;
    double value;
  };
  struct EnvEntry {
    std::shared_ptr<const List> list;
    std::vector<Touched> touched;
    std::vector<Pending> pending;
    std::shared_ptr<const std::vector<ParamDraw>> draws;
    Generator generator;
  };

  EnvEntry* Entry(int env_id);
  Touched* Touch(int env_id, int param);
  // To change an env: Open each parameter and write to its values, Commit, and
  // Close. If Commit throws, call Restore instead.
  double* Open(int env_id, int param);
  void Commit(int env_id);
  void Close(int env_id);
  void Restore(int env_id) noexcept;
  void ApplyAtReset(int env_id);
  void DrawAll(int env_id);
  void LoadValues(int env_id, StateReader* reader);
  std::vector<Pending> ReadPending(int env_id, StateReader* reader);
  void CheckElements(const std::vector<int>& ids, const ParamElements& of);
  bool IsUsual(int env_id, int param, int element, double value);
  void CheckValues(const std::vector<int>& ids, const ParamValues& row);
  void SetNow(const std::vector<int>& ids,
              const std::vector<ParamValues>& rows);
  void SetAtReset(const std::vector<int>& ids,
                  const std::vector<ParamValues>& rows);
  void Prepare();

  StepKernel* const kernel_;
  std::vector<std::int64_t> seeds_;  // by env
  // By env; null until a parameter of the env is changed.
  std::vector<std::unique_ptr<EnvEntry>> envs_;
  std::mutex mutex_;  // guards the rest, and kernel_->PrepareParams
  std::vector<std::shared_ptr<const List>> lists_;  // by env; filled on request
  std::vector<std::shared_ptr<const List>> distinct_;  // no duplicates
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_PARAMS_ENV_PARAMS_H_
