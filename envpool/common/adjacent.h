// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Adjacent<Env>: a base class of envs with cheap steps. Objects that are made
// one after the other lie next to each other in memory. Many of them share a
// page, so a step seldom waits for the translation of an address.
//
// Threads: objects may be made and deleted by any threads. Ownership: a chunk
// of memory is freed with the last of its objects.

#ifndef ENVPOOL_COMMON_ADJACENT_H_
#define ENVPOOL_COMMON_ADJACENT_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>

namespace envpool {

template <typename Env>
class Adjacent {
 public:
  static void* operator new(std::size_t size) {
    // Whole cache lines: threads do not share them.
    const std::size_t bytes = (size + kLine - 1) / kLine * kLine;
    if (bytes > kChunkBytes / 8) {
      return ::operator new(size);
    }
    const std::scoped_lock lock(mutex);
    if (newest == nullptr || newest->used + bytes > kChunkBytes) {
      newest = new (::operator new(kChunkBytes, kAlignment)) Chunk;
    }
    void* const object = reinterpret_cast<char*>(newest) + newest->used;
    newest->used += bytes;
    ++newest->objects;
    return object;
  }
  static void operator delete(void* object, std::size_t size) {
    if (size > kChunkBytes / 8) {
      ::operator delete(object);
      return;
    }
    const std::scoped_lock lock(mutex);
    const auto address = reinterpret_cast<std::uintptr_t>(object);
    auto* const chunk =
        reinterpret_cast<Chunk*>(address / kChunkBytes * kChunkBytes);
    if (--chunk->objects > 0) {
      return;
    }
    if (chunk == newest) {
      newest = nullptr;
    }
    ::operator delete(chunk, kAlignment);
  }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr std::size_t kChunkBytes = 1 << 16;
  static constexpr std::align_val_t kAlignment{kChunkBytes};

  struct Chunk {
    std::size_t used = kLine;  // bytes from the start; these are the first
    std::size_t objects = 0;   // that have not been deleted
  };

  static inline std::mutex mutex;
  static inline Chunk* newest = nullptr;  // where the next object goes
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_ADJACENT_H_
