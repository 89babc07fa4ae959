// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/layout.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

constexpr std::size_t kAlignment = 64;

std::size_t CheckedProduct(std::size_t a, std::size_t b) {
  std::size_t product;
  if (__builtin_mul_overflow(a, b, &product) ||
      product > (std::size_t{1} << 46)) {
    throw std::bad_alloc();
  }
  return product;
}

}  // namespace

Layout::Layout(std::vector<Column> columns, int rows, int max_players)
    : columns_(std::move(columns)), rows_(rows), max_players_(max_players) {
  for (const Column& column : columns_) {
    if (std::any_of(column.shape.begin(), column.shape.end(),
                    [](int extent) { return extent < 0; })) {
      throw Error(ErrorKind::kArgument,
                  "spec of '" + column.key +
                      "': expected extents >= 0 after an optional leading -1");
    }
    const std::size_t items = column.per_player ? max_players : 1;
    strides_.push_back(CheckedProduct(items, column.ItemBytes()));
    offsets_.push_back(bytes_);
    const std::size_t bytes = CheckedProduct(rows, strides_.back());
    bytes_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    has_containers_ |= column.destroy != nullptr;
  }
}

int Layout::Find(const std::string& key) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].key == key) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

Arena::Arena(const Layout& layout) {
  const std::size_t bytes = std::max(layout.bytes(), kAlignment);
  data_.reset(
      static_cast<char*>(::operator new(bytes, std::align_val_t{kAlignment})));
  std::memset(data_.get(), 0, bytes);
}

void Arena::Free::operator()(char* data) const noexcept {
  ::operator delete(data, std::align_val_t{kAlignment});
}

}  // namespace envpool
