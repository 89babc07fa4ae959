// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Helpers for tests that make, feed and read pools of FaultEnvs.

#ifndef ENVPOOL_TESTING_POOL_DRIVER_H_
#define ENVPOOL_TESTING_POOL_DRIVER_H_

#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "envpool/testing/fault_env.h"

namespace envpool::testing {

struct Shape {
  int num_envs = 4;
  int batch_size = 0;
  int num_threads = 1;
  EngineOptions options = {};
  int max_episode_steps = std::numeric_limits<int>::max();
  int seed = 42;
};

inline std::ostream& operator<<(std::ostream& out, const Shape& shape) {
  return out << shape.num_envs << " envs, batch " << shape.batch_size << ", "
             << shape.num_threads << " threads, autoreset "
             << static_cast<int>(shape.options.autoreset) << ", caller_helps "
             << shape.options.caller_helps << ", chunk " << shape.options.chunk;
}

/// The config of FaultEnv; see there.
struct Script {
  std::string fault = "";
  std::string place = "step";
  int nth = 1;
  bool every = false;
  int fault_env = -1;
  int gate = 0;
  int micros = 0;
  int horizon = 10;
};

inline FaultEnvSpec MakeFaultSpec(const Shape& shape,
                                  const Script& script = {}) {
  auto config = FaultEnvSpec::kDefaultConfig;
  config["num_envs"_] = shape.num_envs;
  config["batch_size"_] = shape.batch_size;
  config["num_threads"_] = shape.num_threads;
  config["max_episode_steps"_] = shape.max_episode_steps;
  config["seed"_] = shape.seed;
  config["fault"_] = script.fault;
  config["place"_] = script.place;
  config["nth"_] = script.nth;
  config["every"_] = script.every;
  config["fault_env"_] = script.fault_env;
  config["gate"_] = script.gate;
  config["micros"_] = script.micros;
  config["horizon"_] = script.horizon;
  return FaultEnvSpec(config);
}

inline std::unique_ptr<FaultEnvPool> MakeFaultPool(const Shape& shape,
                                                   const Script& script = {}) {
  return std::make_unique<FaultEnvPool>(MakeFaultSpec(shape, script),
                                        shape.options);
}

inline std::vector<int> Range(int count, int first = 0) {
  std::vector<int> ids(count);
  std::iota(ids.begin(), ids.end(), first);
  return ids;
}

template <typename T>
TArray<T> ToArray(const std::vector<T>& values) {
  TArray<T> array(Spec<T>({static_cast<int>(values.size())}));
  array.Assign(values.data(), values.size());
  return array;
}

inline void SendActions(Engine* engine, const std::vector<int>& ids,
                        const std::vector<float>& actions,
                        bool caller_waits = false) {
  engine->Send({ToArray(ids), ToArray(ids), ToArray(actions)}, caller_waits);
}
inline void SendActions(Engine* engine, const std::vector<int>& ids,
                        float action = 1) {
  SendActions(engine, ids, std::vector<float>(ids.size(), action));
}
inline void ResetEnvs(Engine* engine, const std::vector<int>& ids) {
  engine->Reset(ids.data(), static_cast<int>(ids.size()), nullptr);
}

struct Row {
  int env_id;
  int elapsed_step;
  int step_type;
  bool done;
  bool trunc;
  bool terminated;
  float reward;
  float discount;
  std::array<double, 4> obs;
};

struct Batch {
  std::vector<Row> rows;
  std::vector<Fault> faults;
  int lost_faults = 0;
};

inline Row ReadRow(const Engine& engine, const StateBlock& block, int row) {
  using Columns = ResultColumns;
  Row read;
  read.env_id = *block.Rows<int>(Columns::kEnvId, row);
  read.elapsed_step = *block.Rows<int>(Columns::kElapsedStep, row);
  read.step_type = *block.Rows<int>(Columns::kStepType, row);
  read.done = *block.Rows<bool>(Columns::kDone, row);
  read.trunc = *block.Rows<bool>(Columns::kTrunc, row);
  read.terminated = *block.Rows<bool>(engine.result_columns().terminated, row);
  read.reward = *block.Rows<float>(Columns::kReward, row);
  read.discount = *block.Rows<float>(Columns::kDiscount, row);
  const double* obs = block.Rows<double>(Columns::kFirstFamily, row);
  std::copy_n(obs, 4, read.obs.begin());
  return read;
}

/// The next batch of a pool of FaultEnvs.
inline Batch RecvBatch(Engine* engine, WaitHooks* hooks = nullptr,
                       double timeout_seconds = -1) {
  StateBlock* block = engine->Recv(hooks, timeout_seconds);
  Batch batch;
  for (int row = 0; row < block->rows; ++row) {
    batch.rows.push_back(ReadRow(*engine, *block, row));
  }
  batch.faults = block->faults;
  batch.lost_faults = block->lost_faults.load();
  engine->blocks()->Release(block);
  return batch;
}

inline std::vector<int> IdsOf(const Batch& batch) {
  std::vector<int> ids;
  for (const Row& row : batch.rows) {
    ids.push_back(row.env_id);
  }
  return ids;
}

/// The kind of Error that f() throws; nullopt if it returns.
template <typename F>
std::optional<ErrorKind> KindOf(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.kind;
  }
  return std::nullopt;
}

/// The expected state of each env of a pool.
class ModelPool {
 public:
  explicit ModelPool(const Shape& shape, int horizon = 10) {
    for (int i = 0; i < shape.num_envs; ++i) {
      envs_.emplace_back(i, shape.seed + i, horizon);
    }
  }
  ModelEnv& operator[](int env_id) { return envs_[env_id]; }

  /// Whether the row is the one that the env must have written.
  bool Matches(const Row& row) {
    const ModelEnv& env = envs_[row.env_id];
    for (int i = 0; i < 4; ++i) {
      if (row.obs[i] != env.Obs(i)) {
        return false;
      }
    }
    return row.reward == env.reward() && row.elapsed_step == env.t() &&
           row.done == env.IsDone();
  }

 private:
  std::vector<ModelEnv> envs_;
};

/// Resets all envs, regardless of their states, and steps each `steps` times on
/// average. Returns the first error found, or "".
inline std::string Survives(FaultEnvPool* pool, int steps = 100) {
  Engine* engine = pool->engine();
  const EngineConfig& config = engine->config();
  engine->Drain(nullptr);
  ResetEnvs(engine, Range(config.num_envs));
  std::vector<int> last(config.num_envs, -1);  // elapsed step, by env
  for (int received = 0; received < steps * config.num_envs;) {
    const Batch batch = RecvBatch(engine);
    if (!batch.faults.empty()) {
      return "fault: " + batch.faults[0].text;
    }
    if (static_cast<int>(batch.rows.size()) != config.batch_size) {
      return "batch of " + std::to_string(batch.rows.size());
    }
    for (const Row& row : batch.rows) {
      const bool restarted =
          row.done && config.options.autoreset == AutoresetMode::kSameStep;
      const int expected = restarted ? 0 : last[row.env_id] + 1;
      if (row.elapsed_step != expected || row.obs[0] != row.env_id ||
          row.obs[2] != expected) {
        return "env " + std::to_string(row.env_id) + " is at step " +
               std::to_string(row.elapsed_step) + ", not " +
               std::to_string(expected);
      }
      last[row.env_id] = row.done && !restarted ? -1 : row.elapsed_step;
      if (row.done && config.options.autoreset == AutoresetMode::kDisabled) {
        return "an episode ended; give a longer horizon";
      }
    }
    received += static_cast<int>(batch.rows.size());
    SendActions(engine, IdsOf(batch));
  }
  engine->Drain(nullptr);
  return "";
}

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_POOL_DRIVER_H_
