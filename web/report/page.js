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

// Below the curves: modes as shades, events as hairlines. Only plots over time have them.
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
      if (event.time_s < min || event.time_s > max) continue;
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

function table({ title, rows }) {
  return element("table", {}, [element("caption", {}, title), element("tbody", {}, rows.map((row) =>
    element("tr", {}, [
      element("th", { scope: "row" }, row.label),
      element("td", { class: "number" }, row.value),
      element("td", { class: "unit" }, row.unit),
      element("td", { class: "remark" }, row.note),
    ])))]);
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
  return element("section", {}, [element("h2", {}, "Events"),
    element("p", {}, "A click zooms all plots to five seconds before and after."),
    element("table", { class: "events" }, element("tbody", {}, rows))]);
}

function build(page) {
  const groups = new Map();
  const groupOf = (axis) => {
    const key = axisText(axis);
    if (!groups.has(key)) groups.set(key, new Group());
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
    return view.node;
  };
  const main = document.getElementById("page");
  main.append(header(page));
  if (hasTime) main.append(new Timeline(page, timeGroup).node);
  for (const section of page.sections) {
    const parts = [element("h2", {}, section.title)];
    if (section.text) parts.push(element("p", {}, section.text));
    if (section.tables.length > 0) {
      parts.push(element("div", { class: "tables" }, section.tables.map(table)));
    }
    parts.push(element("div", { class: "views" }, [
      ...section.paths.map((path) => add(new PathView(path, timeGroup))),
      ...section.plots.map((plot) => add(new PlotView(plot, groupOf(plot.x), context)))]));
    main.append(element("section", {}, parts));
  }
  if (page.events.length > 0) main.append(eventSection(page, timeGroup));
  if (page.footer) main.append(element("footer", {}, page.footer));
  return { views, groups };
}

// Drawn anew for each width, for light and dark, and for paper.
function keepDrawn(views) {
  const drawAll = () => views.forEach((view) => view.draw());
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
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("paper");
    drawAll();
  });
}

const page = readPage();
const { views, groups } = build(page);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const group of groups.values()) group.reset();
});
keepDrawn(views);
// For tests, and for the curious at the console.
window.alulaPage = { page, views, groups };
