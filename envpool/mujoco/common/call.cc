// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/call.h"

#ifdef __APPLE__
#include <cxxabi.h>
#else
#include <unwind.h>
#endif

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>

#include "envpool/mujoco/common/version.h"

namespace envpool::mujoco {
namespace {

/// A call in progress, and its error.
struct ActiveCall {
  std::jmp_buf place;
  std::array<char, 512> text;  // the exception's type, or MuJoCo's error text
  bool thrown;
};

thread_local ActiveCall* current = nullptr;

void KeepError(const char* text, bool thrown) {
  ActiveCall* call = current;
  const std::size_t size = std::min(std::strlen(text), call->text.size() - 1);
  std::memcpy(call->text.data(), text, size);
  call->text[size] = '\0';
  call->thrown = thrown;
}

void Leave(const char* text, bool thrown) {
  KeepError(text, thrown);
  std::longjmp(current->place, 1);
}

void OnError(const char* text) { Leave(text, false); }

#ifdef __APPLE__

/// Calls function(argument). Returns false if it threw: the library has the
/// system's C++ runtime, as we do.
__attribute__((noinline)) bool RunCaught(void (*function)(void*),
                                         void* argument) {
  try {
    function(argument);
    return true;
  } catch (...) {
    KeepError(abi::__cxa_current_exception_type()->name(), true);
    return false;
  }
}

#else

/// The name of an exception's type. The C++ ABI keeps a pointer to the
/// type_info 80 bytes before the unwinder's header; the second member of a
/// type_info is the name.
const char* TypeOf(const _Unwind_Exception* exception) {
  constexpr std::ptrdiff_t kTypeInfo = -80;
  const char* at = reinterpret_cast<const char*>(exception) + kTypeInfo;
  const char* const* type_info;
  std::memcpy(&type_info, at, sizeof(type_info));
  return type_info[1];
}

bool IsOfOurRuntime(_Unwind_Exception_Class type) {
  constexpr _Unwind_Exception_Class kGnuCpp = 0x474e5543432b2b00;  // "GNUCC++"
  constexpr _Unwind_Exception_Class kVendorAndLanguage = ~0xffULL;
  return (type & kVendorAndLanguage) == kGnuCpp;
}

}  // namespace

// The unwinder calls it twice: in the search phase to ask whether this frame
// handles the exception, and, after it has unwound the inner frames, to take
// control.
extern "C" __attribute__((visibility("hidden"), used)) _Unwind_Reason_Code
EnvpoolMujocoPersonality(int /*version*/, _Unwind_Action actions,
                         _Unwind_Exception_Class type,
                         _Unwind_Exception* exception,
                         _Unwind_Context* /*context*/) {
  if ((actions & _UA_FORCE_UNWIND) != 0 || IsOfOurRuntime(type)) {
    return _URC_CONTINUE_UNWIND;
  }
  if ((actions & _UA_SEARCH_PHASE) != 0) {
    return _URC_HANDLER_FOUND;
  }
  const char* name = TypeOf(exception);
  if (exception->exception_cleanup != nullptr) {
    exception->exception_cleanup(_URC_FOREIGN_EXCEPTION_CAUGHT, exception);
  }
  Leave(name, true);
  return _URC_FATAL_PHASE2_ERROR;  // not reached
}

namespace {

/// Calls function(argument) from a frame with the personality routine. Returns
/// true, or leaves by longjmp.
__attribute__((noinline)) bool RunCaught(void (*function)(void*),
                                         void* argument) {
  // 0x1b encodes a PC-relative, signed 4-byte address. Without the operand, the
  // linker would see no reference to the routine and drop it.
  asm volatile(".cfi_personality 0x1b, EnvpoolMujocoPersonality"
               :
               : "r"(EnvpoolMujocoPersonality));
  function(argument);
  asm volatile("");  // keeps the frame until here
  return true;
}

#endif  // __APPLE__

/// Calls function(argument). Returns false if it failed; `call` then holds the
/// error.
bool TryRun(void (*function)(void*), void* argument, ActiveCall* call) {
  ActiveCall* const outer = std::exchange(current, call);
  const ThreadHandler before = TrapThread<OnError>();
  bool returned = false;
  if (setjmp(call->place) == 0) {
    returned = RunCaught(function, argument);
  }
  RestoreThread(before);
  current = outer;
  return returned;
}

/// Thrown if memory is exhausted or a size is impossible.
class TooLarge : public std::bad_alloc {
 public:
  [[nodiscard]] const char* what() const noexcept override {
    return "MuJoCo: the model needs more memory than is available";
  }
};

/// Throws the equivalent of a library exception of this type.
[[noreturn]] void ThrowType(std::string_view type) {
  constexpr std::array<std::string_view, 3> kMemory{
      "St9bad_alloc", "St20bad_array_new_length", "St12length_error"};
  if (std::ranges::find(kMemory, type) != kMemory.end()) {
    throw TooLarge();
  }
  throw std::runtime_error("MuJoCo: an exception of type " + std::string(type));
}

}  // namespace

void call_internal::Run(void (*function)(void*), void* argument) {
  PrepareThread();
  ActiveCall call;
  if (TryRun(function, argument, &call)) {
    return;
  }
  if (call.thrown) {
    ThrowType(call.text.data());
  }
  ThrowError(call.text.data());
}

void ThrowError(const char* text) {
  if (std::strstr(text, "allocate memory") != nullptr) {
    throw TooLarge();
  }
  throw std::runtime_error(std::string("MuJoCo: ") + text);
}

void PrepareThread() {
  constexpr std::size_t kBytes = 112 << 10;  // the library needs 91 KB
  static thread_local bool ready = false;
  if (ready) {
    return;
  }
  void* memory = std::malloc(kBytes);
  if (memory == nullptr) {
    throw TooLarge();
  }
  *static_cast<volatile char*>(memory) = 0;  // else compilers drop the malloc
  std::free(memory);
  RestoreThread(nullptr);  // makes the C library allocate the memory
  ready = true;
}

}  // namespace envpool::mujoco
