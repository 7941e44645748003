// core/fixed_queue.h: a ring of fixed capacity that may live in the arena.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/assert.h"

namespace alula {

// First in, first out. Full: push() drops the oldest and says so.
template <class T, std::size_t Capacity> class FixedQueue {
 public:
  [[nodiscard]] constexpr std::size_t size() const { return static_cast<std::size_t>(size_); }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] static constexpr std::size_t capacity() { return Capacity; }

  // Returns false when the oldest had to go.
  constexpr bool push(const T& item) {
    const bool room = size() < Capacity;
    if (!room) pop();
    items_[(first_ + size()) % Capacity] = item;
    ++size_;
    return room;
  }
  constexpr void pop() {
    ALULA_ASSERT(size_ > 0);
    first_ = (first_ + 1) % Capacity;
    --size_;
  }
  constexpr void clear() {
    first_ = 0;
    size_ = 0;
  }
  // 0 is the oldest.
  [[nodiscard]] constexpr const T& operator[](std::size_t i) const {
    return items_[(first_ + i) % Capacity];
  }
  [[nodiscard]] constexpr T& operator[](std::size_t i) { return items_[(first_ + i) % Capacity]; }
  [[nodiscard]] constexpr const T& front() const {
    ALULA_ASSERT(size_ > 0);
    return (*this)[0];
  }
  [[nodiscard]] constexpr const T& back() const {
    ALULA_ASSERT(size_ > 0);
    return (*this)[size() - 1];
  }

 private:
  std::array<T, Capacity> items_{};
  std::uint64_t first_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace alula
