// The explorer: what was played in a position, and with what result.
import { writeFilter } from "../address";
import { isAborted } from "../api";
import { el, fill } from "../el";
import { positionView, withFilter } from "../position/position";
import type { Hands, Panel, Shown } from "../position/shown";
import type { PositionAnswer } from "../types";
import { Chart } from "./chart";
import { Engine } from "./engine";
import { FilterRow } from "./filter";
import { Games } from "./games";
import { MovesTable } from "./moves";
import { isChess, isFinal, remarks, stateOf } from "./state";
import { titleOf } from "./title";
import { Unplayed } from "./unplayed";

export const explorer = positionView("Explorer", (hands) => new Explorer(hands));

class Explorer implements Panel {
  private readonly filter: FilterRow;
  private readonly state = el("div", { class: "state" });
  private readonly table: MovesTable;
  private readonly remarks = el("div");
  private readonly unplayed: Unplayed;
  private readonly games: Games;
  private readonly chart: Chart;
  private readonly engine: Engine;
  /** Second answers, with the other orders, by the first. */
  private readonly orders = new WeakMap<PositionAnswer, PositionAnswer>();

  /** What is shown now. */
  private shown: Shown | null = null;

  constructor(private readonly hands: Hands) {
    this.filter = new FilterRow(hands.page);
    this.table = new MovesTable(hands);
    this.unplayed = new Unplayed(hands);
    this.games = new Games(hands);
    this.chart = new Chart(hands);
    this.engine = new Engine(hands);
    hands.head.append(this.filter.element, this.table.element, this.state, this.remarks);
    hands.body.append(this.engine.element, this.unplayed.element, this.chart.element, this.games.element);
  }

  ask(address: Shown["address"], query: URLSearchParams): void {
    writeFilter(address.filter, query);
    if (address.sources !== null) query.set("sources", address.sources);
    if (address.sort) query.set("sort", address.sort);
  }

  show(shown: Shown): void {
    this.hands.page.title(titleOf(shown));
    this.filter.show(shown);
    this.table.show(shown);
    fill(this.state, stateOf(shown, this.hands.page));
    fill(this.remarks, remarks(shown));
    this.games.show(shown);
    this.chart.show(shown);
    this.engine.show(shown);
    void this.lookForVariant(shown);
    const orders = this.orders.get(shown.answer);
    if (orders) this.showOrders(orders, shown);
    else void this.loadOrders(shown);
  }

  key(event: KeyboardEvent): boolean {
    return this.table.key(event);
  }

  close(): void {
    this.hands.page.api.abort("orders");
    this.hands.page.api.abort("games");
    this.hands.page.api.abort("variant");
    this.hands.page.api.abort("chart");
    this.engine.close();
  }

  /** Says that no games of the chosen rules are served, if none begins at their start position. */
  private async lookForVariant(shown: Shown): Promise<void> {
    const { page } = this.hands;
    const { board, position } = shown.answer;
    this.shown = shown;
    if (isChess(board.variant) || !position || position.reached > 0) return;
    try {
      const start = await page.api.get<PositionAnswer>("variant", "/api/position", new URLSearchParams({ variant: board.variant }));
      if (this.shown === shown) fill(this.state, stateOf(shown, page, Boolean(start.position?.reached)));
    } catch {
      // The earlier text is true as well.
    }
  }

  /** Counts the games by other orders, after the table is there. */
  private async loadOrders(shown: Shown): Promise<void> {
    const { api } = this.hands.page;
    this.unplayed.show(null, shown);
    if (!shown.answer.position || isFinal(shown.answer.board)) return api.abort("orders");
    const query = withFilter(shown.position, shown.address);
    query.set("other_orders", "true");
    try {
      const answer = await api.get<PositionAnswer>("orders", "/api/position", query);
      this.orders.set(shown.answer, answer);
      this.showOrders(answer, shown);
    } catch (error) {
      // The table stands without this column; a server that is gone shows at the next step.
      if (!isAborted(error)) this.hands.page.note("Games by other orders could not be counted");
    }
  }

  private showOrders(answer: PositionAnswer, shown: Shown): void {
    this.table.showOtherOrders(answer);
    this.unplayed.show(answer.unplayed, shown);
  }
}
