// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Engine: the pool without its templates. It takes requests by env id and
// returns batches of rows.
//
// A request passes three points. Admit checks the ids and marks them
// outstanding, so that no other thread touches these envs; the caller then
// copies actions into actions(); Publish queues the envs as ranges of
// consecutive ids. Workers, and the caller while it waits in Recv, claim chunks
// of those ranges. A Scheduler holds the queue and the blocks of rows;
// synchronous pools (batch_size == num_envs) and asynchronous ones use
// different schedulers. Work that costs less than waking a thread is left to
// the caller alone.
//
// Threads: every public function may be called from any thread. One mutex
// guards the queue and the counters; it is held for some tens of nanoseconds,
// once per chunk. Rows and envs are touched under it only in a step of some
// microseconds that one thread does at once. An engine is destroyed when no
// thread is in one of its functions, and never in a forked child. Errors:
// Error, see each function. After Close: Error(kClosed). In a forked child:
// Error(kForked).

#ifndef ENVPOOL_CORE_ENGINE_ENGINE_H_
#define ENVPOOL_CORE_ENGINE_ENGINE_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "envpool/core/array.h"
#include "envpool/core/engine/fork_guard.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/engine/memory/action_store.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/memory/row_allocator.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/options.h"
#include "envpool/core/engine/params/param_draws.h"
#include "envpool/core/engine/schedule/admission.h"
#include "envpool/core/engine/schedule/cost_meter.h"
#include "envpool/core/engine/schedule/scheduler.h"
#include "envpool/core/engine/schedule/wait_clock.h"
#include "envpool/core/engine/schedule/worker_pool.h"
#include "envpool/core/export.h"

namespace envpool {

struct EngineConfig {
  int num_envs = 1;
  int batch_size = 1;
  int num_threads = 0;  // 0: min(batch_size, CPUs that this process may use)
  int max_players = 1;
  int affinity_offset = -1;
  bool has_reset_options = false;
  EngineOptions options;
  std::shared_ptr<WorkerPool> workers;  // null: the options choose one
  std::vector<std::int64_t> seeds;      // by env; if empty, all are 0
};

/// Hooks of a thread that waits; the binding polls Ctrl-C in Poll.
class ENVPOOL_EXPORT WaitHooks {
 public:
  virtual ~WaitHooks();
  /// Called after every PollInterval, or later if this thread runs an env at
  /// that time. An exception ends the wait.
  virtual void Poll() {}
  [[nodiscard]] virtual std::chrono::milliseconds PollInterval();
  /// Whether another thread may still send requests that Recv lacks.
  [[nodiscard]] virtual bool OthersMaySend() { return false; }
};

/// One seed for each env of a call, or null for no seeds. `given` marks the
/// envs that get a seed; null means all envs.
struct Seeds {
  // NOLINTNEXTLINE(runtime/explicit): a call passes the seeds themselves.
  Seeds(const std::int64_t* values_in, const bool* given_in = nullptr)
      : values(values_in), given(given_in) {}
  [[nodiscard]] bool Has(int i) const {
    return values != nullptr && (given == nullptr || given[i]);
  }
  const std::int64_t* values;
  const bool* given;
};

class EnvParams;

/// A number that changes only while the engine's mutex is held; any thread may
/// read it.
class LockedCount {
 public:
  [[nodiscard]] int load() const { return count_.load(); }
  /// Returns the new value.
  int Add(int change) {
    const int count = count_.load(std::memory_order_relaxed) + change;
    count_.store(count, std::memory_order_relaxed);
    return count;
  }

 private:
  std::atomic<int> count_{0};
};

/// A Dict of the spec's type `ResetOptions`.
using AnyResetOptions = std::shared_ptr<const void>;

class ENVPOOL_EXPORT Engine : public WorkSource {
 public:
  Engine(const EngineConfig& config, std::vector<Column> state,
         std::vector<Column> action);
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// Completes the construction; called once, before anything else.
  /// `nanos_per_env` is the duration of the construction of one env.
  void SetKernel(StepKernel* kernel, std::int64_t nanos_per_env = 0);

  // --- requests -------------------------------------------------------------
  // `ids` null means all envs, or none if `count` is 0. `caller_waits`: the
  // caller calls Recv next. `alone`: in addition, no other thread sends. If
  // that Recv could never return, the call sends nothing and throws
  // Error(kProtocol).

  /// Marks all of the envs outstanding, or none on an error. Throws
  /// Error(kEnvId) for an id that is out of range or repeated, Error(kProtocol)
  /// for an env that is outstanding, or that has ended its episode while
  /// autoreset is disabled.
  void Admit(const int* ids, int count, Request request, bool alone = false);
  /// Undoes Admit.
  void Withdraw(const int* ids, int count);
  /// Queues all of the admitted envs, or none on an error. Throws
  /// std::bad_alloc, or Error(kProtocol) if nothing can run them, since no
  /// thread can be started.
  void Publish(const int* ids, int count, Request request, bool caller_waits);

  /// Steps all envs: does the work of Admit, Publish and Recv in less time.
  /// `store` writes the actions. Returns null unless this thread alone would
  /// run the step, within some microseconds. Then nothing was done, or, with
  /// `*sent` true, the batch is not complete yet and Recv returns it. Throws as
  /// Admit does.
  /// `*spare`: null or an acquired block, for the rows; null after its use.
  template <typename Store>
  StateBlock* StepAlone(const Store& store, StateBlock** spare, bool* sent) {
    static_assert(noexcept(store()));
    if (steps_at_once_ && StepIsCheap()) {
      const std::unique_lock lock = Lock();
      if (StateBlock* block = BeginAtOnceLocked(spare)) {
        store();
        RunAtOnceLocked(block);
        *sent = true;
        return block;
      }
    }
    Chunk chunk;
    *sent = BeginAlone(spare, &chunk);
    if (!*sent) {
      return nullptr;
    }
    store();
    return FinishAlone(chunk);
  }

  /// Admit, check and copy the arrays (one for each action key), Publish.
  /// `float32`: the arrays of doubles were converted from float32.
  void Send(const std::vector<Array>& arrays, bool caller_waits = false,
            bool alone = false, bool float32 = false);
  /// Resets envs; those with a seed are reseeded first. Throws Error(kArgument)
  /// for a seed that an env does not take. `options`: the options of these
  /// resets, of the type that the kernel expects; null for the defaults.
  void Reset(const int* ids, int count, Seeds seeds, bool caller_waits = false,
             bool alone = false, const AnyResetOptions& options = nullptr);

  /// Uses this block for the rows of the next requests. Returns false, and the
  /// caller keeps the block, in an asynchronous pool or if the pool has one.
  bool OfferBlock(StateBlock* block);
  /// Returns the offered block to the caller if nothing was queued; else null.
  StateBlock* RetractBlock();

  // --- results --------------------------------------------------------------
  /// Returns the next batch: all outstanding rows of a synchronous pool, maybe
  /// none; exactly batch_size rows of an asynchronous one. The caller gives the
  /// block back with blocks()->Release. timeout_seconds < 0: no limit. A thread
  /// with a limit runs no envs. Throws Error(kProtocol) if the batch can never
  /// come, Error(kTimeout) at the limit.
  StateBlock* Recv(WaitHooks* hooks, double timeout_seconds = -1);
  /// Waits for all outstanding rows and discards them.
  void Drain(WaitHooks* hooks);
  /// Drops queued requests and waits for the envs that are running. If
  /// hooks->Poll() throws, the engine is closed, but Close must be called again
  /// before the engine is destroyed. Returns false if envs are still running at
  /// the limit (< 0: no limit); the engine and the envs must then never be
  /// destroyed.
  bool Close(WaitHooks* hooks = nullptr, double limit_seconds = -1);

  /// Runs f() while the envs are idle and no other thread can touch them.
  template <typename F>
  void WithIdle(const int* ids, int count, F&& f) {
    Admit(ids, count, Request::kReset);
    try {
      const FpScope fp;
      f();
    } catch (...) {
      Withdraw(ids, count);
      throw;
    }
    Withdraw(ids, count);
  }

  // The envs of these functions must be idle; else Error(kProtocol).

  /// Sets the seeds that the next reset uses. Throws as Reset does.
  void Reseed(const int* ids, int count, Seeds seeds);
  [[nodiscard]] std::vector<std::string> SaveStates(
      const std::vector<int>& ids);
  /// Puts all of the envs into these states, or none on an error. Throws
  /// Error(kArgument), or the exception of an env.
  void LoadStates(const std::vector<int>& ids,
                  const std::vector<std::string>& states);
  /// See EnvParams, which also describes the errors.
  [[nodiscard]] std::vector<double> GetParam(const std::vector<int>& ids,
                                             const ParamElements& of,
                                             bool usual = false);
  void SetParams(const std::vector<int>& ids,
                 const std::vector<ParamValues>& rows, bool at_reset);
  void Randomize(const std::vector<int>& ids, std::vector<ParamDraw> draws);

  /// Runs f(0) .. f(count - 1) on this thread and on the workers; see
  /// ParallelFor.
  void InParallel(int count, const std::function<void(int)>& f,
                  WaitHooks* hooks) const;

  // --- for kernels ----------------------------------------------------------
  /// Null in a synchronous pool.
  RowAllocator* row_allocator() { return row_allocator_; }
  /// The options of an env's requested reset; null for the defaults.
  [[nodiscard]] const void* reset_options(int env_id) const {
    return reset_options_.empty() ? nullptr : reset_options_[env_id].get();
  }
  /// The estimated time of a step, at least 1.
  [[nodiscard]] std::int64_t nanos_per_step() const {
    return cost_.nanos_per_step();
  }
  /// Lets a worker call RunIdleWork of the kernel once, when no queued env
  /// needs that worker.
  void OfferIdleWork() noexcept;
  /// For the engine of a mixed pool's part; see MixedKernel.
  void set_reset_options(int env_id, const AnyResetOptions& options) {
    if (!reset_options_.empty()) {
      reset_options_[env_id] = options;
    }
  }
  /// Publishes finished rows.
  void Complete(StateBlock* block, int count);

  // --- facts ----------------------------------------------------------------
  [[nodiscard]] const EngineConfig& config() const { return config_; }
  [[nodiscard]] const ResultColumns& result_columns() const {
    return result_columns_;
  }
  [[nodiscard]] const std::shared_ptr<BlockPool>& blocks() const {
    return blocks_;
  }
  [[nodiscard]] ActionStore* actions() { return &actions_; }
  [[nodiscard]] const ActionStore& actions() const { return actions_; }
  [[nodiscard]] StepKernel* kernel() const { return kernel_; }
  [[nodiscard]] EnvParams* params() const { return params_.get(); }
  [[nodiscard]] bool is_sync() const {
    return config_.batch_size == config_.num_envs;
  }
  /// The maximum number of threads of the pool.
  [[nodiscard]] int num_threads() const { return num_threads_; }
  /// The number of started threads; they start when there is work for them.
  [[nodiscard]] int started_threads() const;
  /// The number of outstanding envs.
  [[nodiscard]] int outstanding() const;
  [[nodiscard]] bool closed() const {
    return closed_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] bool forked() const { return fork_guard_.Forked(); }
  /// Whether this thread would complete a Recv alone, within a few
  /// microseconds.
  [[nodiscard]] bool RecvIsCheap() const;
  /// Whether a step of all envs takes a few microseconds at most.
  [[nodiscard]] bool StepIsCheap() const {
    return config_.num_envs * cost_.nanos_per_step() < kCheapNanos;
  }

  // --- WorkSource -----------------------------------------------------------
  bool RunOne(int node) override;
  [[nodiscard]] bool HasWork() const override {
    return NeedsWorker() || idle_work_.load() > 0;
  }

 private:
  static constexpr std::int64_t kCheapNanos = 5'000;

  // Functions with names in ...Locked require that mutex_ is held.

  /// Takes the mutex. Throws in a forked child, where it may never be free.
  [[nodiscard]] std::unique_lock<std::mutex> Lock() const;
  void CheckOpen() const;
  [[nodiscard]] std::shared_ptr<WorkerPool> LiveWorkers() const;
  void NotifyLocked();
  bool AwaitIdle(std::unique_lock<std::mutex>* lock, WaitHooks* hooks,
                 double limit_seconds);

  void RequireThreads();
  void StoreOptions(const int* ids, int count,
                    const AnyResetOptions& options) noexcept;
  void ReseedAdmitted(const int* ids, int count, Seeds seeds);
  void RefreshEnded(const std::vector<int>& ids);
  [[nodiscard]] const int* NullIfAll(const int* ids, int count) const;
  [[nodiscard]] bool ReturnsSoon() const;
  /// `awake`: the workers that waited for this work without sleeping.
  void WakeWorkers(bool caller_waits, int awake = 0) noexcept;
  StateBlock* BeginAtOnceLocked(StateBlock** spare);
  void RunAtOnceLocked(StateBlock* block);
  bool BeginAlone(StateBlock** spare, Chunk* chunk);
  StateBlock* FinishAlone(const Chunk& chunk);
  /// Passes on all queued envs, for kernels with PassesOn.
  void PassOn() noexcept;

  /// The number of outstanding rows that complete the next batch.
  [[nodiscard]] int RowsOfBatch() const {
    return is_sync() ? 0 : config_.batch_size;
  }
  [[nodiscard]] bool CanCompleteLocked() const {
    return admission_.outstanding() >= RowsOfBatch();
  }
  void HandOverLocked(const Scheduler::Batch& batch);
  StateBlock* TakeLocked(std::unique_lock<std::mutex>* lock);

  template <typename Ready>
  void Wait(std::unique_lock<std::mutex>* lock, WaitHooks* hooks,
            double timeout_seconds, Ready&& ready);
  template <typename Ready>
  void Park(std::unique_lock<std::mutex>* lock, WaitClock* clock, bool limited,
            Ready&& ready);
  void GiveUpLocked(const WaitClock& clock, double timeout_seconds) const;

  /// Whether rows are queued and one more thread may run.
  [[nodiscard]] bool HasRoom() const {
    return queued_rows_.load() > 0 && active_.load() < max_workers_;
  }
  [[nodiscard]] bool NeedsWorker() const {
    return HasRoom() && IsWorthAWorker();
  }
  /// Whether a worker should run queued rows, or leave them to the receiver.
  [[nodiscard]] bool IsWorthAWorker() const {
    return !ReceiversHelp() || SharedNanos() >= CostMeter::kHandOverNanos;
  }
  /// Whether a waiting thread runs envs. Nothing can interrupt a thread inside
  /// an env, so it helps only without a time limit and while steps are cheap.
  /// If no worker could be started, it always helps.
  [[nodiscard]] bool Helps(bool limited) const {
    return config_.options.caller_helps &&
           ((!limited && cost_.WorthHelping()) || !has_threads_.load());
  }
  [[nodiscard]] bool ReceiversHelp() const { return Helps(limited_.load()); }
  /// Estimates the running time of the queued rows that are worth sharing.
  [[nodiscard]] std::int64_t SharedNanos() const {
    return cost_.SharedNanos(queued_rows_.load(), config_.batch_size);
  }
  [[nodiscard]] bool MayHelpLocked(bool limited) const;
  /// `active`: this thread is one of the active ones.
  bool PopLocked(int node, bool receives, bool active, Chunk* chunk);
  void LeaveLocked();
  bool RunIdleWork(std::unique_lock<std::mutex>* lock);
  std::int64_t RunChunk(const Chunk& chunk);
  bool GiveBack(const Chunk& rest);

  const EngineConfig config_;
  ForkGuard fork_guard_;
  ResultColumns result_columns_;
  std::shared_ptr<BlockPool> blocks_;
  ActionStore actions_;
  // By env: the options of its last requested reset; empty if the envs take
  // none. Access follows the same rules as for actions_.
  std::vector<AnyResetOptions> reset_options_;
  StepKernel* kernel_{nullptr};
  bool steps_at_once_{false};  // StepAlone may run envs with mutex_ held
  std::unique_ptr<EnvParams> params_;    // parameters of the kernel's envs
  std::shared_ptr<WorkerPool> workers_;  // guarded by mutex_; null once closed
  const int num_threads_;
  const int max_workers_;                       // includes the calling thread
  const std::unique_ptr<Scheduler> scheduler_;  // guarded by mutex_
  RowAllocator* const row_allocator_;           // owned by the scheduler

  mutable std::mutex mutex_;
  std::condition_variable progress_;
  Admission admission_;
  LockedCount published_;  // rows queued and not yet received
  bool added_to_workers_{false};
  bool stopped_{false};    // Close has finished ...
  bool abandoned_{false};  // ... while envs were still running
  std::atomic<bool> closed_{false};

  alignas(64) std::atomic<int> queued_rows_{0};
  LockedCount active_;                   // threads that run chunks
  std::atomic<int> idle_work_{0};        // offered and not yet begun
  int idle_active_{0};                   // threads that do idle work
  std::atomic<int> waiters_{0};          // threads parked on progress_
  std::atomic<bool> limited_{false};     // the latest Recv had a time limit
  std::atomic<bool> has_threads_{true};  // false: no thread could be started
  std::atomic<unsigned> epoch_{0};       // number of completed blocks
  CostMeter cost_;
  // When the last batch was received that is worth a worker; see ReturnsSoon.
  std::atomic<std::chrono::steady_clock::time_point> received_at_{};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_ENGINE_H_
