// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// FuzzInput: takes values from the bytes of a fuzzer, which may be any. When
// they are used up, further values are zero and texts are empty.
//
// Threads: none. Errors: Expect ends the process, as a fuzzer needs.

#ifndef ENVPOOL_TESTING_FUZZ_INPUT_H_
#define ENVPOOL_TESTING_FUZZ_INPUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace envpool::testing {

class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }

  template <typename T>
  T Take() {
    T value{};
    const std::string_view bytes = Cut(sizeof(T));
    if (!bytes.empty()) {
      std::memcpy(&value, bytes.data(), bytes.size());
    }
    return value;
  }
  /// Takes a number in [0, count).
  std::size_t TakeIndex(std::size_t count) {
    return Take<std::uint32_t>() % count;
  }
  /// Takes a number in [low, high], mostly from a single byte.
  int TakeIn(int low, int high) {
    const auto span = static_cast<std::uint32_t>(high - low) + 1;
    const std::uint32_t number =
        span <= 256 ? Take<std::uint8_t>() : Take<std::uint32_t>();
    return low + static_cast<int>(number % span);
  }
  /// Takes a line: the bytes up to the next line feed, which is left out.
  std::string TakeLine() {
    const std::size_t size = std::min(rest_.find('\n'), rest_.size());
    const std::string line(Cut(size));
    Cut(1);
    return line;
  }
  std::string TakeText(std::size_t size) { return std::string(Cut(size)); }
  std::string TakeAll() { return std::string(Cut(rest_.size())); }
  template <typename T>
  std::vector<T> TakeMany(std::size_t most) {
    std::vector<T> values(std::min(most, rest_.size() / sizeof(T)));
    for (T& value : values) {
      value = Take<T>();
    }
    return values;
  }

 private:
  std::string_view Cut(std::size_t size) {
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(bytes.size());
    return bytes;
  }

  std::string_view rest_;
};

/// Ends the process with a text unless `holds`.
void Expect(bool holds, const std::string& what);

/// Writes bytes to a file of this process alone, and returns its path. The next
/// call overwrites it.
std::string FileOf(std::string_view bytes, const std::string& suffix);

}  // namespace envpool::testing

#endif  // ENVPOOL_TESTING_FUZZ_INPUT_H_
