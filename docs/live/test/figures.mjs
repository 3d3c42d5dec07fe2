// Uses the interactive figures of the built book as a reader would: `node figures.mjs BROWSER BOOK`.
// Pages are opened from the folder, so nothing is fetched from anywhere.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, book] = argv.slice(2);
const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic", ...quiet] });
const cases = [];

/** A case on a page of the book, which starts with its figures alive. */
function figure(name, file, body) {
  cases.push([name, async () => {
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${pathToFileURL(resolve(book, file))}`);
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

cases.push(["without WebAssembly the pictures stay", async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto(`${pathToFileURL(resolve(book, "quad-bitboards.html"))}`);
  await page.waitForLoadState("load");
  assert.equal(await page.locator(".live-figure").count(), 0);
  assert.ok(await page.getByRole("img", { name: "A capture as the difference of two boards" }).isVisible());
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
console.log(`figures: ${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
