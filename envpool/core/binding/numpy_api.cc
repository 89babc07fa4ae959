// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#define ENVPOOL_DEFINES_NUMPY_API
#include "envpool/core/binding/numpy_api.h"

namespace envpool {

bool ImportNumpy() { return _import_array() >= 0; }

int NumpyType(DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return NPY_BOOL;
    case DType::kInt8:
      return NPY_INT8;
    case DType::kUint8:
      return NPY_UINT8;
    case DType::kInt16:
      return NPY_INT16;
    case DType::kUint16:
      return NPY_UINT16;
    case DType::kInt32:
      return NPY_INT32;
    case DType::kUint32:
      return NPY_UINT32;
    case DType::kInt64:
      return NPY_INT64;
    case DType::kUint64:
      return NPY_UINT64;
    case DType::kFloat32:
      return NPY_FLOAT32;
    case DType::kFloat64:
      return NPY_FLOAT64;
  }
  return NPY_NOTYPE;
}

}  // namespace envpool
