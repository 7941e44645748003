// vehicle/part_table.h: the one list of part kinds that a vehicle file may name. Nothing else in
// the program knows them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "aero/airsim_drag.h"
#include "aero/body_drag.h"
#include "aero/rate_damping.h"
#include "dynamics/part.h"
#include "propulsion/airsim_rotor.h"
#include "propulsion/battery.h"
#include "propulsion/rotor.h"

namespace alula {

// A string literal as a template argument.
template <std::size_t N> struct KindName {
  char text[N]{};
  // Implicit by design: a literal is a name.
  constexpr KindName(const char (&literal)[N]) { std::copy_n(literal, N, text); }  // NOLINT
};

// The word in the file, the struct of its keys, the part that is built from it for any number type.
template <KindName kName, class ConfigType, template <class> class P> struct PartKind {
  using Config = ConfigType;
  static constexpr std::string_view name{kName.text};

  template <class Real>
  static void add(PartList<Real>& list, const std::vector<Config>& configs,
                  const std::vector<std::string>& names) {
    std::vector<P<Real>> parts;
    for (const Config& config : configs) parts.push_back(P<Real>::build(config));
    list.template add<P>(std::move(parts), names);
  }
};

template <class... Kinds> struct PartTable {
  static constexpr std::array<std::string_view, sizeof...(Kinds)> names{Kinds::name...};
  // All parts of one kind in a vehicle; the alternatives stand in the order of the table.
  using Configs = std::variant<std::vector<typename Kinds::Config>...>;

  // No parts yet, of kind number `index`.
  static Configs none(std::size_t index) {
    Configs configs;
    std::size_t i = 0;
    ((i++ == index ? static_cast<void>(configs = std::vector<typename Kinds::Config>{}) : void()),
     ...);
    return configs;
  }
  template <class Real>
  static void add(PartList<Real>& list, const Configs& configs,
                  const std::vector<std::string>& part_names) {
    std::size_t i = 0;
    const auto add_if = [&]<class Kind>() {
      if (configs.index() == i++)
        Kind::add(list, std::get<std::vector<typename Kind::Config>>(configs), part_names);
    };
    (add_if.template operator()<Kinds>(), ...);
  }
};

using PartKinds =
    PartTable<PartKind<"rotor", RotorConfig, Rotor>, PartKind<"battery", BatteryConfig, Battery>,
              PartKind<"body_drag", BodyDragConfig, BodyDrag>,
              PartKind<"rate_damping", RateDampingConfig, RateDamping>,
              PartKind<"airsim_rotor", AirsimRotorConfig, AirsimRotor>,
              PartKind<"airsim_drag_faces", AirsimDragConfig, AirsimDrag>>;

}  // namespace alula
