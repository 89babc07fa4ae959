// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Envs in the style of other EnvPool releases, which must compile unchanged:
// core names without a namespace, Abseil's headers, frames, bindings by hand.
// upstream_style_test.py tests them.

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/core/py_envpool.h"
#include "envpool/utils/image_process.h"

// A team game: the number of players changes from step to step. It does not
// reuse the multi-player envs of //envpool/testing, because these are in the
// style of this release.
namespace team {

class TeamEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("steps"_.Bind(4), "empty_at"_.Bind(-1));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& /*conf*/) {
    return MakeDict("obs:players.number"_.Bind(Spec<int>({-1})),
                    "obs:board"_.Bind(Spec<float>({3})),
                    "info:players.heard"_.Bind(Spec<double>({-1, 2})),
                    "info:count"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("players.say"_.Bind(Spec<double>({-1, 2}, {-9.0, 9.0})),
                    "vote"_.Bind(Spec<int>({}, {0, 9})));
  }
};

using TeamEnvSpec = EnvSpec<TeamEnvFns>;

class TeamEnv : public Env<TeamEnvSpec> {
 protected:
  int step_{0};
  bool done_{true};

 public:
  TeamEnv(const Spec& spec, int env_id) : Env<TeamEnvSpec>(spec, env_id) {}

  bool IsDone() override { return done_; }

  void Reset() override {
    step_ = 0;
    done_ = false;
    State state = Allocate(Players());
    Number(&state);
  }

  void Step(const Action& action) override {
    ++step_;
    done_ = step_ >= CurrentMaxEpisodeSteps();
    const int speakers = action["players.env_id"_].Shape(0);
    CHECK_EQ(action["players.say"_].Shape(0), action["players.env_id"_].size);
    for (int i = 0; i < speakers; ++i) {
      CHECK_EQ(static_cast<int>(action["players.env_id"_][i]), env_id_);
    }
    State state = Allocate(Players());
    Number(&state);
    const int players = Players();
    for (int i = 0; i < players; ++i) {
      state["reward"_][i] = 10 * env_id_ + i;
      if (i < speakers) {
        state["info:players.heard"_][i].Assign(action["players.say"_][i]);
      }
    }
    state["obs:board"_](2) = static_cast<int>(action["vote"_]);
  }

 protected:
  int CurrentMaxEpisodeSteps() const override { return spec_.config["steps"_]; }

 private:
  int Players() const {
    return step_ == spec_.config["empty_at"_]
               ? 0
               : 1 + (env_id_ + step_) % max_num_players_;
  }
  void Number(State* state) {
    for (int i = 0; i < Players(); ++i) {
      (*state)["obs:players.number"_][i] = 100 * env_id_ + i;
    }
    (*state)["info:count"_] = Players();
  }
};

using TeamEnvPool = AsyncEnvPool<TeamEnv>;

}  // namespace team

// An env with one player, frames and failing CHECKs; bound by hand.
namespace painter {

class PainterEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict("size"_.Bind(4), "fail"_.Bind(std::string("")),
                    "fail_env"_.Bind(1));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return MakeDict("obs"_.Bind(Spec<uint8_t>({conf["size"_], 2}, {0, 255})),
                    "info:draw"_.Bind(Spec<int>({}, {0, 99})));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1}, {0, 2})));
  }
};

using PainterEnvSpec = EnvSpec<PainterEnvFns>;

class PainterEnv : public Env<PainterEnvSpec>, public RenderableEnv {
 protected:
  std::uniform_int_distribution<> dist_;
  std::string fail_;
  int shade_{0};
  bool done_{true};

 public:
  PainterEnv(const Spec& spec, int env_id)
      : Env<PainterEnvSpec>(spec, env_id), dist_(0, 99) {
    LOG(INFO) << "painter " << env_id_;
    if (env_id == spec.config["fail_env"_]) {
      fail_ = spec.config["fail"_];
    }
    CHECK_NE(fail_, "construct") << "no canvas";
  }

  bool IsDone() override { return done_; }

  void Reset() override {
    CHECK(fail_ != "reset") << "no paint";
    shade_ = 0;
    done_ = false;
    WriteState();
  }

  void Step(const Action& action) override {
    const int act = action["action"_];
    if (fail_ == "step") {
      CHECK_LT(act, 2) << "no brush for " << act;
    } else if (fail_ == "fatal") {
      LOG(FATAL) << "the roof fell down";
    } else if (fail_ == "throw") {
      throw 3;
    } else if (fail_ == "dcheck") {
      DCHECK_EQ(act, -1);
    } else if (fail_ == "twice") {
      Allocate();
    } else if (fail_ == "never") {
      return;
    }
    shade_ += act;
    done_ = shade_ > 5;
    WriteState();
  }

  std::pair<int, int> RenderSize(int width, int height) const override {
    return {width > 0 ? width : 6, height > 0 ? height : 3};
  }

  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override {
    for (int i = 0; i < width * height; ++i) {
      rgb[i * 3] = env_id_;
      rgb[i * 3 + 1] = camera_id;
      rgb[i * 3 + 2] = shade_;
    }
  }

  std::vector<int> DebugState() const { return {env_id_, seed_, shade_}; }

 private:
  void WriteState() {
    State state = Allocate();
    state["reward"_] = static_cast<float>(shade_);
    state["obs"_](0, 1) = shade_;
    state["info:draw"_] = dist_(gen_);
  }
};

class PainterEnvPool : public AsyncEnvPool<PainterEnv> {
 public:
  using AsyncEnvPool<PainterEnv>::AsyncEnvPool;
  std::vector<std::vector<int>> DebugStates() const {
    std::vector<std::vector<int>> states;
    for (const auto& env : envs_) {
      states.push_back(env->DebugState());
    }
    return states;
  }
};

}  // namespace painter

using TeamEnvSpec = PyEnvSpec<team::TeamEnvSpec>;
using TeamEnvPool = PyEnvPool<team::TeamEnvPool>;
using PainterEnvSpec = PyEnvSpec<painter::PainterEnvSpec>;
using PainterEnvPool = PyEnvPool<painter::PainterEnvPool>;

namespace {

py::object AbcMeta() { return py::module_::import("abc").attr("ABCMeta"); }

/// The bindings that families with additional functions write.
template <typename PySpec>
void BindSpecByHand(const py::module_& m, const std::string& name) {
  py::class_<PySpec>(m, name.c_str(), py::metaclass(AbcMeta()))
      .def(py::init<const typename PySpec::ConfigValues&>())
      .def_readonly("_config_values", &PySpec::py_config_values)
      .def_property_readonly(
          "_state_spec", [](const PySpec& self) { return self.StateSpecPy(); })
      .def_property_readonly(
          "_action_spec",
          [](const PySpec& self) { return self.ActionSpecPy(); })
      .def_readonly_static("_state_keys", &PySpec::py_state_keys)
      .def_readonly_static("_action_keys", &PySpec::py_action_keys)
      .def_readonly_static("_config_keys", &PySpec::py_config_keys)
      .def_readonly_static("_default_config_values",
                           &PySpec::py_default_config_values);
}

template <typename PyPool>
void BindPoolByHand(const py::module_& m, const std::string& name) {
  using PySpec = typename PyPool::PySpec;
  py::class_<PyPool>(m, name.c_str(), py::metaclass(AbcMeta()))
      .def(py::init<const PySpec&>())
      .def_readonly("_spec", &PyPool::py_spec)
      .def("_recv", &PyPool::PyRecv)
      .def("_send", &PyPool::PySend)
      .def("_reset", &PyPool::PyReset)
      .def("_render", &PyPool::PyRender)
      .def("_xla", &PyPool::Xla)
      .def("_debug_states", &PyPool::DebugStates)
      .def_readonly_static("_state_keys", &PyPool::py_state_keys)
      .def_readonly_static("_action_keys", &PyPool::py_action_keys);
}

/// A pool class with only a constructor from a spec.
class SketchEnvPool : public painter::PainterEnvPool {
 public:
  explicit SketchEnvPool(const Spec& spec) : painter::PainterEnvPool(spec) {}
};

/// Classes derived from the PyEnvSpec and PyEnvPool classes.
class OwnSpec : public PainterEnvSpec {
  using PainterEnvSpec::PainterEnvSpec;
};
class OwnPool : public PainterEnvPool {
 public:
  using PySpec = OwnSpec;
  explicit OwnPool(const OwnSpec& spec) : ::PainterEnvPool(spec) {}
};

Array AsPicture(const py::array_t<uint8_t>& array) {
  std::vector<int> shape(array.shape(), array.shape() + array.ndim());
  auto* data = const_cast<uint8_t*>(array.data());
  return Array(ShapeSpec(1, std::move(shape)), reinterpret_cast<char*>(data));
}

}  // namespace

PYBIND11_MODULE(upstream_style_test_module, m) {
  REGISTER(m, TeamEnvSpec, TeamEnvPool)
  BindSpecByHand<PainterEnvSpec>(m, "_PainterEnvSpec");
  BindPoolByHand<PainterEnvPool>(m, "_PainterEnvPool");
  BindPoolByHand<PyEnvPool<SketchEnvPool>>(m, "_SketchEnvPool");
  BindSpecByHand<OwnSpec>(m, "_OwnEnvSpec");
  BindPoolByHand<OwnPool>(m, "_OwnEnvPool");
  m.def("resize", [](const py::array_t<uint8_t>& src,
                     const py::array_t<uint8_t>& tgt, bool area) {
    Array target = AsPicture(tgt);
    Resize(AsPicture(src), &target, area);
  });
  m.def("gray_scale",
        [](const py::array_t<uint8_t>& src, const py::array_t<uint8_t>& tgt) {
          Array target = AsPicture(tgt);
          GrayScale(AsPicture(src), &target);
        });
#ifdef ENVPOOL_DCHECK
  m.attr("checks") = true;
#else
  m.attr("checks") = false;
#endif
}
