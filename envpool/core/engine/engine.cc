// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/engine.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/fp_scope.h"
#include "envpool/core/engine/spin.h"

namespace envpool {
namespace {

using Clock = std::chrono::steady_clock;

// A hand-over to a parked thread costs about this much, so less work than that
// is done by the thread that asks for it.
constexpr std::int64_t kHandOverNanos = 25'000;
// A claim costs some tens of nanoseconds; a chunk this long makes that nothing,
// and is short enough to balance the load.
constexpr std::int64_t kChunkNanos = 20'000;
constexpr std::chrono::microseconds kSpin{20};
constexpr std::chrono::milliseconds kPollInterval{50};
// Runs shorter than this are timed only once in a while.
constexpr std::int64_t kCheapRunNanos = 2'000;
constexpr unsigned kCheapRunsPerTiming = 64;

/// When to poll and when to give up. Reads the clock only once a wait has turned
/// out to be one: most take less time than looking at a clock.
class WaitClock {
 public:
  explicit WaitClock(double timeout_seconds) : timeout_(timeout_seconds) {
    if (timeout_seconds >= 0) {
      Start();
    }
  }
  void Start() {
    if (!started_) {
      started_ = true;
      start_ = polled_ = Clock::now();
    }
  }
  /// About so much time has gone by.
  void Spend(std::int64_t nanos) {
    spent_ += nanos;
    if (spent_ > kHandOverNanos) {
      Start();
    }
  }
  bool PollIsDue() {
    if (!started_ || Clock::now() - polled_ < kPollInterval) {
      return false;
    }
    polled_ = Clock::now();
    return true;
  }
  [[nodiscard]] bool Expired() const {
    return timeout_.count() >= 0 && Clock::now() - start_ >= timeout_;
  }
  /// How long to sleep: until the next poll or the end.
  [[nodiscard]] Clock::duration Nap() const {
    const Clock::duration interval = kPollInterval;
    if (timeout_.count() < 0) {
      return interval;
    }
    return std::clamp(std::chrono::duration_cast<Clock::duration>(
                          start_ + timeout_ - Clock::now()),
                      Clock::duration::zero(), interval);
  }

 private:
  const std::chrono::duration<double> timeout_;
  std::int64_t spent_{0};
  bool started_{false};
  Clock::time_point start_;
  Clock::time_point polled_;
};

int ResolveThreads(const EngineConfig& config) {
  return config.num_threads > 0
             ? config.num_threads
             : std::min(config.batch_size, Topology::Detect().Parallelism());
}

Layout StateLayout(const EngineConfig& config, std::vector<Column> columns,
                   ResultColumns* result_columns) {
  *result_columns = ResultColumns::Append(config.options, &columns);
  return {std::move(columns), config.batch_size, config.max_players};
}

std::string IdText(int env_id) { return "env " + std::to_string(env_id); }

}  // namespace

WaitHooks::~WaitHooks() = default;

Engine::Engine(const EngineConfig& config, std::vector<Column> state,
               std::vector<Column> action)
    : config_(config),
      blocks_(std::make_shared<BlockPool>(
          StateLayout(config, std::move(state), &result_columns_),
          config.num_envs / config.batch_size + 3)),
      actions_(Layout(std::move(action), config.num_envs, config.max_players)),
      crew_(config.options.shared_crew
                ? Crew::Shared()
                : std::make_shared<Crew>(ResolveThreads(config),
                                         config.affinity_offset,
                                         config.options.numa)),
      max_workers_(config.options.shared_crew
                       ? std::min(ResolveThreads(config), crew_->size())
                       : crew_->size()),
      row_allocator_(config.num_envs, config.batch_size),
      queues_(crew_->num_nodes()),
      pending_(config.num_envs, 0),
      ended_(config.options.autoreset == AutoresetMode::kDisabled
                 ? config.num_envs
                 : 0,
             0) {}

Engine::~Engine() {
  if (!forked()) {
    Close();
  }
}

void Engine::SetKernel(StepKernel* kernel) {
  kernel_ = kernel;
  nanos_per_step_.store(kernel->InitialNanosPerStep());
  crew_->Add(this);
  added_to_crew_ = true;
}

void Engine::CheckUsable() const {
  if (forked()) {
    throw Error(ErrorKind::kForked,
                "this pool was made before fork(); its threads do not exist in "
                "the child process. Make a new pool in the child");
  }
  if (closed()) {
    throw Error(ErrorKind::kClosed, "this pool has been closed");
  }
}

// --- requests ---------------------------------------------------------------

void Engine::Admit(const int* ids, int count, Request request) {
  const std::lock_guard lock(mutex_);
  CheckUsable();
  if (ids == nullptr) {
    MarkAllLocked(request);
    count = config_.num_envs;
  } else {
    MarkLocked(ids, count, request);
  }
  outstanding_ += count;
}

void Engine::MarkAllLocked(Request request) {
  const bool any_ended =
      request == Request::kStep &&
      std::find(ended_.begin(), ended_.end(), 1) != ended_.end();
  if (outstanding_ == 0 && !any_ended) {
    std::fill(pending_.begin(), pending_.end(), 1);
    return;
  }
  std::vector<int> all(config_.num_envs);
  for (int i = 0; i < config_.num_envs; ++i) {
    all[i] = i;
  }
  MarkLocked(all.data(), config_.num_envs, request);
}

void Engine::MarkLocked(const int* ids, int count, Request request) {
  const bool check_ended = request == Request::kStep && !ended_.empty();
  for (int i = 0; i < count; ++i) {
    const int id = ids[i];
    if (id < 0 || id >= config_.num_envs || pending_[id] != 0 ||
        (check_ended && ended_[id] != 0)) {
      UnmarkLocked(ids, i);
      RefuseLocked(ids, count, i, request);
    }
    pending_[id] = 1;
  }
}

void Engine::RefuseLocked(const int* ids, int count, int at, Request request) {
  const int id = ids[at];
  if (id < 0 || id >= config_.num_envs) {
    throw Error(ErrorKind::kEnvId,
                "env_id: expected ids in [0, " +
                    std::to_string(config_.num_envs) + "), got " +
                    std::to_string(id),
                {id});
  }
  if (pending_[id] == 0 && std::count(ids, ids + count, id) > 1) {
    throw Error(ErrorKind::kEnvId,
                "env_id: expected every id once, got " + std::to_string(id) +
                    " more than once",
                {id});
  }
  if (pending_[id] != 0) {
    throw Error(ErrorKind::kProtocol,
                IdText(id) +
                    " is outstanding: it has been sent a request whose result "
                    "has not been received; call recv() first",
                {id});
  }
  static_cast<void>(request);
  std::vector<int> ended;
  for (int i = 0; i < count; ++i) {
    if (ids[i] >= 0 && ids[i] < config_.num_envs && ended_[ids[i]] != 0) {
      ended.push_back(ids[i]);
    }
  }
  std::string text = "the episode of env ids [";
  for (std::size_t i = 0; i < ended.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(ended[i]);
  }
  throw Error(ErrorKind::kProtocol,
              text + "] has ended and autoreset is disabled; reset them first",
              std::move(ended));
}

void Engine::UnmarkLocked(const int* ids, int count) {
  if (ids == nullptr) {
    std::fill(pending_.begin(), pending_.end(), 0);
    return;
  }
  for (int i = 0; i < count; ++i) {
    pending_[ids[i]] = 0;
  }
}

void Engine::Withdraw(const int* ids, int count) {
  const std::lock_guard lock(mutex_);
  UnmarkLocked(ids, count);
  outstanding_ -= ids == nullptr ? config_.num_envs : count;
}

void Engine::Publish(const int* ids, int count, Request request,
                     bool caller_waits) {
  {
    const std::lock_guard lock(mutex_);
    if (closed()) {
      return;  // the waiter is told
    }
    if (ids == nullptr) {
      count = config_.num_envs;
    }
    PrepareBlocksLocked(count);
    QueueLocked(ids, count, request);
  }
  WakeWorkers(caller_waits);
}

/// Makes sure that every row to come has a block. May throw bad_alloc.
void Engine::PrepareBlocksLocked(int count) {
  if (is_sync()) {
    if (sync_block_ == nullptr) {
      sync_block_ = blocks_->Acquire();
    }
    return;
  }
  while (row_allocator_.installed_rows() < sent_rows_ + count) {
    row_allocator_.Install(blocks_->Acquire());
  }
}

void Engine::QueueLocked(const int* ids, int count, Request request) {
  std::size_t runs = 1;
  for (int i = 1; ids != nullptr && i < count; ++i) {
    runs += ids[i] != ids[i - 1] + 1 ? 1 : 0;
  }
  for (TicketQueue& queue : queues_) {
    queue.Reserve(runs + queues_.size());
  }
  // Nothing below throws.
  int row = is_sync() ? sync_rows_ : 0;
  if (ids == nullptr) {
    QueueRangeLocked(0, count, request, row);
  } else {
    for (int first = 0; first < count;) {
      int end = first + 1;
      while (end < count && ids[end] == ids[end - 1] + 1) {
        ++end;
      }
      QueueRangeLocked(ids[first], end - first, request, row + first);
      first = end;
    }
  }
  if (is_sync()) {
    sync_rows_ += count;
    sync_block_->target.store(sync_rows_);
  } else {
    sent_rows_ += count;
  }
  published_ += count;
  queued_rows_.fetch_add(count);
}

void Engine::QueueRangeLocked(int first_env, int count, Request request,
                              int row) {
  while (count > 0) {
    const int node = NodeOf(first_env);
    int here = count;
    while (NodeOf(first_env + here - 1) != node) {
      here = (here + 1) / 2;  // ends: a single env is on one node
    }
    queues_[node].Push({first_env, here, request, sync_block_, row});
    first_env += here;
    row += here;
    count -= here;
  }
}

int Engine::NodeOf(int env_id) const {
  return static_cast<int>(static_cast<std::int64_t>(env_id) *
                          static_cast<std::int64_t>(queues_.size()) /
                          config_.num_envs);
}

void Engine::WakeWorkers(bool caller_waits) {
  const bool helps = config_.options.caller_helps;
  const std::int64_t rows = queued_rows_.load();
  const std::int64_t nanos = rows * nanos_per_step_.load();
  if (helps && nanos < kHandOverNanos) {
    return;  // whoever receives runs it
  }
  std::int64_t wanted = std::clamp<std::int64_t>(
      std::min(rows, nanos / kHandOverNanos), 1, max_workers_);
  if (helps && caller_waits) {
    --wanted;
  }
  if (wanted > 0) {
    crew_->Wake(static_cast<int>(wanted), !helps);
  }
}

void Engine::Send(const std::vector<Array>& arrays, bool caller_waits) {
  if (arrays.empty() || arrays[0].ndim != 1 ||
      arrays[0].element_size != sizeof(int)) {
    throw Error(ErrorKind::kArgument,
                "env_id: expected a one-dimensional int32 array");
  }
  const int* ids = static_cast<const int*>(arrays[0].Data());
  const int count = static_cast<int>(arrays[0].size);
  actions_.Check(arrays, ids, count);
  Admit(ids, count, Request::kStep);
  try {
    actions_.Copy(arrays, ids, count);
    Publish(ids, count, Request::kStep, caller_waits);
  } catch (const std::bad_alloc&) {
    Withdraw(ids, count);
    throw;
  }
}

void Engine::Reset(const int* ids, int count, const int* seeds,
                   bool caller_waits) {
  Admit(ids, count, Request::kReset);
  try {
    if (seeds != nullptr) {
      for (int i = 0; i < (ids == nullptr ? config_.num_envs : count); ++i) {
        kernel_->Reseed(ids == nullptr ? i : ids[i], seeds[i]);
      }
    }
    Publish(ids, count, Request::kReset, caller_waits);
  } catch (...) {
    Withdraw(ids, count);
    throw;
  }
}

// --- results ----------------------------------------------------------------

bool Engine::ReadyLocked() const {
  if (is_sync()) {
    return sync_block_ == nullptr ||
           sync_block_->completed.load() == sync_rows_;
  }
  const StateBlock* front = row_allocator_.front();
  return front != nullptr && front->completed.load() == config_.batch_size;
}

bool Engine::CanCompleteLocked() const {
  return is_sync() || outstanding_ >= config_.batch_size;
}

bool Engine::AllDoneLocked() const {
  if (is_sync()) {
    return ReadyLocked();
  }
  int completed = 0;
  row_allocator_.ForEach([&completed](const StateBlock* block) {
    completed += block->completed.load();
  });
  return completed == published_;
}

bool Engine::MayHelpLocked() const {
  return config_.options.caller_helps && active_.load() < max_workers_;
}

template <typename Ready>
void Engine::WaitLocked(std::unique_lock<std::mutex>* lock, WaitHooks* hooks,
                        double timeout_seconds, Ready&& ready) {
  WaitClock clock(timeout_seconds);
  while (!ready()) {
    Chunk chunk;
    const std::int64_t nanos = nanos_per_step_.load();
    if (MayHelpLocked() && PopLocked(0, &chunk)) {
      lock->unlock();
      RunChunk(chunk);
      clock.Spend(nanos * chunk.count);
    } else {
      const unsigned epoch = epoch_.load();
      lock->unlock();
      clock.Start();
      SpinUntil(kSpin, [&] {
        return epoch_.load() != epoch || HasWork() || closed();
      });
      lock->lock();
      waiters_.fetch_add(1);
      if (!ready() && !closed() && !(HasWork() && MayHelpLocked())) {
        progress_.wait_for(*lock, clock.Nap());
      }
      waiters_.fetch_sub(1);
      lock->unlock();
    }
    if (hooks != nullptr && clock.PollIsDue()) {
      hooks->Poll();
    }
    lock->lock();
    if (closed()) {
      throw Error(ErrorKind::kClosed, "this pool was closed while waiting");
    }
    if (clock.Expired() && !ready() && !HasWork()) {
      throw Error(ErrorKind::kTimeout,
                  "recv: no batch within timeout=" +
                      std::to_string(timeout_seconds) + " s");
    }
  }
}

StateBlock* Engine::Recv(WaitHooks* hooks, double timeout_seconds) {
  std::unique_lock lock(mutex_);
  CheckUsable();
  WaitLocked(&lock, hooks, timeout_seconds, [this, hooks] {
    if (ReadyLocked()) {
      return true;
    }
    if (!CanCompleteLocked() &&
        (hooks == nullptr || !hooks->OthersMaySend())) {
      throw Error(ErrorKind::kProtocol,
                  "recv: expected at least batch_size=" +
                      std::to_string(config_.batch_size) +
                      " outstanding envs, got " + std::to_string(outstanding_) +
                      "; send actions (or async_reset) first");
    }
    return false;
  });
  StateBlock* block = TakeLocked();
  lock.unlock();
  if (HasWork()) {
    WakeWorkers(false);  // this thread no longer helps
  }
  block->CompactPlayers();
  return block;
}

StateBlock* Engine::TakeLocked() {
  StateBlock* block;
  int rows = config_.batch_size;
  if (is_sync()) {
    PrepareBlocksLocked(0);  // an empty batch needs a block, too
    block = std::exchange(sync_block_, nullptr);
    rows = std::exchange(sync_rows_, 0);
  } else {
    block = row_allocator_.front();
    row_allocator_.PopFront();
  }
  HandOverLocked(block, rows);
  return block;
}

void Engine::HandOverLocked(StateBlock* block, int rows) {
  block->rows = rows;
  outstanding_ -= rows;
  published_ -= rows;
  const int* ids = block->Rows<int>(ResultColumns::kEnvId, 0);
  if (rows == config_.num_envs) {
    std::fill(pending_.begin(), pending_.end(), 0);
  } else {
    for (int row = 0; row < rows; ++row) {
      pending_[ids[row]] = 0;
    }
  }
  if (!ended_.empty()) {
    const bool* done = block->Rows<bool>(ResultColumns::kDone, 0);
    for (int row = 0; row < rows; ++row) {
      ended_[ids[row]] = done[row] ? 1 : 0;
    }
  }
}

void Engine::Drain(WaitHooks* hooks) {
  std::unique_lock lock(mutex_);
  CheckUsable();
  WaitLocked(&lock, hooks, -1, [this] { return AllDoneLocked(); });
  DiscardLocked();
}

/// Drops every finished row. No row is in flight.
void Engine::DiscardLocked() {
  if (is_sync()) {
    if (sync_block_ != nullptr) {
      HandOverLocked(sync_block_, std::exchange(sync_rows_, 0));
      blocks_->Release(std::exchange(sync_block_, nullptr));
    }
    return;
  }
  while (StateBlock* block = row_allocator_.front()) {
    HandOverLocked(block, block->completed.load());
    blocks_->Release(block);
    row_allocator_.PopFront();
  }
  row_allocator_.Restart();
  sent_rows_ = 0;
}

void Engine::Close() {
  {
    const std::lock_guard lock(mutex_);
    if (closed_.exchange(true)) {
      return;
    }
    for (TicketQueue& queue : queues_) {
      queue.clear();
    }
    queued_rows_.store(0);
  }
  progress_.notify_all();
  if (added_to_crew_) {
    crew_->Remove(this);
  }
  std::unique_lock lock(mutex_);
  while (active_.load() > 0) {
    waiters_.fetch_add(1);
    progress_.wait_for(lock, kPollInterval);
    waiters_.fetch_sub(1);
  }
  if (sync_block_ != nullptr) {
    blocks_->Release(std::exchange(sync_block_, nullptr));
  }
  while (StateBlock* block = row_allocator_.front()) {
    blocks_->Release(block);
    row_allocator_.PopFront();
  }
  lock.unlock();
  crew_.reset();
}

void Engine::RefreshEnded(const std::vector<int>& ids) {
  if (ended_.empty()) {
    return;
  }
  const std::lock_guard lock(mutex_);
  for (const int id : ids) {
    ended_[id] = kernel_->IsDone(id) ? 1 : 0;
  }
}

int Engine::outstanding() const {
  const std::lock_guard lock(mutex_);
  return outstanding_;
}

bool Engine::RecvIsCheap() const {
  constexpr std::int64_t kCheapNanos = 5'000;
  return config_.options.caller_helps && active_.load() == 0 &&
         (is_sync() || published_.load() >= config_.batch_size) &&
         queued_rows_.load() * nanos_per_step_.load() < kCheapNanos;
}

// --- running ----------------------------------------------------------------

int Engine::ChunkSize(int available) const {
  if (config_.options.chunk > 0) {
    return std::min(config_.options.chunk, available);
  }
  const std::int64_t nanos = std::max<std::int64_t>(1, nanos_per_step_.load());
  const std::int64_t queued = queued_rows_.load();
  if (max_workers_ == 1 || queued * nanos <= kHandOverNanos) {
    // Nobody to share with; but a waiting thread must see Ctrl-C in time.
    constexpr std::int64_t kLongestNanos = 10'000'000;
    return static_cast<int>(
        std::clamp<std::int64_t>(kLongestNanos / nanos, 1, available));
  }
  const std::int64_t share = queued / (2 * max_workers_) + 1;
  return static_cast<int>(std::clamp<std::int64_t>(
      std::min(kChunkNanos / nanos, share), 1, available));
}

bool Engine::PopLocked(int node, Chunk* chunk) {
  for (std::size_t i = 0; i < queues_.size(); ++i) {
    TicketQueue& queue = queues_[(node + i) % queues_.size()];
    if (!queue.empty()) {
      *chunk = queue.Pop(ChunkSize(queue.front_count()));
      queued_rows_.fetch_sub(chunk->count);
      active_.fetch_add(1);
      return true;
    }
  }
  return false;
}

bool Engine::RunOne(int node) {
  Chunk chunk;
  {
    const std::lock_guard lock(mutex_);
    if (active_.load() >= max_workers_ || !PopLocked(node, &chunk)) {
      return false;
    }
  }
  RunChunk(chunk);
  return true;
}

void Engine::RunChunk(const Chunk& chunk) {
  const std::int64_t known = nanos_per_step_.load(std::memory_order_relaxed);
  const bool timed =
      known * chunk.count >= kCheapRunNanos ||
      runs_.fetch_add(1, std::memory_order_relaxed) % kCheapRunsPerTiming == 0;
  const Clock::time_point start = timed ? Clock::now() : Clock::time_point();
  {
    const FpScope fp;
    kernel_->Run(chunk, this);
  }
  if (timed) {
    // A moving average over about eight runs.
    const std::int64_t nanos =
        std::chrono::nanoseconds(Clock::now() - start).count() / chunk.count;
    nanos_per_step_.store(std::max<std::int64_t>(1, known + (nanos - known) / 8),
                          std::memory_order_relaxed);
  }
  if (active_.fetch_sub(1) == 1 && waiters_.load() > 0) {
    const std::lock_guard lock(mutex_);
    progress_.notify_all();
  }
}

void Engine::Complete(StateBlock* block, int count) {
  // After the last row the receiver may free the block, so the target is read
  // before. It only grows: what is missed is at most a needless wake-up.
  const int target = block->target.load();
  if (block->completed.fetch_add(count) + count >= target) {
    epoch_.fetch_add(1);
    if (waiters_.load() > 0) {
      const std::lock_guard lock(mutex_);
      progress_.notify_all();
    }
  }
}

}  // namespace envpool
