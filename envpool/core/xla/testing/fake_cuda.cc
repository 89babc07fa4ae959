// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/testing/fake_cuda.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace envpool::testing {
namespace {

constexpr int kInvalidValue = 1;
constexpr int kIllegalAddress = 700;

struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
};

struct Failure {
  int left;  // calls until the failure, which counts
  bool always;
};

std::mutex mutex;
std::vector<std::string> calls;
std::map<std::string, Failure> failures;
// Static, so that blocks that were leaked on purpose are freed at exit.
std::map<void*, std::vector<char>> locked;
std::map<CudaStream, std::vector<Copy>> queues;

/// Records a call; returns whether it fails. Requires the mutex.
bool RecordCall(const char* function, const std::string& rest = "") {
  calls.push_back(function + rest);
  const auto found = failures.find(function);
  if (found == failures.end() || --found->second.left > 0) {
    return false;
  }
  if (!found->second.always) {
    failures.erase(found);
  }
  return true;
}

std::string Text(CudaStream stream, std::size_t bytes) {
  std::string text(1, ' ');
  text += std::to_string(std::bit_cast<std::uintptr_t>(stream));
  text += ' ';
  return text += std::to_string(bytes);
}

/// Whether the whole range is page-locked. Requires the mutex.
bool IsLocked(const void* data, std::size_t bytes) {
  const auto* first = static_cast<const char*>(data);
  return std::any_of(locked.begin(), locked.end(), [&](const auto& block) {
    const auto* start = static_cast<const char*>(block.first);
    return first >= start && first + bytes <= start + block.second.size();
  });
}

int Enqueue(const char* function, CudaStream stream, const Copy& copy,
            const void* host) {
  const std::lock_guard lock(mutex);
  if (RecordCall(function, Text(stream, copy.bytes))) {
    return kIllegalAddress;
  }
  if (!IsLocked(host, copy.bytes)) {
    return kInvalidValue;
  }
  queues[stream].push_back(copy);
  return 0;
}

}  // namespace

void FakeCuda::Reset() {
  const std::lock_guard lock(mutex);
  calls.clear();
  failures.clear();
}

void FakeCuda::Fail(const std::string& function, int nth, bool always) {
  const std::lock_guard lock(mutex);
  failures[function] = {nth, always};
}

std::vector<std::string> FakeCuda::Calls() {
  const std::lock_guard lock(mutex);
  return calls;
}

int FakeCuda::Count(const std::string& function) {
  const std::lock_guard lock(mutex);
  return static_cast<int>(
      std::count_if(calls.begin(), calls.end(), [&](const std::string& call) {
        return call.substr(0, call.find(' ')) == function;
      }));
}

std::int64_t FakeCuda::Locked() {
  const std::lock_guard lock(mutex);
  std::size_t bytes = 0;
  for (const auto& block : locked) {
    bytes += block.second.size();
  }
  return static_cast<std::int64_t>(bytes);
}

extern "C" {

int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
  const std::lock_guard lock(mutex);
  if (RecordCall("cuMemHostAlloc")) {
    return kIllegalAddress;
  }
  if (flags != 1) {
    return kInvalidValue;
  }
  std::vector<char> block(bytes);
  *memory = block.data();
  locked[*memory] = std::move(block);
  return 0;
}

int cuMemFreeHost(void* memory) {
  const std::lock_guard lock(mutex);
  if (RecordCall("cuMemFreeHost")) {
    return kIllegalAddress;
  }
  if (locked.erase(memory) == 0) {
    return kInvalidValue;
  }
  return 0;
}

int cuMemcpyDtoHAsync_v2(void* to, CudaAddress from, std::size_t bytes,
                         CudaStream stream) {
  return Enqueue("cuMemcpyDtoHAsync_v2", stream,
                 {to, std::bit_cast<const void*>(from), bytes}, to);
}

int cuMemcpyHtoDAsync_v2(CudaAddress to, const void* from, std::size_t bytes,
                         CudaStream stream) {
  return Enqueue("cuMemcpyHtoDAsync_v2", stream,
                 {std::bit_cast<void*>(to), from, bytes}, from);
}

int cuStreamSynchronize(CudaStream stream) {
  const std::lock_guard lock(mutex);
  if (RecordCall("cuStreamSynchronize", Text(stream, 0))) {
    return kIllegalAddress;
  }
  for (const Copy& copy : std::exchange(queues[stream], {})) {
    std::memcpy(copy.to, copy.from, copy.bytes);
  }
  return 0;
}

int cuGetErrorString(int error, const char** text) {
  *text = error == kIllegalAddress ? "an illegal memory access" : "no text";
  return 0;
}

}  // extern "C"
}  // namespace envpool::testing
