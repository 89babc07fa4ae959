// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan: how a result object is put together from columns. Compiled once from
// the tree that the Python API class gives (see envpool/core/_core.pyi), run
// per batch. A plan knows the columns by their numbers.
//
// Threads: with the GIL. Errors: PythonError.

#ifndef ENVPOOL_CORE_BINDING_PLAN_H_
#define ENVPOOL_CORE_BINDING_PLAN_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_cache.h"

namespace envpool {

class Plan {
 public:
  Plan() = default;
  /// Leaves: an int (column), ("pick", column, index, dtype),
  /// ("view", column, shape), ("ones", column). Inner nodes: ("tuple", [...]),
  /// ("dict", {...}), ("named", class, [...]). envpool/python/trees.py says
  /// what they mean.
  Plan(PyObject* tree, const std::vector<Column>& columns);

  [[nodiscard]] PyRef Build(const Result& result) const;

 private:
  enum class Kind { kColumn, kPick, kView, kOnes, kTuple, kDict, kNamed };
  /// Converts one element of each item; `stride` is an item's bytes.
  using PickFn = void (*)(const char* from, std::size_t stride, npy_intp rows,
                          void* to);

  void CompileNode(PyObject* tree, const std::vector<Column>& columns);
  bool CompileLeaf(std::string_view kind, PyObject* tree,
                   const std::vector<Column>& columns);
  void CompileShape(PyObject* shape, const Column& column);
  void CompilePick(PyObject* index, PyObject* dtype, const Column& column);
  void CompileChildren(PyObject* sequence, const std::vector<Column>& columns);
  [[nodiscard]] PyRef BuildPick(const Result& result) const;
  [[nodiscard]] PyRef BuildOnes(const Result& result) const;
  [[nodiscard]] PyRef BuildTuple(const Result& result,
                                 PyTypeObject* type) const;
  [[nodiscard]] PyRef BuildDict(const Result& result) const;

  Kind kind_{Kind::kColumn};
  int column_{0};
  std::size_t offset_{0};       // of a pick: its bytes in an item
  std::size_t stride_{0};       // and those of an item
  int numpy_type_{NPY_NOTYPE};  // of what a pick returns
  PickFn pick_{nullptr};
  std::vector<int> shape_;   // of an item of a view
  PyRef type_;               // of a namedtuple
  std::vector<PyRef> keys_;  // of a dict
  std::vector<Plan> children_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_PLAN_H_
