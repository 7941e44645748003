// Columns of numbers out of their letters (src/analysis/page_numbers.h has the code), and numbers
// as text for people.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const DIGIT_OF = new Map([...DIGITS].map((letter, digit) => [letter, digit]));

// NaN marks a gap.
function decodeNumbers({ exponent, digits }) {
  const numbers = [];
  const power = 10 ** Math.abs(exponent);
  let multiple = 0;
  let code = 0;
  let weight = 1;
  for (const letter of digits) {
    if (letter === ".") {
      numbers.push(NaN);
      continue;
    }
    // Arithmetic, not bits: a difference may have more than 32 of them.
    const digit = DIGIT_OF.get(letter);
    code += (digit % 32) * weight;
    weight *= 32;
    if (digit >= 32) continue;
    multiple += code % 2 === 0 ? code / 2 : -(code + 1) / 2;
    numbers.push(exponent < 0 ? multiple / power : multiple * power);
    code = 0;
    weight = 1;
  }
  return numbers;
}

// As many digits as tell points of a curve with this range apart, and no more.
function numberText(value, range) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-5)) return value.toExponential(2).replace("-", "−");
  const decimals = range > 0 ? 3 - Math.floor(Math.log10(range)) - 1 : 2;
  return value.toFixed(Math.min(Math.max(decimals, 0), 6)).replace("-", "−");
}

// Round steps, 1, 2 or 5 times a power of ten, at most `count` of them in the range.
function niceStep(range, count) {
  const raw = range / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw * (1 - 1e-9));
}

function tickValues(min, max, step) {
  const values = [];
  for (let k = Math.ceil(min / step - 1e-9); k * step <= max + step * 1e-9; ++k) {
    values.push(k * step);
  }
  return values;
}

// Index of the last entry that is not above `value`; -1 when all are. `sorted` ascends.
function indexAt(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Index of the entry nearest to `value`; -1 in an empty list.
function nearestIndex(sorted, value) {
  const before = indexAt(sorted, value);
  if (before < 0) return sorted.length > 0 ? 0 : -1;
  if (before + 1 >= sorted.length) return before;
  return value - sorted[before] <= sorted[before + 1] - value ? before : before + 1;
}
