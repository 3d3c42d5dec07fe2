// A board to edit by FEN or by hand, with its nibbles, planes and 0x88 squares.
"use strict";

quadbitFigures.representations = (place, live) => {
  const { element, labelled, choice, status, named, piece, hex, board, cells, framed, set, DRAWN } = quadbitParts;
  const LETTERS = "PNBRQKpnbrqk";

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen, onchange: read });
  const hand = choice([...[...LETTERS].map((letter) => [letter, `${letter}: ${piece(letter)}`]), ["", "empty square"]], "P");
  const says = status();
  const views = element("div", { class: "live-views" });
  const grid = board("Board: type the letter of a piece, or press Enter to put the chosen one", {
    look,
    press: (number) => put(number, hand.value),
    type(number, key) {
      if (key === "Delete" || key === "Backspace") put(number, "");
      else if (key.length === 1 && LETTERS.includes(key)) put(number, key);
    },
  });
  let shown;
  let seen = 28;

  function read() {
    try {
      shown = new live.Board(fen.value);
      draw();
    } catch (error) {
      says.textContent = `Refused: ${error.message}.`;
    }
  }

  function put(number, letter) {
    shown.put(number, letter);
    fen.value = shown.placement();
    seen = number;
    draw();
  }

  function draw() {
    grid.show(shown.letters());
    const nibbles = [...shown.nibbles()];
    const x88 = [...shown.x88()];
    const codes = DRAWN.map((number) => ({ text: hex(nibbles[number], 1), number, on: nibbles[number] > 0 }));
    const numbers = Array.from({ length: 128 }, (_, i) => i ^ 112);
    const places = numbers.map((n) => (n & 0x88
      ? { text: hex(n, 2), number: -1 }
      : { text: x88[n] ? hex(x88[n], 1) : hex(n, 2), number: 8 * (n >> 4) + (n & 7), on: x88[n] > 0 }));
    const packed = [...shown.packed()].map((byte) => hex(byte, 2)).join(" ");
    views.replaceChildren(
      element("figure", { class: "live-set" }, element("figcaption", {}, "nibbles"),
        framed(cells(`64 nibbles, in 32 bytes: ${packed}`, 8, codes, look)), element("code", {}, packed)),
      ...[...shown.planes()].map((plane, i) => set(`plane ${i}`, plane, look)),
      element("figure", { class: "live-set live-wide" }, element("figcaption", {}, "0x88: codes of pieces, numbers of empty cells"),
        cells("The 0x88 board, 128 cells", 16, places, look)),
    );
    look(seen);
  }

  function look(number) {
    seen = number;
    grid.mark("live-here", [number]);
    for (const cell of views.querySelectorAll("[data-square]")) {
      cell.classList.toggle("live-here", cell.dataset.square === named(number));
    }
    const letter = shown.letters()[number];
    const code = shown.nibbles()[number];
    const bits = [...shown.planes()].map((plane) => (plane >> BigInt(number)) & 1n).join(" ");
    says.textContent = `${named(number)}, ${piece(letter)}: nibble ${number} is ${hex(code, 1)}, the ` +
      `${number & 1 ? "upper" : "lower"} half of byte ${number >> 1}; bit ${number} of planes 0 to 3 is ${bits}; ` +
      `on the 0x88 board it is cell ${hex(number + (number & 56), 2)}.`;
  }

  place.append(labelled("FEN, or its first field", fen), labelled("Piece to put", hand),
    element("div", { class: "live-main" }, grid.element), says, views);
  read();
};
