// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/pyenvs/channel.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <thread>

namespace envpool::pyenvs {
namespace {

// A result that others are waiting behind is told of after this long. The pool
// also looks by itself: the next env may take long.
constexpr std::int64_t kTellNanos = 100'000;
constexpr std::int64_t kSpinNanos = 5'000;
constexpr std::chrono::milliseconds kLookAtParent{100};

}  // namespace

Channel::Channel(int fd, const Dims& dims, int worker)
    : board_(fd, dims),
      worker_(worker),
      first_(dims.FirstEnv(worker)),
      lane_(board_.lane(worker)),
      requests_(board_.requests(worker)),
      results_(board_.results(worker)) {}

bool Channel::HasRequest() const {
  return lane_.requested.load(std::memory_order_acquire) !=
             lane_.taken.load(std::memory_order_relaxed) ||
         lane_.stop.load(std::memory_order_relaxed) != 0;
}

void Channel::Await(std::uint32_t taken) {
  for (const std::int64_t end = Nanos() + kSpinNanos; Nanos() < end;) {
    if (HasRequest()) {
      return;
    }
  }
  while (!HasRequest()) {
    lane_.worker_sleeps.store(1);
    if (lane_.requested.load() == taken && lane_.stop.load() == 0) {
      SleepOn(&lane_.requested, taken, -1);
    }
    lane_.worker_sleeps.store(0);
  }
}

int Channel::Next() {
  const std::uint32_t taken = lane_.taken.load(std::memory_order_relaxed);
  lane_.running.store(-1, std::memory_order_relaxed);
  if (!HasRequest()) {
    Await(taken);
  }
  if (lane_.stop.load() != 0) {
    return kStop;
  }
  const int env = requests_[taken & board_.RingMask()];
  if (env >= 0) {
    slot(env).note_sizes[0] = slot(env).note_sizes[1] = 0;
  }
  lane_.since.store(Nanos(), std::memory_order_relaxed);
  lane_.running.store(env, std::memory_order_release);
  lane_.taken.store(taken + 1, std::memory_order_release);
  return env;
}

bool Channel::Note(int env, std::string_view bytes, bool second) {
  Slot& slot = this->slot(env);
  const std::size_t start = second ? slot.note_sizes[0] : 0;
  if (start + bytes.size() > board_.dims().note_bytes) {
    return false;
  }
  std::memcpy(board_.memory() + board_.NoteAt(first_ + env) + start,
              bytes.data(), bytes.size());
  slot.note_sizes[second ? 1 : 0] = static_cast<std::uint32_t>(bytes.size());
  return true;
}

void Channel::StopClock() {
  lane_.since.store(std::numeric_limits<std::int64_t>::max());
}

void Channel::StartClock() { lane_.since.store(Nanos()); }

void Channel::Finish(int env, float reward, bool terminated, bool truncated,
                     bool restarted, bool failed) {
  Slot& slot = this->slot(env);
  slot.reward = reward;
  slot.terminated = terminated;
  slot.truncated = truncated;
  slot.restarted = restarted;
  slot.failed = failed;
  const std::uint32_t finished = lane_.finished.load(std::memory_order_relaxed);
  results_[finished & board_.RingMask()] = env;
  lane_.finished.store(finished + 1);
  if (lane_.collector_sleeps.load() == 0) {
    return;
  }
  const std::int64_t now = Nanos();
  if (!HasRequest() || now - told_ >= kTellNanos) {
    told_ = now;
    WakeFrom(&lane_.finished);
  }
}

void DieWithParent(int parent) {
  // PR_SET_PDEATHSIG would ask for the end of the thread that made the worker.
  std::thread([parent] {
    while (getppid() == parent) {
      std::this_thread::sleep_for(kLookAtParent);
    }
    kill(getpid(), SIGKILL);
  }).detach();
}

}  // namespace envpool::pyenvs
