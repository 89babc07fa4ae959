// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/scheduler.h"

#include <gtest/gtest.h>

#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/schedule/async_scheduler.h"
#include "envpool/core/engine/schedule/sync_scheduler.h"
#include "envpool/core/spec.h"

namespace envpool {
namespace {

constexpr int kEnvs = 8;
constexpr int kBatch = 4;
constexpr int kNodes = 2;

Layout OneColumn(int rows) {
  return {MakeColumns(MakeDict("value"_.Bind(Spec<int>({})))), rows, 1};
}

/// Makes chunks of a fixed number of envs.
class Sizes {
 public:
  explicit Sizes(int fixed) : size_{cost_, fixed, kEnvs, 2} {}
  operator const ChunkSize&() const { return size_; }

 private:
  CostMeter cost_;
  ChunkSize size_;
};

struct Sync {
  BlockPool blocks{OneColumn(kEnvs), 1};
  SyncScheduler scheduler{NodeMap(kEnvs, kNodes), 2, &blocks};
};

struct Async {
  BlockPool blocks{OneColumn(kBatch), 4};
  AsyncScheduler scheduler{NodeMap(kEnvs, kNodes), kEnvs, kBatch, &blocks};

  /// Completes the rows of a chunk, as a kernel does.
  void Complete(const Chunk& chunk) {
    RowAllocator* rows = scheduler.rows();
    const std::int64_t first = rows->Claim(chunk.count);
    for (int done = 0; done < chunk.count;) {
      const RowSpan span = rows->Locate(first + done, chunk.count - done,
                                        chunk.first_env + done);
      span.block->completed.fetch_add(span.count);
      done += span.count;
    }
  }
};

TEST(SyncScheduler, RowsLieInSendOrder) {
  Sync sync;
  const std::vector<int> ids{6, 7, 1};
  sync.scheduler.Queue(ids.data(), 3, Request::kStep);
  EXPECT_FALSE(sync.scheduler.Ready());
  Chunk chunk{};
  ASSERT_TRUE(sync.scheduler.Pop(0, false, Sizes(kEnvs), &chunk));
  EXPECT_EQ(chunk.first_env, 1);  // an env of the first node
  EXPECT_EQ(chunk.first_row, 2);
  StateBlock* block = chunk.block;
  ASSERT_TRUE(sync.scheduler.Pop(0, false, Sizes(kEnvs), &chunk));
  EXPECT_EQ(chunk.first_env, 6);
  EXPECT_EQ(chunk.count, 2);
  EXPECT_EQ(chunk.first_row, 0);
  EXPECT_EQ(chunk.block, block);
  EXPECT_FALSE(sync.scheduler.Pop(0, false, Sizes(kEnvs), &chunk));
  block->completed.fetch_add(3);
  EXPECT_TRUE(sync.scheduler.Ready());
  const Scheduler::Batch batch = sync.scheduler.Take();
  EXPECT_EQ(batch.block, block);
  EXPECT_EQ(batch.rows, 3);
  EXPECT_EQ(block->env_ids()[2], 1);
  sync.blocks.Release(block);
}

TEST(SyncScheduler, RangesAreCutAtNodesAndEnds) {
  Sync sync;
  sync.scheduler.Queue(nullptr, kEnvs, Request::kReset);
  Chunk chunk{};
  ASSERT_TRUE(sync.scheduler.Pop(1, false, Sizes(3), &chunk));
  EXPECT_EQ(chunk.first_env, 4);
  EXPECT_EQ(chunk.count, 3);
  EXPECT_EQ(chunk.request, Request::kReset);
  Chunk last{};
  ASSERT_TRUE(sync.scheduler.Pop(0, true, Sizes(1), &last));
  EXPECT_EQ(last.first_env, 3);
  EXPECT_EQ(last.first_row, 3);
  EXPECT_TRUE(sync.scheduler.GiveBack({5, 2, Request::kReset, chunk.block, 5}));
  ASSERT_TRUE(sync.scheduler.Pop(1, false, Sizes(kEnvs), &chunk));
  EXPECT_EQ(chunk.first_env, 5);
  EXPECT_EQ(chunk.count, 3);
  sync.scheduler.ClearQueue();
  EXPECT_FALSE(sync.scheduler.Pop(0, false, Sizes(1), &chunk));
  sync.blocks.Release(sync.scheduler.TakeAny().block);
  EXPECT_EQ(sync.scheduler.TakeAny().block, nullptr);
}

TEST(SyncScheduler, TakesOneOfferedBlock) {
  Sync sync;
  StateBlock* block = sync.blocks.Acquire();
  EXPECT_TRUE(sync.scheduler.OfferBlock(block));
  EXPECT_FALSE(sync.scheduler.OfferBlock(block));
  EXPECT_EQ(sync.scheduler.RetractBlock(), block);
  EXPECT_EQ(sync.scheduler.RetractBlock(), nullptr);
  ASSERT_TRUE(sync.scheduler.OfferBlock(block));
  const int id = 5;
  sync.scheduler.Queue(&id, 1, Request::kStep);
  EXPECT_EQ(sync.scheduler.RetractBlock(), nullptr);
  EXPECT_EQ(sync.scheduler.TakeAny().block, block);
  sync.blocks.Release(block);
}

TEST(SyncScheduler, AnEmptyBatchHasABlock) {
  Sync sync;
  EXPECT_TRUE(sync.scheduler.Ready());
  EXPECT_TRUE(sync.scheduler.AllDone());
  const Scheduler::Batch batch = sync.scheduler.Take();
  ASSERT_NE(batch.block, nullptr);
  EXPECT_EQ(batch.rows, 0);
  sync.blocks.Release(batch.block);
}

TEST(AsyncScheduler, BatchesHoldWhatFinishesFirst) {
  Async async;
  async.scheduler.Queue(nullptr, kEnvs, Request::kStep);
  Chunk slow{};
  Chunk quick{};
  ASSERT_TRUE(async.scheduler.Pop(0, false, Sizes(3), &slow));
  ASSERT_TRUE(async.scheduler.Pop(1, false, Sizes(kEnvs), &quick));
  EXPECT_EQ(quick.first_env, 4);
  EXPECT_EQ(quick.block, nullptr);
  async.Complete(quick);
  ASSERT_TRUE(async.scheduler.Ready());
  EXPECT_FALSE(async.scheduler.AllDone());
  const Scheduler::Batch batch = async.scheduler.Take();
  EXPECT_EQ(batch.rows, kBatch);
  EXPECT_EQ(batch.block->env_ids()[0], 4);
  async.blocks.Release(batch.block);
  EXPECT_FALSE(async.scheduler.Ready());
  async.Complete(slow);
  EXPECT_FALSE(async.scheduler.AllDone());
  ASSERT_TRUE(async.scheduler.Pop(0, false, Sizes(1), &quick));
  async.Complete(quick);
  EXPECT_TRUE(async.scheduler.AllDone());
  async.blocks.Release(async.scheduler.Take().block);
}

TEST(AsyncScheduler, UnfinishedBatchesCanBeTaken) {
  Async async;
  for (int round = 0; round < 3; ++round) {
    const std::vector<int> ids{2, 3, 5};
    async.scheduler.Queue(ids.data(), 3, Request::kStep);
    Chunk chunk{};
    while (async.scheduler.Pop(0, true, Sizes(kEnvs), &chunk)) {
      async.Complete(chunk);
    }
    EXPECT_FALSE(async.scheduler.Ready());
    EXPECT_TRUE(async.scheduler.AllDone());
    const Scheduler::Batch batch = async.scheduler.TakeAny();
    EXPECT_EQ(batch.rows, 3);
    async.blocks.Release(batch.block);
    EXPECT_EQ(async.scheduler.TakeAny().block, nullptr);
  }
}

TEST(AsyncScheduler, WhatIsGivenBackComesAgain) {
  Async async;
  async.scheduler.Queue(nullptr, kEnvs, Request::kStep);
  Chunk chunk{};
  ASSERT_TRUE(async.scheduler.Pop(0, false, Sizes(3), &chunk));
  EXPECT_TRUE(async.scheduler.GiveBack({1, 2, Request::kStep, nullptr, 0}));
  std::vector<int> first;
  while (async.scheduler.Pop(0, false, Sizes(kEnvs), &chunk)) {
    first.push_back(chunk.first_env);
  }
  EXPECT_EQ(first, (std::vector<int>{3, 1, 4}));
  while (StateBlock* block = async.scheduler.TakeAny().block) {
    async.blocks.Release(block);
  }
}

}  // namespace
}  // namespace envpool
