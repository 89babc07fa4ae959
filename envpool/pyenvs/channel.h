// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Channel: a worker process's end of its lane.
//
// Threads: one, which holds the GIL except while it waits. Errors:
// std::runtime_error from the constructor.

#ifndef ENVPOOL_PYENVS_CHANNEL_H_
#define ENVPOOL_PYENVS_CHANNEL_H_

#include <cstdint>
#include <string_view>

#include "envpool/pyenvs/board.h"

namespace envpool::pyenvs {

class Channel {
 public:
  Channel(int fd, const Dims& dims, int worker);

  static constexpr int kStop = -1;
  /// Waits for a request. Returns the env's number among the worker's, kCall,
  /// or kStop. Called without the GIL.
  int Next();
  /// Whether Next would return at once.
  [[nodiscard]] bool HasRequest() const;

  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] Slot& slot(int env) const { return board_.slot(first_ + env); }
  [[nodiscard]] int first() const { return first_; }
  /// Writes into the env's note. `second`: behind the first part. Returns
  /// false, and writes nothing, if there is no room.
  bool Note(int env, std::string_view bytes, bool second);
  /// Lets no time pass for the limit of the request, or start from now on.
  void StopClock();
  void StartClock();
  /// Publishes the env's result.
  void Finish(int env, float reward, bool terminated, bool truncated,
              bool restarted, bool failed);

 private:
  void Await(std::uint32_t taken);

  Board board_;
  const int worker_;
  const int first_;
  Lane& lane_;
  const std::int32_t* const requests_;
  std::int32_t* const results_;
  std::int64_t told_{0};  // when the pool was last woken
};

/// Kills this process when its parent has ended, however that happens.
void DieWithParent(int parent);

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_CHANNEL_H_
