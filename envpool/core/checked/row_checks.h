// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RowChecks: the memory for an env's results in a checked build.
//
// The entries of a row lie in private memory, each between two guards. When
// Reset or Step has returned, guards and entries are checked, the entries are
// copied to the engine's row, and the memory is filled with a pattern that must
// be intact at the next call. As in the engine's row, unwritten entries are
// zero.
//
// Threads: one at a time, as the env. Errors: std::logic_error with the env's
// class, the call and the key.

#ifndef ENVPOOL_CORE_CHECKED_ROW_CHECKS_H_
#define ENVPOOL_CORE_CHECKED_ROW_CHECKS_H_

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/core/checked/entry_watch.h"

namespace envpool {
ENVPOOL_BEGIN_CHECKED

/// Memory with guards around its parts.
class GuardedMemory {
 public:
  struct Part {
    std::size_t offset;
    std::size_t bytes;
    [[nodiscard]] std::size_t end() const { return offset + bytes; }
  };
  enum class Overrun { kNone, kBefore, kAfter };

  /// Forgets all parts.
  void Clear() { parts_.clear(); }
  /// Adds a part; returns its number.
  std::size_t Add(std::size_t bytes) {
    const std::size_t before = parts_.empty() ? 0 : parts_.back().end();
    const std::size_t guard =
        std::clamp(std::max(bytes, last_bytes_), kSmallest, kLargest);
    last_bytes_ = bytes;
    parts_.push_back({(before + guard) / kAlign * kAlign + kAlign, bytes});
    return parts_.size() - 1;
  }
  /// Allocates memory for the parts and guards, filled with the pattern.
  void Allocate() {
    const std::size_t end = parts_.empty() ? 0 : parts_.back().end();
    memory_.resize(end + std::clamp(last_bytes_, kSmallest, kLargest) + kAlign);
    FillAll();
  }
  void FillAll() {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      memory_[i] = PatternAt(i);
    }
  }
  [[nodiscard]] char* Data(std::size_t part) {
    return memory_.data() + parts_[part].offset;
  }
  /// Whether the program overwrote the half of a guard next to this part.
  [[nodiscard]] Overrun FindOverrun(std::size_t part) const {
    const Part& own = parts_[part];
    const std::size_t before = part == 0 ? 0 : parts_[part - 1].end();
    const std::size_t after =
        part + 1 == parts_.size() ? memory_.size() : parts_[part + 1].offset;
    const std::size_t first =
        part == 0 ? 0 : before + (own.offset - before + 1) / 2;
    const std::size_t last = part + 1 == parts_.size()
                                 ? after
                                 : own.end() + (after - own.end() + 1) / 2;
    if (!IsIntact(first, own.offset)) {
      return Overrun::kBefore;
    }
    return IsIntact(own.end(), last) ? Overrun::kNone : Overrun::kAfter;
  }
  /// Whether the part still has the pattern of FillAll.
  [[nodiscard]] bool IsUntouched(std::size_t part) const {
    return IsIntact(parts_[part].offset, parts_[part].end());
  }

 private:
  static constexpr std::size_t kAlign = 64;
  static constexpr std::size_t kSmallest = 256;
  static constexpr std::size_t kLargest = 1 << 16;

  static char PatternAt(std::size_t i) {
    return static_cast<char>(0xA5 ^ (i * 37 >> 2));
  }
  [[nodiscard]] bool IsIntact(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) {
      if (memory_[i] != PatternAt(i)) {
        return false;
      }
    }
    return true;
  }

  std::vector<Part> parts_;
  std::vector<char> memory_;
  std::size_t last_bytes_{0};
};

/// The index of the first NaN, or -1.
inline std::ptrdiff_t FindNan(const char* data, std::size_t bytes,
                              std::size_t float_bytes) {
  for (std::size_t i = 0; float_bytes > 0 && (i + 1) * float_bytes <= bytes;
       ++i) {
    double value;
    if (float_bytes == sizeof(float)) {
      float narrow;
      std::memcpy(&narrow, data + i * float_bytes, float_bytes);
      value = static_cast<double>(narrow);
    } else {
      std::memcpy(&value, data + i * float_bytes, float_bytes);
    }
    if (std::isnan(value)) {
      return static_cast<std::ptrdiff_t>(i);
    }
  }
  return -1;
}

/// The indices of an element, such as `(2, 0)`.
inline std::string IndexText(std::size_t element,
                             const std::vector<int>& shape) {
  std::string text;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const auto extent =
        static_cast<std::size_t>(shape[axis] > 0 ? shape[axis] : 1);
    text = std::to_string(element % extent) + (text.empty() ? "" : ", ") + text;
    element /= extent;
  }
  return "(" + text + ")";
}

/// Whether any env of a class wrote an entry, and the number of rows without
/// it.
struct EntryUse {
  static constexpr int kRows = 1000;
  std::atomic<bool> used{false};
  std::atomic<int> rows{0};
};

class RowChecks {
 public:
  struct Item {
    std::shared_ptr<Entry> entry;
    char* row;  // the entry's memory in the engine's row
    std::size_t bytes;
    std::size_t float_bytes;  // element size of floats; else 0
    bool is_observation;
    EntryUse* use;  // null for entries that the engine writes
  };

  /// Called before Reset and Step: throws if kept memory was written since.
  void CheckUnchanged() {
    for (Memory& memory : memories_) {
      for (std::size_t i = 0; i < memory.names.size(); ++i) {
        if (!memory.guarded.IsUntouched(i)) {
          memory.guarded.FillAll();
          throw std::logic_error(
              memory.names[i] +
              " was written after the Reset or Step that it belongs to had "
              "returned: by another thread, or through a pointer that was "
              "kept");
        }
      }
    }
  }
  /// Begins a new row.
  void BeginRow() {
    is_open_ = true;
    items_.clear();
    std::swap(memories_[0], memories_[1]);
    memories_[0].guarded.Clear();
    memories_[0].names.clear();
  }
  void Add(Item item) {
    memories_[0].guarded.Add(item.bytes);
    memories_[0].names.push_back(item.entry->name);
    items_.push_back(std::move(item));
  }
  /// Called after the last Add; from then on Data(i) is the memory of item i.
  void Start() {
    memories_[0].guarded.Allocate();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      std::memcpy(Data(i), items_[i].row, items_[i].bytes);
    }
  }
  char* Data(std::size_t item) { return memories_[0].guarded.Data(item); }

  /// Called after Reset or Step. If the call returned instead of throwing,
  /// checks the row and copies it to the engine.
  void Close(const char* call, bool returned) {
    if (!is_open_) {
      return;
    }
    is_open_ = false;
    std::string wrong;
    for (std::size_t i = 0; returned && wrong.empty() && i < items_.size();
         ++i) {
      wrong = WrongWith(i, call);
    }
    for (std::size_t i = 0; returned && i < items_.size(); ++i) {
      std::memcpy(items_[i].row, Data(i), items_[i].bytes);
    }
    memories_[0].guarded.FillAll();
    if (!wrong.empty()) {
      throw std::logic_error(wrong);
    }
  }

 private:
  struct Memory {
    GuardedMemory guarded;
    std::vector<std::string> names;  // names of the parts
  };

  /// Describes what is wrong with an item; empty if nothing is.
  std::string WrongWith(std::size_t i, const char* call) {
    const Item& item = items_[i];
    const std::string& name = item.entry->name;
    const GuardedMemory::Overrun overrun = memories_[0].guarded.FindOverrun(i);
    if (overrun != GuardedMemory::Overrun::kNone) {
      const bool is_after = overrun == GuardedMemory::Overrun::kAfter;
      return name + ": " + call + " wrote " +
             (is_after ? "past the end" : "before the beginning") + " of its " +
             std::to_string(item.bytes) + " bytes";
    }
    const char* data = Data(i);
    const std::ptrdiff_t nan = FindNan(data, item.bytes, item.float_bytes);
    if (nan >= 0) {
      return name + ": " + call + " wrote NaN" +
             (item.entry->shape.empty()
                  ? ""
                  : " at " + IndexText(nan, item.entry->shape));
    }
    if (item.use == nullptr || item.bytes == 0) {
      return "";
    }
    const bool is_zero =
        std::all_of(data, data + item.bytes, [](char c) { return c == 0; });
    if (item.is_observation && is_zero && !item.entry->named) {
      return name + ": " + call +
             " did not write it; call Zero() if it is meant to be zero";
    }
    if (!is_zero || item.entry->used) {
      item.use->used = true;
    } else if (!item.use->used && ++item.use->rows == EntryUse::kRows) {
      return name + ": none of " + std::to_string(EntryUse::kRows) +
             " rows wrote it; write it each time, even if it is zero";
    }
    return "";
  }

  std::vector<Item> items_;
  Memory memories_[2];  // the latest and the previous row
  bool is_open_{false};
};

ENVPOOL_END_CHECKED
}  // namespace envpool

#endif  // ENVPOOL_CORE_CHECKED_ROW_CHECKS_H_
