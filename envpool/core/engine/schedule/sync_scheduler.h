// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SyncScheduler: one block collects the rows of all requests, in send order.
//
// Threads and errors: see Scheduler. Ownership: a block that has not been taken
// is given back by TakeAny, which the engine calls until none is left.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_SYNC_SCHEDULER_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_SYNC_SCHEDULER_H_

#include <vector>

#include "envpool/core/engine/schedule/node_map.h"
#include "envpool/core/engine/schedule/scheduler.h"
#include "envpool/core/engine/schedule/ticket_queue.h"

namespace envpool {

class ENVPOOL_EXPORT SyncScheduler final : public Scheduler {
 public:
  /// At most `max_workers` threads may hold chunks that they give back.
  SyncScheduler(const NodeMap& nodes, int max_workers, BlockPool* blocks);

  void Queue(const int* ids, int count, Request request) override;
  Chunk ClaimAll(int num_envs, StateBlock** spare) override;
  /// The receiver takes envs from one end and the workers from the other, so
  /// that an env mostly stays in the caches of one processor.
  bool Pop(int node, bool receives, const ChunkSize& size,
           Chunk* chunk) override;
  bool GiveBack(const Chunk& rest) override;
  void ClearQueue() override;
  [[nodiscard]] bool Ready() const override;
  [[nodiscard]] bool AllDone() const override { return Ready(); }
  Batch Take() override;
  Batch TakeAny() override;
  bool OfferBlock(StateBlock* block) override;
  StateBlock* RetractBlock() override;

 private:
  void RequireBlock();
  void Expect(const int* ids, int count);

  const NodeMap nodes_;
  const int max_workers_;
  BlockPool* const blocks_;
  std::vector<TicketQueue> tickets_;  // by NUMA node
  StateBlock* block_{nullptr};
  int rows_{0};  // queued into block_
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_SYNC_SCHEDULER_H_
