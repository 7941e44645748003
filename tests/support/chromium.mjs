// A headless Chromium, spoken to in its own protocol (chromedevtools.github.io/devtools-protocol)
// over a pipe: no port, no driver.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const ANSWER_WITHIN_MS = 60_000;

export class Chromium {
  static async start() {
    const profile = mkdtempSync(path.join(tmpdir(), "alula-chromium-"));
    const flags = ["--headless", "--remote-debugging-pipe", `--user-data-dir=${profile}`,
      "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
      "--force-color-profile=srgb"];
    if (process.getuid() === 0) flags.push("--no-sandbox");  // root has no other choice
    const child = spawn("chromium", [...flags, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const browser = new Chromium(child, profile);
    await browser.send("Target.getTargets");
    return browser;
  }

  constructor(child, profile) {
    this.child = child;
    this.profile = profile;
    this.count = 0;
    this.waiting = new Map();
    this.listeners = [];
    this.ended = new Promise((resolve) => child.on("close", resolve));
    child.on("error", (error) => this.fail(error));
    this.ended.then(() => this.fail(new Error("Chromium has ended")));
    let text = "";
    child.stdio[4].setEncoding("utf8").on("data", (piece) => {
      const messages = (text + piece).split("\0");
      text = messages.pop();
      for (const message of messages) this.hear(JSON.parse(message));
    });
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.broken = error;
  }

  hear(message) {
    if (message.id === undefined) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const { resolve, reject } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    if (this.broken) return Promise.reject(this.broken);
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_WITHIN_MS);
      const settle = (then) => (value) => {
        clearTimeout(timer);
        then(value);
      };
      this.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
      this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  // A page that shows the file; `scheme` is light or dark.
  async open(file, { width = 1280, height = 900, scheme = "light" } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.resize(width, height);
    await page.send("Emulation.setEmulatedMedia",
      { features: [{ name: "prefers-color-scheme", value: scheme }] });
    page.url = pathToFileURL(file).href;
    const loaded = page.next("Page.loadEventFired");
    await page.send("Page.navigate", { url: page.url });
    await loaded;
    return page;
  }

  async close() {
    await this.send("Browser.close");
    await this.ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

// One page, with what it asked the network for and what it complained about.
class Page {
  constructor(browser, sessionId) {
    this.browser = browser;
    this.sessionId = sessionId;
    this.requests = [];
    this.complaints = [];
    browser.listeners.push((message) => {
      if (message.sessionId === sessionId) this.hear(message);
    });
  }

  hear({ method, params }) {
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") {
      const { text, exception } = params.exceptionDetails;
      this.complaints.push(exception?.description ?? text);
    }
    if (method === "Runtime.consoleAPICalled" && params.type !== "log") {
      this.complaints.push(params.args.map((arg) => arg.value ?? arg.description).join(" "));
    }
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  next(method) {
    return new Promise((resolve) => {
      this.browser.listeners.push((message) => {
        if (message.method === method && message.sessionId === this.sessionId) resolve();
      });
    });
  }

  // The value of an expression, awaited when it is a promise.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
    return result.value;
  }

  // Only the page in front gets frames, and with them the mouse.
  async bringToFront() {
    await this.send("Page.bringToFront");
  }

  async resize(width, height) {
    await this.send("Emulation.setDeviceMetricsOverride",
      { width, height, deviceScaleFactor: 1, mobile: false });
  }

  // Types as in Input.dispatchMouseEvent; `clicks` counts those of a multiple click.
  async mouse(type, x, y, clicks = 1) {
    const button = type === "mouseMoved" ? "none" : "left";
    await this.send("Input.dispatchMouseEvent",
      { type, x, y, button, clickCount: clicks, buttons: type === "mouseReleased" ? 0 : 1 });
  }

  // A PNG of what is in sight.
  async screenshot() {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async pdf() {
    const { data } = await this.send("Page.printToPDF", { printBackground: false });
    return Buffer.from(data, "base64");
  }
}
