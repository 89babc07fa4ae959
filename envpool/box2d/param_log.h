// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ParamLog<Specs>: the physical parameters of an episode: those at its start,
// and all changes since then.
//
// Threads: none. Errors: Load throws if a value is out of range.

#ifndef ENVPOOL_BOX2D_PARAM_LOG_H_
#define ENVPOOL_BOX2D_PARAM_LOG_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "envpool/core/dict.h"
#include "envpool/core/env.h"
#include "envpool/core/state_io.h"

namespace envpool::box2d {

template <typename Specs>
class ParamLog;

template <typename... K, typename... V>
class ParamLog<Dict<std::tuple<K...>, std::tuple<V...>>> {
 public:
  static constexpr std::size_t kSize = sizeof...(K);
  using Specs = Dict<std::tuple<K...>, std::tuple<V...>>;
  using Values = std::array<double, kSize>;

  explicit ParamLog(const Specs& specs)
      : specs_(&specs), defaults_(DefaultNumbersOf(specs)) {}

  /// Begins an episode with these values.
  void Begin(const Values& values) {
    changes_.clear();
    Add(kStart, values);
  }
  /// Sets the values from action `step` on.
  void Change(std::size_t step, const Values& values) {
    const auto at = static_cast<std::int64_t>(step);
    if (!changes_.empty() && changes_.back().step == at) {
      changes_.pop_back();
    }
    Add(at, values);
  }
  [[nodiscard]] const Values& first() const {
    return changes_.empty() || changes_[0].step != kStart ? defaults_
                                                          : changes_[0].values;
  }
  /// The values that Change has set at this step; null if none.
  [[nodiscard]] const Values* ChangeAt(std::size_t step) const {
    const auto at = static_cast<std::int64_t>(step);
    const auto found =
        std::lower_bound(changes_.begin(), changes_.end(), at,
                         [](const Item& each, std::int64_t wanted) {
                           return each.step < wanted;
                         });
    return found == changes_.end() || found->step != at ? nullptr
                                                        : &found->values;
  }

  void Save(StateWriter* writer) const { writer->Write(changes_); }
  /// `num_actions`: the number of the episode's actions.
  void Load(StateReader* reader, std::size_t num_actions) {
    std::vector<Item> changes;
    reader->Read(&changes);
    std::int64_t least = kStart;
    for (const Item& each : changes) {
      reader->Require(least <= each.step &&
                      each.step <= static_cast<std::int64_t>(num_actions));
      least = each.step + 1;
      std::size_t k = 0;
      specs_->Apply([&](auto /*key*/, const ParamSpec& spec) {
        const double value = each.values[k];
        const bool is_allowed = spec.low <= value && value <= spec.high;
        reader->Require(is_allowed || SameBits(value, defaults_[k]));
        ++k;
      });
    }
    changes_ = std::move(changes);
  }

 private:
  static constexpr std::int64_t kStart = -1;  // precedes the first action
  struct Item {
    std::int64_t step;
    Values values;
  };

  static bool SameBits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }
  void Add(std::int64_t step, const Values& values) {
    const Values& before =
        changes_.empty() ? defaults_ : changes_.back().values;
    if (!std::equal(values.begin(), values.end(), before.begin(), SameBits)) {
      changes_.push_back({step, values});
    }
  }

  const Specs* specs_;
  Values defaults_;
  std::vector<Item> changes_;  // neighbours differ
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_PARAM_LOG_H_
