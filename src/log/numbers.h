// log/numbers.h: a column of numbers that is kept as it was logged. Most of a log are floats, and a
// report holds a whole flight of them at once: as doubles they would take twice the memory, and in
// one growing piece twice as much again while they are copied from one piece to the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace alula {

// Grows without moving what is there.
template <class T> class PieceList {
 public:
  static constexpr std::size_t kPiece = 1024;

  void push_back(T value) {
    if (pieces_.empty() || pieces_.back().size() == kPiece) {
      pieces_.emplace_back();
      if (pieces_.size() > 1) pieces_.back().reserve(kPiece);
    }
    pieces_.back().push_back(value);
  }
  void resize_down(std::size_t size) {
    pieces_.resize((size + kPiece - 1) / kPiece);
    if (size % kPiece != 0) pieces_.back().resize(size % kPiece);
  }
  [[nodiscard]] std::size_t size() const {
    return pieces_.empty() ? 0 : (pieces_.size() - 1) * kPiece + pieces_.back().size();
  }
  T& operator[](std::size_t i) { return pieces_[i / kPiece][i % kPiece]; }
  const T& operator[](std::size_t i) const { return pieces_[i / kPiece][i % kPiece]; }

 private:
  std::vector<std::vector<T>> pieces_;
};

class Numbers {
 public:
  enum class Width : std::uint8_t { four_bytes, eight_bytes };
  Numbers() = default;  // of eight bytes
  // Four bytes hold floats, and integers below 2^24, without loss.
  explicit Numbers(Width width) {
    if (width == Width::four_bytes) values_.emplace<PieceList<float>>();
  }

  void push_back(double value) {
    if (auto* floats = std::get_if<PieceList<float>>(&values_)) {
      floats->push_back(static_cast<float>(value));
    } else {
      std::get<PieceList<double>>(values_).push_back(value);
    }
  }
  // Only these rows stay; they ascend.
  void keep(std::span<const std::size_t> rows) {
    const auto move_down = [rows](auto& values) {
      for (std::size_t i = 0; i < rows.size(); ++i) values[i] = values[rows[i]];
      values.resize_down(rows.size());
    };
    std::visit(move_down, values_);
  }
  [[nodiscard]] std::size_t size() const {
    return std::visit([](const auto& values) { return values.size(); }, values_);
  }
  double operator[](std::size_t i) const {
    if (const auto* floats = std::get_if<PieceList<float>>(&values_))
      return static_cast<double>((*floats)[i]);
    return (*std::get_if<PieceList<double>>(&values_))[i];
  }
  [[nodiscard]] double back() const { return (*this)[size() - 1]; }

 private:
  std::variant<PieceList<double>, PieceList<float>> values_;
};

// A view of a column, logged or computed.
class NumberSpan {
 public:
  class Iterator;

  NumberSpan() = default;
  // Conversions on purpose, as std::span has them.
  NumberSpan(const Numbers& logged) : logged_(&logged), size_(logged.size()) {}
  NumberSpan(const std::vector<double>& computed)
      : computed_(computed.data()), size_(computed.size()) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  double operator[](std::size_t i) const {
    return computed_ != nullptr ? computed_[i] : (*logged_)[first_ + i];
  }
  [[nodiscard]] double front() const { return (*this)[0]; }
  [[nodiscard]] double back() const { return (*this)[size_ - 1]; }
  [[nodiscard]] NumberSpan without_first(std::size_t count) const {
    NumberSpan rest = *this;
    rest.size_ -= count;
    if (computed_ != nullptr) {
      rest.computed_ += count;
    } else {
      rest.first_ += count;
    }
    return rest;
  }
  [[nodiscard]] Iterator begin() const;
  [[nodiscard]] Iterator end() const;

 private:
  const Numbers* logged_ = nullptr;
  const double* computed_ = nullptr;
  std::size_t first_ = 0, size_ = 0;
};

class NumberSpan::Iterator {
 public:
  using value_type = double;
  using reference = double;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;

  Iterator(const NumberSpan& numbers, std::size_t i) : numbers_(numbers), i_(i) {}
  double operator*() const { return numbers_[i_]; }
  Iterator& operator++() {
    ++i_;
    return *this;
  }
  Iterator operator++(int) { return std::exchange(*this, {numbers_, i_ + 1}); }
  bool operator==(const Iterator& other) const { return i_ == other.i_; }

 private:
  NumberSpan numbers_;
  std::size_t i_;
};
inline NumberSpan::Iterator NumberSpan::begin() const { return {*this, 0}; }
inline NumberSpan::Iterator NumberSpan::end() const { return {*this, size_}; }
// Number by number, however each is kept.
inline bool operator==(const NumberSpan& a, const NumberSpan& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace alula
