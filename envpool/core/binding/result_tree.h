// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ResultTree: a result of nested tuples and dicts around the arrays of a block,
// kept so that the next result of the block can be the same objects.
//
// The tree may be handed out again once the caller has dropped all of it, and
// if all dicts are still as they were made. Until the next check it keeps alive
// what the caller has put into its dicts.
//
// Threads: with the GIL. Errors: std::bad_alloc.

#ifndef ENVPOOL_CORE_BINDING_RESULT_TREE_H_
#define ENVPOOL_CORE_BINDING_RESULT_TREE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/binding/py_ref.h"

namespace envpool {

class ResultTree {
 public:
  enum class State {
    kUnused,   // only this object refers to the tree
    kShared,   // the caller refers to a part of it
    kChanged,  // the caller has changed a dict
  };

  /// Returns null for a tree with other objects than tuples, dicts and arrays
  /// of `arrays`, by column.
  static std::unique_ptr<ResultTree> Of(const PyRef& root,
                                        const std::vector<PyRef>& arrays);

  [[nodiscard]] State Check();
  [[nodiscard]] const PyRef& root() const { return root_; }
  /// Puts the tree in front of a list of trees.
  static void Push(std::unique_ptr<ResultTree> tree,
                   std::unique_ptr<ResultTree>* list) {
    tree->next_ = std::move(*list);
    *list = std::move(tree);
  }
  /// The number of references from the tree to a column's array.
  [[nodiscard]] int references(std::size_t column) const {
    return references_[column];
  }

 private:
  /// A tuple or dict.
  struct Node {
    PyObject* object;
    bool is_dict;
    std::uint64_t version{0};  // of a dict that was as it was made
    std::size_t first{0};      // the entries of a dict, in entries_
    std::size_t size{0};
  };
  struct Entry {
    PyObject* key;
    PyObject* value;
  };

  ResultTree(const PyRef& root, std::size_t num_columns)
      : root_(root), references_(num_columns, 0) {}
  bool Add(PyObject* object, const std::vector<PyRef>& arrays);
  [[nodiscard]] bool IsUnchanged(const Node& node) const;

  const PyRef root_;
  // Parents come before their children, which are valid only if the parent is
  // unchanged.
  std::vector<Node> nodes_;
  std::vector<Entry> entries_;
  std::vector<int> references_;  // by column
  std::unique_ptr<ResultTree> next_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_RESULT_TREE_H_
