// analysis/page_numbers.h: a column of numbers as short text. Numbers become whole multiples of a
// power of ten, and each the difference to the one before: smooth curves have small differences,
// and a small difference is one letter.
#pragma once

#include <span>
#include <string>

namespace alula {

// The numbers are text * 10^exponent. A whole number d is written as 2 d, or -2 d - 1 when it is
// negative, in digits of five bits, lowest first, each digit but the last with bit 5 set, in the
// alphabet A-Z a-z 0-9 - _ (the polyline code of maps, with letters that need no escape). "." is a
// number that is not finite; the difference then counts from the last one that is.
struct PageNumbers {
  int exponent = 0;
  std::string text;
};

// Rounded to a 100,000th of the range or finer.
PageNumbers encode_numbers(std::span<const double> values);

}  // namespace alula
