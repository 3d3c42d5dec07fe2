// One square through the four planes to its nibble, and back.
"use strict";

quadbitFigures.square = (place, live) => {
  const { element, scrub, status, square, named, piece, hex, board, set } = quadbitParts;

  const shown = new live.Board(place.dataset.fen);
  let here = square(place.dataset.square);
  const squares = scrub("Square", 63, here, go);
  const says = status();
  const bits = [3, 2, 1, 0].map((plane) => element("button", { type: "button", onclick: () => flip(plane) }));
  const views = element("div", { class: "live-views" });
  const grid = board("Board: Enter chooses a square", { press: go });

  function go(number) {
    here = number;
    draw();
  }

  function flip(plane) {
    shown.put_code(here, shown.nibbles()[here] ^ (1 << plane));
    draw();
  }

  function draw() {
    const [letters, code] = [shown.letters(), shown.nibbles()[here]];
    const bit = (plane) => (code >> plane) & 1;
    grid.show(letters);
    grid.mark("live-here", [here]);
    squares.input.value = here;
    squares.input.setAttribute("aria-valuetext", named(here));
    views.replaceChildren(...[...shown.planes()].map((word, plane) => set(`plane ${plane}`, word, undefined, 1n << BigInt(here))));
    for (const [i, button] of bits.entries()) {
      button.textContent = `plane ${3 - i}: ${bit(3 - i)}`;
      button.setAttribute("aria-pressed", bit(3 - i) === 1);
    }
    const meaning = code && piece(letters[here]) === "empty" ? "no piece" : piece(letters[here]);
    says.textContent = `Bit ${here} (${named(here)}) of planes 3, 2, 1, 0: ${[3, 2, 1, 0].map(bit).join(" ")}. ` +
      `That is 8*${bit(3)} + 4*${bit(2)} + 2*${bit(1)} + ${bit(0)} = ${code}, the nibble ${hex(code, 1)}: ${meaning}.`;
  }

  place.append(squares.element, element("div", { class: "live-fields live-bits" }, ...bits), says,
    element("div", { class: "live-main" }, grid.element, views));
  draw();
};
