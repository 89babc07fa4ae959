// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/vizdoom/scenario.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "envpool/vizdoom/names.h"

namespace envpool::vizdoom {

namespace {

using Setter = std::function<void(Scenario*, const std::string&)>;
using Setters = std::map<std::string, Setter>;

/// Joins the words of a text with single spaces.
std::string Trim(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) {
    result += (result.empty() ? "" : " ") + word;
  }
  return result;
}

std::string Mapped(std::string text, int (*map)(int)) {
  std::transform(text.begin(), text.end(), text.begin(), [map](char c) {
    return static_cast<char>(map(static_cast<unsigned char>(c)));
  });
  return text;
}
std::string Lower(const std::string& text) {
  return Mapped(text, std::tolower);
}
std::string Upper(const std::string& text) {
  return Mapped(text, std::toupper);
}

[[noreturn]] void Refuse(const std::string& expected, const std::string& got) {
  throw std::invalid_argument("expected " + expected + ", got \"" + got + '"');
}

double Number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') {
    Refuse("a number", text);
  }
  return value;
}

unsigned Whole(const std::string& text) {
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || text[0] == '-' || value > 0xffffffffU) {
    Refuse("a natural number", text);
  }
  return static_cast<unsigned>(value);
}

bool Flag(const std::string& text) {
  if (text == "1" || text == "true") {
    return true;
  }
  if (text != "0" && text != "false") {
    Refuse("true or false", text);
  }
  return false;
}

int Choice(const std::string& text, const std::map<std::string, int>& choices) {
  const auto found = choices.find(text);
  if (found == choices.end()) {
    std::string names;
    for (const auto& [name, value] : choices) {
      names += (names.empty() ? "" : ", ") + name;
    }
    Refuse("one of " + names, text);
  }
  return found->second;
}

void SetResolution(Scenario* scenario, const std::string& text) {
  static const auto* const kSizes = new std::vector<std::pair<int, int>>{
      {160, 120},  {200, 125},   {200, 150},  {256, 144},   {256, 160},
      {256, 192},  {320, 180},   {320, 200},  {320, 240},   {320, 256},
      {400, 225},  {400, 250},   {400, 300},  {512, 288},   {512, 320},
      {512, 384},  {640, 360},   {640, 400},  {640, 480},   {800, 450},
      {800, 500},  {800, 600},   {1024, 576}, {1024, 640},  {1024, 768},
      {1280, 720}, {1280, 800},  {1280, 960}, {1280, 1024}, {1400, 787},
      {1400, 875}, {1400, 1050}, {1600, 900}, {1600, 1000}, {1600, 1200},
      {1920, 1080}};
  for (const auto& [width, height] : *kSizes) {
    if (text == "res_" + std::to_string(width) + "x" + std::to_string(height)) {
      scenario->width = width;
      scenario->height = height;
      return;
    }
  }
  Refuse("a resolution such as res_320x240", text);
}

void SetMaxValue(Scenario* scenario, const std::string& text) {
  const std::size_t space = text.find(' ');
  const int button = ButtonOf(Upper(text.substr(0, space)));
  if (button < 0 || space == std::string::npos) {
    Refuse("a button and a number", text);
  }
  if (button >= kBinaryButtons) {
    scenario->max_values[button - kBinaryButtons] =
        Whole(text.substr(space + 1));
  }
}

Setter Real(double ScenarioRewards::* member, double sign = 1) {
  return [member, sign](Scenario* scenario, const std::string& text) {
    scenario->rewards.*member = sign * Number(text);
  };
}
Setter Bool(bool Scenario::* member) {
  return [member](Scenario* scenario, const std::string& text) {
    scenario->*member = Flag(text);
  };
}
template <typename T>
Setter Natural(T Scenario::* member) {
  return [member](Scenario* scenario, const std::string& text) {
    scenario->*member = static_cast<T>(Whole(text));
  };
}
Setter RenderFlag(int bit) {
  return [bit](Scenario* scenario, const std::string& text) {
    scenario->render_mode &= ~bit;
    scenario->render_mode |= Flag(text) ? bit : 0;
  };
}
Setter OneOf(int Scenario::* member, std::map<std::string, int> choices) {
  return [member, choices = std::move(choices)](Scenario* scenario,
                                                const std::string& text) {
    scenario->*member = Choice(text, choices);
  };
}
// Ignores keys without effect: the game is synchronous, without a window and
// without sound output.
Setter Ignored() {
  return [](Scenario* /*scenario*/, const std::string& /*text*/) {};
}

void AddRewards(Setters* setters) {
  using R = ScenarioRewards;
  setters->insert({
      {"living_reward", Real(&R::living)},
      {"death_penalty", Real(&R::death_penalty)},
      {"death_reward", Real(&R::death_penalty, -1)},
      {"map_exit_reward", Real(&R::map_exit)},
      {"kill_reward", Real(&R::kill)},
      {"item_reward", Real(&R::item)},
      {"secret_reward", Real(&R::secret)},
      {"frag_reward", Real(&R::frag)},
      {"hit_reward", Real(&R::hit)},
      {"hit_taken_penalty", Real(&R::hit_taken_penalty)},
      {"hit_taken_reward", Real(&R::hit_taken_penalty, -1)},
      {"damage_made_reward", Real(&R::damage_made)},
      {"damage_taken_penalty", Real(&R::damage_taken_penalty)},
      {"damage_taken_reward", Real(&R::damage_taken_penalty, -1)},
      {"health_reward", Real(&R::health)},
      {"armor_reward", Real(&R::armor)},
  });
}

void AddBuffers(Setters* setters) {
  using S = Scenario;
  setters->insert({
      {"depth_buffer_enabled", Bool(&S::depth)},
      {"labels_buffer_enabled", Bool(&S::labels)},
      {"automap_buffer_enabled", Bool(&S::automap)},
      {"automap_mode", OneOf(&S::automap_mode, {{"normal", 0},
                                                {"whole", 1},
                                                {"objects", 2},
                                                {"objects_with_size", 3}})},
      {"objects_info_enabled", Bool(&S::objects)},
      {"sectors_info_enabled", Bool(&S::sectors)},
      {"audio_buffer_enabled", Bool(&S::audio)},
      {"audio_sampling_rate",
       OneOf(&S::audio_rate,
             {{"sr_11025", 11025}, {"sr_22050", 22050}, {"sr_44100", 44100}})},
      {"audio_buffer_size", Natural(&S::audio_tics)},
      {"notifications_buffer_enabled", Bool(&S::notifications)},
      {"notifications_buffer_size", Natural(&S::notification_tics)},
  });
}

void AddRendering(Setters* setters) {
  using S = Scenario;
  const char* const by_bit[] = {"render_hud",
                                "render_minimal_hud",
                                "render_weapon",
                                "render_crosshair",
                                "render_decals",
                                "render_particles",
                                "render_effects_sprites",
                                "render_messages",
                                "automap_rotate",
                                "automap_render_textures",
                                "automap_render_objects_as_sprites",
                                "render_corpses",
                                "render_screen_flashes"};
  int bit = 1;
  for (const char* name : by_bit) {
    setters->insert({name, RenderFlag(bit)});
    bit *= 2;
  }
  setters->insert({
      {"screen_resolution", SetResolution},
      {"screen_format", OneOf(&S::format, {{"crcgcb", kColors},
                                           {"rgb24", kColors},
                                           {"rgba32", kColors},
                                           {"argb32", kColors},
                                           {"cbcgcr", kColors},
                                           {"bgr24", kColors},
                                           {"bgra32", kColors},
                                           {"abgr32", kColors},
                                           {"gray8", kGray},
                                           {"doom_256_colors8", kPalette}})},
      {"render_all_frames", Ignored()},
      {"window_visible", Ignored()},
      {"sound_enabled", Ignored()},
      {"console_enabled", Bool(&S::console)},
  });
}

void AddGame(Setters* setters) {
  using S = Scenario;
  setters->insert({
      {"mode", Ignored()},
      {"seed", Ignored()},
      {"vizdoom_path", Ignored()},
      {"doom_config_path", Ignored()},
      {"doom_map",
       [](S* scenario, const std::string& text) { scenario->map = text; }},
      {"doom_skill",
       [](S* scenario, const std::string& text) {
         scenario->skill = std::clamp(Whole(text), 1U, 5U);
       }},
      {"ticrate", Natural(&S::ticrate)},
      {"episode_timeout", Natural(&S::timeout)},
      {"episode_start_time",
       [](S* scenario, const std::string& text) {
         scenario->start_tic = std::max(Whole(text), 1U);
       }},
      {"button_max_value", SetMaxValue},
  });
}

const Setters& AllSetters() {
  static const auto* const kSetters = [] {
    auto* setters = new Setters;
    AddRewards(setters);
    AddBuffers(setters);
    AddRendering(setters);
    AddGame(setters);
    Setters short_names;  // without underscores, such as "livingReward"
    for (const auto& [name, setter] : *setters) {
      std::string key = name;
      key.erase(std::remove(key.begin(), key.end(), '_'), key.end());
      short_names.insert({key, setter});
    }
    setters->merge(short_names);
    return setters;
  }();
  return *kSetters;
}

/// Reads one file.
class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path) {
    scenario_.path = path;
    if (!file_ || std::filesystem::is_directory(path)) {
      throw std::invalid_argument("cfg_path: cannot read the file " + path);
    }
  }

  Scenario Read() {
    for (std::string line; NextLine(&line);) {
      if (line.empty() || line[0] == '#') {
        continue;
      }
      try {
        ReadSetting(line);
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("cfg_path: " + scenario_.path + ", line " +
                                    std::to_string(line_number_) + ": " +
                                    error.what());
      }
    }
    return std::move(scenario_);
  }

 private:
  bool NextLine(std::string* line) {
    if (!std::getline(file_, *line)) {
      return false;
    }
    ++line_number_;
    *line = Trim(*line);
    return true;
  }

  void ReadSetting(const std::string& line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) {
      Refuse("key = value", line);
    }
    const bool append = equals > 0 && line[equals - 1] == '+';
    std::string key = Lower(Trim(line.substr(0, equals - (append ? 1 : 0))));
    key.erase(std::remove(key.begin(), key.end(), '_'), key.end());
    const std::string value = Trim(line.substr(equals + 1));
    if (key == "availablebuttons") {
      ReadList(value, append, ButtonOf, "button", &scenario_.buttons);
    } else if (key == "availablegamevariables") {
      ReadList(value, append, VariableOf, "game variable",
               &scenario_.variables);
    } else if (key == "gameargs") {
      ReadArguments(value, append);
    } else if (append) {
      Refuse("+= for a list only", line);
    } else if (key == "doomscenariopath") {
      scenario_.wad = Beside(value);
    } else if (key == "doomgamepath") {
      scenario_.iwad = Beside(value);
    } else {
      Set(key, Lower(value));
    }
  }

  void Set(const std::string& key, const std::string& value) {
    const auto found = AllSetters().find(key);
    if (found == AllSetters().end()) {
      throw std::invalid_argument("unknown key \"" + key + '"');
    }
    found->second(&scenario_, value);
  }

  void ReadArguments(const std::string& value, bool append) {
    if (!append) {
      scenario_.arguments.clear();
    }
    AddArguments(value, &scenario_);
  }

  void ReadList(std::string text, bool append,
                int (*number_of)(const std::string&), const char* kind,
                std::vector<int>* list) {
    std::string line;
    while (text.find('}') == std::string::npos && NextLine(&line)) {
      if (line.empty() || line[0] != '#') {
        text += " " + line;
      }
    }
    text = Trim(text);
    if (text.size() < 2 || text.front() != '{' || text.back() != '}') {
      Refuse("a list in braces", text);
    }
    if (!append) {
      list->clear();
    }
    std::istringstream words(text.substr(1, text.size() - 2));
    for (std::string word; words >> word;) {
      const int number = number_of(Upper(word));
      if (number < 0) {
        Refuse(std::string("a ") + kind, word);
      }
      if (std::find(list->begin(), list->end(), number) == list->end()) {
        list->push_back(number);
      }
    }
  }

  [[nodiscard]] std::string Beside(const std::string& name) const {
    const std::filesystem::path folder =
        std::filesystem::path(scenario_.path).parent_path();
    return (folder / name).lexically_normal();
  }

  Scenario scenario_;
  std::ifstream file_;
  int line_number_{0};
};

// Whether a wad has a part, or cannot be read. A wad begins with its kind, the
// number of its parts, and the offset of their list. An entry of the list has
// 16 bytes: offset, size and name.
bool MayHave(const std::string& wad, const std::string& part) {
  constexpr std::size_t kNameLength = 8;
  constexpr std::uint32_t kMaxParts = 1 << 20;
  struct {
    char kind[4];
    std::uint32_t count, place;
  } header{};
  std::ifstream file(wad, std::ios::binary);
  file.read(reinterpret_cast<char*>(&header), sizeof(header));
  if (!file || std::memcmp(header.kind + 1, "WAD", 3) != 0 ||
      header.count > kMaxParts) {
    return true;
  }
  std::vector<char> parts(std::size_t{16} * header.count);
  file.seekg(header.place);
  file.read(parts.data(), static_cast<std::streamsize>(parts.size()));
  for (std::size_t i = 0; file && i < parts.size(); i += 16) {
    const char* name = parts.data() + i + 8;
    if (Upper({name, strnlen(name, kNameLength)}) == part) {
      return true;
    }
  }
  return !file;
}

}  // namespace

std::size_t Scenario::BufferSize(Region region) const {
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  const std::size_t samples =
      static_cast<std::size_t>(audio_rate / 35) * audio_tics;
  switch (region) {
    case Region::kScreen:
      return pixels * Channels();
    case Region::kDepth:
      return depth ? pixels : 0;
    case Region::kLabels:
      return labels ? pixels : 0;
    case Region::kAutomap:
      return automap ? pixels * Channels() : 0;
    case Region::kAudio:
      return audio ? samples * 2 * sizeof(std::int16_t) : 0;
    default:
      return 0;
  }
}

Scenario ReadScenario(const std::string& path) { return Reader(path).Read(); }

void AddArguments(const std::string& text, Scenario* scenario) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    scenario->arguments.push_back(word);
  }
}

void CheckNoNetwork(const std::string& key,
                    const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    for (const char* name : {"-host", "-join", "-port", "-netmode", "-dup"}) {
      if (Lower(argument) == name) {  // the engine ignores case
        throw std::invalid_argument(
            key +
            ": expected none that are about the network, with several "
            "players, got '" +
            argument + "'");
      }
    }
  }
}

void CheckMap(const Scenario& scenario) {
  for (const std::string& argument : scenario.arguments) {
    if (Upper(argument) == "-FILE") {
      return;
    }
  }
  const std::string map = Upper(scenario.map);
  const bool has_wad = !scenario.wad.empty();
  if (!(has_wad && MayHave(scenario.wad, map)) &&
      !MayHave(scenario.iwad, map)) {
    throw std::invalid_argument(
        "map_id: expected a map of " +
        (has_wad ? scenario.wad + " or " : std::string()) + scenario.iwad +
        ", got \"" + scenario.map + '"');
  }
}

}  // namespace envpool::vizdoom
