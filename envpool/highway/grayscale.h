// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Grayscale: the last pictures around an agent, as grey levels.
//
// Threads: one at a time. Errors: none.

#ifndef ENVPOOL_HIGHWAY_GRAYSCALE_H_
#define ENVPOOL_HIGHWAY_GRAYSCALE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "envpool/core/state_io.h"
#include "envpool/highway/options.h"
#include "envpool/highway/road.h"
#include "envpool/highway/scene.h"

namespace envpool::highway {

struct GrayscaleOptions {
  CameraOptions camera;
  int stack_size;                 // 0 if there are none
  std::array<double, 3> weights;  // of red, green and blue
};

class Grayscale {
 public:
  explicit Grayscale(const GrayscaleOptions& options);

  /// The options of pictures in an observation; none of another observation.
  static GrayscaleOptions OptionsOf(const ObservationOptions& options,
                                    const CameraOptions& camera);
  /// The shape of observations: pictures, columns, rows; {0} without any.
  static std::vector<int> ShapeOf(const GrayscaleOptions& options);

  /// Call at the start of an episode: the pictures before it are black.
  void Start();
  /// Takes a picture of a road around a place.
  void Observe(const Road& road, Vec place);
  /// Writes the pictures, the oldest first.
  void Write(std::uint8_t* out) const;

  void Save(StateWriter* writer) const;
  void Load(StateReader* reader);

 private:
  GrayscaleOptions options_;
  std::vector<std::uint8_t> pictures_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_GRAYSCALE_H_
