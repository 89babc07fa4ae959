// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Channel: a worker process's end of its two queues.
//
// Ownership: `files` are the descriptors of the shared memory and of the
// worker's SharedWait, which stay open while the channel exists.
// Threads: one, which holds the GIL except while it waits. Errors:
// std::runtime_error from the constructor.

#ifndef ENVPOOL_PYENVS_CHANNEL_H_
#define ENVPOOL_PYENVS_CHANNEL_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "envpool/core/platform/shared_wait.h"
#include "envpool/pyenvs/shared_memory.h"

namespace envpool::pyenvs {

class Channel {
 public:
  Channel(std::span<const int> files, const Dims& dims, int worker);

  static constexpr int kStop = -1;
  /// Waits for a request. Returns the env's number among the worker's, kCall,
  /// or kStop. Called without the GIL.
  int Next();
  /// Whether Next would return at once.
  [[nodiscard]] bool HasRequest() const;

  [[nodiscard]] const SharedMemory& shared() const { return shared_; }
  [[nodiscard]] EnvHeader& header(int env) const {
    return shared_.header(first_ + env);
  }
  [[nodiscard]] int first() const { return first_; }
  /// Writes into the env's extra bytes. `second`: after the first part.
  /// Returns false, and writes nothing, if there is no room.
  bool WriteExtra(int env, std::string_view bytes, bool second);
  /// Stops the clock of the request's time-out, or starts it again from 0.
  void StopClock();
  void StartClock();
  /// Publishes the env's result.
  void Finish(int env, float reward, bool terminated, bool truncated,
              bool restarted, bool failed);

 private:
  void Await(std::uint32_t taken);

  SharedMemory shared_;
  const SharedWait wait_;
  const int first_;
  WorkerQueues& queues_;
  const std::int32_t* const requests_;
  std::int32_t* const results_;
  std::int64_t last_wake_{0};  // when the pool was last woken
};

/// Kills this process when its parent has ended, however that happens.
void DieWithParent(int parent);

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_CHANNEL_H_
