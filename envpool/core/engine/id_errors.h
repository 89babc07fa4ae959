// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CheckIds: env ids are refused in the same words wherever they come in.
//
// Threads: none. Errors: as CheckIds says; std::bad_alloc.

#ifndef ENVPOOL_CORE_ENGINE_ID_ERRORS_H_
#define ENVPOOL_CORE_ENGINE_ID_ERRORS_H_

#include <cstddef>
#include <string>

namespace envpool {

/// Throws Error(kEnvId) if one of `count` ids is outside of [0, num_envs) or,
/// with `distinct`, given twice. The text begins with the argument's name and
/// tells which ids are wrong. Id is int, std::int64_t or std::uint64_t.
template <typename Id>
void CheckIds(const std::string& name, const Id* ids, std::size_t count,
              int num_envs, bool distinct);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_ID_ERRORS_H_
