// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/kernel/fp_scope.h"
#include "envpool/core/engine/memory/result_columns.h"
#include "envpool/core/engine/pool_base.h"
#include "envpool/core/xla/conversion.h"
#include "envpool/core/xla/transfer.h"

namespace envpool {
namespace {

/// A received batch, released by the destructor.
class Batch {
 public:
  explicit Batch(Engine* engine)
      : pool_(engine->blocks().get()), block_(engine->Recv(nullptr)) {}
  ~Batch() { pool_->Release(block_); }
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  [[nodiscard]] const StateBlock& block() const { return *block_; }

 private:
  BlockPool* const pool_;
  StateBlock* const block_;
};

void CheckFaults(const StateBlock& block) {
  if (!block.faults.empty() || block.lost_faults.load() != 0) {
    throw Error(ErrorKind::kEnvStep, FaultText(block));
  }
}

/// Copies items of a column to `to`; returns the end of the copy.
char* WriteItems(const Column& column, const char* from, DType dtype, char* to,
                 std::size_t items) {
  const std::size_t count = items * column.ItemSize();
  if (dtype == column.dtype) {
    std::memcpy(to, from, items * column.ItemBytes());
    return to + items * column.ItemBytes();
  }
  if (column.dtype == DType::kFloat64) {
    Convert<double, float>(from, to, count);
  } else {  // signed or unsigned: truncation gives the same bits
    Convert<std::uint64_t, std::uint32_t>(from, to, count);
  }
  return to + items * column.ItemBytes() / 2;
}

void WriteColumn(const StateBlock& block, int index, const Buffer& buffer) {
  const Layout& layout = block.layout();
  const Column& column = layout.columns()[index];
  const char* from = block.Item(index, 0);
  auto* to = static_cast<char*>(buffer.data);
  if (!column.per_player || block.players.empty()) {
    WriteItems(column, from, buffer.dtype, to, block.rows);
    return;
  }
  const std::size_t bytes =
      column.ItemBytes() / (buffer.dtype == column.dtype ? 1 : 2);
  const int padding = index == ResultColumns::kPlayersEnvId ? kNoEnv : 0;
  for (int row = 0; row < block.rows; ++row) {
    const int players = block.players[row];
    to = WriteItems(column, from, buffer.dtype, to, players);
    from += players * column.ItemBytes();
    const std::size_t rest = (layout.max_players() - players) * bytes;
    std::memset(to, padding, rest);  // kNoEnv, -1, is 0xff in each byte
    to += rest;
  }
}

void CheckResults(const Layout& layout, int rows,
                  std::span<const std::int64_t> columns,
                  const std::vector<Buffer>& buffers) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = layout.columns().at(columns[i]);
    const std::int64_t slots = column.per_player ? layout.max_players() : 1;
    Require(i < buffers.size() && !column.is_container() &&
                HasRows(buffers[i], rows * slots, column) &&
                (column.dtype == buffers[i].dtype ||
                 IsHalf(column.dtype, buffers[i].dtype)),
            column);
  }
}

}  // namespace

void CheckPending(const Engine& engine, int more, int rows) {
  if (engine.closed()) {
    return;  // Recv reports it
  }
  const int pending = engine.outstanding() + more;
  if (engine.is_sync() && pending != rows) {
    throw Error(ErrorKind::kProtocol,
                "expected " + std::to_string(rows) +
                    " pending results, as the call was traced for, got " +
                    std::to_string(pending));
  }
}

void ReceiveRows(const PoolLease& lease, int rows,
                 std::span<const std::int64_t> columns,
                 const std::vector<Buffer>& buffers) {
  Engine* engine = lease.engine();
  CheckResults(engine->blocks()->layout(), rows, columns, buffers);
  CheckPending(*engine, 0, rows);
  const Batch batch(engine);
  const StateBlock& block = batch.block();
  lease.Observe(block);
  CheckFaults(block);
  if (block.rows != rows) {  // another thread used the pool meanwhile
    throw Error(ErrorKind::kProtocol,
                "expected " + std::to_string(rows) + " results, got " +
                    std::to_string(block.rows) +
                    "; no other thread may use the pool meanwhile");
  }
  const FpScope fp;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    WriteColumn(block, static_cast<int>(columns[i]), buffers[i]);
  }
}

}  // namespace envpool
