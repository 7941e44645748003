// The strip that stays in sight: modes, events, the zoomed part of the time, and the cursor.

class Timeline {
  constructor(page, group) {
    this.page = page;
    this.group = group;
    this.bands = element("div", { class: "bands" }, page.bands.map((band) => {
      const title = `${band.label}, ${timeRangeText(band.from_s, band.to_s)}`;
      const node = element("span", { title }, band.label);
      this.put(node, band.from_s, band.to_s);
      return node;
    }));
    this.ticks = element("div", { class: "ticks" }, page.events.map((event) => {
      const title = `${event.time_s.toFixed(2)} s  ${event.text}`;
      const node = element("i", { class: event.level, title });
      node.style.left = `${100 * this.share(event.time_s)}%`;
      return node;
    }));
    this.window = element("div", { class: "window" });
    this.cursor = element("div", { class: "needle", hidden: "" });
    this.strip = element("div", { class: "strip" },
      [this.bands, this.ticks, this.window, this.cursor]);
    this.readout = element("output", {});
    this.button = element("button", { type: "button", class: "reset" }, "Whole flight");
    this.button.addEventListener("click", () => group.reset());
    this.node = element("nav", { class: "timeline", "aria-label": "Time" },
      [this.strip, this.readout, this.button]);
    this.bindPointer();
    group.listeners.push(this);
    this.onRange(...group.range);
  }

  // A mode whose name does not fit keeps it in its tooltip.
  fitLabels() {
    for (const label of this.bands.children) {
      label.classList.toggle("short", label.scrollWidth > label.clientWidth + 1);
    }
  }

  share(time) {
    const [first, last] = this.group.full;
    return Math.min(Math.max((time - first) / (last - first), 0), 1);
  }

  put(node, from, to) {
    node.style.left = `${100 * this.share(from)}%`;
    node.style.width = `${100 * (this.share(to) - this.share(from))}%`;
  }

  bindPointer() {
    const timeAt = (event) => {
      const box = this.strip.getBoundingClientRect();
      const [first, last] = this.group.full;
      return first + (last - first) * (event.clientX - box.left) / box.width;
    };
    let start = null;
    this.strip.addEventListener("pointerdown", (event) => {
      start = timeAt(event);
      this.strip.setPointerCapture(event.pointerId);
    });
    this.strip.addEventListener("pointermove", (event) => {
      const time = timeAt(event);
      this.group.setCursor(time, null);
      if (start === null) return;
      this.window.hidden = false;
      this.put(this.window, Math.min(start, time), Math.max(start, time));
    });
    this.strip.addEventListener("pointerup", (event) => {
      const [from, to] = [start, timeAt(event)].sort((a, b) => a - b);
      start = null;
      const [first, last] = this.group.full;
      if (to - from > 0.002 * (last - first)) this.group.setRange(from, to);
      this.onRange(...this.group.range);
    });
    this.strip.addEventListener("pointerleave", () => this.group.setCursor(null, null));
    this.strip.addEventListener("dblclick", () => this.group.reset());
  }

  onRange(min, max) {
    const whole = min === this.group.full[0] && max === this.group.full[1];
    this.put(this.window, min, max);
    this.window.hidden = whole;
    this.button.disabled = whole;
    this.rangeText = timeRangeText(min, max);
    this.onCursor(this.group.cursor);
  }

  onCursor(time) {
    this.cursor.hidden = time === null;
    if (time !== null) this.cursor.style.left = `${100 * this.share(time)}%`;
    this.readout.textContent = time === null ? this.rangeText : `${time.toFixed(2)} s`;
  }
}

function timeRangeText(min, max) {
  return `${min.toFixed(1)} to ${max.toFixed(1)} s`;
}
