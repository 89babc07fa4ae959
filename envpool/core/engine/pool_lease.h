// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pools by number, for callers other than Python: compiled programs hold a
// pool's number, and take a lease on the pool for each call. A pool that is
// being destroyed gives no more leases, and waits for the outstanding ones.
//
// Numbers are never reused, and differ between processes, so a number saved by
// another process names no pool.
//
// Threads: all functions may be called from any thread; none needs the GIL.

#ifndef ENVPOOL_CORE_ENGINE_POOL_LEASE_H_
#define ENVPOOL_CORE_ENGINE_POOL_LEASE_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "envpool/core/engine/engine.h"
#include "envpool/core/export.h"

namespace envpool {

using ResultObserver = std::function<void(const StateBlock&)>;

/// Public facts about a pool.
struct SharedPool {
  std::uint64_t number;
  std::uint64_t signature;  // equal for pools with equal arrays
  Engine* engine;
  ResultObserver observer;  // is called with every result; may be empty
  int leases = 0;
};

/// Registers the pool.
void SharePool(Engine* engine);
/// From now on, the observer is called with each result of a lease holder.
void ObserveResults(Engine* engine, ResultObserver observer);
/// Unregisters the pool once no lease is left. The pool must be closed, so that
/// no thread waits for its results.
void UnsharePool(Engine* engine) noexcept;
/// Returns the pool's number and signature; throws Error(kProtocol) if unknown.
ENVPOOL_EXPORT SharedPool DescribePool(Engine* engine);

/// The right to use a pool.
class ENVPOOL_EXPORT PoolLease {
 public:
  /// Throws Error(kClosed) if the pool does not exist (any more).
  explicit PoolLease(std::uint64_t number);
  ~PoolLease();
  PoolLease(const PoolLease&) = delete;
  PoolLease& operator=(const PoolLease&) = delete;

  [[nodiscard]] Engine* engine() const { return pool_->engine; }
  [[nodiscard]] std::uint64_t signature() const { return pool_->signature; }
  void Observe(const StateBlock& result) const {
    if (pool_->observer) {
      pool_->observer(result);
    }
  }

 private:
  SharedPool* pool_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_POOL_LEASE_H_
