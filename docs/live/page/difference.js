// Two squares, their difference, and what the tables say about it.
"use strict";

quadbitFigures.difference = (place, live) => {
  const { element, labelled, scrub, status, square, named, hex, board, verdict, DIRECTIONS } = quadbitParts;

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen, onchange: draw });
  const from = element("input", { type: "text", size: 3, maxlength: 2, value: place.dataset.from, oninput: draw });
  const to = element("input", { type: "text", size: 3, maxlength: 2, value: place.dataset.to, oninput: draw });
  const second = scrub("To, along the board", 63, square(to.value), (number) => { to.value = named(number); draw(); });
  const says = status();
  const list = element("dl", { class: "live-list" });
  let isSecond = false;
  const grid = board("Board: Enter chooses the first square, then the second", {
    press(number) {
      (isSecond ? to : from).value = named(number);
      isSecond = !isSecond;
      draw();
    },
  });

  function draw() {
    const [a, b] = [square(from.value), square(to.value)];
    if (a === undefined || b === undefined) {
      says.textContent = "A square is a letter from a to h and a digit from 1 to 8.";
      return;
    }
    let shown;
    try {
      shown = new live.Board(fen.value);
    } catch (error) {
      says.textContent = `Refused: ${error.message}.`;
      return;
    }
    second.input.value = b;
    second.input.setAttribute("aria-valuetext", named(b));
    const way = new live.Difference(a, b);
    const [start, end] = way.numbers();
    const [files, ranks] = way.steps();
    const [king, rook] = way.distances();
    const between = [...way.between()];
    const kinds = way.attackers_text();
    const direction = DIRECTIONS[way.direction()] ?? "no line";
    const rows = [
      ["numbers", `${hex(start, 2)} and ${hex(end, 2)}`],
      ["difference", `${hex(end, 2)} - ${hex(start, 2)} = ${end - start}: ${files} files, ${ranks} ranks`],
      ["index", `${hex(way.index(), 2)}, with 77 added`],
      ["distance", `${king} moves of a king, ${rook} steps of a rook`],
      ["direction", direction],
      ["unit step", way.unit() ? String(way.unit()) : "no line"],
      ["attackers", way.attackers() ? `${kinds} (${hex(way.attackers(), 2)})` : "none"],
      ["between", between.map(named).join(" ") || "nothing"],
    ];
    list.replaceChildren(...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
    says.textContent = `From ${named(a)} to ${named(b)}: difference ${end - start}, ${direction}, ` +
      `attackers ${way.attackers() ? kinds : "none"}. ${verdict(shown, way, a, b)}`;
    grid.mark("live-here", [a, b]);
    grid.mark("live-way", between);
    grid.show(shown.letters());
    way.free();
  }

  place.append(labelled("FEN, or its first field", fen),
    element("div", { class: "live-fields" }, labelled("From", from), labelled("To", to), second.element),
    element("div", { class: "live-main" }, grid.element, list), says);
  draw();
};
