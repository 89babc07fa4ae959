// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// WorkerKernel: the engine's kernel of a pool with worker processes. It sends
// requests to the workers. One thread per worker takes the results and
// completes their rows, in the order in which envs finish. As a part of a mixed
// pool, it gets each request as a LateChunk, and delivers its row. States have
// the pool's record of an env and its last result; Python adds that of the env
// itself.
//
// If a worker dies or takes too long, the requests that it has fail. Its other
// envs lose their episodes and fail at their next step. The thread that waits
// in AwaitDead then starts another process in its place.
//
// Threads: as StepKernel; the other functions from any thread. Errors: Error,
// or std::runtime_error from the constructor.

#ifndef ENVPOOL_PYENVS_WORKER_KERNEL_H_
#define ENVPOOL_PYENVS_WORKER_KERNEL_H_

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/fork_guard.h"
#include "envpool/core/engine/kernel/env_base.h"
#include "envpool/core/engine/kernel/row_lease.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/platform/shared_wait.h"
#include "envpool/pyenvs/shared_memory.h"

namespace envpool::pyenvs {

/// The columns of a pool besides the common ones. The last column of the
/// results is a bool: whether the row has infos without a column.
struct Entries {
  std::vector<Column> results;
  std::vector<Column> actions;
  std::vector<std::size_t> result_offsets;
  std::vector<std::size_t> action_offsets;
};

/// Sets the offsets, each a multiple of 8. Returns the size of all.
std::size_t SetOffsets(const std::vector<Column>& columns,
                       std::vector<std::size_t>* offsets);

class WorkerKernel final : public StepKernel {
 public:
  /// `files`: the descriptors of the shared memory, and of each worker's
  /// SharedWait, which stay open while the object exists. `timeout_seconds`: of
  /// a step or reset; 0 for none.
  WorkerKernel(std::span<const int> files, const Dims& dims, Entries entries,
               double timeout_seconds);
  ~WorkerKernel() override;

  // --- called by the pool ---------------------------------------------------
  /// Makes it the engine's kernel. `limit`: the most steps of an episode.
  void Bind(Engine* engine, int limit);
  /// Ends the threads; called before the engine is closed, and maybe again.
  void Stop();
  /// Forgets the engine, which is about to be destroyed.
  void Unbind() { engine_.store(nullptr); }
  [[nodiscard]] const Entries& entries() const { return entries_; }

  // --- called by Python's Workers --------------------------------------------
  /// Tells that a process serves the worker's queues from now on.
  void Attach(int worker, int pid);
  /// Waits for a worker to die, and returns it; -1 once stopped.
  int AwaitDead();
  /// Asks the worker to read its socket. Hold must have reserved the envs.
  void Call(int worker);
  /// Asks the worker to end.
  void StopWorker(int worker);
  /// Keeps envs from being stepped until Free. Throws Error(kProtocol) if one
  /// of them has a pending result.
  void Hold(const std::vector<int>& ids);
  void Free(const std::vector<int>& ids);
  /// Resets these envs, which are idle, before their next steps.
  void BeginAnew(const std::vector<int>& ids);
  /// The pickled infos without a column of the env's last result. If the env
  /// was restarted in the same step, `last` selects those of the step, and not
  /// those of the reset.
  [[nodiscard]] std::string Infos(int env, bool last) const;

  // --- StepKernel -----------------------------------------------------------
  [[nodiscard]] bool PassesOn() const override { return true; }
  int Run(const Chunk& chunk, Engine* engine) noexcept override;
  [[nodiscard]] std::int64_t InitialNanosPerStep() const override {
    return 1000;
  }
  void Reseed(int env_id, std::int64_t seed) override;
  void Save(int env_id, StateWriter* writer) override;
  void Load(int env_id, StateReader* reader) override;
  [[nodiscard]] bool IsDone(int env_id) override;
  // An env's last result stays in the shared memory.
  [[nodiscard]] bool CanObserve() const override { return true; }
  bool Observe(int env_id, StateBlock* block, int row) override;

 private:
  /// What the last row of an env had; kRestart: the result of a restart.
  enum class Seen : std::uint8_t { kNothing, kResult, kRestart, kZeros };
  struct Env {
    EnvRecord record;
    Chunk chunk;                      // where the row of the request goes
    const LateChunk* late = nullptr;  // in a mixed pool: delivers the row
    std::int64_t seed = 0;
    bool has_seed = false;
    std::atomic<bool> pending{false};
    bool lost = false;  // its episode ended with its worker; same mutex
    Seen seen = Seen::kNothing;
    std::string infos[2];
  };
  struct Worker {
    explicit Worker(std::span<const int> files) : wait(files) {}

    const SharedWait wait;
    std::mutex mutex;  // held while requests are added
    std::atomic<int> pid{-1};
    std::atomic<int> pending{0};              // requests without a result
    std::atomic<std::uint32_t> collected{0};  // of the results ever added
    bool hung{false};                         // killed as an env took too long
    std::atomic<bool> eager{true};   // whether each row may end a batch
    std::atomic<bool> ended{false};  // the collector
    std::thread collector;
  };

  [[nodiscard]] Engine* engine() const;
  [[nodiscard]] int WorkerOf(int env) const;
  void StartEpisode(Env* env) const;
  void Prepare(int env_id, const Chunk& chunk, bool resets);
  void StoreOptions(int env_id);
  /// Requests envs [first, last) of a chunk from a worker.
  void Request(const Chunk& chunk, int worker, int first, int last);
  void PutRequest(int worker, std::int32_t entry);
  void Wake(int worker);
  void Collect(int worker);
  bool TakeResults(int worker);
  /// Counts rows of an asynchronous pool, and tells the workers which results
  /// may complete the next batch.
  void CountRows(int rows);
  template <typename F>
  void WithRow(int env_id, F&& write);
  void Finish(int env_id);
  void WriteRow(int env_id, RowLease* lease);
  void CopyColumns(int env_id, bool second, const RowRef& row) const;
  void CopyResult(int env_id, bool second, RowLease* lease);
  void FailRow(int env_id, const std::string& text, RowLease* lease);
  void Fail(int env_id, const std::string& text);
  /// Resets the env before its next step, with a seed computed from its last.
  static void Renew(Env* env);
  void CheckWorker(int worker);
  void HandleDeath(int worker, const std::string& how);

  const SharedMemory shared_;
  const Entries entries_;
  const std::int64_t timeout_nanos_;
  const bool has_spare_cpu_;
  const ForkGuard fork_guard_;
  std::atomic<Engine*> engine_{nullptr};
  int limit_{std::numeric_limits<int>::max()};
  bool is_sync_{true};
  int batch_size_{1};
  bool same_step_{false};
  bool episode_stats_{false};
  std::vector<Env> envs_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex rows_mutex_;
  int rows_{0};  // of the batch that is next; asynchronous; guarded
  std::atomic<bool> stopping_{false};
  std::mutex dead_mutex_;
  std::condition_variable death_;
  std::deque<int> dead_;  // guarded by dead_mutex_
};

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_WORKER_KERNEL_H_
