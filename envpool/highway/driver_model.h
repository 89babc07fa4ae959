// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// DriverModel: parameters of the Intelligent Driver Model.
//
// Threads: a plain value. Errors: none.

#ifndef ENVPOOL_HIGHWAY_DRIVER_MODEL_H_
#define ENVPOOL_HIGHWAY_DRIVER_MODEL_H_

namespace envpool::highway {

struct DriverModel {
  double comfort_acceleration{3.0};
  double comfort_braking{-5.0};
  double distance_wanted{10.0};
};

}  // namespace envpool::highway

#endif  // ENVPOOL_HIGHWAY_DRIVER_MODEL_H_
