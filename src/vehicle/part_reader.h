// vehicle/part_reader.h: reads the keys of one part. A group of parts may state a key once for all;
// the part's own value then goes before. Positions become relative to the centre of mass.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "document/map_reader.h"
#include "propulsion/battery.h"

namespace alula {

// What the readers of parts may know of the rest of the file.
struct PartContext {
  Vec3 center_of_mass_m{};
  std::optional<BatteryConfig> battery;  // the first one
};

class PartReader {
 public:
  // `shared` is null when the part stands alone.
  PartReader(MapReader& own, MapReader* shared, const PartContext& context)
      : own_(own), shared_(shared), context_(context) {}

  double number(const Key& key, const NumberRange& range = {}) {
    return source(key.name).number(key, range);
  }
  double number_or(const Key& key, double fallback, const NumberRange& range = {}) {
    return source(key.name).number_or(key, fallback, range);
  }
  double number_or_derived(const Key& key, std::optional<double> derived,
                           const NumberRange& range) {
    return source(key.name).number_or_derived(key, derived, range);
  }
  std::int64_t integer(const Key& key, const IntegerRange& range) {
    return source(key.name).integer(key, range);
  }
  std::vector<double> numbers(const Key& key, const CountRange& count) {
    return source(key.name).numbers(key, count);
  }
  Vec3 vector(const Key& key, const NumberRange& range = {}) {
    return source(key.name).vector3<Vec3>(key, range);
  }
  Vec3 vector_or(const Key& key, const Vec3& fallback, const NumberRange& range = {}) {
    return source(key.name).vector3_or<Vec3>(key, fallback, range);
  }
  // From the centre of mass; without the key, the centre of mass itself.
  Vec3 position(const Key& key) { return vector(key) - context_.center_of_mass_m; }
  Vec3 position_or_center(const Key& key) {
    return vector_or(key, context_.center_of_mass_m) - context_.center_of_mass_m;
  }
  template <class Value>
  Value choice(const Key& key, std::initializer_list<Choice<Value>> choices) {
    return source(key.name).choice<Value>(key, choices);
  }

  [[nodiscard]] bool has(std::string_view key) const {
    return own_.has(key) || (shared_ != nullptr && shared_->has(key));
  }
  [[nodiscard]] bool ok() const { return own_.ok() && (shared_ == nullptr || shared_->ok()); }
  [[nodiscard]] const PartContext& context() const { return context_; }
  // An error of a check across keys, put at the key that it names.
  void keep(const MaybeError& error) {
    if (error) source(error->where).reject(error->where, error->message);
  }

 private:
  // Marks the key as known in both, so that neither reports it and both suggest it.
  MapReader& source(std::string_view key) {
    const bool is_own = own_.take(key).present();
    const bool is_shared = shared_ != nullptr && shared_->take(key).present();
    return is_shared && !is_own ? *shared_ : own_;
  }

  MapReader& own_;
  MapReader* shared_;
  const PartContext& context_;
};

}  // namespace alula
