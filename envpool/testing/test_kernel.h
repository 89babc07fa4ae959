// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// TestKernel: runs an engine without env classes. The test's function runs for
// every row; a row holds only the env id.

#ifndef ENVPOOL_TESTING_TEST_KERNEL_H_
#define ENVPOOL_TESTING_TEST_KERNEL_H_

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/env_spec.h"

namespace envpool::testing {

class TestKernel : public StepKernel {
 public:
  /// `work(env_id)` is called for every row, on the thread that runs the row.
  explicit TestKernel(std::function<void(int)> work) : work_(std::move(work)) {}

  int Run(const Chunk& chunk, Engine* engine) noexcept override {
    for (int i = 0; i < chunk.count; ++i) {
      const int env_id = chunk.first_env + i;
      work_(env_id);
      RowSpan span{chunk.block, chunk.first_row + i, 1};
      if (chunk.block == nullptr) {
        RowAllocator* rows = engine->row_allocator();
        span = rows->Locate(rows->Claim(1), 1, env_id);
      }
      span.block->ZeroRows(span.row, 1);
      *span.block->Rows<int>(ResultColumns::kEnvId, span.row) = env_id;
      engine->Complete(span.block, 1);
    }
    return chunk.count;
  }
  std::int64_t InitialNanosPerStep() const override { return 50'000; }
  void Reseed(int /*env_id*/, std::int64_t /*seed*/) override {}
  void Save(int /*env_id*/, StateWriter* /*writer*/) override {}
  void Load(int /*env_id*/, StateReader* /*reader*/) override {}
  bool IsDone(int /*env_id*/) override { return false; }

 private:
  const std::function<void(int)> work_;
};

/// An engine with only the common columns, run by a TestKernel.
struct TestEngine {
  TestEngine(const EngineConfig& config, std::function<void(int)> work)
      : kernel(std::move(work)),
        engine(config, MakeColumns(common_state_spec),
               MakeColumns(common_action_spec)) {
    engine.SetKernel(&kernel);
  }
  TestKernel kernel;
  Engine engine;
};

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_TEST_KERNEL_H_
