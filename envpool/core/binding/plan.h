// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan: how a result object is put together from columns. Compiled once from
// the tree that the Python face gives (see envpool/core/_core.pyi), run per
// batch.
//
// Threads: with the GIL. Errors: PythonError.

#ifndef ENVPOOL_CORE_BINDING_PLAN_H_
#define ENVPOOL_CORE_BINDING_PLAN_H_

#include <vector>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_cache.h"

namespace envpool {

class Plan {
 public:
  Plan() = default;
  /// An int (column), ("tuple", [...]), ("dict", {...}) or
  /// ("named", class, [...]).
  Plan(PyObject* tree, int num_columns);

  [[nodiscard]] PyRef Build(const Result& result) const;

 private:
  enum class Kind { kColumn, kTuple, kDict, kNamed };

  void CompileNode(PyObject* tree, int num_columns);
  void CompileChildren(PyObject* sequence, int num_columns);
  [[nodiscard]] PyRef BuildTuple(const Result& result,
                                 PyTypeObject* type) const;
  [[nodiscard]] PyRef BuildDict(const Result& result) const;

  Kind kind_{Kind::kColumn};
  int column_{0};
  PyRef type_;               // of a namedtuple
  std::vector<PyRef> keys_;  // of a dict
  std::vector<Plan> children_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_PLAN_H_
