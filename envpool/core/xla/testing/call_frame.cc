// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/xla/testing/call_frame.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// XLA's header leaves the definition of these types to the program.
struct XLA_FFI_Error {
  std::string text;
};
struct XLA_FFI_ExecutionContext {
  void* stream;
};

namespace envpool::testing {
namespace {

/// The part of XLA's interface that handlers call.
XLA_FFI_Api MakeApi() {
  XLA_FFI_Api api{};
  api.struct_size = XLA_FFI_Api_STRUCT_SIZE;
  api.api_version.struct_size = XLA_FFI_Api_Version_STRUCT_SIZE;
  api.api_version.major_version = XLA_FFI_API_MAJOR;
  api.api_version.minor_version = XLA_FFI_API_MINOR;
  api.XLA_FFI_Error_Create = [](XLA_FFI_Error_Create_Args* args) {
    return new XLA_FFI_Error{args->message};
  };
  api.XLA_FFI_Error_GetMessage = [](XLA_FFI_Error_GetMessage_Args* args) {
    args->message = args->error->text.c_str();
  };
  api.XLA_FFI_Error_Destroy = [](XLA_FFI_Error_Destroy_Args* args) {
    delete args->error;
  };
  api.XLA_FFI_Stream_Get = [](XLA_FFI_Stream_Get_Args* args) {
    args->stream = args->ctx->stream;
    return args->stream != nullptr
               ? nullptr
               : new XLA_FFI_Error{"this platform has no streams"};
  };
  return api;
}

const XLA_FFI_Api kApi = MakeApi();

XLA_FFI_CallFrame MakeFrame() {
  XLA_FFI_CallFrame frame{};
  frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
  frame.api = &kApi;
  frame.stage = XLA_FFI_ExecutionStage_EXECUTE;
  frame.args.struct_size = XLA_FFI_Args_STRUCT_SIZE;
  frame.rets.struct_size = XLA_FFI_Rets_STRUCT_SIZE;
  frame.attrs.struct_size = XLA_FFI_Attrs_STRUCT_SIZE;
  return frame;
}

}  // namespace

CallFrame::CallFrame(void* stream) : stream_(stream) {}

XLA_FFI_Buffer* CallFrame::MakeBuffer(XLA_FFI_DataType dtype,
                                      std::vector<std::int64_t> shape,
                                      void* data) {
  std::vector<std::int64_t>& kept = shapes_.emplace_back(std::move(shape));
  return &buffers_.emplace_back(
      XLA_FFI_Buffer{XLA_FFI_Buffer_STRUCT_SIZE, nullptr, dtype, data,
                     static_cast<std::int64_t>(kept.size()), kept.data()});
}

void CallFrame::AddOperand(XLA_FFI_DataType dtype,
                           std::vector<std::int64_t> shape, void* data) {
  operands_.push_back(MakeBuffer(dtype, std::move(shape), data));
}

void CallFrame::AddResult(XLA_FFI_DataType dtype,
                          std::vector<std::int64_t> shape, void* data) {
  results_.push_back(MakeBuffer(dtype, std::move(shape), data));
}

void CallFrame::Set(const std::string& name, std::int64_t value) {
  Attribute& made =
      attributes_[name] = {XLA_FFI_AttrType_SCALAR, {value}, {}, {}};
  made.scalar = {XLA_FFI_DataType_S64, made.values.data()};
}

void CallFrame::Set(const std::string& name, bool value) {
  Set(name, std::int64_t{value});  // little-endian: the bool is the first byte
  attributes_[name].scalar.dtype = XLA_FFI_DataType_PRED;
}

void CallFrame::Set(const std::string& name, std::vector<std::int64_t> values) {
  Attribute& made =
      attributes_[name] = {XLA_FFI_AttrType_ARRAY, std::move(values), {}, {}};
  made.array = {XLA_FFI_DataType_S64, made.values.size(), made.values.data()};
}

std::string CallFrame::Run(XLA_FFI_Handler* handler) {
  std::vector<XLA_FFI_ArgType> operand_types(operands_.size(),
                                             XLA_FFI_ArgType_BUFFER);
  std::vector<XLA_FFI_RetType> result_types(results_.size(),
                                            XLA_FFI_RetType_BUFFER);
  std::vector<XLA_FFI_AttrType> types;
  std::deque<XLA_FFI_ByteSpan> names;
  std::vector<XLA_FFI_ByteSpan*> name_pointers;
  std::vector<void*> values;
  for (auto& [name, attribute] : attributes_) {  // sorted, as XLA has them
    types.push_back(attribute.type);
    names.push_back({name.data(), name.size()});
    name_pointers.push_back(&names.back());
    values.push_back(attribute.type == XLA_FFI_AttrType_SCALAR
                         ? static_cast<void*>(&attribute.scalar)
                         : &attribute.array);
  }
  XLA_FFI_ExecutionContext context{stream_};
  XLA_FFI_CallFrame frame = MakeFrame();
  frame.ctx = &context;
  frame.args.size = static_cast<std::int64_t>(operands_.size());
  frame.args.types = operand_types.data();
  frame.args.args = operands_.data();
  frame.rets.size = static_cast<std::int64_t>(results_.size());
  frame.rets.types = result_types.data();
  frame.rets.rets = results_.data();
  frame.attrs.size = static_cast<std::int64_t>(types.size());
  frame.attrs.types = types.data();
  frame.attrs.names = name_pointers.data();
  frame.attrs.attrs = values.data();
  const std::unique_ptr<XLA_FFI_Error> error(handler(&frame));
  return error == nullptr ? "" : error->text;
}

XLA_FFI_Metadata CallFrame::MetadataOf(XLA_FFI_Handler* handler) {
  XLA_FFI_Metadata metadata{};
  metadata.struct_size = XLA_FFI_Metadata_STRUCT_SIZE;
  XLA_FFI_Metadata_Extension extension{{XLA_FFI_Metadata_Extension_STRUCT_SIZE,
                                        XLA_FFI_Extension_Metadata, nullptr},
                                       &metadata};
  XLA_FFI_CallFrame frame = MakeFrame();
  frame.extension_start = &extension.extension_base;
  const std::unique_ptr<XLA_FFI_Error> error(handler(&frame));
  return metadata;
}

}  // namespace envpool::testing
