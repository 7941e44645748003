// Puts the page together: header, timeline, sections, events.

const TIME_KEY = "time [s]";

function readPage() {
  const page = JSON.parse(document.getElementById("data").textContent);
  const columns = page.columns.map(decodeNumbers);
  const fill = (series) => ({ ...series, x: columns[series.x], y: columns[series.y],
    time: series.time === undefined ? null : columns[series.time] });
  for (const section of page.sections) {
    for (const view of [...section.plots, ...section.paths]) view.series = view.series.map(fill);
  }
  return page;
}

// Below the curves: modes as shades, warnings as hairlines. Only plots over time have them.
function belowPainter(page, timeGroup) {
  return (chart, group) => {
    if (group !== timeGroup) return;
    const { ctx, bbox } = chart;
    const at = (time) => Math.min(Math.max(chart.valToPos(time, "x", true), bbox.left),
      bbox.left + bbox.width);
    ctx.save();
    ctx.fillStyle = colour("band");
    page.bands.forEach((band, i) => {
      if (i % 2 === 1) {
        ctx.fillRect(at(band.from_s), bbox.top, at(band.to_s) - at(band.from_s), bbox.height);
      }
    });
    ctx.lineWidth = uPlot.pxRatio;
    for (const event of page.events) {
      const [min, max] = group.range;
      if (event.level === "plain" || event.time_s < min || event.time_s > max) continue;
      ctx.strokeStyle = colour(`event-${event.level}`);
      ctx.beginPath();
      ctx.moveTo(at(event.time_s), bbox.top);
      ctx.lineTo(at(event.time_s), bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  };
}

function header(page) {
  const parts = [element("h1", {}, page.title)];
  const add = (text, attributes) => text && parts.push(element("p", attributes, text));
  add(page.verdict, { class: `verdict ${page.verdict_level}` });
  add(page.subtitle, { class: "subtitle" });
  for (const notice of page.notices) add(notice, { class: "notice", role: "note" });
  return element("header", {}, parts);
}

// Long whole numbers in groups of three.
function valueCell(value) {
  const isNumber = value !== "" && !Number.isNaN(Number(value));
  const text = /^\d{5,}$/.test(value) ? value.replace(/\B(?=(\d{3})+$)/g, "\u202f") : value;
  return element("td", { class: isNumber ? "number" : "text" },
    isNumber ? text.replace("-", "−") : text);
}

function table({ title, rows }) {
  const hasNotes = rows.some((row) => row.note !== "");
  const body = rows.map((row) => element("tr", {}, [
    element("th", { scope: "row" }, row.label), valueCell(row.value),
    element("td", { class: "unit" }, row.unit),
    ...(hasNotes ? [element("td", { class: "remark" }, row.note)] : [])]));
  return element("div", { class: "card" },
    [element("h3", {}, title), element("table", {}, element("tbody", {}, body))]);
}

// Links to the sections, beside each other.
function contents(titles) {
  return element("ul", { class: "contents" }, titles.map((title) =>
    element("li", {}, element("a", { href: `#${anchor(title)}` }, title))));
}

function anchor(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

function eventSection(page, group) {
  const rows = page.events.map((event) => {
    const row = element("tr", { class: event.level }, [
      element("td", { class: "number" }, event.time_s.toFixed(2)),
      element("td", { class: "unit" }, "s"), element("td", {}, event.text)]);
    row.addEventListener("click", () => group.setRange(event.time_s - 5, event.time_s + 5));
    row.addEventListener("pointerenter", () => group.setCursor(event.time_s, null));
    return row;
  });
  return element("section", { id: anchor("Events") }, [element("h2", {}, "Events"),
    element("p", {}, "A click zooms all plots to five seconds before and after."),
    element("table", { class: "events" }, element("tbody", {}, rows))]);
}

function build(page, painter) {
  const groups = new Map();
  const groupOf = (axis) => {
    const key = axisText(axis);
    if (!groups.has(key)) groups.set(key, new Group(painter));
    return groups.get(key);
  };
  const timeGroup = groupOf({ label: "time", unit: "s" });
  for (const section of page.sections) {
    for (const plot of section.plots) {
      for (const series of plot.series) groupOf(plot.x).include(series.x);
    }
  }
  const hasTime = timeGroup.full[1] > timeGroup.full[0];
  const context = { drawBelow: belowPainter(page, timeGroup) };
  const views = [];
  const add = (view) => {
    views.push(view);
    painter.add(view);
    return view.node;
  };
  const main = document.getElementById("page");
  main.append(header(page));
  const timeline = hasTime ? new Timeline(page, timeGroup) : null;
  if (timeline) {
    const titles = page.sections.map(({ title }) => title);
    timeline.node.append(contents(page.events.length > 0 ? [...titles, "Events"] : titles));
    main.append(timeline.node);
  }
  for (const section of page.sections) {
    const parts = [element("h2", {}, section.title)];
    if (section.text) parts.push(element("p", {}, section.text));
    if (section.tables.length > 0) {
      parts.push(element("div", { class: "tables" }, section.tables.map(table)));
    }
    if (section.paths.length > 0) {
      parts.push(element("div", { class: "paths" },
        section.paths.map((path) => add(new PathView(path, timeGroup)))));
    }
    if (section.plots.length > 0) {
      parts.push(element("div", { class: "views" },
        section.plots.map((plot) => add(new PlotView(plot, groupOf(plot.x), context)))));
    }
    main.append(element("section", { id: anchor(section.title) }, parts));
  }
  if (page.events.length > 0) main.append(eventSection(page, timeGroup));
  if (page.footer) main.append(element("footer", {}, page.footer));
  return { views, groups, timeline };
}

// Drawn anew for each width, for light and dark, and for paper.
function keepDrawn({ views, timeline }, painter) {
  const drawAll = () => {
    timeline?.fitLabels();
    for (const view of views) painter.schedule(view, () => view.draw());
  };
  drawAll();
  let width = document.documentElement.clientWidth;
  addEventListener("resize", () => {
    if (document.documentElement.clientWidth === width) return;
    width = document.documentElement.clientWidth;
    drawAll();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("paper");
    drawAll();
    painter.finish();
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("paper");
    drawAll();
  });
}

const page = readPage();
const painter = new Painter();
const built = build(page, painter);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const group of built.groups.values()) group.reset();
});
keepDrawn(built, painter);
// For tests, and for the curious at the console.
window.alulaPage = { page, painter, ...built };
