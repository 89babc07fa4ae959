// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/library.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <cstddef>
#include <fstream>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

#include "envpool/core/process_mutex.h"

namespace envpool::procgen {
namespace {

void CheckProcessor() {
#if defined(__x86_64__)
  // The library is compiled for Ivy Bridge.
  if (!__builtin_cpu_supports("avx")) {
    throw std::runtime_error(
        "Procgen: expected a processor with AVX, for which the official "
        "library is compiled");
  }
#endif
}

// Checks all images, since the library ends the process if one is missing.
void CheckImages(const std::string& folder) {
  std::ifstream list(folder + "images.txt");
  std::string name;
  int count = 0;
  for (; std::getline(list, name); ++count) {
    if (std::ifstream(folder + name).peek() ==
        std::ifstream::traits_type::eof()) {
      throw std::runtime_error("Procgen: cannot read " + folder + name +
                               "; install envpool-procgen again");
    }
  }
  if (count == 0) {
    throw std::runtime_error("Procgen: cannot read " + folder +
                             "images.txt; install envpool-procgen");
  }
}

void* Open(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw std::runtime_error(
        std::string("Procgen: cannot load its library: ") + dlerror() +
        "; it needs envpool-procgen and GLib 2 (Debian's libglib2.0-0)");
  }
  return library;
}

template <typename Function>
void Find(void* library, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(library, name));
  if (*function == nullptr) {
    throw std::runtime_error(std::string("Procgen: its library has no ") +
                             name);
  }
}

const char* const kMutex = "procgen";

constexpr std::size_t kMegabyte = std::size_t{1} << 20;
// Images take 336 MB and a game up to 2 MB; these limits leave a margin.
constexpr std::size_t kImageBytes = 400 * kMegabyte;
constexpr std::size_t kGameBytes = 16 * kMegabyte;

class NoMemory : public std::bad_alloc {
 public:
  [[nodiscard]] const char* what() const noexcept override {
    return "Procgen: expected 400 MB of memory, into which the first env of a "
           "process loads all images, or 16 MB for a further env, got less";
  }
};

void RequireMemory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw NoMemory();
  }
  munmap(memory, bytes);
}

}  // namespace

Library& Library::Get(const std::string& folder) {
  const std::lock_guard<std::mutex> lock(ProcessMutex(kMutex));
  // If the constructor throws, the next call retries. Never deleted, so that it
  // outlives all envs.
  static auto* library = new Library(folder);
  return *library;
}

Library::Library(const std::string& folder) : images(folder + "/assets/") {
  CheckProcessor();
  CheckImages(images);
  RequireMemory(kImageBytes);
  void* library = Open(folder + "/libenv.so");
  Find(library, "libenv_make", &make_);
  Find(library, "libenv_set_buffers", &set_buffers);
  Find(library, "libenv_observe", &observe);
  Find(library, "libenv_act", &act);
  Find(library, "libenv_close", &close);
  Find(library, "get_state", &get_state);
  Find(library, "set_state", &set_state);
}

void* Library::Make(LibraryOptions options) {
  const std::lock_guard<std::mutex> lock(ProcessMutex(kMutex));
  RequireMemory(has_images_ ? kGameBytes : kImageBytes);
  void* env = make_(1, options);
  has_images_ = true;
  return env;
}

}  // namespace envpool::procgen
