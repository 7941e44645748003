// core/fixed_list.h: a vector of fixed capacity that may live in the arena.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/assert.h"

namespace alula {

template <class T, std::size_t Capacity> class FixedList {
 public:
  [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(size_); }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr bool full() const { return size() == Capacity; }
  [[nodiscard]] static constexpr std::size_t capacity() { return Capacity; }
  constexpr void push_back(const T& item) {
    ALULA_ASSERT(!full());
    items_[size()] = item;
    ++size_;
  }
  constexpr void clear() { size_ = 0; }
  [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  [[nodiscard]] constexpr T& operator[](std::size_t i) { return items_[i]; }
  [[nodiscard]] constexpr const T* begin() const { return items_.data(); }
  [[nodiscard]] constexpr const T* end() const { return items_.data() + size(); }
  [[nodiscard]] constexpr T* begin() { return items_.data(); }
  [[nodiscard]] constexpr T* end() { return items_.data() + size(); }

 private:
  std::array<T, Capacity> items_{};
  std::uint64_t size_ = 0;
};

}  // namespace alula
