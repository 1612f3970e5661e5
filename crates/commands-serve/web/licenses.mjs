// The notices of what is built into the page, read from the packages that npm installed.
import { readFile } from "node:fs/promises";

const packages = new URL("node_modules/", import.meta.url);

/** Text of dist/licenses.txt. */
export async function notices() {
  const name = "@lichess-org/chessground";
  const folder = new URL(`${name}/`, packages);
  const about = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
  const license = await readFile(new URL("LICENSE", folder), "utf8");
  const authors = [about.author, ...(about.contributors ?? [])]
    .filter(Boolean)
    .map((author) => (typeof author === "string" ? author : author.name));
  return [
    "The page of `zobrist serve` is licensed under the GNU General Public License, version 3 or later,",
    "as is the command. It contains:",
    "",
    `${name} ${about.version}, the board`,
    ...(authors.length ? [`  by ${authors.join(", ")}`] : []),
    `  license: ${about.license}`,
    `  source: the package ${name} ${about.version} of the npm registry`,
    "",
    "The chess pieces, by Colin M.L. Burnett (cburnett), as they come with that package",
    "  license: GPL-2.0-or-later",
    "",
    `Text of the license of ${name}:`,
    "",
    license,
  ].join("\n");
}
