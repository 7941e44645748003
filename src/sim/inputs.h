// sim/inputs.h: all that reaches a running world from outside. Inputs are plain data with the step
// at which they act: recorded, they make the run again.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/arena.h"
#include "core/error.h"
#include "core/step_time.h"
#include "earth/weather.h"
#include "signals/command.h"
#include "signals/failure.h"
#include "signals/operator.h"

namespace alula {

// The weather from now on; NaN: stays as it is.
struct WeatherChange {
  Vec3 wind_W{kNotCommanded, kNotCommanded, kNotCommanded};
  double temperature_offset_k = kNotCommanded;
  double pressure_offset_pa = kNotCommanded;
};
static_assert(ArenaState<WeatherChange>);
void apply(const WeatherChange& change, Weather& weather);

enum class InputKind : std::uint64_t {
  command,
  manual_control,
  offboard_setpoint,
  ground_heartbeat,
  follow_target,
  failure,
  weather
};

// What each kind carries.
template <class Signal> struct InputKindOf;
template <> struct InputKindOf<AutopilotCommand> {
  static constexpr InputKind kind = InputKind::command;
};
template <> struct InputKindOf<ManualControl> {
  static constexpr InputKind kind = InputKind::manual_control;
};
template <> struct InputKindOf<OffboardSetpoint> {
  static constexpr InputKind kind = InputKind::offboard_setpoint;
};
template <> struct InputKindOf<GroundHeartbeat> {
  static constexpr InputKind kind = InputKind::ground_heartbeat;
};
template <> struct InputKindOf<FollowTarget> {
  static constexpr InputKind kind = InputKind::follow_target;
};
template <> struct InputKindOf<Failure> {
  static constexpr InputKind kind = InputKind::failure;
};
template <> struct InputKindOf<WeatherChange> {
  static constexpr InputKind kind = InputKind::weather;
};
template <class Signal>
concept InputSignal = ArenaState<Signal> && requires { InputKindOf<Signal>::kind; };

inline constexpr std::size_t kInputBytes = 192;

// An input to one vehicle (weather: to the world), applied at the start of its step.
struct RecordedInput {
  StepIndex step = 0;
  std::uint64_t vehicle = 0;
  InputKind kind = InputKind::command;
  std::array<std::byte, kInputBytes> content{};

  template <InputSignal Signal>
  static RecordedInput of(StepIndex step, std::size_t vehicle, const Signal& signal) {
    static_assert(sizeof(Signal) <= kInputBytes);
    RecordedInput input{step, vehicle, InputKindOf<Signal>::kind};
    std::memcpy(input.content.data(), &signal, sizeof signal);
    return input;
  }
  template <InputSignal Signal> [[nodiscard]] Signal as() const {
    ALULA_ASSERT(kind == InputKindOf<Signal>::kind);
    Signal signal;
    std::memcpy(&signal, content.data(), sizeof signal);
    return signal;
  }
};
static_assert(ArenaState<RecordedInput>);

}  // namespace alula
