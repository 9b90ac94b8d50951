import type { Figure, Interleaved, Measured, Round, Sides, Target } from "./benchmark";
import { median, spread } from "./statistics";

/**
 * Plays two sides in turns and makes ratios of what they measured. A machine that
 * warms up, or that somebody else uses for a while, strikes both sides alike; the
 * second play of A shows how far two plays of the same thing lie apart.
 */
type Part = keyof Round;

/** Each side comes first, in the middle and last; and each play of A is as often the first of the two. */
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
  /** Whether each side plays once before what counts. */
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
 * How many times B's value A has: the median of the rounds, where A is the mean of its two plays,
 * so that a steady drift cancels out. `name`: what the table calls it, the key when left out.
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

/** How much more than B's value A has, in `unit`: the median of the rounds. The guard is that of the ratio. */
export function differenceOf(
  { rounds }: Interleaved,
  key: string,
  { name = key, unit, ...target }: Target & { readonly name?: string; readonly unit: string },
): Figure {
  const more = rounds.map(({ a, b, again }) => (of(a, key) + of(again, key)) / 2 - of(b, key));
  const guard = median(rounds.map(({ a, again }) => of(a, key) / of(again, key)));
  return { name, value: median(more), unit, spread: spread(more), guard, target };
}

/** What one side measured itself, for people to read or for a limit in absolute terms: the median of its plays. */
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

/** A figure of which nothing is compared: counts, limits, slopes. */
export function figureOf(
  values: readonly number[],
  { name, unit, ...target }: Target & { readonly name: string; readonly unit: string },
): Figure {
  return { name, value: median(values), unit, spread: spread(values), guard: null, target };
}
