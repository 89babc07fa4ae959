// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/id_errors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

constexpr std::size_t kMaxShown = 8;

/// Lists the first few ids, and the total number if there are more.
template <typename Id>
std::string TextOf(const std::vector<Id>& ids) {
  std::string text;
  for (std::size_t i = 0; i < std::min(ids.size(), kMaxShown); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(ids[i]);
  }
  if (ids.size() > kMaxShown) {
    text += ", ... (" + std::to_string(ids.size()) + ")";
  }
  return text;
}

/// The ids that occur more than once, in ascending order.
template <typename Id>
std::vector<Id> Repeated(std::vector<Id> ids) {
  std::sort(ids.begin(), ids.end());
  std::vector<Id> repeated;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    const bool is_new = repeated.empty() || repeated.back() != ids[i];
    if (ids[i] == ids[i - 1] && is_new) {
      repeated.push_back(ids[i]);
    }
  }
  return repeated;
}

}  // namespace

template <typename Id>
void CheckIds(const std::string& name, const Id* ids, std::size_t count,
              int num_envs, bool distinct) {
  if (distinct) {  // one of the first num_envs + 1 ids must be wrong
    count = std::min(count, static_cast<std::size_t>(num_envs) + 1);
  }
  std::vector<Id> wrong;
  std::copy_if(ids, ids + count, std::back_inserter(wrong), [&](Id id) {
    return std::cmp_less(id, 0) || std::cmp_greater_equal(id, num_envs);
  });
  if (!wrong.empty()) {
    throw Error(ErrorKind::kEnvId, name + ": expected ids in [0, " +
                                       std::to_string(num_envs - 1) +
                                       "], got " + TextOf(wrong));
  }
  if (distinct && count > 1) {
    wrong = Repeated(std::vector<Id>(ids, ids + count));
  }
  if (!wrong.empty()) {
    throw Error(ErrorKind::kEnvId, name + ": expected distinct ids, got " +
                                       TextOf(wrong) + " more than once");
  }
}

template <typename Id>
void CheckPlayers(const Id* owners, std::size_t rows, const int* ids,
                  std::size_t count, int max_players) {
  std::unordered_map<Id, int> players;  // number of players by env
  for (std::size_t i = 0; i < count; ++i) {
    players[static_cast<Id>(ids[i])] = 0;
  }
  std::set<Id> strange;
  int most = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto found = players.find(owners[row]);
    if (found == players.end()) {
      strange.insert(owners[row]);
    } else {
      most = std::max(most, ++found->second);
    }
  }
  if (!strange.empty()) {
    throw Error(ErrorKind::kEnvId,
                "players.env_id: expected only ids in env_id, got [" +
                    TextOf(std::vector<Id>(strange.begin(), strange.end())) +
                    "]");
  }
  if (most > max_players) {
    throw Error(ErrorKind::kArgument, "players.env_id: expected at most " +
                                          std::to_string(max_players) +
                                          " players per env, got " +
                                          std::to_string(most));
  }
}

std::string TextOfIds(const std::vector<int>& ids) { return TextOf(ids); }

template void CheckPlayers(const int*, std::size_t, const int*, std::size_t,
                           int);
template void CheckPlayers(const std::int64_t*, std::size_t, const int*,
                           std::size_t, int);
template void CheckPlayers(const std::uint64_t*, std::size_t, const int*,
                           std::size_t, int);
template void CheckIds(const std::string&, const int*, std::size_t, int, bool);
template void CheckIds(const std::string&, const std::int64_t*, std::size_t,
                       int, bool);
template void CheckIds(const std::string&, const std::uint64_t*, std::size_t,
                       int, bool);

}  // namespace envpool
