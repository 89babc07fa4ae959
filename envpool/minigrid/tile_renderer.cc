// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/minigrid/tile_renderer.h"

#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "envpool/core/process_mutex.h"
#include "envpool/minigrid/tile_shapes.h"
#include "envpool/minigrid/view.h"

namespace envpool::minigrid {
namespace {

// A picture made of tiles.
class Mosaic {
 public:
  Mosaic(const Tiles& tiles, int columns, uint8_t* rgb)
      : tiles_(tiles), columns_(columns), rgb_(rgb) {}

  void Put(int i, int j, Cell cell, int agent_dir, bool highlight) {
    const uint8_t* tile = tiles_.Get(cell, agent_dir, highlight);
    const auto row = static_cast<std::size_t>(tiles_.size()) * 3;
    uint8_t* out =
        rgb_ +
        (static_cast<std::size_t>(j) * tiles_.size() * columns_ + i) * row;
    for (int y = 0; y < tiles_.size(); ++y) {
      std::memcpy(out, tile, row);
      tile += row;
      out += row * columns_;
    }
  }

 private:
  const Tiles& tiles_;
  int columns_;
  uint8_t* rgb_;
};

// Whether the agent sees a place of the grid.
bool IsSeen(const Level& level, const SeenRows& seen, Pos pos) {
  const int size = level.options().agent_view_size;
  const Pos ahead = kDirections[level.agent_dir()];
  const Pos to = pos - level.agent_pos();
  const int j = size - 1 - (to.x * ahead.x + to.y * ahead.y);
  const int i = size / 2 - to.x * ahead.y + to.y * ahead.x;
  return i >= 0 && i < size && j >= 0 && j < size && (seen[j] >> i & 1) != 0;
}

}  // namespace

std::shared_ptr<const Tiles> Tiles::OfSize(int size) {
  const std::lock_guard lock(ProcessMutex("minigrid tiles"));
  static auto* known = new std::map<int, std::weak_ptr<const Tiles>>;
  std::weak_ptr<const Tiles>& entry = (*known)[size];
  std::shared_ptr<const Tiles> tiles = entry.lock();
  if (tiles == nullptr) {
    tiles = std::make_shared<const Tiles>(size);
    entry = tiles;
  }
  return tiles;
}

Tiles::~Tiles() {
  for (const auto& tile : drawn_) {
    delete[] tile.load(std::memory_order_relaxed);
  }
}

const uint8_t* Tiles::Get(Cell cell, int agent_dir, bool highlight) const {
  int index = static_cast<int>(cell.type);
  index = index * kNumColors + static_cast<int>(cell.color);
  index = index * kStates + cell.state;
  index = index * kDirs + agent_dir + 1;
  index = index * 2 + static_cast<int>(highlight);
  std::atomic<const uint8_t*>& entry = drawn_[index];
  const uint8_t* tile = entry.load(std::memory_order_acquire);
  if (tile != nullptr) {
    return tile;
  }
  auto drawing = std::make_unique<uint8_t[]>(  // NOLINT: owned by drawn_
      static_cast<std::size_t>(size_) * size_ * 3);
  DrawTile(cell, agent_dir, highlight, size_, drawing.get());
  // If another thread has stored its equal tile first, that tile is used.
  if (entry.compare_exchange_strong(tile, drawing.get(),
                                    std::memory_order_acq_rel)) {
    return drawing.release();
  }
  return tile;
}

void DrawGrid(const Level& level, const Tiles& tiles, bool highlight,
              uint8_t* rgb) {
  const Grid& grid = level.grid();
  const bool has_light = highlight && level.agent_dir() >= 0;
  const SeenRows seen = has_light ? SeenFrom(level) : SeenRows{};
  Mosaic mosaic(tiles, grid.width(), rgb);
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width(); ++x) {
      const Pos pos = {x, y};
      mosaic.Put(x, y, grid[pos],
                 pos == level.agent_pos() ? level.agent_dir() : kNoAgent,
                 has_light && IsSeen(level, seen, pos));
    }
  }
}

void DrawView(const Level& level, const Tiles& tiles, uint8_t* rgb) {
  constexpr int kUp = 3;
  const bool has_agent = level.agent_dir() >= 0;
  const SeenRows seen = has_agent ? SeenFrom(level) : SeenRows{};
  const int size = level.options().agent_view_size;
  Mosaic mosaic(tiles, size, rgb);
  for (int j = 0; j < size; ++j) {
    for (int i = 0; i < size; ++i) {
      const bool is_seen = (seen[j] >> i & 1) != 0;
      const bool is_agent = has_agent && i == size / 2 && j == size - 1;
      const Cell cell = is_agent  ? level.CarriedCell()
                        : is_seen ? level.grid()[PosInView(level, i, j)]
                                  : Cell{};
      mosaic.Put(i, j, cell, is_agent ? kUp : kNoAgent, is_seen);
    }
  }
}

Size Painter::CellsOf(const Level& level) const {
  const int view = level.options().agent_view_size;
  return agent_pov_ ? Size{view, view}
                    : Size{level.grid().height(), level.grid().width()};
}

Size Painter::SizeOf(const Level& level) const {
  const Size cells = CellsOf(level);
  return {cells.height * tiles_->size(), cells.width * tiles_->size()};
}

void Painter::Draw(const Level& level, Size size, uint8_t* rgb) const {
  const Size own = SizeOf(level);
  if (size == own) {
    Draw(level, *tiles_, rgb);
    return;
  }
  const Size cells = CellsOf(level);
  const int tile = size.width / cells.width;
  if (tile > 0 && size == Size{cells.height * tile, cells.width * tile}) {
    Draw(level, *Tiles::OfSize(tile), rgb);
    return;
  }
  std::vector<uint8_t> picture(static_cast<std::size_t>(own.height) *
                               own.width * 3);
  Draw(level, *tiles_, picture.data());
  Resizer(own, size, 3, Interpolation::kArea).Run(picture.data(), rgb);
}

void Painter::Draw(const Level& level, const Tiles& tiles, uint8_t* rgb) const {
  if (agent_pov_) {
    DrawView(level, tiles, rgb);
  } else {
    DrawGrid(level, tiles, highlight_, rgb);
  }
}

}  // namespace envpool::minigrid
