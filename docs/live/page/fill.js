// A fill in one direction, step by step.
"use strict";

quadbitFigures.fill = (place, live) => {
  const { element, labelled, choice, scrub, status, square, named, board, members, set, DIRECTIONS } = quadbitParts;

  const fen = element("input", { type: "text", spellcheck: "false", value: place.dataset.fen, onchange: start });
  const direction = choice(Object.entries(DIRECTIONS), place.dataset.direction);
  const method = choice([["", "one square at a time (Dumb7)"], ["doubling", "one, two, four (Kogge and Stone)"]], "doubling");
  direction.addEventListener("change", start);
  method.addEventListener("change", start);
  const back = element("button", { type: "button", onclick: () => go(-1) }, "Back");
  const next = element("button", { type: "button", onclick: () => go(1) }, "Next step");
  const steps = scrub("Step", 0, 0, (value) => go(value - step));
  const says = status();
  const views = element("div", { class: "live-views" });
  const grid = board("Board: Enter puts the slider on a square", {
    press(number) {
      origin = number;
      start();
    },
  });
  let origin = square(place.dataset.square);
  let fill;
  let step = 0;

  function start() {
    try {
      const shown = new live.Board(fen.value);
      fill = new live.Fill(shown, origin, direction.value, method.value !== "");
      grid.show(shown.letters());
      step = 0;
      steps.input.max = fill.filled().length;
      draw();
    } catch (error) {
      says.textContent = `Refused: ${error.message}.`;
    }
  }

  function go(by) {
    step = Math.min(Math.max(step + by, 0), fill.filled().length);
    draw();
  }

  function draw() {
    const [filled, free] = [fill.filled(), fill.free()];
    const isEnd = step === filled.length;
    const word = isEnd ? fill.attacks() : filled[step];
    views.replaceChildren(...(isEnd ? [set("attacks", word)] : [set("filled", word), set("free", free[step])]));
    const squares = members(word);
    steps.input.value = step;
    steps.input.setAttribute("aria-valuetext", isEnd ? "attacks" : `step ${step}`);
    grid.mark("live-way", squares);
    grid.mark("live-here", [origin]);
    // A button that is `disabled` would lose the focus.
    back.setAttribute("aria-disabled", step === 0);
    next.setAttribute("aria-disabled", isEnd);
    const names = squares.map(named).join(" ") || "none";
    if (isEnd) says.textContent = `One step more, free or not: attacked are ${names}.`;
    else if (step === 0) says.textContent = `Start: filled is ${names}, free are the empty squares.`;
    else says.textContent = `Step ${step} of ${filled.length - 1}: filled are ${names}.`;
  }

  place.append(labelled("FEN, or its first field", fen),
    element("div", { class: "live-fields" }, labelled("Direction", direction), labelled("Steps", method)),
    element("div", { class: "live-fields live-steps" }, steps.element, back, next), says, element("div", { class: "live-main" }, grid.element, views));
  start();
};
