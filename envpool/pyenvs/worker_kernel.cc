// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Requests, and the functions that Python calls. collect.cc has the threads
// that collect results.

#include "envpool/pyenvs/worker_kernel.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/schedule/topology.h"
#include "envpool/core/engine/steady_seconds.h"
#include "envpool/pyenvs/python_spec.h"

namespace envpool::pyenvs {
namespace {

constexpr std::size_t kItemAlignment = 8;
constexpr std::chrono::microseconds kStopInterval{50};
// Waking a thread on an idle CPU takes tens of microseconds. Threads that have
// a CPU left for them wait that long before they sleep.
constexpr std::int64_t kSpinNanos = 5'000;
constexpr std::int64_t kSpinNanosWithSpareCpu = 100'000;
// A synchronous batch takes its first rows from a worker before the worker has
// finished these last ones, so that few are left in the end.
constexpr int kLastRows = 4;

}  // namespace

std::size_t SetOffsets(const std::vector<Column>& columns,
                       std::vector<std::size_t>* offsets) {
  std::size_t size = 0;
  for (const Column& column : columns) {
    offsets->push_back(size);
    size += (column.ItemBytes() + kItemAlignment - 1) / kItemAlignment *
            kItemAlignment;
  }
  return size;
}

WorkerKernel::WorkerKernel(std::span<const int> files, const Dims& dims,
                           Entries entries, double timeout_seconds)
    : shared_(files.front(), dims),
      entries_(std::move(entries)),
      timeout_nanos_(static_cast<std::int64_t>(timeout_seconds * 1e9)),
      has_spare_cpu_(dims.num_workers < Topology::Detect().Parallelism()),
      envs_(dims.num_envs) {
  for (int env = 0; env < dims.num_envs; ++env) {
    envs_[env].record.env_id = env;
  }
  const std::span<const int> waits = files.subspan(1);
  const std::size_t per_worker = waits.size() / dims.num_workers;
  for (int worker = 0; worker < dims.num_workers; ++worker) {
    workers_.push_back(std::make_unique<Worker>(
        waits.subspan(worker * per_worker, per_worker)));
    WorkerQueues& queues = shared_.queues(worker);
    queues.running.store(-1);
    queues.spin_nanos = has_spare_cpu_ ? kSpinNanosWithSpareCpu : kSpinNanos;
  }
}

WorkerKernel::~WorkerKernel() {
  if (fork_guard_.Forked()) {  // the threads are the parent's
    for (std::unique_ptr<Worker>& worker : workers_) {
      static_cast<void>(worker.release());
    }
    return;
  }
  Stop();
}

void WorkerKernel::Bind(Engine* engine, int limit) {
  limit_ = limit;
  const EngineOptions& options = engine->config().options;
  is_sync_ = engine->is_sync();
  batch_size_ = engine->config().batch_size;
  same_step_ = options.autoreset == AutoresetMode::kSameStep;
  episode_stats_ = options.episode_stats;
  engine_.store(engine);
  for (int worker = 0; worker < shared_.dims().num_workers; ++worker) {
    workers_[worker]->collector =
        std::thread([this, worker] { Collect(worker); });
  }
}

void WorkerKernel::Stop() {
  if (fork_guard_.Forked() || stopping_.exchange(true)) {
    return;
  }
  for (int worker = 0; worker < shared_.dims().num_workers; ++worker) {
    Worker& each = *workers_[worker];
    if (each.collector.joinable()) {
      while (!each.ended.load()) {  // it may just be about to sleep
        each.wait.Wake(kPoolSide, &shared_.queues(worker).finished);
        std::this_thread::sleep_for(kStopInterval);
      }
      each.collector.join();
    }
    StopWorker(worker);
  }
  const std::lock_guard lock(dead_mutex_);
  death_.notify_all();
}

Engine* WorkerKernel::engine() const {
  Engine* engine = engine_.load();
  if (engine == nullptr) {
    throw Error(ErrorKind::kClosed, "this pool has been closed");
  }
  return engine;
}

int WorkerKernel::WorkerOf(int env) const {
  const Dims& dims = shared_.dims();
  int worker = static_cast<int>(static_cast<std::int64_t>(env) *
                                dims.num_workers / dims.num_envs);
  while (env >= dims.FirstEnv(worker + 1)) {
    ++worker;
  }
  return worker;
}

void WorkerKernel::Attach(int worker, int pid) {
  workers_[worker]->pid.store(pid);
  workers_[worker]->wait.Wake(kPoolSide, &shared_.queues(worker).finished);
}

int WorkerKernel::AwaitDead() {
  std::unique_lock lock(dead_mutex_);
  death_.wait(lock, [this] { return !dead_.empty() || stopping_.load(); });
  if (stopping_.load()) {
    return -1;
  }
  const int worker = dead_.front();
  dead_.pop_front();
  return worker;
}

void WorkerKernel::Hold(const std::vector<int>& ids) {
  for (const int id : ids) {  // a mixed pool's engine has admitted it
    if (envs_[id].late != nullptr && envs_[id].pending) {
      throw Error(ErrorKind::kProtocol, "env " + std::to_string(id) +
                                            " has a pending result; call recv");
    }
  }
  engine()->Admit(ids.data(), static_cast<int>(ids.size()),
                  envpool::Request::kReset);
}

void WorkerKernel::Free(const std::vector<int>& ids) {
  engine()->Withdraw(ids.data(), static_cast<int>(ids.size()));
}

void WorkerKernel::Call(int worker) {
  {
    const std::lock_guard lock(workers_[worker]->mutex);
    PutRequest(worker, kCall);
  }
  Wake(worker);
}

void WorkerKernel::StopWorker(int worker) {
  shared_.queues(worker).stop.store(1);
  workers_[worker]->wait.Wake(kWorkerSide, &shared_.queues(worker).requested);
}

std::string WorkerKernel::Infos(int env, bool last) const {
  return envs_.at(env).infos[last ? 1 : 0];
}

void WorkerKernel::Reseed(int env_id, std::int64_t seed) {
  envs_[env_id].seed = seed;
  envs_[env_id].has_seed = true;
}

void WorkerKernel::Save(int env_id, StateWriter* writer) {
  const Env& env = envs_[env_id];
  const EnvRecord& record = env.record;
  writer->Write(record.seed);
  writer->Write(record.elapsed_step);
  writer->Write(record.needs_reset);
  writer->Write(record.episode_return);
  writer->Write(episode_stats_ ? SteadySeconds() - record.episode_start : 0.0);
  writer->Write(env.has_seed);
  writer->Write(env.seed);
  writer->Write(env.lost);
  writer->Write(env.seen);
  const char* result =
      shared_.data() + shared_.ResultAt(env_id, env.seen == Seen::kRestart);
  writer->Write(
      std::vector<char>(result, result + shared_.dims().result_bytes));
}

void WorkerKernel::Load(int env_id, StateReader* reader) {
  EnvRecord record;
  bool has_seed;
  std::int64_t seed;
  double age;
  reader->Read(&record.seed);
  reader->Read(&record.elapsed_step, 0, StateReader::kMaxElapsedStep);
  reader->Read(&record.needs_reset);
  reader->Read(&record.episode_return);
  reader->Read(&age, 0, StateReader::kMaxSeconds);
  record.episode_start = SteadySeconds() - age;
  reader->Read(&has_seed);
  reader->Read(&seed);
  bool lost;
  reader->Read(&lost);
  Seen seen;
  std::vector<char> result;
  reader->Read(&seen, Seen::kNothing, Seen::kZeros);
  reader->Read(&result, shared_.dims().result_bytes);
  record.env_id = env_id;
  Env& env = envs_[env_id];
  env.record = record;
  env.has_seed = has_seed;
  env.seed = seed;
  env.lost = lost;
  env.seen = seen == Seen::kRestart ? Seen::kResult : seen;
  std::memcpy(shared_.data() + shared_.ResultAt(env_id, false), result.data(),
              result.size());
}

bool WorkerKernel::Observe(int env_id, StateBlock* block, int row) {
  const Seen seen = envs_[env_id].seen;
  if (seen == Seen::kZeros) {
    block->ZeroRows(row, 1);
  } else if (seen != Seen::kNothing) {
    CopyColumns(env_id, seen == Seen::kRestart, {block, row});
  }
  return seen != Seen::kNothing;
}

void WorkerKernel::BeginAnew(const std::vector<int>& ids) {
  for (const int id : ids) {
    Renew(&envs_.at(id));
  }
}

bool WorkerKernel::IsDone(int env_id) {
  return envs_[env_id].record.needs_reset;
}

// --- requests ---------------------------------------------------------------

int WorkerKernel::Run(const Chunk& chunk, Engine* /*engine*/) noexcept {
  if (stopping_.load()) {
    return chunk.count;
  }
  const int count = chunk.count;  // a LateChunk may be gone before Run ends
  const int end = chunk.first_env + count;
  const int first_worker = WorkerOf(chunk.first_env);
  int worker = first_worker;
  for (int first = chunk.first_env; first < end; ++worker) {
    const int last = std::min(end, shared_.dims().FirstEnv(worker + 1));
    Request(chunk, worker, first, last);
    first = last;
  }
  for (int each = first_worker; each < worker; ++each) {
    Wake(each);  // when all have their requests: this thread may lose its CPU
  }
  return count;
}

void WorkerKernel::Request(const Chunk& chunk, int worker, int first,
                           int last) {
  // Each row of a mixed pool may complete its batch.
  const bool eager = is_sync_ && chunk.block == nullptr;
  Worker& self = *workers_[worker];
  self.eager.store(eager, std::memory_order_relaxed);
  if (is_sync_) {
    const int rows = self.pending.load() + last - first - kLastRows;
    shared_.queues(worker).wake_at.store(self.collected.load() +
                                         (eager ? 0 : std::max(1, rows)));
  }
  for (int env_id = first; env_id < last; ++env_id) {
    Env& env = envs_[env_id];
    const int offset = env_id - chunk.first_env;
    if (chunk.block == nullptr && is_sync_) {
      env.late = static_cast<const LateChunk*>(&chunk);
    }
    env.chunk = {env_id, 1, chunk.request, chunk.block,
                 chunk.first_row + offset};
    const bool resets =
        chunk.request == envpool::Request::kReset || env.record.needs_reset;
    Prepare(env_id, chunk, resets);
    std::unique_lock lock(self.mutex);
    if (std::exchange(env.lost, false) && !resets) {
      lock.unlock();
      Fail(env_id, "its worker process has ended, and its episode is lost");
      continue;
    }
    env.pending = true;
    self.pending.fetch_add(1);
    PutRequest(worker, env_id - shared_.dims().FirstEnv(worker));
  }
}

/// Fills in the env's header, before the worker is told of the request.
void WorkerKernel::Prepare(int env_id, const Chunk& chunk, bool resets) {
  Env& env = envs_[env_id];
  EnvHeader& header = shared_.header(env_id);
  header.options_size = 0;
  header.restart = Restart::kNever;
  if (resets) {
    header.op = Op::kReset;
    StartEpisode(&env);
    if (chunk.request == envpool::Request::kReset) {
      StoreOptions(env_id);
    }
  } else {
    header.op = Op::kStep;
    ++env.record.elapsed_step;
    const ActionStore& actions = *engine_.load()->actions();
    char* action = shared_.data() + shared_.ActionAt(env_id);
    for (std::size_t i = 0; i < entries_.actions.size(); ++i) {
      std::memcpy(action + entries_.action_offsets[i],
                  actions.Item(ActionStore::kFirstColumn + i, env_id),
                  entries_.actions[i].ItemBytes());
    }
    if (same_step_) {
      header.restart = env.record.elapsed_step >= limit_ ? Restart::kAlways
                                                         : Restart::kAtEnd;
    }
  }
  header.has_seed = 0;
  if (env.has_seed && (resets || same_step_)) {
    header.has_seed = 1;
    header.seed = env.seed;
    env.has_seed = !resets;  // a restart may not happen
  }
}

void WorkerKernel::StartEpisode(Env* env) const {
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

void WorkerKernel::StoreOptions(int env_id) {
  const auto* options = static_cast<const PythonSpec::ResetOptions*>(
      engine_.load()->reset_options(env_id));
  if (options == nullptr) {
    return;
  }
  const std::string& bytes = (*options)["options"_];
  const std::size_t size = std::min(bytes.size(), shared_.dims().extra_bytes);
  std::memcpy(shared_.data() + shared_.ExtraAt(env_id), bytes.data(), size);
  shared_.header(env_id).options_size = static_cast<std::uint32_t>(size);
}

/// The worker's mutex must be held.
void WorkerKernel::PutRequest(int worker, std::int32_t entry) {
  WorkerQueues& queues = shared_.queues(worker);
  const std::uint32_t requested =
      queues.requested.load(std::memory_order_relaxed);
  shared_.requests(worker)[requested & shared_.RingMask()] = entry;
  queues.requested.store(requested + 1);
}

void WorkerKernel::Wake(int worker) {
  WorkerQueues& queues = shared_.queues(worker);
  if (queues.worker_sleeps.load() != 0) {
    workers_[worker]->wait.Wake(kWorkerSide, &queues.requested);
  }
  if (queues.collector_sleeps.load() == 2) {  // deeply, see collect.cc
    workers_[worker]->wait.Wake(kPoolSide, &queues.finished);
  }
}

}  // namespace envpool::pyenvs
