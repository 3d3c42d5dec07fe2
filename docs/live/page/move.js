// A move as the xor of two boards, plane by plane.
"use strict";

quadbitFigures.move = (place, live) => {
  const { element, labelled, choice, scrub, status, named, piece, hex, board, members, set } = quadbitParts;

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen, onchange: read });
  const moves = choice([]);
  moves.addEventListener("change", () => show(4));
  // Step n: planes 0 to n - 1 have been changed.
  const steps = scrub("Planes changed", 4, 4, show);
  const says = status();
  const views = element("div", { class: "live-views" });
  const grid = board("Board", {});
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
    if (texts.length) show(4);
    else says.textContent = "There is no legal move.";
  }

  function show(step) {
    steps.input.value = step;
    const words = [...position.change(moves.value)];
    const [before, change, after] = [words.slice(0, 4), words.slice(4, 8), words.slice(8)];
    const planes = before.map((plane, i) => (i < step ? after[i] : plane));
    const letters = live.letters_of(new BigUint64Array(planes));
    grid.show(letters);
    const squares = members(change.reduce((all, plane) => all | plane));
    grid.mark("live-here", squares);
    views.replaceChildren(...planes.map((plane, i) => set(`plane ${i}${i < step && change[i] ? ", changed" : ""}`, plane, undefined, change[i])));
    const nibble = (number) => planes.reduce((code, plane, i) => code | Number((plane >> BigInt(number)) & 1n) << i, 0);
    const each = squares.map((number) => `${named(number)} ${hex(nibble(number), 1)} (${nibble(number) && piece(letters[number]) === "empty" ? "no piece" : piece(letters[number])})`);
    const bits = change.map((plane) => members(plane).length).join(", ");
    const now = ["before the move", "plane 0 changed", "planes 0 and 1 changed", "planes 0 to 2 changed", "after the move"][step];
    steps.input.setAttribute("aria-valuetext", now);
    says.textContent = `${position.san(moves.value)}, bits that change in planes 0 to 3: ${bits}. ` +
      `${now[0].toUpperCase()}${now.slice(1)}: ${each.join(", ")}.`;
  }

  place.append(labelled("FEN", fen), labelled("Move", moves), steps.element, says,
    element("div", { class: "live-main" }, grid.element, views));
  read();
};
