// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// EnvScope: in a checked build, records which env a thread runs, so that a
// crash report can name the env. In other builds it does nothing.
//
// The handler of SIGSEGV and similar signals writes the env's class, id, the
// running call and a backtrace to standard error. Then it passes the signal on
// to the previous handler, such as Python's faulthandler, and the process ends
// as usual. Crashes of threads that run no env are not reported.
//
// Threads: a scope belongs to its thread. Errors: none; if slots run out, a
// crash is not reported.

#ifndef ENVPOOL_CORE_CHECKED_CRASH_REPORT_H_
#define ENVPOOL_CORE_CHECKED_CRASH_REPORT_H_

#include "envpool/core/export.h"

#ifdef ENVPOOL_CHECKED

#include <cxxabi.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>

#include "envpool/core/checked/entry_watch.h"

#endif  // ENVPOOL_CHECKED

namespace envpool {
ENVPOOL_BEGIN_CHECKED

#ifdef ENVPOOL_CHECKED

/// Tools recognise a checked module by this string.
__attribute__((used)) inline const char checked_mark[] =
    "envpool: a checked build";

/// The call that a thread is running. Not in thread-local memory, because a
/// signal handler must not be the first to access such memory.
struct CrashSlot {
  std::atomic<pthread_t> thread{};  // zero means free
  std::atomic<const char*> env{nullptr};
  std::atomic<const char*> call{nullptr};
  std::atomic<int> first{0}, count{0};  // env ids first .. first + count - 1
};
inline CrashSlot crash_slots[4096];

struct CrashSignal {
  int number;
  const char* text;
  struct sigaction before;
};
inline CrashSignal crash_signals[] = {
    {SIGSEGV, "Segmentation fault", {}},
    {SIGBUS, "Bus error", {}},
    {SIGFPE, "Arithmetic error", {}},
    {SIGILL, "Illegal instruction", {}},
    {SIGABRT, "Abort", {}},
};

/// Formats and writes a line; async-signal-safe.
class CrashLine {
 public:
  CrashLine& operator<<(std::string_view text) {
    const std::size_t count = std::min(text.size(), sizeof(text_) - size_);
    std::memcpy(text_ + size_, text.data(), count);
    size_ += count;
    return *this;
  }
  CrashLine& operator<<(int number) {
    char digits[12];
    char* first = digits + sizeof(digits);
    do {
      *--first = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    return *this << std::string_view(first, digits + sizeof(digits) - first);
  }
  ~CrashLine() { static_cast<void>(!write(STDERR_FILENO, text_, size_)); }

 private:
  char text_[512];
  std::size_t size_{0};
};

__attribute__((noinline)) inline void ReportCrash(const CrashSignal& signal,
                                                  const CrashSlot& slot) {
  {
    CrashLine line;
    line << "\n" << signal.text << " in " << slot.env.load();
    const int first = slot.first;
    const int last = first + slot.count - 1;
    line << (last > first ? ", envs " : ", env ") << first;
    if (last > first) {
      line << " to " << last;
    }
    line << ", in " << slot.call.load() << ". Backtrace:\n";
  }
  void* frames[64];
  const int count = backtrace(frames, 64);
  // Skips the frames of this function, the handler and the signal trampoline.
  const int own = count > 3 ? 3 : 0;
  backtrace_symbols_fd(frames + own, count - own, STDERR_FILENO);
}

inline void OnCrash(int number, siginfo_t* info, void* /*context*/) {
  const pthread_t thread = pthread_self();
  for (CrashSignal& signal : crash_signals) {
    if (signal.number != number) {
      continue;
    }
    for (const CrashSlot& slot : crash_slots) {
      if (slot.thread == thread && slot.call != nullptr) {
        ReportCrash(signal, slot);
        break;
      }
    }
    sigaction(number, &signal.before, nullptr);
  }
  // A faulting instruction runs again and raises its signal again; a signal
  // from a process must be raised here.
  if (info->si_code <= 0 || info->si_code == SI_USER) {
    raise(number);
  }
}

/// Installs the handlers; called once per module.
inline bool CatchCrashes() {
  void* frame[1];
  backtrace(frame, 1);  // loads libgcc now: the handler must not
  for (CrashSignal& signal : crash_signals) {
    struct sigaction action = {};
    action.sa_sigaction = OnCrash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal.number, &action, &signal.before);
  }
  return true;
}

/// A thread's slot, and a handler stack for reporting stack overflows.
class CrashSlotHolder {
 public:
  CrashSlotHolder() {
    [[maybe_unused]] static const bool kCatches = CatchCrashes();
    for (CrashSlot& slot : crash_slots) {
      if (slot.thread == pthread_self()) {  // of a thread that a fork ended
        slot.call = nullptr;
        slot.thread = pthread_t{};
      }
    }
    for (CrashSlot& slot : crash_slots) {
      pthread_t free{};
      if (slot.thread.compare_exchange_strong(free, pthread_self())) {
        slot_ = &slot;
        break;
      }
    }
    stack_t before;
    if (sigaltstack(nullptr, &before) == 0 && (before.ss_flags & SS_DISABLE)) {
      memory_ = std::make_unique<char[]>(kStackBytes);
      stack_t stack = {};
      stack.ss_sp = memory_.get();
      stack.ss_size = kStackBytes;
      sigaltstack(&stack, nullptr);
    }
  }
  ~CrashSlotHolder() {
    if (memory_ != nullptr) {
      stack_t none = {};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
    }
    if (slot_ != nullptr) {
      slot_->thread = pthread_t{};
    }
  }
  CrashSlotHolder(const CrashSlotHolder&) = delete;
  CrashSlotHolder& operator=(const CrashSlotHolder&) = delete;
  [[nodiscard]] CrashSlot* slot() const { return slot_; }

 private:
  static constexpr std::size_t kStackBytes = 1 << 16;
  CrashSlot* slot_{nullptr};
  std::unique_ptr<char[]> memory_;
};

inline CrashSlot* SlotOfThisThread() {
  thread_local const CrashSlotHolder thread;
  return thread.slot();
}

/// The demangled name of a class.
inline std::string NameOf(const std::type_info& type) {
  int status = 0;
  char* name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string text = name == nullptr ? type.name() : name;
  std::free(name);
  return text;
}

/// While it exists, this thread is recorded as running a call of these envs.
class EnvScope {
 public:
  /// `env` and `call` must outlive the scope.
  EnvScope(const char* env, int first, int count, const char* call)
      : slot_(SlotOfThisThread()), running_(running_env) {
    running_env = count == 1 ? first : -1;
    if (slot_ != nullptr) {
      env_ = slot_->env;
      call_ = slot_->call;
      first_ = slot_->first;
      count_ = slot_->count;
      Set(env, first, count, call);
    }
  }
  template <typename EnvT>
  static EnvScope Of(int first, int count, const char* call) {
    static const std::string kName = NameOf(typeid(EnvT));
    return {kName.c_str(), first, count, call};
  }
  ~EnvScope() {
    running_env = running_;
    if (slot_ != nullptr) {
      Set(env_, first_, count_, call_);
    }
  }
  EnvScope(const EnvScope&) = delete;
  EnvScope& operator=(const EnvScope&) = delete;

 private:
  void Set(const char* env, int first, int count, const char* call) {
    slot_->env = env;
    slot_->first = first;
    slot_->count = count;
    slot_->call = call;
  }
  CrashSlot* const slot_;
  const int running_;
  // The enclosing scope's values, for an env that steps another pool.
  const char* env_{nullptr};
  const char* call_{nullptr};
  int first_{0}, count_{0};
};

#else

class EnvScope {
 public:
  template <typename EnvT>
  static EnvScope Of(int /*first*/, int /*count*/, const char* /*call*/) {
    return {};
  }
  ~EnvScope() {}  // avoids unused-variable warnings
};

#endif  // ENVPOOL_CHECKED

ENVPOOL_END_CHECKED
}  // namespace envpool

#endif  // ENVPOOL_CORE_CHECKED_CRASH_REPORT_H_
