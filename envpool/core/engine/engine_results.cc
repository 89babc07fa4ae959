// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/schedule/spin.h"

namespace envpool {
namespace {

constexpr std::chrono::microseconds kSpin{20};
constexpr std::chrono::milliseconds kPollInterval{50};
// A thread that runs envs continues for this long after its time limit.
// Otherwise recv with a limit of 0 would never return a batch in a pool without
// workers.
constexpr std::chrono::milliseconds kHelpGrace{1};

/// Counts a thread while it is parked.
class Counted {
 public:
  explicit Counted(std::atomic<int>* count) : count_(count) {
    count_->fetch_add(1);
  }
  ~Counted() { count_->fetch_sub(1); }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::atomic<int>* const count_;
};

}  // namespace

WaitHooks::~WaitHooks() = default;

std::chrono::milliseconds WaitHooks::PollInterval() { return kPollInterval; }

bool Engine::MayHelpLocked(bool limited) const {
  return Helps(limited) && active_.load() < max_workers_;
}

/// Runs envs, spins or sleeps until ready() returns true. ready() is called
/// with the mutex held; an exception from it ends the wait.
template <typename Ready>
void Engine::Wait(std::unique_lock<std::mutex>* lock, WaitHooks* hooks,
                  double timeout_seconds, Ready&& ready) {
  WaitClock clock(timeout_seconds, hooks == nullptr
                                       ? WaitClock::Clock::duration::zero()
                                       : hooks->PollInterval());
  const bool limited = timeout_seconds >= 0;
  bool runs = false;  // this thread has a place among the workers
  const auto leave_locked = [&] {
    if (std::exchange(runs, false)) {
      LeaveLocked();
    }
  };
  try {
    while (!ready()) {
      Chunk chunk;
      if ((runs ? Helps(limited) : MayHelpLocked(limited)) &&
          PopLocked(0, true, runs, &chunk)) {
        active_.Add(runs ? 0 : 1);
        runs = true;
        lock->unlock();
        clock.Spend(RunChunk(chunk));
      } else {
        leave_locked();
        if (config_.options.caller_helps && !Helps(limited) && HasRoom()) {
          lock->unlock();  // another thread must run the work
          WakeWorkers(false);
          lock->lock();
        }
        Park(lock, &clock, limited, ready);
        lock->unlock();
      }
      if (clock.PollIsDue()) {
        if (runs) {  // gives up its place: Poll may wait for the GIL
          lock->lock();
          leave_locked();
          lock->unlock();
        }
        hooks->Poll();
      }
      lock->lock();
      CheckOpen();
      if (clock.Expired() && !ready()) {
        leave_locked();
        GiveUpLocked(clock, timeout_seconds);
      }
    }
  } catch (...) {
    if (runs && !lock->owns_lock()) {
      lock->lock();
    }
    leave_locked();
    if (lock->owns_lock()) {
      lock->unlock();
    }
    WakeWorkers(false);  // this thread no longer helps
    throw;
  }
  leave_locked();
}

template <typename Ready>
void Engine::Park(std::unique_lock<std::mutex>* lock, WaitClock* clock,
                  bool limited, Ready&& ready) {
  const unsigned epoch = epoch_.load();
  lock->unlock();
  clock->Start();
  SpinUntil(kSpin, [&] {
    return epoch_.load() != epoch || (Helps(limited) && HasRoom()) || closed();
  });
  lock->lock();
  // A thread that changes one of these conditions then looks for waiters.
  const Counted waiting(&waiters_);
  if (!ready() && !closed() && !(MayHelpLocked(limited) && HasRoom())) {
    clock->Sleep(&progress_, lock);
  }
}

/// Throws Error(kTimeout), unless this thread has kHelpGrace left to run envs.
void Engine::GiveUpLocked(const WaitClock& clock,
                          double timeout_seconds) const {
  if (MayHelpLocked(true) && HasRoom() && !clock.Expired(kHelpGrace)) {
    return;
  }
  throw Error(ErrorKind::kTimeout,
              "recv: no batch within timeout=" + InSeconds(timeout_seconds));
}

StateBlock* Engine::Recv(WaitHooks* hooks, double timeout_seconds) {
  std::unique_lock lock = Lock();
  CheckOpen();
  limited_.store(timeout_seconds >= 0);
  Wait(&lock, hooks, timeout_seconds, [this, hooks] {
    if (scheduler_->Ready()) {
      return true;
    }
    if (!CanCompleteLocked() && (hooks == nullptr || !hooks->OthersMaySend())) {
      throw Error(ErrorKind::kProtocol,
                  "recv: too few results are pending (" +
                      std::to_string(admission_.outstanding()) +
                      " of batch_size=" + std::to_string(config_.batch_size) +
                      "); call send() or async_reset() first");
    }
    return false;
  });
  return TakeLocked(&lock);
}

/// Takes the complete next batch, and releases the mutex.
StateBlock* Engine::TakeLocked(std::unique_lock<std::mutex>* lock) {
  const Scheduler::Batch batch = scheduler_->Take();
  HandOverLocked(batch);
  lock->unlock();
  if (batch.rows * cost_.nanos_per_step() >= CostMeter::kHandOverNanos) {
    received_at_.store(std::chrono::steady_clock::now(),
                       std::memory_order_relaxed);
  }
  if (HasWork()) {
    WakeWorkers(false);  // this thread no longer helps
  }
  batch.block->CompactPlayers();
  return batch.block;
}

void Engine::HandOverLocked(const Scheduler::Batch& batch) {
  StateBlock* block = batch.block;
  block->rows = batch.rows;
  std::ranges::sort(block->faults, {}, &Fault::env_id);
  published_.Add(-batch.rows);
  admission_.Receive(block->env_ids(), block->ended(), batch.rows);
  NotifyLocked();  // another thread may wait for these rows
}

void Engine::Drain(WaitHooks* hooks) {
  std::unique_lock lock = Lock();
  CheckOpen();
  Wait(&lock, hooks, -1, [this] { return scheduler_->AllDone(); });
  for (Scheduler::Batch batch = scheduler_->TakeAny(); batch.block != nullptr;
       batch = scheduler_->TakeAny()) {
    HandOverLocked(batch);
    blocks_->Release(batch.block);
  }
}

bool Engine::RecvIsCheap() const {
  return Helps(false) && !kernel_->PassesOn() &&
         published_.load() >= RowsOfBatch() && active_.load() == 0 &&
         queued_rows_.load() * cost_.nanos_per_step() < kCheapNanos;
}

}  // namespace envpool
