// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenGL without a window, through EGL or OSMesa. The libraries are loaded when
// the first context is made, so only rendering needs them.
//
// The environment variable MUJOCO_GL selects "egl" or "osmesa", or forbids both
// ("disable", "off"); without it EGL is tried, then OSMesa. With EGL,
// MUJOCO_EGL_DEVICE_ID selects the device. These are MuJoCo's variables; they
// apply to all families that render with OpenGL.
//
// Threads: all functions are thread-safe. A context is used and destroyed by
// the thread that created it.
// Errors: std::runtime_error with a text that says what is missing; also in a
// child of a process that had contexts when it forked.

#ifndef ENVPOOL_COMMON_GL_CONTEXT_H_
#define ENVPOOL_COMMON_GL_CONTEXT_H_

#include <memory>
#include <stdexcept>
#include <string>

namespace envpool {

class GlContext {
 public:
  GlContext() = default;
  virtual ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  /// Makes this context the thread's current one.
  virtual void Enter() = 0;
  /// Restores the context that other code used before Enter. If there was none,
  /// this context stays current, which makes the next Enter cheap. On the main
  /// thread it is released, since other code may open windows later.
  virtual void Leave() noexcept = 0;
};

/// A library that creates contexts.
class GlPlatform {
 public:
  GlPlatform() = default;
  virtual ~GlPlatform();
  GlPlatform(const GlPlatform&) = delete;
  GlPlatform& operator=(const GlPlatform&) = delete;

  virtual std::unique_ptr<GlContext> MakeContext() = 0;
};

/// Loads libEGL and finds a device. Throws GlSettingError if
/// MUJOCO_EGL_DEVICE_ID is not the number of a device.
std::unique_ptr<GlPlatform> OpenEgl();
/// Loads libOSMesa.
std::unique_ptr<GlPlatform> OpenOsMesa();
/// Loads OpenGL's framework. Only macOS has it.
std::unique_ptr<GlPlatform> OpenCgl();

/// Creates a context of the platform that this process uses.
std::unique_ptr<GlContext> MakeGlContext();

/// Throws unless contexts can be created.
void RequireGl();

/// A scope for calls of the libraries. An exiting process waits for the end of
/// all such scopes before it unloads the libraries.
class GlUse {
 public:
  GlUse();
  ~GlUse();
  GlUse(const GlUse&) = delete;
  GlUse& operator=(const GlUse&) = delete;

  /// False in a process that exits, and in a fork of one that had contexts: the
  /// libraries must not be called there.
  [[nodiscard]] bool allowed() const { return allowed_; }

 private:
  bool allowed_;
};

/// Ends rendering permanently and waits until no thread is in a GlUse. Runs at
/// the exit of a process that has rendered. Modules also call it when the
/// interpreter exits, because a thread may still be loading the libraries.
void EndGl();

class GlSettingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A shared library. The destructor closes it unless Keep() was called.
class SharedLibrary {
 public:
  /// Opens the first library of the list that exists.
  explicit SharedLibrary(std::initializer_list<const char*> names);
  ~SharedLibrary();
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  void Keep() { kept_ = true; }

  /// Sets a pointer to the function of this name.
  template <typename F>
  void Find(const char* name, F** function) const {
    *function = reinterpret_cast<F*>(Find(name));
  }

 private:
  [[nodiscard]] void* Find(const char* name) const;

  void* handle_{nullptr};
  std::string name_;
  bool kept_{false};
};

}  // namespace envpool

#endif  // ENVPOOL_COMMON_GL_CONTEXT_H_
