// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/staging.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/xla/cuda_driver.h"
#include "envpool/core/xla/testing/fake_cuda.h"

namespace envpool {
namespace {

using ::envpool::testing::FakeCuda;
using Strings = std::vector<std::string>;

/// A device array.
struct DeviceArray {
  explicit DeviceArray(std::int64_t size, int first = 0)
      : shape{size}, values(size) {
    std::iota(values.begin(), values.end(), first);
  }
  Buffer buffer() { return {DType::kInt32, shape, values.data()}; }

  std::vector<std::int64_t> shape;
  std::vector<std::int32_t> values;
};

/// Computes out = 2 * in on the host.
void Double(StagingMemory* memory, CudaStream stream, DeviceArray* in,
            DeviceArray* out) {
  StagedCall call(memory, stream, {in->buffer()}, {out->buffer()});
  call.Download();
  const auto* from = static_cast<const std::int32_t*>(call.in()[0].data);
  auto* to = static_cast<std::int32_t*>(call.out()[0].data);
  for (std::size_t i = 0; i < in->values.size(); ++i) {
    to[i] = 2 * from[i];
  }
  call.Upload();
}

std::string FailureOf(StagingMemory* memory, CudaStream stream, DeviceArray* in,
                      DeviceArray* out) {
  try {
    Double(memory, stream, in, out);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

CudaStream StreamOf(std::uintptr_t number) {
  return reinterpret_cast<CudaStream>(number);
}

class Staging : public ::testing::Test {
 protected:
  Staging() { FakeCuda::Reset(); }
  ~Staging() override { FakeCuda::Reset(); }
  /// The number of bytes that this test has page-locked.
  [[nodiscard]] std::int64_t Locked() const {
    return FakeCuda::Locked() - before_;
  }

 private:
  const std::int64_t before_ = FakeCuda::Locked();
};

TEST_F(Staging, CopiesAndWaitsInOrder) {
  StagingMemory memory(FakeCuda::Driver());
  DeviceArray first(3, 1);
  DeviceArray none(0);
  DeviceArray second(5, 10);
  DeviceArray result(4);
  StagedCall call(&memory, StreamOf(7),
                  {first.buffer(), none.buffer(), second.buffer()},
                  {none.buffer(), result.buffer()});
  EXPECT_EQ(FakeCuda::Calls(), Strings{"cuMemHostAlloc"});
  call.Download();
  ASSERT_EQ(call.in().size(), 3);
  EXPECT_EQ(static_cast<std::int32_t*>(call.in()[0].data)[2], 3);
  EXPECT_EQ(static_cast<std::int32_t*>(call.in()[2].data)[4], 14);
  for (const Buffer& buffer : call.in()) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data) % 64,
              reinterpret_cast<std::uintptr_t>(call.in()[0].data) % 64);
  }
  auto* results = static_cast<std::int32_t*>(call.out()[1].data);
  std::iota(results, results + 4, -3);
  call.Upload();
  EXPECT_EQ(result.values, (std::vector<std::int32_t>{-3, -2, -1, 0}));
  EXPECT_EQ(FakeCuda::Calls(),
            (Strings{"cuMemHostAlloc", "cuMemcpyDtoHAsync_v2 7 12",
                     "cuMemcpyDtoHAsync_v2 7 20", "cuStreamSynchronize 7 0",
                     "cuMemcpyHtoDAsync_v2 7 16", "cuStreamSynchronize 7 0"}));
}

TEST_F(Staging, NothingToCopyIsNothingToWaitFor) {
  StagingMemory memory(FakeCuda::Driver());
  DeviceArray in(3);
  {
    StagedCall call(&memory, StreamOf(1), {in.buffer()}, {});
    call.Download();
    call.Upload();
  }
  EXPECT_EQ(FakeCuda::Count("cuStreamSynchronize"), 1);
}

TEST_F(Staging, MemoryIsKeptGrowsAndIsFreed) {
  {
    StagingMemory memory(FakeCuda::Driver());
    DeviceArray small(8, 1);
    DeviceArray large(100'000, 5);
    for (int i = 0; i < 3; ++i) {
      Double(&memory, StreamOf(1), &small, &small);
    }
    EXPECT_EQ(FakeCuda::Count("cuMemHostAlloc"), 1);
    EXPECT_EQ(Locked(), 4096);
    for (int i = 0; i < 3; ++i) {
      Double(&memory, StreamOf(1), &large, &large);
      Double(&memory, StreamOf(2), &small, &small);
    }
    EXPECT_EQ(FakeCuda::Count("cuMemHostAlloc"), 2);
    EXPECT_EQ(FakeCuda::Count("cuMemFreeHost"), 1);
    EXPECT_GE(Locked(), 800'000);
    EXPECT_EQ(small.values[1], 2 << 6);
    EXPECT_EQ(large.values[1], 6 << 3);
  }
  EXPECT_EQ(Locked(), 0);
}

// When any driver call fails, the error names the function, and the next call
// succeeds.
TEST_F(Staging, FailuresAreErrorsAndPass) {
  struct Case {
    const char* function;
    int nth;
    const char* named;
  };
  for (const Case& each :
       {Case{"cuMemHostAlloc", 1, "cuMemHostAlloc"},
        Case{"cuMemcpyDtoHAsync_v2", 1, "cuMemcpyDtoHAsync"},
        Case{"cuStreamSynchronize", 1, "cuStreamSynchronize"},
        Case{"cuMemcpyHtoDAsync_v2", 1, "cuMemcpyHtoDAsync"},
        Case{"cuStreamSynchronize", 2, "cuStreamSynchronize"}}) {
    StagingMemory memory(FakeCuda::Driver());
    DeviceArray in(8, 1);
    DeviceArray out(8);
    FakeCuda::Fail(each.function, each.nth);
    EXPECT_EQ(FailureOf(&memory, StreamOf(1), &in, &out),
              std::string("CUDA: expected ") + each.named +
                  " to succeed, got error 700: an illegal memory access");
    in = DeviceArray(8, 100);
    EXPECT_EQ(FailureOf(&memory, StreamOf(1), &in, &out), "");
    EXPECT_EQ(out.values[7], 214);
  }
  EXPECT_EQ(Locked(), 0);
}

TEST_F(Staging, AnErrorWhenFreeingIsOneToo) {
  StagingMemory memory(FakeCuda::Driver());
  DeviceArray small(8, 1);
  DeviceArray large(100'000, 5);
  Double(&memory, StreamOf(1), &small, &small);
  FakeCuda::Fail("cuMemFreeHost");
  EXPECT_NE(FailureOf(&memory, StreamOf(1), &large, &large), "");
  EXPECT_EQ(FailureOf(&memory, StreamOf(1), &large, &large), "");
  EXPECT_EQ(large.values[0], 10);
}

// Memory of a copy that may still run is never reused.
TEST_F(Staging, MemoryThatMayBeInUseIsGivenUp) {
  {
    StagingMemory memory(FakeCuda::Driver());
    DeviceArray in(8, 1);
    DeviceArray out(8);
    FakeCuda::Fail("cuStreamSynchronize", 2, true);
    EXPECT_NE(FailureOf(&memory, StreamOf(1), &in, &out), "");
    FakeCuda::Reset();
    DeviceArray other(8, 50);
    Double(&memory, StreamOf(2), &other, &other);
    EXPECT_EQ(FakeCuda::Count("cuMemHostAlloc"), 1);
    // The device makes the first copy late.
    EXPECT_EQ(memory.driver().stream_synchronize(StreamOf(1)), 0);
    EXPECT_EQ(out.values[7], 16);
    EXPECT_EQ(other.values[7], 114);
  }
  EXPECT_EQ(Locked(), 4096);
}

TEST_F(Staging, Threads) {
  constexpr int kThreads = 4;
  {
    StagingMemory memory(FakeCuda::Driver());
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&memory, t] {
        for (int i = 0; i < 200; ++i) {
          DeviceArray in(1 + 997 * i % 5000, t + i);
          DeviceArray out(static_cast<std::int64_t>(in.values.size()));
          Double(&memory, StreamOf(t + 1), &in, &out);
          EXPECT_EQ(out.values.front(), 2 * in.values.front());
          EXPECT_EQ(out.values.back(), 2 * in.values.back());
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    EXPECT_LE(
        FakeCuda::Count("cuMemHostAlloc") - FakeCuda::Count("cuMemFreeHost"),
        kThreads);
  }
  EXPECT_EQ(Locked(), 0);
}

TEST(CudaDriver, IsLoadedOrRefused) {
  const auto refusal = [](const char* library) -> std::string {
    try {
      LoadCudaDriver(library);
      return "";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind, ErrorKind::kNotSupported);
      return error.what();
    }
  };
  EXPECT_EQ(refusal(nullptr), "");  // null: the functions of this program
  EXPECT_EQ(
      refusal("libno-driver.so.1")
          .find("CUDA: expected the driver of an NVIDIA GPU, which cannot be "
                "loaded: libno-driver.so.1"),
      0);
  EXPECT_EQ(refusal("libm.so.6"),
            "CUDA: expected a driver that has cuMemHostAlloc, got one that is "
            "too old");
}

}  // namespace
}  // namespace envpool
