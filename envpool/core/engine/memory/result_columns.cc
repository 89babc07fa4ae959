// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/result_columns.h"

#include <algorithm>
#include <string>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

template <typename T>
int Add(const char* key, std::vector<Column>* columns) {
  Column column;
  column.key = key;
  column.dtype = DTypeOf<T>();
  column.element_size = sizeof(T);
  columns->push_back(column);
  return static_cast<int>(columns->size()) - 1;
}

/// Observations and infos have final values; the env ids of rows do not.
bool HasFinal(const Column& column) {
  const std::string& key = column.key;
  return !column.is_container() && key != "info:env_id" &&
         key != "info:players.env_id" &&
         (key.starts_with("obs") || key.starts_with("info:") ||
          key == "elapsed_step");
}

/// Returns the index of the column that shows column `of`.
int AddShown(const ShownColumn& option, int of, std::vector<Column>* columns) {
  Column column = (*columns)[of];
  column.key = "shown:" + column.key;
  column.dtype = option.dtype;
  column.element_size = SizeOf(option.dtype);
  column.shape = option.shape;
  columns->push_back(column);
  return static_cast<int>(columns->size()) - 1;
}

void AppendShown(const EngineOptions& options, ResultColumns* result,
                 std::vector<Column>* columns) {
  for (const ShownColumn& option : options.shown) {
    const auto end = columns->begin() + result->num_state;
    const auto found =
        std::find_if(columns->begin(), end, [&option](const Column& column) {
          return column.key == option.of && !column.is_container();
        });
    if (found == end) {
      throw Error(ErrorKind::kArgument,
                  "shown: expected a key of numbers, got " + option.of);
    }
    const int of = static_cast<int>(found - columns->begin());
    result->shown.emplace_back(of, AddShown(option, of, columns));
    for (const auto& [from, to] : result->finals) {
      if (from == of) {
        result->shown.emplace_back(to, AddShown(option, to, columns));
      }
    }
  }
}

}  // namespace

ResultColumns ResultColumns::Append(const EngineOptions& options,
                                    std::vector<Column>* columns) {
  ResultColumns result;
  result.num_state = static_cast<int>(columns->size());
  result.terminated = Add<bool>("terminated", columns);
  result.ones = Add<bool>("ones", columns);
  if (options.autoreset == AutoresetMode::kSameStep) {
    result.final_mask = Add<bool>("_final", columns);
    for (int c = 0; c < result.num_state; ++c) {
      if (HasFinal((*columns)[c])) {
        Column copy = (*columns)[c];
        copy.key = "final:" + copy.key;
        result.finals.emplace_back(c, static_cast<int>(columns->size()));
        columns->push_back(copy);
      }
    }
  }
  if (options.episode_stats) {
    result.episode_mask = Add<bool>("_episode", columns);
    result.episode_return = Add<float>("episode:r", columns);
    result.episode_length = Add<int>("episode:l", columns);
    result.episode_time = Add<float>("episode:t", columns);
  }
  AppendShown(options, &result, columns);
  return result;
}

}  // namespace envpool
