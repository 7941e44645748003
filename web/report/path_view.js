// A path seen from one side, in SVG: equal axes, so that angles and distances are true. It marks
// the time of the cursor, and brings out the part of the path that lies in the zoomed time.

const PATH_MARGIN = { left: 52, right: 12, top: 10, bottom: 38 };
const PATH_HEIGHT = { min: 180, max: 460 };

class PathView {
  constructor(path, group) {
    this.path = { ...path, series: drawingOrder(path.series) };
    this.group = group;
    this.strokes = strokesOf(this.path.series);
    this.shown = this.path.series.map(() => true);
    const { node } = caption(this.path, this.strokes, (i, show) => {
      this.shown[i] = show;
      this.draw();
    });
    this.place = element("div", { class: "chart" });
    this.node = element("figure", { class: "path", "data-name": path.name }, [node, this.place]);
    group.listeners.push(this);
    this.place.addEventListener("pointermove", (event) => this.onPointer(event));
    this.place.addEventListener("pointerleave", () => this.group.setCursor(null, null));
  }

  extent(axis) {
    let [low, high] = [Infinity, -Infinity];
    for (const values of [...this.path.series.map((s) => s[axis]),
      this.path.marks.map((m) => m[axis])]) {
      for (const value of values) {
        if (!Number.isFinite(value)) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return low <= high ? [low, high] : [0, 0];
  }

  // Metres to pixels, the same for both axes.
  layOut(width) {
    const [x, y] = [this.extent("x"), this.extent("y")];
    const inner = Math.max(width - PATH_MARGIN.left - PATH_MARGIN.right, 50);
    const spanX = Math.max(1.1 * (x[1] - x[0]), 1);
    const spanY = Math.max(1.1 * (y[1] - y[0]), 1);
    const innerHeight = Math.min(Math.max(inner * spanY / spanX,
      PATH_HEIGHT.min), PATH_HEIGHT.max) - PATH_MARGIN.top - PATH_MARGIN.bottom;
    this.scale = Math.min(inner / spanX, innerHeight / spanY);
    this.centre = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
    this.size = { width, height: innerHeight + PATH_MARGIN.top + PATH_MARGIN.bottom };
    this.middle = [PATH_MARGIN.left + inner / 2, PATH_MARGIN.top + innerHeight / 2];
    this.bounds = {
      x: [this.centre[0] - inner / 2 / this.scale, this.centre[0] + inner / 2 / this.scale],
      y: [this.centre[1] - innerHeight / 2 / this.scale,
        this.centre[1] + innerHeight / 2 / this.scale],
    };
  }

  px(x) { return this.middle[0] + (x - this.centre[0]) * this.scale; }
  py(y) { return this.middle[1] - (y - this.centre[1]) * this.scale; }

  draw(width = this.place.clientWidth) {
    this.layOut(width);
    this.svg = svgElement("svg", {
      viewBox: `0 0 ${width} ${this.size.height}`, width, height: this.size.height,
      role: "img", "aria-label": this.path.name,
    }, [this.axes(), ...this.curves(), this.marks()]);
    this.cursors = this.path.series.map((_, i) => svgElement("circle", {
      r: 4.5, class: "cursor", visibility: "hidden",
      style: `fill: var(--${this.strokes[i].colour})`,
    }));
    this.svg.append(...this.cursors);
    this.place.replaceChildren(this.svg);
    this.onRange(...this.group.range);
  }

  axes() {
    const { width, height } = this.size;
    const right = width - PATH_MARGIN.right;
    const bottom = height - PATH_MARGIN.bottom;
    const step = niceStep((right - PATH_MARGIN.left) / this.scale, Math.max(2, width / 90));
    const parts = [];
    const text = (label, attributes) => parts.push(svgElement("text", attributes, label));
    for (const value of tickValues(...this.bounds.x, step)) {
      const x = this.px(value);
      parts.push(svgElement("line", { x1: x, x2: x, y1: PATH_MARGIN.top, y2: bottom }));
      text(tickText(value, [0, step]), { x, y: bottom + 14, "text-anchor": "middle" });
    }
    for (const value of tickValues(...this.bounds.y, step)) {
      const y = this.py(value);
      parts.push(svgElement("line", { x1: PATH_MARGIN.left, x2: right, y1: y, y2: y }));
      text(tickText(value, [0, step]),
        { x: PATH_MARGIN.left - 6, y: y + 4, "text-anchor": "end" });
    }
    const middle = (PATH_MARGIN.top + bottom) / 2;
    text(axisText(this.path.x), { x: (PATH_MARGIN.left + right) / 2, y: height - 6, class: "label",
      "text-anchor": "middle" });
    text(axisText(this.path.y), { x: 12, y: middle, class: "label", "text-anchor": "middle",
      transform: `rotate(-90 12 ${middle})` });
    return svgElement("g", { class: "axes" }, parts);
  }

  // Each curve twice: all of it, and the part in the zoomed time.
  curves() {
    this.parts = [];
    return this.path.series.map((series, i) => {
      const { colour: name, width, dash } = this.strokes[i];
      const shape = { fill: "none", "stroke-width": width, "stroke-dasharray": dash.join(" "),
        "stroke-linejoin": "round", style: `stroke: var(--${name})` };
      const whole = svgElement("path", { ...shape, d: this.lineOf(series, 0, series.x.length),
        class: "whole" });
      const part = svgElement("path", { ...shape, class: "part" });
      this.parts.push({ whole, part });
      return svgElement("g", { visibility: this.shown[i] ? "visible" : "hidden" }, [whole, part]);
    });
  }

  lineOf({ x, y }, first, last) {
    let line = "";
    let command = "M";
    for (let i = first; i < last; ++i) {
      if (!Number.isFinite(x[i]) || !Number.isFinite(y[i])) {
        command = "M";
        continue;
      }
      line += `${command}${this.px(x[i]).toFixed(1)} ${this.py(y[i]).toFixed(1)}`;
      command = "L";
    }
    return line;
  }

  marks() {
    return svgElement("g", { class: "marks" }, this.path.marks.flatMap(({ x, y, label }) => [
      svgElement("circle", { cx: this.px(x), cy: this.py(y), r: 4 }),
      svgElement("text", { x: this.px(x) + 7, y: this.py(y) - 6 }, label),
    ]));
  }

  onRange(min, max) {
    if (!this.svg) return;
    const zoomed = min > this.group.full[0] || max < this.group.full[1];
    this.svg.classList.toggle("zoomed", zoomed);
    this.path.series.forEach((series, i) => {
      const { time } = series;
      this.parts[i].part.setAttribute("d", zoomed && time
        ? this.lineOf(series, indexAt(time, min) + 1, indexAt(time, max) + 1) : "");
    });
  }

  onCursor(time) {
    if (!this.svg) return;
    this.path.series.forEach((series, i) => {
      const index = time === null || !series.time || !this.shown[i]
        ? -1 : nearestIndex(series.time, time);
      const circle = this.cursors[i];
      const visible = index >= 0 && Number.isFinite(series.x[index] + series.y[index]);
      circle.setAttribute("visibility", visible ? "visible" : "hidden");
      if (!visible) return;
      circle.setAttribute("cx", this.px(series.x[index]));
      circle.setAttribute("cy", this.py(series.y[index]));
    });
  }

  onSight() {
    this.onCursor(this.group.cursor);
  }

  // The time at which the path passed nearest to the pointer becomes the cursor of all plots.
  onPointer(event) {
    const box = this.svg.getBoundingClientRect();
    const [left, top] = [event.clientX - box.left, event.clientY - box.top];
    const series = this.path.series.find((s) => s.style === "estimate" && s.time) ??
      this.path.series.find((s) => s.time);
    if (!series) return;
    let [best, distance] = [null, 40 ** 2];
    series.x.forEach((x, i) => {
      const time = series.time[i];
      if (time < this.group.range[0] || time > this.group.range[1]) return;
      const d = (this.px(x) - left) ** 2 + (this.py(series.y[i]) - top) ** 2;
      if (d < distance) [best, distance] = [time, d];
    });
    this.group.setCursor(best, null);
  }
}
