import type { Fields } from "../context";
import { isFields } from "../context";
import { drawFaultScript } from "../faults/fault-script-draw";
import type { FaultScriptEntry, FaultScript } from "../faults/fault-script";
import type { Read } from "../faults/fault-script-entry";
import { readEntry } from "../faults/fault-script-entry";
import type { SeededRandom } from "../faults/seeded-random";

/** Control API calls that arm the fault script. Each validates its whole input before arming any of it. */
export interface Arming {
  readonly tape: FaultScript;
  readonly dice: SeededRandom;
  readonly operations: readonly string[];
}

/** Takes `{entries: […]}` or `{random: {length, rate}}`; returns what was appended. */
export function appendTo({ tape, dice, operations }: Arming, body: Fields): Read<unknown> {
  const read = isFields(body.random) ? readRandom(body.random, dice, operations) : readAll(body.entries, operations);
  if ("problem" in read) return read;
  const ids = tape.append(read.value);
  return { value: { armed: ids.length, ids, entries: tape.list().slice(-ids.length) } };
}

export function armFault({ tape, operations }: Arming, body: Fields): Read<unknown> {
  const read = readEntry(body, operations, false);
  if ("problem" in read) return read;
  if (read.value.operation === null) return { problem: `operation is one of ${operations.join(", ")}` };
  tape.append([read.value]);
  return { value: { armed: read.value.count } };
}

function readAll(entries: unknown, operations: readonly string[]): Read<readonly FaultScriptEntry[]> {
  if (!Array.isArray(entries) || entries.length === 0) return { problem: "entries is a list of entries" };
  const read = entries.map((entry: unknown, at) => {
    const one: Read<FaultScriptEntry> = isFields(entry)
      ? readEntry(entry, operations, true)
      : { problem: "an entry is {operation?, fault, …}" };
    return "problem" in one ? { problem: `entry ${String(at + 1)}: ${one.problem}` } : one;
  });
  const wrong = read.find((one) => "problem" in one);
  return wrong && "problem" in wrong ? wrong : { value: read.flatMap((one) => ("value" in one ? [one.value] : [])) };
}

const MOST_DRAWN = 100_000;

function readRandom(
  random: Fields,
  dice: SeededRandom,
  operations: readonly string[],
): Read<readonly FaultScriptEntry[]> {
  const { length, rate, ...bound } = random;
  if (typeof length !== "number" || !Number.isInteger(length) || length < 1 || length > MOST_DRAWN) {
    return { problem: `length is a whole number from 1 to ${String(MOST_DRAWN)}` };
  }
  if (typeof rate !== "number" || !(rate >= 0 && rate <= 1)) return { problem: "rate is a number from 0 to 1" };
  const binding = readEntry({ ...bound, fault: "none" }, operations, true);
  if ("problem" in binding) return binding;
  const { operation, orderNo } = binding.value;
  return { value: drawFaultScript(dice, { length, rate, operation, orderNo }) };
}
