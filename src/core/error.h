// core/error.h: the world was wrong (a file, the user, a peer). Says where, and what would be
// right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "core/assert.h"

namespace alula {

enum class ErrorCode : std::uint8_t { invalid_config, not_found, bad_format, io, protocol };

struct Error {
  ErrorCode code = ErrorCode::invalid_config;
  std::string where;    // "x500.yaml:12: mass_kg", "mission item 4"; empty when there is no place
  std::string message;  // what is wrong and what was expected, one line, no final full stop

  [[nodiscard]] std::string text() const {
    return where.empty() ? message : where + ": " + message;
  }
};

// A value of a config, or of the file that it came from, that cannot be.
inline Error invalid_config(std::string where, std::string message) {
  return {ErrorCode::invalid_config, std::move(where), std::move(message)};
}

// A value or the reason why there is none. C++20 has no std::expected.
template <class T> class [[nodiscard]] Result {
 public:
  // Both implicit by design: a function returns either.
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT

  [[nodiscard]] bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] T& value() & {
    ALULA_ASSERT(ok());
    return std::get<0>(content_);
  }
  [[nodiscard]] const T& value() const& {
    ALULA_ASSERT(ok());
    return std::get<0>(content_);
  }
  [[nodiscard]] T&& value() && {
    ALULA_ASSERT(ok());
    return std::get<0>(std::move(content_));
  }
  [[nodiscard]] const Error& error() const {
    ALULA_ASSERT(!ok());
    return std::get<1>(content_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Error> content_;
};

// For work that has no value to give: nullopt when all is well.
using MaybeError = std::optional<Error>;

}  // namespace alula
