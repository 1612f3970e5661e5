// The address of the page is its state: reads it and writes it.

export type ViewName = "explorer" | "anatomy" | "tour" | "go" | "lattice";

/** Which games count; names as in the API. */
export interface Filter {
  player: string[];
  as: string | null;
  opponent: string | null;
  since: string | null;
  until: string | null;
  elo: string | null;
  min_elo: string | null;
  result: string | null;
  event: string | null;
  time_control: string | null;
  max_ply: string | null;
}

export interface Address {
  view: ViewName;
  variant: string | null;
  /** Position that `play` starts from. */
  fen: string | null;
  /** Moves of the line, those after `ply` included. Empty with `game`, which has its own. */
  play: string[];
  /** Number of moves played; null: all of the line. */
  ply: number | null;
  /** Game that is open, and the source it is in. */
  game: number | null;
  source: number;
  filter: Filter;
  /** Numbers of the sources that count; null: all. */
  sources: string | null;
  /** Order of the games of the explorer. */
  order: string | null;
  /** Order of the moves of the explorer. */
  sort: string | null;
  flipped: boolean;
  /** Scheme of the anatomy. */
  scheme: string | null;
  /** Parameters that only one view knows; dropped when the view changes. */
  own: Record<string, string>;
}

const paths: Record<ViewName, string> = {
  explorer: "/",
  anatomy: "/anatomy",
  tour: "/tour",
  go: "/go",
  lattice: "/lattice",
};

/** Views of something else than games of chess: all their parameters are their own. */
const apart: readonly ViewName[] = ["go", "lattice"];

/** True if the view knows nothing of positions and games of chess. */
export function isApart(view: ViewName): boolean {
  return apart.includes(view);
}

export const filterNames = [
  "as",
  "opponent",
  "since",
  "until",
  "elo",
  "min_elo",
  "result",
  "event",
  "time_control",
  "max_ply",
] as const;

export function noFilter(): Filter {
  const filter = { player: [] as string[] } as unknown as Filter;
  for (const name of filterNames) filter[name] = null;
  return filter;
}

export function isFiltered(filter: Filter): boolean {
  return filter.player.length > 0 || filterNames.some((name) => filter[name] !== null);
}

export function readAddress(url: URL): Address {
  const view = (Object.keys(paths) as ViewName[]).find((name) => paths[name] === url.pathname) ?? "explorer";
  const filter = noFilter();
  const address: Address = {
    view,
    variant: null,
    fen: null,
    play: [],
    ply: null,
    game: null,
    source: 0,
    filter,
    sources: null,
    order: null,
    sort: null,
    flipped: false,
    scheme: null,
    own: {},
  };
  for (const [name, value] of url.searchParams) {
    if (value === "") continue;
    if (isApart(view)) address.own[name] = value;
    else if (name === "player") filter.player.push(value);
    else if ((filterNames as readonly string[]).includes(name)) filter[name as (typeof filterNames)[number]] = value;
    else if (name === "variant" || name === "fen" || name === "order" || name === "sort" || name === "scheme")
      address[name] = value;
    else if (name === "play") address.play = value.split(",").filter((move) => move !== "");
    else if (name === "ply") address.ply = count(value);
    else if (name === "game") address.game = count(value);
    else if (name === "source") address.source = count(value) ?? 0;
    else if (name === "sources") address.sources = numbers(value);
    else if (name === "flipped") address.flipped = true;
    else address.own[name] = value;
  }
  return address;
}

export function writeAddress(address: Address): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | null) => {
    if (value !== null && value !== "") query.append(name, String(value));
  };
  if (!isApart(address.view)) {
    put("variant", address.variant);
    put("fen", address.fen);
    put("play", address.play.join(","));
    put("game", address.game);
    if (address.game !== null && address.source !== 0) put("source", address.source);
    put("ply", address.ply);
    writeFilter(address.filter, query);
    put("sources", address.sources);
    put("order", address.order);
    put("sort", address.sort);
    put("scheme", address.scheme);
    if (address.flipped) put("flipped", 1);
  }
  for (const [name, value] of Object.entries(address.own)) put(name, value);
  // The separators of moves and FENs stay readable: none of them has a meaning in a query.
  const text = query.toString().replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%40/g, "@");
  return paths[address.view] + (text ? `?${text}` : "");
}

/** Appends the filter's parameters. */
export function writeFilter(filter: Filter, query: URLSearchParams): void {
  for (const name of filter.player) query.append("player", name);
  for (const name of filterNames) {
    const value = filter[name];
    if (value !== null && value !== "") query.append(name, value);
  }
}

/** Sources of Go that count, which this view has in its own parameters; null for all. */
export function chosenOfGo(own: Record<string, string>): string | null {
  return numbers(own.sources ?? "");
}

/** Numbers with commas between them; null if the text is none. */
function numbers(text: string): string | null {
  return /^\d{1,9}(,\d{1,9})*$/.test(text) ? text : null;
}

function count(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
