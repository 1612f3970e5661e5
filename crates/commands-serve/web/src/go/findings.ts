// The findings of a game as a list, and the one at the ply that is shown.
import { el } from "../el";
import { counted } from "../format";
import type { Finding, GoGame, Ply } from "./answers";
import { goban } from "./goban";
import { stoneIcon } from "./stone_icon";
import { areEqual, hashAt, points, stonesAt } from "./stones";
import { moved, named, rulesOfCheck, sentence, takes } from "./words";

/** Link to a ply of a variation. */
export type LinkTo = (variation: number, ply: number) => string;

/** The list of all findings. */
export function findingList(game: GoGame, ply: number, link: LinkTo): HTMLElement {
  const { found, findings, variations } = game;
  const rules = el("p", { class: "card-text quiet small" }, `Checked by ${rulesOfCheck(game.checked_by)}.`);
  if (found.length === 0) {
    const clean = variations > 0 ? "in its main line and its variations" : "in this game";
    return el(
      "section",
      { class: "card" },
      el("h2", { class: "card-title" }, "Findings"),
      el("p", { class: "card-text" }, `No repetition and no illegal move ${clean}.`),
      rules,
    );
  }
  const row = (finding: Finding) => {
    const isNow = finding.variation === game.variation && finding.ply === ply;
    return el(
      "li",
      {},
      el(
        "a",
        { class: "finding", href: link(finding.variation, finding.ply), "aria-current": isNow ? "true" : null },
        stoneIcon(finding.player),
        el("span", {}, `${sentence(finding)}.`),
        finding.variation > 0 && el("span", { class: "quiet small" }, `variation ${finding.variation}`),
      ),
    );
  };
  return el(
    "section",
    { class: "card" },
    el("h2", { class: "card-title" }, "Findings", el("span", {}, String(findings))),
    el("ol", { class: "finding-list" }, found.map(row)),
    findings > found.length &&
      el("p", { class: "card-text quiet small" }, `${counted(findings - found.length, "more finding")} not shown here.`),
    rules,
  );
}

/** The findings at the ply that is shown. */
export function findingsHere(game: GoGame, ply: number, link: LinkTo): HTMLElement[] {
  return game.found
    .filter((finding) => finding.variation === game.variation && finding.ply === ply)
    .map((finding) => here(game, finding, link));
}

function here(game: GoGame, finding: Finding, link: LinkTo): HTMLElement {
  const { earlier_ply: earlier, played } = finding;
  return el(
    "section",
    { class: "card finding-here", "aria-label": "Finding at this move" },
    el("h2", { class: "finding-title" }, `${sentence(finding)}.`),
    earlier !== null && repetition(game, earlier, finding, link),
    !played && el("p", { class: "card-text" }, "The line ends here: the rest of it depends on a move that cannot be played."),
  );
}

/** Both positions side by side, and the moves between. */
function repetition(game: GoGame, earlier: number, { ply }: Finding, link: LinkTo): HTMLElement[] {
  const [before, now] = [stonesAt(game, earlier), stonesAt(game, ply)];
  const hash = hashAt(game, ply);
  const isSame = areEqual(before, now) && hash === hashAt(game, earlier);
  const board = (at: number, isFinding: boolean) => {
    const stones = at === ply ? now : before;
    const played = game.plies[at - 1];
    const title = at === 0 ? "At the start" : `After ${named(game, at)}`;
    const marks = { isSmall: true, last: played?.point ?? null, isFinding, taken: played ? points(played.taken) : [] };
    const words = played?.point ? `${title}, ${moved(played)}` : title;
    const caption = [el("b", {}, title), played?.point && el("span", { class: "quiet" }, ` ${moved(played)}`)];
    return el(
      "figure",
      { class: "twin-board" },
      goban(game.width, game.height, stones, marks, words),
      el("figcaption", {}, at === ply ? caption : el("a", { href: link(game.variation, at) }, caption)),
    );
  };
  const between = game.plies.slice(earlier, ply);
  return [
    el("div", { class: "twin-boards" }, board(earlier, false), board(ply, true)),
    el(
      "p",
      { class: "card-text" },
      isSame
        ? [`The same ${counted(now.size, "stone")} on the same points, and the same hash `, el("span", { class: "mono" }, hash), "."]
        : "The two positions differ: the page and the check do not agree, which is a bug.",
    ),
    el(
      "p",
      { class: "card-text" },
      `${counted(between.length, "ply", "plies")} from one to the other: `,
      between.map((played, index) => [
        index > 0 && "; ",
        el("a", { href: link(game.variation, earlier + index + 1) }, step(played)),
      ]),
      ".",
    ),
  ];
}

function step(played: Ply): string {
  const taking = takes(played);
  return `${played.move === null ? "" : `${played.move}. `}${moved(played)}${taking ? `, ${taking}` : ""}`;
}
