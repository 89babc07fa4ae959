// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/planning/levels.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace envpool::planning {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

/// An array of bytes: the header's text, and what follows it.
struct NpyFile {
  std::string header;
  std::vector<std::uint8_t> bytes;
};

/// Reads a file; the header is empty if it is not one of NumPy's.
NpyFile ReadNpy(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  NpyFile file;
  // The magic, two bytes of the version, and the length of the header.
  std::string start(kMagic.size() + 4, '\0');
  if (!stream.read(start.data(), static_cast<std::streamsize>(start.size())) ||
      !start.starts_with(kMagic) || start[kMagic.size()] != 1) {
    return file;
  }
  const auto byte = [&start](std::size_t back) {
    return static_cast<std::size_t>(
        static_cast<unsigned char>(start[start.size() - back]));
  };
  std::string header(byte(2) + 256 * byte(1), '\0');
  if (!stream.read(header.data(),
                   static_cast<std::streamsize>(header.size()))) {
    return file;
  }
  const auto from = stream.tellg();
  stream.seekg(0, std::ios::end);
  const auto size = static_cast<std::size_t>(stream.tellg() - from);
  if (size > kMaxBytes) {
    return file;
  }
  stream.seekg(from);
  file.bytes.resize(size);
  stream.read(reinterpret_cast<char*>(file.bytes.data()),
              static_cast<std::streamsize>(size));
  if (stream) {
    file.header = header;
  }
  return file;
}

/// The numbers of the header's shape, as text without spaces: "10,9,9".
std::string ShapeOf(const std::string& header) {
  const auto key = header.find("'shape':");
  const auto open = header.find('(', std::min(key, header.size()));
  const auto close = header.find(')', std::min(open, header.size()));
  if (close == std::string::npos) {
    return "";
  }
  std::string shape = header.substr(open + 1, close - open - 1);
  std::erase(shape, ' ');
  return shape;
}

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Whether the header says that the file has `count` boards, byte by byte.
bool HasBoards(const std::string& header, std::size_t count,
               const std::vector<int>& extent) {
  std::string shape = std::to_string(count);
  for (const int side : extent) {
    shape += ',';
    shape += std::to_string(side);
  }
  const bool bytes =
      Has(header, "'descr': '|i1'") || Has(header, "'descr': '|u1'");
  return bytes && Has(header, "'fortran_order': False") &&
         ShapeOf(header) == shape;
}

std::string Describe(const Levels::Source& source) {
  std::string shape = "n";
  for (const int side : source.extent) {
    shape += ", ";
    shape += std::to_string(side);
  }
  return "boards of the shape (" + shape + ") with numbers of 8 bits up to " +
         std::to_string(source.most);
}

}  // namespace

std::shared_ptr<const Levels> Levels::Load(const Source& source) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const Levels>>* loaded =
      new std::map<std::string, std::weak_ptr<const Levels>>;
  const std::string path =
      source.name.ends_with(".npy")
          ? source.name
          : source.folder + "/" + source.prefix + source.name + ".npy";
  const std::scoped_lock lock(mutex);
  auto& entry = (*loaded)[source.option + ":" + path];
  std::shared_ptr<const Levels> levels = entry.lock();
  if (levels == nullptr) {
    levels = Read(source, path);
    entry = levels;
  }
  return levels;
}

std::shared_ptr<const Levels> Levels::Read(const Source& source,
                                           const std::string& path) {
  NpyFile file = ReadNpy(path);
  auto levels = std::make_shared<Levels>();
  for (const int side : source.extent) {
    levels->size_ *= static_cast<std::size_t>(side);
  }
  const std::size_t count = file.bytes.size() / levels->size_;
  if (count == 0 || file.bytes.size() % levels->size_ != 0 ||
      !HasBoards(file.header, count, source.extent) ||
      std::ranges::max(file.bytes) > source.most) {
    throw std::invalid_argument(
        source.option + ": expected the name of a set of levels, or a file " +
        "*.npy of " + Describe(source) + ", got \"" + source.name + "\"");
  }
  levels->cells_ = std::move(file.bytes);
  return levels;
}

}  // namespace envpool::planning
