// math/pack.h: N floats that move as one number, for flying many vehicles at once. Each lane gives
// the bits that the same text gives for a scalar float, as long as contraction is off.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "math/real.h"

namespace alula {

// A file built for a wider instruction set has its own pack types, so that no inline function or
// template instance exists in two versions of machine code under one name. kLanes: as many floats
// as fit into a register. Wider packs do not exist: in pieces they would be slower than scalars.
#if defined(__AVX512F__)
inline namespace pack_avx512 {
inline constexpr int kLanes = 16;
#elif defined(__AVX2__)
inline namespace pack_avx2 {
inline constexpr int kLanes = 8;
#else
inline namespace pack_base {
inline constexpr int kLanes = 4;
#endif

// The vector size has to be a literal: of a dependent size GCC silently makes a plain float.
template <int N> struct PackStorage;
template <> struct PackStorage<4> {
  using Float [[gnu::vector_size(16)]] = float;
  using Mask [[gnu::vector_size(16)]] = std::int32_t;
  using Int [[gnu::vector_size(16)]] = std::uint32_t;
};
#if defined(__AVX2__)
template <> struct PackStorage<8> {
  using Float [[gnu::vector_size(32)]] = float;
  using Mask [[gnu::vector_size(32)]] = std::int32_t;
  using Int [[gnu::vector_size(32)]] = std::uint32_t;
};
#endif
#if defined(__AVX512F__)
template <> struct PackStorage<16> {
  using Float [[gnu::vector_size(64)]] = float;
  using Mask [[gnu::vector_size(64)]] = std::int32_t;
  using Int [[gnu::vector_size(64)]] = std::uint32_t;
};
#endif

// What a comparison of packs gives: all bits of a lane set, or none.
template <int N> struct PackMask {
  using Vector = typename PackStorage<N>::Mask;
  Vector lanes{};

  friend PackMask operator&&(const PackMask& a, const PackMask& b) { return {a.lanes & b.lanes}; }
  friend PackMask operator||(const PackMask& a, const PackMask& b) { return {a.lanes | b.lanes}; }
  friend PackMask operator!(const PackMask& a) { return {~a.lanes}; }
  [[nodiscard]] bool operator[](int lane) const { return lanes[lane] != 0; }
};

template <int N> bool any(const PackMask<N>& mask) {
  std::int32_t bits = 0;
  for (int i = 0; i < N; ++i) bits |= mask.lanes[i];
  return bits != 0;
}
template <int N> bool all(const PackMask<N>& mask) { return !any(!mask); }
inline bool any(bool mask) { return mask; }
inline bool all(bool mask) { return mask; }

// 32-bit integers beside the floats, for the bit work of elementary functions. Unsigned: they wrap.
template <int N> struct PackInt {
  using Vector = typename PackStorage<N>::Int;
  Vector lanes{};

  PackInt() = default;
  explicit PackInt(std::uint32_t value) : lanes(value - Vector{}) {}
  explicit PackInt(const Vector& v) : lanes(v) {}

  friend PackInt operator+(const PackInt& a, const PackInt& b) {
    return PackInt(a.lanes + b.lanes);
  }
  friend PackInt operator-(const PackInt& a, const PackInt& b) {
    return PackInt(a.lanes - b.lanes);
  }
  friend PackInt operator&(const PackInt& a, const PackInt& b) {
    return PackInt(a.lanes & b.lanes);
  }
  friend PackInt operator|(const PackInt& a, const PackInt& b) {
    return PackInt(a.lanes | b.lanes);
  }
  friend PackInt operator^(const PackInt& a, const PackInt& b) {
    return PackInt(a.lanes ^ b.lanes);
  }
  friend PackInt operator<<(const PackInt& a, int bits) { return PackInt(a.lanes << bits); }
  friend PackMask<N> operator==(const PackInt& a, const PackInt& b) { return {a.lanes == b.lanes}; }
};

template <int N> class Pack {
 public:
  using Vector = typename PackStorage<N>::Float;
  static constexpr int size = N;

  Pack() = default;
  Pack(float value) : lanes_(value - Vector{}) {}  // NOLINT: a scalar is a pack of equal lanes
  explicit Pack(double value) : Pack(static_cast<float>(value)) {}
  explicit Pack(const Vector& v) : lanes_(v) {}

  static Pack load(const float* from) {
    Pack p;
    for (int i = 0; i < N; ++i) p.lanes_[i] = from[i];
    return p;
  }
  void store(float* to) const {
    for (int i = 0; i < N; ++i) to[i] = lanes_[i];
  }
  [[nodiscard]] float operator[](int lane) const { return lanes_[lane]; }
  void set(int lane, float value) { lanes_[lane] = value; }
  [[nodiscard]] const Vector& vector() const { return lanes_; }

  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }
  Pack& operator/=(const Pack& b) { return *this = *this / b; }

  friend Pack operator+(const Pack& a, const Pack& b) { return Pack(a.lanes_ + b.lanes_); }
  friend Pack operator-(const Pack& a, const Pack& b) { return Pack(a.lanes_ - b.lanes_); }
  friend Pack operator*(const Pack& a, const Pack& b) { return Pack(a.lanes_ * b.lanes_); }
  friend Pack operator/(const Pack& a, const Pack& b) { return Pack(a.lanes_ / b.lanes_); }
  friend Pack operator-(const Pack& a) { return Pack(-a.lanes_); }
  friend Pack operator+(const Pack& a) { return a; }

  friend PackMask<N> operator<(const Pack& a, const Pack& b) { return {a.lanes_ < b.lanes_}; }
  friend PackMask<N> operator>(const Pack& a, const Pack& b) { return {a.lanes_ > b.lanes_}; }
  friend PackMask<N> operator<=(const Pack& a, const Pack& b) { return {a.lanes_ <= b.lanes_}; }
  friend PackMask<N> operator>=(const Pack& a, const Pack& b) { return {a.lanes_ >= b.lanes_}; }
  friend PackMask<N> operator==(const Pack& a, const Pack& b) { return {a.lanes_ == b.lanes_}; }
  friend PackMask<N> operator!=(const Pack& a, const Pack& b) { return {a.lanes_ != b.lanes_}; }

 private:
  Vector lanes_{};
};

template <int N> Pack<N> select(const PackMask<N>& mask, const Pack<N>& a, const Pack<N>& b) {
  return Pack<N>(mask.lanes ? a.vector() : b.vector());
}
// Keeps the sign that the bits have as signed integers.
template <int N> PackInt<N> shift_signed_right(const PackInt<N>& a, int bits) {
  const auto shifted = std::bit_cast<typename PackStorage<N>::Mask>(a.lanes) >> bits;
  return PackInt<N>(std::bit_cast<typename PackInt<N>::Vector>(shifted));
}
// The bits of the lanes and back.
template <int N> PackInt<N> bits_of(const Pack<N>& a) {
  return PackInt<N>(std::bit_cast<typename PackInt<N>::Vector>(a.vector()));
}
template <int N> Pack<N> float_of(const PackInt<N>& a) {
  return Pack<N>(std::bit_cast<typename Pack<N>::Vector>(a.lanes));
}
template <int N> Pack<N> abs(const Pack<N>& a) {
  return float_of(bits_of(a) & PackInt<N>(0x7fffffff));
}
template <int N> Pack<N> sqrt(const Pack<N>& a) {
  auto v = a.vector();
  for (int i = 0; i < N; ++i) v[i] = std::sqrt(v[i]);
  return Pack<N>(v);
}

}  // inline namespace of the instruction set

inline std::uint32_t bits_of(float a) { return std::bit_cast<std::uint32_t>(a); }
inline float float_of(std::uint32_t a) { return std::bit_cast<float>(a); }
inline std::uint32_t shift_signed_right(std::uint32_t a, int bits) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> bits);
}

template <int N> inline constexpr bool is_machine_number<Pack<N>> = true;
template <int N> struct RealTraits<Pack<N>> {
  using Scalar = float;
  using Int = PackInt<N>;
};

}  // namespace alula
