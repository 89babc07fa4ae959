// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/common/gl_context.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>

namespace envpool {

namespace {

constexpr std::array kNone = {"disable", "disabled", "off", "false", "0"};
// Values of MUJOCO_GL that select a window system in other libraries. Here any
// platform may be used.
constexpr std::array kAny = {"",   "glfw", "enable", "enabled",
                             "on", "true", "1"};

struct Way {
  const char* name;
  std::unique_ptr<GlPlatform> (*open)();
};
#ifdef __APPLE__
constexpr std::array kWays = {Way{"cgl", OpenCgl}};
constexpr const char* kNeeds = "rendering needs OpenGL through CGL";
#else
constexpr std::array kWays = {Way{"egl", OpenEgl}, Way{"osmesa", OpenOsMesa}};
constexpr const char* kNeeds =
    "rendering needs OpenGL through EGL or OSMesa (Debian's packages libegl1 "
    "and libgl1-mesa-dri, or libosmesa6)";
#endif

std::atomic<pid_t> owner_pid{0};  // the process that has created contexts
std::atomic<bool> exiting{false};
std::atomic<int> uses{0};
std::atomic<pid_t> counted_pid{0};  // the process to which `uses` belongs

bool IsFork() {
  const pid_t owner = owner_pid.load();
  return owner != 0 && owner != getpid();
}

template <typename Names>
bool IsIn(const Names& names, std::string_view name) {
  for (const char* each : names) {
    if (name == each) {
      return true;
    }
  }
  return false;
}

/// Returns the platform after a test with one context; throws on failure.
std::unique_ptr<GlPlatform> Tested(std::unique_ptr<GlPlatform> platform) {
  const std::unique_ptr<GlContext> context = platform->MakeContext();
  context->Enter();
  context->Leave();
  return platform;
}

std::unique_ptr<GlPlatform> Open() {
  const char* variable = std::getenv("MUJOCO_GL");
  const std::string wanted = variable == nullptr ? "" : variable;
  if (IsIn(kNone, wanted)) {
    throw std::runtime_error(std::string(kNeeds) +
                             ", which MUJOCO_GL=" + wanted + " forbids");
  }
  const bool any = IsIn(kAny, wanted);
  std::string names;
  bool exists = any;
  for (const Way& way : kWays) {
    names += (names.empty() ? "\"" : ", \"") + std::string(way.name) + "\"";
    exists = exists || wanted == way.name;
  }
  if (!exists) {
    throw GlSettingError("MUJOCO_GL: expected " + names +
                         " or \"disable\", got \"" + wanted + "\"");
  }
  std::string text = kNeeds;
  for (const Way& way : kWays) {
    if (!any && wanted != way.name) {
      continue;
    }
    try {
      return Tested(way.open());
    } catch (const GlSettingError&) {
      throw;
    } catch (const std::runtime_error& error) {
      text += std::string("; ") + way.name + ": " + error.what();
    }
  }
  if (!any) {
    text += "; MUJOCO_GL=" + wanted + " allows no other";
  }
  throw std::runtime_error(text);
}

GlPlatform* Platform() {
  static std::mutex mutex;
  static GlPlatform* platform =
      nullptr;  // never deleted, because threads may use it until the end
  if (exiting.load() || IsFork()) {
    throw std::runtime_error(
        "rendering is impossible in a process that was forked from one that "
        "has rendered, and in one that is exiting; start processes with "
        "\"spawn\"");
  }
  const std::lock_guard<std::mutex> lock(mutex);
  if (platform == nullptr) {
    platform = Open().release();
    owner_pid.store(getpid());
    // EndGl runs before the drivers' exit handlers, which are registered first.
    std::atexit(EndGl);
  }
  return platform;
}

}  // namespace

GlContext::~GlContext() = default;
GlPlatform::~GlPlatform() = default;

std::unique_ptr<GlContext> MakeGlContext() { return Platform()->MakeContext(); }

void RequireGl() {
  const GlUse use;
  Platform();
}

GlUse::GlUse() {
  if (counted_pid.exchange(getpid()) != getpid()) {
    uses.store(0);  // a child process has none of the rendering threads
  }
  uses.fetch_add(1);
  allowed_ = !exiting.load() && !IsFork();
}

GlUse::~GlUse() {
  if (uses.fetch_sub(1) == 1) {
    uses.notify_all();
  }
}

void EndGl() {
  exiting.store(true);
  if (counted_pid.load() != getpid()) {
    return;
  }
  for (int left = uses.load(); left > 0; left = uses.load()) {
    uses.wait(left);
  }
}

SharedLibrary::SharedLibrary(std::initializer_list<const char*> names) {
  std::string text;
  for (const char* name : names) {
    handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      name_ = name;
      return;
    }
    const char* reason = dlerror();
    text += (text.empty() ? "" : ", ") +
            std::string(reason == nullptr ? name : reason);
  }
  throw std::runtime_error(text);
}

SharedLibrary::~SharedLibrary() {
  if (!kept_) {
    dlclose(handle_);
  }
}

void* SharedLibrary::Find(const char* name) const {
  void* symbol = dlsym(handle_, name);
  if (symbol == nullptr) {
    throw std::runtime_error(name_ + " has no " + name);
  }
  return symbol;
}

}  // namespace envpool
