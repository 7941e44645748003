// Flight reports as people meet them: opened from the disk, without network, in a browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { Chromium } from "../support/chromium.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const alula = process.env.ALULA_BIN ?? path.join(root, "build/release/alula");

let folder, browser;
const reports = {};
const pages = {};

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "alula-report-"));
  const run = (...words) => execFileSync(alula, words, { cwd: root, stdio: "pipe" });
  run("fly", "missions/demo.plan", "--out", path.join(folder, "demo"));
  reports.alula = path.join(folder, "demo/report.html");
  const log = path.join(folder, "px4.ulg");
  const packed = path.join(root, "tests/reference/px4/iris_takeoff_land.ulg.xz");
  writeFileSync(log, execFileSync("xz", ["-dc", packed], { maxBuffer: 1 << 26 }));
  reports.px4 = path.join(folder, "px4.html");
  run("report", log, "--out", reports.px4);
  browser = await Chromium.start();
  for (const [name, file] of Object.entries(reports)) {
    pages[name] = await browser.open(file);
    await pages[name].value("alulaPage.painter.finish()");
  }
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// What each plot and path holds: name, and for each series label, style and finite points.
const contents = (page) => page.value(`alulaPage.views.map((view) => {
  const { name, series } = view.plot ?? view.path;
  return { name, series: series.map(({ label, style, x, y }) => ({ label, style,
    points: y.filter((value, i) => Number.isFinite(value) && Number.isFinite(x[i])).length })) };
})`);

const range = (page) => page.value(`alulaPage.groups.get("time [s]").range`);

// A place in the middle of a plot's axes, in pixels of the window.
const inside = (page, name, share) => page.value(`(() => {
  const over = document.querySelector('[data-name="${name}"] .u-over');
  over.scrollIntoView({ block: "center" });
  const box = over.getBoundingClientRect();
  return [box.left + ${share} * box.width, box.top + box.height / 2];
})()`);

for (const name of ["alula", "px4"]) {
  test(`the report of ${name} asks the network for nothing and complains of nothing`, () => {
    const { requests, complaints, url } = pages[name];
    assert.deepEqual(requests.filter((request) => !request.startsWith("data:")), [url]);
    assert.deepEqual(complaints, []);
  });

  test(`the log of ${name} is whole, and the report says nothing else`, async () => {
    assert.deepEqual(await pages[name].value("alulaPage.page.notices"), []);
  });

  test(`each plot of ${name} has two curves of a hundred points`, async () => {
    const views = await contents(pages[name]);
    for (const view of views) {
      const curves = view.series.filter(({ style, points }) => style !== "limit" && points >= 100);
      assert.ok(curves.length >= 2, JSON.stringify(view));
    }
    const names = views.map((view) => view.name);
    assert.equal(new Set(names).size, names.length);
    for (const wanted of ["From above", "Height", "Climb rate", "Ground speed", "Roll", "Pitch",
      "Yaw", "Roll rate", "Position error", "Attitude error", "Motor commands", "Motor speed",
      "Battery voltage", "Battery current", "Test ratios", "Height innovations"]) {
      assert.ok(names.includes(wanted), `${wanted} is missing`);
    }
  });

  test(`each plot of ${name} is drawn`, async () => {
    const blank = await pages[name].value(`[...document.querySelectorAll("figure")]
      .filter((figure) => {
        const canvas = figure.querySelector("canvas");
        if (!canvas) return !figure.querySelector("svg path[d^=M]");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let marks = 0;
        for (let i = 3; i < data.length; i += 4) marks += data[i] > 200;
        return marks < 500;
      }).map((figure) => figure.dataset.name)`);
    assert.deepEqual(blank, []);
  });
}

test("set-point, estimate and truth lie over each other", async () => {
  const views = await contents(pages.alula);
  for (const name of ["From above", "Height", "Ground speed", "Roll", "Yaw rate"]) {
    const { series } = views.find((view) => view.name === name);
    assert.deepEqual(series.map(({ label }) => label).sort(), ["estimate", "set-point", "truth"]);
  }
  const px4 = await contents(pages.px4);
  assert.ok(px4.every(({ series }) => series.every(({ label }) => label !== "truth")));
});

test("a log of Alula also shows the force of each part", async () => {
  const { series } = (await contents(pages.alula)).find(({ name }) => name === "Force up");
  for (const part of ["rotor 0", "rotor 3", "body drag"]) {
    assert.ok(series.some(({ label }) => label === part), part);
  }
});

test("each says how its flight ended", async () => {
  const verdict = (page) => page.value(`document.querySelector(".verdict").textContent`);
  assert.equal(await verdict(pages.alula), "Mission completed");
  assert.equal(await verdict(pages.px4), "Landed and disarmed");  // it flew no mission
});

test("a report stays small enough to be sent", () => {
  assert.ok(statSync(reports.alula).size < 3e6);
});

test("dragging over one plot zooms all, a double click shows the whole flight again", async () => {
  const page = pages.alula;
  await page.bringToFront();
  const whole = await range(page);
  const [left, y] = await inside(page, "Roll", 0.25);
  const [right] = await inside(page, "Roll", 0.5);
  await page.mouse("mousePressed", left, y);
  await page.mouse("mouseMoved", (left + right) / 2, y);
  await page.mouse("mouseMoved", right, y);
  await page.mouse("mouseReleased", right, y);
  const [from, to] = await range(page);
  const length = whole[1] - whole[0];
  assert.ok(Math.abs(from - whole[0] - 0.25 * length) < 0.02 * length, `${from}`);
  assert.ok(Math.abs(to - whole[0] - 0.5 * length) < 0.02 * length, `${to}`);
  await page.value("alulaPage.painter.finish()");
  const others = await page.value(`alulaPage.views.filter((view) => view.chart)
    .map(({ chart }) => [chart.scales.x.min, chart.scales.x.max])`);
  assert.ok(others.length > 30);
  for (const other of others) assert.deepEqual(other, [from, to]);
  for (const clicks of [1, 2]) {
    await page.mouse("mousePressed", left, y, clicks);
    await page.mouse("mouseReleased", left, y, clicks);
  }
  assert.deepEqual(await range(page), whole);
});

test("the cursor of one plot is the cursor of all, paths included", async () => {
  const page = pages.alula;
  await page.bringToFront();
  await page.resize(1280, 2400);  // paths and height both in sight
  await page.value("new Promise((resolve) => setTimeout(resolve, 300))");
  await page.mouse("mouseMoved", ...await inside(page, "Height", 0.5));
  const time = await page.value(`alulaPage.groups.get("time [s]").cursor`);
  const seen = await page.value(`alulaPage.views
    .filter((view) => view.chart && alulaPage.painter.sees(view))
    .map(({ chart }) => chart.posToVal(chart.cursor.left, "x"))`);
  assert.ok(seen.length >= 3);
  for (const other of seen) assert.ok(Math.abs(other - time) < 1, `${other} instead of ${time}`);
  const readings = await page.value(
    `[...document.querySelectorAll('[data-name="Climb rate"] .value')].map((n) => n.textContent)`);
  assert.equal(readings.length, 3);
  for (const reading of readings) assert.match(reading, /^−?\d+(\.\d+)?$/);
  assert.equal(await page.value(`document.querySelector('[data-name="From above"] .cursor')
    .getAttribute("visibility")`), "visible");
});

test("a click on a curve's name hides it", async () => {
  const page = pages.alula;
  const shown = (index) => page.value(`alulaPage.views.find(({ plot }) => plot?.name === "Yaw")
    .chart.series[${index} + 1].show`);
  const click = () => page.value(
    `document.querySelector('[data-name="Yaw"] .legend button').click()`);
  await click();
  assert.deepEqual([await shown(0), await shown(1)], [false, true]);
  await click();
  assert.equal(await shown(0), true);
});

test("on paper it is black on white, also for readers at night", async () => {
  const page = await browser.open(reports.px4, { scheme: "dark" });
  assert.notEqual(await page.value("getComputedStyle(document.body).backgroundColor"),
    "rgb(255, 255, 255)");
  const pdf = await page.pdf();
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g).length;
  assert.ok(sheets >= 4 && sheets <= 25, `${sheets} sheets`);
  assert.deepEqual(page.complaints, []);
});

test("no curve is wider than a narrow window", async () => {
  const page = await browser.open(reports.px4, { width: 380, height: 800 });
  assert.ok(await page.value("document.documentElement.scrollWidth") <= 380);
});
