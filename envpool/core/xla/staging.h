// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Host memory for a call with operands and results in GPU memory. Envs run on
// the CPU: operands are copied to page-locked memory before the call, and
// results from there after it, on the stream that XLA passes to the call.
//
// Independent of XLA.

#ifndef ENVPOOL_CORE_XLA_STAGING_H_
#define ENVPOOL_CORE_XLA_STAGING_H_

#include <cstddef>
#include <mutex>
#include <vector>

#include "envpool/core/xla/cuda_driver.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {

/// Page-locked memory; blocks are reused because allocation is slow. There are
/// never more blocks than the highest number of simultaneous calls, and none is
/// larger than the largest request.
///
/// Threads: any. Errors: as CudaDriver.
class StagingMemory {
 public:
  struct Block {
    char* data;
    std::size_t bytes;
  };

  explicit StagingMemory(const CudaDriver& driver) : driver_(driver) {}
  /// All blocks must have been given back.
  ~StagingMemory();
  StagingMemory(const StagingMemory&) = delete;
  StagingMemory& operator=(const StagingMemory&) = delete;

  [[nodiscard]] const CudaDriver& driver() const { return driver_; }
  /// A block of at least `bytes` bytes; `bytes` must be positive.
  [[nodiscard]] Block Take(std::size_t bytes);
  /// The block must no longer be in use, also by the device.
  void GiveBack(Block block) noexcept;

 private:
  Block Replace(Block block, std::size_t bytes);

  const CudaDriver driver_;
  std::mutex mutex_;
  std::vector<Block> free_;  // sorted by size
  std::size_t taken_{0};
};

/// Device buffers and their copies on the host.
///
/// Threads: one per object; objects may share a StagingMemory. Errors: as
/// CudaDriver. The block is given back only if the stream is known to have
/// finished with it; otherwise it is leaked.
class StagedCall {
 public:
  /// Takes memory for `in` and `out`. Their shapes are views, not copies.
  StagedCall(StagingMemory* memory, CudaStream stream, std::vector<Buffer> in,
             std::vector<Buffer> out);
  ~StagedCall();
  StagedCall(const StagedCall&) = delete;
  StagedCall& operator=(const StagedCall&) = delete;

  /// Copies `in` to the host and waits for the copies.
  void Download();
  /// Copies `out` to the device and waits for the copies.
  void Upload();

  /// The buffers on the host.
  [[nodiscard]] const std::vector<Buffer>& in() const { return host_in_; }
  [[nodiscard]] const std::vector<Buffer>& out() const { return host_out_; }

 private:
  void Wait();

  StagingMemory* const memory_;
  const CudaStream stream_;
  const std::vector<Buffer> in_;
  const std::vector<Buffer> out_;
  std::vector<Buffer> host_in_;
  std::vector<Buffer> host_out_;
  StagingMemory::Block block_{};
  bool is_copying_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_STAGING_H_
