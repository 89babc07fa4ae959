// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Array (untyped) and TArray<D> (typed): views on, or owners of, C-ordered
// data.
//
// A view is a pointer plus a pointer to its extents, so indexing allocates
// nothing and `state["obs"_][i] = x` compiles to one store. Copies are shallow.
// Sub-views never own: they are valid as long as the array they come from.
// Indexing is not bounds-checked (Slice and Truncate are), but in a checked
// build a TArray checks every access.
//
// Threads: like a pointer. Errors: std::out_of_range from Slice and Truncate;
// in a checked build, also the errors of EntryWatch.

#ifndef ENVPOOL_CORE_ARRAY_H_
#define ENVPOOL_CORE_ARRAY_H_

#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/checked/entry_watch.h"
#include "envpool/core/export.h"
#include "envpool/core/spec.h"

namespace envpool {

class Array {
 public:
  std::size_t size{0};
  std::size_t ndim{0};
  std::size_t element_size{0};

  Array() = default;

  /// Owns zero-filled memory.
  explicit Array(const ShapeSpec& spec) {
    auto storage = std::make_shared<Storage>(spec.shape);
    const std::size_t bytes = Prod(spec.shape) * spec.element_size;
    storage->data = {new char[bytes > 0 ? bytes : 1](), DeleteChars};
    Adopt(std::move(storage), spec.element_size);
  }
  /// Views the caller's memory.
  Array(const ShapeSpec& spec, char* data)
      : Array(spec, data, [](char* /*unused*/) {}) {}
  /// Adopts the caller's memory; `deleter(data)` runs with the last owner.
  template <typename Deleter>
  Array(const ShapeSpec& spec, char* data, Deleter&& deleter) {
    auto storage = std::make_shared<Storage>(spec.shape);
    storage->data = {data, std::forward<Deleter>(deleter)};
    Adopt(std::move(storage), spec.element_size);
  }

  /// The memory of a view, and an array of its shape.
  struct Placed {
    void* data;
    const Array& like;
  };
  /// A non-owning view. Members are set only once, as each step makes views.
  explicit Array(const Placed& placed)
      : size(placed.like.size),
        ndim(placed.like.ndim),
        element_size(placed.like.element_size),
        ptr_(static_cast<char*>(placed.data)),
        first_(placed.like.first_),
        rest_(placed.like.rest_) {}
  /// A non-owning view; `first` is the leading extent, `rest` the others. The
  /// caller keeps `data` and `rest` alive as long as the view.
  static Array View(void* data, std::size_t ndim, int first, const int* rest,
                    std::size_t element_size) {
    Array a;
    a.SetView(data, ndim, first, rest, element_size);
    return a;
  }
  /// Like View, but shares `owner`, which keeps the data and the extents
  /// alive.
  static Array Shared(std::shared_ptr<void> owner, void* data, std::size_t ndim,
                      int first, const int* rest, std::size_t element_size) {
    Array a = View(data, ndim, first, rest, element_size);
    a.owner_ = std::move(owner);
    return a;
  }
  /// Turns this array, which must own nothing, into a view; see View.
  void SetView(void* data, std::size_t axes, int first, const int* rest,
               std::size_t bytes) {
    ptr_ = static_cast<char*>(data);
    first_ = first;
    rest_ = rest;
    ndim = axes;
    element_size = bytes;
    size = axes == 0 ? 1 : static_cast<std::size_t>(first);
    for (std::size_t i = 1; i < axes; ++i) {
      size *= static_cast<std::size_t>(rest[i - 1]);
    }
  }
  /// Lets a view refer to other data of the same shape.
  void MoveTo(void* data) { ptr_ = static_cast<char*>(data); }
  template <typename... Index>
  Array operator()(Index... index) const {
    Array view;
    IndexInto(&view, index...);
    return view;
  }
  Array operator[](int index) const { return operator()(index); }

  [[nodiscard]] Array Slice(std::size_t start, std::size_t end) const {
    Array view;
    SliceInto(&view, start, end);
    return view;
  }
  /// The first `end` rows, sharing ownership.
  [[nodiscard]] Array Truncate(std::size_t end) const {
    Array view = Slice(0, end);
    view.owner_ = owner_;
    return view;
  }

  void Assign(const Array& other) const {
    // memmove must not get a null pointer, even for zero bytes.
    if (size > 0 && other.ptr_ != nullptr) {
      std::memmove(ptr_, other.ptr_, size * element_size);
    }
  }
  template <typename T>
  void Assign(const T* data, std::size_t count) const {
    if (count > 0) {
      std::memcpy(ptr_, data, count * sizeof(T));
    }
  }
  /// Stores a value; T must be the element type.
  template <typename T>
    requires(!std::is_base_of_v<Array, T>)
  void operator=(const T& value) const {
    *reinterpret_cast<T*>(ptr_) = value;
  }
  template <typename T>
  void Fill(const T& value) const {
    T* data = reinterpret_cast<T*>(ptr_);
    for (std::size_t i = 0; i < size; ++i) {
      data[i] = value;
    }
  }
  void Zero() const {
    if (size > 0) {
      std::memset(ptr_, 0, size * element_size);
    }
  }

  [[nodiscard]] std::size_t Shape(std::size_t axis) const {
    return static_cast<std::size_t>(axis == 0 ? first_ : rest_[axis - 1]);
  }
  [[nodiscard]] std::vector<std::size_t> Shape() const {
    std::vector<std::size_t> shape(ndim);
    for (std::size_t i = 0; i < ndim; ++i) {
      shape[i] = Shape(i);
    }
    return shape;
  }
  [[nodiscard]] void* Data() const { return ptr_; }
  [[nodiscard]] std::shared_ptr<char> SharedPtr() const {
    return {owner_, ptr_};
  }

 protected:
  template <typename... Index>
  void IndexInto(Array* view, Index... index) const {
    constexpr std::size_t kCount = sizeof...(Index);
    std::size_t offset = 0;
    std::size_t axis = 0;
    ((offset = offset * (axis == 0 ? 1 : Shape(axis)) +
               static_cast<std::size_t>(index),
      ++axis),
     ...);
    std::size_t inner = 1;
    for (std::size_t i = kCount; i < ndim; ++i) {
      inner *= Shape(i);
    }
    view->size = inner;
    view->ndim = ndim - kCount;
    view->element_size = element_size;
    view->ptr_ = ptr_ + offset * inner * element_size;
    view->first_ = ndim > kCount ? static_cast<int>(Shape(kCount)) : 1;
    view->rest_ = rest_ + kCount;
  }
  void SliceInto(Array* view, std::size_t start, std::size_t end) const {
    if (ndim == 0 || start > end || end > Shape(0)) {
      throw std::out_of_range("Array: rows [" + std::to_string(start) + ", " +
                              std::to_string(end) + ") of " +
                              std::to_string(ndim == 0 ? 0 : Shape(0)));
    }
    const std::size_t row = Shape(0) > 0 ? size / Shape(0) : 0;
    view->size = row * (end - start);
    view->ndim = ndim;
    view->element_size = element_size;
    view->ptr_ = ptr_ + start * row * element_size;
    view->first_ = static_cast<int>(end - start);
    view->rest_ = rest_;
  }

  char* ptr_{nullptr};

 private:
  static void DeleteChars(char* data) { delete[] data; }
  struct Storage {
    explicit Storage(std::vector<int> shape_in)
        : shape(std::move(shape_in)), data(nullptr, DeleteChars) {}
    std::vector<int> shape;
    std::unique_ptr<char, std::function<void(char*)>> data;
  };
  void Adopt(std::shared_ptr<Storage> storage, int bytes) {
    ndim = storage->shape.size();
    size = Prod(storage->shape);
    element_size = static_cast<std::size_t>(bytes);
    ptr_ = storage->data.get();
    first_ = ndim > 0 ? storage->shape[0] : 1;
    rest_ = ndim > 0 ? storage->shape.data() + 1 : nullptr;
    owner_ = std::move(storage);
  }

  int first_{1};                 // extent of axis 0
  const int* rest_{nullptr};     // extents of axes 1 ..
  std::shared_ptr<void> owner_;  // null for a view
};

ENVPOOL_BEGIN_CHECKED

template <typename D>
class TArray : public Array, public EntryWatch {
 public:
  using dtype = D;

  TArray() = default;
  explicit TArray(const Spec<D>& spec) : Array(spec) {}
  explicit TArray(const Placed& placed) : Array(placed) {}
  explicit TArray(const Array& other) : Array(other) {}
  explicit TArray(Array&& other) : Array(std::move(other)) {}

  template <typename... Index>
  TArray operator()(Index... index) const {
    CheckIndex(*this, index...);
    TArray view;
    view.WatchLike(*this);
    IndexInto(&view, index...);
    return view;
  }
  TArray operator[](int index) const { return operator()(index); }
  [[nodiscard]] TArray Slice(std::size_t start, std::size_t end) const {
    TArray view;
    view.WatchLike(*this);
    SliceInto(&view, start, end);
    return view;
  }

  /// Converts and stores into the first element.
  template <typename T>
    requires(!std::is_base_of_v<Array, T>)
  void operator=(const T& value) const {
    First() = static_cast<D>(value);
  }
  template <typename T>
  void Fill(const T& value) const {
    CheckUse();
    CheckElement(*this, sizeof(D));
    Array::Fill(static_cast<D>(value));
  }
  void Zero() const {
    CheckUse();
    Array::Zero();
  }
  [[nodiscard]] void* Data() const {
    CheckUse();
    return Array::Data();
  }
  // Bytes are copied, so `other` must have elements of type D.
  void Assign(const Array& other) const {
    CheckCopy(*this, other);
    Array::Assign(other);
  }
  template <typename T>
    requires(!std::is_same_v<T, D>)
  void Assign(const TArray<T>& other) const = delete;
  void Assign(const D* data, std::size_t count) const {
    CheckElement(*this, sizeof(D));
    CheckAssign(*this, count);
    Array::Assign(data, count);
  }

  // NOLINTNEXTLINE(runtime/explicit): `int a = action["a"_]` is the idiom.
  operator D&() const { return First(); }
  // Numbers convert from D&: a second way to them would make `action - 1.5`
  // ambiguous. No integer converts to an enum by itself.
  template <typename T>
    requires(!std::is_same_v<T, D> && std::is_enum_v<T>)
  // NOLINTNEXTLINE(runtime/explicit)
  operator T() const {
    return static_cast<T>(First());
  }

 private:
  D& First() const {
    CheckFirst(*this, sizeof(D));
    return *reinterpret_cast<D*>(ptr_);
  }
};

ENVPOOL_END_CHECKED

static_assert(sizeof(EntryWatch) > 1 || sizeof(TArray<int>) == sizeof(Array));

}  // namespace envpool

using envpool::Array;
using envpool::TArray;

#endif  // ENVPOOL_CORE_ARRAY_H_
