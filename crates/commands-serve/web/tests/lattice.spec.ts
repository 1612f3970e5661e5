// Runs of a lattice: curves that show the values of the CSV, pictures, keys, and the scales of the axis.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectNoSideways, test, widths } from "./fixtures";

const config = `seed = 7
temperature = 773.0
steps = 2000
samples = 20

[lattice]
structure = "bcc"
cells = [6, 6, 6]

[composition]
host = "Fe"
fractions = { Fe = 0.95, Cu = 0.05 }
vacancies = 1

[model]
kind = "iron-copper"

[recall]
mode = "jump-symmetry"
`;

const folder = mkdtempSync(join(tmpdir(), "zobrist-lattice-"));
const csv = join(folder, "small.csv");
let rows: Record<string, string>[] = [];

test.beforeAll(() => {
  const program = process.env.ZOBRIST;
  if (!program) throw new Error("expected the path of the command in ZOBRIST, got nothing");
  writeFileSync(join(folder, "small.toml"), config);
  execFileSync(program, ["lattice", "run", join(folder, "small.toml")], { stdio: "ignore" });
  copyFileSync(csv, join(folder, "alone.csv"));
  const [header, ...lines] = readFileSync(csv, "utf8").trim().split("\n");
  const names = (header ?? "").split(",");
  rows = lines.map((line) => Object.fromEntries(line.split(",").map((value, column) => [names[column], value])));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const grouped = (value: string | undefined) => Number(value).toLocaleString("en");

test("the curves and the table have the values of the CSV", async ({ page, serve, picture }) => {
  const server = await serve([csv, join(folder, "alone.csv")]);
  // The view of runs is the first one, since nothing else is served.
  await page.goto(server.url);
  await expect(page.locator(".lattice-head")).toContainText("small.csv 21 rows");
  const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  await expect(views).toHaveText(["Explorer", "Anatomy", "Tour", "Lattice"]);
  const reading = (name: string) => page.locator(`[data-series=${name}] .chart-reading`);
  const last = rows.at(-1);
  await expect(reading("solute_pairs")).toHaveText(grouped(last?.solute_pairs));
  await expect(reading("evaluations")).toHaveText(grouped(last?.evaluations));
  const energy = Number(last?.energy).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  await expect(reading("energy")).toHaveText(energy);
  const cells = (row: string) => page.locator(".values tbody tr", { hasText: row }).locator("td");
  await expect(cells("Lone solutes")).toHaveText([grouped(rows[0]?.lone_solutes), grouped(last?.lone_solutes), grouped(last?.lone_solutes)]);
  const hits = grouped(last?.hits);
  await expect(page.locator(".lattice-text")).toContainText(
    `In this run, ${grouped(last?.evaluations)} barriers were computed, and ${hits} look-ups were answered from memory.`,
  );
  await expect(page.locator("[data-series=hits]")).toContainText("Look-ups answered from memory");
  await expect(page.locator("[data-series=hits_each]")).toContainText("Look-ups answered from memory, per step");
  await expect(cells("Look-ups answered from memory")).toHaveText(["0", hits, hits]);
  await expect(cells("Hash")).toHaveText([rows[0]?.hash ?? "", last?.hash ?? "", last?.hash ?? ""]);
  await picture("lattice", true);
  // Keys move the cursor of all curves.
  await page.keyboard.press("Home");
  await expect(reading("lone_solutes")).toHaveText(grouped(rows[0]?.lone_solutes));
  await page.keyboard.press("ArrowRight");
  await expect(reading("hits")).toHaveText(grouped(rows[1]?.hits));
  await expect(cells("Hash").nth(1)).toHaveText(rows[1]?.hash ?? "");
  const each = (Number(rows[1]?.evaluations) - Number(rows[0]?.evaluations)) / 100;
  await expect(reading("evaluations_each")).toHaveText(String(Number(each.toPrecision(4))));
  const slider = page.getByRole("slider", { name: "Row of the run" });
  await expect(slider).toHaveAttribute("aria-valuetext", /^step 100, .* [nµ]s$/);
  // So does the pointer: it picks the row that is nearest. The drawing has a unit for each pixel.
  const curve = page.locator("[data-series=energy] .chart");
  const drawn = (await curve.locator(".chart-curve").getAttribute("d")) ?? "";
  const places = drawn.split(/[ML]/).slice(1).map((point) => Number(point.split(" ")[0]));
  for (const row of [3, 17]) {
    await curve.hover({ position: { x: (places[row] ?? 0) + 3, y: 60 } });
    await expect(slider).toHaveValue(String(row));
    await expect(reading("solute_pairs")).toHaveText(grouped(rows[row]?.solute_pairs));
  }
  // Without it, the values are those that the keys have chosen.
  await page.mouse.move(5, 5);
  await expect(slider).toHaveValue("1");
});

test("the axis is steps or time, linear or logarithmic, and stands in the address", async ({ page, serve }) => {
  const server = await serve([csv, join(folder, "alone.csv")]);
  await page.goto(`${server.url}/lattice`);
  const chart = page.locator("[data-series=energy] .chart");
  const points = async () => (await chart.locator(".chart-curve").getAttribute("d"))?.match(/[ML]/g)?.length;
  await expect(chart.locator(".is-unit")).toHaveText("Step");
  expect(await points()).toBe(21);
  await page.getByRole("link", { name: "Log" }).click();
  await expect(page).toHaveURL(/\/lattice\?scale=log$/);
  // The row at step 0 has no place.
  await expect.poll(points).toBe(20);
  await expect(chart.locator(".is-x").first()).toHaveText("100");
  await page.getByRole("link", { name: "Time" }).click();
  await expect(page).toHaveURL(/\/lattice\?x=time&scale=log$/);
  await page.getByRole("link", { name: "Linear" }).click();
  await expect(chart.locator(".is-unit")).toHaveText(/^Time, [nµ]s$/);
  await expect(chart).toHaveAttribute("aria-label", /^Energy of the box over the time: from -.* eV to -.* eV, lowest/);
  await page.goBack();
  await expect(page).toHaveURL(/scale=log$/);
});

test("the pictures are images, and a missing one is named", async ({ page, serve }) => {
  const server = await serve([csv, join(folder, "alone.csv")]);
  await page.goto(`${server.url}/lattice`);
  const images = page.locator(".picture img");
  await expect(images).toHaveCount(2);
  await expect
    .poll(() => images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 100)))
    .toEqual([true, true]);
  await page.locator(".lattice-runs").getByRole("link", { name: "alone.csv" }).click();
  await expect(page).toHaveURL(/\/lattice\?run=1$/);
  await expect(images).toHaveCount(0);
  await expect(page.locator(".picture-none").first()).toHaveText("No alone.before.svg beside the CSV.");
});

test("every width fits, and axe finds nothing", async ({ page, serve, accessible, picture }) => {
  test.slow();
  const server = await serve([csv, join(folder, "alone.csv")]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${server.url}/lattice?x=time&scale=log`);
    await expect(page.locator(".values")).toBeVisible();
    await expectNoSideways(page);
    if (width === 390) await picture("lattice-phone", true);
  }
  await accessible(`${server.url}/lattice`, ".chart");
});
