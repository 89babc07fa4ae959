// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Library: libenv.so of the official package procgen, loaded once per process
// and set of images.
//
// Its symbols stay local, since it contains parts of a C++ library and all of
// Qt. The first env of a loaded library decodes all images of its folder,
// whichever its game needs. So each set of games has a folder of its own, where
// a single pixel stands for each large image that these games never draw, and a
// library of its own. Images are packed anew, so that decoding them takes less
// time (third_party/procgen/repack_png.cc).
//
// Threads: any for Get and Make; different envs may be used concurrently.
// Errors: std::runtime_error if the library or an image is missing, or the
// processor is too old; std::bad_alloc. The library itself ends the process on
// any error, so callers check arguments first.

#ifndef ENVPOOL_PROCGEN_LIBRARY_H_
#define ENVPOOL_PROCGEN_LIBRARY_H_

#include <cstddef>
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

/// The games that share a folder of images.
enum class ImageSet { kPlatforms, kWater, kOthers };

struct Library {
  /// Loads the library in `folder`, or returns the one that this process has
  /// loaded for the same images.
  static Library& Get(const std::string& folder, ImageSet image_set);

  /// Makes a vector env with one env. First checks that memory is available.
  void* Make(LibraryOptions options);

  std::string images;  // the folder of images, with a slash at the end
  void (*set_buffers)(void* env, LibraryBuffers* buffers);
  void (*observe)(void* env);
  void (*act)(void* env);
  void (*close)(void* env);
  int (*get_state)(void* env, int index, char* data, int size);
  void (*set_state)(void* env, int index, char* data, int size);

 private:
  Library(const std::string& folder, ImageSet image_set, bool is_first);

  std::size_t image_bytes_;
  void* (*make_)(int num, LibraryOptions options);
  bool has_images_{false};
};

}  // namespace envpool::procgen

#endif  // ENVPOOL_PROCGEN_LIBRARY_H_
