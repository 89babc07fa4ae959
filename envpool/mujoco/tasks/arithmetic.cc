// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "envpool/mujoco/common/terms.h"
#include "mujoco/mujoco.h"

namespace envpool::mujoco::tasks {
namespace {

template <typename F>
void Map(const Instruction& it, double* memory, F f) {
  const double* a = memory + it.a.at;
  double* out = memory + it.dst;
  for (int i = 0; i < it.n; ++i, a += it.a.stride) {
    out[i] = f(*a);
  }
}

template <typename F>
void Map2(const Instruction& it, double* memory, F f) {
  const double* a = memory + it.a.at;
  const double* b = memory + it.b.at;
  double* out = memory + it.dst;
  for (int i = 0; i < it.n; ++i, a += it.a.stride, b += it.b.stride) {
    out[i] = f(*a, *b);
  }
}

template <typename F>
void Fold(const Instruction& it, double* memory, double first, F f) {
  const double* a = memory + it.a.at;
  double value = first;
  for (int i = 0; i < it.n; ++i, a += it.a.stride) {
    value = f(value, *a);
  }
  memory[it.dst] = value;
}

double Flag(bool value) { return value ? 1 : 0; }

/// NumPy's remainder, which has the sign of the divisor.
double Remainder(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

bool MapElements(const Instruction& it, double* memory) {
  const auto map = [&](auto f) {
    Map(it, memory, f);
    return true;
  };
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
    case Op::isfinite:
      return map([](double x) { return Flag(std::isfinite(x)); });
    default:
      return false;
  }
}

bool MapPairs(const Instruction& it, double* memory) {
  const auto map = [&](auto f) {
    Map2(it, memory, f);
    return true;
  };
  switch (it.op) {
    case Op::add:
      return map([](double x, double y) { return x + y; });
    case Op::sub:
      return map([](double x, double y) { return x - y; });
    case Op::mul:
      return map([](double x, double y) { return x * y; });
    case Op::div:
      return map([](double x, double y) { return x / y; });
    case Op::min:  // like NumPy's, NaN if either is
      return map([](double x, double y) { return x < y || x != x ? x : y; });
    case Op::max:
      return map([](double x, double y) { return x > y || x != x ? x : y; });
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
      return false;
  }
}

bool Reduce(const Instruction& it, double* memory) {
  const double* a = memory + it.a.at;
  const double* b = memory + it.b.at;
  switch (it.op) {
    case Op::sum:
      memory[it.dst] = Sum([&](int i) { return a[i * it.a.stride]; }, 0, it.n);
      return true;
    case Op::dot: {
      double value = 0;
      for (int i = 0; i < it.n; ++i) {
        value = std::fma(a[i * it.a.stride], b[i * it.b.stride], value);
      }
      memory[it.dst] = value;
      return true;
    }
    case Op::total:  // one by one, as NumPy adds rows
      Fold(it, memory, 0, [](double x, double y) { return x + y; });
      return true;
    case Op::prod:
      Fold(it, memory, 1, [](double x, double y) { return x * y; });
      return true;
    case Op::lowest:
      Fold(it, memory, INFINITY,
           [](double x, double y) { return x < y || x != x ? x : y; });
      return true;
    case Op::highest:
      Fold(it, memory, -INFINITY,
           [](double x, double y) { return x > y || x != x ? x : y; });
      return true;
    case Op::any:
      Fold(it, memory, 0,
           [](double x, double y) { return Flag(x != 0 || y != 0); });
      return true;
    case Op::all:
      Fold(it, memory, 1,
           [](double x, double y) { return Flag(x != 0 && y != 0); });
      return true;
    case Op::select: {
      const double* c = memory + it.c.at;
      for (int i = 0; i < it.n; ++i) {
        memory[it.dst + i] =
            c[i * it.c.stride] != 0 ? a[i * it.a.stride] : b[i * it.b.stride];
      }
      return true;
    }
    default:
      return false;
  }
}

bool Rotate(const Instruction& it, double* memory) {
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
      return false;
  }
  std::copy_n(out.begin(), shape.dst, memory + it.dst);
  return true;
}

}  // namespace

bool Calculate(const Instruction& it, double* memory) {
  switch (kOps[static_cast<std::size_t>(it.op)].form) {
    case Form::kMap:
      return MapElements(it, memory);
    case Form::kMap2:
      return MapPairs(it, memory);
    case Form::kSelect:
    case Form::kReduce:
    case Form::kReduce2:
      return Reduce(it, memory);
    case Form::kGeometry:
      return Rotate(it, memory);
    default:
      return false;
  }
}

}  // namespace envpool::mujoco::tasks
