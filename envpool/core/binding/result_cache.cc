// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/result_cache.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "envpool/core/binding/free_threading.h"

namespace envpool {
namespace {

// The cache watches this many results. If the user keeps more, the oldest leave
// the cache; their arrays own the block and free it when they die.
constexpr std::size_t kMaxLent = 8;
constexpr int kFlags = NPY_ARRAY_CARRAY;

PyArrayObject* AsArray(PyObject* object) {
  return reinterpret_cast<PyArrayObject*>(object);
}

int FullRows(const Layout& layout, const Column& column) {
  return column.per_player ? layout.rows() * layout.max_players()
                           : layout.rows();
}

PyRef NewArray(const std::vector<npy_intp>& dims, int type, void* data) {
  return PyRef::Steal(PyArray_New(&PyArray_Type, static_cast<int>(dims.size()),
                                  const_cast<npy_intp*>(dims.data()), type,
                                  nullptr, data, 0, kFlags, nullptr));
}

}  // namespace

Result::Result(const std::shared_ptr<BlockPool>& pool, StateBlock* block,
               int num_kept)
    : block_(block),
      keeper_(new Keeper{pool, block}),
      arrays_(block->layout().columns().size()),
      kept_(num_kept) {
  made_.reserve(arrays_.size());
  PyObject* capsule = PyCapsule_New(keeper_, nullptr, Free);
  if (capsule == nullptr) {
    delete keeper_;
    throw PythonError();
  }
  capsule_ = PyRef::Steal(capsule);
}

void Result::Free(PyObject* capsule) {
  auto* keeper = static_cast<Keeper*>(PyCapsule_GetPointer(capsule, nullptr));
  if (keeper->block != nullptr) {
    keeper->pool->Release(keeper->block);
  }
  delete keeper;
}

void Result::Disown() {
  keeper_->block = nullptr;
  block_->cached_result = nullptr;
}

PyRef Result::MakeArray(int index, int rows,
                        const std::vector<int>& shape) const {
  const Column& column = block_->layout().columns()[index];
  std::vector<npy_intp> dims = {rows};
  dims.insert(dims.end(), shape.begin(), shape.end());
  PyRef array = NewArray(dims, NumpyType(column.dtype), block_->OwnRows(index));
  PyRef base = capsule_;
  if (PyArray_SetBaseObject(AsArray(array.get()), base.release()) < 0) {
    throw PythonError();
  }
  return array;
}

PyRef Result::ArrayOf(int index) {
  const Column& column = block_->layout().columns()[index];
  const int rows = RowsOf(index);
  if (column.is_container()) {
    return MakeObjectArray(index, rows);
  }
  if (rows != FullRows(block_->layout(), column)) {
    return MakeArray(index, rows, column.shape);
  }
  PyRef& array = arrays_[index];
  if (!array) {
    array = MakeArray(index, rows, column.shape);
    PyArrayObject* made = AsArray(array.get());
    made_.push_back({made, PyArray_DESCR(made), PyArray_FLAGS(made),
                     PyArray_NDIM(made), rows, column.shape.data(), index, 1});
  }
  return array;
}

PyRef Result::ViewOf(int index, const std::vector<int>& shape) const {
  return MakeArray(index, RowsOf(index), shape);
}

int Result::RowsOf(int index) const {
  return block_->layout().columns()[index].per_player ? block_->total_players
                                                      : block_->rows;
}

/// An object array with a copy of each ragged entry, None where the env wrote
/// none. Copies are cheap enough: ragged entries are rare.
PyRef Result::MakeObjectArray(int index, int rows) const {
  const Column& column = block_->layout().columns()[index];
  std::vector<npy_intp> dims = {rows};
  dims.insert(dims.end(), column.shape.begin(), column.shape.end());
  PyRef array = PyRef::Steal(PyArray_SimpleNew(static_cast<int>(dims.size()),
                                               dims.data(), NPY_OBJECT));
  auto** slots = static_cast<PyObject**>(PyArray_DATA(AsArray(array.get())));
  const std::size_t count = rows * column.ItemSize();
  for (std::size_t i = 0; i < count; ++i) {
    PyRef item =
        WrapItem(column, block_->Item(index, 0) + i * column.element_size);
    Py_XDECREF(slots[i]);
    slots[i] = item.release();
  }
  return array;
}

PyRef Result::WrapItem(const Column& column, void* item) const {
  // Container<D> is a pointer to a TArray<D>; its base Array suffices here.
  const Array* content = *static_cast<Array**>(item);
  if (content == nullptr) {
    return PyRef::Borrow(Py_None);
  }
  std::vector<npy_intp> dims;
  for (const std::size_t extent : content->Shape()) {
    dims.push_back(static_cast<npy_intp>(extent));
  }
  PyRef array = PyRef::Steal(PyArray_SimpleNew(
      static_cast<int>(dims.size()), dims.data(), NumpyType(column.dtype)));
  std::memcpy(PyArray_DATA(AsArray(array.get())), content->Data(),
              content->size * content->element_size);
  return array;
}

bool Result::IsFull() const {
  const Layout& layout = block_->layout();
  return block_->rows == layout.rows() &&
         block_->total_players == layout.rows() * layout.max_players();
}

PyRef Result::Tree(unsigned number) const {
  return tree_ != nullptr && tree_number_ == number && IsFull() ? tree_->root()
                                                                : PyRef();
}

void Result::KeepTree(const PyRef& root, unsigned number) {
  if (IsFull()) {
    tree_ = ResultTree::Of(root, arrays_);
    tree_number_ = number;
    CountReferences();
  }
}

bool Result::Unused(std::unique_ptr<ResultTree>* dropped) {
  if (tree_ != nullptr) {
    switch (tree_->Check()) {
      case ResultTree::State::kUnused:
        break;
      case ResultTree::State::kShared:
        return false;
      case ResultTree::State::kChanged:
        ResultTree::Push(std::move(tree_), dropped);
        CountReferences();
        return false;  // the tree still refers to the arrays
    }
  }
  for (const Made& made : made_) {
    if (!HasReferences(reinterpret_cast<PyObject*>(made.array),
                       made.references)) {
      return false;
    }
  }
  return HasReferences(capsule_.get(),
                       static_cast<Py_ssize_t>(made_.size()) + 1);
}

void Result::CountReferences() {
  for (Made& made : made_) {
    made.references =
        1 + (tree_ == nullptr ? 0 : tree_->references(made.column));
  }
}

inline bool Result::Made::HasChanged() const {
  if (PyArray_DESCR(array) != descriptor || PyArray_FLAGS(array) != flags ||
      PyArray_NDIM(array) != num_dims) {
    return true;
  }
  const npy_intp* dims = PyArray_DIMS(array);
  return dims[0] != rows || !std::equal(dims + 1, dims + num_dims, shape);
}

bool Result::Pristine() const {
  for (const Made& made : made_) {
    if (made.HasChanged()) {
      return false;
    }
  }
  return true;
}

// --- ResultCache ------------------------------------------------------------

ResultCache::ResultCache(std::shared_ptr<BlockPool> pool)
    : pool_(std::move(pool)) {
  lent_.reserve(kMaxLent + 1);
}

ResultCache::~ResultCache() {
  ReleaseSpare();
  for (const std::unique_ptr<Result>& result : all_) {
    if (std::find(lent_.begin(), lent_.end(), result.get()) == lent_.end()) {
      result->Disown();  // the engine or the block pool owns the block
    } else {
      // The user's arrays own the block.
      result->block()->cached_result = nullptr;
    }
  }
}

void ResultCache::MakeStatic(int num_kept) {
  static_ = true;
  num_kept_ = num_kept;
  // Freed last: freeing objects may run Python code.
  std::vector<std::vector<PyRef>> dropped;
  for (const std::unique_ptr<Result>& result : all_) {
    dropped.push_back(result->MakeKept(num_kept));
  }
}

Result* ResultCache::Wrap(StateBlock* block) {
  auto* result = static_cast<Result*>(block->cached_result);
  if (result != nullptr && !result->Pristine()) {
    result->Disown();
    Forget(result);
    result = nullptr;
  }
  if (result == nullptr) {
    try {
      all_.push_back(std::make_unique<Result>(pool_, block, num_kept_));
    } catch (...) {
      pool_->Release(block);
      throw;
    }
    result = all_.back().get();
    block->cached_result = result;
  }
  lent_.push_back(result);
  last_ = result;
  if (lent_.size() > kMaxLent) {
    Result* oldest = lent_.front();
    lent_.erase(lent_.begin());
    oldest->block()->cached_result = nullptr;
    Forget(oldest);
  }
  return result;
}

void ResultCache::Reclaim(bool keep_spare) {
  if (!keep_spare) {
    ReleaseSpare();
  }
  // Freed last: objects that the user put into a result may run Python code.
  std::unique_ptr<ResultTree> dropped;
  std::size_t kept = 0;
  for (Result* result : lent_) {
    const bool is_free =
        static_ ? result != lent_.back() : result->Unused(&dropped);
    if (is_free) {
      if (result == last_) {
        last_ = nullptr;
      }
      if (keep_spare && spare_ == nullptr &&
          (!prefers_lent_ || result->block()->is_lent())) {
        spare_ = result->block();
        spare_->Clear();
      } else {
        pool_->Release(result->block());
      }
    } else {
      lent_[kept++] = result;
    }
  }
  lent_.resize(kept);
}

void ResultCache::ReleaseSpare() {
  if (StateBlock* block = std::exchange(spare_, nullptr)) {
    pool_->Release(block);
  }
}

void ResultCache::Forget(Result* result) {
  if (result == last_) {
    last_ = nullptr;
  }
  auto found =
      std::find_if(all_.begin(), all_.end(),
                   [result](const auto& each) { return each.get() == result; });
  all_.erase(found);
}

}  // namespace envpool
