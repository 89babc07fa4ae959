// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/common/gl_context.h"
#include "envpool/core/platform/main_thread.h"

namespace envpool {
namespace {

// The declarations of EGL/egl.h and EGL/eglext.h that are used.
using Int = std::int32_t;
using Enum = std::uint32_t;
using Bool = std::uint32_t;
using Handle = void*;
using Function = void (*)();

constexpr Int kRedSize = 0x3024;
constexpr Int kGreenSize = 0x3023;
constexpr Int kBlueSize = 0x3022;
constexpr Int kAlphaSize = 0x3021;
constexpr Int kDepthSize = 0x3025;
constexpr Int kStencilSize = 0x3026;
constexpr Int kColorBufferType = 0x303F;
constexpr Int kRgbBuffer = 0x308E;
constexpr Int kSurfaceType = 0x3033;
constexpr Int kPbufferBit = 1;
constexpr Int kRenderableType = 0x3040;
constexpr Int kOpenGlBit = 8;
constexpr Int kNone = 0x3038;
constexpr Int kDraw = 0x3059;
constexpr Int kRead = 0x305A;
constexpr Int kExtensions = 0x3055;
constexpr Enum kOpenGlApi = 0x30A2;
constexpr Enum kPlatformDevice = 0x313F;
constexpr Enum kPlatformSurfaceless = 0x31DD;
constexpr Int kMaxDevices = 64;
constexpr Bool kFalse = 0;

/// The library's functions, under their own names.
struct Egl {
  SharedLibrary library{"libEGL.so.1", "libEGL.so"};
  Int (*GetError)();
  Handle (*GetDisplay)(void*);
  Bool (*Initialize)(Handle, Int*, Int*);
  const char* (*QueryString)(Handle, Int);
  Function (*GetProcAddress)(const char*);
  Bool (*ChooseConfig)(Handle, const Int*, Handle*, Int, Int*);
  Bool (*BindAPI)(Enum);
  Enum (*QueryAPI)();
  Handle (*CreateContext)(Handle, Handle, Handle, const Int*);
  Bool (*DestroyContext)(Handle, Handle);
  Bool (*MakeCurrent)(Handle, Handle, Handle, Handle);
  Handle (*GetCurrentContext)();
  Handle (*GetCurrentDisplay)();
  Handle (*GetCurrentSurface)(Int);

  Egl() {
    library.Find("eglGetError", &GetError);
    library.Find("eglGetDisplay", &GetDisplay);
    library.Find("eglInitialize", &Initialize);
    library.Find("eglQueryString", &QueryString);
    library.Find("eglGetProcAddress", &GetProcAddress);
    library.Find("eglChooseConfig", &ChooseConfig);
    library.Find("eglBindAPI", &BindAPI);
    library.Find("eglQueryAPI", &QueryAPI);
    library.Find("eglCreateContext", &CreateContext);
    library.Find("eglDestroyContext", &DestroyContext);
    library.Find("eglMakeCurrent", &MakeCurrent);
    library.Find("eglGetCurrentContext", &GetCurrentContext);
    library.Find("eglGetCurrentDisplay", &GetCurrentDisplay);
    library.Find("eglGetCurrentSurface", &GetCurrentSurface);
  }

  [[nodiscard]] bool Has(const char* extension) const {
    const char* all = QueryString(nullptr, kExtensions);
    return all != nullptr && std::strstr(all, extension) != nullptr;
  }
  /// Returns an error with EGL's error code.
  [[nodiscard]] std::runtime_error Failure(const std::string& what) const {
    std::array<char, 16> number{};
    std::snprintf(number.data(), number.size(), "0x%x",
                  static_cast<unsigned>(GetError()));
    return std::runtime_error(what + " (EGL error " + number.data() + ")");
  }
};

/// Returns the device that the user selected; all devices without a selection.
std::vector<Handle> Wanted(const std::vector<Handle>& devices) {
  const char* text = std::getenv("MUJOCO_EGL_DEVICE_ID");
  if (text == nullptr) {
    return devices;
  }
  const char* end = text + std::strlen(text);
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(text, end, number);
  const bool is_number = error == std::errc() && rest == end;
  if (is_number && devices.empty()) {
    return {};
  }
  if (!is_number || number >= devices.size()) {
    const std::string range =
        devices.empty() ? "" : ", 0 to " + std::to_string(devices.size() - 1);
    throw GlSettingError(
        "MUJOCO_EGL_DEVICE_ID: expected the number of an EGL device" + range +
        ", got \"" + text + "\"");
  }
  return {devices[number]};
}

std::vector<Handle> Devices(const Egl& egl) {
  const auto query = reinterpret_cast<Bool (*)(Int, Handle*, Int*)>(
      egl.GetProcAddress("eglQueryDevicesEXT"));
  std::vector<Handle> devices(kMaxDevices);
  Int count = 0;
  if (query == nullptr ||
      query(kMaxDevices, devices.data(), &count) == kFalse) {
    count = 0;
  }
  devices.resize(count);
  return devices;
}

/// Returns the first display that works without a screen.
Handle FindDisplay(const Egl& egl) {
  const auto of_platform =
      reinterpret_cast<Handle (*)(Enum, void*, const Int*)>(
          egl.GetProcAddress("eglGetPlatformDisplayEXT"));
  const auto works = [&egl](Handle display) {
    return display != nullptr &&
           egl.Initialize(display, nullptr, nullptr) != kFalse;
  };
  // Without a vendor's driver the functions exist, but do nothing.
  if (of_platform != nullptr && egl.Has("EGL_EXT_platform_device")) {
    for (const Handle device : Wanted(Devices(egl))) {
      const Handle display = of_platform(kPlatformDevice, device, nullptr);
      if (works(display)) {
        return display;
      }
    }
  } else {
    Wanted({});
  }
  if (of_platform != nullptr && egl.Has("EGL_MESA_platform_surfaceless")) {
    const Handle display = of_platform(kPlatformSurfaceless, nullptr, nullptr);
    if (works(display)) {
      return display;
    }
  }
  const Handle display = egl.GetDisplay(nullptr);
  if (works(display)) {
    return display;
  }
  throw egl.Failure("no device or display works; is a driver installed?");
}

class EglContext : public GlContext {
 public:
  EglContext(const Egl& egl, Handle display, Handle config)
      : egl_(egl), display_(display) {
    const Enum api = egl_.QueryAPI();
    egl_.BindAPI(kOpenGlApi);
    context_ = egl_.CreateContext(display_, config, nullptr, nullptr);
    egl_.BindAPI(api);
    if (context_ == nullptr) {
      throw egl_.Failure("cannot make a context");
    }
  }
  ~EglContext() override {
    if (egl_.GetCurrentContext() == context_) {
      egl_.MakeCurrent(display_, nullptr, nullptr, nullptr);
    }
    egl_.DestroyContext(display_, context_);
  }

  void Enter() override {
    others_ = {};
    const Handle current = egl_.GetCurrentContext();
    if (current == context_) {
      return;
    }
    if (current != nullptr) {
      others_ = {egl_.GetCurrentDisplay(), egl_.GetCurrentSurface(kDraw),
                 egl_.GetCurrentSurface(kRead), current};
    }
    if (egl_.MakeCurrent(display_, nullptr, nullptr, context_) == kFalse) {
      throw egl_.Failure("cannot use a context");
    }
  }
  void Leave() noexcept override {
    if (others_.context != nullptr) {
      egl_.MakeCurrent(others_.display, others_.draw, others_.read,
                       others_.context);
    } else if (MayBeMainThread()) {
      egl_.MakeCurrent(display_, nullptr, nullptr, nullptr);
    }
  }

 private:
  struct Current {
    Handle display{nullptr};
    Handle draw{nullptr};
    Handle read{nullptr};
    Handle context{nullptr};
  };

  const Egl& egl_;
  Handle display_;
  Handle context_;
  Current others_;
};

class EglPlatform : public GlPlatform {
 public:
  EglPlatform() : display_(FindDisplay(egl_)) {
    egl_.library.Keep();  // a driver may have started threads in it
    constexpr std::array kWanted = {
        kRedSize,         8,          kGreenSize,   8,
        kBlueSize,        8,          kAlphaSize,   8,
        kDepthSize,       24,         kStencilSize, 8,
        kColorBufferType, kRgbBuffer, kSurfaceType, kPbufferBit,
        kRenderableType,  kOpenGlBit, kNone};
    Int count = 0;
    if (egl_.ChooseConfig(display_, kWanted.data(), &config_, 1, &count) ==
            kFalse ||
        count < 1) {
      throw egl_.Failure("no framebuffer for OpenGL");
    }
  }

  std::unique_ptr<GlContext> MakeContext() override {
    return std::make_unique<EglContext>(egl_, display_, config_);
  }

 private:
  Egl egl_;
  Handle display_;
  Handle config_{nullptr};
};

}  // namespace

std::unique_ptr<GlPlatform> OpenEgl() {
  return std::make_unique<EglPlatform>();
}

}  // namespace envpool
