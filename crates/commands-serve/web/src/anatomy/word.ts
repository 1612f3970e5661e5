// Arithmetic of hashes: words of any width, which combine by XOR or by addition.

export type Combine = "xor" | "add";

/** How the keys of a scheme combine. */
export interface Sums {
  bits: number;
  combine: Combine;
}

export function parse(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

/** The sum with one more key. */
export function plus(sum: bigint, key: bigint, { bits, combine }: Sums): bigint {
  return combine === "xor" ? sum ^ key : BigInt.asUintN(bits, sum + key);
}

/** The sum with one key less. */
export function minus(sum: bigint, key: bigint, { bits, combine }: Sums): bigint {
  return combine === "xor" ? sum ^ key : BigInt.asUintN(bits, sum - key);
}

/** The sum of keys that are written in hex. */
export function total(keys: { key: string }[], sums: Sums): bigint {
  return keys.reduce((sum, { key }) => plus(sum, parse(key), sums), 0n);
}

/** One hex digit for four bits. */
export function hex(word: bigint, bits: number): string {
  return word.toString(16).padStart(digits(bits), "0");
}

export function digits(bits: number): number {
  return Math.ceil(bits / 4);
}
