// The views, each registered here and nowhere else.
import type { ViewName } from "./address";
import { anatomy } from "./anatomy/anatomy";
import { explorer } from "./explorer/explorer";
import { go } from "./go/go";
import { lattice } from "./lattice/lattice";
import { tour } from "./tour/tour";
import type { Source } from "./types";
import type { ViewMaker } from "./view";

export interface Entry {
  name: ViewName;
  label: string;
  /** Key that goes there. */
  key: string | null;
  make: ViewMaker;
  /** True if it is offered for what is served. */
  offered(source: Source): boolean;
}

const always = () => true;

export const views: Entry[] = [
  { name: "explorer", label: "Explorer", key: "e", make: explorer, offered: always },
  { name: "anatomy", label: "Anatomy", key: "a", make: anatomy, offered: always },
  { name: "tour", label: "Tour", key: "t", make: tour, offered: always },
  { name: "go", label: "Go", key: "g", make: go, offered: (source) => source.go > 0 },
  { name: "lattice", label: "Lattice", key: "l", make: lattice, offered: (source) => source.lattice > 0 },
];
