// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/ticket_queue.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

#include "envpool/core/engine/schedule/node_map.h"
#include "envpool/testing/scale.h"

namespace envpool {
namespace {

Chunk Steps(int first_env, int count, int first_row) {
  return {first_env, count, Request::kStep, nullptr, first_row};
}

TEST(TicketQueue, TakesRangesApartInOrder) {
  TicketQueue queue;
  EXPECT_TRUE(queue.empty());
  queue.Reserve(2);
  queue.Push(Steps(10, 5, 0));
  queue.Push(Steps(0, 2, 5));
  EXPECT_EQ(queue.front_count(), 5);
  Chunk chunk = queue.Pop(3);
  EXPECT_EQ(chunk.first_env, 10);
  EXPECT_EQ(chunk.count, 3);
  EXPECT_EQ(queue.front_count(), 2);
  chunk = queue.Pop(100);
  EXPECT_EQ(chunk.first_env, 13);
  EXPECT_EQ(chunk.first_row, 3);
  EXPECT_EQ(chunk.count, 2);
  chunk = queue.Pop(2);
  EXPECT_EQ(chunk.first_env, 0);
  EXPECT_TRUE(queue.empty());
}

TEST(TicketQueue, TakesBackWhatFits) {
  TicketQueue queue;
  EXPECT_FALSE(queue.PushFront(Steps(0, 1, 0)));  // no room
  queue.Reserve(2);
  queue.Push(Steps(0, 8, 0));
  Chunk chunk = queue.Pop(4);
  chunk.first_env += 1;
  chunk.first_row += 1;
  chunk.count -= 1;
  EXPECT_TRUE(queue.PushFront(chunk));  // merges with the range after it
  EXPECT_EQ(queue.front_count(), 7);
  EXPECT_TRUE(queue.PushFront(Steps(20, 2, 9)));
  EXPECT_FALSE(queue.PushFront(Steps(30, 2, 9)));
  EXPECT_EQ(queue.Pop(9).first_env, 20);
  EXPECT_EQ(queue.Pop(9).count, 7);
  EXPECT_TRUE(queue.empty());
}

TEST(TicketQueue, TakesFromTheOtherEnd) {
  TicketQueue queue;
  queue.Reserve(3);
  queue.Push(Steps(10, 5, 0));
  queue.Push(Steps(0, 4, 5));
  EXPECT_EQ(queue.back_count(), 4);
  Chunk chunk = queue.PopBack(3);
  EXPECT_EQ(chunk.first_env, 1);
  EXPECT_EQ(chunk.first_row, 6);
  EXPECT_EQ(chunk.count, 3);
  EXPECT_EQ(queue.back_count(), 1);
  EXPECT_EQ(queue.front_count(), 5);
  EXPECT_TRUE(queue.PushFront(Steps(2, 2, 7)));  // the rest of a chunk
  EXPECT_EQ(queue.PopBack(9).first_env, 0);
  EXPECT_EQ(queue.PopBack(9).first_env, 10);
  chunk = queue.PopBack(2);
  EXPECT_EQ(chunk.first_env, 2);
  EXPECT_EQ(chunk.count, 2);
  EXPECT_TRUE(queue.empty());
}

TEST(TicketQueue, AgreesWithAModel) {
  std::mt19937 random(testing::TestSeed());
  TicketQueue queue;
  std::deque<int> model;  // env ids
  int next_env = 0;
  for (int i = 0; i < 100'000; ++i) {
    const int count = 1 + static_cast<int>(random() % 9);
    if (random() % 3 == 0) {
      queue.Reserve(1 + random() % 3);
      queue.Push(Steps(next_env, count, next_env));
      for (int k = 0; k < count; ++k) {
        model.push_back(next_env++);
      }
      next_env += static_cast<int>(random() % 2);  // a gap, or none
    } else if (!model.empty() && random() % 3 == 0) {
      const Chunk chunk = queue.PopBack(count);
      for (int k = chunk.count - 1; k >= 0; --k) {
        ASSERT_EQ(model.back(), chunk.first_env + k);
        ASSERT_EQ(chunk.first_env, chunk.first_row);
        model.pop_back();
      }
    } else if (!model.empty()) {
      const Chunk chunk = queue.Pop(count);
      const int kept = 1 + static_cast<int>(random() % chunk.count);
      int done = chunk.count;
      if (kept < chunk.count &&
          queue.PushFront(Steps(chunk.first_env + kept, chunk.count - kept,
                                chunk.first_row + kept))) {
        done = kept;
      }
      for (int k = 0; k < done; ++k) {
        ASSERT_EQ(model.front(), chunk.first_env + k);
        model.pop_front();
      }
    }
    ASSERT_EQ(queue.empty(), model.empty());
  }
  queue.clear();
  EXPECT_TRUE(queue.empty());
}

TEST(NodeMap, NodesAreConsecutiveAndEven) {
  for (int num_envs = 1; num_envs < 60; ++num_envs) {
    for (int num_nodes = 1; num_nodes < 9; ++num_nodes) {
      const NodeMap map(num_envs, num_nodes);
      for (int env = 0; env < num_envs; ++env) {
        const int node = map.NodeOf(env);
        ASSERT_GE(node, 0);
        ASSERT_LT(node, num_nodes);
        const int end = map.EndOf(node);
        ASSERT_GT(end, env);
        ASSERT_EQ(map.NodeOf(end - 1), node);
        ASSERT_TRUE(end == num_envs || map.NodeOf(end) > node);
      }
      ASSERT_EQ(map.EndOf(num_nodes - 1), num_envs);
    }
  }
  const NodeMap huge(2'000'000'000, 8);
  EXPECT_EQ(huge.EndOf(huge.NodeOf(1'999'999'999)), 2'000'000'000);
}

}  // namespace
}  // namespace envpool
