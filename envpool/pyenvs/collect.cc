// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The threads of a WorkerKernel: they take results, and watch the workers.

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/schedule/spin.h"
#include "envpool/pyenvs/worker_kernel.h"

namespace envpool::pyenvs {
namespace {

// A collector wakes by itself to look for results, and to see whether its
// worker runs. Each time it sleeps twice as long as before, within these
// limits.
constexpr std::int64_t kFirstNap = 1'000'000;
constexpr std::int64_t kLongestNap = 64'000'000;
constexpr std::int64_t kDeepSleep = 1'000'000'000;

/// Returns how a child process has ended, without reaping it; "" if it runs.
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

void WorkerKernel::Collect(int worker) {
  Worker& self = *workers_[worker];
  WorkerQueues& queues = shared_.queues(worker);
  std::int64_t nap = kFirstNap;
  while (!stopping_.load()) {
    if (TakeResults(worker)) {
      // Without a CPU of its own, it would take that of a worker.
      const bool looks =
          has_spare_cpu_ || self.eager.load(std::memory_order_relaxed);
      nap = looks ? kFirstNap : kLongestNap;
      continue;
    }
    if (has_spare_cpu_ &&
        SpinUntil(std::chrono::nanoseconds(queues.spin_nanos), [&] {
          return queues.finished.load() != self.collected || stopping_.load();
        })) {
      continue;
    }
    const bool deep = nap > kLongestNap && self.pending.load() == 0;
    queues.collector_sleeps.store(deep ? 2 : 1);
    // A thread that changes one of these then reads collector_sleeps.
    if (queues.finished.load() == self.collected && !stopping_.load() &&
        !(deep && self.pending.load() > 0)) {
      self.wait.Sleep(kPoolSide, &queues.finished, self.collected,
                      deep ? kDeepSleep : nap);
    }
    queues.collector_sleeps.store(0);
    if (queues.finished.load() == self.collected) {
      CheckWorker(worker);
      nap = self.pending.load() > 0 ? std::min(2 * nap, kLongestNap) : 2 * nap;
      nap = std::min(nap, kDeepSleep);
    }
  }
  self.ended.store(true);
}

/// Completes the rows of all results in the queue. Returns false for none.
bool WorkerKernel::TakeResults(int worker) {
  Worker& self = *workers_[worker];
  const std::uint32_t finished =
      shared_.queues(worker).finished.load(std::memory_order_acquire);
  if (self.collected == finished) {
    return false;
  }
  const int first = shared_.dims().FirstEnv(worker);
  const std::int32_t* results = shared_.results(worker);
  StateBlock* block = nullptr;
  int rows = 0;
  for (; self.collected != finished; ++self.collected, ++rows) {
    const int env_id = first + results[self.collected & shared_.RingMask()];
    self.pending.fetch_sub(1);  // first: orders this after Request
    block = envs_[env_id].chunk.block;
    Finish(env_id);
  }
  if (block != nullptr) {  // of all these rows, as the pool is synchronous
    engine_.load()->Complete(block, rows);
    shared_.queues(worker).wake_at.store(self.collected.load() +
                                         self.pending.load());
  }
  CountRows(rows);
  return true;
}

void WorkerKernel::CountRows(int rows) {
  if (is_sync_) {
    return;
  }
  const int num_workers = shared_.dims().num_workers;
  const std::lock_guard lock(rows_mutex_);
  rows_ = (rows_ + rows) % batch_size_;
  // Workers that all have fewer results than this cannot complete the batch.
  const int share = (batch_size_ - rows_ + num_workers - 1) / num_workers;
  for (int worker = 0; worker < num_workers; ++worker) {
    WorkerQueues& queues = shared_.queues(worker);
    queues.wake_at.store(workers_[worker]->collected.load() + share);
    // A worker that finishes from here on reads the new value.
    if (queues.HasEnough() && queues.collector_sleeps.load() != 0) {
      workers_[worker]->wait.Wake(kPoolSide, &queues.finished);
    }
  }
}

/// Calls write(lease) for the env's row. In an asynchronous pool another thread
/// may send to the env as soon as the row has ended.
template <typename F>
void WorkerKernel::WithRow(int env_id, F&& write) {
  Env& env = envs_[env_id];
  Engine* engine = engine_.load();
  const Chunk chunk = env.chunk;
  const LateChunk* late = env.late;
  if (chunk.block != nullptr) {
    RowLease::PrepareRows(*engine, chunk.block, chunk.first_row, env_id, 1,
                          false);
  }
  RowLease lease(engine, late == nullptr ? chunk : *late);
  lease.Begin(0, &env.record);
  write(&lease);
  lease.End();
  if (late != nullptr) {
    late->Deliver();
  }
}

void WorkerKernel::Finish(int env_id) {
  const EnvHeader& header = shared_.header(env_id);
  envs_[env_id].pending = false;
  WithRow(env_id, [&](RowLease* lease) {
    if (!header.failed) {
      WriteRow(env_id, lease);
      return;
    }
    const std::size_t size = std::min<std::size_t>(header.extra_sizes[0],
                                                   shared_.dims().extra_bytes);
    const std::string text(shared_.data() + shared_.ExtraAt(env_id), size);
    FailRow(env_id, text, lease);
  });
}

void WorkerKernel::WriteRow(int env_id, RowLease* lease) {
  Env& env = envs_[env_id];
  const EnvHeader& header = shared_.header(env_id);
  EnvRecord& record = env.record;
  const bool truncated = header.truncated || record.elapsed_step >= limit_;
  lease->Open(
      1, header.terminated,
      truncated ? record.elapsed_step : std::numeric_limits<int>::max());
  lease->At<float>(ResultColumns::kReward) = header.reward;
  CopyResult(env_id, false, lease);
  record.needs_reset =
      lease->Finish([&] { return header.terminated && truncated; });
  record.episode_return += lease->Reward();
  if (episode_stats_ && record.needs_reset) {
    lease->WriteEpisode();
  }
  if (header.restarted) {
    lease->BeginAutoreset();
    if (header.has_seed != 0) {
      env.seed = header.seed;
      env.has_seed = true;
    }
    StartEpisode(&env);
    env.has_seed = false;
    lease->Open(1, false, std::numeric_limits<int>::max());
    CopyResult(env_id, true, lease);
    lease->EndSecond();
  }
}

void WorkerKernel::CopyColumns(int env_id, bool second,
                               const RowRef& row) const {
  const char* result = shared_.data() + shared_.ResultAt(env_id, second);
  const int num_columns = static_cast<int>(entries_.results.size());
  for (int i = 0; i < num_columns; ++i) {
    std::memcpy(row.Item(ResultColumns::kFirstFamily + i),
                result + entries_.result_offsets[i],
                entries_.results[i].ItemBytes());
  }
}

/// `second`: the result of the restart in the same step.
void WorkerKernel::CopyResult(int env_id, bool second, RowLease* lease) {
  envs_[env_id].seen = second ? Seen::kRestart : Seen::kResult;
  CopyColumns(env_id, second, lease->row());
  const EnvHeader& header = shared_.header(env_id);
  const std::uint32_t start = second ? header.extra_sizes[0] : 0;
  const std::uint32_t size = header.extra_sizes[second ? 1 : 0];
  // The row of a restart also tells whether the step had such infos.
  const int objects = ResultColumns::kFirstFamily +
                      static_cast<int>(entries_.results.size()) - 1;
  lease->At<bool>(objects) = size > 0 || (second && header.extra_sizes[0] > 0);
  auto& infos = envs_[env_id].infos;
  const char* extra = shared_.data() + shared_.ExtraAt(env_id);
  const int index = !second && header.restarted ? 1 : 0;
  infos[index].assign(extra + start, size);
  if (!header.restarted) {
    infos[1].clear();
  }
}

void WorkerKernel::FailRow(int env_id, const std::string& text,
                           RowLease* lease) {
  lease->Fail(text.c_str());  // with the env's old seed
  envs_[env_id].seen = Seen::kZeros;
  Renew(&envs_[env_id]);
}

void WorkerKernel::Fail(int env_id, const std::string& text) {
  StateBlock* block = envs_[env_id].chunk.block;
  WithRow(env_id, [&](RowLease* lease) { FailRow(env_id, text, lease); });
  if (block != nullptr) {
    engine_.load()->Complete(block, 1);
  }
  CountRows(1);
}

void WorkerKernel::Renew(Env* env) {
  // A step of a linear congruential generator; seeds have 31 bits.
  constexpr std::uint64_t kMultiplier = 6364136223846793005;
  constexpr std::uint64_t kIncrement = 1442695040888963407;
  const auto seed = static_cast<std::uint64_t>(env->record.seed);
  env->seed =
      static_cast<std::int64_t>((seed * kMultiplier + kIncrement) >> 33);
  env->has_seed = true;
  env->record.needs_reset = true;
}

/// Kills a worker whose env takes too long, and handles the worker's end.
void WorkerKernel::CheckWorker(int worker) {
  Worker& self = *workers_[worker];
  const int pid = self.pid.load();
  if (pid <= 0) {
    return;
  }
  const WorkerQueues& queues = shared_.queues(worker);
  const int running = queues.running.load(std::memory_order_acquire);
  if (timeout_nanos_ > 0 && running >= 0 &&
      Nanos() - queues.since.load() > timeout_nanos_) {
    self.hung = true;
    kill(pid, SIGKILL);
  }
  const std::string end = EndOf(pid);
  if (end.empty()) {
    return;
  }
  while (TakeResults(worker)) {
  }
  HandleDeath(worker, "its worker process " + end);
}

void WorkerKernel::HandleDeath(int worker, const std::string& how) {
  Worker& self = *workers_[worker];
  WorkerQueues& queues = shared_.queues(worker);
  const int first = shared_.dims().FirstEnv(worker);
  const int last = shared_.dims().FirstEnv(worker + 1);
  std::vector<int> failed;
  int running;
  {
    const std::lock_guard lock(self.mutex);
    self.pid.store(-1);
    running = queues.running.exchange(-1);
    for (int env_id = first; env_id < last; ++env_id) {
      Env& env = envs_[env_id];
      if (env.pending.exchange(false)) {
        failed.push_back(env_id);
      } else {
        env.lost = !env.record.needs_reset;
      }
    }
    queues.requested.store(0);
    queues.taken.store(0);
    queues.finished.store(0);
    queues.worker_sleeps.store(0);
    queues.wake_at.store(0);
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
