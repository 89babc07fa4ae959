// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The threads of an Exchange that collect results, and look after workers.

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/pyenvs/exchange.h"

namespace envpool::pyenvs {
namespace {

// A collector looks for results and at its worker after these times, each twice
// as long as the one before; usually it is woken earlier.
constexpr std::int64_t kFirstNap = 1'000'000;
constexpr std::int64_t kLongestNap = 64'000'000;
constexpr std::int64_t kDeepSleep = 1'000'000'000;

/// How a process has ended, which stays for its parent to see; empty if it
/// runs.
std::string EndOf(int pid) {
  siginfo_t info{};
  if (waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return errno == ECHILD ? "ended" : "";
  }
  if (info.si_pid == 0) {
    return "";
  }
  if (info.si_code == CLD_EXITED) {
    return "ended with exit status " + std::to_string(info.si_status);
  }
  return "was ended by signal " + std::to_string(info.si_status);
}

}  // namespace

void Exchange::Collect(int worker) {
  Worker& self = *workers_[worker];
  Lane& lane = board_.lane(worker);
  std::int64_t nap = kFirstNap;
  while (!stopping_.load()) {
    if (Take(worker)) {
      nap = kFirstNap;
      continue;
    }
    const bool deep = nap > kLongestNap && self.pending.load() == 0;
    lane.collector_sleeps.store(deep ? 2 : 1);
    // A thread that changes one of these then reads collector_sleeps.
    if (lane.finished.load() == self.collected && !stopping_.load() &&
        !(deep && self.pending.load() > 0)) {
      SleepOn(&lane.finished, self.collected, deep ? kDeepSleep : nap);
    }
    lane.collector_sleeps.store(0);
    if (lane.finished.load() == self.collected) {
      Look(worker);
      nap = self.pending.load() > 0 ? std::min(2 * nap, kLongestNap) : 2 * nap;
      nap = std::min(nap, kDeepSleep);
    }
  }
  self.ended.store(true);
}

/// Completes the rows of all that is finished. Returns false if nothing is.
bool Exchange::Take(int worker) {
  Worker& self = *workers_[worker];
  const std::uint32_t finished =
      board_.lane(worker).finished.load(std::memory_order_acquire);
  if (self.collected == finished) {
    return false;
  }
  const int first = board_.dims().FirstEnv(worker);
  const std::int32_t* results = board_.results(worker);
  StateBlock* block = nullptr;
  int rows = 0;
  for (; self.collected != finished; ++self.collected, ++rows) {
    const int env_id = first + results[self.collected & board_.RingMask()];
    block = envs_[env_id].chunk.block;
    self.pending.fetch_sub(1);
    Finish(env_id);
  }
  if (block != nullptr) {  // of all these rows, as the pool is synchronous
    engine_.load()->Complete(block, rows);
  }
  return true;
}

/// Calls write(lease) for the env's row. In an asynchronous pool another thread
/// may send to the env as soon as the row has ended.
template <typename F>
void Exchange::WithRow(int env_id, F&& write) {
  Env& env = envs_[env_id];
  Engine* engine = engine_.load();
  const Chunk chunk = env.chunk;
  if (chunk.block != nullptr) {
    RowLease::PrepareRows(*engine, chunk.block, chunk.first_row, env_id, 1);
  }
  RowLease lease(engine, chunk);
  lease.Begin(0, &env.record);
  write(&lease);
  lease.End();
}

void Exchange::Finish(int env_id) {
  const Slot& slot = board_.slot(env_id);
  envs_[env_id].pending = false;
  WithRow(env_id, [&](RowLease* lease) {
    if (!slot.failed) {
      WriteRow(env_id, lease);
      return;
    }
    const std::size_t size =
        std::min<std::size_t>(slot.note_sizes[0], board_.dims().note_bytes);
    const std::string text(board_.memory() + board_.NoteAt(env_id), size);
    lease->Fail(text.c_str());  // with the env's old seed
    Renew(&envs_[env_id]);
  });
}

void Exchange::WriteRow(int env_id, RowLease* lease) {
  Env& env = envs_[env_id];
  const Slot& slot = board_.slot(env_id);
  EnvRecord& record = env.record;
  const bool truncated = slot.truncated || record.elapsed_step >= limit_;
  lease->Open(
      1, slot.terminated,
      truncated ? record.elapsed_step : std::numeric_limits<int>::max());
  lease->At<float>(ResultColumns::kReward) = slot.reward;
  CopyResult(env_id, false, lease);
  record.needs_reset =
      lease->Finish([&] { return slot.terminated && truncated; });
  record.episode_return += lease->Reward();
  if (episode_stats_ && record.needs_reset) {
    lease->WriteEpisode();
  }
  if (slot.restarted) {
    lease->BeginAutoreset();
    if (slot.has_seed != 0) {
      env.seed = slot.seed;
      env.has_seed = true;
    }
    StartEpisode(&env);
    env.has_seed = false;
    lease->Open(1, false, std::numeric_limits<int>::max());
    CopyResult(env_id, true, lease);
    lease->EndSecond();
  }
}

/// `second`: the result of the restart in the same step.
void Exchange::CopyResult(int env_id, bool second, RowLease* lease) {
  const char* result = board_.memory() + board_.ResultAt(env_id, second);
  const RowRef row = lease->row();
  const int num_columns = static_cast<int>(entries_.results.size());
  for (int i = 0; i < num_columns; ++i) {
    std::memcpy(row.Item(ResultColumns::kFirstFamily + i),
                result + entries_.result_offsets[i],
                entries_.results[i].ItemBytes());
  }
  const Slot& slot = board_.slot(env_id);
  const std::uint32_t start = second ? slot.note_sizes[0] : 0;
  const std::uint32_t size = slot.note_sizes[second ? 1 : 0];
  // Of a row with a restart, the infos of the step come with it.
  const int objects = ResultColumns::kFirstFamily + num_columns - 1;
  lease->At<bool>(objects) = size > 0 || (second && slot.note_sizes[0] > 0);
  auto& infos = envs_[env_id].infos;
  const char* note = board_.memory() + board_.NoteAt(env_id);
  const int place = !second && slot.restarted ? 1 : 0;
  infos[place].assign(note + start, size);
  if (!slot.restarted) {
    infos[1].clear();
  }
}

void Exchange::Fail(int env_id, const std::string& text) {
  StateBlock* block = envs_[env_id].chunk.block;
  WithRow(env_id, [&](RowLease* lease) {
    lease->Fail(text.c_str());  // with the env's old seed
    Renew(&envs_[env_id]);
  });
  if (block != nullptr) {
    engine_.load()->Complete(block, 1);
  }
}

void Exchange::Renew(Env* env) {
  // A step of a linear congruential generator; seeds have 31 bits.
  constexpr std::uint64_t kMultiplier = 6364136223846793005;
  constexpr std::uint64_t kIncrement = 1442695040888963407;
  const auto seed = static_cast<std::uint64_t>(env->record.seed);
  env->seed =
      static_cast<std::int64_t>((seed * kMultiplier + kIncrement) >> 33);
  env->has_seed = true;
  env->record.needs_reset = true;
}

/// Ends a worker that takes too long, and finds out whether it has ended.
void Exchange::Look(int worker) {
  Worker& self = *workers_[worker];
  const int pid = self.pid.load();
  if (pid <= 0) {
    return;
  }
  const Lane& lane = board_.lane(worker);
  const int running = lane.running.load(std::memory_order_acquire);
  if (timeout_nanos_ > 0 && running >= 0 &&
      Nanos() - lane.since.load() > timeout_nanos_) {
    self.hung = true;
    kill(pid, SIGKILL);
  }
  const std::string end = EndOf(pid);
  if (end.empty()) {
    return;
  }
  while (Take(worker)) {
  }
  Bury(worker, "its worker process " + end);
}

void Exchange::Bury(int worker, const std::string& how) {
  Worker& self = *workers_[worker];
  Lane& lane = board_.lane(worker);
  const int first = board_.dims().FirstEnv(worker);
  const int last = board_.dims().FirstEnv(worker + 1);
  std::vector<int> failed;
  int running;
  {
    const std::lock_guard lock(self.mutex);
    self.pid.store(-1);
    running = lane.running.exchange(-1);
    for (int env_id = first; env_id < last; ++env_id) {
      Env& env = envs_[env_id];
      if (std::exchange(env.pending, false)) {
        failed.push_back(env_id);
      } else {
        env.lost = !env.record.needs_reset;
      }
    }
    lane.requested.store(0);
    lane.taken.store(0);
    lane.finished.store(0);
    lane.worker_sleeps.store(0);
    self.collected = 0;
    self.pending.store(0);
  }
  {
    const std::lock_guard lock(dead_mutex_);
    dead_.push_back(worker);
    death_.notify_all();
  }
  const bool hung = std::exchange(self.hung, false);
  for (const int env_id : failed) {
    std::string text = how;
    if (env_id == first + running) {
      text = hung ? "it did not return within timeout=" +
                        InSeconds(static_cast<double>(timeout_nanos_) / 1e9) +
                        ", and its worker process was killed"
                  : how + " while this env was running";
    }
    Fail(env_id, text);
  }
}

}  // namespace envpool::pyenvs
