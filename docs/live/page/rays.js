// What a square sees: the board's bytes in the order of rays, the nearest pieces, the pairs.
"use strict";

quadbitFigures.rays = (place, live) => {
  const { element, labelled, scrub, status, square, named, hex, board, cells, DIRECTIONS } = quadbitParts;
  const OFF = 136;

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen, onchange: read });
  let here = square(place.dataset.square);
  const squares = scrub("Square", 63, here, go);
  const says = status();
  const views = element("div", { class: "live-words" });
  const grid = board("Board: Enter chooses a square", { press: go });
  let shown;

  function read() {
    try {
      shown = new live.Board(fen.value);
      draw();
    } catch (error) {
      says.textContent = `Refused: ${error.message}.`;
    }
  }

  function go(number) {
    here = number;
    draw();
  }

  function draw() {
    const rays = new live.Rays(shown, here);
    const [numbers, codes, nearest] = [[...rays.squares()], [...rays.codes()], [...rays.nearest()]];
    const pairs = rays.pairs();
    rays.free();
    grid.show(shown.letters());
    grid.mark("live-way", numbers.filter((number) => number !== OFF));
    grid.mark("live-near", numbers.filter((_, byte) => nearest[byte]));
    grid.mark("live-here", [here]);
    squares.input.value = here;
    squares.input.setAttribute("aria-valuetext", named(here));
    const list = codes.map((code, byte) => (numbers[byte] === OFF
      ? { text: "-", number: -1 }
      : { text: code ? hex(code, 1) : ".", number: numbers[byte], on: nearest[byte] === 1 }));
    const names = Object.keys(DIRECTIONS).map((name) => element("span", {}, name));
    views.replaceChildren(element("div", { class: "live-names", "aria-hidden": "true" }, ...names),
      cells("64 bytes, a direction in each row: a knight's step, then the ray, nearest square first", 8, list, look));
    says.textContent = `${named(here)}: ${nearest.filter((near) => near).length} neighbours. ` +
      (pairs.length ? `Pairs: ${pairs.join(" ")}.` : "No pairs.");
  }

  /** Frames a byte's square on the board. */
  function look(number) {
    grid.mark("live-changed", [number]);
  }

  place.append(labelled("FEN, or its first field", fen), squares.element, says,
    element("div", { class: "live-main" }, grid.element, views));
  read();
};
