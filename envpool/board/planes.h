// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes observations. Many of their planes have one value in all cells.

#ifndef ENVPOOL_BOARD_PLANES_H_
#define ENVPOOL_BOARD_PLANES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace envpool::board {

/// Writes the planes of one cell into `count` cells. What is written so far is
/// copied at once, because copies of a cell's size are slow.
template <typename T, std::size_t planes>
inline void Repeat(const std::array<T, planes>& cell, std::size_t count,
                   T* cells) {
  std::memcpy(cells, cell.data(), sizeof(cell));
  for (std::size_t done = 1; done < count;) {
    const std::size_t more = std::min(done, count - done);
    std::memcpy(cells + done * planes, cells, more * sizeof(cell));
    done += more;
  }
}

/// Memory of this thread for a row, before CopyPastCaches. All games share it,
/// because libraries should have few variables of threads.
inline std::vector<char>& ThreadMemory() {
  thread_local std::vector<char> memory;
  return memory;
}

/// Copies to memory that does not fit into the caches. Plain stores would read
/// each line first. The caller need not wait for the stores: they end before
/// later ones of this thread.
inline void CopyPastCaches(const void* from, std::size_t bytes, void* to) {
  const auto* source = static_cast<const char*>(from);
  auto* target = static_cast<char*>(to);
#if defined(__SSE2__)
  constexpr std::size_t kBytes = sizeof(__m128i);
  if (reinterpret_cast<std::uintptr_t>(target) % kBytes == 0) {
    const std::size_t whole = bytes / kBytes * kBytes;
    for (std::size_t i = 0; i < whole; i += kBytes) {
      _mm_stream_si128(
          reinterpret_cast<__m128i*>(target + i),
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + i)));
    }
    _mm_sfence();
    source += whole;
    target += whole;
    bytes -= whole;
  }
#endif
  std::memcpy(target, source, bytes);
}

}  // namespace envpool::board

#endif  // ENVPOOL_BOARD_PLANES_H_
