// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "envpool/mujoco/common/terms.h"
#include "envpool/mujoco/common/tolerance.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco::tasks {
namespace {

/// The kernel of an operation on each element, for its lengths and strides.
template <typename F>
Kernel MapKernel(const Instruction& it, F /*f*/) {
  if (it.n == 1) {
    return [](const Instruction& it, double* memory) {
      memory[it.dst] = F()(memory[it.a.at]);
    };
  }
  if (it.a.stride == 1) {
    return [](const Instruction& it, double* memory) {
      const double* a = memory + it.a.at;
      double* out = memory + it.dst;
      for (int i = 0; i < it.n; ++i) {
        out[i] = F()(a[i]);
      }
    };
  }
  return [](const Instruction& it, double* memory) {
    const double* a = memory + it.a.at;
    double* out = memory + it.dst;
    for (int i = 0; i < it.n; ++i, a += it.a.stride) {
      out[i] = F()(*a);
    }
  };
}

template <typename F>
Kernel PairKernel(const Instruction& it, F /*f*/) {
  if (it.n == 1) {
    return [](const Instruction& it, double* memory) {
      memory[it.dst] = F()(memory[it.a.at], memory[it.b.at]);
    };
  }
  if (it.a.stride == 1 && it.b.stride == 1) {
    return [](const Instruction& it, double* memory) {
      const double* a = memory + it.a.at;
      const double* b = memory + it.b.at;
      double* out = memory + it.dst;
      for (int i = 0; i < it.n; ++i) {
        out[i] = F()(a[i], b[i]);
      }
    };
  }
  return [](const Instruction& it, double* memory) {
    const double* a = memory + it.a.at;
    const double* b = memory + it.b.at;
    double* out = memory + it.dst;
    for (int i = 0; i < it.n; ++i, a += it.a.stride, b += it.b.stride) {
      out[i] = F()(*a, *b);
    }
  };
}

/// The kernel that combines all elements, from left to right.
template <typename F>
Kernel FoldKernel(F /*f*/) {
  return [](const Instruction& it, double* memory) {
    const double* a = memory + it.a.at;
    double value = F::kFirst;
    for (int i = 0; i < it.n; ++i, a += it.a.stride) {
      value = F()(value, *a);
    }
    memory[it.dst] = value;
  };
}

double Flag(bool value) { return value ? 1 : 0; }

/// NumPy's remainder, which has the sign of the divisor.
double Remainder(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Like NumPy's, NaN if either is.
double Lower(double x, double y) { return x < y || x != x ? x : y; }
double Higher(double x, double y) { return x > y || x != x ? x : y; }

struct Total {  // one by one, as NumPy adds rows
  static constexpr double kFirst = 0;
  double operator()(double x, double y) const { return x + y; }
};
struct Product {
  static constexpr double kFirst = 1;
  double operator()(double x, double y) const { return x * y; }
};
struct Lowest {
  static constexpr double kFirst = INFINITY;
  double operator()(double x, double y) const { return Lower(x, y); }
};
struct Highest {
  static constexpr double kFirst = -INFINITY;
  double operator()(double x, double y) const { return Higher(x, y); }
};
struct Any {
  static constexpr double kFirst = 0;
  double operator()(double x, double y) const { return Flag(x != 0 || y != 0); }
};
struct All {
  static constexpr double kFirst = 1;
  double operator()(double x, double y) const { return Flag(x != 0 && y != 0); }
};

Kernel ElementKernel(const Instruction& it) {
  const auto map = [&it](auto f) { return MapKernel(it, f); };
  switch (it.op) {
    case Op::copy:
      return map([](double x) { return x; });
    case Op::neg:
      return map([](double x) { return -x; });
    case Op::abs:
      return map([](double x) { return std::fabs(x); });
    case Op::sqrt:
      return map([](double x) { return std::sqrt(x); });
    case Op::exp:
      return map([](double x) { return std::exp(x); });
    case Op::log:
      return map([](double x) { return std::log(x); });
    case Op::log1p:
      return map([](double x) { return std::log1p(x); });
    case Op::sin:
      return map([](double x) { return std::sin(x); });
    case Op::cos:
      return map([](double x) { return std::cos(x); });
    case Op::tan:
      return map([](double x) { return std::tan(x); });
    case Op::asin:
      return map([](double x) { return std::asin(x); });
    case Op::acos:
      return map([](double x) { return std::acos(x); });
    case Op::atan:
      return map([](double x) { return std::atan(x); });
    case Op::tanh:
      return map([](double x) { return std::tanh(x); });
    case Op::floor:
      return map([](double x) { return std::floor(x); });
    case Op::sign:
      return map([](double x) { return x > 0 ? 1 : x < 0 ? -1 : x; });
    case Op::lnot:
      return map([](double x) { return Flag(x == 0); });
    case Op::isnan:
      return map([](double x) { return Flag(std::isnan(x)); });
    case Op::isfinite:
      return map([](double x) { return Flag(std::isfinite(x)); });
    default:
      return nullptr;
  }
}

Kernel PairsKernel(const Instruction& it) {
  const auto map = [&it](auto f) { return PairKernel(it, f); };
  switch (it.op) {
    case Op::add:
      return map([](double x, double y) { return x + y; });
    case Op::sub:
      return map([](double x, double y) { return x - y; });
    case Op::mul:
      return map([](double x, double y) { return x * y; });
    case Op::div:
      return map([](double x, double y) { return x / y; });
    case Op::min:
      return map([](double x, double y) { return Lower(x, y); });
    case Op::max:
      return map([](double x, double y) { return Higher(x, y); });
    case Op::pow:
      return map([](double x, double y) { return std::pow(x, y); });
    case Op::atan2:
      return map([](double x, double y) { return std::atan2(x, y); });
    case Op::mod:
      return map([](double x, double y) { return Remainder(x, y); });
    case Op::lt:
      return map([](double x, double y) { return Flag(x < y); });
    case Op::le:
      return map([](double x, double y) { return Flag(x <= y); });
    case Op::eq:
      return map([](double x, double y) { return Flag(x == y); });
    case Op::land:
      return map([](double x, double y) { return Flag(x != 0 && y != 0); });
    case Op::lor:
      return map([](double x, double y) { return Flag(x != 0 || y != 0); });
    default:
      return nullptr;
  }
}

void Add(const Instruction& it, double* memory) {
  const double* a = memory + it.a.at;
  const std::ptrdiff_t stride = it.a.stride;
  memory[it.dst] = stride == 1
                       ? Sum([a](int i) { return a[i]; }, 0, it.n)
                       : Sum([=](int i) { return a[i * stride]; }, 0, it.n);
}

void Dot(const Instruction& it, double* memory) {
  const double* a = memory + it.a.at;
  const double* b = memory + it.b.at;
  double value = 0;
  for (int i = 0; i < it.n; ++i, a += it.a.stride, b += it.b.stride) {
    value = std::fma(*a, *b, value);
  }
  memory[it.dst] = value;
}

void Select(const Instruction& it, double* memory) {
  const double* a = memory + it.a.at;
  const double* b = memory + it.b.at;
  const double* c = memory + it.c.at;
  double* out = memory + it.dst;
  for (int i = 0; i < it.n;
       ++i, a += it.a.stride, b += it.b.stride, c += it.c.stride) {
    out[i] = *c != 0 ? *a : *b;
  }
}

Kernel ReductionKernel(const Instruction& it) {
  switch (it.op) {
    case Op::sum:
      return &Add;
    case Op::dot:
      return &Dot;
    case Op::select:
      return &Select;
    case Op::total:
      return FoldKernel(Total());
    case Op::prod:
      return FoldKernel(Product());
    case Op::lowest:
      return FoldKernel(Lowest());
    case Op::highest:
      return FoldKernel(Highest());
    case Op::any:
      return FoldKernel(Any());
    case Op::all:
      return FoldKernel(All());
    default:
      return nullptr;
  }
}

/// The suite's reward of values: `interval` has the bounds, the margin, and the
/// factor of distances, see functions.py.
template <Slope kSlope>
double Fall(double x, const double* interval) {
  if (interval[0] <= x && x <= interval[1]) {
    return 1;
  }
  if (interval[2] == 0) {
    return 0;
  }
  const double beside = x < interval[0] ? interval[0] - x : x - interval[1];
  return mujoco::Fall(beside / interval[2], kSlope, interval[3]);
}

template <Slope kSlope>
void Tolerances(const Instruction& it, double* memory) {
  const double* a = memory + it.a.at;
  for (int i = 0; i < it.n; ++i, a += it.a.stride) {
    memory[it.dst + i] = Fall<kSlope>(*a, memory + it.b.at);
  }
}

Kernel ToleranceKernel(const Instruction& it) {
  constexpr std::array<Kernel, 5> kKernels{
      &Tolerances<Slope::kGaussian>, &Tolerances<Slope::kLongTail>,
      &Tolerances<Slope::kReciprocal>, &Tolerances<Slope::kLinear>,
      &Tolerances<Slope::kQuadratic>};
  return kKernels[static_cast<std::size_t>(it.k)];
}

void Rotate(const Instruction& it, double* memory) {
  const Shape& shape = kOps[static_cast<std::size_t>(it.op)].shape;
  std::array<double, 9> a{};
  std::array<double, 9> b{};
  std::array<double, 9> out{};
  for (int i = 0; i < shape.a; ++i) {
    a[i] = memory[it.a.at + i * it.a.stride];
  }
  for (int i = 0; i < shape.b; ++i) {
    b[i] = memory[it.b.at + i * it.b.stride];
  }
  switch (it.op) {
    case Op::rotate:
      mju_mulMatVec3(out.data(), a.data(), b.data());
      break;
    case Op::unrotate:
      for (int row = 0; row < 3; ++row) {  // as vector.dot(matrix) in NumPy
        for (int i = 0; i < 3; ++i) {
          out[i] = std::fma(b[row], a[3 * row + i], out[i]);
        }
      }
      break;
    case Op::quat_unrotate:
      a = {a[0], -a[1], -a[2], -a[3]};
      [[fallthrough]];
    case Op::quat_rotate:
      mju_rotVecQuat(out.data(), b.data(), a.data());
      break;
    case Op::quat_mul:
      mju_mulQuat(out.data(), a.data(), b.data());
      break;
    case Op::quat_mat:
      mju_quat2Mat(out.data(), a.data());
      break;
    case Op::quat_error:
      mju_subQuat(out.data(), a.data(), b.data());
      break;
    case Op::axis_angle:
      mju_axisAngle2Quat(out.data(), a.data(), b[0]);
      break;
    case Op::cross:
      mju_cross(out.data(), a.data(), b.data());
      break;
    default:
      break;
  }
  std::copy_n(out.begin(), shape.dst, memory + it.dst);
}

}  // namespace

Kernel KernelOf(const Instruction& it) {
  switch (kOps[static_cast<std::size_t>(it.op)].form) {
    case Form::kMap:
      return ElementKernel(it);
    case Form::kMap2:
      return PairsKernel(it);
    case Form::kSelect:
    case Form::kReduce:
    case Form::kReduce2:
      return ReductionKernel(it);
    case Form::kTolerance:
      return ToleranceKernel(it);
    case Form::kGeometry:
      return &Rotate;
    default:
      return nullptr;
  }
}

}  // namespace envpool::mujoco::tasks
