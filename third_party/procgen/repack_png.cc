// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rewrites a PNG with the same pixels so that it is decoded faster. Most rows
// of Procgen's pictures are filtered by Paeth's method, and undoing that takes
// half of the time in which the official library reads them. Here, rows are not
// filtered, or are the differences from the rows above. Pictures with a palette
// are small and stay as they are.
//
// Usage: repack_png FROM TO. The format is that of the PNG specification,
// third edition.

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Bytes = std::string;

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kFrame = 12;  // a chunk's bytes around its data

enum Filter : std::uint8_t { kNone, kSub, kUp, kAverage, kPaeth };

std::uint32_t Number(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (const char byte : bytes.substr(at, 4)) {
    number = number << 8 | static_cast<std::uint8_t>(byte);
  }
  return number;
}

Bytes ToBytes(std::uint32_t number) {
  Bytes bytes;
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> shift & 255);
  }
  return bytes;
}

Bytes Chunk(const Bytes& type, const Bytes& data) {
  const Bytes body = type + data;
  const auto sum = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), body.size()));
  return ToBytes(static_cast<std::uint32_t>(data.size())) + body + ToBytes(sum);
}

/// The rows of a picture, each with its filter's number before its bytes.
struct Rows {
  std::size_t height;
  std::size_t width;        // bytes in a row, without the filter's number
  std::size_t pixel_bytes;  // 3 or 4
  Bytes bytes;

  std::uint8_t* Row(std::size_t y) {
    return reinterpret_cast<std::uint8_t*>(bytes.data()) + y * (width + 1);
  }
};

int Paeth(int left, int above, int corner) {
  const int to_left = std::abs(above - corner);
  const int to_above = std::abs(left - corner);
  const int to_corner = std::abs(left + above - 2 * corner);
  return to_left <= to_above && to_left <= to_corner ? left
         : to_above <= to_corner                     ? above
                                                     : corner;
}

/// Replaces filtered bytes by those of the pixels.
void Unfilter(Rows* rows) {
  const std::vector<std::uint8_t> zeros(rows->width + 1);
  const std::uint8_t* before = zeros.data();
  for (std::size_t y = 0; y < rows->height; ++y) {
    std::uint8_t* row = rows->Row(y);
    const int filter = row[0];
    if (filter > kPaeth) {
      throw std::runtime_error("a row has an unknown filter");
    }
    for (std::size_t i = 1; i <= rows->width; ++i) {
      const bool is_first = i <= rows->pixel_bytes;
      const int left = is_first ? 0 : row[i - rows->pixel_bytes];
      const int corner = is_first ? 0 : before[i - rows->pixel_bytes];
      const int above = before[i];
      const int guesses[] = {0, left, above, (left + above) / 2,
                             Paeth(left, above, corner)};
      row[i] = static_cast<std::uint8_t>(row[i] + guesses[filter]);
    }
    row[0] = kNone;
    before = row;
  }
}

/// Each row minus the row above.
Rows FilterUp(Rows rows) {
  for (std::size_t y = rows.height; y-- > 1;) {
    std::uint8_t* row = rows.Row(y);
    const std::uint8_t* above = rows.Row(y - 1);
    row[0] = kUp;
    for (std::size_t i = 1; i <= rows.width; ++i) {
      row[i] = static_cast<std::uint8_t>(row[i] - above[i]);
    }
  }
  return rows;
}

void Check(int result) {
  if (result != Z_OK) {
    throw std::runtime_error("zlib failed: " + std::to_string(result));
  }
}

Bytes Compress(const Bytes& bytes) {
  uLongf size = compressBound(bytes.size());
  Bytes packed(size, '\0');
  // Longer matches are decoded faster.
  Check(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                  Z_BEST_COMPRESSION));
  packed.resize(size);
  return packed;
}

/// Repacks a picture of 8 bits per channel, in colour, that is not interlaced;
/// returns others as they are.
Bytes Repack(const Bytes& png) {
  constexpr std::size_t kHeader = kSignature.size() + 8;
  constexpr int kRgb = 2;
  constexpr int kRgba = 6;
  if (!png.starts_with(kSignature) || png.size() < kHeader + 13) {
    throw std::runtime_error("it is not a PNG");
  }
  const int depth = png[kHeader + 8];
  const int type = png[kHeader + 9];
  const int interlaced = png[kHeader + 12];
  if (depth != 8 || (type != kRgb && type != kRgba) || interlaced != 0) {
    return png;
  }
  const std::size_t pixel_bytes = type == kRgb ? 3 : 4;
  Rows rows{Number(png, kHeader + 4),
            Number(png, kHeader) * pixel_bytes,
            pixel_bytes,
            {}};
  Bytes before(kSignature);  // the chunks before the data, and those after it
  Bytes after;
  Bytes packed;
  for (std::size_t at = kSignature.size(); at + kFrame <= png.size();) {
    const std::size_t size = Number(png, at);
    const Bytes chunk = png.substr(at, kFrame + size);
    if (chunk.substr(4, 4) == "IDAT") {
      packed += chunk.substr(8, size);
    } else {
      (packed.empty() ? before : after) += chunk;
    }
    at += kFrame + size;
  }
  rows.bytes.resize(rows.height * (rows.width + 1));
  uLongf size = rows.bytes.size();
  Check(uncompress(reinterpret_cast<Bytef*>(rows.bytes.data()), &size,
                   reinterpret_cast<const Bytef*>(packed.data()),
                   packed.size()));
  if (size != rows.bytes.size()) {
    throw std::runtime_error("it has too little data");
  }
  Unfilter(&rows);
  const Bytes plain = Compress(rows.bytes);
  const Bytes up = Compress(FilterUp(rows).bytes);
  return before + Chunk("IDAT", plain.size() < up.size() ? plain : up) + after;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: repack_png FROM TO\n";
    return 2;
  }
  try {
    std::ifstream from(argv[1], std::ios::binary);
    const Bytes png{std::istreambuf_iterator<char>(from), {}};
    std::ofstream to(argv[2], std::ios::binary);
    const Bytes result = Repack(png);
    to.write(result.data(), static_cast<std::streamsize>(result.size()));
    to.close();
    return to ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << argv[1] << ": " << error.what() << "\n";
    return 1;
  }
}
