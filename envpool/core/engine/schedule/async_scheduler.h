// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// AsyncScheduler: an env claims a row when it finishes; a batch is complete
// when all of its `batch_size` rows are. Envs run in the order of SweepQueue.
//
// Threads and errors: see Scheduler. Ownership: blocks that have not been taken
// are given back by TakeAny, which the engine calls until none is left.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_ASYNC_SCHEDULER_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_ASYNC_SCHEDULER_H_

#include <cstdint>
#include <vector>

#include "envpool/core/engine/schedule/node_map.h"
#include "envpool/core/engine/schedule/scheduler.h"
#include "envpool/core/engine/schedule/sweep_queue.h"

namespace envpool {

class ENVPOOL_EXPORT AsyncScheduler final : public Scheduler {
 public:
  AsyncScheduler(const NodeMap& nodes, int num_envs, int batch_size,
                 BlockPool* blocks);

  void Queue(const int* ids, int count, Request request) override;
  bool Pop(int node, bool receives, const ChunkSize& size,
           Chunk* chunk) override;
  bool GiveBack(const Chunk& rest) override;
  void ClearQueue() override;
  [[nodiscard]] bool Ready() const override;
  [[nodiscard]] bool AllDone() const override;
  Batch Take() override;
  Batch TakeAny() override;
  [[nodiscard]] RowAllocator* rows() override { return &rows_; }

 private:
  const NodeMap nodes_;
  const int batch_size_;
  BlockPool* const blocks_;
  std::vector<SweepQueue> sweeps_;  // by NUMA node
  RowAllocator rows_;
  std::int64_t queued_rows_{0};  // since rows_ was restarted
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_ASYNC_SCHEDULER_H_
