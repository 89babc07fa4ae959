// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/procgen/library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <memory>
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

// The loader gives all users of a file one library, so that a second library
// needs a copy of the file. The copy's descriptor stays open: the loader knows
// the library by its number.
std::string CopyToMemory(const std::string& path) {
  const int from = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const int to = memfd_create("procgen", MFD_CLOEXEC);
  struct stat status{};
  bool is_copied = from >= 0 && to >= 0 && fstat(from, &status) == 0;
  for (off_t offset = 0; is_copied && offset < status.st_size;) {
    is_copied = sendfile(to, from, &offset, status.st_size - offset) > 0;
  }
  const int error = errno;
  if (from >= 0) {
    close(from);
  }
  if (!is_copied) {
    if (to >= 0) {
      close(to);
    }
    throw std::runtime_error("Procgen: cannot copy its library " + path +
                             " into memory: " + std::strerror(error));
  }
  return "/proc/self/fd/" + std::to_string(to);
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
// A game takes up to 2 MB; the limits leave a margin.
constexpr std::size_t kGameBytes = 16 * kMegabyte;

struct Images {
  const char* folder;
  std::size_t bytes;  // when decoded, with a margin
};

// By ImageSet. They take 268 MB, 47 MB and 34 MB.
constexpr std::array<Images, 3> kImages{{
    {"platforms", 320 * kMegabyte},
    {"water", 80 * kMegabyte},
    {"others", 60 * kMegabyte},
}};

class NoMemory : public std::bad_alloc {
 public:
  explicit NoMemory(std::size_t bytes)
      : text_("Procgen: expected " + std::to_string(bytes / kMegabyte) +
              " MB of memory for a further env, and its images if it is the "
              "first one, got less") {}
  [[nodiscard]] const char* what() const noexcept override {
    return text_.c_str();
  }

 private:
  std::string text_;
};

void RequireMemory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw NoMemory(bytes);
  }
  munmap(memory, bytes);
}

}  // namespace

Library& Library::Get(const std::string& folder, ImageSet image_set) {
  const std::lock_guard<std::mutex> lock(ProcessMutex(kMutex));
  // Never deleted, so that they outlive all envs.
  static std::array<Library*, kImages.size()> libraries{};
  Library*& library = libraries[static_cast<int>(image_set)];
  if (library == nullptr) {
    const bool is_first = libraries == decltype(libraries){};
    // If the constructor throws, the next call retries.
    library = new Library(folder, image_set, is_first);
  }
  return *library;
}

Library::Library(const std::string& folder, ImageSet image_set, bool is_first)
    : images(folder + "/assets/" + kImages[static_cast<int>(image_set)].folder +
             "/"),
      image_bytes_(kImages[static_cast<int>(image_set)].bytes) {
  CheckProcessor();
  CheckImages(images);
  RequireMemory(image_bytes_);
  const std::string file = folder + "/libenv.so";
  void* library = Open(is_first ? file : CopyToMemory(file));
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
  RequireMemory(has_images_ ? kGameBytes : image_bytes_);
  void* env = make_(1, options);
  has_images_ = true;
  return env;
}

}  // namespace envpool::procgen
