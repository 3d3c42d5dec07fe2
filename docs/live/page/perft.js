// Perft in a worker, with divide: one first move after the other, so that the counts come in as they are found.
"use strict";

quadbitFigures.perft = (place, live) => {
  const { element, labelled, choice, status } = quadbitParts;

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen });
  const depth = choice(["1", "2", "3", "4", "5", "6"], place.dataset.depth);
  const button = element("button", { type: "button", onclick: () => (worker ? stop("Stopped.") : start()) }, "Count");
  const says = status();
  const body = element("tbody");
  const table = element("table", { hidden: true }, element("caption", {}, "Divide"),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "move"), element("th", { scope: "col" }, "leaves"))), body);
  let worker;

  function start() {
    let moves;
    try {
      moves = new live.Position(fen.value).moves();
    } catch (error) {
      says.textContent = `Refused: ${error.message}.`;
      return;
    }
    body.replaceChildren();
    table.hidden = false;
    button.textContent = "Stop";
    says.textContent = "Counting.";
    let [total, seconds, left] = [0n, 0, moves.length];
    const finish = () => stop(`Perft ${depth.value}: ${total.toLocaleString("en")} leaves in ${seconds.toFixed(2)} s, ` +
      `${Math.round(Number(total) / Math.max(seconds, 0.001) / 1e6)} million a second at the level ${live.level()}.`);
    worker = live.worker();
    worker.onerror = (event) => stop(`The worker failed: ${event.message}.`);
    worker.onmessage = ({ data: { move, leaves, time } }) => {
      total += leaves;
      seconds += time / 1000;
      body.append(element("tr", {}, element("td", {}, move), element("td", {}, leaves.toLocaleString("en"))));
      if (--left === 0) finish();
    };
    if (left === 0) finish();
    else worker.postMessage({ bytes: live.bytes, fen: fen.value, moves, depth: Number(depth.value) });
  }

  function stop(text) {
    worker.terminate();
    worker = undefined;
    button.textContent = "Count";
    says.textContent = text;
  }

  place.append(labelled("FEN", fen), labelled("Depth", depth), button, says, table);
};
