// A plot over an x axis that it shares with the other plots of its group.

const PLOT_HEIGHT = 220;

// Plots with equal x axes: one zoom, one cursor. Views in sight follow at once, the others when
// there is time, so that a page of fifty plots does not stutter.
class Group {
  constructor(painter) {
    this.painter = painter;
    this.listeners = [];
    this.full = [Infinity, -Infinity];
    this.range = this.full;
    this.cursor = null;
  }

  include(numbers) {
    if (numbers.length === 0) return;
    this.full = [Math.min(this.full[0], numbers[0]),
      Math.max(this.full[1], numbers[numbers.length - 1])];
    this.range = this.full;
  }

  setRange(min, max) {
    const low = Math.max(min, this.full[0]);
    const high = Math.min(max, this.full[1]);
    if (!(high > low) || (low === this.range[0] && high === this.range[1])) return;
    this.range = [low, high];
    for (const listener of this.listeners) {
      this.painter.schedule(listener, () => listener.onRange(...this.range));
    }
  }

  reset() {
    this.setRange(...this.full);
  }

  setCursor(x, source) {
    this.cursor = x;
    for (const listener of this.listeners) {
      if (listener !== source && this.painter.sees(listener)) listener.onCursor(x);
    }
  }
}

class PlotView {
  constructor(plot, group, context) {
    this.plot = { ...plot, series: drawingOrder(plot.series) };
    this.group = group;
    this.context = context;
    this.strokes = strokesOf(this.plot.series);
    this.ranges = this.plot.series.map(({ y }) => {
      const finite = y.filter(Number.isFinite);
      return finite.reduce((a, b) => Math.max(a, b), -Infinity) -
        finite.reduce((a, b) => Math.min(a, b), Infinity);
    });
    const { node, values } = caption(this.plot, this.strokes,
      (i, show) => this.chart.setSeries(i + 1, { show }));
    this.values = values;
    this.place = element("div", { class: "chart" });
    this.node = element("figure", { class: "plot", "data-name": plot.name }, [node, this.place]);
    group.listeners.push(this);
  }

  // The element must be in the document by now: its width counts.
  draw(width = this.place.clientWidth) {
    const hidden = this.chart
      ? this.chart.series.flatMap((series, i) => (i > 0 && !series.show ? [i] : [])) : [];
    if (this.chart) this.chart.destroy();
    this.chart = new uPlot(this.options(width), this.data(), this.place);
    for (const i of hidden) this.chart.setSeries(i, { show: false });
  }

  // One table over all x of all series; where a series has none of its own it is undefined, and
  // the line goes on. A gap of the series itself is null, and the line ends.
  data() {
    if (this.joined) return this.joined;
    const tables = this.plot.series.map(({ x, y }) =>
      [x, y.map((value) => (Number.isNaN(value) ? null : value))]);
    const sameX = this.plot.series.every(({ x }) => x === this.plot.series[0].x);
    this.joined = sameX ? [tables[0][0], ...tables.map((table) => table[1])]
      : uPlot.join(tables.map(([x, y]) => [x, y]));
    return this.joined;
  }

  options(width) {
    const axis = {
      stroke: colour("axis"),
      font: "11px system-ui, sans-serif",
      labelFont: "12px system-ui, sans-serif",
      labelSize: 18,
      labelGap: 2,
      grid: { stroke: colour("grid"), width: 1 },
      ticks: { stroke: colour("grid"), width: 1, size: 4 },
    };
    const { x, y, logarithmic } = this.plot;
    return {
      width,
      height: PLOT_HEIGHT,
      legend: { show: false },
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: 4 },
        bind: { dblclick: () => () => { this.group.reset(); return null; } },
        dataIdx: (chart, i, closest, value) => this.indexNear(chart, i, closest, value),
        points: { size: 6 },
      },
      scales: {
        x: { time: false, range: () => this.group.range },
        y: logarithmic ? { distr: 3 } : { range: (_, low, high) => paddedRange(low, high) },
      },
      axes: [
        { ...axis, label: axisText(x), size: 24 },
        { ...axis, label: axisText(y), size: 48,
          values: (_, splits) => splits.map((value) => (logarithmic ? powerText(value)
            : tickText(value, splits))) },
      ],
      series: [{}, ...this.plot.series.map((series, i) => this.seriesOptions(series, i))],
      hooks: {
        setSelect: [(chart) => this.onSelect(chart)],
        setCursor: [(chart) => this.onOwnCursor(chart)],
        drawClear: [(chart) => this.context.drawBelow(chart, this.group)],
      },
    };
  }

  seriesOptions(series, i) {
    const stroke = this.strokes[i];
    const dots = series.style === "points";
    return {
      label: series.label,
      stroke: colour(stroke.colour),
      alpha: series.style === "line" ? 0.85 : 1,
      width: dots ? 0 : stroke.width,
      dash: stroke.dash,
      paths: dots ? () => null : undefined,
      points: dots ? { show: true, size: 4, fill: colour(stroke.colour) } : { show: false },
    };
  }

  // The nearest point that the series itself has: in the joined table most rows are others'.
  indexNear(chart, i, closest, value) {
    if (i === 0) return closest;
    const ys = chart.data[i];
    const xs = chart.data[0];
    if (ys[closest] !== undefined) return closest;
    let left = closest;
    let right = closest;
    while (left >= 0 && ys[left] === undefined) --left;
    while (right < ys.length && ys[right] === undefined) ++right;
    if (left < 0) return right < ys.length ? right : null;
    if (right >= ys.length) return left;
    return value - xs[left] <= xs[right] - value ? left : right;
  }

  onSelect(chart) {
    const { left, width } = chart.select;
    if (width > 0) {
      this.group.setRange(chart.posToVal(left, "x"), chart.posToVal(left + width, "x"));
      chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    }
  }

  onOwnCursor(chart) {
    this.showValues(chart);
    if (this.following) return;
    const { left } = chart.cursor;
    this.group.setCursor(left >= 0 ? chart.posToVal(left, "x") : null, this);
  }

  // By the range of the group: the chart may take it over a moment later.
  onCursor(x) {
    if (!this.chart) return;
    const [min, max] = this.group.range;
    const isInside = x !== null && x >= min && x <= max;
    const left = isInside ? (x - min) / (max - min) * this.chart.over.clientWidth : -10;
    this.following = true;
    this.chart.setCursor({ left, top: isInside ? 0 : -10 });
    this.following = false;
  }

  onRange(min, max) {
    if (this.chart) this.chart.setScale("x", { min, max });
  }

  onSight() {
    this.onCursor(this.group.cursor);
  }

  showValues(chart) {
    const active = chart.cursor.left >= 0;
    this.values.forEach((node, i) => {
      const index = chart.cursor.idxs[i + 1];
      node.textContent = active && index !== null && index !== undefined
        ? numberText(chart.data[i + 1][index], this.ranges[i]) : "";
    });
  }
}

// A curve that hardly moves must not look wild: the axis spans a little more than the data, and
// something when they are all the same.
function paddedRange(low, high) {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const range = high - low;
  const pad = range > 0 ? 0.06 * range : Math.max(0.1 * Math.abs(high), 0.5);
  return [low - pad, high + pad];
}

// Of a logarithmic grid, whose lines between powers of ten have no number.
function powerText(value) {
  if (value === null) return "";
  return value >= 1e-4 && value < 1e6 ? String(Number(value.toPrecision(1)))
    : value.toExponential(0).replace("-", "−");
}

function tickText(value, splits) {
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : 1;
  const size = Math.max(...splits.map(Math.abs));
  if (size >= 1e6 || (size > 0 && size < 1e-4)) {
    return value === 0 ? "0" : value.toExponential(1).replace("-", "−");
  }
  let decimals = 0;  // as many as the step has
  while (decimals < 6 && Math.abs(step - Number(step.toFixed(decimals))) > 1e-6 * step) ++decimals;
  return value.toFixed(decimals).replace("-", "−");
}
