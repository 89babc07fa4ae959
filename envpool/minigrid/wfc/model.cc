// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/wfc/model.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace envpool::minigrid::wfc {
namespace {

// Rows of pixels; true is black.
using Picture = std::vector<std::vector<bool>>;

// A square of a picture, row by row.
using Square = std::vector<bool>;

// numpy.random.RandomState(0).randint(1 - 2**63, 2**63, 9), with which the
// official code hashes tiles and patterns.
constexpr std::array<int64_t, 9> kFactors = {
    900450186894289456,   3969543146641149121,  1895649597198586620,
    827948490035658088,   -1408320422220276012, 2691271404617651955,
    -1151312763198686632, 7226936298635050457,  8553068346248842637};

// Returns uint64_t because it wraps around, as NumPy's int64 does.
uint64_t Factor(std::size_t index) {
  return static_cast<uint64_t>(kFactors[index]);
}

// The official hash of a square. Its tiles are pixels of three bytes; the hash
// of a black pixel is 0.
int64_t HashOf(const Square& square) {
  const uint64_t white = 255 * (Factor(0) + Factor(1) + Factor(2));
  uint64_t hash = 0;
  for (std::size_t i = 0; i < square.size(); ++i) {
    hash += square[i] ? 0 : white * Factor(i);
  }
  return static_cast<int64_t>(hash);
}

Picture PictureOf(const Preset& preset) {
  Picture picture;
  for (const std::string_view row : preset.rows) {
    std::vector<bool>& pixels = picture.emplace_back();
    for (const char pixel : row) {
      pixels.push_back(pixel == '#');
    }
  }
  return picture;
}

void Reflect(Picture* picture) {
  for (std::vector<bool>& row : *picture) {
    std::reverse(row.begin(), row.end());
  }
}

// Rotates a picture clockwise.
void Rotate(Picture* picture) {
  const std::size_t height = picture->size();
  Picture rotated((*picture)[0].size(), std::vector<bool>(height));
  for (std::size_t y = 0; y < rotated.size(); ++y) {
    for (std::size_t x = 0; x < height; ++x) {
      rotated[y][x] = (*picture)[height - 1 - x][y];
    }
  }
  *picture = std::move(rotated);
}

// The distinct squares of a picture, which wraps around at its edges.
std::set<Square> SquaresIn(const Picture& picture, std::size_t width) {
  std::set<Square> squares;
  for (std::size_t y = 0; y < picture.size(); ++y) {
    for (std::size_t x = 0; x < picture[0].size(); ++x) {
      Square square;
      for (std::size_t i = 0; i < width * width; ++i) {
        const std::vector<bool>& row =
            picture[(y + i / width) % picture.size()];
        square.push_back(row[(x + i % width) % row.size()]);
      }
      squares.insert(std::move(square));
    }
  }
  return squares;
}

// Whether `second`, moved by (x, y), equals `first` where they overlap.
bool Agree(const Square& first, const Square& second, int width, int x, int y) {
  for (int row = std::max(0, y); row < std::min(width, width + y); ++row) {
    for (int column = std::max(0, x); column < std::min(width, width + x);
         ++column) {
      if (first[row * width + column] !=
          second[(row - y) * width + column - x]) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

Model::Model(const Preset& preset) : periodic(preset.periodic) {
  // Squares by hash, with the number of transformed pictures that contain them.
  // As in the official code, the eight transformed pictures are four different
  // ones, each twice.
  constexpr int kTransformations = 8;
  std::map<int64_t, std::pair<Square, int>> counts;
  Picture picture = PictureOf(preset);
  for (int i = 0; i < kTransformations; ++i) {
    if (i > 0) {
      i % 2 == 1 ? Reflect(&picture) : Rotate(&picture);
    }
    for (const Square& square : SquaresIn(picture, preset.pattern_width)) {
      auto& [same, count] = counts[HashOf(square)];
      same = square;
      ++count;
    }
  }
  std::vector<Square> squares;
  for (const auto& [hash, entry] : counts) {
    squares.push_back(entry.first);
    weights.push_back(entry.second);
    is_wall.push_back(entry.first[0]);
  }
  for (std::size_t d = 0; d < kNeighbors.size(); ++d) {
    allowed_behind[d].resize(squares.size());
    for (std::size_t p = 0; p < squares.size(); ++p) {
      for (std::size_t q = 0; q < squares.size(); ++q) {
        // As in the official code, the first number of a direction is x in this
        // comparison, but the row in the solver.
        if (Agree(squares[p], squares[q], preset.pattern_width,
                  kNeighbors[d].rows, kNeighbors[d].columns)) {
          allowed_behind[d][q] |= Patterns{1} << p;
        }
      }
    }
  }
}

}  // namespace envpool::minigrid::wfc
