// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every idiom that env authors use, in one made-up env: a garden in which a
// robot waters beds. author_api_test.py tests it.

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/core/py_envpool.h"

namespace garden {

enum Tool { kCan, kHose };
enum class Weather : int { kSun = 0, kRain = 1 };

class GardenFns {
 public:
  static decltype(auto) DefaultConfig() {
    const double from_variable = 0.25;
    return MakeDict(
        "beds"_.Bind(3), "wither"_.Bind(from_variable), "gain"_.Bind(1.5f),
        "open"_.Bind(true), "title"_.Bind(std::string("kitchen garden")),
        "gate"_.Bind(std::pair<int, int>(2, 5)),
        "crops"_.Bind(std::vector<std::string>{"leek", "kale"}),
        "prices"_.Bind(std::map<std::string, double>{{"kale", 2.0}}),
        "break_at"_.Bind(-1));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const float inf = std::numeric_limits<float>::infinity();
    const int beds = conf["beds"_];
    return MakeDict(
        "obs:water"_.Bind(Spec<float>({beds}, {0.0, inf})),
        "obs:sun.angle"_.Bind(
            Spec<float>({2}, {{-static_cast<float>(M_PI), 0}, {inf, 1.5}})),
        "obs:camera"_.Bind(Spec<uint8_t>({conf["beds"_] * 2, 2, 3}, {0, 255})),
        "obs:gates open"_.Bind(Spec<bool>({2}, {false, true})),
        "info:tiny"_.Bind(Spec<std::int8_t>({1}, {-8, 8})),
        "info:small"_.Bind(Spec<std::int16_t>({2})),
        "info:income"_.Bind(Spec<double>({-1})),
        "info:day"_.Bind(Spec<int>({})),
        "info:soil"_.Bind(Spec<float>(std::vector<int>{2, beds})),
        "info:worms"_.Bind(
            Spec<Container<float>>({-1}, Spec<float>({-1, beds}))));
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& conf) {
    return MakeDict(
        "tool"_.Bind(MarkDiscrete(Spec<int>({-1}, {0, 1}))),
        "move"_.Bind(Spec<float>({-1, 2}, {-1.0, 1.0})),
        "cell"_.Bind(Spec<int>({-1, 2}, {{0, 0}, {9, 4}})),
        "amount"_.Bind(Spec<double>({-1}, {0.0, conf["beds"_] + 0.5})));
  }
  template <typename Config>
  static decltype(auto) ResetOptions(const Config& conf) {
    return MakeDict("first_day"_.Bind(0), "turn"_.Bind(0.0),
                    "watered"_.Bind(false),
                    "sign"_.Bind(std::string(conf["title"_])));
  }
  template <typename Options>
  static void CheckResetOptions(const Options& options) {
    if (options["first_day"_] < 0) {
      throw std::invalid_argument("options['first_day']: expected at least 0");
    }
  }
};

/// A Dict of Specs without the entries with keys that begin with "obs:".
template <typename DictT, std::size_t I = 0>
auto WithoutObs(const DictT& dict) {
  if constexpr (I < DictT::kSize) {
    using Key = std::tuple_element_t<I, typename DictT::Keys>;
    if constexpr (Key::kStrView.substr(0, 4) == "obs:") {
      return WithoutObs<DictT, I + 1>(dict);
    } else {
      const auto& spec =
          std::get<I>(static_cast<const typename DictT::Values&>(dict));
      return ConcatDict(MakeDict(Key().Bind(spec)),
                        WithoutObs<DictT, I + 1>(dict));
    }
  } else {
    return MakeDict();
  }
}

class AerialFns : public GardenFns {
 public:
  static decltype(auto) DefaultConfig() {
    return ConcatDict(GardenFns::DefaultConfig(),
                      MakeDict("altitude"_.Bind(30)));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    return ConcatDict(
        WithoutObs(GardenFns::StateSpec(conf)),
        MakeDict("obs"_.Bind(Spec<uint8_t>({3, 4, 5}, {0, 255}))));
  }
};

using GardenEnvSpec = EnvSpec<GardenFns>;
using AerialEnvSpec = EnvSpec<AerialFns>;

inline double Clip(double x) { return std::clamp(x, -1.0, 1.0); }
inline int Next(int i) { return i + 1; }

/// Reads an action without knowing its type.
template <typename Action>
double Effort(const Action& action) {
  return Clip(action["move"_](0, 0)) + Clip(action["move"_][0][1]);
}

template <typename SpecT>
class GardenBase : public Env<SpecT>,
                   public RenderableEnv,
                   public TextRenderableEnv {
 public:
  using Base = Env<SpecT>;
  using Spec = SpecT;
  using State = typename Base::State;
  using Action = typename Env<SpecT>::Action;

  GardenBase(const Spec& spec, int env_id)
      : Env<SpecT>(spec, env_id),
        beds_(spec.config["beds"_]),
        break_at_(spec.config["break_at"_]),
        wither_(spec.config["wither"_]),
        photo_spec_({4, 5, 3}, {0, 255}),
        photo_(photo_spec_),
        spare_(::Spec<uint8_t>({4, 5, 3})) {
    if (beds_ < 1) {
      throw std::invalid_argument("beds: expected at least 1, got " +
                                  std::to_string(beds_));
    }
    const std::string path = spec.config["base_path"_];
    const auto [x, y] = spec.config["gate"_];
    title_ = path + "/" + std::string(spec.config["title"_]);
    gate_ = x * y;
    for (const auto& [crop, price] : spec.config["prices"_]) {
      income_ += price * static_cast<double>(crop.size());
    }
    CHECK_EQ(photo_spec_.Shape().size(), 3U) << title_;
    std::vector<Array> frames(2, spare_);
    frames.emplace_back(std::move(photo_));
    photo_ = frames.back();
    history_.assign(frames.begin(), frames.end());
    const auto& tool = spec.action_spec["tool"_];
    CHECK(tool.is_discrete && std::get<1>(tool.bounds) == 1);
    CHECK_EQ(std::get<1>(spec.action_spec["cell"_].elementwise_bounds)[0], 9);
  }

  bool IsDone() override { return done_; }

  void Reset() override {
    const auto& options = this->reset_options();
    day_ = options["first_day"_];
    const std::string& sign = options["sign"_];
    sign_ = options["watered"_] ? 3 : 2;
    sign_ += sign == spec_.config["title"_] ? 0 : static_cast<int>(sign.size());
    done_ = false;
    was_forced_ = force_reset_;
    std::uniform_real_distribution<> sun(-M_PI, M_PI);
    angle_ = sun(gen_) + options["turn"_];
    Write(0);
  }

  void Step(const Action& action) override {
    const int whole = action["tool"_];
    const int first = action["tool"_][0];
    const Tool tool = static_cast<Tool>(action["tool"_]);
    const auto weather = static_cast<Weather>(action["tool"_]);
    const int next = Next(action["tool"_]);
    const float x = action["move"_](0, 0);
    const auto* move = static_cast<float*>(action["move"_].Data());
    const double amount = action["amount"_];
    const int column =
        std::clamp(static_cast<int>(action["cell"_](0, 1)), 0, 4);
    const auto rows = action["players.env_id"_].Shape(0);
    const int owner = action["players.env_id"_][0];
    CHECK(whole == first && next == whole + 1 && x == move[0]);
    CHECK((tool == kHose) == (weather == Weather::kRain));
    CHECK_EQ(rows, 1U);
    CHECK_EQ(owner, env_id_) << "of " << max_num_players_;
    DCHECK_GE(column, 0);
    if (++day_ == break_at_) {
      throw std::runtime_error("the robot broke in " + title_);
    }
    std::bernoulli_distribution frost(0.02);
    done_ = frost(gen_) || day_ >= CurrentMaxEpisodeSteps();
    Write(Effort(action) + amount + column);
  }

  std::pair<int, int> RenderSize(int width, int height) const override {
    return {width > 0 ? width : 5, height > 0 ? height : 4};
  }
  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override {
    Array frame(::Spec<uint8_t>({height, width, 3}),
                reinterpret_cast<char*>(rgb));
    frame.Fill(static_cast<uint8_t>(10 * camera_id + day_));
    if (frame.size == photo_.size) {
      frame[0].Assign(photo_[0]);
    }
  }

  std::string RenderText() override {
    return "bed " + std::to_string(env_id_) + ", day " + std::to_string(day_) +
           ": \xf0\x9f\x8c\xb1";
  }

  int gate() const { return gate_; }

 protected:
  using Base::env_id_;
  using Base::force_reset_;
  using Base::gen_;
  using Base::max_num_players_;
  using Base::seed_;
  using Base::spec_;

  int CurrentMaxEpisodeSteps() const override {
    return spec_.config["max_episode_steps"_];
  }

 private:
  static void Paint(std::string_view key, Array* target, uint8_t shade) {
    auto* pixels = static_cast<uint8_t*>(target->Data());
    std::fill_n(pixels, target->size, shade);
    const std::vector<uint8_t> first(target->Shape(target->ndim - 1), 255);
    (*target)(0, 0).Assign(first.data(), first.size());
    CHECK_EQ(target->element_size, 1U) << key;
  }
  static void Scale(const Array& values, double factor) {
    for (std::size_t i = 0; i < values.Shape(0); ++i) {
      values[static_cast<int>(i)] = factor;  // a double, the element type
    }
  }

  void WriteCommon(State* state, double reward) {
    (*state)["reward"_] = reward;
    (*state)["info:day"_] = day_;
    (*state)["info:tiny"_] = -day_;
    (*state)["info:small"_][1] = seed_;
    (*state)["info:small"_](0) = was_forced_;
    (*state)["info:income"_][0] = income_;
    Scale((*state)["info:income"_], income_ + day_);
    (*state)["info:soil"_](1, beds_ - 1) = 0.5;
    (*state)["info:soil"_][0][0] = sign_;
    Container<float>& worms = (*state)["info:worms"_];
    auto* found = new TArray<float>(::Spec<float>(std::vector<int>{2, beds_}));
    found->Fill(day_);
    worms.reset(found);
    if (day_ == 2) {  // the env's value overrides the engine's
      (*state)["discount"_] = 0.5f;
    }
  }

  void Write(double reward) {
    auto state = this->Allocate();
    WriteCommon(&state, reward);
    if constexpr (std::is_same_v<SpecT, GardenEnvSpec>) {
      for (int i = 0; i < beds_; ++i) {
        state["obs:water"_][i] = i + wither_ * day_;
      }
      const float angles[] = {static_cast<float>(angle_), 1.0f};
      state["obs:sun.angle"_].Assign(angles, 2);
      auto gates = state["obs:gates open"_];
      gates[1] = true;
      auto camera = state["obs:camera"_];
      Paint("obs:camera", &camera, 40);
      camera.Slice(beds_, beds_ * 2).Assign(camera.Slice(0, beds_));
      camera[0].Zero();
      const std::vector<Array> flat = state.template AllValues<Array>();
      CHECK_EQ(flat.size(), static_cast<std::size_t>(State::kSize));
    } else {
      auto frame = state["obs"_];
      Paint("obs", &frame, 20);
    }
#ifdef ENVPOOL_TEST
    state["info:day"_] = -1;
#endif
  }

  int beds_, break_at_, gate_{0}, day_{0}, sign_{0};
  double wither_, angle_{0}, income_{0};
  bool done_{true}, was_forced_{false};
  std::string title_;
  ::Spec<uint8_t> photo_spec_;
  Array photo_, spare_;
  std::deque<Array> history_;
};

using GardenEnv = GardenBase<GardenEnvSpec>;
using AerialEnv = GardenBase<AerialEnvSpec>;
using AerialEnvPool = AsyncEnvPool<AerialEnv>;

class GardenEnvPool : public AsyncEnvPool<GardenEnv> {
 public:
  using AsyncEnvPool<GardenEnv>::AsyncEnvPool;
  bool Ended(int env_id) const { return envs_[env_id]->IsDone(); }
  int Gate(int env_id) const { return envs_[env_id]->gate(); }
};

/// Steps three envs once from C++. The expected result 120 encodes: env 2 has
/// made 1 step and found 2 rows of worms, and env 0 has not ended (0).
int CppDrive() {
  auto config = GardenEnvSpec::kDefaultConfig;
  config["num_envs"_] = 3;
  config["seed"_] = 7;
  const GardenEnvSpec spec(config);
  GardenEnvPool pool(spec);
  TArray<int> ids(Spec<int>({3}));
  for (int i = 0; i < 3; ++i) {
    ids[i] = i;
  }
  pool.Reset(ids);
  const GardenEnv::State first(pool.Recv());
  GardenEnv::Action action;
  action["env_id"_] = first["info:env_id"_];
  action["players.env_id"_] = first["info:players.env_id"_];
  action["tool"_] = TArray<int>(Spec<int>({3}));
  action["move"_] = TArray<float>(Spec<float>({3, 2}));
  action["cell"_] = TArray<int>(Spec<int>({3, 2}));
  action["amount"_] = TArray<double>(Spec<double>({3}));
  pool.Send(action);
  const GardenEnv::State second(pool.Recv());
  const int elapsed = second["elapsed_step"_][2];
  Container<float>& worms = second["info:worms"_][0];
  return elapsed * 100 + static_cast<int>(worms->Shape(0)) * 10 +
         (pool.Ended(0) ? 1 : 0);
}

/// A config type without a Python equivalent.
struct Soil {};
struct SoilFns {
  static auto DefaultConfig() { return MakeDict("soil"_.Bind(Soil{})); }
  template <typename Config>
  static auto StateSpec(const Config& /*conf*/) {
    return MakeDict("obs"_.Bind(Spec<int>({})));
  }
  template <typename Config>
  static auto ActionSpec(const Config& /*conf*/) {
    return MakeDict("action"_.Bind(Spec<int>({-1})));
  }
};

}  // namespace garden

using GardenEnvSpec = PyEnvSpec<garden::GardenEnvSpec>;
using GardenEnvPool = PyEnvPool<garden::GardenEnvPool>;
using AerialEnvSpec = PyEnvSpec<garden::AerialEnvSpec>;
using AerialEnvPool = PyEnvPool<garden::AerialEnvPool>;

PYBIND11_MODULE(author_api_test_module, m) {
  REGISTER(m, GardenEnvSpec, GardenEnvPool)
  REGISTER(m, AerialEnvSpec, AerialEnvPool)
  m.def("cpp_drive", &garden::CppDrive);
  m.def("bind_soil", [](const py::module_& module) {
    envpool::BindSpec<PyEnvSpec<EnvSpec<garden::SoilFns>>>(module,
                                                           "_SoilEnvSpec");
  });
}
