// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OutArrays: the user's arrays for parts of one result.
//
// Plan::Match finds them in the argument `out`. Workers write the rows of
// placed arrays; the other arrays are filled when the result is built.
//
// Threads: with the GIL. Errors: Error, which names the array.

#ifndef ENVPOOL_CORE_BINDING_OUT_ARRAYS_H_
#define ENVPOOL_CORE_BINDING_OUT_ARRAYS_H_

#include <algorithm>
#include <string>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/py_ref.h"

namespace envpool {

class Plan;

struct OutArray {
  const Plan* leaf;     // its part of the plan
  PyRef object;         // the object that the user passed
  PyRef array;          // a NumPy array of its memory
  bool placed = false;  // the workers write to it

  [[nodiscard]] PyArrayObject* numpy() const {
    return reinterpret_cast<PyArrayObject*>(array.get());
  }
  [[nodiscard]] char* data() const { return PyArray_BYTES(numpy()); }
};

class OutArrays {
 public:
  /// Throws Error(kArgument) if its memory overlaps another array's.
  void Add(OutArray array);
  [[nodiscard]] std::vector<OutArray>& all() { return all_; }
  [[nodiscard]] const OutArray* Find(const Plan* leaf) const {
    const auto found = std::ranges::find(all_, leaf, &OutArray::leaf);
    return found == all_.end() ? nullptr : &*found;
  }
  /// Throws Error(kArgument) for an array with another number of rows.
  void CheckRows(int rows) const;

 private:
  std::vector<OutArray> all_;
};

/// The required type and row shape of an array of `out`.
struct OutSpec {
  int numpy_type;
  const std::vector<int>& shape;  // shape of a row
};

/// A NumPy array of the object's memory. Throws Error(kArgument) or
/// Error(kArgumentType) if the object has none or differs from the spec.
PyRef OutView(PyObject* object, const OutSpec& spec, const std::string& name);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OUT_ARRAYS_H_
