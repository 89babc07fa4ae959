// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/schedule/admission.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/id_errors.h"
#include "envpool/core/engine/schedule/id_runs.h"

namespace envpool {

Admission::Admission(int num_envs, bool resets_are_explicit)
    : num_envs_(num_envs),
      pending_(num_envs, 0),
      ended_(resets_are_explicit ? num_envs : 0, 0) {}

void Admission::Admit(const int* ids, int count, Request request) {
  if (ids == nullptr && count > 0) {
    AdmitAll(request);
  } else {
    AdmitEach(ids, count, request);
  }
}

void Admission::AdmitAll(Request request) {
  const bool any_ended =
      request == Request::kStep &&
      std::find(ended_.begin(), ended_.end(), 1) != ended_.end();
  if (outstanding_ == 0 && !any_ended) {
    std::fill(pending_.begin(), pending_.end(), 1);
    outstanding_ = num_envs_;
    return;
  }
  std::vector<int> all(num_envs_);
  std::iota(all.begin(), all.end(), 0);
  AdmitEach(all.data(), num_envs_, request);
}

void Admission::AdmitEach(const int* ids, int count, Request request) {
  const bool check_ended = request == Request::kStep && !ended_.empty();
  ForRuns(ids, count, [&](int index, int first_env, int length) {
    if (!Admissible(first_env, length, check_ended)) {
      int at = index;
      while (Admissible(ids[at], 1, check_ended)) {
        ++at;
      }
      Unmark(ids, index);
      Refuse(ids, count, at);
    }
    std::memset(&pending_[first_env], 1, length);
  });
  outstanding_ += count;
}

bool Admission::Admissible(int first_env, int count, bool check_ended) const {
  const auto none = [&](const std::vector<std::uint8_t>& flags) {
    return std::memchr(&flags[first_env], 1, count) == nullptr;
  };
  return first_env >= 0 && first_env < num_envs_ &&
         count <= num_envs_ - first_env && none(pending_) &&
         (!check_ended || none(ended_));
}

void Admission::Refuse(const int* ids, int count, int at) const {
  const int id = ids[at];
  const bool exists = id >= 0 && id < num_envs_;
  if (!exists || (pending_[id] == 0 && std::count(ids, ids + count, id) > 1)) {
    CheckIds("env_id", ids, count, num_envs_, true);
  }
  if (pending_[id] != 0) {
    throw Error(ErrorKind::kProtocol,
                "env " + std::to_string(id) +
                    " has a pending result; call recv() first",
                {id});
  }
  std::vector<int> ended;
  std::string text = "the episodes of env ids [";
  for (int i = 0; i < count; ++i) {
    if (ids[i] >= 0 && ids[i] < num_envs_ && ended_[ids[i]] != 0) {
      text += (ended.empty() ? "" : ", ") + std::to_string(ids[i]);
      ended.push_back(ids[i]);
    }
  }
  throw Error(ErrorKind::kProtocol,
              text + "] have ended and autoreset is disabled; reset them first",
              std::move(ended));
}

void Admission::Unmark(const int* ids, int count) {
  ForRuns(ids, count, [this](int /*index*/, int first_env, int length) {
    std::memset(&pending_[first_env], 0, length);
  });
}

void Admission::Withdraw(const int* ids, int count) {
  if (ids == nullptr && count > 0) {
    std::fill(pending_.begin(), pending_.end(), 0);
  } else {
    Unmark(ids, count);
  }
  outstanding_ -= count;
}

void Admission::Receive(const int* ids, const std::uint8_t* ended, int count) {
  outstanding_ -= count;
  if (count == num_envs_) {
    std::fill(pending_.begin(), pending_.end(), 0);
  } else {
    Unmark(ids, count);
  }
  for (int i = 0; !ended_.empty() && i < count; ++i) {
    ended_[ids[i]] = ended[i];
  }
}

}  // namespace envpool
