/*
 * Reads the values of a response in any form. A number is already text (`codec/json.ts`). A present but unreadable
 * value never counts as missing: it is refused, or named in `unreadable`; only informational values may be dropped. It
 * decides nothing.
 */

import { z } from "@medusajs/framework/zod";
import { isObject } from "../codec/json";

const isEmptyContainer = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || isEmptyContainer(value);

/** A list or object written as text is not a plain value. */
function isStructure(value: string): boolean {
  if (!/^\s*[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

export const plainText = z.string().refine((value) => !isStructure(value), "must be a text");

/** For a value that decides the outcome (a status, an ID, an amount): text, or missing. Anything else invalidates the response. */
export const strictText = plainText.nullish().transform((value) => value ?? undefined);

/** For a message or a reference: like `strictText`, but an empty list or object counts as an empty text. */
export const lenientText = z
  .unknown()
  .transform((value) => (isEmptyContainer(value) ? "" : (value ?? undefined)))
  .pipe(plainText.optional());

/** For a value that is only stored or displayed: text, or treated as missing. It never invalidates a response. */
export const informational = z.unknown().transform((value) => (typeof value === "string" ? value : undefined));

/** A list; one item may stand for itself, and `""`, `null`, `{}` are empty. Anything else is refused. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .unknown()
    .transform((value) => (isNothing(value) ? [] : isObject(value) ? [value] : value))
    .pipe(z.array(item));

/** The readable part of something that must not be overlooked; `isReadable` is false if there was something else. */
export interface WirePart<T> {
  readonly value: T;
  readonly isReadable: boolean;
}

/** A part that never invalidates its response. Readers check `isReadable`. */
export function partOf<Schema extends z.ZodType, Absent>(
  schema: Schema,
  absent: Absent,
): z.ZodType<WirePart<z.output<Schema> | Absent>> {
  return z.unknown().transform((value): WirePart<z.output<Schema> | Absent> => {
    if (isNothing(value)) return { value: absent, isReadable: true };
    const read = schema.safeParse(value);
    return read.success ? { value: read.data, isReadable: true } : { value: absent, isReadable: false };
  });
}

/** An object that may also be the only item of a list. */
export const single = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .unknown()
    .transform((value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value))
    .pipe(schema);

/** Where each field belongs: the names of the objects around it, joined by dots; a list adds nothing. */
export type Places = Readonly<Record<string, string>>;

/** Fields in another place or spelling (`riskAction`), read as absent; not one that repeats the value in place. */
export function misplacedIn(tree: unknown, places: Places): readonly string[] {
  const bySpelling = new Map(Object.keys(places).map((name) => [spellingOf(name), name]));
  const right = new Map<string, Set<string>>();
  const wrong: (readonly [name: string, value: string])[] = [];
  const visit = (node: unknown, path: string): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, path);
      return;
    }
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const name = bySpelling.get(spellingOf(key));
      if (name !== undefined && !isNothing(value)) {
        const text = JSON.stringify(value);
        if (key === name && places[name] === path) right.set(name, (right.get(name) ?? new Set()).add(text));
        else wrong.push([name, text]);
      }
      visit(value, path === "" ? key : `${path}.${key}`);
    }
  };
  visit(tree, "");
  return [...new Set(wrong.flatMap(([name, text]) => (right.get(name)?.has(text) === true ? [] : [name])))];
}

const spellingOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

export const placesOf = (place: string, names: readonly string[]): Places =>
  Object.fromEntries(names.map((name) => [name, place]));

/** Reads an answer; throws `TypeError` with the field that cannot be read. */
export function readAnswer<Schema extends z.ZodType>(schema: Schema, tree: unknown, places: Places): z.output<Schema> {
  const [misplaced] = misplacedIn(tree, places);
  if (misplaced !== undefined)
    throw new TypeError(
      `The response does not have the documented structure (${misplaced} is in another place or spelling).`,
    );
  const result = schema.safeParse(tree);
  if (result.success) return result.data;
  throw new TypeError(
    `The response does not have the documented structure (${result.error.issues[0]?.path.join(".") || "body"}).`,
  );
}
