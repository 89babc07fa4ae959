// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// StateWriter and StateReader: an env's complete state as bytes.
//
// The bytes are for the same version of the same env on the same kind of
// machine. Threads: none. Errors: Error(kArgument) when bytes are too short or
// too long.

#ifndef ENVPOOL_CORE_ENGINE_STATE_IO_H_
#define ENVPOOL_CORE_ENGINE_STATE_IO_H_

#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "envpool/core/engine/errors.h"

namespace envpool {

class StateWriter {
 public:
  template <typename T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>)
  void Write(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void Write(const char* text) { Write(std::string(text)); }
  void Write(const std::string& text) {
    Write(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  template <typename T>
    requires(std::is_trivially_copyable_v<T>)
  void Write(const std::vector<T>& values) {
    Write(static_cast<std::uint64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()),
                  values.size() * sizeof(T));
  }
  /// Anything with stream operators, such as std::mt19937.
  template <typename T>
  void WriteText(const T& value) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit);  // so that want of memory is not ignored
    text << value;
    Write(text.str());
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class StateReader {
 public:
  explicit StateReader(std::string_view bytes) : left_(bytes) {}

  template <typename T>
    requires(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>)
  void Read(T* value) {
    std::memcpy(value, Take(sizeof(T)), sizeof(T));
  }
  void Read(std::string* text) {
    const std::size_t size = ReadSize(1);
    text->assign(Take(size), size);
  }
  template <typename T>
    requires(std::is_trivially_copyable_v<T>)
  void Read(std::vector<T>* values) {
    values->resize(ReadSize(sizeof(T)));
    const std::size_t bytes = values->size() * sizeof(T);
    std::memcpy(values->data(), Take(bytes), bytes);
  }
  template <typename T>
  void ReadText(T* value) {
    std::string text;
    Read(&text);
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit);
    if (!(stream >> *value)) {
      Fail();
    }
  }
  /// Every byte must have been read.
  void Finish() const {
    if (!left_.empty()) {
      Fail();
    }
  }

 private:
  std::size_t ReadSize(std::size_t element_size) {
    std::uint64_t size;
    Read(&size);
    if (size > left_.size() / element_size) {
      Fail();
    }
    return size;
  }
  const char* Take(std::size_t bytes) {
    if (bytes > left_.size()) {
      Fail();
    }
    const char* data = left_.data();
    left_.remove_prefix(bytes);
    return data;
  }
  [[noreturn]] static void Fail() {
    throw Error(ErrorKind::kArgument,
                "states: expected bytes saved by the same env with the same "
                "config and version, got something else");
  }

  std::string_view left_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_STATE_IO_H_
