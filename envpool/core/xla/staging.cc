// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/staging.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "envpool/core/xla/conversion.h"

namespace envpool {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kPage = 4096;
constexpr unsigned kPortable = 1;  // CU_MEMHOSTALLOC_PORTABLE: any device

std::size_t RoundUp(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

std::size_t BytesOf(const Buffer& buffer) {
  return std::accumulate(buffer.shape.begin(), buffer.shape.end(),
                         SizeOf(buffer.dtype), std::multiplies<>());
}

CudaAddress AddressOf(const Buffer& buffer) {
  return std::bit_cast<std::uintptr_t>(buffer.data);
}

std::size_t RoomFor(const std::vector<Buffer>& buffers) {
  std::size_t bytes = 0;
  for (const Buffer& buffer : buffers) {
    bytes += RoundUp(BytesOf(buffer), kAlignment);
  }
  return bytes;
}

/// Places buffers one after the other from `to` on; returns their end.
char* Place(std::vector<Buffer>* buffers, char* to) {
  for (Buffer& buffer : *buffers) {
    buffer.data = to;
    to += RoundUp(BytesOf(buffer), kAlignment);
  }
  return to;
}

}  // namespace

StagingMemory::~StagingMemory() {
  for (const Block& block : free_) {
    driver_.mem_free_host(block.data);
  }
}

StagingMemory::Block StagingMemory::Take(std::size_t bytes) {
  Block smaller{};
  {
    const std::lock_guard lock(mutex_);
    free_.reserve(free_.size() + taken_ + 1);  // so that GiveBack cannot fail
    const auto fits = std::find_if(
        free_.begin(), free_.end(),
        [bytes](const Block& block) { return block.bytes >= bytes; });
    ++taken_;
    if (fits != free_.end()) {
      const Block block = *fits;
      free_.erase(fits);
      return block;
    }
    if (!free_.empty()) {
      smaller = free_.back();
      free_.pop_back();
    }
  }
  try {
    return Replace(smaller, RoundUp(bytes, kPage));
  } catch (...) {
    const std::lock_guard lock(mutex_);
    --taken_;
    throw;
  }
}

StagingMemory::Block StagingMemory::Replace(Block block, std::size_t bytes) {
  if (block.data != nullptr) {
    driver_.Check(driver_.mem_free_host(block.data), "cuMemFreeHost");
  }
  void* data = nullptr;
  driver_.Check(driver_.mem_host_alloc(&data, bytes, kPortable),
                "cuMemHostAlloc");
  return {static_cast<char*>(data), bytes};
}

void StagingMemory::GiveBack(Block block) noexcept {
  const std::lock_guard lock(mutex_);
  const auto at = std::find_if(
      free_.begin(), free_.end(),
      [&block](const Block& other) { return other.bytes >= block.bytes; });
  free_.insert(at, block);
  --taken_;
}

StagedCall::StagedCall(StagingMemory* memory, CudaStream stream,
                       std::vector<Buffer> in, std::vector<Buffer> out)
    : memory_(memory),
      stream_(stream),
      in_(std::move(in)),
      out_(std::move(out)),
      host_in_(in_),
      host_out_(out_),
      block_(memory->Take(RoomFor(in_) + RoomFor(out_))) {
  Place(&host_out_, Place(&host_in_, block_.data));
}

StagedCall::~StagedCall() {
  const CudaDriver& driver = memory_->driver();
  if (!is_copying_ || driver.stream_synchronize(stream_) == 0) {
    memory_->GiveBack(block_);
  }
}

void StagedCall::Download() {
  const CudaDriver& driver = memory_->driver();
  for (std::size_t i = 0; i < in_.size(); ++i) {
    if (const std::size_t bytes = BytesOf(in_[i]); bytes > 0) {
      is_copying_ = true;
      driver.Check(driver.memcpy_dtoh_async(host_in_[i].data, AddressOf(in_[i]),
                                            bytes, stream_),
                   "cuMemcpyDtoHAsync");
    }
  }
  Wait();
}

void StagedCall::Upload() {
  const CudaDriver& driver = memory_->driver();
  for (std::size_t i = 0; i < out_.size(); ++i) {
    if (const std::size_t bytes = BytesOf(out_[i]); bytes > 0) {
      is_copying_ = true;
      driver.Check(driver.memcpy_htod_async(AddressOf(out_[i]),
                                            host_out_[i].data, bytes, stream_),
                   "cuMemcpyHtoDAsync");
    }
  }
  Wait();
}

void StagedCall::Wait() {
  if (is_copying_) {
    const CudaDriver& driver = memory_->driver();
    driver.Check(driver.stream_synchronize(stream_), "cuStreamSynchronize");
    is_copying_ = false;
  }
}

}  // namespace envpool
