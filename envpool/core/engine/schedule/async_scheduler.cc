// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/async_scheduler.h"

#include <cstddef>

#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {

AsyncScheduler::AsyncScheduler(const NodeMap& nodes, int num_envs,
                               int batch_size, BlockPool* blocks)
    : nodes_(nodes),
      batch_size_(batch_size),
      blocks_(blocks),
      rows_(num_envs, batch_size) {
  for (int node = 0; node < nodes.num_nodes(); ++node) {
    sweeps_.emplace_back(nodes.FirstOf(node), nodes.EndOf(node));
  }
}

void AsyncScheduler::Queue(const int* ids, int count, Request request) {
  // Each future row needs a block before its env is queued.
  while (rows_.installed_rows() < queued_rows_ + count) {
    rows_.Install(blocks_->Acquire());
  }
  // Nothing below throws.
  ForRuns(ids, count, [=, this](int, int first_env, int length) {
    nodes_.ForParts(first_env, length, [&](int node, int first, int part) {
      sweeps_[node].Push(first, part, request);
    });
  });
  queued_rows_ += count;
}

bool AsyncScheduler::Pop(int node, bool, const ChunkSize& size, Chunk* chunk) {
  for (std::size_t i = 0; i < sweeps_.size(); ++i) {
    SweepQueue& queue = sweeps_[(node + i) % sweeps_.size()];
    if (!queue.empty()) {
      *chunk = queue.Pop(size.Of(queue.Find()));
      return true;
    }
  }
  return false;
}

bool AsyncScheduler::GiveBack(const Chunk& rest) {
  sweeps_[nodes_.NodeOf(rest.first_env)].Push(rest.first_env, rest.count,
                                              rest.request);
  return true;
}

void AsyncScheduler::ClearQueue() {
  for (SweepQueue& queue : sweeps_) {
    queue.clear();
  }
}

bool AsyncScheduler::Ready() const {
  const StateBlock* front = rows_.front();
  return front != nullptr && front->completed.load() == batch_size_;
}

bool AsyncScheduler::AllDone() const {
  std::int64_t completed = rows_.taken_rows();
  rows_.ForEach([&completed](const StateBlock* block) {
    completed += block->completed.load();
  });
  return completed == queued_rows_;
}

Scheduler::Batch AsyncScheduler::Take() {
  StateBlock* block = rows_.front();
  rows_.PopFront();
  return {block, batch_size_};
}

Scheduler::Batch AsyncScheduler::TakeAny() {
  StateBlock* block = rows_.front();
  if (block == nullptr) {
    rows_.Restart();
    queued_rows_ = 0;
    return {nullptr, 0};
  }
  rows_.PopFront();
  return {block, block->completed.load()};
}

}  // namespace envpool
