// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/sync_scheduler.h"

#include <cstddef>
#include <utility>

#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {

SyncScheduler::SyncScheduler(const NodeMap& nodes, int max_workers,
                             BlockPool* blocks)
    : nodes_(nodes),
      max_workers_(max_workers),
      blocks_(blocks),
      tickets_(nodes.num_nodes()) {}

void SyncScheduler::RequireBlock() {
  if (block_ == nullptr) {
    block_ = blocks_->Acquire();
  }
}

void SyncScheduler::Queue(const int* ids, int count, Request request) {
  RequireBlock();
  std::size_t runs = 0;
  ForRuns(ids, count, [&runs](int, int, int) { ++runs; });
  for (TicketQueue& queue : tickets_) {
    queue.Reserve(runs + max_workers_);
  }
  // Nothing below throws.
  ForRuns(ids, count, [=, this](int index, int first_env, int length) {
    nodes_.ForParts(first_env, length, [&](int node, int first, int part) {
      const int row = rows_ + index + first - first_env;
      tickets_[node].Push({first, part, request, block_, row});
    });
  });
  Expect(ids, count);
}

/// Adds rows for these envs to the block.
void SyncScheduler::Expect(const int* ids, int count) {
  block_->SetEnvIds(rows_, ids, count);
  rows_ += count;
  block_->target.store(rows_, std::memory_order_relaxed);
}

Chunk SyncScheduler::ClaimAll(int num_envs, StateBlock** spare) {
  if (block_ == nullptr) {
    block_ = std::exchange(*spare, nullptr);
  }
  RequireBlock();
  Expect(nullptr, num_envs);
  return {0, num_envs, Request::kStep, block_, 0};
}

bool SyncScheduler::Pop(int node, bool receives, const ChunkSize& size,
                        Chunk* chunk) {
  for (std::size_t i = 0; i < tickets_.size(); ++i) {
    TicketQueue& queue = tickets_[(node + i) % tickets_.size()];
    if (!queue.empty()) {
      *chunk = receives ? queue.PopBack(size.Of(queue.back_count()))
                        : queue.Pop(size.Of(queue.front_count()));
      return true;
    }
  }
  return false;
}

bool SyncScheduler::GiveBack(const Chunk& rest) {
  return tickets_[nodes_.NodeOf(rest.first_env)].PushFront(rest);
}

void SyncScheduler::ClearQueue() {
  for (TicketQueue& queue : tickets_) {
    queue.clear();
  }
}

bool SyncScheduler::Ready() const {
  return block_ == nullptr || block_->completed.load() == rows_;
}

Scheduler::Batch SyncScheduler::Take() {
  RequireBlock();  // even an empty batch has a block
  return TakeAny();
}

Scheduler::Batch SyncScheduler::TakeAny() {
  return {std::exchange(block_, nullptr), std::exchange(rows_, 0)};
}

bool SyncScheduler::OfferBlock(StateBlock* block) {
  if (block_ != nullptr) {
    return false;
  }
  block_ = block;
  return true;
}

StateBlock* SyncScheduler::RetractBlock() {
  return rows_ == 0 ? std::exchange(block_, nullptr) : nullptr;
}

}  // namespace envpool
