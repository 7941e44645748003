#include "tests/estimator/synthetic.h"

#include <cmath>
#include <numbers>

#include "earth/atmosphere.h"

namespace alula::test {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

// 0 to 1 with three derivatives zero at both ends; value, first and second derivative.
struct Ramp {
  double s, ds, dds;
};
Ramp ramp(double t, double length) {
  if (t <= 0.0) return {0.0, 0.0, 0.0};
  if (t >= length) return {1.0, 0.0, 0.0};
  const double u = t / length, u2 = u * u, u3 = u2 * u;
  return {u3 * u * (35.0 - 84.0 * u + 70.0 * u2 - 20.0 * u3),
          140.0 * u3 * (1.0 - u) * (1.0 - u) * (1.0 - u) / length,
          420.0 * u2 * (1.0 - u) * (1.0 - u) * (1.0 - 2.0 * u) / (length * length)};
}

// Roll and pitch that point a multirotor's thrust along a - g, yaw as given; rates by central
// differences of the closed form, good to 1e-9.
void bank(Motion& m, const std::function<Vec3(double)>& acceleration,
          const std::function<double(double)>& yaw, double t) {
  const auto angles = [&](double at) {
    const Vec3 a = acceleration(at);
    const double psi = yaw(at);
    const double forward = a.x * std::cos(psi) + a.y * std::sin(psi),
                 right = -a.x * std::sin(psi) + a.y * std::cos(psi);
    const double up = 9.80665 - a.z;
    const double pitch = std::atan2(-forward, up);
    return Euler{std::atan2(right * std::cos(pitch), up), pitch, psi};
  };
  const double h = 1e-4;
  const Euler before = angles(t - h), after = angles(t + h);
  m.angle = angles(t);
  m.rate = {(after.roll - before.roll) / (2 * h), (after.pitch - before.pitch) / (2 * h),
            (after.yaw - before.yaw) / (2 * h)};
}

Vec3 normal3(const RandomStream& stream, std::int64_t k) {
  const auto n = stream.normal3(k);
  return {n[0], n[1], n[2]};
}

}  // namespace

Vec3 Motion::w_WB_B() const {
  const double sr = std::sin(angle.roll), cr = std::cos(angle.roll);
  const double sp = std::sin(angle.pitch), cp = std::cos(angle.pitch);
  return {rate.roll - sp * rate.yaw, cr * rate.pitch + sr * cp * rate.yaw,
          -sr * rate.pitch + cr * cp * rate.yaw};
}

Trajectory at_rest(const Euler& attitude) {
  return [attitude](double) {
    Motion m;
    m.angle = attitude;
    return m;
  };
}

Trajectory after_climb(double start_s, double climb_s, double height_m, double yaw,
                       Trajectory flight) {
  return [=](double t) {
    if (t < start_s + climb_s) {
      const Ramp r = ramp(t - start_s, climb_s);
      Motion m;
      m.p.z = -height_m * r.s, m.v.z = -height_m * r.ds, m.a.z = -height_m * r.dds;
      m.angle.yaw = yaw;
      return m;
    }
    Motion m = flight(t - start_s - climb_s);
    m.p.z -= height_m;
    m.angle.yaw += yaw;
    return m;
  };
}

Trajectory hover() { return at_rest({}); }

// p = s(t) R (cos(w t) - 1, sin(w t)), s growing over one period.
Trajectory circles(double radius_m, double period_s) {
  const double w = kTurn / period_s;
  const auto motion = [=](double t) {
    const Ramp r = ramp(t, period_s);
    const double c = std::cos(w * t), s = std::sin(w * t);
    const Vec3 e{c - 1.0, s, 0.0}, de{-w * s, w * c, 0.0}, dde{-w * w * c, -w * w * s, 0.0};
    Motion m;
    m.p = radius_m * r.s * e;
    m.v = radius_m * (r.ds * e + r.s * de);
    m.a = radius_m * (r.dds * e + 2.0 * r.ds * de + r.s * dde);
    return m;
  };
  return [=](double t) {
    Motion m = motion(t);
    bank(m, [&](double at) { return motion(at).a; }, [](double) { return 0.0; }, t);
    return m;
  };
}

Trajectory shuttle(double amplitude_m, double period_s) {
  const double w = kTurn / period_s;
  const auto motion = [=](double t) {
    const Ramp r = ramp(t, period_s);
    const double e = 1.0 - std::cos(w * t), de = w * std::sin(w * t), dde = w * w * std::cos(w * t);
    Motion m;
    m.p.x = amplitude_m * r.s * e;
    m.v.x = amplitude_m * (r.ds * e + r.s * de);
    m.a.x = amplitude_m * (r.dds * e + 2.0 * r.ds * de + r.s * dde);
    return m;
  };
  return [=](double t) {
    Motion m = motion(t);
    bank(m, [&](double at) { return motion(at).a; }, [](double) { return 0.0; }, t);
    return m;
  };
}

Trajectory yaw_turns(double amplitude_rad, double period_s) {
  const double w = kTurn / period_s;
  return [=](double t) {
    const Ramp r = ramp(t, period_s);
    Motion m;
    m.angle.yaw = amplitude_rad * r.s * std::sin(w * t);
    m.rate.yaw = amplitude_rad * (r.ds * std::sin(w * t) + r.s * w * std::cos(w * t));
    return m;
  };
}

SensorErrors SensorErrors::none() {
  SensorErrors e;
  e.gyro_noise = e.accel_noise = e.baro_noise_pa = e.mag_noise_t = 0.0;
  e.gyro_bias = e.accel_bias = e.mag_offset_t = {};
  e.gnss_horizontal_m = e.gnss_vertical_m = e.gnss_walk_horizontal_m = e.gnss_walk_vertical_m = 0.0;
  e.gnss_speed_horizontal = e.gnss_speed_vertical = 0.0;
  return e;
}

SyntheticFlight::SyntheticFlight(Trajectory trajectory, const SensorErrors& errors,
                                 std::uint64_t seed, const SensorRates& rates)
    : trajectory_(std::move(trajectory)),
      errors_(errors),
      rates_(rates),
      frame_(kHome),
      gravity_(GravityConfig{}, kHome),
      magnetic_(kDecimalYear),
      gyro_noise_(seed, "gyro"),
      accel_noise_(seed, "accel"),
      gnss_noise_(seed, "gnss"),
      gnss_walk_noise_(seed, "gnss walk"),
      gnss_speed_noise_(seed, "gnss speed"),
      baro_noise_(seed, "baro"),
      mag_noise_(seed, "mag") {
  gnss_walk_ = cwise_product(
      {errors.gnss_walk_horizontal_m, errors.gnss_walk_horizontal_m, errors.gnss_walk_vertical_m},
      normal3(gnss_walk_noise_, -1));
}

Vec3 SyntheticFlight::specific_force_B(double t_s) const {
  const Motion m = trajectory_(t_s);
  const Vec3 f_W = m.a - gravity_.gravity_W(m.p) - gravity_.coriolis_W(m.v);
  const Vec3 at_centre = m.q_WB().conjugate() * f_W;
  if (p_BImu == Vec3{}) return at_centre;
  const double h = 1e-4;
  const Vec3 w = m.w_WB_B();
  const Vec3 alpha = (0.5 / h) * (trajectory_(t_s + h).w_WB_B() - trajectory_(t_s - h).w_WB_B());
  return at_centre + cross(alpha, p_BImu) + cross(w, cross(w, p_BImu));
}

ImuSample SyntheticFlight::imu_sample(std::int64_t k, TimeNs end) const {
  const double dt = 1.0 / rates_.imu_hz;
  // Gauss-Legendre, four points: exact to the seventh power of time.
  constexpr double node[] = {0.06943184420297371, 0.33000947820757187, 0.6699905217924281,
                             0.9305681557970263};
  constexpr double weight[] = {0.17392742256872692, 0.32607257743127307, 0.32607257743127307,
                               0.17392742256872692};
  ImuSample s{};
  for (int i = 0; i < 4; ++i) {
    const double t = seconds(end) - dt * (1.0 - node[i]);
    const Motion m = trajectory_(t);
    s.specific_force_B += weight[i] * specific_force_B(t);
    s.w_B += weight[i] * (m.w_WB_B() + m.q_WB().conjugate() * gravity_.omega_W());
  }
  const double root = std::sqrt(rates_.imu_hz);
  s.w_B += errors_.gyro_bias + gyro_shift + errors_.gyro_noise * root * normal3(gyro_noise_, k);
  s.specific_force_B +=
      errors_.accel_bias + accel_shift + errors_.accel_noise * root * normal3(accel_noise_, k);
  s.time = end;
  s.interval = nanoseconds(dt);
  s.temperature_k = 293.0;
  return s;
}

GnssFix SyntheticFlight::gnss_fix(std::int64_t k, TimeNs time) {
  const Motion m = truth(time);
  const double kept = std::exp(-1.0 / (rates_.gnss_hz * 60.0)),
               drive = std::sqrt(1.0 - kept * kept);
  const Vec3 walk{errors_.gnss_walk_horizontal_m, errors_.gnss_walk_horizontal_m,
                  errors_.gnss_walk_vertical_m};
  gnss_walk_ = kept * gnss_walk_ + drive * cwise_product(walk, normal3(gnss_walk_noise_, k));
  const Vec3 white{errors_.gnss_horizontal_m, errors_.gnss_horizontal_m, errors_.gnss_vertical_m};
  const Vec3 error = gnss_shift + gnss_walk_ + cwise_product(white, normal3(gnss_noise_, k));
  const Geodetic g = frame_.to_geodetic(m.p + m.q_WB() * p_BGnss + error);
  const Vec3 speed{errors_.gnss_speed_horizontal, errors_.gnss_speed_horizontal,
                   errors_.gnss_speed_vertical};
  const Vec3 v_antenna = m.v + m.q_WB() * cross(m.w_WB_B(), p_BGnss);
  GnssFix fix{};
  fix.time = time;
  fix.latitude_rad = g.latitude_rad, fix.longitude_rad = g.longitude_rad;
  fix.altitude_msl_m = fix.altitude_ellipsoid_m = g.height_m;
  fix.v_ned = frame_.R_WN(m.p).transposed() * v_antenna +
              cwise_product(speed, normal3(gnss_speed_noise_, k));
  fix.eph_m = 0.5, fix.epv_m = 0.75, fix.speed_accuracy_m_s = 0.25;
  fix.hdop = 0.8, fix.vdop = 1.2;
  fix.fix_type = 3, fix.satellites = 12;
  return fix;
}

BaroSample SyntheticFlight::baro_sample(std::int64_t k, TimeNs time) const {
  BaroSample s{};
  s.time = time;
  s.pressure_pa = standard_atmosphere(frame_.to_geodetic(truth(time).p).height_m).pressure_pa +
                  errors_.baro_offset_pa + baro_shift_pa +
                  errors_.baro_noise_pa * baro_noise_.normal(k);
  s.temperature_k = 288.0;
  return s;
}

MagSample SyntheticFlight::mag_sample(std::int64_t k, TimeNs time) const {
  const Motion m = truth(time);
  const Vec3 field_W = from_yaw(field_turn) * magnetic_.field_N(kHome);
  MagSample s{};
  s.time = time;
  s.field_B = m.q_WB().conjugate() * field_W + errors_.mag_offset_t +
              errors_.mag_noise_t * normal3(mag_noise_, k);
  return s;
}

Samples SyntheticFlight::samples(TimeNs t) {
  Samples out{};
  // Sample k belongs to k / rate and arrives `delay` later.
  const auto due = [&](double rate_hz, double delay_s, auto&& emit) {
    const double period = 1e9 / rate_hz;
    const auto k = static_cast<std::int64_t>(
        std::floor(static_cast<double>(t - nanoseconds(delay_s)) / period + 1e-9));
    const TimeNs time = static_cast<TimeNs>(static_cast<double>(k) * period + 0.5);
    const TimeNs arrival = time + nanoseconds(delay_s);
    if (k > 0 && arrival > t - 1'000'000 && arrival <= t) emit(k, time);
  };
  due(rates_.imu_hz, rates_.imu_delay_s,
      [&](std::int64_t k, TimeNs time) { out.imu.push_back(imu_sample(k, time)); });
  due(rates_.gnss_hz, rates_.gnss_delay_s, [&](std::int64_t k, TimeNs time) {
    const GnssFix fix = gnss_fix(k, time);
    if (gnss_on) out.gnss.push_back(fix);
  });
  due(rates_.baro_hz, rates_.baro_delay_s, [&](std::int64_t k, TimeNs time) {
    if (baro_on) out.baro.push_back(baro_sample(k, time));
  });
  due(rates_.mag_hz, rates_.mag_delay_s, [&](std::int64_t k, TimeNs time) {
    if (mag_on) out.mag.push_back(mag_sample(k, time));
  });
  return out;
}

}  // namespace alula::test
