// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// SharedMemory: the ViZDoom engine writes its game's state to this memory, and
// reads its player's buttons from it.
//
// Layout and names of the fields are the engine's, in the version below and in
// our spelling.
//
// Threads: as Game. Errors: std::runtime_error if the memory cannot be mapped,
// or belongs to another version.

#ifndef ENVPOOL_VIZDOOM_SHARED_MEMORY_H_
#define ENVPOOL_VIZDOOM_SHARED_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace envpool::vizdoom {

inline constexpr unsigned kEngineVersion = 132;
inline constexpr const char* kEngineVersionText = "1.3.2";

inline constexpr int kBinaryButtons = 38;
inline constexpr int kDeltaButtons = 5;
inline constexpr int kButtons = kBinaryButtons + kDeltaButtons;
inline constexpr int kMaxPlayers = 16;
inline constexpr int kNameLength = 128;

/// The parts of the memory.
enum class Region {
  kGame,
  kInput,
  kScreen,
  kDepth,
  kLabels,
  kAutomap,
  kAudio,
  kCount
};
inline constexpr int kRegions = static_cast<int>(Region::kCount);

struct SharedLabel {
  std::uint8_t value;
  unsigned position[2];
  unsigned size[2];
  unsigned object_id;
  double object_position[9];
  char object_name[kNameLength];
  char object_category[kNameLength];
};

struct SharedObject {
  unsigned id;
  int sector_id;
  double position[9];
  char category[kNameLength];
  char name[kNameLength];
};

struct SharedSector {
  unsigned id;
  double floor_height;
  double ceiling_height;
  unsigned line_count;
  unsigned lines[1024];
};

struct SharedLine {
  double position[4];
  bool is_blocking;
};

struct SharedGame {
  unsigned version;
  char version_text[15];
  bool knows_tics;  // only of our engine, see third_party/vizdoom/tics.patch

  std::size_t size;
  std::size_t region_offset[kRegions];
  std::size_t region_size[kRegions];
  bool region_writeable[kRegions];

  unsigned game_tic;
  int game_state;
  int game_action;
  unsigned static_seed;
  bool settings_controller;
  bool net_game;
  bool multiplayer;
  bool deathmatch;
  bool demo_recording;
  bool demo_playback;
  bool openal_sound;

  unsigned screen_width;
  unsigned screen_height;
  std::size_t screen_pitch;
  std::size_t screen_size;
  int screen_format;

  bool depth_buffer;
  bool labels_buffer;
  bool automap_buffer;
  bool objects_info;
  bool sectors_info;
  bool audio_buffer;
  bool notifications_buffer;

  unsigned map_start_tic;
  unsigned map_tic;
  unsigned map_tic_limit;

  int map_reward;
  int user_variables[60];

  int map_kill_count;
  int map_item_count;
  int map_secret_count;
  bool map_end;

  bool has_actor;
  bool dead;

  char name[kNameLength];
  int kill_count;
  int item_count;
  int secret_count;
  int frag_count;
  int death_count;

  bool on_ground;

  int health;
  int armor;

  bool attack_ready;
  bool alt_attack_ready;

  int selected_weapon;
  int selected_weapon_ammo;

  int ammo[10];
  int weapon[10];

  double movement[10];
  double camera[7];

  bool ready_to_respawn;
  unsigned player_number;

  unsigned player_count;
  bool player_in_game[kMaxPlayers];
  char player_name[kMaxPlayers][kNameLength];
  int player_frag_count[kMaxPlayers];
  bool player_afk[kMaxPlayers];
  unsigned player_last_action_tic[kMaxPlayers];
  unsigned player_last_kill_tic[kMaxPlayers];

  unsigned label_count;
  SharedLabel labels[256];

  unsigned object_count;
  SharedObject objects[4096];

  unsigned sector_count;
  SharedSector sectors[2048];

  unsigned line_count;
  SharedLine lines[16384];

  int hit_count;
  int hits_taken;
  int damage_count;
  int damage_taken;

  unsigned notifications_size;
  char notifications[32768];
};

struct SharedInput {
  double state[kButtons];
  bool available[kButtons];
  double max_value[kDeltaButtons];
  double command[kButtons];
};

class SharedMemory {
 public:
  /// Maps the memory that an engine has created and removes its name, so that
  /// the memory vanishes when both processes have ended.
  explicit SharedMemory(const std::string& name);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  [[nodiscard]] const SharedGame& game() const {
    return *static_cast<const SharedGame*>(data_);
  }
  [[nodiscard]] SharedInput& input() const {
    return *reinterpret_cast<SharedInput*>(At(Region::kInput));
  }
  /// The bytes of a region; nullptr if the region is empty.
  [[nodiscard]] char* At(Region region) const;

 private:
  void Map(int file);
  void CheckLayout() const;

  void* data_{nullptr};
  std::size_t size_{0};
};

/// Throws std::runtime_error if there is no space for `bytes` of new memory.
void RequireSharedSpace(std::size_t bytes);

/// Removes the name of shared memory, if it exists.
void UnlinkSharedMemory(const std::string& name);

}  // namespace envpool::vizdoom

#endif  // ENVPOOL_VIZDOOM_SHARED_MEMORY_H_
