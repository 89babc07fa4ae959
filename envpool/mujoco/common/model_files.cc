// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/model_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace envpool::mujoco {

// It is like FNV-1a, of eight bytes at a time.
std::uint64_t HashOf(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325 ^ bytes.size();
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), sizeof(std::uint64_t));
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), count);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
    bytes.remove_prefix(count);
  }
  return hash;
}

std::string ReadFile(const char* path, struct stat* status) {
  const auto fail = [&](const std::string& what) {
    throw std::runtime_error(std::string(path) + ": " + what);
  };
  struct Descriptor {
    int number;
    ~Descriptor() { close(number); }
  };
  // Opening a pipe must not block.
  const Descriptor file{open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0 || fstat(file.number, status) != 0) {
    fail(std::strerror(errno));
  }
  if (!S_ISREG(status->st_mode)) {
    fail("expected a regular file, got a folder, a pipe or a device");
  }
  std::string content;
  std::array<char, 1 << 16> part;
  while (true) {
    const ssize_t count = read(file.number, part.data(), part.size());
    if (count < 0 && errno != EINTR) {
      fail(std::strerror(errno));
    }
    if (count == 0) {
      return content;
    }
    content.append(part.data(), std::max<ssize_t>(count, 0));
    if (content.size() > INT_MAX) {
      fail("expected less than 2 GiB");
    }
  }
}

namespace {

std::int64_t Nanoseconds(const timespec& time) {
  return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

// POSIX's names are others than macOS's.
#ifdef __APPLE__
const timespec& Modified(const struct stat& status) {
  return status.st_mtimespec;
}
const timespec& Changed(const struct stat& status) {
  return status.st_ctimespec;
}
#else
const timespec& Modified(const struct stat& status) { return status.st_mtim; }
const timespec& Changed(const struct stat& status) { return status.st_ctim; }
#endif

/// Whether any later write must change the file's mtime: the time stamps of
/// some file systems have a granularity of 2 s.
bool IsSettled(const struct stat& status) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t age = Nanoseconds(now) - Nanoseconds(Modified(status));
  return age > std::int64_t{3'000'000'000};
}

bool IsSame(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
         a.st_size == b.st_size &&
         Nanoseconds(Modified(a)) == Nanoseconds(Modified(b)) &&
         Nanoseconds(Changed(a)) == Nanoseconds(Changed(b));
}

// MuJoCo keeps decoded meshes and textures, and asks whether their files are
// still the same. A file's time stamp is the hash of its content.
int IsModified(const mjResource* resource, const char* timestamp) {
  return std::strcmp(resource->timestamp, timestamp) != 0 ? 1 : 0;
}

}  // namespace

ModelFile::ModelFile(std::string path, const struct stat& status,
                     std::uint64_t content)
    : path_(std::move(path)),
      status_(status),
      settled_(IsSettled(status)),
      content_(content) {}

bool ModelFile::HasChanged() const {
  struct stat now;
  if (stat(path_.c_str(), &now) != 0 || !IsSame(status_, now)) {
    return true;
  }
  if (settled_) {
    return false;
  }
  try {
    return HashOf(ReadFile(path_.c_str(), &now)) != content_;
  } catch (const std::runtime_error&) {
    return true;
  }
}

ModelFiles::ModelFiles() {
  provider_.prefix = "";
  provider_.open = Open;
  provider_.read = ReadInto;
  provider_.close = Close;
  provider_.mount =
      provider_.unmount = [](mjResource* /*resource*/) { return 1; };
  provider_.modified = IsModified;
  provider_.data = this;
  mj_defaultVFS(&vfs_);
  // MuJoCo cannot mount "/" itself, but each of its entries.
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/", error)) {
    mj_mountVFS(&vfs_, entry.path().c_str(), &provider_);
  }
}

ModelFiles::~ModelFiles() { mj_deleteVFS(&vfs_); }

template <typename Function>
bool ModelFiles::Try(const Function& function) noexcept {
  try {
    function();
    return true;
  } catch (const std::bad_alloc&) {
    out_of_memory_ = true;
  } catch (const std::exception& problem) {
    problem_ = problem.what();
  }
  return false;
}

int ModelFiles::Open(mjResource* resource) noexcept {
  auto* self = static_cast<ModelFiles*>(resource->provider->data);
  const bool is_open = self->Try([&] {
    auto content = std::make_unique<std::string>();
    const std::uint64_t hash = self->HashOfFile(resource->name, content.get());
    std::snprintf(resource->timestamp, sizeof(resource->timestamp),
                  "%016" PRIx64, hash);
    resource->data = content.release();
  });
  return is_open ? 1 : 0;
}

int ModelFiles::ReadInto(mjResource* resource, const void** buffer) noexcept {
  auto* self = static_cast<ModelFiles*>(resource->provider->data);
  auto* content = static_cast<std::string*>(resource->data);
  const bool is_read = self->Try([&] {
    if (content->empty()) {
      struct stat status;
      *content = ReadFile(resource->name, &status);
    }
  });
  *buffer = content->data();
  return is_read ? static_cast<int>(content->size()) : -1;
}

void ModelFiles::Close(mjResource* resource) noexcept {
  delete static_cast<std::string*>(resource->data);
  resource->data = nullptr;
}

std::uint64_t ModelFiles::Read(const std::string& path) {
  std::string content;
  return HashOfFile(path.c_str(), &content);
}

std::uint64_t ModelFiles::HashOfFile(const char* path, std::string* content) {
  static auto& known = *new std::map<std::string, ModelFile>;
  auto found = known.find(path);
  if (found == known.end() || found->second.HasChanged()) {
    struct stat status;
    *content = ReadFile(path, &status);
    found =
        known.insert_or_assign(path, ModelFile(path, status, HashOf(*content)))
            .first;
  }
  const bool is_new = std::ranges::none_of(
      files_, [&](const ModelFile& file) { return file.path() == path; });
  if (is_new) {
    files_.push_back(found->second);
  }
  return found->second.content();
}

}  // namespace envpool::mujoco
