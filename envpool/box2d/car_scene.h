// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

// The picture of CarRacing, byte for byte as Gymnasium 1.2.3 draws it with
// pygame 2.6.1: the 96 x 96 observation or the 600 x 400 frame.

#ifndef ENVPOOL_BOX2D_CAR_SCENE_H_
#define ENVPOOL_BOX2D_CAR_SCENE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "envpool/box2d/car_track.h"
#include "envpool/box2d/cell_canvas.h"
#include "envpool/box2d/raster.h"
#include "envpool/box2d/reward_cells.h"
#include "envpool/box2d/shrink.h"

namespace envpool::box2d {

// A piece of the road, or of its red and white border.
struct RoadPiece {
  std::array<Vector, 4> corners;
  Color color;
};

// A shape of the car, its corners in the world.
struct CarShape {
  std::array<Vector, 8> corners;
  int count;
  Color color;
};

// The trace of a skidding wheel.
struct SkidMark {
  std::vector<Vector> points;
  Color color;
};

// Input of CarPainter.
struct CarScene {
  double time;    // seconds since the start, when the camera zooms in
  double reward;  // total of the episode
  Color background;
  Color grass;
  double playfield;     // half the side of the field
  double least_margin;  // shapes that are further outside are not drawn
  std::span<const RoadPiece> road;
  double largest_piece;  // bound of distances from a piece's first corner
  std::span<const SkidMark> marks;  // drawn in frames only
  std::span<const CarShape> car;    // in the order of drawing
  double x;                         // the hull's position
  double y;
  double angle;
  double speed;
  double spin;
  std::array<double, 4> wheel_speeds;
  double steering;  // the first wheel's angle
};

// Draws scenes. It keeps memory between scenes, but no state.
class CarPainter {
 public:
  static constexpr int kFrameWidth = 600;
  static constexpr int kFrameHeight = 400;

  CarPainter();

  // `out` gets the observation, 96 x 96 RGB pixels.
  void DrawObservation(const CarScene& scene, std::uint8_t* out);
  // `out` gets the frame, kFrameWidth x kFrameHeight RGB pixels.
  void DrawFrame(const CarScene& scene, std::uint8_t* out);

 private:
  // The transformation from the world to the surface.
  struct Camera {
    explicit Camera(const CarScene& scene);

    Vector Rotate(const Vector& v) const;
    Vector Project(const Vector& v) const;
    bool IsNear(double distance) const;
    bool IsDrawn(const Vector& corner) const;

    int quarter;  // quarter turns if pygame snaps the angle to them; else -1
    double cosine;
    double sine;
    double zoom;
    double x;  // the car's position
    double y;
    double grass;  // the side of a patch of grass
    double reach;  // distance from the car beyond which nothing is visible
    double margin;
    Vector shift{0, 0};
  };

  template <typename Canvas>
  void DrawGround(const Camera& camera, const CarScene& scene, Canvas* canvas);
  template <typename Canvas>
  void DrawPiece(const Camera& camera, std::span<const Vector> corners,
                 Color color, bool clip, Canvas* canvas);
  template <typename Canvas>
  void DrawGrass(const Camera& camera, Color color, Canvas* canvas);
  template <typename Canvas>
  void DrawCar(const Camera& camera, const CarScene& scene, Canvas* canvas);
  template <typename Canvas>
  void DrawIndicators(const CarScene& scene, Canvas* canvas);
  static bool IsRewardApart(const CarScene& scene);
  void DrawMark(const Camera& camera, const SkidMark& mark);

  // Used for observations.
  CellCanvas canvas_;
  RewardCells rewards_;
  GreyPicture reward_{};  // used if indicators overlap with it
  // Used for frames.
  Raster world_;            // upside down
  Raster panel_;            // drawn over world_
  std::vector<Color> row_;  // of pixels before shrinking
  ColumnShrink frame_;
  ShrinkAxis frame_axis_;
  std::vector<std::uint16_t> frame_row_;
};

}  // namespace envpool::box2d

#endif  // ENVPOOL_BOX2D_CAR_SCENE_H_
