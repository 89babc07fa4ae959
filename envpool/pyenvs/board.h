// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Board: memory that a pool shares with its worker processes. Each worker has a
// lane with two rings: envs that the pool requests, and envs that the worker
// has finished. Each env has a slot with its request and result.
//
// Ownership: maps a file that has no name, so that nothing is left of it when
// both processes are gone. Threads: of a lane, one thread at a time puts
// requests (under a mutex of the pool's), one collects results; in the worker,
// one thread does both. Errors: std::runtime_error if the file cannot be
// mapped.

#ifndef ENVPOOL_PYENVS_BOARD_H_
#define ENVPOOL_PYENVS_BOARD_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace envpool::pyenvs {

/// How large everything is. Both processes compute the same places from it.
struct Dims {
  int num_envs;
  int num_workers;
  std::size_t action_bytes;  // of one env
  std::size_t result_bytes;
  std::size_t note_bytes;  // for texts of errors, and what has no column

  /// The first env of a worker; of the one after the last: num_envs.
  [[nodiscard]] int FirstEnv(int worker) const {
    return static_cast<int>(static_cast<std::int64_t>(worker) * num_envs /
                            num_workers);
  }
};

enum class Op : std::int32_t { kStep, kReset };

/// When a step that ends the episode starts the next one at once.
enum class Restart : std::int32_t { kNever, kAtEnd, kAlways };

struct alignas(64) Slot {
  // What is requested.
  Op op;
  Restart restart;
  std::int64_t seed;
  std::int32_t has_seed;
  std::uint32_t options_size;  // of the options of a reset, in the note
  // What came of it.
  std::uint32_t note_sizes[2];  // of a text or of infos; of infos of a restart
  float reward;
  bool terminated;
  bool truncated;
  bool failed;
  bool restarted;
};

/// `requested` and `finished` count what was ever put into the rings; both are
/// also what the other side sleeps on.
struct Lane {
  alignas(64) std::atomic<std::uint32_t> requested;
  std::atomic<std::uint32_t> stop;
  alignas(64) std::atomic<std::uint32_t> taken;
  std::atomic<std::uint32_t> worker_sleeps;
  std::atomic<std::int32_t> running;  // the worker's env by number, or -1
  std::atomic<std::int64_t> since;    // nanoseconds of the monotonic clock
  alignas(64) std::atomic<std::uint32_t> finished;
  alignas(64) std::atomic<std::uint32_t> collector_sleeps;
};

class Board {
 public:
  Board(int fd, const Dims& dims);
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  static std::size_t Bytes(const Dims& dims);

  [[nodiscard]] const Dims& dims() const { return dims_; }
  [[nodiscard]] char* memory() const { return memory_; }
  [[nodiscard]] Lane& lane(int worker) const;
  /// The rings of a lane, of RingSize() entries each.
  [[nodiscard]] std::int32_t* requests(int worker) const;
  [[nodiscard]] std::int32_t* results(int worker) const;
  [[nodiscard]] std::uint32_t RingMask() const { return ring_size_ - 1; }
  [[nodiscard]] Slot& slot(int env) const;
  // Offsets in the memory of what an env has besides.
  [[nodiscard]] std::size_t ActionAt(int env) const;
  /// `second`: of the restart in the same step.
  [[nodiscard]] std::size_t ResultAt(int env, bool second) const;
  [[nodiscard]] std::size_t NoteAt(int env) const;

 private:
  static std::size_t LaneBytes(std::uint32_t ring_size);
  static std::size_t EnvBytes(const Dims& dims);
  static std::uint32_t RingSize(const Dims& dims);

  const Dims dims_;
  const std::uint32_t ring_size_;
  char* const memory_;
};

/// An entry of a ring of requests that is no env: read the worker's socket.
inline constexpr std::int32_t kCall = -2;

std::int64_t Nanos();
/// Sleeps while `*word == value`, for at most this long (negative: no limit).
void SleepOn(std::atomic<std::uint32_t>* word, std::uint32_t value,
             std::int64_t nanos);
void WakeFrom(std::atomic<std::uint32_t>* word);

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_BOARD_H_
