// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SweepQueue: the waiting envs of an asynchronous pool. It serves them like an
// elevator: upwards by id from the last one taken, then again from the bottom.
//
// Envs with neighbouring ids are taken together, regardless of the order of
// sends, so batches become and remain long runs of consecutive ids. No env
// starves: while it waits, every other env has at most one turn.
//
// Threads: none; the engine guards it. Errors: only the constructor throws,
// std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_SWEEP_QUEUE_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_SWEEP_QUEUE_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "envpool/core/engine/kernel/step_kernel.h"

namespace envpool {

class SweepQueue {
 public:
  /// Holds envs of [first_env, end_env).
  SweepQueue(int first_env, int end_env)
      : first_env_(first_env),
        words_((static_cast<std::size_t>(end_env - first_env) + 63) / 64) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  void clear() {
    std::fill(words_.begin(), words_.end(), Word());
    size_ = 0;
  }

  /// Adds `count` envs; none of them may be queued already.
  void Push(int first_env, int count, Request request) {
    const std::uint64_t reset = request == Request::kReset ? ~0ULL : 0;
    ForWords(first_env - first_env_, count, [reset](Word* word, auto mask) {
      word->queued |= mask;
      word->reset = (word->reset & ~mask) | (reset & mask);
    });
    size_ += count;
  }
  /// The number of consecutive envs with the same request that come next; 0 if
  /// the queue is empty.
  int Find() {
    if (size_ == 0) {
      return 0;
    }
    at_ = FirstFrom(at_);
    const std::uint64_t bit = 1ULL << (at_ % 64);
    const bool reset = (words_[at_ / 64].reset & bit) != 0;
    int end = at_;
    for (std::size_t i = at_ / 64; i < words_.size(); ++i) {
      const Word& word = words_[i];
      const std::uint64_t same =
          word.queued & (reset ? word.reset : ~word.reset);
      const int length = std::countr_one(same >> (end % 64));
      end += length;
      if (end / 64 == static_cast<int>(i)) {
        break;  // within this word
      }
    }
    return end - at_;
  }
  /// After Find: takes the first `count` of the envs found.
  Chunk Pop(int count) {
    const bool reset = (words_[at_ / 64].reset >> (at_ % 64) & 1) != 0;
    ForWords(at_, count, [](Word* word, auto mask) { word->queued &= ~mask; });
    const Chunk chunk{first_env_ + at_, count,
                      reset ? Request::kReset : Request::kStep, nullptr, 0};
    at_ += count;
    size_ -= count;
    return chunk;
  }

 private:
  struct Word {
    std::uint64_t queued{0};  // one bit for each env
    std::uint64_t reset{0};   // bit set: a reset; clear: a step
  };

  /// Calls f(word, mask) for the words of the envs [first, first + count).
  template <typename F>
  void ForWords(int first, int count, F&& f) {
    while (count > 0) {
      const int bit = first % 64;
      const int here = std::min(count, 64 - bit);
      f(&words_[first / 64], (~0ULL >> (64 - here)) << bit);
      first += here;
      count -= here;
    }
  }
  /// Finds the first queued env from `from` on, else the first of all. The
  /// queue must not be empty.
  [[nodiscard]] int FirstFrom(int from) const {
    std::size_t i = static_cast<std::size_t>(from) / 64;
    std::uint64_t queued =
        i < words_.size() ? words_[i].queued & ~0ULL << (from % 64) : 0;
    while (queued == 0) {
      i = i + 1 < words_.size() ? i + 1 : 0;
      queued = words_[i].queued;
    }
    return static_cast<int>(i * 64) + std::countr_zero(queued);
  }

  int first_env_;
  std::vector<Word> words_;
  int at_{0};    // where the next search starts, relative to first_env_
  int size_{0};  // envs queued
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_SWEEP_QUEUE_H_
