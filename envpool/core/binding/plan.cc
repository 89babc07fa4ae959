// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/plan.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

[[noreturn]] void Refuse(const char* text) {
  PyErr_Format(PyExc_ValueError, "plan: %s", text);
  throw PythonError();
}

/// An int of a plan that is in [0, limit).
int ReadIndex(PyObject* object, std::size_t limit, const char* otherwise) {
  // NOLINTNEXTLINE(runtime/int): Python's own type
  const long value = PyLong_Check(object) ? PyLong_AsLong(object) : -1;
  if (value < 0 || static_cast<std::size_t>(value) >= limit) {
    PyErr_Clear();  // the overflow error
    Refuse(otherwise);
  }
  return static_cast<int>(value);
}

template <typename From, typename To>
void Pick(const char* from, std::size_t stride, npy_intp rows, void* to) {
  auto* target = static_cast<To*>(to);
  for (npy_intp i = 0; i < rows; ++i) {
    From value;  // memcpy compiles to a plain load
    std::memcpy(&value, from + i * stride, sizeof(From));
    target[i] = static_cast<To>(value);
  }
}

template <typename To>
auto PickTo(DType from) {
  decltype(&Pick<To, To>) pick = nullptr;
  WithType(from, [&pick](auto zero) { pick = Pick<decltype(zero), To>; });
  return pick;
}

/// Whether an item, which ends at a zero or at its size, equals this text.
/// Always false for texts that are not ASCII.
bool IsText(PyObject* text, const char* item, std::size_t size) {
  if (PyUnicode_IS_COMPACT_ASCII(text) == 0) {
    return false;
  }
  const auto length = static_cast<std::size_t>(PyUnicode_GET_LENGTH(text));
  return length <= size &&
         std::memcmp(PyUnicode_1BYTE_DATA(text), item, length) == 0 &&
         (length == size || item[length] == '\0');
}

/// A tuple of the items' texts. `last` is a list of the previous result's
/// texts, which are reused since they seldom change.
PyRef TextsOf(const char* items, std::size_t size, npy_intp rows,
              PyObject* last) {
  PyRef texts = PyRef::Steal(PyTuple_New(rows));
  for (npy_intp i = 0; i < rows; ++i, items += size) {
    const bool is_known = i < PyList_GET_SIZE(last);
    if (is_known && IsText(PyList_GET_ITEM(last, i), items, size)) {
      PyTuple_SET_ITEM(texts.get(), i,
                       PyRef::Borrow(PyList_GET_ITEM(last, i)).release());
      continue;
    }
    const auto length = static_cast<Py_ssize_t>(strnlen(items, size));
    PyRef text = PyRef::Steal(PyUnicode_DecodeUTF8(items, length, "replace"));
    PyTuple_SET_ITEM(texts.get(), i, PyRef(text).release());
    if (is_known) {
      PyList_SetItem(last, i, text.release());
    } else if (PyList_Append(last, text.get()) < 0) {
      throw PythonError();
    }
  }
  return texts;
}

/// Whether these lists have the same objects; None in `now` equals any.
bool HasSameItems(PyObject* before, PyObject* now) {
  const Py_ssize_t size = PyList_GET_SIZE(now);
  bool same = PyList_GET_SIZE(before) == size;
  for (Py_ssize_t i = 0; same && i < size; ++i) {
    PyObject* item = PyList_GET_ITEM(now, i);
    same = item == Py_None || item == PyList_GET_ITEM(before, i);
  }
  return same;
}

void* DataOf(const PyRef& array) {
  return PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.get()));
}

}  // namespace

Plan::Plan(PyObject* tree, const std::vector<Column>& columns) {
  CompileNode(tree, columns);
}

void Plan::CompileNode(PyObject* tree, const std::vector<Column>& columns) {
  if (PyLong_Check(tree)) {
    column_ = ReadIndex(tree, columns.size(), "no such column");
    const Column& column = columns[column_];
    shape_ = column.shape;
    per_player_ = column.per_player;
    if (!column.is_container()) {
      numpy_type_ = NumpyType(column.dtype);
    }
    return;
  }
  if (!PyTuple_Check(tree) || PyTuple_GET_SIZE(tree) < 2 ||
      !PyUnicode_Check(PyTuple_GET_ITEM(tree, 0))) {
    Refuse("expected an int or (kind, ...)");
  }
  const std::string_view kind = PyUnicode_AsUTF8(PyTuple_GET_ITEM(tree, 0));
  if (CompileLeaf(kind, tree, columns)) {
    return;
  }
  PyObject* content = PyTuple_GET_ITEM(tree, 1);
  if (kind == "tuple") {
    kind_ = Kind::kTuple;
    CompileChildren(content, columns);
    if (PyTuple_GET_SIZE(tree) == 3) {
      CompileNames(PyTuple_GET_ITEM(tree, 2));
    }
  } else if (kind == "call" && PyCallable_Check(content) != 0) {
    CompileCall(tree, columns);
  } else if (kind == "together" && PyCallable_Check(content) != 0) {
    CompileTogether(tree, columns);
  } else if (kind == "part") {
    kind_ = Kind::kPart;
    children_.emplace_back(content, columns);
  } else if (kind == "dict" && PyDict_Check(content)) {
    kind_ = Kind::kDict;
    PyObject* key;
    PyObject* value;
    Py_ssize_t position = 0;
    while (PyDict_Next(content, &position, &key, &value) != 0) {
      keys_.push_back(PyRef::Borrow(key));
      children_.emplace_back(value, columns);
    }
  } else if (kind == "named" && PyTuple_GET_SIZE(tree) == 3 &&
             PyType_Check(content) &&
             PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(content),
                              &PyTuple_Type) != 0) {
    kind_ = Kind::kNamed;
    type_ = PyRef::Borrow(content);
    CompileChildren(PyTuple_GET_ITEM(tree, 2), columns);
    CompileNames(
        PyRef::Steal(PyObject_GetAttrString(content, "_fields")).get());
  } else {
    Refuse("unknown kind, or wrong content");
  }
}

void Plan::CompileCall(PyObject* tree, const std::vector<Column>& columns) {
  if (PyTuple_GET_SIZE(tree) != 3) {
    Refuse("expected a function and a leaf");
  }
  kind_ = Kind::kCall;
  type_ = PyRef::Borrow(PyTuple_GET_ITEM(tree, 1));
  children_.emplace_back(PyTuple_GET_ITEM(tree, 2), columns);
}

void Plan::CompileTogether(PyObject* tree, const std::vector<Column>& columns) {
  const Py_ssize_t size = PyTuple_GET_SIZE(tree);
  if (size != 3 && size != 4) {
    Refuse("expected a function, a plan and, maybe, another function");
  }
  kind_ = Kind::kTogether;
  type_ = PyRef::Borrow(PyTuple_GET_ITEM(tree, 1));
  children_.emplace_back(PyTuple_GET_ITEM(tree, 2), columns);
  part_ = children_[0].NumberParts(0);
  if (size == 4) {
    again_ = PyRef::Borrow(PyTuple_GET_ITEM(tree, 3));
  }
}

int Plan::NumberParts(int next) {
  if (kind_ == Kind::kPart) {
    part_ = next++;
  }
  for (Plan& child : children_) {
    next = child.NumberParts(next);
  }
  return next;
}

bool Plan::CompileLeaf(std::string_view kind, PyObject* tree,
                       const std::vector<Column>& columns) {
  if (kind != "pick" && kind != "view" && kind != "ones") {
    return false;
  }
  column_ =
      ReadIndex(PyTuple_GET_ITEM(tree, 1), columns.size(), "no such column");
  const Column& column = columns[column_];
  const Py_ssize_t size = PyTuple_GET_SIZE(tree);
  per_player_ = column.per_player;
  if (kind == "ones" && size == 2) {
    kind_ = Kind::kOnes;
    numpy_type_ = NPY_BOOL;
  } else if (kind == "view" && size == 3 && !column.is_container()) {
    kind_ = Kind::kView;
    numpy_type_ = NumpyType(column.dtype);
    CompileShape(PyTuple_GET_ITEM(tree, 2), column);
  } else if (kind == "pick" && size == 4 && !column.is_container()) {
    kind_ = Kind::kPick;
    CompilePick(PyTuple_GET_ITEM(tree, 2), PyTuple_GET_ITEM(tree, 3), column);
  } else {
    Refuse("wrong content of a leaf");
  }
  return true;
}

void Plan::CompileShape(PyObject* shape, const Column& column) {
  const PyRef items =
      PyRef::Steal(PySequence_Fast(shape, "plan: expected a shape"));
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
    shape_.push_back(ReadIndex(PySequence_Fast_GET_ITEM(items.get(), i),
                               column.ItemSize() + 1, "wrong shape of a view"));
  }
  if (Prod(shape_) != column.ItemSize()) {
    Refuse("wrong shape of a view");
  }
}

void Plan::CompilePick(PyObject* index, PyObject* dtype, const Column& column) {
  const int element =
      ReadIndex(index, column.ItemSize(), "no such element of an item");
  offset_ = element * column.element_size;
  stride_ = column.ItemBytes();
  const std::string_view name =
      PyUnicode_Check(dtype) ? PyUnicode_AsUTF8(dtype) : "";
  if (name == "str" && column.dtype == DType::kUint8) {
    numpy_type_ = NPY_UNICODE;
    type_ = PyRef::Steal(PyList_New(0));
  } else if (name == "int64") {
    numpy_type_ = NPY_INT64;
    pick_ = PickTo<std::int64_t>(column.dtype);
  } else if (name == "bool") {
    numpy_type_ = NPY_BOOL;
    pick_ = PickTo<bool>(column.dtype);
  } else {
    Refuse("expected 'int64', 'bool' or, of bytes, 'str' as dtype of a pick");
  }
}

void Plan::CompileChildren(PyObject* sequence,
                           const std::vector<Column>& columns) {
  const PyRef items =
      PyRef::Steal(PySequence_Fast(sequence, "plan: expected a list"));
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(items.get()); ++i) {
    children_.emplace_back(PySequence_Fast_GET_ITEM(items.get(), i), columns);
  }
}

void Plan::CompileNames(PyObject* names) {
  const PyRef items =
      PyRef::Steal(PySequence_Fast(names, "plan: expected names"));
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.get());
  if (count != static_cast<Py_ssize_t>(children_.size())) {
    Refuse("expected a name for each part of a tuple");
  }
  for (Py_ssize_t i = 0; i < count; ++i) {
    keys_.push_back(PyRef::Borrow(PySequence_Fast_GET_ITEM(items.get(), i)));
  }
}

bool Plan::ShowsColumnsOnly() const {
  switch (kind_) {
    case Kind::kColumn:
      return numpy_type_ != NPY_NOTYPE;
    case Kind::kTuple:
    case Kind::kDict:
    case Kind::kNamed:
      return std::ranges::all_of(children_, &Plan::ShowsColumnsOnly);
    default:
      return false;
  }
}

void Plan::CountShown(std::vector<int>* counts) const {
  if (children_.empty() && shown_column() >= 0) {
    ++(*counts)[shown_column()];
  }
  for (const Plan& child : children_) {
    child.CountShown(counts);
  }
}

int Plan::NumberKept(int next) {
  if (kind_ == Kind::kPick || kind_ == Kind::kOnes || kind_ == Kind::kCall ||
      kind_ == Kind::kTogether) {
    kept_ = next++;
  }
  for (Plan& child : children_) {
    next = child.NumberKept(next);
  }
  return next;
}

// --- building ---------------------------------------------------------------

PyRef Plan::Build(Result* result, const Given& given) const {
  switch (kind_) {
    case Kind::kColumn:
    case Kind::kPick:
    case Kind::kView:
    case Kind::kOnes:
      return BuildLeaf(result, given);
    case Kind::kCall:
      return BuildCall(result, given);
    case Kind::kTogether:
      return BuildTogether(result, given.out);
    case Kind::kPart:
      return given.values == nullptr || children_[0].IsIn(given.out)
                 ? children_[0].Build(result, given)
                 : PyRef::Borrow(PyList_GET_ITEM(given.values, part_));
    case Kind::kDict:
      return BuildDict(result, given);
    case Kind::kTuple:
      return BuildTuple(result, &PyTuple_Type, given);
    case Kind::kNamed:
      return BuildTuple(result, reinterpret_cast<PyTypeObject*>(type_.get()),
                        given);
  }
  Refuse("unknown kind");
}

PyRef Plan::BuildLeaf(Result* result, const Given& given) const {
  if (given.out != nullptr) {
    if (const OutArray* own = given.out->Find(this)) {
      FillOut(*result, *own);
      return own->object;
    }
  }
  return MakeLeaf(result);
}

PyRef Plan::MakeLeaf(Result* result) const {
  if (kind_ == Kind::kColumn) {
    return result->ArrayOf(column_);
  }
  if (kind_ == Kind::kView) {
    return result->ViewOf(column_, shape_);
  }
  if (IsText()) {
    return TextsOf(result->block()->Item(column_, 0), stride_,
                   result->RowsOf(column_), type_.get());
  }
  return BuildOwnRows(result);
}

/// Copies the rows into a separate array, which static results reuse.
PyRef Plan::BuildOwnRows(Result* result) const {
  npy_intp rows = result->RowsOf(column_);
  PyRef* kept = result->Kept(kept_);
  PyRef array = kept != nullptr ? *kept : PyRef();
  if (!array ||
      PyArray_SIZE(reinterpret_cast<PyArrayObject*>(array.get())) != rows) {
    array = PyRef::Steal(PyArray_SimpleNew(1, &rows, numpy_type_));
    if (kept != nullptr) {
      *kept = array;
    }
  }
  Fill(*result, DataOf(array));
  return array;
}

void Plan::Fill(const Result& result, void* to) const {
  const npy_intp rows = result.RowsOf(column_);
  const char* from = result.block()->Item(column_, 0);
  if (kind_ == Kind::kOnes) {
    std::memset(to, 1, rows);
  } else if (kind_ == Kind::kPick) {
    pick_(from + offset_, stride_, rows, to);
  } else {
    std::memcpy(to, from, rows * result.block()->layout().stride(column_));
  }
}

void Plan::FillOut(const Result& result, const OutArray& out) const {
  if (out.placed) {
    return;  // the workers have written the rows
  }
  if (PyArray_DIM(out.numpy(), 0) != result.RowsOf(column_)) {
    throw Error(ErrorKind::kProtocol,
                name_ +
                    ": another thread has used the pool meanwhile, so that the "
                    "result has another number of rows");
  }
  Fill(result, out.data());
}

PyRef Plan::BuildCall(Result* result, const Given& given) const {
  const Plan& leaf = children_[0];
  PyRef array = leaf.Build(result, given);
  if (leaf.IsIn(given.out)) {
    return array;  // the user's own array
  }
  PyRef* kept = result->Kept(kept_);
  if (kept == nullptr) {
    return PyRef::Steal(PyObject_CallOneArg(type_.get(), array.get()));
  }
  // The slot holds the function, the array and the value of the last call. A
  // different function or array makes a new value.
  if (*kept && PyTuple_GET_ITEM(kept->get(), 0) == type_.get() &&
      PyTuple_GET_ITEM(kept->get(), 1) == array.get()) {
    return PyRef::Borrow(PyTuple_GET_ITEM(kept->get(), 2));
  }
  PyRef made = PyRef::Steal(PyObject_CallOneArg(type_.get(), array.get()));
  *kept = PyRef::Steal(PyTuple_Pack(3, type_.get(), array.get(), made.get()));
  return made;
}

PyRef Plan::BuildTogether(Result* result, const OutArrays* out) const {
  const PyRef arrays = PyRef::Steal(PyList_New(0));
  children_[0].AddParts(result, out, arrays.get());
  const PyRef values = ValuesOf(result, arrays);
  if (PyList_Check(values.get()) == 0 ||
      PyList_GET_SIZE(values.get()) != part_) {
    Refuse("expected a list with a value for each array");
  }
  return children_[0].Build(result, {out, values.get()});
}

void Plan::AddParts(Result* result, const OutArrays* out,
                    PyObject* arrays) const {
  if (kind_ == Kind::kPart) {
    const Plan& leaf = children_[0];
    const PyRef array = leaf.IsIn(out) ? PyRef::Borrow(Py_None)
                                       : leaf.Build(result, {out, nullptr});
    if (PyList_Append(arrays, array.get()) < 0) {
      throw PythonError();
    }
    return;
  }
  for (const Plan& child : children_) {
    child.AddParts(result, out, arrays);
  }
}

/// Calls the function; its values are kept as those of a call.
PyRef Plan::ValuesOf(Result* result, const PyRef& arrays) const {
  PyRef* kept = result->Kept(kept_);
  if (kept != nullptr && *kept &&
      PyTuple_GET_ITEM(kept->get(), 0) == type_.get() &&
      HasSameItems(PyTuple_GET_ITEM(kept->get(), 1), arrays.get())) {
    PyRef values = PyRef::Borrow(PyTuple_GET_ITEM(kept->get(), 2));
    if (again_) {
      PyRef::Steal(PyObject_CallFunctionObjArgs(again_.get(), arrays.get(),
                                                values.get(), nullptr));
    }
    return values;
  }
  PyRef values = PyRef::Steal(PyObject_CallOneArg(type_.get(), arrays.get()));
  if (kept != nullptr) {
    *kept =
        PyRef::Steal(PyTuple_Pack(3, type_.get(), arrays.get(), values.get()));
  }
  return values;
}

PyRef Plan::BuildTuple(Result* result, PyTypeObject* type,
                       const Given& given) const {
  const auto size = static_cast<Py_ssize_t>(children_.size());
  PyRef tuple = PyRef::Steal(
      type == &PyTuple_Type ? PyTuple_New(size) : type->tp_alloc(type, size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyTuple_SET_ITEM(tuple.get(), i,
                     children_[i].Build(result, given).release());
  }
  return tuple;
}

PyRef Plan::BuildDict(Result* result, const Given& given) const {
  PyRef dict = PyRef::Steal(PyDict_New());
  for (std::size_t i = 0; i < children_.size(); ++i) {
    const PyRef value = children_[i].Build(result, given);
    if (PyDict_SetItem(dict.get(), keys_[i].get(), value.get()) < 0) {
      throw PythonError();
    }
  }
  return dict;
}

}  // namespace envpool
