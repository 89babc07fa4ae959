// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/param_rows.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/params/env_params.h"
#include "envpool/core/engine/params/param_values.h"

namespace envpool {

ParamRows::ParamRows(Engine* engine, std::vector<int> kind_of_env,
                     std::vector<Elements> kinds, bool is_integer, void* data)
    : engine_(engine),
      kind_of_env_(std::move(kind_of_env)),
      kinds_(std::move(kinds)),
      is_integer_(is_integer),
      data_(data) {
  const auto require = [](bool is_valid) {
    if (!is_valid) {
      throw Error(ErrorKind::kArgument,
                  "params: expected elements of each env's parameters");
    }
  };
  const int num_envs = engine->config().num_envs;
  require(static_cast<int>(kind_of_env_.size()) == num_envs && !kinds_.empty());
  size_ = kinds_[0].second.size();
  for (int env = 0; env < num_envs; ++env) {
    const int kind = kind_of_env_[env];
    require(0 <= kind && kind < static_cast<int>(kinds_.size()));
    const auto& [param, elements] = kinds_[kind];
    const auto list = engine->params()->ListOf(env);
    require(0 <= param && param < static_cast<int>(list->size()));
    const std::size_t whole = SizeOf((*list)[param]);
    require(elements.size() == size_ &&
            std::ranges::all_of(elements, [whole](int element) {
              return 0 <= element && static_cast<std::size_t>(element) < whole;
            }));
    most_ = std::max(most_, whole);
  }
}

void ParamRows::Look(std::int64_t step, int first_env, int count) const {
  std::vector<double> whole(most_);
  std::size_t at =
      (step * static_cast<std::int64_t>(kind_of_env_.size()) + first_env) *
      size_;
  for (int env = first_env; env < first_env + count; ++env) {
    const auto& [param, elements] = kinds_[kind_of_env_[env]];
    engine_->kernel()->GetParam(env, param, whole.data());
    for (const int element : elements) {
      if (is_integer_) {
        static_cast<std::int64_t*>(data_)[at++] =
            static_cast<std::int64_t>(whole[element]);
      } else {
        static_cast<double*>(data_)[at++] = whole[element];
      }
    }
  }
}

}  // namespace envpool
