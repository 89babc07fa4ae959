// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/clips.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr std::string_view kMagic = "EPCLIPS1";
constexpr std::size_t kNameSize = 64;
constexpr std::uint32_t kMostFrames = 10000;  // dm_control reads no more

static_assert(std::endian::native == std::endian::little);

/// Reads a file's bytes one after the other.
class Reader {
 public:
  Reader(std::vector<char> bytes, std::string context)
      : bytes_(std::move(bytes)), context_(std::move(context)) {}

  [[noreturn]] void Fail(const std::string& text) const {
    throw std::invalid_argument(context_ + text);
  }
  const char* Take(std::size_t size) {
    if (size > bytes_.size() - at_) {
      Fail("it is too short");
    }
    at_ += size;
    return bytes_.data() + at_ - size;
  }
  template <typename T>
  T Number() {
    T value;
    std::memcpy(&value, Take(sizeof(T)), sizeof(T));
    return value;
  }
  [[nodiscard]] bool IsAtEnd() const { return at_ == bytes_.size(); }
  [[nodiscard]] std::uint64_t Hash() const {
    return std::hash<std::string_view>()({bytes_.data(), bytes_.size()});
  }

 private:
  const std::vector<char> bytes_;
  const std::string context_;
  std::size_t at_{0};
};

template <typename T>
std::vector<double> Values(std::size_t count, Reader* reader) {
  const char* bytes = reader->Take(count * sizeof(T));
  std::vector<T> values(count);
  std::memcpy(values.data(), bytes, count * sizeof(T));
  if (!std::ranges::all_of(values,
                           [](T each) { return std::isfinite(each); })) {
    reader->Fail("a value is not finite");
  }
  return {values.begin(), values.end()};
}

Clip ReadClip(std::uint32_t value_size, Reader* reader) {
  const std::string_view name(reader->Take(kNameSize), kNameSize);
  const auto count = reader->Number<std::uint32_t>();
  const auto dt = reader->Number<double>();
  if (count < 1 || count > kMostFrames) {
    reader->Fail("a clip has " + std::to_string(count) +
                 " frames, not 1 to 10000");
  }
  if (!(dt > 0 && dt < 1)) {
    reader->Fail("the seconds between frames are not between 0 and 1");
  }
  const std::size_t values = std::size_t{count} * kFrameSize;
  return {.name = std::string(name.substr(0, name.find('\0'))),
          .dt = dt,
          .count = static_cast<int>(count),
          .values = value_size == sizeof(float)
                        ? Values<float>(values, reader)
                        : Values<double>(values, reader)};
}

std::vector<Clip> ReadClips(Reader* reader) {
  if (std::string_view(reader->Take(kMagic.size()), kMagic.size()) != kMagic) {
    reader->Fail(
        "it does not begin like one; convert_clips of "
        "envpool.mujoco.dmc_locomotion.clips converts HDF5 files");
  }
  const auto value_size = reader->Number<std::uint32_t>();
  if (value_size != sizeof(float) && value_size != sizeof(double)) {
    reader->Fail("values have " + std::to_string(value_size) +
                 " bytes, not 4 or 8");
  }
  const auto count = reader->Number<std::uint32_t>();
  if (count < 1) {
    reader->Fail("it has no clips");
  }
  std::vector<Clip> clips;
  for (std::uint32_t i = 0; i < count; ++i) {
    clips.push_back(ReadClip(value_size, reader));
  }
  if (!reader->IsAtEnd()) {
    reader->Fail("there is more after the last clip");
  }
  return clips;
}

std::vector<char> ReadFile(const std::string& path,
                           const std::string& context) {
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(path, error);
  std::ifstream file(path, std::ios::binary);
  if (!is_file || !file) {
    throw std::invalid_argument(context + "it cannot be read");
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Changes when a file does.
using Stamp = std::pair<std::uintmax_t, std::filesystem::file_time_type>;

Stamp StampOf(const std::string& path) {
  std::error_code error;
  return {std::filesystem::file_size(path, error),
          std::filesystem::last_write_time(path, error)};
}

}  // namespace

Clips LoadClips(const std::string& path, const std::string& argument) {
  static auto& mutex = *new std::mutex;
  static auto& known = *new std::map<std::pair<std::string, Stamp>,
                                     std::weak_ptr<const ClipFile>>;
  const std::pair key{path, StampOf(path)};
  const std::lock_guard lock(mutex);
  Clips clips = known[key].lock();
  if (clips == nullptr) {
    const std::string context =
        argument + ": expected a file of motion-capture clips, got " + path +
        ": ";
    Reader reader(ReadFile(path, context), context);
    clips = std::make_shared<const ClipFile>(ReadClips(&reader), reader.Hash());
    std::erase_if(known, [](const auto& row) { return row.second.expired(); });
    known[key] = clips;
  }
  return clips;
}

}  // namespace envpool::mujoco::dmc_locomotion
