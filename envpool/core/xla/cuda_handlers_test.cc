// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the handlers as XLA does, with a fake CUDA driver.

#include "envpool/core/xla/cuda_handlers.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/pool_lease.h"
#include "envpool/core/env_spec.h"
#include "envpool/core/xla/testing/call_frame.h"
#include "envpool/core/xla/testing/fake_cuda.h"
#include "envpool/testing/test_kernel.h"

namespace envpool {
namespace {

using ::envpool::testing::CallFrame;
using ::envpool::testing::FakeCuda;
using Strings = std::vector<std::string>;

constexpr int kNumEnvs = 3;

EngineConfig MakeConfig() {
  EngineConfig config;
  config.num_envs = config.batch_size = kNumEnvs;
  config.num_threads = 1;
  return config;
}

constexpr std::int32_t kNothing = -1;

/// A pool that records each env's action, a number, and returns env ids.
class Pool {
 public:
  Pool()
      : kernel_([this](int env_id) {
          seen[env_id] = *reinterpret_cast<std::int32_t*>(
              engine_.actions()->Item(2, env_id));
        }),
        engine_(MakeConfig(), MakeColumns(common_state_spec),
                MakeColumns(ConcatDict(
                    common_action_spec,
                    MakeDict("move"_.Bind(Spec<int>({-1}, {0, 9})))))) {
    engine_.SetKernel(&kernel_);
    SharePool(&engine_);
  }
  ~Pool() { UnsharePool(&engine_); }

  SharedPool Describe() { return DescribePool(&engine_); }
  Engine* engine() { return &engine_; }

  std::vector<std::int32_t> seen = std::vector(kNumEnvs, kNothing);

 private:
  testing::TestKernel kernel_;
  Engine engine_;
};

/// A call and its device memory.
struct Call {
  Call(Pool* pool, void* stream)
      : frame(stream), handle(pool->Describe().number) {
    frame.Set("signature",
              static_cast<std::int64_t>(pool->Describe().signature));
    frame.AddOperand(XLA_FFI_DataType_U8, {8}, &handle);
  }

  /// `same_handle`: input and output handle share a buffer.
  Call& WithActions(bool same_handle = true) {
    frame.Set("has_ids", true);
    frame.Set("has_players", false);
    frame.AddOperand(XLA_FFI_DataType_S32, {kNumEnvs}, ids.data());
    frame.AddOperand(XLA_FFI_DataType_S32, {kNumEnvs}, moves.data());
    return same_handle ? WithHandle(&handle) : WithHandle(&handle_after);
  }
  Call& WithHandle(std::uint64_t* after) {
    frame.AddResult(XLA_FFI_DataType_U8, {8}, after);
    return *this;
  }
  Call& WithResults() {
    frame.Set("rows", std::int64_t{kNumEnvs});
    frame.Set("columns", std::vector<std::int64_t>{ResultColumns::kEnvId});
    frame.AddResult(XLA_FFI_DataType_S32, {kNumEnvs}, results.data());
    return *this;
  }

  /// The move of each env, by env id.
  [[nodiscard]] std::vector<std::int32_t> Sent() const {
    return {moves[1], moves[2], moves[0]};
  }

  CallFrame frame;
  std::uint64_t handle;
  std::uint64_t handle_after = 0;
  std::vector<std::int32_t> ids = {2, 0, 1};
  std::vector<std::int32_t> moves = {4, 5, 6};
  std::vector<std::int32_t> results = {-1, -1, -1};
};

void* StreamOf(std::uintptr_t number) {
  return reinterpret_cast<void*>(number);
}

class CudaHandlersTest : public ::testing::Test {
 protected:
  CudaHandlersTest() {
    FakeCuda::Reset();
    UseStagingMemory(&memory_);
  }
  ~CudaHandlersTest() override {
    UseStagingMemory(nullptr);
    FakeCuda::Reset();
  }

  StagingMemory memory_{FakeCuda::Driver()};
  const XlaHandlers handlers_ = CudaHandlers();
};

TEST_F(CudaHandlersTest, Step) {
  Pool pool;
  Call call(&pool, StreamOf(5));
  EXPECT_EQ(call.WithActions().WithResults().frame.Run(handlers_.step), "");
  EXPECT_EQ(pool.seen, call.Sent());
  EXPECT_EQ(call.results, call.ids);
  EXPECT_EQ(FakeCuda::Calls(),
            (Strings{"cuMemHostAlloc", "cuMemcpyDtoHAsync_v2 5 8",
                     "cuMemcpyDtoHAsync_v2 5 12", "cuMemcpyDtoHAsync_v2 5 12",
                     "cuStreamSynchronize 5 0", "cuMemcpyHtoDAsync_v2 5 12",
                     "cuStreamSynchronize 5 0"}));
}

TEST_F(CudaHandlersTest, SendAndRecvWithAHandleThatMoves) {
  Pool pool;
  Call send(&pool, StreamOf(1));
  EXPECT_EQ(send.WithActions(false).frame.Run(handlers_.send), "");
  EXPECT_EQ(send.handle_after, send.handle);
  Call recv(&pool, StreamOf(2));
  recv.WithHandle(&recv.handle_after).WithResults();
  EXPECT_EQ(recv.frame.Run(handlers_.recv), "");
  EXPECT_EQ(recv.handle_after, recv.handle);
  EXPECT_EQ(recv.results, send.ids);
  EXPECT_EQ(pool.seen, send.Sent());
}

// If copying the actions fails, nothing has been sent.
TEST_F(CudaHandlersTest, AFailureBeforeSends) {
  for (const auto& [function, nth] :
       std::vector<std::pair<const char*, int>>{{"cuMemcpyDtoHAsync_v2", 1},
                                                {"cuMemcpyDtoHAsync_v2", 3},
                                                {"cuStreamSynchronize", 1}}) {
    Pool pool;
    Call failing(&pool, StreamOf(1));
    FakeCuda::Fail(function, nth);
    EXPECT_EQ(failing.WithActions()
                  .WithResults()
                  .frame.Run(handlers_.step)
                  .find("CUDA: expected cu"),
              0);
    EXPECT_EQ(pool.engine()->outstanding(), 0);
    EXPECT_EQ(pool.seen, std::vector(kNumEnvs, kNothing));
    Call next(&pool, StreamOf(1));
    EXPECT_EQ(next.WithActions().WithResults().frame.Run(handlers_.step), "");
    EXPECT_EQ(next.results, next.ids);
  }
}

// If copying the results fails, they are lost, but the next call succeeds.
TEST_F(CudaHandlersTest, AFailureAfterReceives) {
  for (const auto& [function, nth] : std::vector<std::pair<const char*, int>>{
           {"cuMemcpyHtoDAsync_v2", 1}, {"cuStreamSynchronize", 2}}) {
    Pool pool;
    Call failing(&pool, StreamOf(1));
    FakeCuda::Fail(function, nth);
    EXPECT_NE(failing.WithActions().WithResults().frame.Run(handlers_.step),
              "");
    EXPECT_EQ(pool.seen, failing.Sent());
    EXPECT_EQ(pool.engine()->outstanding(), 0);
    Call next(&pool, StreamOf(1));
    EXPECT_EQ(next.WithActions().WithResults().frame.Run(handlers_.step), "");
    EXPECT_EQ(next.results, next.ids);
  }
}

TEST_F(CudaHandlersTest, OurOwnErrorsAreThoseOfTheCpu) {
  Pool pool;
  Call wrong(&pool, StreamOf(1));
  wrong.moves[1] = 10;
  EXPECT_EQ(wrong.WithActions().WithResults().frame.Run(handlers_.step),
            "ArgumentError: move: expected values in [0, 9], got 10 in row 1");
  Call unknown(&pool, StreamOf(1));
  unknown.handle = 1;
  EXPECT_EQ(unknown.WithActions()
                .frame.Run(handlers_.send)
                .find("ClosedError: handle: expected one that xla()"),
            0);
  Call other(&pool, StreamOf(1));
  other.frame.Set("signature", std::int64_t{1});
  EXPECT_EQ(other.WithActions()
                .frame.Run(handlers_.send)
                .find("ArgumentError: handle: expected that of a pool with"),
            0);
  Call no_stream(&pool, nullptr);
  EXPECT_NE(no_stream.WithActions()
                .frame.Run(handlers_.send)
                .find("this platform has no streams"),
            std::string::npos);
  EXPECT_EQ(pool.engine()->outstanding(), 0);
  EXPECT_EQ(pool.seen, std::vector(kNumEnvs, kNothing));
}

TEST_F(CudaHandlersTest, ThreadsWithAPoolEach) {
  std::vector<std::thread> threads;
  for (int t = 1; t <= 4; ++t) {
    threads.emplace_back([this, t] {
      Pool pool;
      for (int i = 0; i < 100; ++i) {
        Call call(&pool, StreamOf(t));
        call.moves = {t, i % 10, 0};
        EXPECT_EQ(call.WithActions().WithResults().frame.Run(handlers_.step),
                  "");
        EXPECT_EQ(pool.seen, call.Sent());
        EXPECT_EQ(call.results, call.ids);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

TEST_F(CudaHandlersTest, CannotBeInACudaGraph) {
  for (XLA_FFI_Handler* handler :
       {handlers_.send, handlers_.recv, handlers_.step}) {
    const XLA_FFI_Metadata metadata = CallFrame::MetadataOf(handler);
    EXPECT_EQ(metadata.api_version.major_version, XLA_FFI_API_MAJOR);
    EXPECT_EQ(metadata.traits, 0);
  }
}

TEST_F(CudaHandlersTest, NoDriverIsOneClearError) {
  if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr) {
    GTEST_SKIP() << "this machine has a driver";
  }
  UseStagingMemory(nullptr);
  Pool pool;
  for (int i = 0; i < 2; ++i) {
    Call call(&pool, StreamOf(1));
    EXPECT_EQ(call.WithActions()
                  .WithResults()
                  .frame.Run(handlers_.step)
                  .find("NotSupportedError: CUDA: expected the driver of an "
                        "NVIDIA GPU, which cannot be loaded: libcuda.so.1"),
              0);
  }
  EXPECT_EQ(pool.engine()->outstanding(), 0);
}

}  // namespace
}  // namespace envpool
