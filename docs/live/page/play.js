// The position of the first page: read from a text, played by hand, seen in three representations, counted, and held by
// the link.
//
// 1. `read` takes a FEN or a game from the text, an example or the link, and makes the `line` of its positions; what is
//    wrong with it is said, and the position before stays.
// 2. `go` and `play` choose another position of the line, or add one.
// 3. `show` makes everything anew that depends on the position: board, moves, representations, link and count.
// 4. `choose`, `point` and `draw` only mark squares and bits. They change no position.
"use strict";

quadbitFigures.play = (place, live) => {
  const { element, labelled, status, square, named, piece, drawn, hex, board, cells, members, set, verdict, counter, DIRECTIONS } = quadbitParts;
  const EXAMPLES = [
    ["Saavedra, 1895", place.dataset.fen],
    ["Start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
    ["Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
    ["218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"],
    ["Morphy, 1858", "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 " +
      "10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#"],
  ];

  // The game: positions, each with the move that led to it, and the one that is shown.
  let line = [];
  let ply = 0;
  // The shown position: its board, its legal moves, and the square chosen to move from.
  let shown;
  let moves = [];
  let chosen;
  // The two squares whose difference is shown.
  let [from, to] = [square(place.dataset.from), square(place.dataset.to)];
  // The move whose xor is shown, and the xor of each plane.
  let change;

  const text = element("textarea", { rows: 2, spellcheck: "false", autocomplete: "off", oninput: () => read(text.value) });
  const says = status();
  const examples = element("div", { class: "live-chips" }, ...EXAMPLES.map(([name, value]) =>
    element("button", { type: "button", onclick: () => { text.value = value; read(value); } }, name)));
  const grid = board("Board: Enter chooses a piece, then its target; Escape lets go", {
    look: (number) => { to = number; mark(); },
    press,
    type: (_, key) => key === "Escape" && choose(),
  });
  const back = element("button", { type: "button", onclick: () => go(ply - 1) }, "Back");
  const next = element("button", { type: "button", onclick: () => go(ply + 1) }, "Forward");
  const link = element("a", { href: "#" }, "Link to this position");
  const promotion = element("div", { class: "live-chips", role: "group", "aria-label": "Promote to" });
  const [game, list] = [chips("Game"), chips("Legal moves")];
  const views = element("div", { class: "live-views live-planes" });
  const row = element("div", { class: "live-strip" });
  const x88 = element("div", { class: "live-set live-wide" });
  const facts = element("dl", { class: "live-list" });
  const [xor, way] = [element("p"), element("p")];
  const count = counter(live, share);

  /** Buttons in a row that the arrow keys walk: one of them is in the order of the tab key. */
  function chips(label) {
    const group = element("div", { class: "live-chips", role: "group", "aria-label": label });
    group.addEventListener("keydown", ({ key }) => {
      const to = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[key];
      if (to) document.activeElement[to]?.focus();
    });
    group.addEventListener("focusin", ({ target }) => {
      for (const button of group.children) button.tabIndex = button === target ? 0 : -1;
    });
    return group;
  }

  /** Shows the position or the last position of the game that a text holds, or what is wrong with it and where. */
  function read(value) {
    const reading = new live.Reading(value);
    const [error, note, fen] = [reading.error(), reading.note(), reading.fen()];
    text.setAttribute("aria-invalid", error !== "");
    if (fen) {
      let position = new live.Position(fen);
      line = [{ position }];
      for (const uci of reading.moves()) {
        const san = position.san(uci);
        position = position.after(uci);
        line.push({ position, uci, san });
      }
      show(line.length - 1);
    }
    if (error) refuse(value, error, reading.place());
    else if (note) says.append(` Read leniently: ${note}.`);
    reading.free();
  }

  /** Says what is wrong with a text, and shows the place. */
  function refuse(value, error, [start, end]) {
    const before = value.slice(0, start);
    const lines = before.split("\n");
    const where = `${lines.length > 1 ? `line ${lines.length}, ` : ""}character ${lines.at(-1).length + 1}`;
    const wrong = element("mark", {}, value.slice(start, Math.min(end, start + 60)) || "\u00a0");
    says.replaceChildren(`Refused at ${where}: ${error}. `, element("code", { class: "live-wrong" },
      `${before.length > 20 ? "\u2026" : ""}${before.slice(-20)}`, wrong, value.slice(end, end + 20)));
  }

  /** Shows a position of the game, and writes its FEN into the text. */
  function go(number) {
    if (number < 0 || number >= line.length) return;
    show(number);
    text.value = line[number].position.fen();
    text.setAttribute("aria-invalid", false);
  }

  function show(number) {
    ply = number;
    const { position, uci, san } = line[ply];
    const fen = position.fen();
    shown = new live.Board(fen);
    moves = position.moves().map((uci) => ({ uci, from: square(uci.slice(0, 2)), to: square(uci.slice(2, 4)), promotes: uci[4] }));
    grid.show(shown.letters());
    const start = moves.find((move) => move.uci === place.dataset.move && fen === place.dataset.fen);
    change = uci ? { san, planes: xors(line[ply - 1].position, uci) } : undefined;
    if (start) change = { san: position.san(start.uci), planes: xors(position, start.uci) };
    says.textContent = `${sentence(position.state())}: ${moves.length} legal move${moves.length === 1 ? "" : "s"}.`;
    list.replaceChildren(...moves.map((move, i) => moveButton(position, move, i)));
    game.replaceChildren(...line.slice(1).map(gameButton));
    // A button that is `disabled` would lose the focus.
    back.setAttribute("aria-disabled", ply === 0);
    next.setAttribute("aria-disabled", ply === line.length - 1);
    const hash = `#fen=${fen.replaceAll(" ", "_")}`;
    link.href = hash;
    if (line.length > 1 || fen !== place.dataset.fen || location.hash) history.replaceState(null, "", hash);
    const numbers = [...shown.nibbles()].map((code, number) => ({ text: hex(code, 1), number, on: (code & 1) === 1 }));
    const packed = [...shown.packed()].map((byte) => hex(byte, 2)).join(" ");
    row.replaceChildren(cells(`64 nibbles, in 32 bytes: ${packed}`, 64, numbers, point));
    for (const [number, cell] of [...row.firstChild.children].entries()) cell.classList.toggle("live-none", numbers[number].text === "0");
    x88.replaceChildren(cells("The 0x88 board, 128 cells with their numbers", 16, Array.from({ length: 128 }, (_, i) => i ^ 112).map((n) =>
      (n & 0x88 ? { text: hex(n, 2), number: -1 } : { text: hex(n, 2), number: 8 * (n >> 4) + (n & 7), on: shown.x88()[n] > 0 })), point));
    choose();
    draw();
    count.start(fen, moves.map((move) => move.uci));
  }

  function sentence(words) {
    return words[0].toUpperCase() + words.slice(1);
  }

  /** The xor of each plane by a move. */
  function xors(position, uci) {
    return [...position.change(uci)].slice(4, 8);
  }

  function moveButton(position, move, i) {
    const san = position.san(move.uci);
    const look = () => {
      change = { san, planes: xors(position, move.uci) };
      [from, to] = [move.from, move.to];
      draw();
    };
    return element("button", {
      type: "button", tabindex: i ? -1 : 0, "data-uci": move.uci, onmouseenter: look, onfocus: look, onclick: () => play(move),
    }, san);
  }

  function gameButton({ san }, i) {
    const text = i % 2 ? san : `${i / 2 + 1}. ${san}`;
    const isBlack = line[0].position.fen().includes(" b ");
    return element("button", {
      type: "button", tabindex: i + 1 === ply ? 0 : -1, "aria-current": i + 1 === ply ? "step" : false, onclick: () => go(i + 1),
    }, isBlack ? san : text);
  }

  /** Plays a move; the rest of the game is dropped, unless it goes on like this. */
  function play({ uci }) {
    if (line[ply + 1]?.uci !== uci) {
      const { position } = line[ply];
      line = [...line.slice(0, ply + 1), { position: position.after(uci), uci, san: position.san(uci) }];
    }
    go(ply + 1);
  }

  /** Chooses the square to move from, or none. */
  function choose(number) {
    chosen = number;
    if (number !== undefined) from = number;
    promotion.replaceChildren();
    mark();
  }

  /** Plays from the chosen square if a legal move leads here, and else chooses the square. */
  function press(number) {
    if (chosen !== undefined && move(chosen, number)) return;
    choose(number === chosen ? undefined : number);
  }

  /** Plays the move between two squares, or asks for the piece. Returns whether there is such a move. */
  function move(start, end) {
    const found = moves.filter((move) => move.from === start && move.to === end);
    if (found.length === 1) play(found[0]);
    if (found.length > 1) {
      const isWhite = line[ply].position.fen().includes(" w ");
      promotion.replaceChildren("Promote to", ...found.map((move) => {
        const letter = isWhite ? move.promotes.toUpperCase() : move.promotes;
        return element("button", { type: "button", "aria-label": piece(letter), onclick: () => play(move) }, drawn(letter));
      }));
      promotion.querySelector("button").focus();
    }
    return found.length > 0;
  }

  /** Takes the square under the pointer as the second of the difference. */
  function point(number) {
    to = number;
    mark();
  }

  /** Draws the planes and the xor of the move in question. */
  function draw() {
    const planes = change?.planes ?? [0n, 0n, 0n, 0n];
    views.replaceChildren(...[...shown.planes()].map((word, i) => set(`plane ${i}`, word, point, planes[i])));
    grid.mark("live-changed", members(planes.reduce((all, word) => all | word)));
    xor.replaceChildren(...(change
      ? [`${change.san} is an xor of planes 0 to 3 with `, ...planes.flatMap((word, i) => [i ? ", " : "", element("code", {}, word ? hex(word, 16) : "0")]),
        ": the framed bits."]
      : ["Point at a move to see the bits that it changes."]));
    mark();
  }

  /** Marks the squares in question on all boards, and says their difference. */
  function mark() {
    const difference = new live.Difference(from, to);
    const between = [...difference.between()];
    const [start, end] = difference.numbers();
    const signed = (number) => `${number < 0 ? "-" : ""}${hex(Math.abs(number), 2)}`;
    const kinds = difference.attackers() ? difference.attackers_text() : "none";
    const direction = DIRECTIONS[difference.direction()] ?? "no line";
    const rows = [
      ["squares", `${named(from)} is ${hex(start, 2)}, ${named(to)} is ${hex(end, 2)}`],
      ["difference", `${hex(end, 2)} - ${hex(start, 2)} = ${signed(end - start)}`],
      ["look-up", `entry ${hex(difference.index(), 2)}, with 77 added`],
      ["attackers", kinds],
      ["direction", difference.unit() ? `${direction}, a step is ${signed(difference.unit())}` : direction],
      ["between", between.map(named).join(" ") || "nothing"],
    ];
    facts.replaceChildren(...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
    way.textContent = `${verdict(shown, difference, from, to)} Numbers are hexadecimal. Choose the first square on the board, and point at the second.`;
    difference.free();
    grid.mark("live-here", chosen === undefined ? [] : [chosen]);
    grid.mark("live-way", moves.filter((move) => move.from === chosen).map((move) => move.to));
    grid.mark("live-movable", moves.map((move) => move.from));
    for (const cell of place.querySelectorAll(".live-cells [data-square]")) {
      const number = square(cell.dataset.square);
      cell.classList.toggle("live-here", number === to || (number === from && x88.contains(cell)));
      cell.classList.toggle("live-way", between.includes(number) && x88.contains(cell));
    }
  }

  /** Shows below each move its share of the leaves. */
  function share(leaves) {
    const most = Math.max(...[...leaves.values()].map(Number), 1);
    for (const button of list.children) {
      const count = leaves.get(button.dataset.uci) ?? 0n;
      button.style.setProperty("--part", Number(count) / most);
      button.title = `${count.toLocaleString("en")} leaves`;
    }
  }

  /** A piece follows the pointer from its square to another. */
  function drag() {
    let held;
    const under = (event) => square(document.elementFromPoint(event.clientX, event.clientY)?.closest(".live-board [data-square]")?.dataset.square ?? "");
    const drop = () => {
      held?.ghost?.remove();
      held = undefined;
    };
    grid.element.addEventListener("pointerdown", (event) => {
      const number = under(event);
      if (event.button === 0 && moves.some((move) => move.from === number)) held = { number, x: event.clientX, y: event.clientY };
    });
    grid.element.addEventListener("pointermove", (event) => {
      if (!held) return;
      if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) > 5) {
        const cell = grid.element.querySelector(`[data-square="${named(held.number)}"]`);
        held.ghost = cell.firstChild.cloneNode(true);
        held.ghost.classList.add("live-ghost");
        held.ghost.style.width = `${cell.clientWidth}px`;
        place.append(held.ghost);
        grid.element.setPointerCapture(event.pointerId);
        choose(held.number);
      }
      if (held.ghost) held.ghost.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY}px - 50%)`;
    });
    grid.element.addEventListener("pointerup", (event) => {
      if (held?.ghost) {
        const [start, end] = [held.number, under(event)];
        drop();
        if (end !== undefined && !move(start, end)) point(end);
      }
      drop();
    });
    grid.element.addEventListener("pointercancel", drop);
  }

  /** Reads the position that the address of the page holds. Returns whether there is one. */
  function follow() {
    const held = location.hash.match(/^#fen=(.*)$/)?.[1];
    if (!held) return false;
    let fen = held.replaceAll("_", " ");
    try {
      fen = decodeURIComponent(fen);
    } catch {
      // Shown as it is.
    }
    if (fen !== text.value || !line.length) {
      // A wrong link is refused beside the position of the page.
      if (!line.length) {
        line = [{ position: new live.Position(place.dataset.fen) }];
        show(0);
      }
      text.value = fen;
      read(fen);
    }
    return true;
  }

  function part(title, page, ...children) {
    return element("section", {}, element("p", { class: "live-title" }, element("a", { href: page }, title)), ...children);
  }

  place.classList.add("live-play");
  place.append(labelled("FEN, or the moves of a game", text), examples, says,
    element("div", { class: "live-main" },
      element("div", { class: "live-hand" }, grid.element, promotion,
        element("div", { class: "live-chips" }, back, next, link), game),
      element("div", { class: "live-side" }, part("Legal moves", "lanes.html", list), part("Perft", "perft.html", count.element))),
    part("Four planes", "quad-bitboards.html", views, xor),
    part("64 nibbles in a row", "nibbles.html", row),
    part("0x88", "x88.html", element("div", { class: "live-main" }, x88, element("div", { class: "live-facts" }, facts, way))));
  drag();
  if (!follow()) {
    text.value = place.dataset.fen;
    read(text.value);
  }
  window.addEventListener("hashchange", follow);
};
