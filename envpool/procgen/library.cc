// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/library.h"

#include <dlfcn.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace envpool::procgen {
namespace {

void CheckProcessor() {
#if defined(__x86_64__)
  // It is compiled for Ivy Bridge.
  if (!__builtin_cpu_supports("avx")) {
    throw std::runtime_error(
        "Procgen: expected a processor with AVX, for which the official "
        "library is compiled");
  }
#endif
}

// The library would end the process.
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

}  // namespace

Library& Library::Get(const std::string& folder) {
  // Tried again if it throws. It outlives all envs.
  static auto* library = new Library(folder);
  return *library;
}

Library::Library(const std::string& folder) : images(folder + "/assets/") {
  CheckProcessor();
  CheckImages(images);
  void* library = Open(folder + "/libenv.so");
  Find(library, "libenv_make", &make);
  Find(library, "libenv_set_buffers", &set_buffers);
  Find(library, "libenv_observe", &observe);
  Find(library, "libenv_act", &act);
  Find(library, "libenv_close", &close);
  Find(library, "get_state", &get_state);
  Find(library, "set_state", &set_state);
}

}  // namespace envpool::procgen
