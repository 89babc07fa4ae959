// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "envpool/common/gl_context.h"
#include "envpool/core/platform/main_thread.h"

namespace envpool {
namespace {

// The declarations of GL/osmesa.h that are used.
using Int = std::int32_t;
using Enum = std::uint32_t;
using Bool = unsigned char;
using Handle = void*;

constexpr Enum kRgba = 0x1908;
constexpr Enum kUnsignedByte = 0x1401;
constexpr Int kType = 0x23;
constexpr Int kDepthBits = 24;
constexpr Int kStencilBits = 8;
// The side of the buffer that a context requires; MuJoCo renders to its own
// framebuffer instead.
constexpr Int kSide = 8;

/// The library's functions, under their own names.
struct OsMesa {
  SharedLibrary library{"libOSMesa.so.8", "libOSMesa.so.6", "libOSMesa.so"};
  Handle (*CreateContextExt)(Enum, Int, Int, Int, Handle);
  void (*DestroyContext)(Handle);
  Bool (*MakeCurrent)(Handle, void*, Enum, Int, Int);
  Handle (*GetCurrentContext)();
  Bool (*GetColorBuffer)(Handle, Int*, Int*, Int*, void**);
  void (*GetIntegerv)(Int, Int*);

  OsMesa() {
    library.Find("OSMesaCreateContextExt", &CreateContextExt);
    library.Find("OSMesaDestroyContext", &DestroyContext);
    library.Find("OSMesaMakeCurrent", &MakeCurrent);
    library.Find("OSMesaGetCurrentContext", &GetCurrentContext);
    library.Find("OSMesaGetColorBuffer", &GetColorBuffer);
    library.Find("OSMesaGetIntegerv", &GetIntegerv);
  }
};

class OsMesaContext : public GlContext {
 public:
  explicit OsMesaContext(const OsMesa& mesa)
      : mesa_(mesa),
        context_(mesa.CreateContextExt(kRgba, kDepthBits, kStencilBits, 0,
                                       nullptr)) {
    if (context_ == nullptr) {
      throw std::runtime_error("cannot make a context");
    }
  }
  ~OsMesaContext() override {
    if (mesa_.GetCurrentContext() == context_) {
      mesa_.MakeCurrent(nullptr, nullptr, kUnsignedByte, 0, 0);
    }
    mesa_.DestroyContext(context_);
  }

  void Enter() override {
    others_ = {};
    const Handle current = mesa_.GetCurrentContext();
    if (current == context_) {
      return;
    }
    if (current != nullptr) {
      Int format = 0;
      mesa_.GetIntegerv(kType, &others_.type);
      if (mesa_.GetColorBuffer(current, &others_.width, &others_.height,
                               &format, &others_.buffer) != 0) {
        others_.context = current;
      }
    }
    if (mesa_.MakeCurrent(context_, buffer_.data(), kUnsignedByte, kSide,
                          kSide) == 0) {
      throw std::runtime_error("cannot use a context");
    }
  }
  void Leave() noexcept override {
    if (others_.context != nullptr) {
      mesa_.MakeCurrent(others_.context, others_.buffer,
                        static_cast<Enum>(others_.type), others_.width,
                        others_.height);
    } else if (MayBeMainThread()) {
      mesa_.MakeCurrent(nullptr, nullptr, kUnsignedByte, 0, 0);
    }
  }

 private:
  struct Current {
    Handle context{nullptr};
    void* buffer{nullptr};
    Int type{0};
    Int width{0};
    Int height{0};
  };

  const OsMesa& mesa_;
  Handle context_;
  Current others_;
  alignas(16) std::array<unsigned char, 4 * kSide * kSide> buffer_{};
};

class OsMesaPlatform : public GlPlatform {
 public:
  std::unique_ptr<GlContext> MakeContext() override {
    auto context = std::make_unique<OsMesaContext>(mesa_);
    mesa_.library.Keep();
    return context;
  }

 private:
  OsMesa mesa_;
};

}  // namespace

std::unique_ptr<GlPlatform> OpenOsMesa() {
  return std::make_unique<OsMesaPlatform>();
}

}  // namespace envpool
