// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/sweep_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "envpool/core/engine/schedule/node_map.h"

namespace envpool {
namespace {

Chunk TakeAll(SweepQueue* queue) { return queue->Pop(queue->Find()); }

void ExpectChunk(const Chunk& chunk, int first_env, int count,
                 Request request = Request::kStep) {
  EXPECT_EQ(chunk.first_env, first_env);
  EXPECT_EQ(chunk.count, count);
  EXPECT_EQ(chunk.request, request);
  EXPECT_EQ(chunk.block, nullptr);
}

TEST(SweepQueue, JoinsNeighboursHoweverTheyCame) {
  SweepQueue queue(0, 300);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.Find(), 0);
  for (const int first : {128, 0, 192, 64}) {
    queue.Push(first, 64, Request::kStep);
  }
  queue.Push(299, 1, Request::kStep);
  EXPECT_EQ(queue.Find(), 256);
  ExpectChunk(TakeAll(&queue), 0, 256);
  ExpectChunk(TakeAll(&queue), 299, 1);
  EXPECT_TRUE(queue.empty());
}

TEST(SweepQueue, GoesOnUpwardsAndRoundAgain) {
  SweepQueue queue(0, 100);
  queue.Push(0, 100, Request::kStep);
  EXPECT_EQ(queue.Find(), 100);
  ExpectChunk(queue.Pop(30), 0, 30);
  queue.Push(0, 30, Request::kStep);  // behind the sweep, so taken last
  ExpectChunk(TakeAll(&queue), 30, 70);
  ExpectChunk(TakeAll(&queue), 0, 30);
}

TEST(SweepQueue, KeepsRequestsApart) {
  SweepQueue queue(0, 200);
  queue.Push(10, 100, Request::kReset);
  queue.Push(110, 20, Request::kStep);
  ExpectChunk(TakeAll(&queue), 10, 100, Request::kReset);
  ExpectChunk(TakeAll(&queue), 110, 20);
  queue.Push(10, 100, Request::kStep);  // after resets of the same envs
  ExpectChunk(TakeAll(&queue), 10, 100);
}

TEST(SweepQueue, Clears) {
  SweepQueue queue(0, 70);
  queue.Push(60, 10, Request::kStep);
  queue.clear();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.Find(), 0);
}

TEST(SweepQueue, OfANode) {
  constexpr int kEnvs = 101;
  const NodeMap nodes(kEnvs, 3);
  int next = 0;
  for (int node = 0; node < 3; ++node) {
    EXPECT_EQ(nodes.FirstOf(node), next);
    next = nodes.EndOf(node);
    SweepQueue queue(nodes.FirstOf(node), next);
    queue.Push(nodes.FirstOf(node), next - nodes.FirstOf(node), Request::kStep);
    ExpectChunk(TakeAll(&queue), nodes.FirstOf(node),
                next - nodes.FirstOf(node));
  }
  EXPECT_EQ(next, kEnvs);
}

TEST(SweepQueue, RandomUse) {
  // Each env is taken once per push, and other envs have at most one turn while
  // it waits.
  std::mt19937 random(1);
  for (const int num_envs : {1, 63, 64, 65, 200}) {
    SweepQueue queue(0, num_envs);
    std::vector<Request> waits(num_envs);
    std::vector<bool> queued(num_envs, false);
    std::vector<int> pushed(num_envs, 0);
    std::vector<int> last(num_envs, 0);         // when it was last taken ...
    std::vector<int> before_last(num_envs, 0);  // ... and the time before
    int size = 0;
    for (int now = 1; now < 2000; ++now) {
      const int first = static_cast<int>(random() % num_envs);
      const Request request =
          random() % 4 == 0 ? Request::kReset : Request::kStep;
      int end = first;
      while (end < num_envs && !queued[end] && random() % 8 != 0) {
        queued[end] = true;
        waits[end] = request;
        pushed[end++] = now;
      }
      if (end > first) {
        queue.Push(first, end - first, request);
        size += end - first;
      }
      ASSERT_EQ(queue.empty(), size == 0);
      if (size == 0) {
        continue;
      }
      const int found = queue.Find();
      ASSERT_GT(found, 0);
      const int count = 1 + static_cast<int>(random() % found);
      const Chunk chunk = queue.Pop(count);
      ASSERT_EQ(chunk.count, count);
      for (int env = chunk.first_env; env < chunk.first_env + count; ++env) {
        ASSERT_TRUE(queued[env]);
        ASSERT_EQ(waits[env], chunk.request);
        ASSERT_LT(*std::ranges::max_element(before_last), pushed[env]);
        queued[env] = false;
      }
      for (int env = chunk.first_env; env < chunk.first_env + count; ++env) {
        before_last[env] = std::exchange(last[env], now);
      }
      size -= count;
    }
  }
}

}  // namespace
}  // namespace envpool
