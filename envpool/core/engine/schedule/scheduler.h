// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scheduler: holds the queued requests of a pool and the blocks that collect
// their rows. SyncScheduler serves pools whose batches hold all outstanding
// rows in send order, AsyncScheduler pools whose batches hold the rows that
// finish first.
//
// Threads: none; the engine guards a scheduler with its mutex, except for what
// rows() says. Errors: std::bad_alloc, where stated; nothing has changed then.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_SCHEDULER_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_SCHEDULER_H_

#include <algorithm>
#include <cstdint>

#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/engine/memory/row_allocator.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/schedule/cost_meter.h"
#include "envpool/core/export.h"

namespace envpool {

/// How many envs a thread claims at once.
struct ChunkSize {
  const CostMeter& cost;
  int fixed;  // the size that the user has chosen; 0: by cost
  std::int64_t queued;
  int workers;

  [[nodiscard]] int Of(int available) const {
    return fixed > 0 ? std::min(fixed, available)
                     : cost.ChunkSize(available, queued, workers);
  }
};

class ENVPOOL_EXPORT Scheduler {
 public:
  struct Batch {
    StateBlock* block;
    int rows;
  };

  Scheduler() = default;
  virtual ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// Queues these envs, all or none of them; `ids` null means all envs. May
  /// throw std::bad_alloc.
  virtual void Queue(const int* ids, int count, Request request) = 0;
  /// Takes a chunk, of envs of this NUMA node if there are some. `receives`:
  /// for the thread that waits for the results. False if nothing is queued.
  virtual bool Pop(int node, bool receives, const ChunkSize& size,
                   Chunk* chunk) = 0;
  /// Queues the end of a chunk again. False if there is no room.
  virtual bool GiveBack(const Chunk& rest) = 0;
  /// Drops all that is queued.
  virtual void ClearQueue() = 0;

  /// Whether the next batch is complete.
  [[nodiscard]] virtual bool Ready() const = 0;
  /// Whether every row that was queued is complete.
  [[nodiscard]] virtual bool AllDone() const = 0;
  /// Takes the next batch, which is complete. May throw std::bad_alloc.
  virtual Batch Take() = 0;
  /// Takes a block, complete or not, with its complete rows; a null block once
  /// none is left. No row is in flight.
  virtual Batch TakeAny() = 0;

  /// Uses this block for the rows of the next requests. False if it is not
  /// wanted.
  virtual bool OfferBlock(StateBlock* block);
  /// Takes the block of the next rows back if nothing was queued; else null.
  virtual StateBlock* RetractBlock();
  /// Where rows go whose chunk names no block; null if every chunk names one.
  /// Workers claim rows there without the engine's mutex.
  [[nodiscard]] virtual RowAllocator* rows();
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_SCHEDULER_H_
