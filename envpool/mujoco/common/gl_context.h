// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenGL without a window: contexts of EGL or of OSMesa, whichever there is.
// The libraries are looked for when the first context is wanted, so that
// nothing but drawing needs them.
//
// The environment variable MUJOCO_GL selects "egl" or "osmesa", or forbids both
// ("disable", "off"); without it EGL is tried, then OSMesa. With EGL,
// MUJOCO_EGL_DEVICE_ID selects the device.
//
// Threads: all functions may be called by many at once. A context is used and
// destroyed by the thread that made it.
// Errors: std::runtime_error that says what is missing, and in a child of a
// process that had contexts when it forked.

#ifndef ENVPOOL_MUJOCO_COMMON_GL_CONTEXT_H_
#define ENVPOOL_MUJOCO_COMMON_GL_CONTEXT_H_

#include <memory>
#include <stdexcept>
#include <string>

namespace envpool::mujoco {

class GlContext {
 public:
  GlContext() = default;
  virtual ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  /// Makes it the thread's current one.
  virtual void Enter() = 0;
  /// Gives the thread back the context of others that it had before. Where
  /// there was none this one stays current, and the next Enter is for free; but
  /// not on the process's first thread, which may have windows later.
  virtual void Leave() noexcept = 0;
};

/// A library that makes contexts.
class GlPlatform {
 public:
  GlPlatform() = default;
  virtual ~GlPlatform();
  GlPlatform(const GlPlatform&) = delete;
  GlPlatform& operator=(const GlPlatform&) = delete;

  virtual std::unique_ptr<GlContext> MakeContext() = 0;
};

/// Loads libEGL and finds a device. A value of MUJOCO_EGL_DEVICE_ID that makes
/// no sense is a GlSettingError.
std::unique_ptr<GlPlatform> OpenEgl();
/// Loads libOSMesa.
std::unique_ptr<GlPlatform> OpenOsMesa();

/// A context of the platform that this process uses.
std::unique_ptr<GlContext> MakeGlContext();

/// Throws unless contexts can be made.
void RequireGl();

/// A part of the program in which the libraries may be called. While there is
/// one on any thread, the process does not go on to unload them.
class GlUse {
 public:
  GlUse();
  ~GlUse();
  GlUse(const GlUse&) = delete;
  GlUse& operator=(const GlUse&) = delete;

  /// False if the process is ending, or is a fork of one that had contexts:
  /// then the libraries must not be called any more.
  [[nodiscard]] bool allowed() const { return allowed_; }

 private:
  bool allowed_;
};

/// Has drawing come to its end for good, and waits for that. It is called when
/// a process that has drawn exits; but another thread may only just be loading
/// the libraries, so whoever knows of the end earlier calls it, too.
void EndGl();

/// Whether the calling thread is the one that the process began with.
bool IsFirstThread();

class GlSettingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A shared library, closed in the destructor unless it was kept.
class SharedLibrary {
 public:
  /// Opens the first of these names that there is.
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

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_GL_CONTEXT_H_
