// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/pool_lease.h"

#include <pthread.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

/// Differs between processes; the low bits leave room for a counter.
std::uint64_t FirstNumber() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return (static_cast<std::uint64_t>(now) << 32) ^
         (static_cast<std::uint64_t>(getpid()) << 40);
}

/// FNV-1a.
class Digest {
 public:
  void Add(std::string_view bytes) {
    for (const char byte : bytes) {
      value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
  }
  void Add(std::int64_t number) {
    Add({reinterpret_cast<const char*>(&number), sizeof(number)});
  }
  void Add(const Layout& layout) {
    Add(static_cast<std::int64_t>(layout.columns().size()));
    for (const Column& column : layout.columns()) {
      Add(column.key);
      Add(static_cast<std::int64_t>(column.dtype));
      Add((column.is_container() ? 2 : 0) + (column.per_player ? 1 : 0));
      Add(static_cast<std::int64_t>(column.shape.size()));
      for (const int extent : column.shape) {
        Add(extent);
      }
    }
  }
  /// Digests the ranges of integers and choices.
  void AddRanges(const Layout& layout) {
    for (const Column& column : layout.columns()) {
      if (column.HasRange()) {
        for (const Bound bound : {column.low, column.high}) {
          Add(std::bit_cast<std::int64_t>(bound.number()));
          Add(bound.rest());
        }
      }
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_{0xcbf29ce484222325U};
};

std::uint64_t SignatureOf(Engine* engine) {
  Digest digest;
  digest.Add(engine->config().num_envs);
  digest.Add(engine->config().batch_size);
  digest.Add(engine->config().max_players);
  digest.Add(engine->blocks()->layout());
  digest.Add(engine->actions()->layout());
  digest.AddRanges(engine->actions()->layout());
  return digest.value();
}

/// All pools of the process.
struct Table {
  Table() {
    // A forked child must find the mutex free, and uses other numbers.
    pthread_atfork([] { Get().mutex.lock(); }, [] { Get().mutex.unlock(); },
                   [] {
                     Get().next = FirstNumber();
                     Get().mutex.unlock();
                   });
  }
  static Table& Get() {
    static auto* table = new Table;  // outlives the last pool
    return *table;
  }

  std::mutex mutex;
  std::condition_variable returned;
  std::uint64_t next{FirstNumber()};
  std::unordered_map<std::uint64_t, std::unique_ptr<SharedPool>> by_number;
  std::unordered_map<Engine*, SharedPool*> by_engine;
};

}  // namespace

void SharePool(Engine* engine) {
  Table& table = Table::Get();
  const std::lock_guard lock(table.mutex);
  const std::uint64_t number = ++table.next;
  auto& pool = table.by_number[number];
  pool = std::make_unique<SharedPool>(
      SharedPool{number, SignatureOf(engine), engine, {}, 0});
  table.by_engine[engine] = pool.get();
}

void ObserveResults(Engine* engine, ResultObserver observer) {
  Table& table = Table::Get();
  const std::lock_guard lock(table.mutex);
  table.by_engine.at(engine)->observer = std::move(observer);
}

void UnsharePool(Engine* engine) noexcept {
  Table& table = Table::Get();
  std::unique_lock lock(table.mutex);
  const auto found = table.by_engine.find(engine);
  if (found == table.by_engine.end()) {
    return;
  }
  const auto node = table.by_number.extract(found->second->number);
  table.by_engine.erase(found);
  table.returned.wait(lock, [&] { return node.mapped()->leases == 0; });
}

SharedPool DescribePool(Engine* engine) {
  Table& table = Table::Get();
  const std::lock_guard lock(table.mutex);
  const auto found = table.by_engine.find(engine);
  if (found == table.by_engine.end()) {
    throw Error(ErrorKind::kProtocol, "this pool has not been constructed");
  }
  const SharedPool& pool = *found->second;
  return {pool.number, pool.signature, engine, {}, 0};
}

PoolLease::PoolLease(std::uint64_t number) {
  Table& table = Table::Get();
  const std::lock_guard lock(table.mutex);
  const auto found = table.by_number.find(number);
  if (found == table.by_number.end()) {
    throw Error(ErrorKind::kClosed,
                "handle: expected one that xla() of a pool of this process "
                "returned; there is no such pool, or it no longer exists");
  }
  pool_ = found->second.get();
  ++pool_->leases;
}

PoolLease::~PoolLease() {
  Table& table = Table::Get();
  const std::lock_guard lock(table.mutex);
  if (--pool_->leases == 0) {
    table.returned.notify_all();
  }
}

}  // namespace envpool
