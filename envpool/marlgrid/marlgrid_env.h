// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// MarlGridEnv: the tasks of MarlGrid, with one row for each agent.
//
// Threads: as Env. Errors: Step throws std::invalid_argument unless it gets an
// action for each agent.

#ifndef ENVPOOL_MARLGRID_MARLGRID_ENV_H_
#define ENVPOOL_MARLGRID_MARLGRID_ENV_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "envpool/core/async_envpool.h"
#include "envpool/core/env.h"
#include "envpool/marlgrid/tiles.h"
#include "envpool/marlgrid/view.h"
#include "envpool/marlgrid/world.h"

namespace envpool::marlgrid {

inline constexpr int kActions = 7;
/// Numbers for each cell of a matrix: see WriteMatrix.
inline constexpr int kChannels = 13;

class MarlGridEnvFns {
 public:
  static decltype(auto) DefaultConfig() {
    return MakeDict(
        "env_name"_.Bind(std::string("cluttered")), "n_agents"_.Bind(1),
        "grid_size"_.Bind(11), "view_size"_.Bind(7), "view_tile_size"_.Bind(8),
        "view_offset"_.Bind(0), "n_clutter"_.Bind(0),
        "randomize_goal"_.Bind(false), "n_bonus_tiles"_.Bind(3),
        "bonus_reward"_.Bind(1.0F), "bonus_penalty"_.Bind(0.0F),
        "initial_reward"_.Bind(true), "reset_on_mistake"_.Bind(false),
        "reward_decay"_.Bind(true), "respawn"_.Bind(false),
        "ghost_mode"_.Bind(true), "prestige_coloring"_.Bind(false),
        "prestige_beta"_.Bind(0.95F), "prestige_scale"_.Bind(2.0F),
        "observation_format"_.Bind(std::string("pixels")));
  }
  template <typename Config>
  static decltype(auto) StateSpec(const Config& conf) {
    const auto [side, channels] = ShapeOf(conf);
    const int last = conf["n_agents"_] - 1;
    return MakeDict(
        "obs"_.Bind(Spec<std::uint8_t>({-1, side, side, channels}, {0, 255})),
        "info:players.id"_.Bind(Spec<int>({-1}, {0, last})),
        "info:players.done"_.Bind(Spec<bool>({-1}, {false, true})),
        "info:players.active"_.Bind(Spec<bool>({-1}, {false, true})),
        "info:players.pos"_.Bind(
            Spec<int>({-1, 2}, {0, conf["grid_size"_] - 1})),
        "info:players.dir"_.Bind(Spec<int>({-1}, {0, 3})));
  }
  /// The side and the number of channels of an observation.
  template <typename Config>
  static std::pair<int, int> ShapeOf(const Config& conf) {
    const std::string& format = conf["observation_format"_];
    const int view = conf["view_size"_];
    if (format == "pixels") {
      return {view * conf["view_tile_size"_], 3};
    }
    return {format == "matrix" ? view : conf["grid_size"_], kChannels};
  }
  template <typename Config>
  static decltype(auto) ActionSpec(const Config& /*conf*/) {
    return MakeDict("players.action"_.Bind(Spec<int>({-1}, {0, kActions - 1})));
  }
};

using MarlGridEnvSpec = EnvSpec<MarlGridEnvFns>;

class MarlGridEnv : public Env<MarlGridEnvSpec>, public RenderableEnv {
 public:
  MarlGridEnv(const Spec& spec, int env_id);

  [[nodiscard]] bool WritesAllFields() const override { return true; }
  bool IsDone() override { return world_.IsOver(); }
  bool TerminatedAtLimit() override { return world_.IsOver(); }

  void Reset() override;
  void Step(const Action& action) override;

  [[nodiscard]] std::pair<int, int> RenderSize(int width,
                                               int height) const override;
  void Render(int width, int height, int camera_id,
              unsigned char* rgb) override;

  void Save(StateWriter* writer) override { world_.Save(writer); }
  void Load(StateReader* reader) override { world_.Load(reader); }

 private:
  static constexpr int kFrameTile = 32;  // pixels, the official default
  enum class Format { kPixels, kMatrix, kFullMatrix };

  [[nodiscard]] Options OptionsOf(const Spec& spec) const;
  static Format FormatOf(const std::string& name);
  void WriteRows();
  void WriteObservation(int agent, std::uint8_t* to);
  std::uint8_t* WriteCell(Spot spot, std::uint8_t* to) const;
  void DrawFrame(int tile_size, std::uint8_t* rgb);

  World world_;
  const Format format_;
  const std::size_t bytes_;  // of an observation
  View view_;
  Painter painter_;
  std::optional<Painter> frame_painter_;  // the last one of Render
  std::array<float, kMaxAgents> rewards_{};
};

using MarlGridEnvPool = AsyncEnvPool<MarlGridEnv>;

}  // namespace envpool::marlgrid

#endif  // ENVPOOL_MARLGRID_MARLGRID_ENV_H_
