// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/action_rescale.h"

#include <cstddef>
#include <utility>

namespace envpool {
namespace {

/// Computes with numbers of type T, and stores them as type Stored.
template <typename T, typename Stored>
void Rescale(const ActionRescaleOptions& options, std::size_t count,
             Stored* numbers) {
  const std::size_t size = options.gradient.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto gradient = static_cast<T>(options.gradient[i % size]);
    const auto intercept = static_cast<T>(options.intercept[i % size]);
    numbers[i] = static_cast<Stored>((static_cast<T>(numbers[i]) - intercept) /
                                     gradient);
  }
}

}  // namespace

ActionRescale::ActionRescale(ActionRescaleOptions options)
    : options_(std::move(options)) {}

void ActionRescale::Apply(const ActionStore& store, const int* ids,
                          int count) const {
  const Column& column = store.layout().columns()[options_.column];
  for (int i = 0; i < count; ++i) {
    const int id = ids == nullptr ? i : ids[i];
    const int players = column.per_player ? store.players(id) : 1;
    const std::size_t numbers = column.ItemSize() * players;
    char* item = store.Item(options_.column, id);
    if (column.dtype == DType::kFloat32) {
      Rescale<float>(options_, numbers, reinterpret_cast<float*>(item));
    } else if (store.is_float32(id)) {
      Rescale<float>(options_, numbers, reinterpret_cast<double*>(item));
    } else {
      Rescale<double>(options_, numbers, reinterpret_cast<double*>(item));
    }
  }
}

}  // namespace envpool
