// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/policy.h"

#include <cstddef>
#include <vector>

namespace envpool {

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
