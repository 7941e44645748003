// Decides when views are drawn: those in sight first, one after the other between the browser's own
// work, each once however often it was asked for.

class Painter {
  constructor() {
    this.tasks = new Map();  // what each view has to do, in order
    this.inSight = new Set();
    this.views = new Map();
    this.observer = new IntersectionObserver((entries) => this.onSight(entries));
    this.running = false;
  }

  add(view) {
    this.views.set(view.node, view);
    this.observer.observe(view.node);
  }

  // The timeline and the like are no views, and always seen.
  sees(view) {
    return !this.views.has(view.node) || this.inSight.has(view);
  }

  onSight(entries) {
    for (const { target, isIntersecting } of entries) {
      const view = this.views.get(target);
      if (!isIntersecting) {
        this.inSight.delete(view);
        continue;
      }
      this.inSight.add(view);
      this.run(view);
      view.onSight();
    }
  }

  schedule(view, task) {
    this.tasks.set(view, task);
    if (this.sees(view)) this.run(view);
    else this.keepRunning();
  }

  run(view) {
    const task = this.tasks.get(view);
    this.tasks.delete(view);
    if (task) task();
  }

  keepRunning() {
    if (this.running) return;
    this.running = true;
    setTimeout(() => {
      this.running = false;
      const [first] = this.tasks.keys();
      if (first) this.run(first);
      if (this.tasks.size > 0) this.keepRunning();
    });
  }

  // Before printing: nothing may be left undone.
  finish() {
    for (const view of [...this.tasks.keys()]) this.run(view);
  }
}
