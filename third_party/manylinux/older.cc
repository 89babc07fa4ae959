// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Replaces functions that glibc 2.28 and its libstdc++ lack, for our shared
// libraries. See older.S.

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

#define HIDDEN extern "C" __attribute__((visibility("hidden")))

// std::exception_ptr's constructor and destructor. Unlike _M_addref() and
// _M_release(), the old libstdc++ has them; the new header does not call them.
extern "C" void CopyExceptionPtr(void* to, const void* from) __asm__(
    "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_");
extern "C" void DestroyExceptionPtr(void* pointer) __asm__(
    "_ZNSt15__exception_ptr13exception_ptrD1Ev");

/// std::exception_ptr::_M_addref()
HIDDEN void AddReference(void** pointer) noexcept
    __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");

/// std::exception_ptr::_M_release()
HIDDEN void Release(void** pointer) noexcept
    __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");

void AddReference(void** pointer) noexcept {
  void* copy = nullptr;  // never destroyed, so the reference remains
  CopyExceptionPtr(&copy, pointer);
}

void Release(void** pointer) noexcept {
  DestroyExceptionPtr(pointer);
  *pointer = nullptr;
}

HIDDEN pid_t Gettid() __asm__("gettid");

pid_t Gettid() { return static_cast<pid_t>(syscall(SYS_gettid)); }

namespace {

using Wait = int(pthread_cond_t*, pthread_mutex_t*, clockid_t,
                 const struct timespec*);

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t Nanoseconds(const struct timespec& time) {
  return time.tv_sec * kSecond + time.tv_nsec;
}

std::int64_t Now(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return Nanoseconds(now);
}

}  // namespace

/// pthread_cond_clockwait() by the realtime clock, the default clock of
/// condition variables. If that clock is changed during the wait, the wait ends
/// too early or too late.
HIDDEN int WaitByRealtime(pthread_cond_t* condition, pthread_mutex_t* mutex,
                          clockid_t clock, const struct timespec* end) {
  const std::int64_t left = Nanoseconds(*end) - Now(clock);
  const std::int64_t until = Now(CLOCK_REALTIME) + left;
  const struct timespec at = {until / kSecond, until % kSecond};
  return pthread_cond_timedwait(condition, mutex, &at);
}

HIDDEN Wait ClockWait __asm__("pthread_cond_clockwait");

int ClockWait(pthread_cond_t* condition, pthread_mutex_t* mutex,
              clockid_t clock, const struct timespec* end) {
  static Wait* const wait = [] {
    void* newer = dlsym(RTLD_DEFAULT, "pthread_cond_clockwait");
    return newer != nullptr ? reinterpret_cast<Wait*>(newer) : WaitByRealtime;
  }();
  return wait(condition, mutex, clock, end);
}
