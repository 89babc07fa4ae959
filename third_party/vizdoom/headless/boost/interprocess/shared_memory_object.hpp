// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of Boost.Interprocess's shared memory that the engine uses, over
// POSIX's calls.
//
// Threads: one at a time. Errors: interprocess_exception.

#ifndef THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_SHARED_MEMORY_OBJECT_HPP_
#define THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_SHARED_MEMORY_OBJECT_HPP_

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <exception>
#include <string>
#include <utility>

namespace boost {
namespace interprocess {

enum open_or_create_t { open_or_create };
enum open_only_t { open_only };
enum mode_t { read_write };

class interprocess_exception : public std::exception {};

class shared_memory_object {
 public:
  shared_memory_object() {}
  shared_memory_object(open_or_create_t, const char* name, mode_t)
      : file_(shm_open(("/" + std::string(name)).c_str(),
                       O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (file_ < 0) {
      throw interprocess_exception();
    }
  }
  shared_memory_object& operator=(shared_memory_object&& other) {
    std::swap(file_, other.file_);
    return *this;
  }
  ~shared_memory_object() {
    if (file_ >= 0) {
      close(file_);
    }
  }

  void truncate(std::size_t size) {
    if (ftruncate(file_, static_cast<off_t>(size)) != 0) {
      throw interprocess_exception();
    }
  }
  int file() const { return file_; }
  static bool remove(const char* name) {
    return shm_unlink(("/" + std::string(name)).c_str()) == 0;
  }

 private:
  int file_ = -1;
};

}  // namespace interprocess
}  // namespace boost

#endif  // THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_SHARED_MEMORY_OBJECT_HPP_
