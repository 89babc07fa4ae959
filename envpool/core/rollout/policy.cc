// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/policy.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace envpool {

const char* Turn::Seen(int column, int index, int actor) const {
  const Layout& layout = last->layout();
  const Column& about = layout.columns()[column];
  const char* item = last->Item(column, first_row + index);
  if (!about.per_player || layout.max_players() == 1) {
    return item;
  }
  const int player = actors.current < 0
                         ? actor
                         : *last->Rows<int>(actors.current, first_row + index);
  return item +
         std::clamp(player, 0, layout.max_players() - 1) * about.ItemBytes();
}

char* Turn::Action(std::size_t column, int index, int actor) const {
  return actions->Item(column, first_env + index) +
         actor * actions->layout().columns()[column].ItemBytes();
}

void CheckActions(const ActionStore& store, std::size_t column,
                  std::size_t count, char* numbers) {
  const Column& about = store.layout().columns()[column];
  if (about.dtype == DType::kBool) {
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = static_cast<char>(numbers[i] != 0);
    }
  }
  const NumberReader& reader = store.reader(static_cast<int>(column));
  if (about.HasRange() && !reader.Allows(numbers, count)) {
    reader.Refuse(numbers, about.dtype, count);
  }
}

Policy::~Policy() = default;

std::vector<int> Policy::Reads() const { return {}; }

int Policy::RowsTogether() const { return 1; }

}  // namespace envpool
