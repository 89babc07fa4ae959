// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/model_params.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "envpool/mujoco/common/param_texts.h"
#include "mujoco/mjxmacro.h"

namespace envpool::mujoco {
namespace {

bool StartsWithAny(std::string_view name,
                   std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
    return name.starts_with(prefix);
  });
}

bool IsOneOf(std::string_view name,
             std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool IsParam(std::string_view name) {
  // These values follow from other fields.
  if (name.ends_with("0") && name != "qpos0") {
    return false;
  }
  if (IsOneOf(name, {"body_subtreemass", "body_margin", "dof_length",
                     "geom_aabb", "geom_rbound"})) {
    return false;
  }
  // These fields are assets, or boxes around their parts.
  if (StartsWithAny(name, {"mesh_", "skin_", "tex_", "bvh_", "oct_"})) {
    return false;
  }
  // Sizes of matrices depend on other fields of deformable objects.
  if (name.starts_with("flex")) {
    return IsOneOf(
        name, {"flex_solmix", "flex_solref", "flex_solimp", "flex_friction",
               "flex_margin", "flex_gap", "flex_rgba"});
  }
  // Buffers have these lengths.
  if (IsOneOf(name, {"actuator_delay", "sensor_delay", "sensor_interval"})) {
    return false;
  }
  // Newer releases have fields that are not described.
  if (TextOf(name).name.empty()) {
    return false;
  }
  // No env reads these.
  return !StartsWithAny(name, {"key_"}) && !name.ends_with("_user") &&
         !IsOneOf(name, {"numeric_data", "tuple_objprm", "sensor_noise"});
}

/// Other integers select algorithms or are the structure of the model.
bool IsCount(std::string_view name) {
  return name.starts_with("opt.") &&
         (name.ends_with("iterations") || name == "opt.sdf_initpoints");
}

template <typename T>
inline constexpr bool kIsNumber =
    std::is_same_v<T, double> || std::is_same_v<T, float> ||
    std::is_same_v<T, int>;

template <typename T>
inline constexpr NumberType kTypeOf =
    std::is_same_v<T, int>     ? NumberType::kInt
    : std::is_same_v<T, float> ? NumberType::kFloat
                               : NumberType::kDouble;

/// All fields that are parameters, for models of any size.
const std::vector<ModelField>& AllFields() {
  static const std::vector<ModelField>& all = *new std::vector<ModelField>([] {
    std::vector<ModelField> fields;
    const auto add = [&]<typename T>(ModelField field) {
      if constexpr (kIsNumber<T>) {
        if (std::is_same_v<T, int> ? IsCount(field.name)
                                   : IsParam(field.name)) {
          fields.push_back(field);
        }
      }
    };  // NOLINT(readability/braces)
#define ENVPOOL_VALUES(prefix, member, type, field, count) \
  add.template operator()<type>(                           \
      {.name = prefix #field,                              \
       .rows_name = "",                                    \
       .offset = offsetof(mjModel, member.field),          \
       .is_array = false,                                  \
       .number = kTypeOf<type>,                            \
       .rows = [](const mjModel&) { return 1; },           \
       .columns = [](const mjModel&) { return static_cast<int>(count); }});
#undef X
#undef XVEC
#define X(type, name, count) ENVPOOL_VALUES("opt.", opt, type, name, count)
#define XVEC X
    MJOPTION_FIELDS
#undef X
#define X(type, name, count) \
  ENVPOOL_VALUES("vis.headlight.", vis.headlight, type, name, count)
    MJVISUAL_HEADLIGHT_FIELDS
#undef X
#undef XVEC
#undef MJ_M
#define MJ_M(n) model.n
#define X(type, field, nr, nc)                                              \
  add.template operator()<type>(                                            \
      {.name = #field,                                                      \
       .rows_name = #nr,                                                    \
       .offset = offsetof(mjModel, field),                                  \
       .is_array = true,                                                    \
       .number = kTypeOf<type>,                                             \
       .rows =                                                              \
           [](const mjModel& model) { return static_cast<int>(model.nr); }, \
       .columns =                                                           \
           []([[maybe_unused]] const mjModel& model) {                      \
             return static_cast<int>(nc);                                   \
           }});
    MJMODEL_POINTERS
#undef X
    return fields;
  }());
  return all;
}

/// Calls visit(pointer to the field's first value).
template <typename Visit>
void VisitValues(const ModelField& field, const mjModel& model,
                 const Visit& visit) {
  const char* place = reinterpret_cast<const char*>(&model) + field.offset;
  const void* values =
      field.is_array ? *reinterpret_cast<void* const*>(place) : place;
  switch (field.number) {
    case NumberType::kInt:
      visit(static_cast<const int*>(values));
      break;
    case NumberType::kFloat:
      visit(static_cast<const float*>(values));
      break;
    case NumberType::kDouble:
      visit(static_cast<const double*>(values));
  }
}

int SizeOf(const ModelField& field, const mjModel& model) {
  return field.rows(model) * field.columns(model);
}

std::string NameOf(const mjModel& model, mjtObj type, int number) {
  const char* name = mj_id2name(&model, type, number);
  return name == nullptr ? "" : name;
}

/// The type of object of each row; mjOBJ_UNKNOWN for rows without names.
mjtObj ObjectOf(std::string_view rows_name) {
  constexpr std::array kTypes{std::pair{"nbody", mjOBJ_BODY},
                              std::pair{"njnt", mjOBJ_JOINT},
                              std::pair{"ngeom", mjOBJ_GEOM},
                              std::pair{"nsite", mjOBJ_SITE},
                              std::pair{"ncam", mjOBJ_CAMERA},
                              std::pair{"nlight", mjOBJ_LIGHT},
                              std::pair{"nflex", mjOBJ_FLEX},
                              std::pair{"nhfield", mjOBJ_HFIELD},
                              std::pair{"nmat", mjOBJ_MATERIAL},
                              std::pair{"npair", mjOBJ_PAIR},
                              std::pair{"neq", mjOBJ_EQUALITY},
                              std::pair{"ntendon", mjOBJ_TENDON},
                              std::pair{"nu", mjOBJ_ACTUATOR},
                              std::pair{"nsensor", mjOBJ_SENSOR},
                              std::pair{"nout", mjOBJ_ACTUATOR},
                              std::pair{"nactuator", mjOBJ_ACTUATOR}};
  const auto* found = std::ranges::find_if(
      kTypes, [&](const auto& each) { return each.first == rows_name; });
  return found == kTypes.end() ? mjOBJ_UNKNOWN : found->second;
}

/// Entries of qpos or qvel have their joint's name; with several per joint,
/// "joint:0", "joint:1", ....
std::vector<std::string> LabelsOfJoints(const mjModel& model,
                                        const int* addresses, int total) {
  std::vector<std::string> labels;
  const auto joints = static_cast<int>(model.njnt);
  for (int joint = 0; joint < joints; ++joint) {
    const std::string name = NameOf(model, mjOBJ_JOINT, joint);
    const int end = joint + 1 < joints ? addresses[joint + 1] : total;
    const int count = end - addresses[joint];
    for (int i = 0; i < count; ++i) {
      labels.push_back(
          name.empty() || count == 1 ? name : name + ":" + std::to_string(i));
    }
  }
  return labels;
}

std::vector<std::string> LabelsOf(std::string_view rows_name,
                                  const mjModel& model, int rows) {
  if (rows_name == "nv") {
    return LabelsOfJoints(model, model.jnt_dofadr, rows);
  }
  if (rows_name == "nq") {
    return LabelsOfJoints(model, model.jnt_qposadr, rows);
  }
  const mjtObj type = ObjectOf(rows_name);
  std::vector<std::string> labels;
  for (int row = 0; type != mjOBJ_UNKNOWN && row < rows; ++row) {
    labels.push_back(NameOf(model, type, row));
  }
  return labels;
}

}  // namespace

std::vector<const ModelField*> ParamFields(const mjModel& model) {
  std::vector<const ModelField*> fields;
  for (const ModelField& field : AllFields()) {
    if (SizeOf(field, model) > 0) {
      fields.push_back(&field);
    }
  }
  return fields;
}

Derives DerivesOf(const ModelField& field) {
  const std::string_view name = field.name;
  if (IsOneOf(name,
              {"body_ipos", "body_iquat", "geom_pos", "geom_quat", "geom_size",
               "site_pos", "site_quat", "geom_margin", "hfield_size"})) {
    return Derives::kFrames;
  }
  const auto contains = [&](std::string_view part) {
    return name.find(part) != std::string_view::npos;
  };
  const bool independent =
      StartsWithAny(name, {"opt.", "vis.", "mat_", "hfield_data", "sensor_"}) ||
      contains("solref") || contains("solimp") || contains("friction") ||
      contains("rgba") || contains("_range") || contains("frcrange") ||
      IsOneOf(name, {"dof_damping", "jnt_stiffness", "jnt_margin", "geom_gap",
                     "geom_solmix", "actuator_ctrlrange", "actuator_forcerange",
                     "actuator_actrange"});
  return independent ? Derives::kNothing : Derives::kConstants;
}

Param Describe(const ModelField& field, const mjModel& model) {
  const int rows = field.rows(model);
  const int columns = field.columns(model);
  std::vector<int> shape;
  if (field.is_array) {
    shape.push_back(rows);
  }
  if (columns > 1) {
    shape.push_back(columns);
  }
  const ParamText& text = TextOf(field.name);
  double low = text.low;
  double high = text.high;
  VisitValues(field, model, [&](const auto* values) {
    const auto [least, most] =
        std::minmax_element(values, values + rows * columns);
    low = std::min(low, static_cast<double>(*least));
    high = std::max(high, static_cast<double>(*most));
  });
  return {.name = std::string(field.name),
          .meaning = text.meaning,
          .shape = std::move(shape),
          .low = low,
          .high = high,
          .is_integer = field.number == NumberType::kInt,
          .labels = LabelsOf(field.rows_name, model, rows)};
}

void GetField(const ModelField& field, const mjModel& model, double* values) {
  VisitValues(field, model, [&](const auto* from) {
    std::copy_n(from, SizeOf(field, model), values);
  });
}

void SetField(const ModelField& field, const double* values, OwnModel* own) {
  VisitValues(field, *own->get(), [&]<typename T>(const T* to) {
    std::vector<T> converted(SizeOf(field, *own->get()));
    std::transform(values, values + converted.size(), converted.begin(),
                   [](double value) { return static_cast<T>(value); });
    own->Replace(const_cast<T*>(to), converted);
  });
}

std::string RowName(std::string_view field, const mjModel& model, int row) {
  const auto& fields = AllFields();
  const auto found = std::ranges::find(fields, field, &ModelField::name);
  std::string label;
  if (found != fields.end()) {
    label = LabelsOf(found->rows_name, model, found->rows(model))[row];
  }
  return std::string(field) + "[" +
         (label.empty() ? std::to_string(row) : label) + "]";
}

}  // namespace envpool::mujoco
