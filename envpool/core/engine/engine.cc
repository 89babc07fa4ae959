// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Construction, running and closing. engine_requests.cc takes requests,
// engine_results.cc returns results.

#include "envpool/core/engine/engine.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/params/env_params.h"
#include "envpool/core/engine/schedule/async_scheduler.h"
#include "envpool/core/engine/schedule/parallel_for.h"
#include "envpool/core/engine/schedule/sync_scheduler.h"
#include "envpool/core/run_meter.h"

namespace envpool {
namespace {

// A worker runs at most this many chunks in a row of one pool.
constexpr int kMaxChunksInARow = 8;

using Clock = std::chrono::steady_clock;

int ResolveThreads(const EngineConfig& config) {
  return config.num_threads > 0
             ? config.num_threads
             : std::min(config.batch_size, Topology::Detect().Parallelism());
}

bool HasOwnWorkers(const EngineConfig& config) {
  return config.workers == nullptr && !config.options.shared_threads;
}

std::shared_ptr<WorkerPool> MakeWorkers(const EngineConfig& config) {
  if (HasOwnWorkers(config)) {
    return std::make_shared<WorkerPool>(ResolveThreads(config),
                                        config.affinity_offset,
                                        config.options.numa == Numa::kAuto);
  }
  return config.workers != nullptr ? config.workers : WorkerPool::Shared();
}

Layout StateLayout(const EngineConfig& config, std::vector<Column> columns,
                   ResultColumns* result_columns) {
  *result_columns = ResultColumns::Append(config.options, &columns);
  return {std::move(columns), config.batch_size, config.max_players};
}

std::unique_ptr<Scheduler> MakeScheduler(const EngineConfig& config,
                                         int num_nodes, int max_workers,
                                         BlockPool* blocks) {
  const NodeMap nodes(config.num_envs, num_nodes);
  if (config.batch_size == config.num_envs) {
    return std::make_unique<SyncScheduler>(nodes, max_workers, blocks);
  }
  return std::make_unique<AsyncScheduler>(nodes, config.num_envs,
                                          config.batch_size, blocks);
}

/// The chunk without its first `done` envs.
Chunk Rest(Chunk chunk, int done) {
  chunk.first_env += done;
  chunk.first_row += done;
  chunk.count -= done;
  return chunk;
}

}  // namespace

Engine::Engine(const EngineConfig& config, std::vector<Column> state,
               std::vector<Column> action)
    : config_(config),
      blocks_(std::make_shared<BlockPool>(
          StateLayout(config, std::move(state), &result_columns_),
          config.num_envs / config.batch_size + 3)),
      actions_(Layout(std::move(action), config.num_envs, config.max_players)),
      reset_options_(config.has_reset_options ? config.num_envs : 0),
      workers_(MakeWorkers(config)),
      num_threads_(workers_->size()),
      max_workers_(HasOwnWorkers(config)
                       ? num_threads_
                       : std::min(ResolveThreads(config), num_threads_)),
      scheduler_(MakeScheduler(config, workers_->num_nodes(), max_workers_,
                               blocks_.get())),
      row_allocator_(scheduler_->rows()),
      admission_(config.num_envs,
                 config.options.autoreset == AutoresetMode::kDisabled) {}

Engine::~Engine() { Close(); }

void Engine::SetKernel(StepKernel* kernel, std::int64_t nanos_per_env) {
  kernel_ = kernel;
  steps_at_once_ = is_sync() && config_.options.caller_helps &&
                   kernel->RunsAtOnce() && !admission_.resets_are_explicit();
  std::vector<std::int64_t> seeds = config_.seeds;
  seeds.resize(config_.num_envs);
  params_ = std::make_unique<EnvParams>(kernel, std::move(seeds));
  kernel->UseParams(params_.get());
  // If construction took long, the first reset may take long as well.
  cost_.Guess(nanos_per_env >= CostMeter::kHelpNanos
                  ? CostMeter::kHelpNanos
                  : kernel->InitialNanosPerStep());
  workers_->Add(this);
  added_to_workers_ = true;
}

std::unique_lock<std::mutex> Engine::Lock() const {
  if (forked()) {
    throw Error(ErrorKind::kForked,
                "this pool was made before fork(); its threads do not exist in "
                "the child process. Make a new pool in the child");
  }
  return std::unique_lock(mutex_);
}

void Engine::CheckOpen() const {
  if (closed()) {
    throw Error(ErrorKind::kClosed, "this pool has been closed");
  }
}

std::shared_ptr<WorkerPool> Engine::LiveWorkers() const {
  const std::lock_guard lock(mutex_);
  return workers_;
}

void Engine::NotifyLocked() {
  if (waiters_.load() > 0) {
    progress_.notify_all();
  }
}

bool Engine::Close(WaitHooks* hooks, double limit_seconds) {
  if (forked()) {
    return true;
  }
  // Set before the mutex is taken, so that calls of other threads fail early.
  closed_.store(true);
  std::unique_lock lock(mutex_);
  scheduler_->ClearQueue();
  queued_rows_.store(0);
  idle_work_.store(0);
  progress_.notify_all();
  const bool idle = AwaitIdle(&lock, hooks, limit_seconds);
  std::shared_ptr<WorkerPool> workers = std::move(workers_);
  if (workers == nullptr) {  // another thread closes, or has closed
    progress_.wait(lock, [this] { return stopped_; });
    return !abandoned_;
  }
  lock.unlock();
  if (!idle) {
    WorkerPool::Abandon(std::move(workers), this, HasOwnWorkers(config_));
    lock.lock();
    abandoned_ = stopped_ = true;
    progress_.notify_all();
    return false;
  }
  if (added_to_workers_) {
    workers->Remove(this);
  }
  workers.reset();
  lock.lock();
  while (StateBlock* block = scheduler_->TakeAny().block) {
    blocks_->Release(block);
  }
  stopped_ = true;
  progress_.notify_all();
  return true;
}

/// Waits, in a closed engine, until no env is running. Returns false if an env
/// still runs at the limit.
bool Engine::AwaitIdle(std::unique_lock<std::mutex>* lock, WaitHooks* hooks,
                       double limit_seconds) {
  const auto settled = [this] {
    return (active_.load() == 0 && idle_active_ == 0) || stopped_;
  };
  WaitClock clock(limit_seconds, hooks == nullptr
                                     ? WaitClock::Clock::duration::zero()
                                     : hooks->PollInterval());
  while (!settled() && !clock.Expired()) {
    waiters_.fetch_add(1);
    clock.Sleep(&progress_, lock);
    waiters_.fetch_sub(1);
    if (clock.PollIsDue() && !settled()) {
      lock->unlock();
      hooks->Poll();
      lock->lock();
    }
  }
  return settled();
}

void Engine::InParallel(int count, const std::function<void(int)>& f,
                        WaitHooks* hooks) const {
  const std::shared_ptr<WorkerPool> workers = LiveWorkers();
  ParallelFor(count, workers.get(), max_workers_, f, hooks);
}

int Engine::started_threads() const {
  const std::shared_ptr<WorkerPool> workers = LiveWorkers();
  return workers == nullptr ? 0 : workers->started();
}

int Engine::outstanding() const {
  const std::unique_lock lock = Lock();
  return admission_.outstanding();
}

// --- running ----------------------------------------------------------------

bool Engine::PopLocked(int node, bool receives, bool active, Chunk* chunk) {
  const ChunkSize size{
      cost_,        config_.options.chunk,   queued_rows_.load(),
      max_workers_, kernel_->RowsTogether(), active_.load() > (active ? 1 : 0)};
  if (!scheduler_->Pop(node, receives, size, chunk)) {
    return false;
  }
  queued_rows_.fetch_sub(chunk->count);
  return true;
}

/// A thread keeps its place among the workers from one chunk to the next. If it
/// gave the place up between chunks, another thread would take it, and the two
/// would alternate between running and spinning.
bool Engine::RunOne(int node) {
  std::unique_lock lock(mutex_);
  Chunk chunk;
  if (!NeedsWorker() || !PopLocked(node, false, false, &chunk)) {
    return RunIdleWork(&lock);
  }
  active_.Add(1);
  for (int turn = 1;; ++turn) {
    lock.unlock();
    RunChunk(chunk);
    lock.lock();
    if (turn == kMaxChunksInARow || !PopLocked(node, false, true, &chunk)) {
      break;
    }
  }
  LeaveLocked();
  return true;
}

void Engine::OfferIdleWork() noexcept {
  idle_work_.fetch_add(1);
  if (const std::shared_ptr<WorkerPool> workers = LiveWorkers()) {
    workers->Wake(1);
  }
}

/// Does not count as active: a waiting thread need not wait for idle work.
bool Engine::RunIdleWork(std::unique_lock<std::mutex>* lock) {
  if (idle_work_.load() == 0 || closed()) {
    return false;
  }
  idle_work_.fetch_sub(1);
  ++idle_active_;
  lock->unlock();
  {
    const FpScope fp;
    kernel_->RunIdleWork();
  }
  lock->lock();
  if (--idle_active_ == 0) {
    NotifyLocked();
  }
  return true;
}

void Engine::LeaveLocked() {
  // Waiting threads wake when no thread is active, or when one more may run.
  const int left = active_.Add(-1);
  if (left == 0 || (left + 1 == max_workers_ && queued_rows_.load() > 0)) {
    NotifyLocked();
  }
}

/// Runs a chunk, or queues its end again if it takes too long. Returns the
/// estimated nanoseconds of the run.
std::int64_t Engine::RunChunk(const Chunk& chunk) {
  const bool metered = RunMeter::running();
  const bool timed = cost_.WorthTiming(chunk.count) || metered;
  const Clock::time_point start = timed ? Clock::now() : Clock::time_point();
  int done = 0;
  bool given_back = false;
  {
    const FpScope fp;
    do {
      done += kernel_->Run(Rest(chunk, done), this);
      given_back = done < chunk.count && GiveBack(Rest(chunk, done));
    } while (done < chunk.count && !given_back);
  }
  std::int64_t nanos = cost_.nanos_per_step() * done;
  if (timed) {
    nanos = std::chrono::nanoseconds(Clock::now() - start).count();
  } else if (given_back) {
    nanos = std::max(nanos, CostMeter::kLongestNanos);
  }
  if (timed || given_back) {
    cost_.Record(nanos, done);
  }
  if (metered) {
    RunMeter::Add(done, nanos);
  }
  if (given_back) {
    WakeWorkers(true);  // the chunk took longer than estimated
  }
  return nanos;
}

/// Queues the rest of a chunk again. Returns false if the queue has no room.
bool Engine::GiveBack(const Chunk& rest) {
  const std::lock_guard lock(mutex_);
  if (closed()) {
    return true;  // closed engines drop their requests
  }
  if (!scheduler_->GiveBack(rest)) {
    return false;
  }
  queued_rows_.fetch_add(rest.count);
  return true;
}

void Engine::Complete(StateBlock* block, int count) {
  if (block->received_at_once) {
    return;
  }
  // The receiver may free the block after the last row, so this reads the
  // target first. The target only grows, so a stale one costs at most a
  // needless wake-up.
  const int target = block->target.load();
  if (block->completed.fetch_add(count) + count >= target) {
    epoch_.fetch_add(1);
    if (waiters_.load() > 0) {
      const std::lock_guard lock(mutex_);
      progress_.notify_all();
    }
  }
}

}  // namespace envpool
