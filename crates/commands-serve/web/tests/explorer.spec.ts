// The explorer: table, other orders, filters, games, back.
import { data } from "./serve";
import { expect, expectLine, expectNoSideways, test, widths } from "./fixtures";

test("the table has the numbers of the API, and its rows show and play moves", async ({ page, club, picture }) => {
  const answer = await (await page.request.get(`${club.url}/api/position?play=e2e4,c7c5`)).json();
  await page.goto(`${club.url}/?play=e2e4,c7c5`);
  const rows = page.locator(".moves-table tbody tr");
  await expect(rows.first()).toBeVisible();
  const [first] = answer.moves;
  await expect(rows.first().locator(".san")).toHaveText(first.san);
  await expect(rows.first().locator(".col-games")).toContainText(String(first.games));
  await expect(page.locator(".moves-table tfoot .col-games")).toContainText(String(answer.position.games));
  await expect(page.locator(".opening")).toContainText("Sicilian Defense");
  const known = first.white + first.draws + first.black;
  await expect(rows.first().getByRole("img")).toHaveAttribute(
    "aria-label",
    new RegExp(`^White ${Math.round((100 * first.white) / known)}%, draws`),
  );
  await rows.first().hover();
  await expect(page.locator(".arrows path")).toHaveCount(1);
  await picture("explorer-light");
  const more = page.getByRole("button", { name: /more moves/ });
  await more.click();
  await expect(rows).toHaveCount(answer.moves.length);
  await rows.first().locator(".col-games").click();
  await expectLine(page, "e4", "c5", first.san);
});

test("other orders come after the table", async ({ page, club }) => {
  await page.route("**/api/position?*other_orders*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  const query = "play=e2e4,e7e6";
  const answer = await (await page.request.get(`${club.url}/api/position?${query}&other_orders=true`)).json();
  const row = answer.moves.slice(0, 10).find((move: { other_orders: number }) => move.other_orders > 0);
  await page.goto(`${club.url}/?${query}`);
  await expect(page.locator(".moves-table tbody tr").first()).toBeVisible();
  await expect(page.locator(".other-orders", { hasText: "+" })).toHaveCount(0);
  const cell = page.locator(".moves-table tbody tr", { has: page.locator(`.san:text-is("${row.san}")`) });
  await expect(cell.locator(".other-orders")).toHaveText(`+${row.other_orders}`);
});

test("moves that only other orders reach have a card", async ({ page, club }) => {
  const query = "play=e2e4,c7c5,g1f3,b8c6";
  const answer = await (await page.request.get(`${club.url}/api/position?${query}&other_orders=true`)).json();
  expect(answer.unplayed.length).toBeGreaterThan(0);
  const played = answer.moves.map((move: { uci: string }) => move.uci);
  expect(answer.unplayed.filter((move: { uci: string }) => played.includes(move.uci))).toEqual([]);
  await page.goto(`${club.url}/?${query}`);
  const card = page.getByRole("region", { name: "Not played here" });
  await expect(card.getByRole("link")).toHaveCount(answer.unplayed.length);
  await card.getByRole("link").first().click();
  await expectLine(page, "e4", "c5", "Nf3", "Nc6", answer.unplayed[0].san);
});

test("a filter stands in the address as chips, and a cross takes it away", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/?play=e2e4`);
  await page.getByRole("button", { name: "Filter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Player").fill("lindqvist");
  await dialog.getByLabel("Color").selectOption("white");
  await dialog.getByLabel("Since").fill("2024-02");
  await dialog.getByLabel("Elo of both from").fill("1500");
  await picture("filter");
  await dialog.getByRole("button", { name: "Show these games" }).click();
  await expect(page).toHaveURL(/player=lindqvist&as=white&since=2024\.02&elo=1500\.\./);
  const chips = page.getByRole("list", { name: "Filter" }).getByRole("listitem");
  await expect(chips).toHaveText(["lindqvist", "as White", "since 2024.02", "Elo from 1500"]);
  const answer = await (
    await page.request.get(`${club.url}/api/position?play=e2e4&player=lindqvist&as=white&since=2024.02&elo=1500..`)
  ).json();
  await expect(page.locator(".filter-count")).toHaveText(`${answer.position.games} of ${answer.position.reached} games`);
  await expect(page.locator(".moves-table thead .col-score")).toHaveText("Score");
  await picture("filtered");
  await page.getByRole("link", { name: "Remove “lindqvist”" }).click();
  await expect(chips).toHaveText(["since 2024.02", "Elo from 1500"]);
  await page.getByRole("link", { name: "all games" }).click();
  await expect(chips).toHaveCount(0);
  await page.goBack();
  await expect(chips).toHaveCount(2);
});

test("the form of the filter keeps names with semicolons, and takes several", async ({ page, club }) => {
  await page.goto(`${club.url}/?player=lavigne%3B x&player=haddad`);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const names = page.getByRole("dialog").locator("[name=player]");
  await expect(names).toHaveCount(2);
  await page.getByRole("button", { name: "or another name" }).click();
  await expect(names.last()).toBeFocused();
  await page.keyboard.type("lindqvist");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Filter" }).getByRole("listitem")).toHaveText(["lavigne; x", "haddad", "lindqvist"]);
});

test("names are suggested while one types, with the number of their games", async ({ page, club, picture }) => {
  const { names } = await (await page.request.get(`${club.url}/api/names?text=lind`)).json();
  expect(names.length).toBeGreaterThan(0);
  await page.goto(`${club.url}/?play=e2e4`);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const player = dialog.getByLabel("Player");
  await player.pressSequentially("lind");
  const options = dialog.locator(".names").getByRole("option");
  await expect(options).toHaveCount(names.length);
  await expect(options.first().locator("bdi")).toHaveText(names[0].name);
  await expect(options.first()).toContainText(names[0].games === 1 ? "1 game" : `${names[0].games} games`);
  await picture("names");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await player.pressSequentially("q");
  await expect(options.first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(player).toHaveValue(names[0].name);
  await expect(dialog).toBeVisible();
  // By the pointer, in another field.
  await dialog.getByLabel("Opponent").pressSequentially("haddat");
  await options.first().click();
  await expect(dialog.getByLabel("Opponent")).toHaveValue(/^Haddad/);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Filter" }).getByRole("listitem").first()).toHaveText(names[0].name);
});

test("games are asked for by their outcome for the player, and the total has a score and a performance", async ({ page, club }) => {
  const ask = async (query: string) => (await (await page.request.get(`${club.url}/api/position?${query}`)).json()).position;
  const all = await ask("player=lindqvist");
  await page.goto(`${club.url}/?player=lindqvist`);
  const total = page.locator(".filter-score");
  await expect(total).toHaveText(`score ${(100 * all.player_score).toFixed(1)}% · performance ${all.performance}`);
  await expect(page.locator(".moves-table tfoot .col-score")).toHaveText(`${Math.round(100 * all.player_score)}%`);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Result").selectOption("won by the player");
  await page.getByRole("button", { name: "Show these games" }).click();
  await expect(page).toHaveURL(/player=lindqvist&result=won/);
  const won = await ask("player=lindqvist&result=won");
  expect(won.games).toBeGreaterThan(0);
  await expect(page.locator(".filter-count")).toHaveText(`${won.games} of ${won.reached} games`);
  await expect(total).toContainText("score 100.0%");
  await page.getByRole("link", { name: "Remove “lindqvist”" }).click();
  await expect(page).toHaveURL(`${club.url}/`);
  const everybody = await ask("");
  await expect(total).toHaveText(`White scores ${(100 * everybody.score).toFixed(1)}%`);
  // An outcome is that of a player.
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const result = page.getByRole("dialog").getByLabel("Result");
  await result.selectOption("lost by the player");
  await page.getByRole("button", { name: "Show these games" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await result.evaluate((select: HTMLSelectElement) => select.validationMessage)).toContain("Name the player");
});

test("charts have the rows of the API, by year and by Elo", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/?play=e2e4`);
  await page.locator(".chart summary").click();
  for (const by of ["year", "elo"] as const) {
    if (by === "elo") await page.getByRole("button", { name: "by Elo" }).click();
    const { groups } = await (await page.request.get(`${club.url}/api/position?play=e2e4&by=${by}`)).json();
    const choose = page.getByLabel("Move of the chart");
    const san = await choose.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent);
    type Row = { san: string; games: number; year?: number | null; elo?: number | null };
    const rows = groups.filter((row: Row) => row.san === san && row[by] !== null);
    await expect(page.locator(".chart-table tbody tr")).toHaveCount(rows.length);
    const cells = rows.map((row: Row) => [String(row[by]), String(row.games)]);
    expect(
      await page.locator(".chart-table tbody tr").evaluateAll((all) => all.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent))),
    ).toEqual(cells);
    await expect(page.locator(".chart-picture .bars rect")).toHaveCount(rows.length);
  }
  await picture("chart");
  await page.locator(".moves-table tbody .san").first().click();
  await expect(page.locator(".line-move")).toHaveCount(3);
  await expect(page.locator(".chart-picture")).toBeVisible();
});

test("a game opens at its ply and is stepped, copied and saved", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/?play=e2e4,c7c5`);
  const list = page.locator(".game-row");
  await expect(list.first()).toBeVisible();
  const before = await list.count();
  await page.getByRole("button", { name: /more games/ }).click();
  await expect.poll(() => list.count()).toBeGreaterThan(before);
  const won = page.locator(".game-row:has(.white-won)").first();
  await expect(won.locator(".player.white")).toHaveClass(/won/);
  await list.nth(2).click();
  await expect(page).toHaveURL(/game=\d+&ply=2/);
  await expect(page.locator(".game-players")).toBeVisible();
  await expectLine(page, "e4", "c5");
  // The whole game is there.
  await expect(page.locator(".of-game .line-later").first()).toBeVisible();
  await expect(page.locator(".moves-table tr.next")).toHaveCount(1);
  await picture("game");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".line-moves .line-move")).toHaveCount(4);
  const id = new URL(page.url()).searchParams.get("game");
  const pgn = await (await page.request.get(`${club.url}/api/game/${id}/annotated.pgn`)).text();
  await page.getByRole("button", { name: "Copy the game as PGN" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(pgn);
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the game as PGN" }).click();
  expect((await saved).suggestedFilename()).toBe(`game-${id}.pgn`);
  await page.getByRole("button", { name: "Leave the game" }).click();
  await expect(page.locator(".game-players")).toHaveCount(0);
  await expect(page.locator(".line-moves .line-move")).toHaveCount(4);
  await page.goBack();
  await expect(page.locator(".game-players")).toBeVisible();
});

test("games come in the order that was chosen", async ({ page, club }) => {
  await page.goto(club.url);
  await page.getByLabel("Order of the games").selectOption("newest");
  await expect(page).toHaveURL(/order=newest/);
  const answer = await (await page.request.get(`${club.url}/api/games?order=newest&count=1`)).json();
  await expect(page.locator(".game-row .player-name").first()).toHaveText(answer.games[0].white_name);
});

test("back takes back what was done", async ({ page, club }) => {
  await page.goto(club.url);
  const rows = page.locator(".moves-table tbody .san");
  await rows.first().click();
  await expect(page.locator(".line-move")).toHaveCount(2);
  await expect(page.locator(".waiting")).toHaveCount(0);
  await rows.first().click();
  await expect(page.locator(".line-move")).toHaveCount(3);
  await page.goBack();
  await expect(page.locator(".line-move")).toHaveCount(2);
  await page.goBack();
  await expect(page.locator(".line-move")).toHaveCount(1);
  await page.goForward();
  await expect(page.locator(".line-move")).toHaveCount(2);
  await page.reload();
  await expect(page.locator(".line-move")).toHaveCount(2);
});

test("fast steps show the last of them", async ({ page, club }) => {
  await page.goto(`${club.url}/?game=3&ply=0`);
  await expectLine(page);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press("ArrowRight");
  await expect(page.locator(".line-move")).toHaveCount(13);
  await page.goBack();
  await expectLine(page);
});

test("steps that are asked for while a game is on its way are taken when it is there", async ({ page, club }) => {
  await page.route("**/api/game/*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(`${club.url}/?play=e2e4,c7c5`);
  await page.locator(".game-row").first().click();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
  await expect(page.locator(".game-players")).toBeVisible();
  await expect(page.locator(".line-move")).toHaveCount(5);
  await expect(page).toHaveURL(/game=\d+&ply=4/);
});

test("hash and FEN are copied", async ({ page, club }) => {
  await page.goto(`${club.url}/?play=e2e4`);
  const hash = (await page.locator(".hash").textContent()) ?? "";
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  await page.getByRole("button", { name: "Copy the hash" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(hash);
  await page.getByRole("button", { name: "Copy the FEN" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
});

test("the theme is chosen and remembered", async ({ page, club, picture }) => {
  await page.goto(`${club.url}/?play=e2e4,c7c5`);
  const theme = page.getByRole("button", { name: /^Colors:/ });
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await theme.click();
  await theme.click();
  await expect(theme).toHaveAccessibleName("Colors: dark");
  expect(await paper()).not.toBe(light);
  await page.reload();
  await expect(page.locator(".moves-table")).toBeVisible();
  expect(await paper()).not.toBe(light);
  await picture("explorer-dark");
  await page.getByRole("button", { name: "Colors: dark" }).click();
  expect(await paper()).toBe(light);
});

test("it fits the phone and the desktop", async ({ page, club, picture }) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ["/?play=e2e4,c7c5", "/?game=5&ply=12&player=lavigne&as=white&since=2020&opponent=haddad"]) {
      await page.goto(club.url + path);
      await expect(page.locator(".line-card")).toBeVisible();
      await expect(page.locator(".games")).toBeVisible();
      await expectNoSideways(page);
    }
    if (width > 390) continue;
    const heights = await page
      .locator(".moves-table tbody tr, .game-row")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    const size = await page.getByLabel("Move or FEN").evaluate((field) => getComputedStyle(field).fontSize);
    expect(size).toBe("16px");
    await page.goto(`${club.url}/?play=e2e4,c7c5`);
    await expect(page.locator(".games")).toBeVisible();
    await picture(`explorer-${width}`, true);
  }
});

test.describe("axe finds nothing", () => {
  test.setTimeout(45_000);

  test("at a position", async ({ club, accessible }) => {
    await accessible(`${club.url}/?play=e2e4,c7c5`, ".game-row");
  });

  test("in a game, with a filter", async ({ club, accessible }) => {
    await accessible(`${club.url}/?game=5&ply=9&player=lavigne&flipped=1`, ".game-row");
  });

  test("in the form of the filter", async ({ club, accessible }) => {
    // It opens by itself at an address that cannot be.
    await accessible(`${club.url}/?since=2024.13`, "dialog[open] .problem:not(:empty)", [["light", 1280], ["dark", 390]]);
  });

  test("without games", async ({ serve, accessible }) => {
    await accessible((await serve([])).url, ".empty");
  });
});

test("a second sample: engine games", async ({ page, serve }) => {
  const server = await serve([`${data}engine-games.pgn.gz`]);
  await page.goto(server.url);
  await expect(page.locator(".source")).toHaveText("engine-games.pgn.gz · 2,000 games");
});
