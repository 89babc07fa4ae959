// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random legal and illegal calls from one to four threads. The model runs the
// same envs one after the other.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/testing/pool_driver.h"
#include "envpool/testing/scale.h"

namespace envpool::testing {
namespace {

class Harness {
 public:
  Harness(const Shape& shape, int horizon, int num_callers)
      : alone_(num_callers == 1),
        shape_(shape),
        pool_(MakeFaultPool(shape, {.horizon = horizon})),
        engine_(pool_->engine()),
        model_(shape, horizon),
        idle_(shape.num_envs, true) {}

  /// Makes one thread's share of the calls.
  void Run(unsigned seed, int calls) {
    std::mt19937 random(seed);
    for (int i = 0; i < calls && Verdict().empty(); ++i) {
      const unsigned choice = random() % 16;
      if (choice < 7) {
        SendSome(&random);
      } else if (choice < 13) {
        RecvSome();
      } else if (alone_) {
        DoAlone(choice, &random);
      }
    }
  }
  /// Describes the first deviation, or returns "".
  std::string Verdict() const {
    const std::lock_guard lock(mutex_);
    return wrong_;
  }
  /// Drains the pool; then no env may be outstanding.
  void Finish() {
    engine_->Drain(nullptr);
    if (engine_->outstanding() != 0) {
      Fail("outstanding after Drain");
    }
  }

 private:
  void Fail(const std::string& text) {
    const std::lock_guard lock(mutex_);
    wrong_ = text;
  }
  /// Picks any of the idle envs, in any order, and marks them as busy.
  std::vector<int> TakeIdle(std::mt19937* random) {
    std::vector<int> ids;
    for (int i = 0; i < shape_.num_envs; ++i) {
      if (idle_[i] && (*random)() % 3 != 0) {
        ids.push_back(i);
        idle_[i] = false;
      }
    }
    if ((*random)() % 2 == 0) {
      std::shuffle(ids.begin(), ids.end(), *random);
    }
    return ids;
  }

  void SendSome(std::mt19937* random) {
    const bool forced = (*random)() % 4 == 0;
    std::vector<int> ids;
    std::vector<float> actions;
    {
      const std::lock_guard lock(mutex_);
      ids = TakeIdle(random);
      for (const int id : ids) {
        actions.push_back(static_cast<float>((*random)() % 100));
        if (forced) {
          model_[id].Reset();
        } else {
          model_[id].Act(actions.back());
        }
      }
      order_.insert(order_.end(), ids.begin(), ids.end());
    }
    if (forced) {
      ResetEnvs(engine_, ids);
    } else {
      SendActions(engine_, ids, actions, (*random)() % 2 == 0);
    }
    const std::lock_guard lock(mutex_);
    available_ += static_cast<int>(ids.size());
  }

  void RecvSome() {
    if (!engine_->is_sync()) {
      const std::lock_guard lock(mutex_);
      if (available_ < shape_.batch_size) {
        return;
      }
      available_ -= shape_.batch_size;  // reserved for this caller
    }
    const Batch batch = RecvBatch(engine_);
    const std::lock_guard lock(mutex_);
    for (const Row& row : batch.rows) {
      if (idle_[row.env_id]) {
        wrong_ = "a row twice";
      }
      idle_[row.env_id] = true;
      if (!model_.Matches(row)) {
        wrong_ = "wrong row of env " + std::to_string(row.env_id);
      }
    }
    if (!engine_->is_sync()) {
      if (static_cast<int>(batch.rows.size()) != shape_.batch_size) {
        wrong_ = "wrong batch size";
      }
    } else if (alone_) {
      if (IdsOf(batch) != order_) {
        wrong_ = "rows not in send order";
      }
      order_.clear();
    }
  }

  /// Calls that require that no other thread uses the pool meanwhile.
  void DoAlone(unsigned choice, std::mt19937* random) {
    const int busy =
        static_cast<int>(std::count(idle_.begin(), idle_.end(), false));
    if (engine_->outstanding() != busy) {
      Fail("outstanding is wrong");
    }
    if (choice == 13) {
      engine_->Drain(nullptr);
      std::fill(idle_.begin(), idle_.end(), true);
      order_.clear();
      available_ = 0;
    } else if (choice == 14) {
      const int id = static_cast<int>((*random)() % shape_.num_envs);
      const bool refused =
          KindOf([&] { SendActions(engine_, {id, id}); }) ==
          (idle_[id] ? ErrorKind::kEnvId : ErrorKind::kProtocol);
      if (!refused) {
        Fail("an illegal send was accepted");
      }
    } else if (!engine_->is_sync() && available_ < shape_.batch_size) {
      if (KindOf([&] { engine_->Recv(nullptr); }) != ErrorKind::kProtocol) {
        Fail("an illegal recv was accepted");
      }
    }
  }

  const bool alone_;
  const Shape shape_;
  const std::unique_ptr<FaultEnvPool> pool_;
  Engine* const engine_;

  mutable std::mutex mutex_;
  ModelPool model_;
  std::vector<bool> idle_;
  std::vector<int> order_;  // ids of envs sent and not received (sync)
  int available_{0};        // rows that no caller has reserved (async)
  std::string wrong_;
};

Shape RandomShape(std::mt19937* random) {
  Shape shape;
  shape.num_envs = 1 + static_cast<int>((*random)() % 8);
  shape.batch_size = (*random)() % 3 == 0
                         ? shape.num_envs
                         : 1 + static_cast<int>((*random)() % shape.num_envs);
  shape.num_threads = 1 + static_cast<int>((*random)() % 3);
  shape.seed = static_cast<int>((*random)() % 1000);
  shape.options.caller_helps = (*random)() % 2 == 0;
  shape.options.shared_threads = (*random)() % 4 == 0;
  shape.options.chunk = static_cast<int>((*random)() % 3);
  return shape;
}

std::string RunSequence(unsigned seed) {
  std::mt19937 random(seed);
  const Shape shape = RandomShape(&random);
  const int num_callers = 1 + static_cast<int>(random() % 4);
  const int horizon = 1 + static_cast<int>(random() % 5);
  Harness harness(shape, horizon, num_callers);
  std::vector<std::thread> others;
  for (int i = 1; i < num_callers; ++i) {
    others.emplace_back([&harness, i, seed, num_callers] {
      harness.Run(seed + 1000 * i, 50 / num_callers);
    });
  }
  harness.Run(seed, 50 / num_callers);
  for (std::thread& other : others) {
    other.join();
  }
  if (random() % 2 == 0) {
    harness.Finish();
  }
  if (harness.Verdict().empty()) {
    return "";
  }
  std::ostringstream text;
  text << harness.Verdict() << " in sequence " << seed << ": " << num_callers
       << " callers, " << shape;
  return text.str();
}

TEST(EngineModel, RandomSequencesAreLinear) {
  const unsigned seed = TestSeed();
  FaultEnvStats::collisions = 0;
  for (std::int64_t i = 0; i < Scaled(10'000, 10); ++i) {
    ASSERT_EQ(RunSequence(seed + static_cast<unsigned>(i)), "");
  }
  EXPECT_EQ(FaultEnvStats::collisions, 0);
  EXPECT_EQ(FaultEnvStats::alive, 0);
}

}  // namespace
}  // namespace envpool::testing
