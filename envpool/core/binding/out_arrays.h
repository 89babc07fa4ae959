// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OutArrays: the user's own arrays that parts of one result are written to.
//
// Plan::Match finds them in what the user passed as `out`. Workers write rows
// to those that are placed; the others are filled when the result is built.
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
  const Plan* leaf;     // of the plan: what goes there
  PyRef object;         // as the user passed it
  PyRef array;          // a NumPy array of its memory
  bool placed = false;  // the workers write to it

  [[nodiscard]] PyArrayObject* numpy() const {
    return reinterpret_cast<PyArrayObject*>(array.get());
  }
  [[nodiscard]] char* data() const { return PyArray_BYTES(numpy()); }
};

class OutArrays {
 public:
  /// Throws Error(kArgument) if another one has some of its memory.
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

/// What an array of `out` has to be, but for its rows.
struct OutSpec {
  int numpy_type;
  const std::vector<int>& shape;  // of a row
};

/// A NumPy array of the object's memory. Throws Error(kArgument) or
/// Error(kArgumentType) if there is none such, or it is not as specified.
PyRef OutView(PyObject* object, const OutSpec& spec, const std::string& name);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OUT_ARRAYS_H_
