// Moves as people write them, in the notation that the server reads: figurines, long notation, letters of other languages.

const figurines: Record<string, string> = {};
for (const [letter, signs] of [["K", "♔♚"], ["Q", "♕♛"], ["R", "♖♜"], ["B", "♗♝"], ["N", "♘♞"], ["", "♙♟"]] as const)
  for (const sign of signs) figurines[sign] = letter;

/** The letters of king, queen, rook, bishop and knight; languages whose letters are among those of an earlier one are left out. */
const languages: [king: string, queen: string, rook: string, bishop: string, knight: string][] = [
  ["K", "Q", "R", "B", "N"],
  // German, Danish, Norwegian, Swedish.
  ["K", "D", "T", "L", "S"],
  // French.
  ["R", "D", "T", "F", "C"],
  // Spanish, Italian, Catalan.
  ["R", "D", "T", "A", "C"],
  // Dutch.
  ["K", "D", "T", "L", "P"],
  // Portuguese.
  ["R", "D", "T", "B", "C"],
  // Polish.
  ["K", "H", "W", "G", "S"],
  // Czech, Slovak.
  ["K", "D", "V", "S", "J"],
  // Hungarian.
  ["K", "V", "B", "F", "H"],
  // Finnish.
  ["K", "D", "T", "L", "R"],
  // Romanian.
  ["R", "D", "T", "N", "C"],
  // Russian.
  ["Кр", "Ф", "Л", "С", "К"],
];

const english = ["K", "Q", "R", "B", "N"];
const castling = /^[0Oo]-?[0Oo](-?[0Oo])?(?=[+#]*$)/;
const piece = /^(Кр|\p{Lu})(?= ?[a-h]?[1-8]?-?x?[a-h][1-8])/u;
const promotion = /^(.*[a-h][18])[=/]?\(?(\p{Lu})\)?([+#]*)$/u;
const long = /^([KQRBN]?)([a-h][1-8])-?(x?)([a-h][1-8])(?:=?([QRBNK]))?[+#]*$/;

/** A word without marks such as `!?`, and with letters for figurines; empty if it is no move but a mark. */
export function plainMove(word: string): string {
  const plain = word
    .replace(/[\ufe0e\ufe0f]/g, "")
    .replace(/[♔-♟]/g, (sign) => figurines[sign] ?? sign)
    .replace(/[!?‼⁇⁈⁉□]+$/, "")
    .replace(/e\.?p\.?$/, "")
    .replace(/[:×]/g, "x")
    .replace(/[†‡]+$/, "+")
    .replace(/\+\+$/, "#");
  return /[\p{L}\d]/u.test(plain) ? plain : "";
}

/** The moves of a game with the letters of the language that has all of theirs, in SAN or UCI notation. */
export function inEnglish(moves: string[]): string[] {
  // A novelty and a diagram before a move are no pieces.
  const isNote = (move: string) => /^[ND] /.test(move);
  const letters = moves.flatMap((move) =>
    castling.test(move) || isNote(move) ? [] : [piece.exec(move)?.[1], promotion.exec(move)?.[2]],
  );
  const used = new Set(letters.filter((letter) => letter !== undefined && letter !== "P"));
  const isIn = (names: string[]) => [...used].every((letter) => names.includes(letter ?? ""));
  const language = letters.includes("P")
    ? (languages.find((names) => names.includes("P") && isIn(names) && !isIn(english)) ?? languages.find(isIn))
    : languages.find(isIn);
  return moves.map((move) => moveIn(language ?? english, move));
}

function moveIn(language: string[], move: string): string {
  const castled = castling.exec(move);
  if (castled) return move.replace(/[0oO]/g, "O").replace(/^OOO/, "O-O-O").replace(/^OO/, "O-O");
  const letter = (name: string) => english[language.indexOf(name)] ?? name;
  const named = move
    .replace(promotion, (_, before: string, name: string, after: string) => `${before}=${letter(name)}${after}`)
    .replace(piece, (_, name: string) => (name === "P" && !language.includes("P") ? "" : letter(name)));
  return named.replace(long, (_, name: string, from: string, takes: string, to: string, becomes?: string) =>
    // A king that goes two squares castles, which SAN writes otherwise.
    name === "" || (name === "K" && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1)
      ? `${from}${to}${(becomes ?? "").toLowerCase()}`
      : `${name}${from}${takes}${to}`,
  );
}
