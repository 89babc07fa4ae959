// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/testing/alloc_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace envpool::testing {
namespace {

std::atomic<std::int64_t> allocs{0};
std::atomic<std::int64_t> alive{0};
std::atomic<bool> armed{false};
std::atomic<bool> all_that_follow{false};
std::atomic<std::int64_t> countdown{0};
std::atomic<bool> struck{false};

/// Whether this allocation must fail.
bool MustFail() {
  if (!armed.load(std::memory_order_relaxed)) {
    return false;
  }
  const std::int64_t left = countdown.fetch_sub(1);
  return left == 1 || (left < 1 && all_that_follow.load());
}

void* Allocate(std::size_t size, std::size_t alignment) {
  allocs.fetch_add(1, std::memory_order_relaxed);
  if (MustFail()) {
    struck.store(true);
    throw std::bad_alloc();
  }
  void* data = alignment == 0
                   ? std::malloc(size > 0 ? size : 1)
                   : std::aligned_alloc(alignment, (size + alignment - 1) /
                                                       alignment * alignment);
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  alive.fetch_add(1, std::memory_order_relaxed);
  return data;
}

void Free(void* data) {
  if (data != nullptr) {
    alive.fetch_sub(1, std::memory_order_relaxed);
    std::free(data);
  }
}

}  // namespace

std::int64_t AllocCount() { return allocs.load(); }
std::int64_t AllocsAlive() { return alive.load(); }

FailNthAlloc::FailNthAlloc(std::int64_t nth, bool all_later) {
  struck.store(false);
  countdown.store(nth);
  all_that_follow.store(all_later);
  armed.store(true);
}
FailNthAlloc::~FailNthAlloc() { armed.store(false); }
bool FailNthAlloc::Struck() { return struck.load(); }

}  // namespace envpool::testing

using envpool::testing::Allocate;
using envpool::testing::Free;

void* operator new(std::size_t size) { return Allocate(size, 0); }
void* operator new[](std::size_t size) { return Allocate(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return Allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* data) noexcept { Free(data); }
void operator delete[](void* data) noexcept { Free(data); }
void operator delete(void* data, std::size_t /*size*/) noexcept { Free(data); }
void operator delete[](void* data, std::size_t /*size*/) noexcept {
  Free(data);
}
void operator delete(void* data, std::align_val_t /*alignment*/) noexcept {
  Free(data);
}
void operator delete[](void* data, std::align_val_t /*alignment*/) noexcept {
  Free(data);
}
void operator delete(void* data, std::size_t /*size*/,
                     std::align_val_t /*alignment*/) noexcept {
  Free(data);
}
void operator delete[](void* data, std::size_t /*size*/,
                       std::align_val_t /*alignment*/) noexcept {
  Free(data);
}
