// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/transforms/obs_transform.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "envpool/core/engine/transforms/good_rows.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

using Columns = ResultColumns;

int PartnerOf(const std::vector<std::pair<int, int>>& pairs, int column) {
  const auto found =
      std::find_if(pairs.begin(), pairs.end(),
                   [column](const auto& pair) { return pair.first == column; });
  return found == pairs.end() ? -1 : found->second;
}

/// Calls f with a zero of a float type.
template <typename F>
void WithFloat(DType dtype, F&& f) {
  dtype == DType::kFloat64 ? f(double{}) : f(float{});
}

}  // namespace

ObsTransform::ObsTransform(const ObsTransformOptions& options,
                           const ResultColumns& columns, const Layout& layout,
                           int num_envs)
    : options_(options),
      columns_(columns),
      from_(layout.columns()[options.column]),
      item_bytes_(from_.ItemBytes()),
      vector_bytes_(item_bytes_),
      width_(from_.ItemSize()),
      shown_(PartnerOf(columns.shown, options.column)),
      final_(PartnerOf(columns.finals, options.column)),
      final_step_(PartnerOf(columns.finals, Columns::kElapsedStep)) {
  if (options.time_unit != 0) {
    ++width_;
    vector_bytes_ = width_ * SizeOf(options.dtype);
  }
  width_ *= options.stack;
  if (final_ >= 0) {
    shown_final_ = PartnerOf(columns.shown, final_);
  }
  if (options.normalize) {
    moments_.emplace(width_);
    if (Assembles()) {
      rows_.resize(layout.rows() * vector_bytes_ * options.stack);
      finals_.resize(final_ >= 0 ? rows_.size() : 0);
    }
  }
  if (options.stack > 1) {
    stacks_.resize(num_envs * StackBytes());
    known_.resize(num_envs, 0);
  }
}

bool ObsTransform::Clips() const {
  return std::isfinite(options_.low) || std::isfinite(options_.high);
}

int ObsTransform::RowsOf(const StateBlock& block) const {
  return from_.per_player ? block.total_players : block.rows;
}

void ObsTransform::SetStack(int env_id, const char* bytes) {
  if (options_.stack > 1) {
    known_[env_id] = bytes != nullptr ? 1 : 0;
    if (bytes != nullptr) {
      std::memcpy(&stacks_[env_id * StackBytes()], bytes, StackBytes());
    }
  }
}

void ObsTransform::Apply(StateBlock* block, bool update) {
  char* out = block->Item(shown_, 0);
  char* final_out = shown_final_ >= 0 ? block->Item(shown_final_, 0) : nullptr;
  const char* rows = block->Item(options_.column, 0);
  const char* finals = final_ >= 0 ? block->Item(final_, 0) : nullptr;
  if (Assembles()) {
    char* to = options_.normalize ? rows_.data() : out;
    char* final_to = options_.normalize ? finals_.data() : final_out;
    Assemble(*block, to, final_out == nullptr ? nullptr : final_to);
    rows = to;
    finals = final_to;
  }
  const int count = RowsOf(*block);
  if (moments_.has_value() && update) {
    AddGoodRows(*block, from_.per_player, options_.dtype, rows, count,
                options_.envs, &*moments_);
  }
  Finish(rows, count, out);
  if (final_out != nullptr) {
    FinishFinals(*block, finals, final_out);
  }
}

/// Writes an item, followed by the time if the options ask for it.
void ObsTransform::WriteVector(const StateBlock& block, int column, int row,
                               char* to) const {
  const char* item = block.Item(column, row);
  if (options_.time_unit == 0) {
    std::memcpy(to, item, item_bytes_);
    return;
  }
  const int step_column =
      column == final_ ? final_step_ : Columns::kElapsedStep;
  const int step = *block.Rows<int>(step_column, row);
  const double time =
      options_.time_unit == 1
          ? step
          : static_cast<float>(step / options_.time_unit);  // as in Gymnasium
  WithFloat(options_.dtype, [&](auto zero) {
    using To = decltype(zero);
    auto* numbers = reinterpret_cast<To*>(to);
    WithFloat(from_.dtype, [&](auto from_zero) {
      using From = decltype(from_zero);
      const auto* source = reinterpret_cast<const From*>(item);
      numbers = std::transform(source, source + from_.ItemSize(), numbers,
                               [](From x) { return static_cast<To>(x); });
    });
    *numbers = static_cast<To>(time);
  });
}

void ObsTransform::Push(const StateBlock& block, int row, bool is_first,
                        char* stack) {
  const std::size_t older = vector_bytes_ * (options_.stack - 1);
  if (!is_first) {
    std::memmove(stack, stack + vector_bytes_, older);
  }
  WriteVector(block, options_.column, row, stack + older);
  for (std::size_t at = 0; is_first && at < older; at += vector_bytes_) {
    std::memcpy(stack + at, stack + older, vector_bytes_);
  }
}

/// Writes the vectors, or the stacks of vectors, of all rows to `rows`, and
/// those at the ends of episodes to `finals` unless it is null.
void ObsTransform::Assemble(const StateBlock& block, char* rows, char* finals) {
  const std::size_t bytes = vector_bytes_ * options_.stack;
  const std::size_t older = bytes - vector_bytes_;
  for (int row = 0; row < block.rows; ++row, rows += bytes) {
    const bool ended =
        finals != nullptr && *block.Rows<bool>(columns_.final_mask, row);
    if (options_.stack == 1) {
      WriteVector(block, options_.column, row, rows);
      if (ended) {
        WriteVector(block, final_, row, finals + row * bytes);
      }
      continue;
    }
    const int id = block.env_ids()[row];
    char* stack = &stacks_[id * bytes];
    if (ended) {
      std::memcpy(finals + row * bytes, stack + vector_bytes_, older);
      WriteVector(block, final_, row, finals + row * bytes + older);
    }
    const bool is_first = ended || known_[id] == 0 ||
                          *block.Rows<int>(Columns::kElapsedStep, row) == 0;
    Push(block, row, is_first, stack);
    known_[id] = 1;
    std::memcpy(rows, stack, bytes);
  }
}

/// Normalizes and clips `count` rows. `rows` and `out` may be the same memory.
void ObsTransform::Finish(const char* rows, std::size_t count,
                          char* out) const {
  if (moments_.has_value()) {
    moments_->Normalize(options_.dtype, rows, static_cast<int>(count),
                        options_.low, options_.high,
                        reinterpret_cast<float*>(out));
  } else if (Clips()) {
    WithFloat(options_.dtype, [&](auto zero) {
      using T = decltype(zero);
      const auto* from = reinterpret_cast<const T*>(rows);
      const auto low = static_cast<T>(options_.low);
      const auto high = static_cast<T>(options_.high);
      std::transform(from, from + count * width_, reinterpret_cast<T*>(out),
                     [low, high](T x) {  // NaN stays NaN
                       x = x < low ? low : x;
                       return x > high ? high : x;
                     });
    });
  }
}

/// Rows without an end are zero.
void ObsTransform::FinishFinals(const StateBlock& block, const char* finals,
                                char* out) const {
  const bool* ended = block.Rows<bool>(columns_.final_mask, 0);
  const std::size_t from_bytes = vector_bytes_ * options_.stack;
  const std::size_t bytes = block.layout().stride(shown_final_);
  for (int row = 0; row < block.rows; ++row) {
    if (ended[row]) {
      Finish(finals + row * from_bytes, 1, out + row * bytes);
    } else {
      std::memset(out + row * bytes, 0, bytes);
    }
  }
}

}  // namespace envpool
