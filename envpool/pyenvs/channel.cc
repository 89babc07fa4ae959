// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/pyenvs/channel.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <span>
#include <thread>

#include "envpool/core/engine/schedule/spin.h"

namespace envpool::pyenvs {
namespace {

// While requests are queued, the pool is woken at most once in this time, and
// only by results that it waits for. It also wakes by itself, since the next
// env may take long.
constexpr std::int64_t kWakeInterval = 100'000;
constexpr std::chrono::milliseconds kLookAtParent{100};

}  // namespace

Channel::Channel(std::span<const int> files, const Dims& dims, int worker)
    : shared_(files.front(), dims),
      wait_(files.subspan(1)),
      first_(dims.FirstEnv(worker)),
      queues_(shared_.queues(worker)),
      requests_(shared_.requests(worker)),
      results_(shared_.results(worker)) {}

bool Channel::HasRequest() const {
  return queues_.requested.load(std::memory_order_acquire) !=
             queues_.taken.load(std::memory_order_relaxed) ||
         queues_.stop.load(std::memory_order_relaxed) != 0;
}

void Channel::Await(std::uint32_t taken) {
  if (SpinUntil(std::chrono::nanoseconds(queues_.spin_nanos),
                [this] { return HasRequest(); })) {
    return;
  }
  while (!HasRequest()) {
    queues_.worker_sleeps.store(1);
    if (queues_.requested.load() == taken && queues_.stop.load() == 0) {
      wait_.Sleep(kWorkerSide, &queues_.requested, taken, -1);
    }
    queues_.worker_sleeps.store(0);
  }
}

int Channel::Next() {
  const std::uint32_t taken = queues_.taken.load(std::memory_order_relaxed);
  queues_.running.store(-1, std::memory_order_relaxed);
  if (!HasRequest()) {
    Await(taken);
  }
  if (queues_.stop.load() != 0) {
    return kStop;
  }
  const int env = requests_[taken & shared_.RingMask()];
  if (env >= 0) {
    header(env).extra_sizes[0] = header(env).extra_sizes[1] = 0;
  }
  queues_.since.store(Nanos(), std::memory_order_relaxed);
  queues_.running.store(env, std::memory_order_release);
  queues_.taken.store(taken + 1, std::memory_order_release);
  return env;
}

bool Channel::WriteExtra(int env, std::string_view bytes, bool second) {
  EnvHeader& header = this->header(env);
  const std::size_t start = second ? header.extra_sizes[0] : 0;
  if (start + bytes.size() > shared_.dims().extra_bytes) {
    return false;
  }
  std::memcpy(shared_.data() + shared_.ExtraAt(first_ + env) + start,
              bytes.data(), bytes.size());
  header.extra_sizes[second ? 1 : 0] = static_cast<std::uint32_t>(bytes.size());
  return true;
}

void Channel::StopClock() {
  queues_.since.store(std::numeric_limits<std::int64_t>::max());
}

void Channel::StartClock() { queues_.since.store(Nanos()); }

void Channel::Finish(int env, float reward, bool terminated, bool truncated,
                     bool restarted, bool failed) {
  EnvHeader& header = this->header(env);
  header.reward = reward;
  header.terminated = terminated;
  header.truncated = truncated;
  header.restarted = restarted;
  header.failed = failed;
  const std::uint32_t finished =
      queues_.finished.load(std::memory_order_relaxed);
  results_[finished & shared_.RingMask()] = env;
  queues_.finished.store(finished + 1);
  if (queues_.collector_sleeps.load() == 0) {
    return;
  }
  const bool is_last = !HasRequest();
  if (!is_last && !queues_.HasEnough()) {
    return;
  }
  const std::int64_t now = Nanos();
  if (is_last || now - last_wake_ >= kWakeInterval) {
    last_wake_ = now;
    wait_.Wake(kPoolSide, &queues_.finished);
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
