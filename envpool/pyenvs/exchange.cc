// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests, and what is called from Python. collect.cc has the threads that
// collect results.

#include "envpool/pyenvs/exchange.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/steady_seconds.h"
#include "envpool/pyenvs/python_spec.h"

namespace envpool::pyenvs {
namespace {

constexpr std::size_t kItemAlignment = 8;
constexpr std::chrono::microseconds kStopInterval{50};

}  // namespace

std::size_t Place(const std::vector<Column>& columns,
                  std::vector<std::size_t>* offsets) {
  std::size_t size = 0;
  for (const Column& column : columns) {
    offsets->push_back(size);
    size += (column.ItemBytes() + kItemAlignment - 1) / kItemAlignment *
            kItemAlignment;
  }
  return size;
}

Exchange::Exchange(int fd, const Dims& dims, Entries entries,
                   double timeout_seconds)
    : board_(fd, dims),
      entries_(std::move(entries)),
      timeout_nanos_(static_cast<std::int64_t>(timeout_seconds * 1e9)),
      envs_(dims.num_envs) {
  for (int env = 0; env < dims.num_envs; ++env) {
    envs_[env].record.env_id = env;
  }
  for (int worker = 0; worker < dims.num_workers; ++worker) {
    workers_.push_back(std::make_unique<Worker>());
    board_.lane(worker).running.store(-1);
  }
}

Exchange::~Exchange() {
  if (fork_guard_.Forked()) {  // the threads are the parent's
    for (std::unique_ptr<Worker>& worker : workers_) {
      static_cast<void>(worker.release());
    }
    return;
  }
  Stop();
}

void Exchange::Bind(Engine* engine, int limit) {
  limit_ = limit;
  const EngineOptions& options = engine->config().options;
  same_step_ = options.autoreset == AutoresetMode::kSameStep;
  episode_stats_ = options.episode_stats;
  engine_.store(engine);
  for (int worker = 0; worker < board_.dims().num_workers; ++worker) {
    workers_[worker]->collector =
        std::thread([this, worker] { Collect(worker); });
  }
}

void Exchange::Stop() {
  if (fork_guard_.Forked() || stopping_.exchange(true)) {
    return;
  }
  for (int worker = 0; worker < board_.dims().num_workers; ++worker) {
    Worker& each = *workers_[worker];
    if (each.collector.joinable()) {
      while (!each.ended.load()) {  // it may just be about to sleep
        WakeFrom(&board_.lane(worker).finished);
        std::this_thread::sleep_for(kStopInterval);
      }
      each.collector.join();
    }
    Dismiss(worker);
  }
  const std::lock_guard lock(dead_mutex_);
  death_.notify_all();
}

Engine* Exchange::engine() const {
  Engine* engine = engine_.load();
  if (engine == nullptr) {
    throw Error(ErrorKind::kClosed, "this pool has been closed");
  }
  return engine;
}

int Exchange::WorkerOf(int env) const {
  const Dims& dims = board_.dims();
  int worker = static_cast<int>(static_cast<std::int64_t>(env) *
                                dims.num_workers / dims.num_envs);
  while (env >= dims.FirstEnv(worker + 1)) {
    ++worker;
  }
  return worker;
}

void Exchange::Attach(int worker, int pid) {
  workers_[worker]->pid.store(pid);
  WakeFrom(&board_.lane(worker).finished);
}

int Exchange::AwaitDead() {
  std::unique_lock lock(dead_mutex_);
  death_.wait(lock, [this] { return !dead_.empty() || stopping_.load(); });
  if (stopping_.load()) {
    return -1;
  }
  const int worker = dead_.front();
  dead_.pop_front();
  return worker;
}

void Exchange::Hold(const std::vector<int>& ids) {
  engine()->Admit(ids.data(), static_cast<int>(ids.size()),
                  envpool::Request::kReset);
}

void Exchange::Free(const std::vector<int>& ids) {
  engine()->Withdraw(ids.data(), static_cast<int>(ids.size()));
}

void Exchange::Call(int worker) {
  {
    const std::lock_guard lock(workers_[worker]->mutex);
    Put(worker, kCall);
  }
  Wake(worker);
}

void Exchange::Dismiss(int worker) {
  board_.lane(worker).stop.store(1);
  WakeFrom(&board_.lane(worker).requested);
}

std::string Exchange::Infos(int env, bool last) const {
  return envs_.at(env).infos[last ? 1 : 0];
}

void Exchange::Reseed(int env_id, std::int64_t seed) {
  envs_[env_id].seed = seed;
  envs_[env_id].has_seed = true;
}

void Exchange::Save(int /*env_id*/, StateWriter* /*writer*/) {
  throw Error(ErrorKind::kNotSupported,
              "save_state: expected envs in C++, got envs in Python");
}

void Exchange::Load(int /*env_id*/, StateReader* /*reader*/) {
  throw Error(ErrorKind::kNotSupported,
              "load_state: expected envs in C++, got envs in Python");
}

bool Exchange::IsDone(int env_id) { return envs_[env_id].record.needs_reset; }

// --- requests ---------------------------------------------------------------

int Exchange::Run(const Chunk& chunk, Engine* /*engine*/) noexcept {
  if (stopping_.load()) {
    return chunk.count;
  }
  const int end = chunk.first_env + chunk.count;
  const int first_worker = WorkerOf(chunk.first_env);
  int worker = first_worker;
  for (int first = chunk.first_env; first < end; ++worker) {
    const int last = std::min(end, board_.dims().FirstEnv(worker + 1));
    Request(chunk, worker, first, last);
    first = last;
  }
  for (int each = first_worker; each < worker; ++each) {
    Wake(each);  // when all have their requests: this thread may lose its CPU
  }
  return chunk.count;
}

void Exchange::Request(const Chunk& chunk, int worker, int first, int last) {
  for (int env_id = first; env_id < last; ++env_id) {
    Env& env = envs_[env_id];
    const int offset = env_id - chunk.first_env;
    env.chunk = {env_id, 1, chunk.request, chunk.block,
                 chunk.first_row + offset};
    const bool resets =
        chunk.request == envpool::Request::kReset || env.record.needs_reset;
    Prepare(env_id, chunk, resets);
    std::unique_lock lock(workers_[worker]->mutex);
    if (std::exchange(env.lost, false) && !resets) {
      lock.unlock();
      Fail(env_id, "its worker process has ended, and its episode is lost");
      continue;
    }
    env.pending = true;
    workers_[worker]->pending.fetch_add(1);
    Put(worker, env_id - board_.dims().FirstEnv(worker));
  }
}

/// Fills in the env's slot; the worker does not look at it yet.
void Exchange::Prepare(int env_id, const Chunk& chunk, bool resets) {
  Env& env = envs_[env_id];
  Slot& slot = board_.slot(env_id);
  slot.options_size = 0;
  slot.restart = Restart::kNever;
  if (resets) {
    slot.op = Op::kReset;
    StartEpisode(&env);
    if (chunk.request == envpool::Request::kReset) {
      StoreOptions(env_id);
    }
  } else {
    slot.op = Op::kStep;
    ++env.record.elapsed_step;
    const ActionStore& actions = *engine_.load()->actions();
    char* action = board_.memory() + board_.ActionAt(env_id);
    for (std::size_t i = 0; i < entries_.actions.size(); ++i) {
      std::memcpy(action + entries_.action_offsets[i],
                  actions.Item(ActionStore::kFirstColumn + i, env_id),
                  entries_.actions[i].ItemBytes());
    }
    if (same_step_) {
      slot.restart = env.record.elapsed_step >= limit_ ? Restart::kAlways
                                                       : Restart::kAtEnd;
    }
  }
  slot.has_seed = 0;
  if (env.has_seed && (resets || same_step_)) {
    slot.has_seed = 1;
    slot.seed = env.seed;
    env.has_seed = !resets;  // a restart may not happen
  }
}

void Exchange::StartEpisode(Env* env) const {
  EnvRecord& record = env->record;
  if (env->has_seed) {
    record.seed = env->seed;
  }
  record.elapsed_step = 0;
  record.episode_return = 0;
  record.needs_reset = false;
  if (episode_stats_) {
    record.episode_start = SteadySeconds();
  }
}

void Exchange::StoreOptions(int env_id) {
  const auto* options = static_cast<const PythonSpec::ResetOptions*>(
      engine_.load()->reset_options(env_id));
  if (options == nullptr) {
    return;
  }
  const std::string& bytes = (*options)["options"_];
  const std::size_t size = std::min(bytes.size(), board_.dims().note_bytes);
  std::memcpy(board_.memory() + board_.NoteAt(env_id), bytes.data(), size);
  board_.slot(env_id).options_size = static_cast<std::uint32_t>(size);
}

/// With the lane's mutex held.
void Exchange::Put(int worker, std::int32_t entry) {
  Lane& lane = board_.lane(worker);
  const std::uint32_t requested =
      lane.requested.load(std::memory_order_relaxed);
  board_.requests(worker)[requested & board_.RingMask()] = entry;
  lane.requested.store(requested + 1);
}

void Exchange::Wake(int worker) {
  Lane& lane = board_.lane(worker);
  if (lane.worker_sleeps.load() != 0) {
    WakeFrom(&lane.requested);
  }
  if (lane.collector_sleeps.load() == 2) {  // deeply, see collect.cc
    WakeFrom(&lane.finished);
  }
}

}  // namespace envpool::pyenvs
