// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CheckIds, CheckPlayers: check env ids and the env ids of players' rows, with
// the same error texts for every caller.
//
// Threads: none. Errors: as the functions say; std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_ID_ERRORS_H_
#define ENVPOOL_CORE_ENGINE_ID_ERRORS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace envpool {

/// Throws Error(kEnvId) if one of `count` ids is outside of [0, num_envs) or,
/// with `distinct`, given twice. The text begins with the argument's name and
/// lists the wrong ids. Id is int, std::int64_t or std::uint64_t.
template <typename Id>
void CheckIds(const std::string& name, const Id* ids, std::size_t count,
              int num_envs, bool distinct);

/// Checks `players.env_id`, the env of each row of an action. Throws
/// Error(kEnvId) for an env that is not among the `count` ids, Error(kArgument)
/// for more than `max_players` rows of one env. Id as in CheckIds.
template <typename Id>
void CheckPlayers(const Id* owners, std::size_t rows, const int* ids,
                  std::size_t count, int max_players);

/// "3, 1", the first few.
std::string TextOfIds(const std::vector<int>& ids);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_ID_ERRORS_H_
