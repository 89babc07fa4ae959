// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// PoolBase: the common base of AsyncEnvPool and BatchEnvPool. It has an Engine,
// and methods to use it from C++ with Arrays.
//
// Ownership: owns the engine. A forked child leaks the engine instead of
// destroying it, since threads that do not exist there may hold its mutex.
// Threads and errors: see Engine; a fault of an env throws Error(kEnvStep).

#ifndef ENVPOOL_CORE_ENGINE_POOL_BASE_H_
#define ENVPOOL_CORE_ENGINE_POOL_BASE_H_

#include <memory>
#include <string>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

/// E.g. "env ids [0, 1, ...]"; lists only the first ids of many.
ENVPOOL_EXPORT std::string ListOfIds(const std::vector<int>& ids);

/// One line with the failed envs of a batch and the first reason.
ENVPOOL_EXPORT std::string FaultText(const StateBlock& block);

class ENVPOOL_EXPORT PoolBase {
 public:
  PoolBase(const PoolBase&) = delete;
  PoolBase& operator=(const PoolBase&) = delete;

  /// Sends one array for each action key.
  void Send(const std::vector<Array>& actions);
  /// Send and Recv in one call, which leaves more of the work to this thread.
  std::vector<Array> Step(const std::vector<Array>& actions);
  /// Receives one array for each state key; they share ownership of the batch's
  /// memory.
  std::vector<Array> Recv();
  /// Resets the envs with these ids (int32), even within an episode.
  void Reset(const Array& env_ids);
  /// Returns frames of the envs: uint8, (ids, height, width, 3).
  Array Render(const Array& env_ids, int width, int height, int camera_id);

  [[nodiscard]] Engine* engine() const { return engine_.get(); }

 protected:
  PoolBase(const EngineConfig& config, std::vector<Column> state,
           std::vector<Column> action);
  ~PoolBase();

  [[nodiscard]] bool forked() const { return engine_->forked(); }
  /// Stops the engine; derived pools call it before their envs die.
  void StopEngine() noexcept;

 private:
  std::unique_ptr<Engine> engine_;
};

/// The config values of a spec that the engine uses.
template <typename Spec>
EngineConfig EngineConfigOf(const Spec& spec, const EngineOptions& options) {
  EngineConfig config;
  config.num_envs = spec.config["num_envs"_];
  config.batch_size = spec.config["batch_size"_];
  config.num_threads = spec.config["num_threads"_];
  config.max_players = spec.config["max_num_players"_];
  config.affinity_offset = spec.config["thread_affinity_offset"_];
  config.has_reset_options = Spec::ResetOptions::kSize > 0;
  config.options = options;
  for (int env_id = 0; env_id < config.num_envs; ++env_id) {
    config.seeds.push_back(SeedOf(spec, env_id));
  }
  return config;
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_POOL_BASE_H_
