// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of the ziggurat method (G. Marsaglia and W. W. Tsang, 2000) for
// the densities exp(-x*x/2) and exp(-x), with NumPy's values. The build runs
// ziggurat_tables.py, which computes them and writes the .cc files.
//
// Threads: constants. Ownership: static. Errors: none.

#ifndef ENVPOOL_CORE_RANDOM_ZIGGURAT_H_
#define ENVPOOL_CORE_RANDOM_ZIGGURAT_H_

#include <cstdint>

namespace envpool::rng_internal {

// The area under a density, in 256 layers of equal area. Layer 0 is the base
// strip with the tail beyond `edge`; layers 1 to 255 follow from the top down.
struct alignas(64) ZigguratTable {
  struct Layer {
    uint64_t limit;  // magnitudes below it are under the density
    double scale;    // x per unit of the magnitude
  };

  Layer layers[256];
  double heights[256];  // the density at the right edge of each layer
  double edge;          // where the tail begins
};

extern const ZigguratTable kNormalZiggurat;
extern const ZigguratTable kExponentialZiggurat;

}  // namespace envpool::rng_internal

#endif  // ENVPOOL_CORE_RANDOM_ZIGGURAT_H_
