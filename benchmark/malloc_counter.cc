// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the allocations of all threads of a process: a library for LD_PRELOAD.
// `envpool_mallocs` returns the count so far.
//
// It forwards to glibc's internal names, because a lookup with dlsym would
// allocate.

#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {

// NOLINTBEGIN: glibc's names
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* data, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
// NOLINTEND

}  // extern "C"

namespace {

std::atomic<long> num_allocations{0};  // NOLINT(runtime/int) of ctypes

void Count() { num_allocations.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

extern "C" {

long envpool_mallocs() {  // NOLINT(runtime/int)
  return num_allocations.load(std::memory_order_relaxed);
}

void* malloc(std::size_t size) {
  Count();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  Count();
  return __libc_calloc(count, size);
}
void* realloc(void* data, std::size_t size) {
  Count();
  return __libc_realloc(data, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  Count();
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  *result = memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}

}  // extern "C"
