// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/transfer.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/fp_scope.h"
#include "envpool/core/engine/id_runs.h"
#include "envpool/core/engine/pool_base.h"

namespace envpool {
namespace {

/// The env's own action keys come after env_id and players.env_id.
constexpr std::size_t kFirstAction = ActionStore::kPlayersColumn + 1;

bool HasRows(const Buffer& buffer, std::int64_t rows, const Column& column) {
  return buffer.shape.size() == column.shape.size() + 1 &&
         buffer.shape[0] == rows &&
         std::equal(column.shape.begin(), column.shape.end(),
                    buffer.shape.begin() + 1);
}

/// Whether a column of 64 bits may be exchanged as that type of 32 bits: JAX
/// has no others by default.
bool IsHalf(DType column, DType buffer) {
  return (column == DType::kFloat64 && buffer == DType::kFloat32) ||
         (column == DType::kInt64 && buffer == DType::kInt32) ||
         (column == DType::kUint64 && buffer == DType::kUint32);
}

/// Not what the tracing of a call lets through; a last line of defence.
void Require(bool fits, const Column& column) {
  if (!fits) {
    throw Error(ErrorKind::kArgument,
                column.key +
                    ": the call was traced for a pool with other "
                    "arrays");
  }
}

template <typename T>
void CheckRange(const Buffer& buffer, int rows, const Column& column,
                const std::int64_t* low, const std::int64_t* high) {
  const auto* values = static_cast<const T*>(buffer.data);
  const std::size_t size = column.ItemSize();
  const auto is_inside = [&](std::size_t i, std::size_t j) {
    const auto value = static_cast<std::int64_t>(values[i * size + j]);
    return (value >= low[j]) & (value <= high[j]);
  };
  const auto count = static_cast<std::size_t>(rows);
  bool inside = true;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      inside &= is_inside(i, j);
    }
  }
  for (std::size_t at = 0; !inside && at < count * size; ++at) {
    if (!is_inside(at / size, at % size)) {
      const std::size_t j = at % size;
      throw Error(ErrorKind::kArgument,
                  column.key + ": expected values in [" +
                      std::to_string(low[j]) + ", " + std::to_string(high[j]) +
                      "], got " + std::to_string(values[at]) + " in row " +
                      std::to_string(at / size));
    }
  }
}

void CheckValues(const Buffer& buffer, int rows, const Column& column,
                 const std::int64_t* low, const std::int64_t* high) {
  switch (buffer.dtype) {
    case DType::kInt8:
      return CheckRange<std::int8_t>(buffer, rows, column, low, high);
    case DType::kUint8:
      return CheckRange<std::uint8_t>(buffer, rows, column, low, high);
    case DType::kInt16:
      return CheckRange<std::int16_t>(buffer, rows, column, low, high);
    case DType::kUint16:
      return CheckRange<std::uint16_t>(buffer, rows, column, low, high);
    case DType::kInt32:
      return CheckRange<std::int32_t>(buffer, rows, column, low, high);
    case DType::kUint32:
      return CheckRange<std::uint32_t>(buffer, rows, column, low, high);
    case DType::kInt64:
      return CheckRange<std::int64_t>(buffer, rows, column, low, high);
    default:
      return;  // of 64 bits without a sign: the range is the dtype's
  }
}

void CheckActions(const Layout& layout, const Actions& actions) {
  const std::vector<Column>& columns = layout.columns();
  std::size_t first = 0;  // of the ranges
  for (std::size_t i = 0; i + kFirstAction < columns.size(); ++i) {
    const Column& column = columns[i + kFirstAction];
    Require(i < actions.buffers.size() &&
                first + column.ItemSize() <= actions.low.size() &&
                actions.low.size() == actions.high.size(),
            column);
    const Buffer& buffer = actions.buffers[i];
    Require(HasRows(buffer, actions.count, column) &&
                column.destroy == nullptr &&
                (buffer.dtype == column.dtype ||
                 IsHalf(column.dtype, buffer.dtype)),
            column);
    CheckValues(buffer, actions.count, column, &actions.low[first],
                &actions.high[first]);
    first += column.ItemSize();
  }
}

template <typename From, typename To>
void Convert(const void* from, void* to, std::size_t count) {
  const auto* source = static_cast<const From*>(from);
  auto* target = static_cast<To*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    target[i] = static_cast<To>(source[i]);
  }
}

void Widen(const Column& column, const void* from, void* to,
           std::size_t count) {
  if (column.dtype == DType::kFloat64) {
    Convert<float, double>(from, to, count);
  } else if (column.dtype == DType::kInt64) {
    Convert<std::int32_t, std::int64_t>(from, to, count);
  } else {
    Convert<std::uint32_t, std::uint64_t>(from, to, count);
  }
}

/// Puts checked actions of admitted envs into their slots.
void StoreActions(ActionStore* store, const Actions& actions) {
  const std::vector<Column>& columns = store->layout().columns();
  bool float32 = true;
  for (std::size_t i = 0; i + kFirstAction < columns.size(); ++i) {
    const Column& column = columns[i + kFirstAction];
    const Buffer& buffer = actions.buffers[i];
    const auto* from = static_cast<const char*>(buffer.data);
    const bool widens = buffer.dtype != column.dtype;
    if (column.dtype == DType::kFloat64) {
      float32 = float32 && widens;
    }
    const std::size_t items = column.ItemSize();
    const std::size_t bytes = column.ItemBytes() / (widens ? 2 : 1);
    ForRuns(actions.ids, actions.count, [&](int index, int env, int length) {
      char* to = store->Item(i + kFirstAction, env);
      if (widens) {
        Widen(column, from + index * bytes, to, length * items);
      } else {
        std::memcpy(to, from + index * bytes, length * bytes);
      }
    });
  }
  store->MarkFloat32(actions.ids, actions.count, float32);
}

/// A synchronous pool gives all pending rows, however many a call expects.
void CheckPending(const Engine& engine, int more, int rows) {
  if (engine.closed()) {
    return;  // what follows says so
  }
  const int pending = engine.outstanding() + more;
  if (engine.is_sync() && pending != rows) {
    throw Error(ErrorKind::kProtocol,
                "expected " + std::to_string(rows) +
                    " pending results, as the call was traced for, got " +
                    std::to_string(pending));
  }
}

/// A batch in the caller's hands.
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

void WriteColumn(const StateBlock& block, int index, const Buffer& buffer) {
  const Column& column = block.layout().columns()[index];
  const char* from = block.Item(index, 0);
  const std::size_t count = block.rows * column.ItemSize();
  if (buffer.dtype == column.dtype) {
    std::memcpy(buffer.data, from, block.rows * column.ItemBytes());
  } else if (column.dtype == DType::kFloat64) {
    Convert<double, float>(from, buffer.data, count);
  } else {  // of either sign
    Convert<std::uint64_t, std::uint32_t>(from, buffer.data, count);
  }
}

void CheckResults(const Layout& layout, int rows,
                  std::span<const std::int64_t> columns,
                  const std::vector<Buffer>& buffers) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = layout.columns().at(columns[i]);
    Require(i < buffers.size() && column.destroy == nullptr &&
                HasRows(buffers[i], rows, column) &&
                (column.dtype == buffers[i].dtype ||
                 IsHalf(column.dtype, buffers[i].dtype)),
            column);
  }
}

}  // namespace

void SendActions(Engine* engine, const Actions& actions, bool caller_waits,
                 int rows) {
  CheckActions(engine->actions()->layout(), actions);
  if (caller_waits) {
    CheckPending(*engine, actions.count, rows);
  }
  engine->Admit(actions.ids, actions.count, Request::kStep, caller_waits);
  try {
    {
      const FpScope fp;  // a conversion rounds the same for every caller
      StoreActions(engine->actions(), actions);
    }
    engine->Publish(actions.ids, actions.count, Request::kStep, caller_waits);
  } catch (...) {
    engine->Withdraw(actions.ids, actions.count);
    throw;
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
  if (block.rows != rows) {  // another thread has sent or received meanwhile
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
