// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sends actions from a compiled program's buffers to a pool, and writes a
// pool's results to such buffers. Independent of XLA.
//
// Compiled programs have fixed shapes. If envs may have several players,
// per-player arrays have max_num_players rows per env: first the rows of its
// players, then padding. In results, padding is zero, except -1 in
// players.env_id.
//
// Threads: as Engine. Errors: Error; then nothing has been sent or received,
// unless an env failed (kEnvStep).

#ifndef ENVPOOL_CORE_XLA_TRANSFER_H_
#define ENVPOOL_CORE_XLA_TRANSFER_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "envpool/core/engine/engine.h"
#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/engine/pool_lease.h"

namespace envpool {

/// A dense array.
struct Buffer {
  DType dtype;
  std::span<const std::int64_t> shape;
  void* data;
};

/// The actions of a call.
struct Actions {
  const int* ids;               // ids of the envs; null for all
  int count;                    // number of envs
  std::vector<Buffer> buffers;  // one for each action key of the env's own
  // If envs may have several players: the env id of each player's row, kNoEnv
  // for padding. If unset, each env has max_num_players consecutive rows.
  std::optional<std::span<const int>> owners;
};

/// The env id of a padding row.
inline constexpr int kNoEnv = -1;

/// Sends the actions. `caller_waits` means that the caller calls ReceiveRows
/// for `rows` results next; nothing is sent if these could never arrive.
void SendActions(Engine* engine, const Actions& actions, bool caller_waits,
                 int rows = 0);

/// Receives a batch of `rows` rows and writes each of `columns` to its buffer.
/// Doubles and 64-bit integers may be converted to their 32-bit counterparts.
void ReceiveRows(const PoolLease& lease, int rows,
                 std::span<const std::int64_t> columns,
                 const std::vector<Buffer>& buffers);

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_TRANSFER_H_
