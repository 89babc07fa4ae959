// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/binding/plain_numbers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/binding/py_ref.h"
#include "envpool/core/engine/errors.h"
#include "envpool/core/engine/id_errors.h"
#include "envpool/core/engine/memory/read_once.h"
#include "envpool/core/engine/with_type.h"

namespace envpool {
namespace {

inline std::uint8_t Swapped(std::uint8_t word) { return word; }
inline std::uint16_t Swapped(std::uint16_t word) {
  return __builtin_bswap16(word);
}
inline std::uint32_t Swapped(std::uint32_t word) {
  return __builtin_bswap32(word);
}
inline std::uint64_t Swapped(std::uint64_t word) {
  return __builtin_bswap64(word);
}

/// Copies rows of kSize adjacent bytes.
template <std::size_t kSize>
void CopyRowsOf(const char* from, npy_intp stride, npy_intp rows, char* to) {
  for (npy_intp i = 0; i < rows; ++i) {
    std::memcpy(to + i * kSize, from + i * stride, kSize);
  }
}

/// Copies rows of `size` adjacent bytes, if the size is one of 8, 16, ... 64:
/// copies of a known size cost a few cycles each.
template <std::size_t... kWords>
bool CopyShortRows(const char* from, npy_intp stride, npy_intp rows,
                   std::size_t size, char* to,
                   std::index_sequence<kWords...> /*words*/) {
  return ((size == 8 * (kWords + 1) &&
           (CopyRowsOf<8 * (kWords + 1)>(from, stride, rows, to), true)) ||
          ...);
}

/// Copies elements as words of their size: `length` items along the first axis.
/// Returns the end of the copy.
template <typename Word, bool kSwap>
Word* CopyWords(const char* data, const npy_intp* strides, const npy_intp* dims,
                int ndim, npy_intp length, Word* to) {
  for (npy_intp i = 0; i < length; ++i) {
    const char* from = ndim == 0 ? data : data + i * strides[0];
    if (ndim > 2) {
      to = CopyWords<Word, kSwap>(from, strides + 1, dims + 1, ndim - 1,
                                  dims[1], to);
      continue;
    }
    const npy_intp count = ndim == 2 ? dims[1] : 1;
    const npy_intp stride = ndim == 2 ? strides[1] : 0;
    for (npy_intp j = 0; j < count; ++j) {
      Word word;  // the compiler makes a plain load of it
      std::memcpy(&word, from + j * stride, sizeof(Word));
      *to++ = kSwap ? Swapped(word) : word;
    }
  }
  return to;
}

/// Like CopyNumbers, for `length` items along the first axis.
void CopyFirst(PyArrayObject* array, npy_intp length, char* to) {
  const bool swaps = !PyArray_ISNBO(PyArray_DESCR(array)->byteorder);
  const npy_intp* strides = PyArray_STRIDES(array);
  if (PyArray_NDIM(array) == 2 && !swaps &&
      strides[1] == PyArray_ITEMSIZE(array) &&
      CopyShortRows(PyArray_BYTES(array), strides[0], length,
                    PyArray_DIM(array, 1) * strides[1], to,
                    std::make_index_sequence<8>())) {
    return;
  }
  const auto copy = [&](auto* words) {
    using Word = std::remove_pointer_t<decltype(words)>;
    (swaps ? CopyWords<Word, true>
           : CopyWords<Word, false>)(PyArray_BYTES(array), strides,
                                     PyArray_DIMS(array), PyArray_NDIM(array),
                                     length, words);
  };
  switch (PyArray_ITEMSIZE(array)) {
    case 1:
      return copy(reinterpret_cast<std::uint8_t*>(to));
    case 2:
      return copy(reinterpret_cast<std::uint16_t*>(to));
    case 4:
      return copy(reinterpret_cast<std::uint32_t*>(to));
    default:
      return copy(reinterpret_cast<std::uint64_t*>(to));
  }
}

/// The length of a vector, or 1 for a scalar; at most `most`.
npy_intp LengthOf(PyArrayObject* array, npy_intp most) {
  return PyArray_NDIM(array) == 0 ? 1 : std::min(PyArray_DIM(array, 0), most);
}

/// The envs that a mask selects.
void ReadMask(const char* name, PyArrayObject* mask, int num_envs,
              std::vector<int>* ids) {
  if (PyArray_NDIM(mask) != 1 || PyArray_DIM(mask, 0) != num_envs) {
    throw Error(ErrorKind::kArgument,
                std::string(name) + ": expected ids, or a mask of shape " +
                    ShapeText({num_envs}) + ", got dtype bool and shape " +
                    ShapeText(ShapeOf(mask)));
  }
  std::vector<char> flags(num_envs);
  CopyNumbers(mask, flags.data());
  ids->clear();
  for (int i = 0; i < num_envs; ++i) {
    if (flags[i] != 0) {
      ids->push_back(i);
    }
  }
}

std::string TextOf(PyObject* object) {
  const PyRef text = PyRef::Steal(PyObject_Str(object));
  const char* utf8 = PyUnicode_AsUTF8(text.get());
  if (utf8 == nullptr) {
    throw PythonError();
  }
  return utf8;
}

}  // namespace

std::optional<DType> DTypeOf(PyArrayObject* array) {
  switch (PyArray_TYPE(array)) {
    case NPY_BOOL:
      return DType::kBool;
    case NPY_BYTE:
      return DType::kInt8;
    case NPY_UBYTE:
      return DType::kUint8;
    case NPY_SHORT:
      return DType::kInt16;
    case NPY_USHORT:
      return DType::kUint16;
    case NPY_INT:
      return DType::kInt32;
    case NPY_UINT:
      return DType::kUint32;
    case NPY_LONG:
    case NPY_LONGLONG:
      return DType::kInt64;
    case NPY_ULONG:
    case NPY_ULONGLONG:
      return DType::kUint64;
    case NPY_FLOAT:
      return DType::kFloat32;
    case NPY_DOUBLE:
      return DType::kFloat64;
    default:
      return std::nullopt;
  }
}

void CopyNumbers(PyArrayObject* array, char* to) {
  if (PyArray_SIZE(array) > 0) {
    CopyFirst(array, PyArray_NDIM(array) == 0 ? 1 : PyArray_DIM(array, 0), to);
  }
}

template <typename T>
bool ReadIntegers(PyArrayObject* array, npy_intp most,
                  std::vector<T>* numbers) {
  const npy_intp count = LengthOf(array, most);
  const void* data = PyArray_DATA(array);
  std::vector<std::uint64_t> contiguous;
  if (!IsPlain(array)) {
    contiguous.resize(count);
    CopyFirst(array, count, reinterpret_cast<char*>(contiguous.data()));
    data = contiguous.data();
  }
  numbers->resize(count);
  bool fits = true;
  WithInteger(*DTypeOf(array), [&]<typename From>(From /*zero*/) {
    fits = ReadOnce(static_cast<const From*>(data), count, numbers->data());
  });
  return fits;
}

template bool ReadIntegers(PyArrayObject*, npy_intp, std::vector<int>*);
template bool ReadIntegers(PyArrayObject*, npy_intp,
                           std::vector<std::int64_t>*);
template bool ReadIntegers(PyArrayObject*, npy_intp,
                           std::vector<std::uint64_t>*);

bool ReadIds(const char* name, PyArrayObject* array, int num_envs,
             bool distinct, std::vector<int>* ids) {
  const std::optional<DType> dtype = DTypeOf(array);
  if (!dtype && !PyArray_ISFLOAT(array)) {
    return false;
  }
  if (dtype == DType::kBool) {
    ReadMask(name, array, num_envs, ids);
    return true;
  }
  CheckIntegers(name, array);
  // Among more ids than envs, at least one is wrong, and all of them may not
  // fit into memory.
  const npy_intp most = distinct ? static_cast<npy_intp>(num_envs) + 1
                                 : std::numeric_limits<npy_intp>::max();
  const bool fits = ReadIntegers(array, most, ids);
  const auto is_env = [num_envs](int id) {
    return static_cast<unsigned>(id) < static_cast<unsigned>(num_envs);
  };
  if (!fits || !std::all_of(ids->begin(), ids->end(), is_env) ||
      (distinct && ids->size() > static_cast<std::size_t>(num_envs))) {
    WithIntegers(array, most, [&](const auto& numbers) {
      CheckIds(name, numbers.data(), numbers.size(), num_envs, distinct);
    });
    throw Error(ErrorKind::kEnvId, std::string(name) +
                                       ": expected an array that no other "
                                       "thread writes to");
  }
  return true;
}

void CheckIntegers(const char* name, PyArrayObject* array) {
  const std::optional<DType> dtype = DTypeOf(array);
  if (!dtype || !IsInteger(*dtype)) {
    throw Error(ErrorKind::kArgumentType,
                std::string(name) + ": expected integers, got dtype " +
                    DTypeText(array));
  }
  if (PyArray_NDIM(array) > 1) {
    throw Error(ErrorKind::kArgument,
                std::string(name) + ": expected one dimension, got shape " +
                    ShapeText(ShapeOf(array)));
  }
}

PyRef ToArray(const std::vector<int>& ids) {
  auto size = static_cast<npy_intp>(ids.size());
  PyRef array = PyRef::Steal(PyArray_SimpleNew(1, &size, NPY_INT));
  std::copy(ids.begin(), ids.end(),
            static_cast<int*>(PyArray_DATA(AsArray(array.get()))));
  return array;
}

std::string ShapeText(const std::vector<npy_intp>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::vector<npy_intp> ShapeOf(PyArrayObject* array) {
  return {PyArray_DIMS(array), PyArray_DIMS(array) + PyArray_NDIM(array)};
}

std::string DTypeText(DType dtype) { return DTypeText(NumpyType(dtype)); }

std::string DTypeText(int numpy_type) {
  PyArray_Descr* descriptor = PyArray_DescrFromType(numpy_type);
  return TextOf(PyRef::Steal(reinterpret_cast<PyObject*>(descriptor)).get());
}

std::string DTypeText(PyArrayObject* array) {
  return TextOf(reinterpret_cast<PyObject*>(PyArray_DESCR(array)));
}

}  // namespace envpool
