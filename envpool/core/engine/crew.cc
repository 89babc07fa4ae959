// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/crew.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/spin.h"

namespace envpool {
namespace {

// Unparking a thread costs tens of microseconds, so a worker looks around for
// about that long before it parks.
constexpr std::chrono::microseconds kSpin{30};

}  // namespace

WorkSource::~WorkSource() = default;

Crew::Crew(int num_threads, int affinity_offset, bool numa)
    : num_threads_(num_threads),
      affinity_offset_(affinity_offset),
      topology_(Topology::Detect()),
      num_nodes_(numa ? static_cast<int>(topology_.nodes.size()) : 1),
      entries_(std::make_shared<Entries>()) {}

Crew::~Crew() {
  if (fork_guard_.Forked()) {
    // The threads do not exist in this process; forget them.
    for (std::thread& thread : threads_) {
      thread.detach();
    }
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

std::shared_ptr<Crew> Crew::Shared() {
  static std::mutex mutex;
  static std::weak_ptr<Crew> shared;
  static ForkGuard guard;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Crew> crew = shared.lock();
  if (crew == nullptr || guard.Forked()) {
    guard = ForkGuard();
    crew = std::make_shared<Crew>(Topology::Detect().Parallelism(), -1, true);
    shared = crew;
  }
  return crew;
}

void Crew::Add(WorkSource* source) {
  const std::lock_guard lock(mutex_);
  auto entries = std::make_shared<Entries>(*entries_);
  entries->push_back(std::make_shared<Entry>(source));
  entries_ = std::move(entries);
  version_.fetch_add(1);
}

void Crew::Remove(WorkSource* source) {
  std::unique_lock lock(mutex_);
  auto entries = std::make_shared<Entries>(*entries_);
  auto found = std::find_if(
      entries->begin(), entries->end(),
      [source](const auto& entry) { return entry->source == source; });
  if (found == entries->end()) {
    return;
  }
  const std::shared_ptr<Entry> entry = *found;
  entries->erase(found);
  entries_ = std::move(entries);
  version_.fetch_add(1);
  // Order: `removed` is set before `inside` is read here; a worker raises
  // `inside` before it reads `removed`. One of the two sees the other.
  entry->removed.store(true);
  left_.wait(lock, [&entry] { return entry->inside.load() == 0; });
}

void Crew::Wake(int count, bool required) {
  {
    const std::lock_guard lock(mutex_);
    if (threads_.empty()) {
      StartLocked();
    }
    if (threads_.empty() && required) {
      throw Error(ErrorKind::kProtocol,
                  "num_threads: the system refuses to start worker threads; "
                  "expected at least 1, got 0");
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

int Crew::started() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(threads_.size());
}

void Crew::StartLocked() {
  threads_.reserve(num_threads_);
  try {
    for (int i = 0; i < num_threads_; ++i) {
      threads_.emplace_back([this, i] { Work(i); });
    }
  } catch (const std::system_error&) {
    // Fewer threads than asked for still do all the work.
  }
}

void Crew::Place(int index) const {
  if (affinity_offset_ >= 0) {
    const std::size_t cpus = topology_.cpus.size();
    PinThisThread({topology_.cpus[(affinity_offset_ + index) % cpus]});
  } else if (num_nodes_ > 1) {
    PinThisThread(topology_.nodes[index % num_nodes_]);
  }
}

bool Crew::RunSources(const Entries& entries, int node) {
  bool worked = false;
  for (const std::shared_ptr<Entry>& entry : entries) {
    entry->inside.fetch_add(1);
    while (!entry->removed.load() && entry->source->RunOne(node)) {
      worked = true;
    }
    Leave(entry.get());
  }
  return worked;
}

void Crew::Leave(Entry* entry) {
  if (entry->inside.fetch_sub(1) == 1 && entry->removed.load()) {
    const std::lock_guard lock(mutex_);
    left_.notify_all();
  }
}

bool Crew::AnyWork(const Entries& entries) {
  return std::any_of(entries.begin(), entries.end(), [this](const auto& entry) {
    entry->inside.fetch_add(1);
    const bool work = !entry->removed.load() && entry->source->HasWork();
    Leave(entry.get());
    return work;
  });
}

bool Crew::AnyWorkLocked(const Entries& entries) {
  // With the mutex held and the list current, no source in it can be removed.
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return entry->source->HasWork();
  });
}

void Crew::Work(int index) {
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
    spinning_.fetch_add(1);
    const bool found = SpinUntil(kSpin, [&] {
      return version != version_.load() || AnyWork(*entries);
    });
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
