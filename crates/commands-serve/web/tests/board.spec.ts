// Moves on the board: by click, drag, keys and text; promotion, castling, drops.
import type { Page } from "@playwright/test";
import { clickSquares, drag, expect, expectLine, squareAt, test } from "./fixtures";

test("a move is clicked, dragged and typed", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table tbody tr").first()).toBeVisible();
  await clickSquares(page, "e2", "e4");
  await expectLine(page, "e4");
  await drag(page, "c7", "c5");
  await expectLine(page, "e4", "c5");
  const field = page.getByLabel("Move or FEN");
  await field.fill("Nf3");
  await field.press("Enter");
  await expectLine(page, "e4", "c5", "Nf3");
  await field.fill("d7d6");
  await field.press("Enter");
  await expectLine(page, "e4", "c5", "Nf3", "d6");
  await expect(page).toHaveURL(/play=e2e4,c7c5,g1f3,d7d6/);
  await field.fill("Ke5");
  await field.press("Enter");
  await expect(page.locator("#field-problem")).toContainText("got “Ke5”");
  await expectLine(page, "e4", "c5", "Nf3", "d6");
});

test("several moves and a FEN are typed", async ({ page, club }) => {
  await page.goto(club.url);
  const field = page.getByLabel("Move or FEN");
  await expect(page.locator(".moves-table")).toBeVisible();
  await field.fill("1.e4 e5 2.Nf3");
  await field.press("Enter");
  await expectLine(page, "e4", "e5", "Nf3");
  await field.fill("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await field.press("Enter");
  await expectLine(page);
  await expect(page.locator("cg-board piece")).toHaveCount(3);
});

test("a game is pasted", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=d2d4,d7d5`);
  await expectLine(page, "d4", "d5");
  const pasted = async (text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.getByLabel("Move or FEN").focus();
    await page.keyboard.press("Control+v");
    await page.keyboard.press("Enter");
  };
  await pasted(`[Event "A; {b} (c)"]
[Result "1/2-1/2"]

1. e4 {[%clk 0:03:00] 1. c4} e5!? ; 2. a3 (b3)
2. Nf3 $14 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3) 2... Nc6
3. Bc4 Bc5
4. 0-0 Nf6 1/2-1/2`);
  await expectLine(page, "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6");
  await expect(page.locator(".card.alert")).toHaveCount(0);
  await pasted("5. d3 d6 1/2-1/2");
  await expectLine(page, "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6", "d3", "d6");
  await pasted("1.c4 c5");
  await expectLine(page, "c4", "c5");
  await pasted(`[SetUp "1"]\n[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=Q *`);
  await expectLine(page, "a8=Q");
  await pasted("1/2-1/2");
  await expect(page.locator("#field-problem")).toContainText("got no move");
});

test("keys step, turn the board and go to the field", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4,c7c5,g1f3`);
  await expectLine(page, "e4", "c5", "Nf3");
  await page.keyboard.press("ArrowLeft");
  await expectLine(page, "e4", "c5");
  await page.keyboard.press("Home");
  await expectLine(page);
  await page.keyboard.press("End");
  await expectLine(page, "e4", "c5", "Nf3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await expectLine(page, "e4", "c5");
  await page.keyboard.press("f");
  await expect(page.locator(".cg-wrap.orientation-black")).toBeVisible();
  await expect(page).toHaveURL(/flipped=1/);
  await page.keyboard.press("/");
  await expect(page.getByLabel("Move or FEN")).toBeFocused();
  await page.keyboard.type("fa");
  await expect(page.getByLabel("Move or FEN")).toHaveValue("fa");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Move or FEN")).not.toBeFocused();
  await page.keyboard.press("Control+ArrowLeft");
  await page.keyboard.press("Meta+f");
  await expectLine(page, "e4", "c5");
});

test("the keys of the table choose a move", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table tbody tr").nth(1)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const second = page.locator(".moves-table tbody a").nth(1);
  await expect(second).toBeFocused();
  await expect(page.locator(".arrows path")).toHaveCount(1);
  const move = (await second.textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expectLine(page, move);
});

test("a promotion asks for the piece", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/?fen=8/P6k/8/8/8/8/8/K7 w - - 0 1`);
  await expectLine(page);
  await clickSquares(page, "a7", "a8");
  const choice = page.getByRole("dialog", { name: "Promote to" });
  await expect(choice.getByRole("button")).toHaveCount(4);
  await expect(choice.getByRole("button", { name: "queen" })).toBeFocused();
  await picture("promotion");
  await page.keyboard.press("Escape");
  await expect(choice).toHaveCount(0);
  await expectLine(page);
  await expect(page.locator("cg-board piece.pawn.white")).toHaveCount(1);
  await clickSquares(page, "a7", "a8");
  await expect(choice.getByRole("button", { name: "queen" })).toBeFocused();
  for (const name of ["knight", "rook", "bishop"]) {
    await page.keyboard.press("Tab");
    await expect(choice.getByRole("button", { name })).toBeFocused();
  }
  // The focus leaves it, and so it closes.
  await page.keyboard.press("Tab");
  await expect(choice).toHaveCount(0);
  await expectLine(page);
  await clickSquares(page, "a7", "a8");
  await expect(choice.getByRole("button", { name: "queen" })).toBeFocused();
  await clickSquares(page, "e5");
  await expect(choice).toHaveCount(0);
  await expectLine(page);
  await drag(page, "a7", "a8");
  await page.getByRole("button", { name: "knight" }).click();
  await expectLine(page, "a8=N");
  await expect(page.locator("cg-board piece.knight.white")).toHaveCount(1);
});

test("Chess960 castles by the king onto its rook, and chess by either square", async ({ page, club }) => {
  await page.goto(`${club.url}/?variant=chess960&fen=1rk4r/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1`);
  await expectLine(page);
  await clickSquares(page, "c1", "g1");
  await expectLine(page, "O-O");
  await expect(page.locator(".fact.fen")).toHaveText(/^1rk4r\/8\/8\/8\/8\/8\/8\/1R3RK1 b/);
  await clickSquares(page, "c8", "b8");
  await expectLine(page, "O-O", "O-O-O");
  for (const square of ["g1", "h1"]) {
    await page.goto(`${club.url}/?fen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1`);
    await expectLine(page);
    await clickSquares(page, "e1", square);
    await expectLine(page, "O-O");
  }
  const field = page.getByLabel("Move or FEN");
  await field.fill("0-0-0");
  await field.press("Enter");
  await expectLine(page, "O-O", "O-O-O");
});

test("crazyhouse drops from the hand by click and by drag", async ({ page, club, picture }) => {
  const start = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3";
  const url = `${club.url}/?variant=crazyhouse&fen=${encodeURIComponent(start)}`;
  await page.goto(url);
  await expectLine(page);
  const pawn = page.getByRole("button", { name: "Drop a pawn: 1 in hand" }).last();
  await pawn.click();
  await expect(pawn).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator("square.drop-here").first()).toBeVisible();
  await picture("crazyhouse");
  await clickSquares(page, "e4");
  await expectLine(page, "@e4");
  await page.goto(url);
  await expectLine(page);
  const box = await pawn.boundingBox();
  const to = await squareAt(page, "d5");
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expectLine(page, "@d5");
});

/** Puts a text into the clipboard, and pastes it into the field. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.getByLabel("Move or FEN").focus();
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Enter");
}

const twoGames = `[Event "One"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0

[Event "Two"]
[White "C"]
[Black "D"]
[Result "0-1"]

1. e4 e5 2. h4 0-1
`;

test("of two pasted games one is shown, and the other offered by its players", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table")).toBeVisible();
  const one = ["d4", "d5", "c4", "e6", "Nc3", "Nf6"];
  await paste(page, twoGames);
  await expectLine(page, ...one);
  const offers = page.locator(".offers");
  await expect(offers).toContainText("2 games pasted; shown is A – B, 1-0. Show instead:");
  await expect(offers.getByRole("button")).toHaveText(["C – D, 0-1"]);
  await offers.getByRole("button", { name: "C – D" }).click();
  await expectLine(page, "e4", "e5", "h4");
  await expect(offers.getByRole("button")).toHaveText(["A – B, 1-0"]);
  // As one line, as some programs copy them, and by the field's own value.
  const field = page.getByLabel("Move or FEN");
  await field.fill(twoGames.replaceAll("\n", " "));
  await expect(offers).toBeEmpty();
  await field.press("Enter");
  await expectLine(page, ...one);
  await expect(offers.getByRole("button")).toHaveText(["C – D, 0-1"]);
  // Without tags: a result, or a number 1, ends the game before it.
  for (const text of ["1. e4 e5 1-0\n1. d4 d5 0-1", "1. e4 e5\n1. d4 d5"]) {
    await paste(page, text);
    await expectLine(page, "e4", "e5");
    await expect(offers.getByRole("button")).toHaveText([/^game 2/]);
  }
  await paste(page, Array.from({ length: 30 }, (_, at) => `[White "W${at}"]\n\n1. e4 *`).join("\n\n"));
  await expectLine(page, "e4");
  await expect(offers.getByRole("button")).toHaveCount(20);
  await expect(offers).toContainText("and 9 more games");
});

test("the rules of a pasted game are those of its tag", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table")).toBeVisible();
  const atomic = (name: string) => `[Event "Bomb"]\n[Variant "${name}"]\n[White "A"]\n[Black "B"]\n\n1. Nf3 f6 2. Nd4 e6 3. Nb5 *`;
  await paste(page, atomic("Atomic"));
  await expect(page).toHaveURL(/variant=atomic/);
  await expectLine(page, "Nf3", "f6", "Nd4", "e6", "Nb5");
  await expect(page.getByLabel("Rules")).toHaveValue("atomic");
  await expect(page.locator(".empty-title")).toHaveText("No games of atomic chess are served");
  await expect(page.locator(".state")).toContainText("None of the games begins at its start position");
  await paste(page, atomic("Standard"));
  await expect(page.getByLabel("Rules")).toHaveValue("chess");
  await expectLine(page, "Nf3", "f6", "Nd4", "e6", "Nb5");
  await paste(page, atomic("Three-check"));
  await expect(page.getByLabel("Rules")).toHaveValue("3check");
  // Not played as chess.
  await paste(page, atomic("Duck Chess"));
  await expect(page.locator("#field-problem")).toContainText("The rules of the variant “Duck Chess” are not known here");
  await expect(page.getByLabel("Rules")).toHaveValue("3check");
});

test("moves are read as people write them", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table")).toBeVisible();
  for (const [text, ...moves] of [
    ["1. e4 e5 2. ♘f3 ♞c6", "e4", "e5", "Nf3", "Nc6"],
    ["1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6", "e4", "e5", "Nf3", "Nc6"],
    ["1 e4 e5 2 Nf3 Nc6 3 Bb5", "e4", "e5", "Nf3", "Nc6", "Bb5"],
    ["1.e4 e5 2.Sf3 Sc6", "e4", "e5", "Nf3", "Nc6"],
    ["1.e4 e5 2.Cf3 Cc6 3.Fb5 a6 4.Fxc6 dxc6 5.0-0", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"],
    ["1.e4 c5 2.Кf3 d6 3.Сb5+ Сd7", "e4", "c5", "Nf3", "d6", "Bb5+", "Bd7"],
    ["1. e2–e4 d7–d5 2. e4:d5 Qd8×d5 3. Nb1–c3 +=", "e4", "d5", "exd5", "Qxd5", "Nc3"],
    ["1. e 4 e 5 2. N f3 N c6 3. B b5 N a6 D 1-0 resigns", "e4", "e5", "Nf3", "Nc6", "Bb5", "a6"],
    ["1: e4 c5 2, e5 d5 3. ed e.p. Nf6 4. dxe7 Be7 *", "e4", "c5", "e5", "d5", "exd6", "Nf6", "dxe7", "Bxe7"],
    ["> 1. e4 {good} e5\n> 2. Nf3 (2. f4) Nc6 3. Bc4 Bc5 4. OO 1/2-1/2", "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"],
    ["1. S f3 S f6 2. D", "Nf3", "Nf6"],
    ["1. e4 1... c5 2. Bc4 d6 3. Qh5 ± Nf6?? 4. Qxf7++", "e4", "c5", "Bc4", "d6", "Qh5", "Nf6", "Qxf7+"],
  ]) {
    await paste(page, text ?? "");
    await expectLine(page, ...moves);
    await expect(page.locator(".card.alert")).toHaveCount(0);
  }
  // Also one by one.
  await page.goto(club.url);
  const field = page.getByLabel("Move or FEN");
  for (const move of ["e2-e4", "d7d5", "ed", "N f6", "♘f3", "Sc6", "Ng1"]) {
    await field.fill(move);
    await field.press("Enter");
  }
  await expectLine(page, "e4", "d5", "exd5", "Nf6", "Nf3", "Nc6", "Ng1");
});

test("moves may be typed faster than the server answers", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table")).toBeVisible();
  // Answers come when all is typed, however long the typing takes.
  let answer = () => {};
  let answered = Promise.resolve();
  const hold = () => (answered = new Promise((resolve) => (answer = resolve)));
  await page.route("**/api/position*", async (route) => {
    await answered;
    await route.continue();
  });
  const field = page.getByLabel("Move or FEN");
  const enter = async (...texts: string[]) => {
    for (const text of texts) {
      await field.fill(text);
      await field.press("Enter");
    }
  };
  hold();
  await enter("e4", "c5", "2. Nf3 d6", "d4");
  await expect(field).toHaveValue("");
  answer();
  await expectLine(page, "e4", "c5", "Nf3", "d6", "d4");
  // What goes on from a move that cannot be played is kept with it.
  hold();
  await enter("cd", "Ke5", "Nf6");
  await field.fill("Nc3");
  answer();
  await expect(page.locator("#field-problem")).toContainText("Expected a legal move, as Nf3 or g1f3, or a FEN; got “Ke5”");
  await expect(field).toHaveValue("Ke5 Nf6 Nc3");
  await expectLine(page, "e4", "c5", "Nf3", "d6", "d4", "cxd4");
  // A text that waits goes to no other view.
  hold();
  await enter("Nd4", "Nf6");
  await page.getByRole("link", { name: "Tour" }).click();
  answer();
  await page.waitForTimeout(700);
  await expect(page).toHaveURL(/\/tour/);
});
