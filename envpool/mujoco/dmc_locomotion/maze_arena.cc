// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc_locomotion/maze_arena.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace envpool::mujoco::dmc_locomotion {
namespace {

constexpr int kPlanesOfWall = 5;  // -x, x, -y, y, z
constexpr double kBelow = -2;     // where unused parts are
constexpr double kTiny = 1e-3;

}  // namespace

MazeArena::MazeArena(const MazeSizes& sizes, World* world)
    : sizes_(sizes),
      world_(*world),
      place_(world->OwnArray(&mjModel::geom_pos, 3 * world->model().ngeom)),
      size_(world->OwnArray(&mjModel::geom_size, 3 * world->model().ngeom)),
      colour_(world->OwnArray(&mjModel::geom_rgba, 4 * world->model().ngeom)),
      body_place_(
          world->OwnArray(&mjModel::body_pos, 3 * world->model().nbody)),
      material_colour_(
          world->OwnArray(&mjModel::mat_rgba, 4 * world->model().nmat)),
      material_(world->OwnMaterials()),
      first_wall_(world->Id(mjOBJ_GEOM, "wall_0")),
      walls_(world->model().body_geomnum[world->Id(mjOBJ_BODY, "maze_body")]),
      first_plane_(world->Id(mjOBJ_GEOM, "wall_0_neg_x")),
      first_tile_(world->Id(mjOBJ_GEOM, "floor_0")),
      tiles_(world->model().body_geomadr[0] + world->model().body_geomnum[0] -
             first_tile_),
      first_target_(world->Id(mjOBJ_BODY, "target_0")),
      targets_(static_cast<int>(world->model().nbody) - first_target_),
      target_material_(world->Id(mjOBJ_MATERIAL, "target_0")),
      wall_material_(world->Id(mjOBJ_MATERIAL, "wall_0_0")),
      floor_material_(world->Id(mjOBJ_MATERIAL, "floor_0_0")) {}

void MazeArena::Build(const TextGrid& cells, const TextGrid& variations,
                      RandomState* random) {
  const int texture = static_cast<int>(random->Choice(sizes_.wall_textures));
  BuildWalls(cells, texture);
  BuildFloor(variations, random);
  for (int i = 0; i < targets_; ++i) {
    double* place = body_place_ + 3 * (first_target_ + i);
    place[0] = place[1] = 0;
    place[2] = kBelow - sizes_.target_height;
    ShowTarget(i, false);
  }
}

std::array<double, 2> MazeArena::PlaceOf(Cell cell) const {
  const double offset = (sizes_.cells - 1) / 2.;
  return {(cell.column - offset) * sizes_.scale,
          -(cell.row - offset) * sizes_.scale};
}

int MazeArena::TargetGeom(int target) const {
  return world_.model().body_geomadr[first_target_ + target];
}

void MazeArena::PlaceTarget(int target, Cell cell) {
  double* place = body_place_ + 3 * (first_target_ + target);
  std::ranges::copy(PlaceOf(cell), place);
  place[2] = 0;
  ShowTarget(target, true);
}

void MazeArena::ShowTarget(int target, bool is_shown) {
  material_colour_[4 * (target_material_ + target) + 3] = is_shown ? 1 : 0;
}

void MazeArena::Save(StateWriter* writer) const {
  writer->Write(std::vector<int>(material_, material_ + world_.model().ngeom));
}

void MazeArena::Load(StateReader* reader) {
  const mjModel& model = world_.model();
  std::vector<int> materials;
  reader->Read(&materials, model.ngeom);
  reader->Require(std::ranges::all_of(materials, [&](int material) {
    return -1 <= material && material < model.nmat;
  }));
  std::ranges::copy(materials, material_);
}

MazeArena::Box MazeArena::BoxOf(const Block& block) const {
  const double row = (block.first.row + block.last.row - 1) / 2.;
  const double column = (block.first.column + block.last.column - 1) / 2.;
  const double offset = (sizes_.cells - 1) / 2.;
  return {
      .middle = {(column - offset) * sizes_.scale,
                 -(row - offset) * sizes_.scale, sizes_.height / 2},
      .half = {(block.last.column - column - .5) * sizes_.scale,
               (block.last.row - row - .5) * sizes_.scale, sizes_.height / 2}};
}

/// The place of a side in the order of sides: 1, 3, 5... cells.
int MazeArena::NumberOf(double half_side) const {
  const double cells = 2 * half_side / sizes_.scale;
  return static_cast<int>(std::lround((cells - 1) / 2));
}

void MazeArena::BuildWalls(const TextGrid& cells, int texture) {
  const std::vector<Block> walls = Cover(cells, RandomMaze::kWall);
  if (walls.size() > static_cast<std::size_t>(walls_)) {
    throw std::runtime_error("a maze needs more walls than the model has");
  }
  int number = 0;
  for (const Block& wall : walls) {
    BuildWall(number++, wall, texture);
  }
  for (; number < walls_; ++number) {
    Hide(first_wall_ + number);
    for (int i = 0; i < kPlanesOfWall; ++i) {
      Hide(first_plane_ + kPlanesOfWall * number + i);
    }
  }
}

void MazeArena::BuildWall(int number, const Block& block, int texture) {
  const auto [middle, half] = BoxOf(block);
  Place(first_wall_ + number, middle, half, /*material=*/-1);
  const int sides = (sizes_.cells + 1) / 2;
  const int first = wall_material_ + texture * (sides + sides * sides);
  for (int i = 0; i < kPlanesOfWall; ++i) {
    const int axis = i / 2;
    const int sign = axis == 2 || i % 2 == 1 ? 1 : -1;
    const int a = axis == 0 ? 1 : 0;
    const int b = axis == 2 ? 1 : 2;
    std::array<double, 3> place = middle;
    place[axis] += sign * half[axis];
    const int side = NumberOf(half[a]);
    const int material =
        axis == 2 ? sides + sides * side + NumberOf(half[b]) : side;
    Place(first_plane_ + kPlanesOfWall * number + i, place,
          {half[a], half[b], sizes_.scale}, first + material);
  }
}

void MazeArena::BuildFloor(const TextGrid& variations, RandomState* random) {
  const auto draw = [&] {
    return static_cast<int>(random->Choice(sizes_.floor_textures));
  };
  const int main_texture = draw();
  int number = 0;
  for (int i = 0; i <= 26; ++i) {
    const char value = static_cast<char>(i == 0 ? '.' : 'A' + i - 1);
    const std::vector<Block> blocks = Cover(variations, value);
    if (blocks.empty()) {
      break;
    }
    int texture = main_texture;
    while (i > 0 && texture == main_texture) {
      texture = draw();
    }
    if (number + blocks.size() > static_cast<std::size_t>(tiles_)) {
      throw std::runtime_error("a maze needs more tiles than the model has");
    }
    for (const Block& block : blocks) {
      BuildTile(number++, block, texture);
    }
  }
  for (; number < tiles_; ++number) {
    Hide(first_tile_ + number);
  }
}

void MazeArena::BuildTile(int number, const Block& block, int texture) {
  const auto [middle, half] = BoxOf(block);
  const int sides = (sizes_.cells + 1) / 2;
  Place(first_tile_ + number, {middle[0], middle[1], 0},
        {half[0], half[1], sizes_.scale},
        floor_material_ + sides * (sides * texture + NumberOf(half[0])) +
            NumberOf(half[1]));
}

void MazeArena::Place(int geom, const std::array<double, 3>& place,
                      const std::array<double, 3>& size, int material) {
  std::ranges::copy(place, place_ + 3 * geom);
  std::ranges::copy(size, size_ + 3 * geom);
  colour_[4 * geom + 3] = 1;
  material_[geom] = material;
}

void MazeArena::Hide(int geom) {
  Place(geom, {0, 0, kBelow}, {kTiny, kTiny, kTiny}, material_[geom]);
  colour_[4 * geom + 3] = 0;
}

}  // namespace envpool::mujoco::dmc_locomotion
