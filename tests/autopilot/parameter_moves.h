// Which fields of the autopilot's config a parameter moves, and how far.
#pragma once

#include <cstring>
#include <vector>

#include "autopilot/parameter_map.h"

namespace alula {

// A number somewhere in AutopilotConfig.
struct Field {
  std::size_t offset = 0, bytes = 0;
  double (*read)(const std::byte*) = nullptr;
};

template <class T> double read_as(const std::byte* place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return static_cast<double>(value);
}

inline const AutopilotConfig kBase{};

template <class T> Field at(const T& member) {
  const auto* const place = reinterpret_cast<const std::byte*>(&member);
  const auto offset = place - reinterpret_cast<const std::byte*>(&kBase);
  return {static_cast<std::size_t>(offset), sizeof(T), read_as<T>};
}

struct Moves {
  Param parameter;
  std::vector<Field> fields;
  double unit = 1.0;  // field = unit * parameter
};

std::vector<Moves> aiding_moves();  // aiding_moves.cpp

}  // namespace alula
