import type { SignedOperation } from "../../model/profile";
import { defaultSignedFields } from "../signing";

/**
 * Lists of fields that a gateway may sign, from the likeliest to the farthest: our own list, those of the other
 * operations, ours with fields left out, moved or added, and the message's own order. Finite, so that looking
 * through all of them takes seconds.
 */
export interface Candidate {
  readonly fields: readonly string[];
  /** For recipes that sort, the order makes no difference: only one list of each set of fields is of interest. */
  readonly isNewSet: boolean;
}

/** Of so many fields every order is tried: 720. */
const ALL_ORDERS_UP_TO = 6;
/** Of so many fields of our own list every selection is tried: 4096. */
const OWN_SELECTIONS_UP_TO = 12;
/** Of so many fields of the message. */
const MESSAGE_SELECTIONS_UP_TO = 10;

export interface CandidateAsk {
  readonly operation: SignedOperation;
  /** The names that options could list for this operation, of those that the sample carries, in its order. */
  readonly available: readonly string[];
  readonly isFilled: (name: string) => boolean;
}

export function* candidates(ask: CandidateAsk): Generator<Candidate> {
  const seen = new Set<string>();
  const sets = new Set<string>();
  for (const fields of lists(ask)) {
    const key = fields.filter(ask.isFilled).join("\n");
    if (fields.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const set = [...fields].filter(ask.isFilled).sort().join("\n");
    const isNewSet = !sets.has(set);
    sets.add(set);
    yield { fields, isNewSet };
  }
}

function* lists({ operation, available, isFilled }: CandidateAsk): Generator<readonly string[]> {
  const own = defaultSignedFields[operation];
  yield own;
  const filled = own.filter(isFilled);
  const extras = available.filter((name) => isFilled(name) && !own.includes(name));
  const message = available.filter(isFilled);
  yield* Object.values(defaultSignedFields);
  yield message;
  yield [...message].sort();
  yield* withOneMore(filled, extras);
  yield* withOneMoved(filled);
  if (filled.length <= OWN_SELECTIONS_UP_TO) yield* withoutSome(filled);
  if (message.length <= MESSAGE_SELECTIONS_UP_TO) yield* withoutSome(message);
  for (const list of withOneMoved(filled)) yield* withoutOne(list);
  if (filled.length <= ALL_ORDERS_UP_TO) yield* orders(filled);
  for (const one of extras) yield* withOneMore([...filled, one], extras);
}

function* withOneMore(list: readonly string[], extras: readonly string[]): Generator<readonly string[]> {
  for (const extra of extras) {
    if (list.includes(extra)) continue;
    for (let at = list.length; at >= 0; at -= 1) yield [...list.slice(0, at), extra, ...list.slice(at)];
  }
}

function* withoutOne(list: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < list.length; at += 1) yield list.filter((_name, index) => index !== at);
}

/** Every selection in the list's order, those that leave out least first. */
function* withoutSome(list: readonly string[]): Generator<readonly string[]> {
  const masks = Array.from({ length: 2 ** list.length - 1 }, (_value, index) => index + 1);
  const kept = (mask: number): number => list.filter((_name, index) => mask & (1 << index)).length;
  for (const mask of masks.map((mask) => [mask, kept(mask)] as const).sort(([, a], [, b]) => b - a)) {
    yield list.filter((_name, index) => mask[0] & (1 << index));
  }
}

function* withOneMoved(list: readonly string[]): Generator<readonly string[]> {
  for (const name of list) {
    const rest = list.filter((other) => other !== name);
    for (let at = 0; at <= rest.length; at += 1) yield [...rest.slice(0, at), name, ...rest.slice(at)];
  }
}

function* orders(list: readonly string[]): Generator<readonly string[]> {
  if (list.length <= 1) yield list;
  else
    for (const first of list) for (const rest of orders(list.filter((name) => name !== first))) yield [first, ...rest];
}
