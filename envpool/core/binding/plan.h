// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan: builds a result object from columns. It is compiled once from the tree
// of the Python API class (see envpool/core/_core.pyi) and run per batch. A
// plan refers to columns by index.
//
// Threads: with the GIL. Errors: PythonError or Error.

#ifndef ENVPOOL_CORE_BINDING_PLAN_H_
#define ENVPOOL_CORE_BINDING_PLAN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "envpool/core/binding/numpy_api.h"
#include "envpool/core/binding/out_arrays.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_cache.h"

namespace envpool {

class Plan {
 public:
  Plan() = default;
  /// Leaves: an int (column), ("pick", column, index, dtype),
  /// ("view", column, shape), ("ones", column); each of them alone, or in
  /// ("call", function, leaf) or ("call", function, leaf, again). Inner nodes:
  /// ("tuple", [...]), ("tuple", [...], names), ("dict", {...}), ("named",
  /// class, [...]).
  /// envpool/python/results/trees.py describes their meaning.
  Plan(PyObject* tree, const std::vector<Column>& columns);

  /// `out`: the user's arrays for parts of the result; may be null.
  [[nodiscard]] PyRef Build(Result* result,
                            const OutArrays* out = nullptr) const;
  /// Finds the user's arrays in the argument `out`.
  void Match(PyObject* out, OutArrays* found) const;
  /// Sets the name of each part for error texts.
  void Name(const std::string& name);
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Whether a leaf has a row for each player.
  [[nodiscard]] bool per_player() const { return per_player_; }
  /// The column that a leaf shows unchanged; -1 if none.
  [[nodiscard]] int shown_column() const {
    return kind_ == Kind::kColumn || kind_ == Kind::kView ? column_ : -1;
  }
  /// Whether all leaves show columns unchanged, so that ResultTree can keep the
  /// result.
  [[nodiscard]] bool ShowsColumnsOnly() const;
  /// Adds the number of leaves that show each column to `counts`.
  void CountShown(std::vector<int>* counts) const;
  /// Numbers the objects that static results keep (see Result::Kept), starting
  /// at `next`. Returns the next free number.
  int NumberKept(int next);

 private:
  enum class Kind {
    kColumn,
    kPick,
    kView,
    kOnes,
    kCall,
    kTuple,
    kDict,
    kNamed
  };
  /// Converts one element of each item; `stride` is the size of an item in
  /// bytes.
  using PickFn = void (*)(const char* from, std::size_t stride, npy_intp rows,
                          void* to);

  void CompileNode(PyObject* tree, const std::vector<Column>& columns);
  bool CompileLeaf(std::string_view kind, PyObject* tree,
                   const std::vector<Column>& columns);
  void CompileCall(PyObject* tree, const std::vector<Column>& columns);
  void CompileShape(PyObject* shape, const Column& column);
  void CompilePick(PyObject* index, PyObject* dtype, const Column& column);
  void CompileChildren(PyObject* sequence, const std::vector<Column>& columns);
  /// Reads the names of the parts of a tuple.
  void CompileNames(PyObject* names);
  [[nodiscard]] PyRef BuildLeaf(Result* result) const;
  [[nodiscard]] PyRef BuildOwnRows(Result* result) const;
  [[nodiscard]] PyRef BuildCall(Result* result, const OutArrays* out) const;
  [[nodiscard]] PyRef BuildTuple(Result* result, PyTypeObject* type,
                                 const OutArrays* out) const;
  [[nodiscard]] PyRef BuildDict(Result* result, const OutArrays* out) const;
  void MatchKeys(PyObject* out, OutArrays* found) const;
  [[nodiscard]] PyObject* KnownKeys() const;  // for an error message
  void MatchItems(PyObject* out, OutArrays* found) const;
  void MatchLeaf(PyObject* out, OutArrays* found) const;
  /// Writes the rows of a leaf.
  void Fill(const Result& result, void* to) const;
  void FillOut(const Result& result, const OutArray& out) const;
  [[nodiscard]] bool IsText() const {
    return kind_ == Kind::kPick && numpy_type_ == NPY_UNICODE;
  }

  Kind kind_{Kind::kColumn};
  int column_{0};
  std::size_t offset_{0};       // pick: the element's offset in an item
  std::size_t stride_{0};       // pick: size of an item in bytes
  int numpy_type_{NPY_NOTYPE};  // leaf: dtype; none for ragged columns
  bool per_player_{false};      // leaf: has a row for each player
  PickFn pick_{nullptr};
  int kept_{-1};             // number in Result::Kept
  std::vector<int> shape_;   // leaf: shape of an item
  PyRef type_;               // namedtuple: its class; call: its function
  PyRef again_;              // call: renews static results; may be null
  std::vector<PyRef> keys_;  // dict, namedtuple, tuple with names
  std::string name_;
  std::vector<Plan> children_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_PLAN_H_
