// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Library: libenv.so of the official package procgen, loaded once per process.
//
// It is loaded without exporting its symbols: it has parts of a C++ library
// and all of Qt in it. The first env made with it loads all images.
//
// Threads: Get and Make by any; functions of different envs by several at once.
// Errors: std::runtime_error if the library or an image is missing, or the
// processor is too old; std::bad_alloc. The library itself ends the process on
// any error, so nothing wrong must reach it.

#ifndef ENVPOOL_PROCGEN_LIBRARY_H_
#define ENVPOOL_PROCGEN_LIBRARY_H_

#include <cstdint>
#include <string>

namespace envpool::procgen {

// The interface of gym3's libenv, version 1.
enum class OptionType : int { kUint8 = 1, kInt32 = 2 };

struct LibraryOption {
  char name[128];
  OptionType type;
  int count;
  void* data;
};

struct LibraryOptions {
  LibraryOption* items;
  int count;
};

struct LibraryBuffers {
  void** observations;
  float* rewards;
  std::uint8_t* firsts;
  void** infos;
  void** actions;
};

struct Library {
  /// The library in `folder`, or the one that the process has already.
  static Library& Get(const std::string& folder);

  /// A vector env with one env. The memory that it needs is tried first.
  void* Make(LibraryOptions options);

  std::string images;  // their folder, with a slash at the end
  void (*set_buffers)(void* env, LibraryBuffers* buffers);
  void (*observe)(void* env);
  void (*act)(void* env);
  void (*close)(void* env);
  int (*get_state)(void* env, int index, char* data, int size);
  void (*set_state)(void* env, int index, char* data, int size);

 private:
  explicit Library(const std::string& folder);

  void* (*make_)(int num, LibraryOptions options);
  bool has_images_{false};
};

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_LIBRARY_H_
