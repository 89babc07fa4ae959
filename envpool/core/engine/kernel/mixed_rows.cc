// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/kernel/mixed_rows.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/engine/kernel/per_env_kernel.h"

namespace envpool {
namespace {

using Columns = ResultColumns;

std::string ShapeText(const std::vector<int>& shape) {
  std::string text = "(";
  for (const int extent : shape) {
    text += std::to_string(extent) + ",";
  }
  return text + ")";
}

bool HaveEqualBounds(const Column& a, const Column& b) {
  return a.has_scalar_bounds == b.has_scalar_bounds && a.low == b.low &&
         a.high == b.high && a.lows == b.lows && a.highs == b.highs;
}

/// Returns the pool's column for a column that the part's engine has added.
/// `to`: the pool's column for each state column of the part.
int FindEngineColumn(const Layout& part, int column, const Layout& pool,
                     const std::vector<int>& to) {
  const std::string final = "final:";
  const std::string& key = part.columns()[column].key;
  if (!key.starts_with(final)) {
    return pool.Find(key);
  }
  const int of = to.at(part.Find(key.substr(final.size())));
  return of < 0 ? -1 : pool.Find(final + pool.columns()[of].key);
}

/// Copies an item for each player. The content of a container is moved.
template <typename Copy>
void CopyItems(const Column& small, const Column& large, int players,
               char* from, char* to, const Copy& copy) {
  if (!small.is_container()) {
    for (int p = 0; p < (small.per_player ? players : 1); ++p) {
      copy(from + p * small.ItemBytes(), to + p * large.ItemBytes());
    }
    return;
  }
  const std::size_t bytes =
      (small.per_player ? players : 1) * small.ItemBytes();
  for (std::size_t i = 0; i < bytes; i += small.element_size) {
    large.destroy(to + i);
  }
  std::memcpy(to, from, bytes);
  std::memset(from, 0, bytes);
}

/// Copies rows of so many bytes; the number is often a constant.
template <typename Bytes, typename RowOf>
void Scatter(Bytes bytes, const char* from, char* to, const RowOf& row_of,
             int count) {
  for (int i = 0; i < count; ++i) {
    std::memcpy(to + static_cast<std::size_t>(row_of(i)) * bytes,
                from + static_cast<std::size_t>(i) * bytes, bytes);
  }
}

template <std::size_t kBytes>
using Constant = std::integral_constant<std::size_t, kBytes>;

/// Calls f with the number of bytes; frequent numbers are compile-time
/// constants.
template <typename F>
void WithSize(std::size_t bytes, const F& f) {
  switch (bytes) {
    case 1:
      return f(Constant<1>());
    case 4:
      return f(Constant<4>());
    case 8:
      return f(Constant<8>());
    case 16:
      return f(Constant<16>());
    default:
      return f(bytes);
  }
}

bool HasDoubles(const Layout& layout) {
  return std::ranges::any_of(layout.columns(), [](const Column& column) {
    return column.dtype == DType::kFloat64;
  });
}

}  // namespace

// --- CornerCopy -------------------------------------------------------------

CornerCopy::CornerCopy(const Column& small, const Column& large)
    : is_whole_(small.shape == large.shape),
      large_bytes_(large.ItemBytes()),
      run_bytes_(small.ItemBytes()) {
  bool fits = small.dtype == large.dtype &&
              small.element_size == large.element_size &&
              small.is_container() == large.is_container() &&
              small.shape.size() == large.shape.size();
  for (std::size_t i = 0; fits && i < small.shape.size(); ++i) {
    fits = small.shape[i] <= large.shape[i];
  }
  if (!fits || (small.is_container() && !is_whole_)) {
    throw Error(ErrorKind::kArgument,
                small.key + ": expected an entry that fits into one of shape " +
                    ShapeText(large.shape) + ", got shape " +
                    ShapeText(small.shape));
  }
  if (is_whole_) {
    runs_ = {{0, 0}};
    return;
  }
  std::size_t axis = small.shape.size() - 1;  // the last that differs
  while (small.shape[axis] == large.shape[axis]) {
    --axis;
  }
  std::size_t small_run = small.element_size;
  std::size_t large_run = large.element_size;
  for (std::size_t i = axis; i < small.shape.size(); ++i) {
    small_run *= small.shape[i];
    large_run *= large.shape[i];
  }
  run_bytes_ = small_run;
  runs_ = {{0, 0}};
  for (std::size_t i = axis; i-- > 0;) {  // inner axes first
    std::vector<std::pair<std::size_t, std::size_t>> more;
    for (int k = 0; k < small.shape[i]; ++k) {
      for (const auto& [a, b] : runs_) {
        more.emplace_back(a + k * small_run, b + k * large_run);
      }
    }
    runs_ = std::move(more);
    small_run *= small.shape[i];
    large_run *= large.shape[i];
  }
}

void CornerCopy::Enlarge(const char* small, char* large) const {
  if (!is_whole_) {
    std::memset(large, 0, large_bytes_);
  }
  for (const auto& [a, b] : runs_) {
    std::memcpy(large + b, small + a, run_bytes_);
  }
}

void CornerCopy::Cut(const char* large, char* small) const {
  for (const auto& [a, b] : runs_) {
    std::memcpy(small + a, large + b, run_bytes_);
  }
}

// --- MixedLinks -------------------------------------------------------------

MixedLinks::MixedLinks(const Engine& pool, int number, MixedPart part,
                       int task_column)
    : number_(number),
      part_(std::move(part)),
      task_column_(task_column),
      columns_(&pool.result_columns()),
      has_doubles_(HasDoubles(part_.engine->actions()->layout())),
      passes_on_(part_.engine->kernel()->PassesOn()),
      runs_together_(!passes_on_ && dynamic_cast<const PerEnvKernel*>(
                                        part_.engine->kernel()) == nullptr),
      layout_(part_.engine->blocks()->layout().columns(),
              passes_on_ ? 1 : part_.engine->config().num_envs,
              part_.engine->config().max_players),
      blocks_(std::make_unique<Blocks>()) {
  if (part_.engine->config().max_players != pool.config().max_players) {
    throw Error(ErrorKind::kArgument,
                "parts: expected envs with as many players each");
  }
  LinkState(pool);
  LinkActions(pool.actions());
}

void MixedLinks::Add(const Layout& from, int column, const Layout& to,
                     int to_column, std::vector<Link>* links) {
  const Column& small = from.columns()[column];
  const Column& large = to.columns().at(to_column);
  if (small.per_player != large.per_player && to.max_players() > 1) {
    throw Error(ErrorKind::kArgument,
                small.key + ": expected an entry of players, or not, as in " +
                    large.key);
  }
  CornerCopy copy(small, large);
  const bool can_place = copy.is_whole();
  links->push_back({column, to_column, std::move(copy), can_place,
                    small.HasRange() && !HaveEqualBounds(small, large)});
}

void MixedLinks::LinkState(const Engine& pool) {
  const Layout& from = part_.engine->blocks()->layout();
  const Layout& to = pool.blocks()->layout();
  const int num_state = part_.engine->result_columns().num_state;
  std::vector<bool> written(to.columns().size());
  for (int c = 0; c < static_cast<int>(from.columns().size()); ++c) {
    const int column = c < num_state
                           ? part_.state.at(c)
                           : FindEngineColumn(from, c, to, part_.state);
    if (column >= 0) {
      Add(from, c, to, column, &state_);
      written.at(column) = true;
    }
  }
  for (const int c : part_.ones) {
    written.at(c) = true;
  }
  for (const auto& [column, its_final] : columns_->finals) {
    final_task_ = column == task_column_ ? its_final : final_task_;
  }
  for (int c = 0; c < static_cast<int>(written.size()); ++c) {
    if (!written[c] && c != task_column_ && c != final_task_) {
      missing_.push_back(c);
    }
  }
}

void MixedLinks::LinkActions(const ActionStore& pool) {
  const Layout& from = part_.engine->actions()->layout();
  const int count = static_cast<int>(from.columns().size());
  for (int c = ActionStore::kFirstColumn; c < count; ++c) {
    Add(from, c, pool.layout(), part_.actions.at(c - ActionStore::kFirstColumn),
        &actions_);
  }
}

int MixedLinks::CopyActions(const ActionStore& from, int env, int count) const {
  ActionStore* to = part_.engine->actions();
  const int players = part_.engine->config().max_players;
  bool has_range = false;
  for (const Link& link : actions_) {
    has_range |= link.has_range;
    const Column& column = to->layout().columns()[link.from];
    const std::size_t stride = to->layout().stride(link.from);
    const int first = part_.ids[env];
    if (link.can_place && !column.is_container() &&
        part_.ids[env + count - 1] - first == count - 1) {
      std::memcpy(to->Item(link.from, env), from.Item(link.to, first),
                  stride * count);
      continue;
    }
    const Column& large = from.layout().columns()[link.to];
    if (link.can_place && !column.is_container()) {
      WithSize(stride, [&](auto bytes) {
        for (int i = env; i < env + count; ++i) {
          std::memcpy(to->Item(link.from, i), from.Item(link.to, part_.ids[i]),
                      bytes);
        }
      });
      continue;
    }
    for (int i = env; i < env + count; ++i) {
      CopyItems(column, large, players, to->Item(link.from, i),
                from.Item(link.to, part_.ids[i]),
                [&](char* small, char* item) { link.copy.Cut(item, small); });
    }
  }
  if (players == 1 && !has_range && !has_doubles_) {
    return count;
  }
  for (int i = env; i < env + count; ++i) {
    to->MarkFloat32(&i, 1, from.is_float32(part_.ids[i]));
    if (players > 1) {
      const int n = from.players(part_.ids[i]);
      const std::vector<int> owners(n, i);
      to->CopyPlayers(&i, 1, owners.data(), n, [](std::size_t, int, int) {});
    }
    if (has_range && !AreAllowed(i)) {
      return i - env;
    }
  }
  return count;
}

void MixedLinks::CopyOptions(const Engine& pool, int env, int count) const {
  for (int i = env; i < env + count; ++i) {
    const auto* options =
        static_cast<const MixedOptions*>(pool.reset_options(part_.ids[i]));
    part_.engine->set_reset_options(
        i, options == nullptr ? nullptr : options->parts[number_]);
  }
}

bool MixedLinks::AreAllowed(int env) const {
  const ActionStore& store = *part_.engine->actions();
  return std::ranges::all_of(actions_, [&](const Link& link) {
    const Column& column = store.layout().columns()[link.from];
    const int players = column.per_player ? store.players(env) : 1;
    return store.reader(link.from).Allows(store.Item(link.from, env),
                                          players * column.ItemSize());
  });
}

std::string MixedLinks::ActionError(int env) const {
  const ActionStore& store = *part_.engine->actions();
  try {
    for (const Link& link : actions_) {
      const Column& column = store.layout().columns()[link.from];
      const int players = column.per_player ? store.players(env) : 1;
      const std::size_t count = players * column.ItemSize();
      const char* item = store.Item(link.from, env);
      if (!store.reader(link.from).Allows(item, count)) {
        store.reader(link.from).Refuse(item, column.dtype, count);
      }
    }
  } catch (const Error& error) {
    return part_.task + ": " + error.what();
  }
  return part_.task + ": its action is out of range";
}

// --- MixedRows --------------------------------------------------------------

MixedRows::MixedRows(MixedLinks* links) : links_(links) {
  {
    const std::lock_guard lock(links_->blocks_->mutex);
    std::vector<std::unique_ptr<StateBlock>>& free = links_->blocks_->free;
    if (!free.empty()) {
      block_ = std::move(free.back());
      free.pop_back();
      return;
    }
    free.reserve(free.capacity() + 1);  // the destructor must not allocate
  }
  block_ = std::make_unique<StateBlock>(links_->layout_);
  // No thread waits for these rows, so the number is never reached.
  block_->target.store(std::numeric_limits<int>::max());
}

MixedRows::~MixedRows() {
  const std::lock_guard lock(links_->blocks_->mutex);
  links_->blocks_->free.push_back(std::move(block_));
}

void MixedRows::PlaceAt(StateBlock* to, int row) {
  for (const MixedLinks::Link& link : links_->state_) {
    if (link.can_place) {
      block_->PlaceColumn(link.from, to->Item(link.to, row));
    }
  }
  is_placed_ = true;
}

void MixedRows::Unplace() {
  block_->RestoreColumns();
  is_placed_ = false;
}

void MixedRows::Start() { block_->completed.store(0); }

int MixedRows::Run(Request request, int env, int count) {
  Start();
  Engine* engine = links_->part_.engine;
  return engine->kernel()->Run({env, count, request, block_.get(), 0}, engine);
}

void MixedRows::Deliver(StateBlock* to, int row, int env, int count) {
  DeliverRows(to, [row](int i) { return row + i; }, env, count);
}

void MixedRows::DeliverTo(StateBlock* to, const int* rows, int env, int count) {
  DeliverRows(to, [rows](int i) { return rows[i]; }, env, count);
}

template <typename RowOf>
void MixedRows::DeliverRows(StateBlock* to, const RowOf& row_of, int env,
                            int count) {
  const int players = links_->part_.engine->config().max_players;
  for (const MixedLinks::Link& link : links_->state_) {
    if (is_placed_ && link.can_place) {
      continue;
    }
    CopyColumn(link, to, row_of, count, players);
  }
  const int* ids = links_->part_.ids.data() + env;
  int* env_ids = to->Scalars<int>(Columns::kEnvId);
  std::uint8_t* ended = to->ended();
  for (int i = 0; i < count; ++i) {
    env_ids[row_of(i)] = ids[i];
    ended[row_of(i)] = block_->ended()[i];
  }
  if (to->players.empty()) {
    int* owners = to->Scalars<int>(Columns::kPlayersEnvId);
    for (int i = 0; i < count; ++i) {
      owners[row_of(i)] = ids[i];
    }
  }
  for (int i = 0; !to->players.empty() && i < count; ++i) {
    to->players[row_of(i)] = block_->players[i];
    std::fill_n(to->Rows<int>(Columns::kPlayersEnvId, row_of(i)),
                block_->players[i], ids[i]);
  }
  if (links_->task_column_ >= 0) {
    WriteTasks(to, row_of, count);
  }
  for (const int c : links_->part_.ones) {
    for (int i = 0; i < count; ++i) {
      *to->Rows<bool>(c, row_of(i)) = true;
    }
  }
  for (const int c : links_->missing_) {
    for (int i = 0; i < count; ++i) {
      to->ZeroItem(c, row_of(i));
    }
  }
  if (!block_->faults.empty() || block_->lost_faults.load() > 0) {
    MoveFaults(to, row_of, ids);
  }
}

template <typename RowOf>
void MixedRows::WriteTasks(StateBlock* to, const RowOf& row_of,
                           int count) const {
  const int task = links_->part_.task_id;
  int* tasks = to->Scalars<int>(links_->task_column_);
  for (int i = 0; i < count; ++i) {
    tasks[row_of(i)] = task;
  }
  if (links_->final_task_ < 0) {
    return;
  }
  int* finals = to->Scalars<int>(links_->final_task_);
  const bool* mask = to->Scalars<bool>(links_->columns_->final_mask);
  for (int i = 0; i < count; ++i) {
    finals[row_of(i)] = mask[row_of(i)] ? task : 0;
  }
}

template <typename RowOf>
void MixedRows::CopyColumn(const MixedLinks::Link& link, StateBlock* to,
                           const RowOf& row_of, int count, int players) {
  const Column& small = block_->layout().columns()[link.from];
  const Column& large = to->layout().columns()[link.to];
  if (link.copy.is_whole() && !small.is_container()) {
    WithSize(to->layout().stride(link.to), [&](auto bytes) {
      Scatter(bytes, block_->Item(link.from, 0), to->Item(link.to, 0), row_of,
              count);
    });
    return;
  }
  for (int i = 0; i < count; ++i) {
    CopyItems(small, large, players, block_->Item(link.from, i),
              to->Item(link.to, row_of(i)), [&](const char* item, char* into) {
                link.copy.Enlarge(item, into);
              });
  }
}

template <typename RowOf>
void MixedRows::MoveFaults(StateBlock* to, const RowOf& row_of,
                           const int* ids) {
  for (Fault& fault : block_->faults) {
    try {
      to->AddFault({ids[fault.row], row_of(fault.row), fault.seed,
                    fault.elapsed_step,
                    links_->part_.task + ": " + fault.text});
    } catch (...) {
      to->lost_faults.fetch_add(1);  // no memory even for the text
    }
  }
  block_->faults.clear();
  to->lost_faults.fetch_add(block_->lost_faults.exchange(0));
}

}  // namespace envpool
