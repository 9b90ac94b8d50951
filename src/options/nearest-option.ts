import { z } from "@medusajs/framework/zod";

/**
 * Finds the option that a misspelt name probably meant, from the schema itself, so that a new option needs no second
 * list. `option-problems.ts` writes the message.
 */
export interface WrongName {
  /** The object that contains the name. */
  readonly path: readonly PropertyKey[];
  readonly name: string;
  /** The sibling names, which the misspelt name cannot have meant. */
  readonly beside: readonly string[];
}

/** The path of the probable option, or null. */
export function nearestOption(schema: z.ZodType, wrong: WrongName): readonly PropertyKey[] | null {
  const near = nearestName(namesAt(schema, wrong.path), wrong);
  return near === null ? namedElsewhere(schema, wrong) : [...wrong.path, near];
}

function nearestName(names: readonly string[], { name, beside }: WrongName): string | null {
  const [best] = names
    .filter((option) => !beside.includes(option))
    .map((option) => ({ option, edits: editsBetween(plain(option), plain(name)) }))
    .sort((a, b) => a.edits - b.edits);
  // More than half of the letters wrong is no misspelling.
  return best && best.edits <= Math.max(1, Math.floor(name.length / 3)) ? best.option : null;
}

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, "");

/** The right name in the wrong place: the nearest option of this name below the path, else the only option of this name. */
function namedElsewhere(schema: z.ZodType, { path, name }: WrongName): readonly PropertyKey[] | null {
  const found = pathsBelow(schema, []).filter((each) => plain(String(each.at(-1))) === plain(name));
  const isBelow = (each: readonly PropertyKey[]): boolean =>
    path.length > 0 && path.every((step, at) => each[at] === step || each[at] === ANY);
  const below = found.filter(isBelow).sort((a, b) => a.length - b.length);
  const [only, ...more] = below.length > 0 ? below.filter(({ length }) => length === below[0]?.length) : found;
  if (only === undefined || more.length > 0) return null;
  // An entry of a map keeps the configured key if the wrong option is inside one.
  return only.map((step, at) => (step === ANY ? (path[at] ?? step) : step));
}

const ANY = "<name>";

/** Paths of all options below a schema; a map entry is shown as `<name>`, lists are left out. */
function pathsBelow(schema: unknown, path: readonly PropertyKey[]): (readonly PropertyKey[])[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodRecord) return pathsBelow(inner.valueType, [...path, ANY]);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, unknown>> = inner.shape;
  return Object.entries(shape).flatMap(([name, part]) => [[...path, name], ...pathsBelow(part, [...path, name])]);
}

/** The allowed names of the object or map at a path. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  const inner = unwrapped(schema);
  const [step, ...rest] = path;
  if (inner instanceof z.ZodUnion) {
    const kinds: readonly unknown[] = inner.options;
    return kinds.flatMap((kind) => namesAt(kind, path));
  }
  if (inner instanceof z.ZodObject) {
    const shape: Readonly<Record<PropertyKey, unknown>> = inner.shape;
    return step === undefined ? Object.keys(shape) : namesAt(shape[step], rest);
  }
  if (inner instanceof z.ZodArray) return step === undefined ? [] : namesAt(inner.element, rest);
  if (!(inner instanceof z.ZodRecord)) return [];
  if (step !== undefined) return namesAt(inner.valueType, rest);
  return inner.keyType instanceof z.ZodEnum ? inner.keyType.options.map(String) : [];
}

/** The schema without the wrappers for missing values. */
export function unwrapped(schema: unknown): unknown {
  const isWrapper =
    schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** Letters to insert, remove or replace between two names (Levenshtein distance). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
