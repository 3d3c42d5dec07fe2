// Starts the interactive figures of a page: each `data-live` names one. Where the module or WebAssembly is missing, the
// pictures stay as they are.
"use strict";

(() => {
  // What runs in the worker of a perft, after the glue. With `least`, a count that takes fewer milliseconds is repeated until
  // it has taken as many, and the time of one is posted at the end.
  const WORKER = `onmessage = async ({ data: { bytes, fen, moves, depth, least } }) => {
  await quadbitGlue({ module_or_path: bytes });
  const position = new quadbitGlue.Position(fen);
  let all = 0;
  for (const move of moves) {
    const start = performance.now();
    const leaves = position.count_below(move, depth);
    const time = performance.now() - start;
    all += time;
    postMessage({ move, leaves, time });
  }
  if (least === undefined) return;
  if (all < least) {
    const start = performance.now();
    let rounds = 0;
    do {
      for (const move of moves) position.count_below(move, depth);
      rounds += 1;
    } while (performance.now() - start < least);
    all = (performance.now() - start) / rounds;
  }
  postMessage({ all });
};`;

  const places = [...document.querySelectorAll("[data-live]")];
  if (places.length === 0 || typeof WebAssembly === "undefined") return;

  const script = document.createElement("script");
  script.src = `${path_to_root}live-module.js`;
  script.onload = () => begin().catch((error) => console.warn(`The figures stay still: ${error}`));
  document.head.append(script);

  async function begin() {
    const { glue, module } = globalThis.quadbitLive;
    const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
    const live = new Function(`${glue}\nreturn quadbitGlue;`)();
    await live({ module_or_path: bytes });
    live.bytes = bytes;
    quadbitParts.shapes(live.shapes());
    // A worker from a text of its own starts on pages from a folder, too.
    live.worker = () => new Worker(URL.createObjectURL(new Blob([glue, WORKER], { type: "text/javascript" })));
    for (const place of places) {
      const figure = document.createElement("div");
      figure.className = "live-figure";
      figure.setAttribute("role", "group");
      figure.setAttribute("aria-label", place.getAttribute("aria-label"));
      // The book turns pages and searches by keys.
      figure.addEventListener("keydown", (event) => event.stopPropagation());
      Object.assign(figure.dataset, place.dataset);
      delete figure.dataset.live;
      quadbitFigures[place.dataset.live](figure, live);
      place.append(figure);
      // The picture inside, if there is one, is for readers without scripts and for print.
      place.classList.add("live-started");
    }
  }
})();
