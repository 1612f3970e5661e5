// Empty, over, illegal, hostile, without games, stopped.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { data, Server } from "./serve";
import { expect, expectLine, expectNoSideways, test } from "./fixtures";

const folder = mkdtempSync(join(tmpdir(), "zobrist-states-"));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("no game reached the position", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/?play=a2a4,h7h5,a4a5,h5h4`);
  await expect(page.locator(".empty-title")).toHaveText("No game reached this position");
  await picture("empty");
  await page.locator(".state").getByRole("link", { name: "Go back" }).click();
  await expectLine(page, "a4", "h5", "a5");
});

test("the filter keeps no game", async ({ page, club }) => {
  await page.goto(`${club.url}/?player=nobody`);
  await expect(page.locator(".empty-title")).toHaveText("The filter keeps none of the games here");
  await page.getByRole("link", { name: "Show all games" }).click();
  await expect(page.locator(".moves-table")).toBeVisible();
});

test("the end of a game has its reason", async ({ page, club }) => {
  const ends: [string, string][] = [
    ["8/8/8/4k3/8/4K3/8/8 w - - 0 1", "Too little material to win: a draw"],
    ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate: the game is over"],
    ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "Checkmate: White has won"],
  ];
  for (const [fen, title] of ends) {
    await page.goto(`${club.url}/?fen=${fen}`);
    await expect(page.locator(".empty-title")).toHaveText(title);
  }
});

test("games that went on with too little material are shown as any others", async ({ page, serve }) => {
  const fen = "8/8/8/4k3/8/4K3/8/8 w - - 0 1";
  const game = (moves: string) => `[White "A"]\n[Black "B"]\n[Result "1/2-1/2"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n${moves} 1/2-1/2\n\n`;
  const mate = `[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n`;
  writeFileSync(join(folder, "kings.pgn"), game("1. Kd3 Kd5") + game("1. Kd3 Kf5") + game("") + mate + mate);
  const server = await serve([join(folder, "kings.pgn")]);
  const orders = page.waitForRequest(/other_orders/);
  await page.goto(`${server.url}/?fen=${fen}`);
  await expect(page.locator(".moves-table tbody .san")).toHaveText(["Kd3"]);
  await expect(page.locator(".remarks")).toContainText("too little material to win: by the rules the game is drawn. 1 game ends here.");
  await expect(page.locator(".empty-title")).toHaveCount(0);
  await orders;
  await page.goto(`${server.url}/?play=f2f3,e7e5,g2g4,d8h4`);
  await expect(page.locator(".state")).toContainText("2 games ended like this.");
});

test("moves of three-check are numbered from the number in the FEN", async ({ page, club }) => {
  await page.goto(`${club.url}/?variant=3check&fen=4k3/8/8/8/8/8/4P3/4K3 w - - 3%2B3 0 7&play=e2e4,e8e7,e4e5`);
  await expect(page.locator(".move-number")).toHaveText(["7.", "8."]);
});

test.describe("addresses with mistakes", () => {
  test.use({ expected: { patterns: [/status of 400/] } });

  test("an illegal move leaves the position before it", async ({ page, club }) => {
    await page.goto(`${club.url}/?play=e2e4,e7e5,e4e5`);
    await expect(page.locator(".card.alert")).toContainText('cannot play "e4e5": illegal move.');
    await expectLine(page, "e4", "e5");
    await expect(page.getByRole("button", { name: /^One move forward/ })).toBeDisabled();
    await page.getByRole("link", { name: "Go on from this position" }).click();
    await expect(page).toHaveURL(/play=e2e4,e7e5$/);
    await expect(page.locator(".card.alert")).toHaveCount(0);
  });

  test("a null move among pasted moves does not vanish", async ({ page, club }) => {
    await page.goto(club.url);
    const field = page.getByLabel("Move or FEN");
    await field.fill("1. e4 -- 2. d4");
    await field.press("Enter");
    await expect(page.locator(".card.alert")).toContainText('cannot play "--"');
    await expectLine(page, "e4");
  });

  test("a FEN that cannot be read leaves all as it is", async ({ page, club }) => {
    await page.goto(`${club.url}/?play=e2e4,c7c5`);
    await expectLine(page, "e4", "c5");
    const url = page.url();
    const pieces = await page.locator("cg-board piece").count();
    const field = page.getByLabel("Move or FEN");
    for (const [text, words] of [
      ["8/8/8/9/8/8/8/8 w - - 0 1", "8/8/8/9/8/8/8/8 w - - 0 1"],
      ["8/8/8/8/8/8/8/4K3 w - - 0 1", "king"],
      ['[FEN "nonsense"] 1. e4 e5', "nonsense"],
    ] as const) {
      await field.fill(text);
      await field.press("Enter");
      await expect(page.locator("#field-problem")).toContainText(words);
      await expect(field).toHaveValue(text);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expectLine(page, "e4", "c5");
      expect(page.url()).toBe(url);
      expect(await page.locator("cg-board piece").count()).toBe(pieces);
    }
    await field.fill("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    await field.press("Enter");
    await expect(page.locator("cg-board piece")).toHaveCount(3);
    await expect(page.locator("#field-problem")).toBeEmpty();
  });

  test("a FEN and a filter that cannot be read say so", async ({ page, club }) => {
    await page.goto(`${club.url}/?fen=nonsense`);
    await expect(page.locator(".empty-title")).toHaveText("This address cannot be shown");
    await page.getByRole("link", { name: "to the start position" }).click();
    await expect(page.locator(".moves-table")).toBeVisible();
    await page.goto(`${club.url}/?since=yesterday`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "without the filter" }).click();
    await expect(page.locator(".moves-table")).toBeVisible();
  });

  test("a date that cannot be is corrected in its field", async ({ page, club }) => {
    await page.goto(`${club.url}/?since=2024.13`);
    const dialog = page.getByRole("dialog");
    const since = dialog.getByLabel("Since");
    await expect(dialog.locator(".problem")).toHaveText("expected a month from 01 to 12, got \"2024.13\"");
    await expect(since).toBeFocused();
    const problem = (field: typeof since) => field.evaluate((input: HTMLInputElement) => input.validationMessage);
    expect(await problem(since)).toContain("a month from 01 to 12");
    await since.fill("2024.02");
    await expect(dialog.locator(".problem")).toBeEmpty();
    await dialog.getByRole("button", { name: "Show these games" }).click();
    await expect(page).toHaveURL(`${club.url}/?since=2024.02`);
    await expect(page.locator(".moves-table")).toBeVisible();
    // A range without a day, and a day that a month does not have.
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const until = dialog.getByLabel("Until");
    for (const [value, words] of [
      ["2024.01", "no date is in the range"],
      ["2024.02.30", "2024.02.30"],
    ] as const) {
      await until.fill(value);
      await page.keyboard.press("Enter");
      await expect(dialog.locator(".problem")).toContainText(words);
      expect(await problem(until)).toContain(words);
    }
    await expect(page).toHaveURL(`${club.url}/?since=2024.02`);
  });
});

test("without games the page opens on their choice", async ({ page, serve, picture }) => {
  const server = await serve([]);
  await page.goto(server.url);
  await expect(page.locator(".empty-title")).toHaveText("Open your games");
  await expect(page.getByRole("button", { name: "Open files…" })).toBeVisible();
  await expect(page.locator(".state code")).toHaveText("zobrist serve GAMES.pgn");
  await page.getByLabel("Move or FEN").fill("e4");
  await page.getByLabel("Move or FEN").press("Enter");
  await expectLine(page, "e4");
  await picture("no-games");
});

test.describe("a server that is gone", () => {
  test.use({ expected: { patterns: [/ERR_CONNECTION_REFUSED/] } });

  test("it is told, and trying again goes on when it is back", async ({ page, picture }) => {
    const first = await Server.start([`${data}club.pgn.gz`]);
    await page.goto(first.url);
    // All that the page asks at first has been answered.
    await expect(page.locator(".game-row").first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await first.stop()).toBe(0);
    await page.locator(".moves-table tbody .san").first().click();
    await expect(page.locator(".empty-title")).toHaveText("zobrist serve is not running");
    await picture("stopped");
    await page.getByRole("button", { name: "try again" }).click();
    await expect(page.locator(".note.shown")).toHaveText("zobrist serve does not answer yet");
    const second = await Server.start([`${data}club.pgn.gz`], first.port);
    await page.getByRole("button", { name: "try again" }).click();
    await expect(page.locator(".line-move")).toHaveCount(2);
    expect(await second.stop()).toBe(0);
  });
});

test("tags of a hostile file stay text, and only http links are links", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "zobrist-page-"));
  const file = join(folder, "hostile.pgn");
  const name = `<img src=x onerror=alert(1)>\u202e<script>alert(2)</script>${"x".repeat(3000)}`;
  const game = (site: string) =>
    `[Event "<b>bold</b>"]\n[Site "${site}"]\n[White "${name}"]\n[Black "${name}"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n`;
  writeFileSync(file, game("javascript:alert(3)") + game("https://example.org/game?a=1"));
  const server = await Server.start([file]);
  try {
    let asked = false;
    page.on("dialog", () => {
      asked = true;
    });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [number, links] of [
      [0, 0],
      [1, 1],
    ] as const) {
      await page.goto(`${server.url}/?game=${number}&ply=2`);
      await expect(page.locator(".game-players")).toContainText("<script>alert(2)</script>");
      await expect(page.locator(".game-players img, .game-players script, .game-row b")).toHaveCount(0);
      await expectNoSideways(page);
      const link = page.locator(".game-tools a[target]");
      await expect(link).toHaveCount(links);
      if (links) await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    }
    expect(asked).toBe(false);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("names keep their direction to themselves, and control characters are shown", async ({ page, serve }) => {
  const game = (white: string, black: string) => `[Event "x"]\n[White "${white}"]\n[Black "${black}"]\n[WhiteElo "2000"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n`;
  const [arabic, hebrew] = ["محمد صلاح", "יוסי כהן"];
  const file = join(folder, "names.pgn");
  writeFileSync(file, game(arabic, hebrew) + game("Evil\u202eecila ,htimS", "\u2067a\u2069 \u200fb") + game("🧑‍🚀 Zoë 🇨🇭", "normal"));
  const server = await serve([file]);
  /** Where the text of an element begins and ends on the screen. */
  const box = async (selector: string, nth: number) => {
    const found = await page.locator(selector).nth(nth).boundingBox();
    if (!found) throw new Error(`expected a box of ${selector}, got none`);
    return found;
  };
  await page.goto(`${server.url}/?game=0&ply=2`);
  await expect(page.locator(".game-players bdi")).toHaveText([arabic, hebrew]);
  // White stands left of Black, with its Elo between them.
  const [white, black, elo] = [await box(".game-players bdi", 0), await box(".game-players bdi", 1), await box(".game-players .elo", 0)];
  expect(white.x + white.width).toBeLessThanOrEqual(elo.x);
  expect(elo.x + elo.width).toBeLessThanOrEqual(black.x);
  await expect(page).toHaveTitle(`1. e4 e5 · \u2068${arabic}\u2069 – \u2068${hebrew}\u2069 · zobrist`);
  const [name, beside] = [await box(".game-row bdi.player-name", 0), await box(".game-row .elo", 0)];
  expect(name.x + name.width).toBeLessThanOrEqual(beside.x);
  await expect(page.locator(".game-row bdi.player-name")).toHaveCount(6);
  await page.goto(`${server.url}/?game=1&ply=2`);
  await expect(page.locator(".game-players bdi")).toHaveText(["Evil[U+202E]ecila ,htimS", "[U+2067]a[U+2069] [U+200F]b"]);
  expect(await page.title()).toContain("Evil[U+202E]ecila");
  const text = await page.evaluate(() => document.documentElement.outerHTML);
  expect(text).not.toMatch(/[\u202a-\u202e\u2067]/);
  await page.goto(`${server.url}/?game=2&ply=2`);
  await expect(page.locator(".game-players bdi")).toHaveText(["🧑‍🚀 Zoë 🇨🇭", "normal"]);
  // The filter has them in its chips and labels.
  await page.goto(`${server.url}/?player=${encodeURIComponent(arabic)}&opponent=${encodeURIComponent("\u202ex")}`);
  await expect(page.locator(".chip bdi")).toHaveText([arabic, "[U+202E]x"]);
  await expect(page.locator(".chip a").first()).toHaveAttribute("aria-label", `Remove “\u2068${arabic}\u2069”`);
});

test("rejected games are told with place and reason", async ({ page, serve }) => {
  const good = '[White "C"]\n[Black "D"]\n[Result "0-1"]\n\n1. d4 d5 2. c4 0-1\n\n';
  const bad = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nd4x 1-0\n\n';
  writeFileSync(join(folder, "half.pgn"), bad + good);
  let server = await serve([join(folder, "half.pgn")]);
  await page.goto(server.url);
  const notice = page.locator(".notice.rejected");
  await expect(page.locator(".source")).toContainText("1 game");
  await expect(notice).toContainText("1 game rejected.");
  await expect(notice.locator("li")).toHaveText([/^half\.pgn:\d+ \(byte \d+\): game 1: .*Nd4x/]);
  // The first twenty of many.
  writeFileSync(join(folder, "many.pgn"), good + bad.repeat(50));
  server = await serve([join(folder, "many.pgn")]);
  await page.goto(server.url);
  await expect(notice).toContainText("50 games rejected.");
  await notice.locator("summary").click();
  await expect(notice.locator("li")).toHaveCount(20);
  await expect(notice).toContainText("and 30 more");
});

test("a source without games says so", async ({ page, serve }) => {
  const bad = '[White "A"]\n\n1. e4 e5 2. Ke5 *\n\n';
  for (const [name, text, words] of [
    ["empty.pgn", "", "empty.pgn has no games."],
    ["bad.pgn", bad + bad, "bad.pgn has no game that can be read: 2 games rejected."],
  ] as const) {
    writeFileSync(join(folder, name), text);
    const server = await serve([join(folder, name)]);
    await page.goto(server.url);
    await expect(page.locator(".empty-title")).toHaveText("There are no games");
    await expect(page.locator(".state")).toContainText(words);
    await expect(page.locator(".state")).not.toContainText("Try a move");
  }
});

test("a color needs a player", async ({ page, club }) => {
  await page.goto(club.url);
  await page.getByRole("button", { name: "Filter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Color").selectOption("white");
  await dialog.getByRole("button", { name: "Show these games" }).click();
  await expect(dialog).toBeVisible();
  expect(await dialog.getByLabel("Color").evaluate((select: HTMLSelectElement) => select.validationMessage)).toContain("Name the player who has this color");
  await dialog.getByLabel("Player").fill("a");
  await dialog.getByRole("button", { name: "Show these games" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/player=a&as=white/);
});

test.describe("addresses that the server refuses", () => {
  test.use({ expected: { patterns: [/status of 400/] } });

  test("an address with a color or an outcome of nobody asks whose", async ({ page, club }) => {
    for (const [query, words] of [
      ["as=white", "Name the player who has this color, or choose either"],
      ["result=won", "Name the player for whom the games ended so, or choose another result"],
    ] as const) {
      await page.goto(`${club.url}/?${query}`);
      const dialog = page.getByRole("dialog");
      await expect(dialog.locator(".problem")).toHaveText(words);
      await expect(dialog.getByLabel("Player", { exact: true })).toBeFocused();
      await dialog.getByLabel("Player", { exact: true }).fill("a");
      await expect(dialog.locator(".problem")).toBeEmpty();
      await dialog.getByRole("button", { name: "Show these games" }).click();
      await expect(page).toHaveURL(`${club.url}/?player=a&${query}`);
      await expect(page.locator(".moves-table")).toBeVisible();
    }
  });
});

test.describe("a server with a long queue", () => {
  test.use({ expected: { patterns: [/status of 503/] } });

  test("a server that is busy is asked again", async ({ page, club }) => {
    let refused = 0;
      await page.route("**/api/games?*", async (route) => {
      refused += 1;
      if (refused > 1) await route.continue();
      else await route.fulfill({ status: 503, headers: { "retry-after": "1" }, contentType: "application/json", body: '{"error":"busy"}' });
    });
    await page.goto(club.url);
    await expect(page.locator(".game-row").first()).toBeVisible();
    expect(refused).toBe(2);
  });
});

test("an answer that takes long dims the panel, a fast one does not", async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page.locator(".moves-table")).toBeVisible();
  await page.evaluate(() => {
    const panel = document.querySelector(".panel");
    const seen = ((window as unknown as { dimmed: boolean[] }).dimmed = []) as boolean[];
    if (panel) new MutationObserver(() => seen.push(panel.classList.contains("waiting"))).observe(panel, { attributeFilter: ["class"] });
  });
  await page.locator(".moves-table tbody .san").first().click();
  await expect(page.locator(".line-move")).toHaveCount(2);
  expect(await page.evaluate(() => (window as unknown as { dimmed: boolean[] }).dimmed.includes(true))).toBe(false);
  await page.route("**/api/position?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.locator(".moves-table tbody .san").first().click();
  await expect(page.locator(".panel.waiting")).toBeVisible();
  await expect(page.locator(".panel.waiting")).toHaveCount(0);
  await expect(page.locator(".line-move")).toHaveCount(3);
});

test("until the server has answered first, the page says that it loads", async ({ page, club }) => {
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/api/source", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(club.url);
  await expect(page.locator("main")).toHaveText("Loading…");
  go();
  await expect(page.locator(".moves-table")).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
});

test("a file that has changed since it was read is named", async ({ page, picture }) => {
  const folder = mkdtempSync(join(tmpdir(), "zobrist-page-"));
  const file = join(folder, "games.pgn");
  writeFileSync(file, '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n\n');
  const server = await Server.start([file]);
  try {
    await page.goto(server.url);
    await expect(page.locator(".moves-table")).toBeVisible();
    await expect(page.locator(".notice")).toHaveCount(0);
    appendFileSync(file, '[White "C"]\n[Black "D"]\n[Result "0-1"]\n\n1. d4 0-1\n\n');
    await page.reload();
    await expect(page.locator(".notice")).toContainText("games.pgn has changed since it was read");
    await picture("changed");
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the rules are chosen, and a scheme without keys for them says so", async ({ page, club }) => {
  await page.goto(club.url);
  await page.getByLabel("Rules").selectOption("crazyhouse");
  await expect(page).toHaveURL(/variant=crazyhouse/);
  await expect(page.locator(".pocket").first()).toContainText("nothing in hand");
  const hash = page.locator(".fact").first();
  await expect(hash).toHaveText("none: fide has no keys for these rules. Anatomy by another scheme");
  await page.getByLabel("Rules").selectOption("chess");
  await expect(page.locator(".moves-table")).toBeVisible();
});
