// The parts that all interactive figures are made of: elements, boards of buttons, and boards to look at.
// A figure registers itself in `quadbitFigures` as a function of its place on the page and the WebAssembly module.
"use strict";

globalThis.quadbitFigures = {};

globalThis.quadbitParts = (() => {
  const FILES = "abcdefgh";
  const KINDS = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  let ids = 0;

  /** An element with attributes and children; a string is text. */
  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (value === true) made.setAttribute(name, "");
      else if (value !== false) made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  /** A control below its label. */
  function labelled(text, control) {
    control.id = `live-${++ids}`;
    return element("div", { class: "live-field" }, element("label", { for: control.id }, text), control);
  }

  /** A list to choose from; an option is a text, or a value and its text. */
  function choice(options, chosen) {
    const select = element("select");
    for (const option of options) {
      const [value, text] = Array.isArray(option) ? option : [option, option];
      select.append(element("option", { value, selected: value === chosen }, text));
    }
    return select;
  }

  /** A slider from 0 to `last` below its label: drag it, or use the arrow keys. */
  function scrub(text, last, value, move) {
    const input = element("input", { type: "range", min: 0, max: last, value, oninput: () => move(Number(input.value)) });
    return { element: labelled(text, input), input };
  }

  /** What a screen reader reads out when it changes. */
  function status() {
    return element("p", { class: "live-status", role: "status" });
  }

  /** The number of a square, 0 to 63, by its name; `undefined` if there is none. */
  function square(name) {
    const [file, rank] = [FILES.indexOf(name[0]), Number(name[1]) - 1];
    return name.length === 2 && file >= 0 && rank >= 0 && rank < 8 ? 8 * rank + file : undefined;
  }

  /** The name of a square. */
  function named(number) {
    return FILES[number & 7] + ((number >> 3) + 1);
  }

  /** The name of a piece by its letter in a FEN. */
  function piece(letter) {
    const kind = KINDS[letter.toLowerCase()];
    return kind ? `${letter === letter.toLowerCase() ? "black" : "white"} ${kind}` : "empty";
  }

  /** Puts the pictures of the pieces on the page, from the crate's list: letter, body, detail. */
  function shapes(list) {
    const symbols = [];
    for (let i = 0; i < list.length; i += 3) {
      // Less empty space around a piece than the shapes leave.
      symbols.push(`<symbol id="live-${list[i]}" viewBox="3.1 4.2 93.75 93.75" stroke-width="3" stroke-linejoin="round"
        stroke-linecap="round"><path stroke="#000" d="${list[i + 1]}"/><path fill="none" stroke="currentColor" d="${list[i + 2]}"/></symbol>`);
    }
    const store = element("div", { class: "live-shapes", "aria-hidden": "true" });
    store.innerHTML = `<svg width="0" height="0">${symbols.join("")}</svg>`;
    document.body.append(store);
  }

  /** What stands on a square by its letter: a picture, a digit, or nothing. */
  function drawn(letter) {
    if (letter === ".") return "";
    if (!KINDS[letter.toLowerCase()]) return letter;
    const side = letter === letter.toLowerCase() ? "black" : "white";
    const box = element("span", { class: `live-piece live-${side}`, "aria-hidden": "true" });
    box.innerHTML = `<svg viewBox="0 0 100 100"><use href="#live-${letter.toUpperCase()}"/></svg>`;
    return box;
  }

  /** Eight rows of squares with the names of ranks on the left and of files below. */
  function framed(grid) {
    const names = (list, name) => element("div", { class: name, "aria-hidden": "true" },
      ...[...list].map((text) => element("span", {}, text)));
    return element("div", { class: "live-frame" }, names("87654321", "live-ranks"), grid, names(FILES, "live-files"));
  }

  /** A number in hexadecimal, at least `digits` long. */
  function hex(number, digits) {
    return number.toString(16).padStart(digits, "0");
  }

  /** The words for the directions. */
  const DIRECTIONS = {
    N: "north", NE: "north-east", E: "east", SE: "south-east", S: "south", SW: "south-west", W: "west", NW: "north-west",
  };

  /** Numbers of squares in the order in which a board is drawn, the eighth rank first. */
  const DRAWN = Array.from({ length: 64 }, (_, i) => i ^ 56);

  /**
   * A board of buttons. Arrow keys walk, one square is in the order of the tab key. `look` is called with a square that is
   * hovered or focused, `press` with one that is clicked, `type` with one and a key.
   */
  function board(label, { look = () => {}, press = () => {}, type = () => {} }) {
    const buttons = new Array(64);
    let current = 0;
    const grid = element("div", { class: "live-board", role: "grid", "aria-label": label });
    for (let rank = 7; rank >= 0; rank--) {
      const row = element("div", { role: "row" });
      for (let file = 0; file < 8; file++) {
        const number = 8 * rank + file;
        buttons[number] = element("button", {
          type: "button", role: "gridcell", tabindex: number === 0 ? 0 : -1, "data-square": named(number),
          class: (rank + file) % 2 ? "live-cell" : "live-cell live-dark", "aria-label": named(number),
          onmouseenter: () => look(number),
          onfocus: () => { enter(number); look(number); },
          onclick: () => press(number),
        });
        row.append(buttons[number]);
      }
      grid.append(row);
    }
    function enter(number) {
      buttons[current].tabIndex = -1;
      current = number;
      buttons[current].tabIndex = 0;
    }
    grid.addEventListener("keydown", (event) => {
      const [file, rank] = [current & 7, current >> 3];
      const to = {
        ArrowLeft: [file - 1, rank], ArrowRight: [file + 1, rank], ArrowUp: [file, rank + 1], ArrowDown: [file, rank - 1],
        Home: [0, rank], End: [7, rank], PageUp: [file, 7], PageDown: [file, 0],
      }[event.key];
      if (to) {
        event.preventDefault();
        if (to.every((n) => n >= 0 && n < 8)) buttons[8 * to[1] + to[0]].focus();
      } else if (!event.ctrlKey && !event.altKey && !event.metaKey) {
        type(current, event.key);
      }
    });
    return {
      element: framed(grid),
      /** Shows 64 letters, a1 first. */
      show(letters) {
        for (const [number, letter] of [...letters].entries()) {
          buttons[number].replaceChildren(drawn(letter));
          buttons[number].setAttribute("aria-label", `${named(number)}, ${piece(letter)}`);
        }
      },
      /** Gives a class to the squares of a list and to no others. */
      mark(name, numbers) {
        for (const [number, button] of buttons.entries()) button.classList.toggle(name, numbers.includes(number));
      },
    };
  }

  /** Cells to look at, `columns` in a row, each with the text and the square that `cell` says; -1 is no square. */
  function cells(label, columns, list, look = () => {}) {
    const grid = element("div", { class: "live-cells", role: "img", "aria-label": label, style: `--columns: ${columns}` });
    for (const { text, number, on = false } of list) {
      const made = element("span", { class: on ? "live-on" : number < 0 ? "live-off" : "" }, text);
      if (number >= 0) {
        made.dataset.square = named(number);
        made.addEventListener("mouseenter", () => look(number));
      }
      grid.append(made);
    }
    return grid;
  }

  /** The numbers of the bits that are set in a word. */
  function members(word) {
    return Array.from({ length: 64 }, (_, number) => number).filter((number) => (word >> BigInt(number)) & 1n);
  }

  /** A set of squares with its name and its word; `marked` is a set of squares to frame. */
  function set(name, word, look, marked = 0n) {
    const list = DRAWN.map((number) => {
      const on = (word >> BigInt(number)) & 1n;
      return { text: String(on), number, on: on === 1n };
    });
    const digits = hex(word, 16);
    const grid = cells(`${name}: ${digits}`, 8, list, look);
    for (const number of members(marked)) grid.children[number ^ 56].classList.add("live-changed");
    return element("figure", { class: "live-set" }, element("figcaption", {}, name), framed(grid), element("code", {}, digits));
  }

  /** Whether the piece on the first square attacks the second, in words. */
  function verdict(shown, way, from, to) {
    const letters = shown.letters();
    if (letters[from] === ".") return "The first square is empty.";
    const name = `The ${piece(letters[from])}`;
    if (way.attacks(shown)) return `${name} attacks ${named(to)}.`;
    const hidden = [...way.between()].find((number) => letters[number] !== ".");
    const reason = hidden === undefined ? "" : `: ${named(hidden)} is occupied`;
    return `${name} does not attack ${named(to)}${reason}.`;
  }

  return {
    element, labelled, choice, scrub, status, square, named, piece, shapes, drawn, hex, board, cells, framed, members, set,
    verdict, DIRECTIONS, DRAWN,
  };
})();
