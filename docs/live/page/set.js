// A set of squares as a number, shifted.
"use strict";

quadbitFigures.set = (place, live) => {
  const { element, labelled, choice, scrub, status, hex, board, members, set } = quadbitParts;
  const MASKS = { "": (1n << 64n) - 1n, a: 0xfefefefefefefefen, h: 0x7f7f7f7f7f7f7f7fn };

  let word = BigInt(place.dataset.word);
  const mask = choice([["", "keep all"], ["a", "clear the a-file"], ["h", "clear the h-file"]], "");
  mask.addEventListener("change", draw);
  // The slider's middle is a shift by nothing.
  const shift = scrub("Shift", 18, 9 + Number(place.dataset.shift), draw);
  const says = status();
  const views = element("div", { class: "live-views" });
  const grid = board("Set: Enter puts a square in or takes it out", {
    press(number) {
      word ^= 1n << BigInt(number);
      draw();
    },
  });

  function draw() {
    const by = Number(shift.input.value) - 9;
    const text = by < 0 ? `>> ${-by}` : `<< ${by}`;
    shift.input.setAttribute("aria-valuetext", text);
    const result = live.shifted(word, by) & MASKS[mask.value];
    grid.mark("live-way", members(word));
    views.replaceChildren(set("shifted", result));
    says.textContent = `${hex(word, 16)} ${text} is ${hex(result, 16)}${mask.value ? `, without the ${mask.value}-file` : ""}: ` +
      `${members(word).length} squares, then ${members(result).length}.`;
  }

  place.append(element("div", { class: "live-fields" }, shift.element, labelled("Then", mask)), says,
    element("div", { class: "live-main" }, grid.element, views));
  draw();
};
