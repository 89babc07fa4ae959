// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/function_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace envpool::mujoco::tasks {
namespace {

struct Table {
  std::mutex mutex;
  std::map<std::string, std::uint64_t> addresses;  // by text
};

Table& FunctionTable() {
  // Never destroyed, because threads may use it until the process ends.
  static auto& table = *new Table;
  return table;
}

/// A number that other processes do not have.
std::uint64_t ProcessNumber() {
  static const std::uint64_t number = [] {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  }();
  return number;
}

}  // namespace

std::string KeepFunction(std::uint64_t address) {
  const std::string text = "process " + std::to_string(ProcessNumber()) +
                           " function " + std::to_string(address);
  Table& table = FunctionTable();
  const std::lock_guard<std::mutex> lock(table.mutex);
  table.addresses[text] = address;
  return text;
}

std::vector<Function> FunctionsOf(const std::vector<std::string>& texts) {
  Table& table = FunctionTable();
  std::vector<Function> functions;
  for (const std::string& text : texts) {
    const std::size_t end = text.find('=');
    const std::lock_guard<std::mutex> lock(table.mutex);
    const auto found = end == std::string::npos
                           ? table.addresses.end()
                           : table.addresses.find(text.substr(end + 1));
    if (found == table.addresses.end()) {
      throw std::invalid_argument(
          "functions: expected functions of this "
          "process, got " +
          text.substr(0, 100));
    }
    functions.push_back(
        {.name = text.substr(0, end),
         .call = reinterpret_cast<NativeFunction>(found->second)});
  }
  return functions;
}

}  // namespace envpool::mujoco::tasks
