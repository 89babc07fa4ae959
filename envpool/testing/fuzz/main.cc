// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a fuzz target as an ordinary test: on each of the files named by its
// arguments, on mutants of them, and on random bytes. All of them are the same
// in every run. In a build with --config=fuzz, libFuzzer takes the place of
// this file.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size);

namespace {

constexpr int kMutants = 100;  // of each file
constexpr int kRandom = 300;
constexpr std::size_t kLongest = 400;

using Bytes = std::vector<std::uint8_t>;

void Mutate(Bytes* bytes, std::mt19937* random) {
  const auto draw = [random](std::size_t count) { return (*random)() % count; };
  for (std::size_t edits = 1 + draw(4); edits > 0; --edits) {
    const std::size_t at = draw(bytes->size() + 1);
    const auto place = bytes->begin() + static_cast<std::ptrdiff_t>(at);
    switch (draw(3)) {
      case 0:
        bytes->insert(place, static_cast<std::uint8_t>(draw(256)));
        break;
      case 1:
        bytes->erase(place, place + static_cast<std::ptrdiff_t>(
                                        draw(bytes->size() - at + 1)));
        break;
      default:
        if (at < bytes->size()) {
          *place ^= static_cast<std::uint8_t>(1U << draw(8));
        }
    }
  }
}

void Run(const Bytes& bytes) {
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937 random(1);
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "cannot read %s\n", argv[i]);
      return 1;
    }
    const Bytes bytes(std::istreambuf_iterator<char>(file), {});
    Run(bytes);
    for (int k = 0; k < kMutants; ++k) {
      Bytes mutant = bytes;
      Mutate(&mutant, &random);
      Run(mutant);
    }
  }
  for (int k = 0; k < kRandom; ++k) {
    Bytes bytes(random() % kLongest);
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random());
    }
    Run(bytes);
  }
}
