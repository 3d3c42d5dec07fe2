// Two squares, their difference, and what the tables say about it.
"use strict";

quadbitFigures.difference = (place, live) => {
  const { element, labelled, status, square, named, hex, board, DIRECTIONS } = quadbitParts;

  const from = element("input", { type: "text", size: 3, maxlength: 2, value: place.dataset.from, oninput: draw });
  const to = element("input", { type: "text", size: 3, maxlength: 2, value: place.dataset.to, oninput: draw });
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
    const way = new live.Difference(a, b);
    const [first, second] = way.numbers();
    const [files, ranks] = way.steps();
    const [king, rook] = way.distances();
    const between = [...way.between()];
    const kinds = way.attackers_text();
    const direction = DIRECTIONS[way.direction()] ?? "no line";
    const rows = [
      ["numbers", `${hex(first, 2)} and ${hex(second, 2)}`],
      ["difference", `${hex(second, 2)} - ${hex(first, 2)} = ${second - first}: ${files} files, ${ranks} ranks`],
      ["index", `${hex(way.index(), 2)}, with 77 added`],
      ["distance", `${king} moves of a king, ${rook} steps of a rook`],
      ["direction", direction],
      ["unit step", way.unit() ? String(way.unit()) : "no line"],
      ["attackers", way.attackers() ? `${kinds} (${hex(way.attackers(), 2)})` : "none"],
      ["between", between.map(named).join(" ") || "nothing"],
    ];
    list.replaceChildren(...rows.flatMap(([term, text]) => [element("dt", {}, term), element("dd", {}, text)]));
    says.textContent = `From ${named(a)} to ${named(b)}: difference ${second - first}, ${direction}, ` +
      `attackers ${way.attackers() ? kinds : "none"}.`;
    grid.mark("live-here", [a, b]);
    grid.mark("live-way", between);
    grid.show(Array.from({ length: 64 }, () => ".").join(""));
    way.free();
  }

  place.append(element("div", { class: "live-fields" }, labelled("From", from), labelled("To", to)),
    element("div", { class: "live-main" }, grid.element, list), says);
  draw();
};
