// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/engine/memory/layout.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kCallers = std::numeric_limits<std::size_t>::max();

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
    has_containers_ |= column.is_container();
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

// A header of one alignment unit before the data holds the length of the
// mapping, zero for memory of operator new, or kCallers. Large arenas are
// mapped one by one, so that dropped results go back to the system at once:
// malloc keeps free memory below any block in use, and raises its mapping
// threshold whenever it frees a mapping. Blocks are recycled, so page faults
// occur only when the memory in use grows.
Arena::Arena(const Layout& layout, std::size_t more) {
  constexpr std::size_t kLeastMapped = 64 * 1024;
  const std::size_t bytes = BytesOf(layout, more);
  void* memory = MAP_FAILED;
  if (bytes >= kLeastMapped) {
    memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  const bool mapped = memory != MAP_FAILED;
  if (!mapped) {  // small, or there are too many mappings
    memory = ::operator new(bytes, std::align_val_t{kAlignment});
    std::memset(memory, 0, bytes);
  }
  const std::size_t length = mapped ? bytes : 0;
  std::memcpy(memory, &length, sizeof(length));
  data_.reset(static_cast<char*>(memory) + kAlignment);
}

Arena::Arena(char* memory) {
  std::memcpy(memory, &kCallers, sizeof(kCallers));
  data_.reset(memory + kAlignment);
}

std::size_t Arena::BytesOf(const Layout& layout, std::size_t more) {
  const std::size_t bytes = std::max(layout.bytes() + more, kAlignment);
  return (bytes + kAlignment - 1) / kAlignment * kAlignment + kAlignment;
}

void Arena::Free::operator()(char* data) const noexcept {
  char* const memory = data - kAlignment;
  std::size_t length;
  std::memcpy(&length, memory, sizeof(length));
  if (length == kCallers) {
    return;
  }
  if (length > 0) {
    munmap(memory, length);
  } else {
    ::operator delete(memory, std::align_val_t{kAlignment});
  }
}

}  // namespace envpool
