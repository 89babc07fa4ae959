// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/random_actions.h"

#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

constexpr std::size_t kFirst = ActionStore::kFirstColumn;

template <typename T>
T DrawFloat(double low, double high, CountedDraws* draws) {
  constexpr double kMost = std::numeric_limits<float>::max();
  const bool has_low = low > -kMost;
  const bool has_high = high < kMost;
  double number;
  if (has_low && has_high) {
    number = low + draws->Unit() * (high - low);
  } else if (has_low) {
    number = low + draws->Exponential();
  } else if (has_high) {
    number = high - draws->Exponential();
  } else {
    number = draws->Normal();
  }
  return static_cast<T>(number);
}

std::uint64_t CountOf(double low, double high) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(high)) -
         static_cast<std::uint64_t>(static_cast<std::int64_t>(low)) + 1;
}

}  // namespace

RandomActions::RandomActions(const ActionStore& store,
                             std::vector<ActionBounds> bounds,
                             std::uint64_t seed, std::int64_t first_step,
                             int mask)
    : bounds_(std::move(bounds)),
      columns_(store.layout().columns().begin() + kFirst,
               store.layout().columns().end()),
      first_step_(first_step),
      mask_(mask) {
  bool fits = bounds_.size() == columns_.size();
  for (std::size_t c = 0; fits && c < columns_.size(); ++c) {
    const std::size_t size = bounds_[c].lows.size();
    fits = size == bounds_[c].highs.size() &&
           (size == 1 || size == columns_[c].ItemSize());
  }
  if (!fits) {
    throw Error(ErrorKind::kArgument,
                "bounds: expected those of each element of the actions");
  }
  for (int env_id = 0; env_id < store.layout().rows(); ++env_id) {
    starts_.push_back(CountedDraws::StartOf(seed, env_id));
  }
}

std::vector<int> RandomActions::Reads() const {
  return mask_ < 0 ? std::vector<int>() : std::vector<int>{mask_};
}

template <typename T>
void RandomActions::Draw(std::size_t column, CountedDraws* draws, T* to,
                         std::size_t count) const {
  const ActionBounds& bounds = bounds_[column];
  const bool is_whole =
      !std::is_floating_point_v<T> || columns_[column].is_discrete;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t k = bounds.lows.size() == 1 ? 0 : i;
    const double low = bounds.lows[k];
    const double high = bounds.highs[k];
    if constexpr (std::is_same_v<T, bool>) {
      to[i] = (draws->Bits() >> 63) != 0;
    } else if (is_whole) {
      const std::uint64_t above = draws->Below(CountOf(low, high));
      to[i] = static_cast<T>(static_cast<std::int64_t>(low) +
                             static_cast<std::int64_t>(above));
    } else {
      to[i] = DrawFloat<T>(low, high, draws);
    }
  }
}

/// Draws one of the actions that the mask allows; any, if it allows none.
void RandomActions::DrawLegal(const std::int8_t* mask, std::int64_t count,
                              CountedDraws* draws, char* to) const {
  std::int64_t legal = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    legal += static_cast<std::int64_t>(mask[i] != 0);
  }
  std::int64_t left = static_cast<std::int64_t>(
      draws->Below(static_cast<std::uint64_t>(legal > 0 ? legal : count)));
  std::int64_t found = 0;
  for (; found < count; ++found) {
    if ((legal == 0 || mask[found] != 0) && left-- == 0) {
      break;
    }
  }
  const double action = bounds_[0].lows[0] + static_cast<double>(found);
  WithType(columns_[0].dtype, [&]<typename T>(T /*zero*/) {
    *reinterpret_cast<T*>(to) = static_cast<T>(action);
  });
}

/// Draws actions of one integer, as Draw does.
template <typename T>
void RandomActions::DrawChoices(const Turn& turn, std::int64_t step) const {
  const auto low = static_cast<std::int64_t>(bounds_[0].lows[0]);
  const std::uint64_t count = CountOf(bounds_[0].lows[0], bounds_[0].highs[0]);
  T* to = reinterpret_cast<T*>(turn.actions->Item(kFirst, turn.first_env));
  for (int i = 0; i < turn.count; ++i) {
    const std::uint64_t above =
        CountedDraws(starts_[turn.first_env + i], step).Below(count);
    to[i] = static_cast<T>(low + static_cast<std::int64_t>(above));
  }
}

/// Draws a row of an env's action.
void RandomActions::DrawRow(const Turn& turn, std::size_t column, int index,
                            int actor, CountedDraws* draws) const {
  char* to = turn.Action(kFirst + column, index, actor);
  if (mask_ >= 0) {
    const auto* mask =
        reinterpret_cast<const std::int8_t*>(turn.Seen(mask_, index, actor));
    DrawLegal(mask, turn.last->layout().columns()[mask_].ItemSize(), draws, to);
    return;
  }
  WithType(columns_[column].dtype, [&]<typename T>(T /*zero*/) {
    Draw(column, draws, reinterpret_cast<T*>(to), columns_[column].ItemSize());
  });
}

void RandomActions::Act(const Turn& turn) const {
  const std::int64_t step = first_step_ + turn.step;
  if (mask_ < 0 && columns_.size() == 1 && columns_[0].ItemSize() == 1 &&
      turn.actions->layout().max_players() == 1 &&
      IsInteger(columns_[0].dtype)) {
    WithInteger(columns_[0].dtype,
                [&]<typename T>(T /*zero*/) { DrawChoices<T>(turn, step); });
    return;
  }
  for (int i = 0; i < turn.count; ++i) {
    CountedDraws draws(starts_[turn.first_env + i], step);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      for (int actor = 0; actor < turn.RowsOf(kFirst + c); ++actor) {
        DrawRow(turn, c, i, actor, &draws);
      }
    }
  }
}

}  // namespace envpool
