// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SharedMemory: the memory segment that a pool shares with its worker
// processes. Each worker has two queues, which are ring buffers of env numbers:
// the requests of the pool, and the results of the worker. Each env has a
// header, an action, two results and extra bytes:
//
//   worker 0: WorkerQueues, requests, results      env 0: EnvHeader
//   worker 1: ...                                         action
//                                                         result
//                                                         result of a restart
//                                                         extra bytes
//                                                  env 1: ...
//
// The extra bytes hold the options of a reset; then the text of an error, or
// the pickled infos that have no column.
//
// Ownership: maps a file without a name, which the system frees when both
// processes have ended. Threads: in the pool, one thread at a time adds
// requests (under the worker's mutex), and one thread takes results; in the
// worker, one thread takes requests and adds results. Errors:
// std::runtime_error if the file cannot be mapped.

#ifndef ENVPOOL_PYENVS_SHARED_MEMORY_H_
#define ENVPOOL_PYENVS_SHARED_MEMORY_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace envpool::pyenvs {

/// The sizes from which both processes compute all offsets.
struct Dims {
  int num_envs;
  int num_workers;
  std::size_t action_bytes;  // of one env
  std::size_t result_bytes;
  std::size_t extra_bytes;

  /// The first env of a worker. For worker = num_workers it is num_envs.
  [[nodiscard]] int FirstEnv(int worker) const {
    return static_cast<int>(static_cast<std::int64_t>(worker) * num_envs /
                            num_workers);
  }
};

enum class Op : std::int32_t { kStep, kReset };

/// Whether a step also starts the next episode.
enum class Restart : std::int32_t { kNever, kAtEnd, kAlways };

/// The request to an env, and its result without the arrays.
struct alignas(64) EnvHeader {
  // The request.
  Op op;
  Restart restart;
  std::int64_t seed;
  std::int32_t has_seed;
  std::uint32_t options_size;  // of the options of a reset, in the extra bytes
  // The result.
  std::uint32_t extra_sizes[2];  // of a text or of infos; of infos of a restart
  float reward;
  bool terminated;
  bool truncated;
  bool failed;
  bool restarted;
};

/// The counters of a worker's queues: how many requests were ever added and
/// taken, and how many results were ever added. The worker sleeps on
/// `requested`, the pool's collector on `finished`; before, both spin for
/// `spin_nanos`. The worker wakes the collector when it has no request left, or
/// when `finished` has reached `wake_at`.
struct WorkerQueues {
  alignas(64) std::atomic<std::uint32_t> requested;
  std::atomic<std::uint32_t> stop;
  std::int64_t spin_nanos;  // does not change
  alignas(64) std::atomic<std::uint32_t> taken;
  std::atomic<std::uint32_t> worker_sleeps;
  std::atomic<std::int32_t> running;  // the worker's env by number, or -1
  std::atomic<std::int64_t> since;    // nanoseconds of the monotonic clock
  alignas(64) std::atomic<std::uint32_t> finished;
  alignas(64) std::atomic<std::uint32_t> collector_sleeps;
  std::atomic<std::uint32_t> wake_at;

  /// Whether `finished` has reached `wake_at`; both may wrap around.
  [[nodiscard]] bool HasEnough() const {
    return static_cast<std::int32_t>(finished.load() - wake_at.load()) >= 0;
  }
};

class SharedMemory {
 public:
  SharedMemory(int fd, const Dims& dims);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  static std::size_t Bytes(const Dims& dims);

  [[nodiscard]] const Dims& dims() const { return dims_; }
  [[nodiscard]] char* data() const { return memory_; }
  [[nodiscard]] WorkerQueues& queues(int worker) const;
  /// The two ring buffers of a worker. Each has RingMask() + 1 entries.
  [[nodiscard]] std::int32_t* requests(int worker) const;
  [[nodiscard]] std::int32_t* results(int worker) const;
  [[nodiscard]] std::uint32_t RingMask() const { return ring_size_ - 1; }
  [[nodiscard]] EnvHeader& header(int env) const;
  // The offsets of an env's parts in the memory.
  [[nodiscard]] std::size_t ActionAt(int env) const;
  /// `second`: of the restart in the same step.
  [[nodiscard]] std::size_t ResultAt(int env, bool second) const;
  [[nodiscard]] std::size_t ExtraAt(int env) const;

 private:
  static std::size_t QueueBytes(std::uint32_t ring_size);
  static std::size_t EnvBytes(const Dims& dims);
  static std::uint32_t RingSize(const Dims& dims);

  const Dims dims_;
  const std::uint32_t ring_size_;
  char* const memory_;
};

/// An entry of a ring of requests that asks the worker to read its socket.
inline constexpr std::int32_t kCall = -2;

/// The sides of a worker's SharedWait: the worker sleeps on `requested`, the
/// pool's collector on `finished`.
inline constexpr int kWorkerSide = 0;
inline constexpr int kPoolSide = 1;

std::int64_t Nanos();

}  // namespace envpool::pyenvs

#endif  // ENVPOOL_PYENVS_SHARED_MEMORY_H_
