// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StateWriter and StateReader: an env's complete state as bytes.
//
// The bytes are for the same version of the same env on the same kind of
// machine, but they may come from anywhere: a loader must refuse values with
// which the env could read out of bounds or never return. The reader itself
// refuses bytes that are no value of the type (a bool of 2, a random generator
// that is stuck); for other checks there are Read with limits or a size, and
// Require.
//
// A class with members Save(StateWriter*) const and Load(StateReader*), such as
// Generator, is written and read by them; another struct as its bytes, which
// must then all be allowed: no bool, no enum, no padding.
//
// Threads: none. Errors: Error(kArgument) when bytes are too short, too long or
// refused.

#ifndef ENVPOOL_CORE_ENGINE_KERNEL_STATE_IO_H_
#define ENVPOOL_CORE_ENGINE_KERNEL_STATE_IO_H_

#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {

class StateWriter;
class StateReader;

template <typename T>
concept SavesItself =
    requires(const T& from, T& to, StateWriter* writer, StateReader* reader) {
      from.Save(writer);
      to.Load(reader);
    };

template <typename T>
concept SavedAsBytes =
    std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !SavesItself<T>;

class StateWriter {
 public:
  template <SavesItself T>
  void Write(const T& value) {
    value.Save(this);
  }
  template <SavedAsBytes T>
  void Write(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void Write(const char* text) { Write(std::string(text)); }
  void Write(const std::string& text) {
    Write(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  template <SavedAsBytes T>
  void Write(const std::vector<T>& values) {
    Write(static_cast<std::uint64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()),
                  values.size() * sizeof(T));
  }
  /// Writes an object with stream operators, such as std::mt19937.
  template <typename T>
  void WriteText(const T& value) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // reports lack of memory
    text << value;
    Write(text.str());
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class StateReader {
 public:
  /// The greatest count that can still be incremented.
  static constexpr int kMaxElapsedStep = std::numeric_limits<int>::max() - 1;
  /// The longest episode: differences from a clock must stay finite.
  static constexpr double kMaxSeconds = 1e12;

  explicit StateReader(std::string_view bytes) : unread_(bytes) {}

  template <SavesItself T>
  void Read(T* value) {
    value->Load(this);
  }
  template <SavedAsBytes T>
  void Read(T* value) {
    std::memcpy(value, Take(sizeof(T)), sizeof(T));
  }
  void Read(bool* value) {
    const char byte = *Take(1);
    Require(byte == 0 || byte == 1);
    *value = byte != 0;
  }
  /// Reads a number or an enum from `low` to `high`, not NaN.
  template <typename T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  void Read(T* value, std::type_identity_t<T> low,
            std::type_identity_t<T> high) {
    T read;
    std::memcpy(&read, Take(sizeof(T)), sizeof(T));
    Require(low <= read && read <= high);
    *value = read;
  }
  void Read(std::string* text) {
    const std::size_t size = ReadSize(1);
    text->assign(Take(size), size);
  }
  template <SavedAsBytes T>
  void Read(std::vector<T>* values) {
    Fill(values, ReadSize(sizeof(T)));
  }
  /// Reads exactly `size` values.
  template <SavedAsBytes T>
  void Read(std::vector<T>* values, std::size_t size) {
    Require(ReadSize(sizeof(T)) == size);
    Fill(values, size);
  }
  template <typename T>
  void ReadText(T* value) {
    std::string text;
    Read(&text);
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit);
    Require(static_cast<bool>(stream >> *value));
    if constexpr (requires { T::mask_bits; }) {
      RequireTwister<T>(text);
    }
  }
  /// Refuses the bytes unless the condition `sound` holds.
  void Require(bool sound) const {
    if (!sound) {
      Fail();
    }
  }
  /// Every byte must have been read.
  void Finish() const { Require(unread_.empty()); }

 private:
  std::size_t ReadSize(std::size_t element_size) {
    std::uint64_t size;
    Read(&size);
    Require(size <= unread_.size() / element_size);
    return size;
  }
  template <typename T>
  void Fill(std::vector<T>* values, std::size_t size) {
    values->resize(size);
    // The pointers of empty vectors, which may be null, must not reach memcpy.
    if (size > 0) {
      std::memcpy(values->data(), Take(size * sizeof(T)), size * sizeof(T));
    }
  }
  /// Checks a Mersenne twister's text: its words and, in some libraries, a
  /// position. The library accepts any words, but words that are too long give
  /// draws beyond max(), and an all-zero state gives only zeros.
  template <typename Engine>
  void RequireTwister(const std::string& text) const {
    std::istringstream words(text);
    std::uint64_t any = 0;
    std::size_t count = 0;
    for (std::uint64_t word; words >> word; ++count) {
      const bool is_position = count == Engine::state_size;
      Require(word <= (is_position ? Engine::state_size : Engine::max()));
      // Only the high bits of the first word matter.
      any |= is_position ? 0 : (count == 0 ? word >> Engine::mask_bits : word);
    }
    Require(words.eof() && any != 0);
    Require(count == Engine::state_size || count == Engine::state_size + 1);
  }
  const char* Take(std::size_t bytes) {
    Require(bytes <= unread_.size());
    const char* data = unread_.data();
    unread_.remove_prefix(bytes);
    return data;
  }
  [[noreturn]] static void Fail() {
    throw Error(ErrorKind::kArgument,
                "states: expected bytes saved by the same env with the same "
                "config and version, got something else");
  }

  std::string_view unread_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_KERNEL_STATE_IO_H_
