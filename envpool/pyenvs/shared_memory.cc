// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/pyenvs/shared_memory.h"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace envpool::pyenvs {
namespace {

constexpr std::size_t kAlignment = 64;

std::size_t Aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

char* Map(int fd, std::size_t bytes) {
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) {
    throw std::runtime_error("cannot map shared memory of " +
                             std::to_string(bytes) +
                             " bytes: " + std::strerror(errno));
  }
  return static_cast<char*>(memory);
}

}  // namespace

std::uint32_t SharedMemory::RingSize(const Dims& dims) {
  const int envs = dims.num_envs / dims.num_workers + 1;
  return std::bit_ceil(static_cast<std::uint32_t>(envs) + 1);  // and a call
}

std::size_t SharedMemory::QueueBytes(std::uint32_t ring_size) {
  return sizeof(WorkerQueues) + 2 * Aligned(ring_size * sizeof(std::int32_t));
}

std::size_t SharedMemory::EnvBytes(const Dims& dims) {
  return sizeof(EnvHeader) + Aligned(dims.action_bytes) +
         2 * Aligned(dims.result_bytes) + Aligned(dims.extra_bytes);
}

std::size_t SharedMemory::Bytes(const Dims& dims) {
  return dims.num_workers * QueueBytes(RingSize(dims)) +
         dims.num_envs * EnvBytes(dims);
}

SharedMemory::SharedMemory(int fd, const Dims& dims)
    : dims_(dims), ring_size_(RingSize(dims)), memory_(Map(fd, Bytes(dims))) {}

SharedMemory::~SharedMemory() { munmap(memory_, Bytes(dims_)); }

WorkerQueues& SharedMemory::queues(int worker) const {
  return *reinterpret_cast<WorkerQueues*>(memory_ +
                                          worker * QueueBytes(ring_size_));
}

std::int32_t* SharedMemory::requests(int worker) const {
  return reinterpret_cast<std::int32_t*>(
      memory_ + worker * QueueBytes(ring_size_) + sizeof(WorkerQueues));
}

std::int32_t* SharedMemory::results(int worker) const {
  return requests(worker) +
         Aligned(ring_size_ * sizeof(std::int32_t)) / sizeof(std::int32_t);
}

EnvHeader& SharedMemory::header(int env) const {
  return *reinterpret_cast<EnvHeader*>(
      memory_ + dims_.num_workers * QueueBytes(ring_size_) +
      env * EnvBytes(dims_));
}

std::size_t SharedMemory::ActionAt(int env) const {
  return reinterpret_cast<const char*>(&header(env)) - memory_ +
         sizeof(EnvHeader);
}

std::size_t SharedMemory::ResultAt(int env, bool second) const {
  return ActionAt(env) + Aligned(dims_.action_bytes) +
         (second ? Aligned(dims_.result_bytes) : 0);
}

std::size_t SharedMemory::ExtraAt(int env) const {
  return ResultAt(env, true) + Aligned(dims_.result_bytes);
}

std::int64_t Nanos() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

}  // namespace envpool::pyenvs
