// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// From a compiled program's buffers into a pool, and from a pool's results into
// such buffers. Nothing here knows XLA.
//
// Compiled programs have fixed shapes. Where envs may have several players,
// what is per player has max_num_players rows for each env: those of its
// players come first, the others are padding. In results, padding is zeros, but
// -1 in players.env_id.
//
// Threads: as Engine. Errors: Error; nothing has been sent then, or received,
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
  const int* ids;               // of the envs; null for all
  int count;                    // how many envs
  std::vector<Buffer> buffers;  // one for each action key of the env's own
  // If envs may have several players: the env of each of their rows, kNobody
  // for padding. None: each env has max_num_players rows, one after the other.
  std::optional<std::span<const int>> owners;
};

/// Stands for an env id where there is no player.
inline constexpr int kNobody = -1;

/// Sends the actions. With `caller_waits`, the next to be called is ReceiveRows
/// for `rows` results, and nothing is sent if these could never come.
void SendActions(Engine* engine, const Actions& actions, bool caller_waits,
                 int rows = 0);

/// Receives a batch of `rows` rows, and writes each of `columns` of the result
/// into its buffer. Doubles and 64-bit integers may become ones of 32 bits.
void ReceiveRows(const PoolLease& lease, int rows,
                 std::span<const std::int64_t> columns,
                 const std::vector<Buffer>& buffers);

}  // namespace envpool

#endif  // ENVPOOL_CORE_XLA_TRANSFER_H_
