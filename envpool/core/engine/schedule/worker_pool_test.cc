// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/platform/cpus.h"
#include "envpool/testing/gate.h"
#include "envpool/testing/scale.h"

namespace envpool {
namespace {

using testing::Gate;
using testing::Scaled;

/// Counts its work; `step` is called for each unit.
class Source : public WorkSource {
 public:
  bool RunOne(int node) override {
    if (left.fetch_sub(1) <= 0) {
      left.fetch_add(1);
      return false;
    }
    inside.fetch_add(1);
    step(node);
    inside.fetch_sub(1);
    done.fetch_add(1);
    done.notify_all();
    return true;
  }
  bool HasWork() const override { return left.load() > 0; }
  void AwaitDone(int count) {
    for (int seen = done.load(); seen < count; seen = done.load()) {
      done.wait(seen);
    }
  }

  std::function<void(int)> step = [](int) {};
  std::atomic<int> left{0};
  std::atomic<int> inside{0};
  std::atomic<int> done{0};
};

TEST(WorkerPool, ThreadsStartWhenTheyAreWoken) {
  WorkerPool workers(3, -1, true);
  EXPECT_EQ(workers.size(), 3);
  EXPECT_EQ(workers.started(), 0);
  Source source;
  workers.Add(&source);
  EXPECT_EQ(workers.started(), 0);
  source.left = 10;
  workers.Wake(1);
  EXPECT_EQ(workers.started(), 3);
  source.AwaitDone(10);
  workers.Start();
  EXPECT_EQ(workers.started(), 3);
  workers.Remove(&source);
  workers.Remove(&source);
}

// One unit of work at a time, with one wake-up each: no wake-up may get lost.
TEST(WorkerPool, NoWakeIsLost) {
  // Without spare CPUs, workers sleep at once instead of spinning.
  Topology small;
  small.cpus = {0};
  for (const int threads : {-4, 1, 2, 4}) {
    WorkerPool workers(std::abs(threads), -1, false,
                       threads < 0 ? small : Topology::Detect());
    Source source;
    workers.Add(&source);
    for (int i = 1; i <= Scaled(20'000); ++i) {
      source.left.fetch_add(1);
      workers.Wake(1);
      source.AwaitDone(i);
    }
    workers.Remove(&source);
  }
}

TEST(WorkerPool, RemoveWaitsForWorkers) {
  for (int i = 0; i < Scaled(500); ++i) {
    WorkerPool workers(2, -1, true);
    auto source = std::make_unique<Source>();
    source->left = 1'000'000'000;
    workers.Add(source.get());
    workers.Wake(2);
    source->AwaitDone(1 + i % 5);
    workers.Remove(source.get());
    ASSERT_EQ(source->inside, 0);
    const int done = source->done;
    ASSERT_EQ(source->done, done);
    source.reset();
  }
}

TEST(WorkerPool, RemoveWaitsForASlowWorker) {
  WorkerPool workers(1, -1, true);
  Source source;
  Gate gate;
  source.step = [&gate](int) { gate.Pass(); };
  source.left = 5;
  workers.Add(&source);
  workers.Wake(1);
  gate.AwaitArrivals(1);
  std::atomic<bool> removed{false};
  std::thread remover([&] {
    workers.Remove(&source);
    removed = true;
    EXPECT_EQ(source.inside, 0);
  });
  EXPECT_FALSE(removed);
  gate.Open();
  remover.join();
}

// A source that always has work does not keep the workers from the others.
TEST(WorkerPool, SourcesTakeTurns) {
  WorkerPool workers(1, -1, true);
  Source busy;
  Source other;
  busy.left = 2'000'000'000;
  other.left = 3;
  workers.Add(&busy);
  workers.Add(&other);
  workers.Wake(1);
  other.AwaitDone(3);
  EXPECT_GT(busy.left, 0);
  workers.Remove(&busy);
  workers.Remove(&other);
}

TEST(WorkerPool, SourcesComeAndGo) {
  WorkerPool workers(2, -1, true);
  std::vector<std::thread> users;
  for (int user = 0; user < 4; ++user) {
    users.emplace_back([&workers] {
      for (int i = 0; i < Scaled(500); ++i) {
        Source source;
        source.left = 3;
        workers.Add(&source);
        workers.Wake(2);
        if (i % 2 == 0) {
          source.AwaitDone(3);
        }
        workers.Remove(&source);
      }
    });
  }
  for (std::thread& user : users) {
    user.join();
  }
}

TEST(WorkerPool, SharedLivesAsLongAsItsUsers) {
  std::shared_ptr<WorkerPool> one = WorkerPool::Shared();
  std::shared_ptr<WorkerPool> two = WorkerPool::Shared();
  EXPECT_EQ(one, two);
  const std::weak_ptr<WorkerPool> watch = one;
  one.reset();
  EXPECT_FALSE(watch.expired());
  two.reset();
  EXPECT_TRUE(watch.expired());
  EXPECT_GE(WorkerPool::Shared()->size(), 1);
}

TEST(WorkerPool, WorkersAreSpreadOverNodes) {
  Topology topology;
  topology.cpus = Topology::Detect().cpus;
  topology.nodes = {topology.cpus, topology.cpus};
  WorkerPool workers(4, -1, true, topology);
  EXPECT_EQ(workers.num_nodes(), 2);
  EXPECT_EQ(WorkerPool(4, -1, false, topology).num_nodes(), 1);
  Source source;
  Gate gate;
  std::atomic<int> nodes[2] = {0, 0};
  source.step = [&](int node) {
    ++nodes[node];
    gate.Pass();
  };
  source.left = 4;
  workers.Add(&source);
  workers.Wake(4);
  gate.AwaitArrivals(4);
  EXPECT_EQ(nodes[0], 2);
  EXPECT_EQ(nodes[1], 2);
  gate.Open();
  workers.Remove(&source);
}

TEST(WorkerPool, WorkersCanBePinned) {
  const std::vector<int> cpus = Topology::Detect().cpus;
  if (!PinThisThread(cpus)) {
    GTEST_SKIP() << "the system cannot pin threads";
  }
  WorkerPool workers(2, 1, true);
  Source source;
  Gate gate;
  std::mutex mutex;
  std::vector<std::vector<int>> seen;
  source.step = [&](int) {
    const std::lock_guard lock(mutex);
    seen.push_back(Topology::Detect().cpus);
  };
  source.left = 4;
  workers.Add(&source);
  workers.Wake(2);
  source.AwaitDone(4);
  workers.Remove(&source);
  for (const std::vector<int>& mask : seen) {
    EXPECT_TRUE(mask == std::vector<int>{cpus[1 % cpus.size()]} ||
                mask == std::vector<int>{cpus[2 % cpus.size()]});
  }
}

}  // namespace
}  // namespace envpool
