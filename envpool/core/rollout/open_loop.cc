// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/open_loop.h"

#include <string>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {

OpenLoop::OpenLoop(const ActionStore& store, const std::vector<Array>& arrays,
                   std::int64_t steps, int rows)
    : steps_(steps), num_envs_(store.layout().rows()) {
  constexpr std::size_t kFirst = ActionStore::kFirstColumn;
  const std::vector<Column>& columns = store.layout().columns();
  if (arrays.size() + kFirst != columns.size()) {
    throw Error(ErrorKind::kArgument,
                "actions: expected " + std::to_string(columns.size() - kFirst) +
                    " arrays, got " + std::to_string(arrays.size()));
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const Column& column = columns[kFirst + i];
    const std::size_t bytes =
        steps * num_envs_ * (column.per_player ? rows : 1) * column.ItemBytes();
    if (column.is_container() ||
        arrays[i].size * arrays[i].element_size != bytes) {
      throw Error(ErrorKind::kArgument,
                  "actions: expected one number for each element of '" +
                      column.key + "' of each env and step");
    }
    const char* from = static_cast<const char*>(arrays[i].Data());
    actions_.emplace_back(from, from + bytes);
    CheckActions(store, kFirst + i, bytes / column.element_size,
                 actions_.back().data());
  }
}

void OpenLoop::Act(const Turn& turn) const {
  constexpr std::size_t kFirst = ActionStore::kFirstColumn;
  const Layout& layout = turn.actions->layout();
  const std::size_t at = (turn.step % steps_) * num_envs_ + turn.first_env;
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    const std::size_t c = kFirst + i;
    const std::size_t item = turn.RowsOf(c) * layout.columns()[c].ItemBytes();
    CopyItems(actions_[i].data() + at * item, item,
              turn.actions->Item(c, turn.first_env), layout.stride(c), item,
              turn.count);
  }
}

}  // namespace envpool
