// Perft of a position in a worker, depth after depth: by itself as long as it is quick, then on request.
//
// 1. `start` takes a position; what was counted before is dropped, and a worker that still counts ends.
// 2. The worker counts below each first move, and says the leaves of each as it finds them.
// 3. A depth that is counted is a row of the table, and `done` learns the leaves of each move.
// 4. The next depth starts if it should take less than `QUICK`; else the button says how long it will take.
"use strict";

/** A table of counts with a button. `done` is called with a map from moves to leaves after each depth. */
quadbitParts.counter = (live, done) => {
  const { element, status } = quadbitParts;
  const LAST = 7;
  // What a count may be expected to take, in seconds, to start without a request.
  const QUICK = 0.5;
  const body = element("tbody");
  const head = element("tr", {}, ...["depth", "leaves", "time", "nodes a second"].map((name) => element("th", { scope: "col" }, name)));
  const table = element("table", { class: "live-perft" }, element("thead", {}, head), body);
  const progress = element("progress", { "aria-label": "Share of the first moves that are counted", hidden: true });
  const button = element("button", { type: "button", onclick: () => (isBusy ? halt() : next()) }, "Count");
  const says = status();
  let [worker, timer, isBusy, fen, moves, results, expected] = [undefined, undefined, false, "", [], [], 0];

  function halt() {
    worker?.terminate();
    worker = undefined;
    clearTimeout(timer);
    isBusy = false;
    offer();
  }

  /** A large number in three digits. */
  function short(number) {
    return number.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });
  }

  /** A time with its unit. */
  function seconds(time) {
    const [number, unit] = time < 1e-3 ? [time * 1e6, "\u00b5s"] : time < 1 ? [time * 1e3, "ms"] : [time, "s"];
    return `${number.toLocaleString("en", { maximumSignificantDigits: 3 })} ${unit}`;
  }

  /** Says what the button does. */
  function offer() {
    progress.hidden = !isBusy;
    const depth = results.length + 1;
    button.hidden = depth > LAST || moves.length === 0;
    const time = expected >= 1 ? `, about ${expected < 90 ? `${Math.round(expected)} s` : `${Math.round(expected / 60)} min`}` : "";
    button.textContent = isBusy ? `Stop depth ${depth}` : `Count depth ${depth}${time}`;
  }

  /** Starts to count the next depth. */
  function next() {
    const depth = results.length + 1;
    const leaves = new Map();
    clearTimeout(timer);
    isBusy = true;
    offer();
    progress.max = moves.length;
    progress.value = 0;
    worker ??= live.worker();
    worker.onerror = (event) => { halt(); says.textContent = `The worker failed: ${event.message}.`; };
    worker.onmessage = ({ data }) => {
      if (data.move) leaves.set(data.move, data.leaves);
      else finish(depth, leaves, data.all / 1000);
      progress.value = leaves.size;
    };
    // Clocks of browsers are coarse: a short count is repeated.
    worker.postMessage({ bytes: live.bytes, fen, moves, depth, least: 100 });
  }

  function finish(depth, leaves, time) {
    const total = [...leaves.values()].reduce((sum, count) => sum + count, 0n);
    const speed = Number(total) / time;
    results.push({ total: Number(total), speed });
    const bar = element("div", { class: "live-speed" }, element("span", { class: "live-bar" }), short(speed));
    body.append(element("tr", {}, ...[String(depth), total.toLocaleString("en"), seconds(time), bar].map((cell) => element("td", {}, cell))));
    const fastest = Math.max(...results.map((result) => result.speed));
    for (const [i, line] of [...body.children].entries()) line.style.setProperty("--part", results[i].speed / fastest);
    const [last, before] = [results.at(-1), results.at(-2)];
    expected = (last.total * Math.max(last.total / (before?.total || 1), 1)) / fastest;
    says.textContent = `Perft ${depth}: ${total.toLocaleString("en")} leaves, on one thread at the level ${live.level()}. ` +
      "The line under each move is its share.";
    done(leaves);
    isBusy = false;
    if (expected < QUICK && depth < LAST) next();
    else offer();
  }

  return {
    element: element("div", {}, table, element("div", { class: "live-chips" }, button, progress), says),
    /** Counts another position, as soon as it has been shown for a moment. */
    start(position, list) {
      [fen, moves, results, expected] = [position, list, [], 0];
      body.replaceChildren();
      halt();
      says.textContent = "";
      if (moves.length) timer = setTimeout(next, 300);
    },
  };
};
