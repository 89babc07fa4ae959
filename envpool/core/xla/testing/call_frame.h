// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// CallFrame: the arguments of a custom call's handler, built by tests.
//
// Threads: one.

#ifndef ENVPOOL_CORE_XLA_TESTING_CALL_FRAME_H_
#define ENVPOOL_CORE_XLA_TESTING_CALL_FRAME_H_

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "xla/ffi/api/c_api.h"

namespace envpool::testing {

class CallFrame {
 public:
  explicit CallFrame(void* stream);
  CallFrame(const CallFrame&) = delete;
  CallFrame& operator=(const CallFrame&) = delete;

  void AddOperand(XLA_FFI_DataType dtype, std::vector<std::int64_t> shape,
                  void* data);
  void AddResult(XLA_FFI_DataType dtype, std::vector<std::int64_t> shape,
                 void* data);
  void Set(const std::string& name, std::int64_t value);
  void Set(const std::string& name, bool value);
  void Set(const std::string& name, std::vector<std::int64_t> values);

  /// Calls the handler; returns the text of its error, or "".
  std::string Run(XLA_FFI_Handler* handler);
  /// The metadata that the handler reports.
  static XLA_FFI_Metadata MetadataOf(XLA_FFI_Handler* handler);

 private:
  struct Attribute {
    XLA_FFI_AttrType type;
    std::vector<std::int64_t> values;
    XLA_FFI_Scalar scalar;
    XLA_FFI_Array array;
  };
  XLA_FFI_Buffer* MakeBuffer(XLA_FFI_DataType dtype,
                             std::vector<std::int64_t> shape, void* data);

  void* const stream_;
  std::deque<std::vector<std::int64_t>> shapes_;
  std::deque<XLA_FFI_Buffer> buffers_;
  std::vector<void*> operands_;
  std::vector<void*> results_;
  std::map<std::string, Attribute> attributes_;
};

}  // namespace envpool::testing

#endif  // ENVPOOL_CORE_XLA_TESTING_CALL_FRAME_H_
