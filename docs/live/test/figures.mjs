// Uses the interactive figures of the built book as a reader would: `node figures.mjs BROWSER BOOK`.
// Pages are opened from the folder, so nothing is fetched from anywhere. Firefox is driven by WebDriver BiDi, which
// playwright-core 1.61 does well: from 1.62 on `fill` is no change for Firefox, 1.65 sends what Firefox 153 does not know.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { chromium, firefox } from "playwright-core";

const [executablePath, book] = argv.slice(2);
const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const isFirefox = /firefox/.test(executablePath);
const browser = isFirefox
  ? await firefox.launch({ executablePath, channel: "moz-firefox" })
  : await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", ...quiet] });
const cases = [];

/** A case on a page of the book, which starts with its figures alive. */
function figure(name, file, body) {
  cases.push([name, async () => {
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    const [path, hash = ""] = file.split("#");
    const url = pathToFileURL(resolve(book, path));
    url.hash = hash;
    await page.goto(url.href);
    await page.waitForSelector(".live-figure");
    await body(page, (label) => page.getByRole("group", { name: label }));
    for (const width of [1000, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => [...document.querySelectorAll(".live-figure, .live-figure *")]
        .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
        .map((part) => `${part.tagName} ${part.className}`));
      assert.deepEqual(wide, [], `too wide at ${width}`);
    }
    const nameless = await page.evaluate(() => [...document.querySelectorAll(".live-figure :is(input, select, button)")]
      .filter((part) => !part.ariaLabel && !part.labels.length && !(part.tagName === "BUTTON" && part.textContent)).length);
    assert.equal(nameless, 0, "controls without a name");
    assert.deepEqual(complaints, []);
    await page.close();
  }]);
}

figure("a board is edited by text, pointer and keyboard", "notation.html", async (page, group) => {
  const place = group("A board in three representations");
  const says = place.getByRole("status");
  await place.getByLabel("FEN").fill("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1");
  await place.getByLabel("FEN").press("Tab");
  assert.equal(await place.getByRole("gridcell").count(), 64);
  await place.getByRole("gridcell", { name: "d5" }).hover();
  assert.match(await says.innerText(), /^d5, black rook: nibble 35 is 9, the upper half of byte 17; bit 35 of planes 0 to 3 is 1 0 0 1; .* cell 43\.$/);
  assert.equal(await place.locator(".live-cells .live-here").count(), 6, "nibble, four planes, 0x88");
  await place.getByLabel("Piece to put").selectOption("Q");
  await place.getByRole("gridcell", { name: "h8" }).click();
  assert.equal(await place.getByLabel("FEN").inputValue(), "7Q/8/1KP5/3r4/8/8/8/k7");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("n");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete");
  assert.equal(await place.getByLabel("FEN").inputValue(), "6n1/8/1KP5/3r4/8/8/8/k7");
  assert.match(page.url(), /notation\.html$/, "the arrow keys turn no page");
  assert.equal(await place.getByRole("img", { name: "plane 3: 0000020800000001" }).count(), 1);
  await place.getByLabel("FEN").fill("8/8/44");
  await place.getByLabel("FEN").press("Tab");
  assert.match(await says.innerText(), /^Refused: /);
});

figure("a mark is seen on bits that are set, and pieces are drawn", "notation.html", async (page, group) => {
  const place = group("A board in three representations");
  const colour = (cell) => cell.evaluate((part) => getComputedStyle(part).backgroundColor);
  await place.getByRole("gridcell", { name: "a8, black rook" }).hover();
  const marked = await place.locator(".live-cells .live-here").all();
  assert.equal(marked.length, 6);
  for (const cell of marked) assert.equal(await colour(cell), "rgb(245, 197, 66)");
  assert.equal(await place.locator(".live-board .live-black").count(), 16);
  assert.equal(await place.locator(".live-board .live-white").count(), 16);
  assert.ok(await page.locator("#live-R path").count() === 2, "the rook has a shape");
  assert.equal(await place.locator(".live-ranks").first().innerText().then((text) => text.replace(/\s/g, "")), "87654321");
});

figure("a set is edited and shifted", "bits.html", async (page, group) => {
  const place = group("A set of squares, shifted");
  const says = place.getByRole("status");
  assert.equal(await says.innerText(), "000000810000ff00 << 8 is 0000810000ff0000: 10 squares, then 10.");
  await place.getByRole("slider", { name: "Shift" }).fill("10");
  assert.equal(await says.innerText(), "000000810000ff00 << 1 is 000001020001fe00: 10 squares, then 10.");
  await place.getByLabel("Then").selectOption("a");
  assert.equal(await says.innerText(), "000000810000ff00 << 1 is 000000020000fe00, without the a-file: 10 squares, then 8.");
  await place.getByRole("slider", { name: "Shift" }).press("ArrowLeft");
  await place.getByRole("gridcell", { name: "h8" }).click();
  assert.match(await says.innerText(), /^800000810000ff00 << 0 is 800000800000fe00, .* 11 squares, then 9\.$/);
});

figure("one square goes through four planes and back", "bits.html", async (page, group) => {
  const place = group("A square through four planes");
  const says = place.getByRole("status");
  assert.match(await says.innerText(), /^Bit 35 \(d5\) of planes 3, 2, 1, 0: 1 0 0 1\. .* the nibble 9: black rook\.$/);
  assert.equal(await place.locator(".live-cells .live-changed").count(), 4);
  await place.getByRole("button", { name: "plane 0: 1" }).click();
  assert.match(await says.innerText(), /nibble 8: white rook\.$/);
  await place.getByRole("button", { name: "plane 2: 0" }).click();
  await place.getByRole("button", { name: "plane 1: 0" }).click();
  assert.match(await says.innerText(), /nibble e: no piece\.$/);
  await place.getByRole("slider", { name: "Square" }).press("ArrowRight");
  assert.match(await says.innerText(), /^Bit 36 \(e5\) .*: empty\.$/);
  await place.getByRole("gridcell", { name: "b6" }).click();
  assert.match(await says.innerText(), /nibble c: white king\.$/);
});

figure("two squares give their difference", "x88.html", async (page, group) => {
  const place = group("The difference of two squares");
  const says = place.getByRole("status");
  assert.equal(await says.innerText(), "From d5 to f5: difference 2, east, attackers QR. The white rook attacks f5.");
  await place.getByRole("gridcell", { name: "b1" }).click();
  await place.getByRole("gridcell", { name: "c3" }).click();
  assert.match(await says.innerText(), /^From b1 to c3: difference 33, no line, attackers .*\. The first square is empty\.$/);
  assert.match(await place.innerText(), /index\s+98, with 77 added/);
  await place.getByLabel("FEN").fill("8/8/8/3RNk2/8/8/8/K7");
  await place.getByLabel("From").fill("d5");
  await place.getByLabel("To", { exact: true }).fill("f5");
  assert.match(await says.innerText(), /The white rook does not attack f5: e5 is occupied\.$/);
  await place.getByLabel("To, along the board").press("ArrowLeft");
  assert.match(await says.innerText(), /^From d5 to e5: .* The white rook attacks e5\.$/);
  await place.getByLabel("To", { exact: true }).fill("z9");
  assert.match(await says.innerText(), /^A square is /);
});

figure("a move shows its xor", "quad-bitboards.html", async (page, group) => {
  const place = group("A move as an exclusive or");
  assert.equal(await place.getByLabel("Move", { exact: true }).locator("option").count(), 48);
  const says = place.getByRole("status");
  const bits = "Nxg6, bits that change in planes 0 to 3: 1, 1, 2, 0. ";
  assert.equal(await says.innerText(), `${bits}After the move: e5 0 (empty), g6 4 (white knight).`);
  assert.equal(await place.locator(".live-cells .live-changed").count(), 4);
  const expected = ["Planes 0 to 2 changed: e5 0 (empty), g6 4 (white knight).", "Planes 0 and 1 changed: e5 4 (white knight), g6 0 (empty).",
    "Plane 0 changed: e5 4 (white knight), g6 2 (white pawn).", "Before the move: e5 4 (white knight), g6 3 (black pawn)."];
  for (const text of expected) {
    await place.getByLabel("Planes changed").press("ArrowLeft");
    assert.equal(await says.innerText(), bits + text);
  }
  assert.equal(await place.getByRole("gridcell", { name: "g6, black pawn" }).count(), 1);
  await place.getByLabel("Move", { exact: true }).selectOption("e1g1");
  assert.match(await says.innerText(), /^O-O, bits that change in planes 0 to 3: 0, 0, 2, 4\. After the move: /);
});

figure("a fill runs step by step", "quad-bitboards.html", async (page, group) => {
  const place = group("A fill, step by step");
  const says = place.getByRole("status");
  const next = place.getByRole("button", { name: "Next step" });
  const expected = ["Step 1 of 3: filled are c3 d4.", "Step 2 of 3: filled are c3 d4 e5 f6.",
    "Step 3 of 3: filled are c3 d4 e5 f6.", "One step more, free or not: attacked are d4 e5 f6 g7."];
  for (const text of expected) {
    await next.press("Enter");
    assert.equal(await says.innerText(), text);
  }
  await next.press("Enter");
  assert.equal(await says.innerText(), expected[3]);
  await place.getByRole("button", { name: "Back" }).click();
  assert.equal(await says.innerText(), expected[2]);
  await place.getByLabel("Step", { exact: true }).fill("4");
  assert.equal(await says.innerText(), expected[3]);
  await place.getByLabel("Steps").selectOption("");
  await next.click();
  assert.equal(await says.innerText(), "Step 1 of 6: filled are c3 d4.");
});

figure("a square sees its neighbours", "threats.html", async (page, group) => {
  const place = group("What a square sees");
  const says = place.getByRole("status");
  assert.equal(await says.innerText(), "e5: 11 neighbours. Pairs: Ne5xpf7 Ne5xpg6 Ne5xQf3 Ne5xpd7.");
  await place.getByRole("gridcell", { name: "d5, white pawn" }).click();
  assert.match(await says.innerText(), /^d5: \d+ neighbours\. Pairs: .*Pd5xpe6/);
  await place.getByRole("slider", { name: "Square" }).press("ArrowLeft");
  assert.match(await says.innerText(), /^c5: /);
  await place.getByLabel("FEN").fill("8/8/8/8/8/8/8/8");
  await place.getByLabel("FEN").press("Tab");
  assert.equal(await says.innerText(), "c5: 0 neighbours. No pairs.");
});

figure("perft counts in a worker, with divide, and stops", "perft.html", async (page, group) => {
  const place = group("Perft with divide");
  const says = place.getByRole("status");
  await place.getByRole("button", { name: "Count" }).click();
  await place.getByText("Perft 4: 4,085,603 leaves").waitFor();
  assert.equal(await place.locator("tbody tr").count(), 48);
  assert.match(await place.getByRole("row", { name: /^a2a3 / }).innerText(), /94,405/);
  assert.match(await says.innerText(), /at the level wasm\./);
  await place.getByLabel("Depth").selectOption("6");
  await place.getByRole("button", { name: "Count" }).click();
  await place.getByRole("button", { name: "Stop" }).click();
  assert.equal(await says.innerText(), "Stopped.");
  await place.getByLabel("FEN").fill("8/8/8/8/8/8/8/8 w - - 0 1");
  await place.getByRole("button", { name: "Count" }).click();
  assert.match(await says.innerText(), /^Refused: /);
});

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

figure("the first page reads texts, and says what is wrong and where", "introduction.html", async (page, group) => {
  const place = group("A position to play with");
  const says = place.getByRole("status").first();
  const text = place.getByLabel("FEN, or the moves of a game");
  assert.equal(await says.innerText(), "White to move: 5 legal moves.");
  assert.equal(await page.getByRole("img", { name: /^Saavedra.s position of 1895/ }).count(), 0, "the picture has given way");
  assert.doesNotMatch(page.url(), /#/, "the address is left alone at first");
  const refused = [
    ["8/8/1KP5/3r4/8/8/8/k6x w - - 0 1", "Refused at character 22: board: 'x' is not a piece, digit or slash. \u2026/8/1KP5/3r4/8/8/8/k6x w - - 0 1"],
    ["8/8/1KP5/3r4/8/8/k7 w - - 0 1", "Refused at character 1: board: expected eight ranks. 8/8/1KP5/3r4/8/8/k7 w - - 0 1"],
    ["8/8/1KP5/3r4/8/8/8/k7 w - z9 0 1", "Refused at character 27: en passant: expected - or a square on rank 3 or 6. \u2026P5/3r4/8/8/8/k7 w - z9 0 1"],
  ];
  for (const [fen, answer] of refused) {
    await text.fill(fen);
    assert.equal(await says.innerText(), answer);
    assert.equal(await text.getAttribute("aria-invalid"), "true");
    assert.equal(await place.getByRole("gridcell", { name: "b6, white king" }).count(), 1, "the board stays");
  }
  assert.equal(await says.locator("mark").innerText(), "z9");
  await text.fill("hello");
  assert.match(await says.innerText(), /^Refused at character 1: .* hello$/);
  assert.equal(await place.getByRole("gridcell", { name: "b6, white king" }).count(), 1, "the board stays");
  await text.fill("1. e4 e5\n2. Nf3 Nc6 3. Qb5");
  assert.match(await says.innerText(), /^Refused at line 2, character 15: .* Qb5$/);
  assert.equal(await place.getByRole("group", { name: "Game" }).innerText().then((words) => words.replace(/\s+/g, " ")), "1. e4 e5 2. Nf3 Nc6");
  await text.fill("8/8/1KP5/3r4/8/8/8/k7 w");
  assert.equal(await says.innerText(), "White to move: 5 legal moves. Read leniently: the castling field is missing.");
  await place.getByRole("button", { name: "Morphy, 1858" }).click();
  assert.equal(await says.innerText(), "White mates: 0 legal moves.");
  await place.getByRole("button", { name: "218 moves" }).click();
  assert.equal(await says.innerText(), "White to move: 218 legal moves.");
});

figure("the first page is played by pointer and by keyboard", "introduction.html", async (page, group) => {
  const place = group("A position to play with");
  const says = place.getByRole("status").first();
  const text = place.getByLabel("FEN, or the moves of a game");
  const cell = (name) => place.locator(`.live-board [data-square="${name}"]`);
  const drag = async (from, to) => {
    await cell(from).hover();
    await page.mouse.down();
    await cell(to).hover();
    await cell(to).hover({ position: { x: 9, y: 9 } });
    assert.equal(await page.locator(".live-ghost").count(), 1);
    await page.mouse.up();
    assert.equal(await page.locator(".live-ghost").count(), 0);
  };
  await drag("c6", "c8");
  assert.equal(await place.getByRole("group", { name: "Game" }).innerText(), "", "an illegal move is not played");
  await drag("c6", "c7");
  assert.equal(await text.inputValue(), "8/2P5/1K6/3r4/8/8/8/k7 b - - 0 1");
  await cell("d5").focus();
  await page.keyboard.press("Enter");
  assert.match(await cell("d8").getAttribute("class"), /live-way/);
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await cell("d8").getAttribute("class"), /live-way/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.equal(await says.innerText(), "White to move, in check: 5 legal moves.");
  await cell("b6").click();
  await cell("b5").click();
  await place.getByRole("group", { name: "Legal moves" }).getByRole("button", { name: "Rd5+", exact: true }).click();
  await place.getByRole("button", { name: "Back" }).click();
  await place.getByRole("button", { name: "Back" }).click();
  assert.equal(await place.locator("[aria-current]").innerText(), "Rd6+");
  await place.getByRole("button", { name: "Forward" }).press("Enter");
  await text.fill("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 6");
  await cell("c7").click();
  await cell("c8").click();
  await place.getByRole("group", { name: "Promote to" }).getByRole("button", { name: "white rook" }).click();
  assert.equal(await text.inputValue(), "2R5/8/8/8/3r4/8/2K5/k7 b - - 0 6");
  assert.match(page.url(), /#fen=2R5\/8\/8\/8\/3r4\/8\/2K5\/k7_b_-_-_0_6$/);
  await page.reload();
  await page.waitForSelector(".live-figure");
  assert.equal(await text.inputValue(), "2R5/8/8/8/3r4/8/2K5/k7 b - - 0 6", "the link holds the position");
  await page.evaluate(() => { location.hash = "#fen=8/8/8_w"; });
  await place.getByText("Refused at character 1: board: expected eight ranks.").waitFor();
  await place.getByRole("group", { name: "Legal moves" }).getByRole("button").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.uci), "d4a4");
  assert.match(page.url(), /introduction\.html#/, "the arrow keys turn no page");
});

figure("the first page shows planes, nibbles, 0x88 and counts", "introduction.html", async (page, group) => {
  const place = group("A position to play with");
  assert.match(await place.innerText(), /c7 is an xor of planes 0 to 3 with 0, 0004040000000000, 0, 0: the framed bits\./);
  assert.equal(await place.locator(".live-planes .live-changed").count(), 2);
  await place.getByRole("button", { name: "Kb7" }).hover();
  assert.match(await place.innerText(), /Kb7 is an xor of planes 0 to 3 with 0, 0, 0002020000000000, 0002020000000000: /);
  await place.locator(".live-board [data-square=d5]").click();
  await place.locator(".live-wide [data-square=f5]").hover();
  assert.match(await place.innerText(), /45 - 43 = 02[^]*entry 79, with 77 added[^]*QR[^]*The black rook attacks f5\./);
  assert.equal(await place.locator(".live-strip [data-square=f5].live-here").count(), 1);
  assert.equal(await place.locator(".live-strip .live-cells > :not(.live-none)").count(), 4);
  await place.getByLabel("FEN, or the moves of a game").fill(START);
  await place.getByRole("row", { name: /^4 197,281 / }).waitFor();
  assert.match(await place.getByRole("row", { name: /^3 / }).innerText(), /^3\s8,902\s[\d.]+ (\u00b5s|ms)\s+[\d.]+[KM]$/);
  await place.getByRole("button", { name: "e4", exact: true }).hover();
  assert.match(await place.getByRole("button", { name: "e4", exact: true }).getAttribute("title"), /^[\d,]+ leaves$/);
  // Depth 6 of this position takes long on every machine.
  await place.getByRole("button", { name: "Kiwipete" }).click();
  const count = place.getByRole("button", { name: /^Count depth/ });
  for (;;) {
    await count.waitFor();
    const depth = (await count.innerText()).match(/\d/)[0];
    await count.click();
    if (depth === "6") break;
  }
  await place.getByRole("button", { name: "Stop depth 6" }).click();
  await count.waitFor();
  assert.equal(await place.locator(".live-perft tbody tr").count(), 5);
});

figure("a link with a wrong position is refused beside that of the page", "introduction.html#fen=8/8/8_w", async (page, group) => {
  const place = group("A position to play with");
  assert.match(await place.getByRole("status").first().innerText(), /^Refused at character 1: .*8\/8\/8/);
  await place.locator(".live-board [data-square=d5]").click();
  await place.getByRole("button", { name: "Kb7" }).click();
  assert.equal(await place.getByLabel("FEN, or the moves of a game").inputValue(), "8/1K6/2P5/3r4/8/8/8/k7 b - - 1 1");
});

cases.push(["without WebAssembly the pictures stay", async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(`${pathToFileURL(resolve(book, "quad-bitboards.html"))}`);
  await page.waitForLoadState("load");
  assert.equal(await page.locator(".live-figure").count(), 0);
  assert.ok(await page.getByRole("img", { name: "A capture as the difference of two boards" }).isVisible());
  await page.goto(`${pathToFileURL(resolve(book, "introduction.html"))}`);
  assert.ok(await page.getByRole("img", { name: /^Saavedra.s position of 1895/ }).isVisible());
  await page.close();
}]);

let failed = 0;
for (const [name, run] of cases) {
  try {
    await run();
  } catch (error) {
    failed += 1;
    console.error(`figures: ${name}: ${error.message}`);
  }
}
await browser.close();
console.log(`figures in ${isFirefox ? "Firefox" : "Chromium"}: ${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
