// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/result_cache.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

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
    : block_(block), keeper_(new Keeper{pool, block}), kept_(num_kept) {
  PyObject* capsule = PyCapsule_New(keeper_, nullptr, Free);
  if (capsule == nullptr) {
    delete keeper_;
    throw PythonError();
  }
  capsule_ = PyRef::Steal(capsule);
  const Layout& layout = block->layout();
  try {
    for (std::size_t c = 0; c < layout.columns().size(); ++c) {
      const Column& column = layout.columns()[c];
      arrays_.push_back(column.is_container()
                            ? PyRef()
                            : MakeArray(static_cast<int>(c),
                                        FullRows(layout, column),
                                        column.shape));
      facts_.push_back(FactsOf(arrays_.back()));
    }
  } catch (...) {
    keeper_->block = nullptr;  // the block stays with the caller
    throw;
  }
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

PyRef Result::ArrayOf(int index) const {
  const Column& column = block_->layout().columns()[index];
  const int rows = RowsOf(index);
  if (column.is_container()) {
    return MakeObjectArray(index, rows);
  }
  return rows == FullRows(block_->layout(), column)
             ? arrays_[index]
             : MakeArray(index, rows, column.shape);
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

bool Result::Unused() const {
  Py_ssize_t own = 1;  // references to the capsule: by capsule_ and the arrays
  for (const PyRef& array : arrays_) {
    if (array) {
      if (Py_REFCNT(array.get()) != 1) {
        return false;
      }
      ++own;
    }
  }
  return Py_REFCNT(capsule_.get()) == own;
}

Result::Facts Result::FactsOf(const PyRef& ref) {
  if (!ref) {
    return {nullptr, 0};
  }
  PyArrayObject* array = AsArray(ref.get());
  return {PyArray_DESCR(array), PyArray_FLAGS(array)};
}

bool Result::Pristine() const {
  const Layout& layout = block_->layout();
  for (std::size_t c = 0; c < arrays_.size(); ++c) {
    if (!arrays_[c]) {
      continue;
    }
    const Column& column = layout.columns()[c];
    PyArrayObject* array = AsArray(arrays_[c].get());
    const npy_intp* dims = PyArray_DIMS(array);
    if (PyArray_DESCR(array) != facts_[c].descriptor ||
        PyArray_FLAGS(array) != facts_[c].flags ||
        PyArray_NDIM(array) != static_cast<int>(column.shape.size()) + 1 ||
        dims[0] != FullRows(layout, column) ||
        !std::equal(column.shape.begin(), column.shape.end(), dims + 1)) {
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
  for (const std::unique_ptr<Result>& result : all_) {
    if (std::find(lent_.begin(), lent_.end(), result.get()) == lent_.end()) {
      result->Disown();  // the engine or the block pool owns the block
    } else {
      // The user's arrays own the block.
      result->block()->cached_result = nullptr;
    }
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

void ResultCache::Reclaim() {
  std::size_t kept = 0;
  for (Result* result : lent_) {
    const bool is_free = static_ ? result != lent_.back() : result->Unused();
    if (is_free) {
      if (result == last_) {
        last_ = nullptr;
      }
      pool_->Release(result->block());
    } else {
      lent_[kept++] = result;
    }
  }
  lent_.resize(kept);
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
