import type { Figure, Interleaved, Measured, Round, Sides, Target } from "./benchmark";
import { median, spread } from "./statistics";

/**
 * Alternates two sides and calculates ratios. Warm-up and other load affect both sides alike; the second play of A
 * shows how far two equal plays differ.
 */
type Part = keyof Round;

/** Each side comes first, second and last; and each play of A is the first of the two equally often. */
const ORDERS: readonly (readonly [Part, Part, Part])[] = [
  ["a", "b", "again"],
  ["b", "again", "a"],
  ["a", "again", "b"],
  ["again", "b", "a"],
  ["b", "a", "again"],
  ["again", "a", "b"],
];

export interface Play {
  readonly rounds: number;
  /** Whether each side plays once before the counted rounds. */
  readonly warmsUp: boolean;
  readonly progress: (words: string) => void;
}

export async function interleave(sides: Sides, { rounds, warmsUp, progress }: Play): Promise<Interleaved> {
  const play = (part: Part): Promise<Measured> => (part === "b" ? sides.b() : sides.a());
  if (warmsUp) {
    progress("warming up");
    await play("a");
    await play("b");
  }
  const played: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${String(round + 1)} of ${String(rounds)}`);
    const measured = new Map<Part, Measured>();
    for (const part of ORDERS[round % ORDERS.length] ?? []) measured.set(part, await play(part));
    const [a, b, again] = [measured.get("a"), measured.get("b"), measured.get("again")];
    if (!a || !b || !again) throw new Error("A round has an order without one of its parts.");
    played.push({ a, b, again });
  }
  return { rounds: played };
}

const of = (measured: Measured, key: string): number => {
  const value = measured[key];
  if (value === undefined) throw new Error(`Nothing was measured that is called "${key}".`);
  return value;
};

/**
 * A's value as a multiple of B's: the median of the rounds, with A as the mean of its two plays, so that a steady drift
 * cancels out. `name`: label in the table, default the key.
 */
export function ratioOf(
  { rounds }: Interleaved,
  key: string,
  { name = key, ...target }: Target & { readonly name?: string },
): Figure {
  const ratios = rounds.map(({ a, b, again }) => (of(a, key) + of(again, key)) / 2 / of(b, key));
  const guard = median(rounds.map(({ a, again }) => of(a, key) / of(again, key)));
  return { name, value: median(ratios), unit: "×", spread: spread(ratios), guard, target };
}

/** A's value minus B's, in `unit`: the median of the rounds. The guard is that of the ratio. */
export function differenceOf(
  { rounds }: Interleaved,
  key: string,
  { name = key, unit, ...target }: Target & { readonly name?: string; readonly unit: string },
): Figure {
  const more = rounds.map(({ a, b, again }) => (of(a, key) + of(again, key)) / 2 - of(b, key));
  const guard = median(rounds.map(({ a, again }) => of(a, key) / of(again, key)));
  return { name, value: median(more), unit, spread: spread(more), guard, target };
}

/** One side's own value, for information or for an absolute limit: the median of its plays. */
export function sideOf(
  { rounds }: Interleaved,
  side: "a" | "b",
  { key, name, unit, ...target }: Target & { readonly key: string; readonly name: string; readonly unit: string },
): Figure {
  const values = rounds.flatMap((round) =>
    side === "a" ? [of(round.a, key), of(round.again, key)] : [of(round.b, key)],
  );
  return figureOf(values, { name, unit, ...target });
}

/** A figure without comparison: counts, limits, slopes. */
export function figureOf(
  values: readonly number[],
  { name, unit, ...target }: Target & { readonly name: string; readonly unit: string },
): Figure {
  return { name, value: median(values), unit, spread: spread(values), guard: null, target };
}
