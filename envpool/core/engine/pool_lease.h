// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pools by number, for callers that are not Python: compiled programs hold a
// pool's number, and take a lease on it for each call. A pool that is going
// gives no more leases, and waits for those that are out.
//
// A number is never given twice, and has a part that other processes' numbers
// do not have, so that one that was saved names no pool.
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

/// What the rest of the process knows of a pool.
struct SharedPool {
  std::uint64_t number;
  std::uint64_t signature;  // the same for pools with the same arrays
  Engine* engine;
  ResultObserver observer;  // is shown every result; may be empty
  int leases = 0;
};

/// Makes a pool known.
void SharePool(Engine* engine);
/// From now on the observer sees the results that lease holders receive.
void ObserveResults(Engine* engine, ResultObserver observer);
/// Forgets the pool, when nobody has a lease on it any more. It must be closed,
/// so that nobody waits for its results.
void UnsharePool(Engine* engine) noexcept;
/// Its number and its signature; Error(kProtocol) for an unknown one.
ENVPOOL_EXPORT SharedPool DescribePool(Engine* engine);

/// The right to use a pool.
class ENVPOOL_EXPORT PoolLease {
 public:
  /// Error(kClosed) if there is no such pool (any more).
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
