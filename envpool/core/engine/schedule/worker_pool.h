// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// WorkerPool: the worker threads. An env pool has its own WorkerPool or shares
// the process-wide one.
//
// Threads start on the first Wake. A pool of light envs runs its batches on the
// calling thread, so it never starts a thread. An idle worker spins briefly,
// then parks; Wake unparks only as many workers as the work requires.
//
// Ownership: a worker pool is shared by its engines; a source must be removed
// before it is destroyed. Abandoned workers own their pool. A worker pool is
// never destroyed in a forked child. Errors: see Start; Add may throw
// std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_WORKER_POOL_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_WORKER_POOL_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "envpool/core/engine/schedule/topology.h"
#include "envpool/core/export.h"

namespace envpool {

/// A source of work for workers.
class ENVPOOL_EXPORT WorkSource {
 public:
  virtual ~WorkSource();
  /// Runs one chunk, preferably of this NUMA node; returns false if there is
  /// none. Never throws.
  virtual bool RunOne(int node) = 0;
  [[nodiscard]] virtual bool HasWork() const = 0;
};

class ENVPOOL_EXPORT WorkerPool {
 public:
  /// Pins worker i to the (offset + i)-th allowed CPU if affinity_offset >= 0.
  /// Otherwise, with `numa` and several NUMA nodes, each worker is pinned to a
  /// node.
  WorkerPool(int num_threads, int affinity_offset, bool numa,
             Topology topology = Topology::Detect());
  ~WorkerPool();
  /// Unparking a thread costs tens of microseconds, so a worker spins for about
  /// that long before it parks.
  static constexpr std::chrono::microseconds kSpin{30};

  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// The workers of all pools made with shared_threads.
  static std::shared_ptr<WorkerPool> Shared();

  void Add(WorkSource* source);
  /// Returns when no worker is inside the source. Never throws.
  void Remove(WorkSource* source) noexcept;
  /// Like Remove, for a source that a worker may never leave; does not wait.
  /// The workers continue with other sources, but end as soon as they can if
  /// `own` says that they belong to this source alone. Never throws.
  static void Abandon(std::shared_ptr<WorkerPool> workers, WorkSource* source,
                      bool own) noexcept;
  /// Starts the threads, unless they have started. Throws Error(kProtocol) if
  /// the system refuses to start any.
  void Start();
  /// Wakes `count` workers, and starts the threads first if necessary. If no
  /// thread can be started, waiting callers must run the work. Never throws.
  void Wake(int count) noexcept;

  [[nodiscard]] int size() const { return num_threads_; }
  /// The number of threads that have started.
  [[nodiscard]] int started() const { return started_.load(); }
  /// The number of threads that look for work.
  [[nodiscard]] int spinning() const { return spinning_.load(); }
  [[nodiscard]] int num_nodes() const { return num_nodes_; }

 private:
  struct Entry {
    explicit Entry(WorkSource* source_in) : source(source_in) {}
    WorkSource* source;
    std::atomic<int> inside{0};
    std::atomic<bool> removed{false};
  };
  using Entries = std::vector<std::shared_ptr<Entry>>;

  std::shared_ptr<Entry> FindLocked(const WorkSource* source) const;
  void EndThread();
  void StartLocked() noexcept;
  void Work(int index);
  void Place(int index) const;
  bool RunSources(const Entries& entries, int node);
  void Leave(Entry* entry);
  bool AnyWork(const Entries& entries);
  static bool AnyWorkLocked(const Entries& entries);
  static std::shared_ptr<Entries> Present(const Entries& entries);

  const int num_threads_;
  const int affinity_offset_;
  const Topology topology_;
  const int num_nodes_;
  // One CPU is left to the thread that makes requests: workers that spin on all
  // of them would take turns with it.
  const int max_spinning_;

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable departed_;  // a worker left a removed source
  std::shared_ptr<Entries> entries_;  // copy on write, guarded by mutex_
  std::atomic<int> version_{0};  // incremented with each change of entries_
  int sleepers_{0};
  int tokens_{0};  // wake-ups not yet taken
  bool stop_{false};
  std::atomic<int> spinning_{0};
  std::atomic<int> started_{0};
  std::vector<std::thread> threads_;
  int alive_{0};                      // threads that have not ended
  std::shared_ptr<WorkerPool> self_;  // set by Abandon
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_WORKER_POOL_H_
