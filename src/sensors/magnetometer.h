// sensors/magnetometer.h: the Earth's field at the sensor, seen in B. Errs by white noise and by an
// offset that stays the same all through a run (hard iron, drawn anew in every run). Left out: soft
// iron, the field of motor currents.
#pragma once

#include "earth/magnetic.h"
#include "sensors/sensor_common.h"
#include "signals/samples.h"
#include "signals/truth.h"

namespace alula {

struct MagnetometerConfig {
  SensorCommonConfig common{.rate_hz = 100.0, .delay_s = 0.005};
  double white_tesla = 5.0e-8;   // standard deviation per axis; 0.5 mG
  double offset_tesla = 5.0e-7;  // 1 sigma per axis, drawn once a run; 5 mG
  // A fault: the Earth's field is turned clockwise, seen from above, by this.
  double field_yaw_deg = 0.0;
};

inline constexpr std::size_t kMagnetometerQueue = 32;
MaybeError validate(const MagnetometerConfig& config);

struct MagnetometerState {
  FixedQueue<MagSample, kMagnetometerQueue> under_way{};
};
static_assert(ArenaState<MagnetometerState>);

class Magnetometer {
 public:
  Magnetometer(const MagnetometerConfig& config, const LocalFrame& frame,
               const SensorIdentity& identity);

  void sense(MagnetometerState& state, const TruthState& truth, const MagneticModel& model,
             SensorErrors& errors) const;
  void deliver(MagnetometerState& state, TimeNs now, Samples& samples) const {
    deliver_due(state.under_way, timing_, now, samples.mag);
  }

 private:
  // By field_yaw_deg, seen from above at the sensor's place.
  [[nodiscard]] Vec3 turned_about_plumb(const Vec3& p_WS, const Vec3& field_W) const;

  MagnetometerConfig config_;
  LocalFrame frame_;
  std::uint32_t instance_;
  bool ideal_;
  SampleTiming timing_;
  RandomStream white_;
  Vec3 offset_{};
};

}  // namespace alula
