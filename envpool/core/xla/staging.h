// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The host's side of a call whose operands and results are in a GPU's memory.
// Envs run on the CPU: operands are copied to page-locked memory before, and
// results from there after, by the stream that XLA gives the call.
//
// Nothing here knows XLA.

#ifndef ENVPOOL_CORE_XLA_STAGING_H_
#define ENVPOOL_CORE_XLA_STAGING_H_

#include <cstddef>
#include <mutex>
#include <vector>

#include "envpool/core/xla/cuda_driver.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {

/// Page-locked memory, which is slow to get and therefore kept. There is never
/// more than one block for each of the calls that were made at the same time,
/// none larger than the largest of these needed.
///
/// Threads: any. Errors: those of CudaDriver.
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
  /// A block of at least so many bytes, more than 0.
  [[nodiscard]] Block Take(std::size_t bytes);
  /// Nothing may read or write it any more.
  void GiveBack(Block block) noexcept;

 private:
  Block Replace(Block block, std::size_t bytes);

  const CudaDriver driver_;
  std::mutex mutex_;
  std::vector<Block> free_;  // by size
  std::size_t taken_{0};
};

/// Buffers of a device, and their places on the host.
///
/// Threads: one; several may have objects that share the memory. Errors: those
/// of CudaDriver. Whatever happens, the memory goes back only when the stream
/// is known to be through with it; if that cannot be known, it is given up.
class StagedCall {
 public:
  /// Makes room for `in` and `out`. Shapes are views of the caller's.
  StagedCall(StagingMemory* memory, CudaStream stream, std::vector<Buffer> in,
             std::vector<Buffer> out);
  ~StagedCall();
  StagedCall(const StagedCall&) = delete;
  StagedCall& operator=(const StagedCall&) = delete;

  /// Copies `in` to the host, and waits for that.
  void Download();
  /// Copies `out` to the device, and waits for that.
  void Upload();

  /// On the host.
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
