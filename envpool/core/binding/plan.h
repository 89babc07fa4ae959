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
  /// ("call", function, leaf) or, within "together", ("part", leaf). Inner
  /// nodes: ("tuple", [...]), ("tuple", [...], names), ("dict", {...}),
  /// ("named", class, [...]), ("together", function, plan), ("together",
  /// function, plan, again).
  /// envpool/python/results/trees.py describes their meaning.
  Plan(PyObject* tree, const std::vector<Column>& columns);

  /// `out`: the user's arrays for parts of the result; may be null.
  [[nodiscard]] PyRef Build(Result* result,
                            const OutArrays* out = nullptr) const {
    return Build(result, {out, nullptr});
  }
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
    kTogether,
    kPart,
    kTuple,
    kDict,
    kNamed
  };
  /// What is not built from the result.
  struct Given {
    const OutArrays* out;  // see Build; may be null
    PyObject* values;      // those of the parts of "together", a list
  };
  /// Converts one element of each item; `stride` is the size of an item in
  /// bytes.
  using PickFn = void (*)(const char* from, std::size_t stride, npy_intp rows,
                          void* to);

  void CompileNode(PyObject* tree, const std::vector<Column>& columns);
  bool CompileLeaf(std::string_view kind, PyObject* tree,
                   const std::vector<Column>& columns);
  void CompileCall(PyObject* tree, const std::vector<Column>& columns);
  void CompileTogether(PyObject* tree, const std::vector<Column>& columns);
  /// Numbers the parts of "together", starting at `next`. Returns the next free
  /// number.
  int NumberParts(int next);
  void CompileShape(PyObject* shape, const Column& column);
  void CompilePick(PyObject* index, PyObject* dtype, const Column& column);
  void CompileChildren(PyObject* sequence, const std::vector<Column>& columns);
  /// Reads the names of the parts of a tuple.
  void CompileNames(PyObject* names);
  [[nodiscard]] PyRef Build(Result* result, const Given& given) const;
  [[nodiscard]] PyRef BuildLeaf(Result* result, const Given& given) const;
  [[nodiscard]] PyRef MakeLeaf(Result* result) const;
  [[nodiscard]] PyRef BuildOwnRows(Result* result) const;
  [[nodiscard]] PyRef BuildCall(Result* result, const Given& given) const;
  [[nodiscard]] PyRef BuildTogether(Result* result, const OutArrays* out) const;
  /// Appends the array of each part to `arrays`; None for one of the user's.
  void AddParts(Result* result, const OutArrays* out, PyObject* arrays) const;
  [[nodiscard]] PyRef ValuesOf(Result* result, const PyRef& arrays) const;
  [[nodiscard]] PyRef BuildTuple(Result* result, PyTypeObject* type,
                                 const Given& given) const;
  [[nodiscard]] PyRef BuildDict(Result* result, const Given& given) const;
  void MatchKeys(PyObject* out, OutArrays* found) const;
  [[nodiscard]] PyObject* KnownKeys() const;  // for an error message
  void MatchItems(PyObject* out, OutArrays* found) const;
  void MatchLeaf(PyObject* out, OutArrays* found) const;
  /// Writes the rows of a leaf.
  void Fill(const Result& result, void* to) const;
  void FillOut(const Result& result, const OutArray& out) const;
  /// Whether it stands for its only child in results and in `out`.
  [[nodiscard]] bool IsWrapper() const {
    return kind_ == Kind::kCall || kind_ == Kind::kTogether ||
           kind_ == Kind::kPart;
  }
  /// Whether this leaf is an array of the user.
  [[nodiscard]] bool IsIn(const OutArrays* out) const {
    return out != nullptr && out->Find(this) != nullptr;
  }
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
  int kept_{-1};            // number in Result::Kept
  std::vector<int> shape_;  // leaf: shape of an item
  int part_{0};             // part: its number; together: how many there are
  PyRef type_;              // namedtuple: its class; call, together: a function
  PyRef again_;             // together: renews static results; may be null
  std::vector<PyRef> keys_;  // dict, namedtuple, tuple with names
  std::string name_;
  std::vector<Plan> children_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_PLAN_H_
