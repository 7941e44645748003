// Colours of curves, read from the style sheet, so that light, dark and print have one source; and
// the few helpers that make elements.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const LINE_COLOURS = 8;

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// How a series is drawn: name of its colour, width and dashes. `place` counts the series of its
// plot that have no colour of their own.
function strokeOf(series, place) {
  switch (series.style) {
    case "setpoint":
      return { colour: "setpoint", width: 1.5, dash: [6, 4] };
    case "estimate":
      return { colour: "estimate", width: 1.5, dash: [] };
    case "truth":
      return { colour: "truth", width: 4, dash: [] };
    case "limit":
      return { colour: "limit", width: 1.25, dash: [2, 3] };
    default:
      return { colour: `line-${place % LINE_COLOURS}`, width: 1.2, dash: [] };
  }
}

// Curves without a colour of their own keep off the colours of those that have one.
function strokesOf(seriesList) {
  const has = (style) => seriesList.some((series) => series.style === style);
  let place = has("setpoint") ? 2 : has("estimate") ? 1 : 0;
  return seriesList.map((series) => {
    const stroke = strokeOf(series, place);
    if (series.style === "line" || series.style === "points") ++place;
    return stroke;
  });
}

// Truth lies under the estimate, the set-point over both.
function drawingOrder(seriesList) {
  const rank = { truth: 0, limit: 1, line: 2, points: 2, estimate: 3, setpoint: 4 };
  return [...seriesList].sort((a, b) => rank[a.style] - rank[b.style]);
}

function element(name, attributes = {}, children = []) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...[children].flat());
  return node;
}

function svgElement(name, attributes = {}, children = []) {
  const node = document.createElementNS(SVG_NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...[children].flat());
  return node;
}

function axisText({ label, unit }) {
  return unit === "" ? label : `${label} [${unit}]`;
}

function swatch(stroke) {
  const dash = stroke.dash.join(" ");
  return svgElement("svg", { class: "swatch", viewBox: "0 0 22 8", "aria-hidden": "true" }, [
    svgElement("line", {
      x1: 0, x2: 22, y1: 4, y2: 4, "stroke-width": stroke.width + 0.5,
      "stroke-dasharray": dash, style: `stroke: var(--${stroke.colour})`,
    }),
  ]);
}

// The heading of a plot or path: its name, a note, and one button for each series that shows and
// hides it. `values` are the places where the value at the cursor goes.
function caption(view, strokes, onToggle) {
  const values = [];
  const legend = element("ul", { class: "legend" }, view.series.map((series, i) => {
    const value = element("span", { class: "value" });
    values.push(value);
    const button = element("button", { type: "button", "aria-pressed": "true" },
      [swatch(strokes[i]), element("span", {}, series.label), value]);
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(shown));
      onToggle(i, shown);
    });
    return element("li", {}, button);
  }));
  const heading = [element("h3", {}, view.name)];
  if (view.note) heading.push(element("p", { class: "note" }, view.note));
  return { node: element("figcaption", {}, [...heading, legend]), values };
}
