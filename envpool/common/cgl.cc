// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "envpool/common/gl_context.h"
#include "envpool/core/platform/main_thread.h"

namespace envpool {

namespace {

// The declarations of OpenGL/OpenGL.h that are used.
using Int = std::int32_t;
using Error = std::int32_t;
using Handle = void*;

constexpr Int kOpenGlProfile = 99;
constexpr Int kLegacy = 0x1000;  // with the fixed functions that MuJoCo calls
constexpr Int kAllowOfflineRenderers = 96;
constexpr Int kColorSize = 8;
constexpr Int kAlphaSize = 11;
constexpr Int kDepthSize = 12;
constexpr Int kStencilSize = 13;
constexpr Int kEnd = 0;

/// The library's functions, under their own names.
struct Cgl {
  SharedLibrary library{"/System/Library/Frameworks/OpenGL.framework/OpenGL"};
  Error (*ChoosePixelFormat)(const Int*, Handle*, Int*);
  void (*ReleasePixelFormat)(Handle);
  Error (*CreateContext)(Handle, Handle, Handle*);
  void (*ReleaseContext)(Handle);
  Error (*SetCurrentContext)(Handle);
  Handle (*GetCurrentContext)();
  const char* (*ErrorString)(Error);

  Cgl() {
    library.Find("CGLChoosePixelFormat", &ChoosePixelFormat);
    library.Find("CGLReleasePixelFormat", &ReleasePixelFormat);
    library.Find("CGLCreateContext", &CreateContext);
    library.Find("CGLReleaseContext", &ReleaseContext);
    library.Find("CGLSetCurrentContext", &SetCurrentContext);
    library.Find("CGLGetCurrentContext", &GetCurrentContext);
    library.Find("CGLErrorString", &ErrorString);
  }

  /// Throws what the library says of an error, if there is one.
  void Check(Error error, const std::string& what) const {
    if (error != 0) {
      throw std::runtime_error(what + " (" + ErrorString(error) + ")");
    }
  }
};

class CglContext : public GlContext {
 public:
  CglContext(const Cgl& cgl, Handle format) : cgl_(cgl) {
    cgl_.Check(cgl_.CreateContext(format, nullptr, &context_),
               "cannot make a context");
  }
  ~CglContext() override {
    if (cgl_.GetCurrentContext() == context_) {
      cgl_.SetCurrentContext(nullptr);
    }
    cgl_.ReleaseContext(context_);
  }

  void Enter() override {
    const Handle current = cgl_.GetCurrentContext();
    other_ = current == context_ ? nullptr : current;
    if (current != context_) {
      cgl_.Check(cgl_.SetCurrentContext(context_), "cannot use a context");
    }
  }
  void Leave() noexcept override {
    if (other_ != nullptr || MayBeMainThread()) {
      cgl_.SetCurrentContext(other_);
    }
  }

 private:
  const Cgl& cgl_;
  Handle context_{nullptr};
  Handle other_{nullptr};
};

class CglPlatform : public GlPlatform {
 public:
  CglPlatform() {
    cgl_.library.Keep();
    constexpr std::array kWanted = {kOpenGlProfile,
                                    kLegacy,
                                    kColorSize,
                                    24,
                                    kAlphaSize,
                                    8,
                                    kDepthSize,
                                    24,
                                    kStencilSize,
                                    8,
                                    kAllowOfflineRenderers,
                                    kEnd};
    Int count = 0;
    cgl_.Check(cgl_.ChoosePixelFormat(kWanted.data(), &format_, &count),
               "no framebuffer for OpenGL");
    if (format_ == nullptr) {
      throw std::runtime_error("no framebuffer for OpenGL");
    }
  }
  ~CglPlatform() override { cgl_.ReleasePixelFormat(format_); }

  std::unique_ptr<GlContext> MakeContext() override {
    return std::make_unique<CglContext>(cgl_, format_);
  }

 private:
  Cgl cgl_;
  Handle format_{nullptr};
};

}  // namespace

std::unique_ptr<GlPlatform> OpenCgl() {
  return std::make_unique<CglPlatform>();
}

}  // namespace envpool
