// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// A mapped part of shared memory, which need not begin at a page.
//
// Threads: one at a time. Errors: interprocess_exception.

#ifndef THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_MAPPED_REGION_HPP_
#define THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_MAPPED_REGION_HPP_

#include "boost/interprocess/shared_memory_object.hpp"

namespace boost {
namespace interprocess {

class mapped_region {
 public:
  mapped_region(const shared_memory_object& memory, mode_t, std::size_t offset,
                std::size_t size)
      : skipped_(offset % sysconf(_SC_PAGESIZE)), size_(size + skipped_) {
    start_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED,
                  memory.file(), static_cast<off_t>(offset - skipped_));
    if (start_ == MAP_FAILED) {
      throw interprocess_exception();
    }
  }
  ~mapped_region() { munmap(start_, size_); }
  mapped_region(const mapped_region&) = delete;
  mapped_region& operator=(const mapped_region&) = delete;

  void* get_address() const { return static_cast<char*>(start_) + skipped_; }

 private:
  std::size_t skipped_;
  std::size_t size_;
  void* start_;
};

}  // namespace interprocess
}  // namespace boost

#endif  // THIRD_PARTY_VIZDOOM_HEADLESS_BOOST_INTERPROCESS_MAPPED_REGION_HPP_
