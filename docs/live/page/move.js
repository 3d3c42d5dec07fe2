// A move as the xor of two boards.
"use strict";

quadbitFigures.move = (place, live) => {
  const { element, labelled, choice, status, set } = quadbitParts;

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen, onchange: read });
  const moves = choice([]);
  moves.addEventListener("change", draw);
  const says = status();
  const views = element("div", { class: "live-rows" });
  let position;

  function read() {
    try {
      position = new live.Position(fen.value);
    } catch (error) {
      says.textContent = `Refused: ${error.message}.`;
      return;
    }
    const texts = position.moves();
    moves.replaceChildren(...texts.map((uci) => element("option", { value: uci }, `${position.san(uci)} (${uci})`)));
    if (texts.includes(place.dataset.move)) moves.value = place.dataset.move;
    if (texts.length) draw();
    else says.textContent = "There is no legal move.";
  }

  function draw() {
    const planes = [...position.change(moves.value)];
    const rows = ["before", "move (xor)", "after"].map((name, row) => element("div", { class: "live-views" },
      ...planes.slice(4 * row, 4 * row + 4).map((plane, i) => set(`${name}, plane ${i}`, plane))));
    views.replaceChildren(...rows);
    const changed = planes.slice(4, 8).map((plane) => plane.toString(2).replaceAll("0", "").length);
    says.textContent = `${position.san(moves.value)}: bits that change in planes 0 to 3: ${changed.join(", ")}.`;
  }

  place.append(labelled("FEN", fen), labelled("Move", moves), says, views);
  read();
};
