// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/worker_pool.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/fork_guard.h"
#include "envpool/core/engine/schedule/spin.h"
#include "envpool/core/platform/cpus.h"

namespace envpool {

WorkSource::~WorkSource() = default;

WorkerPool::WorkerPool(int num_threads, int affinity_offset, bool numa,
                       Topology topology)
    : num_threads_(num_threads),
      affinity_offset_(affinity_offset),
      topology_(std::move(topology)),
      num_nodes_(numa ? static_cast<int>(topology_.nodes.size()) : 1),
      max_spinning_(topology_.Parallelism() - 1),
      entries_(std::make_shared<Entries>()) {}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

std::shared_ptr<WorkerPool> WorkerPool::Shared() {
  static std::mutex mutex;
  static std::weak_ptr<WorkerPool> shared;
  static ForkGuard guard;
  const std::lock_guard lock(mutex);
  std::shared_ptr<WorkerPool> workers = shared.lock();
  if (workers == nullptr || guard.Forked()) {
    guard = ForkGuard();
    workers = std::make_shared<WorkerPool>(Topology::Detect().Parallelism(), -1,
                                           true);
    shared = workers;
  }
  return workers;
}

/// The entries that have not been removed.
std::shared_ptr<WorkerPool::Entries> WorkerPool::Present(
    const Entries& entries) {
  auto present = std::make_shared<Entries>();
  present->reserve(entries.size() + 1);
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(*present),
               [](const auto& entry) { return !entry->removed.load(); });
  return present;
}

void WorkerPool::Add(WorkSource* source) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Entries> entries = Present(*entries_);
  entries->push_back(std::make_shared<Entry>(source));
  entries_ = std::move(entries);
  version_.fetch_add(1);
}

std::shared_ptr<WorkerPool::Entry> WorkerPool::FindLocked(
    const WorkSource* source) const {
  const auto found = std::find_if(
      entries_->begin(), entries_->end(), [source](const auto& entry) {
        return entry->source == source && !entry->removed.load();
      });
  return found == entries_->end() ? nullptr : *found;
}

void WorkerPool::Remove(WorkSource* source) noexcept {
  std::unique_lock lock(mutex_);
  const std::shared_ptr<Entry> entry = FindLocked(source);
  if (entry == nullptr) {
    return;
  }
  // `removed` is set before `inside` is read here, and a worker raises `inside`
  // before it reads `removed`, so at least one side sees the other's write.
  entry->removed.store(true);
  departed_.wait(lock, [&entry] { return entry->inside.load() == 0; });
  try {
    entries_ = Present(*entries_);
    version_.fetch_add(1);
  } catch (const std::bad_alloc&) {
    // The next Add drops the entry.
  }
}

void WorkerPool::Abandon(std::shared_ptr<WorkerPool> workers,
                         WorkSource* source, bool own) noexcept {
  WorkerPool* const pool = workers.get();
  const std::lock_guard lock(pool->mutex_);
  if (const std::shared_ptr<Entry> entry = pool->FindLocked(source)) {
    entry->removed.store(true);
  }
  if (pool->threads_.empty()) {
    return;
  }
  if (own) {
    pool->stop_ = true;
    pool->wake_.notify_all();
    for (std::thread& thread : pool->threads_) {
      thread.detach();
    }
    pool->threads_.clear();
  }
  pool->self_ = std::move(workers);  // until the last worker has ended
}

/// Called by a worker as its last action in this pool.
void WorkerPool::EndThread() {
  std::shared_ptr<WorkerPool> abandoned;  // destroyed without the mutex
  {
    const std::lock_guard lock(mutex_);
    if (--alive_ == 0) {
      abandoned = std::move(self_);
    }
  }
}

void WorkerPool::Start() {
  const std::lock_guard lock(mutex_);
  if (threads_.empty()) {
    StartLocked();
  }
  if (threads_.empty()) {
    throw Error(ErrorKind::kProtocol,
                "num_threads: expected at least 1 worker thread, got 0: the "
                "system refused to start any");
  }
}

void WorkerPool::Wake(int count) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (threads_.empty()) {
      StartLocked();
    }
    // Spinning workers find the work by themselves.
    count = std::min(count - spinning_.load(), sleepers_ - tokens_);
    if (count <= 0) {
      return;
    }
    tokens_ += count;
  }
  for (int i = 0; i < count; ++i) {
    wake_.notify_one();
  }
}

void WorkerPool::StartLocked() noexcept {
  try {
    threads_.reserve(num_threads_);
    for (int i = 0; i < num_threads_; ++i) {
      threads_.emplace_back([this, i] {
        Work(i);
        EndThread();
      });
    }
  } catch (...) {
    // The started threads do all the work, even if they are too few.
  }
  alive_ = static_cast<int>(threads_.size());
  started_.store(static_cast<int>(threads_.size()));
}

void WorkerPool::Place(int index) const {
  if (affinity_offset_ >= 0) {
    const std::size_t cpus = topology_.cpus.size();
    PinThisThread({&topology_.cpus[(affinity_offset_ + index) % cpus], 1});
  } else if (num_nodes_ > 1) {
    PinThisThread(topology_.nodes[index % num_nodes_]);
  }
}

bool WorkerPool::RunSources(const Entries& entries, int node) {
  bool worked = false;
  for (const std::shared_ptr<Entry>& entry : entries) {
    entry->inside.fetch_add(1);
    worked |= !entry->removed.load() && entry->source->RunOne(node);
    Leave(entry.get());
  }
  return worked;
}

void WorkerPool::Leave(Entry* entry) {
  if (entry->inside.fetch_sub(1) == 1 && entry->removed.load()) {
    const std::lock_guard lock(mutex_);
    departed_.notify_all();
  }
}

bool WorkerPool::AnyWork(const Entries& entries) {
  return std::any_of(entries.begin(), entries.end(), [this](const auto& entry) {
    entry->inside.fetch_add(1);
    const bool work = !entry->removed.load() && entry->source->HasWork();
    Leave(entry.get());
    return work;
  });
}

bool WorkerPool::AnyWorkLocked(const Entries& entries) {
  // With the mutex held, no source can be removed.
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return !entry->removed.load() && entry->source->HasWork();
  });
}

void WorkerPool::Work(int index) {
  // libstdc++ allocates a thread's exception state at its first throw, and
  // glibc ends the process if memory has run out then. This call allocates it
  // early.
  [[maybe_unused]] const volatile int depth = std::uncaught_exceptions();
  Place(index);
  const int node = index % num_nodes_;
  std::shared_ptr<Entries> entries;
  int version = -1;
  for (;;) {
    if (version != version_.load()) {
      const std::lock_guard lock(mutex_);
      entries = entries_;
      version = version_.load();
    }
    if (RunSources(*entries, node)) {
      continue;
    }
    const bool found =
        spinning_.fetch_add(1) < max_spinning_ &&
        SpinUntil(
            kSpin,
            [&] { return version != version_.load() || AnyWork(*entries); });
    spinning_.fetch_sub(1);
    if (found) {
      continue;
    }
    std::unique_lock lock(mutex_);
    if (stop_) {
      return;
    }
    // Work is published before Wake takes this mutex: either it is seen here,
    // or Wake finds this thread asleep.
    if (version != version_.load() || AnyWorkLocked(*entries)) {
      continue;
    }
    ++sleepers_;
    wake_.wait(lock, [this] { return stop_ || tokens_ > 0; });
    --sleepers_;
    if (tokens_ > 0) {
      --tokens_;
    }
    if (stop_) {
      return;
    }
  }
}

}  // namespace envpool
