/*
 * Reads the values of a response in any form, without the whitespace around them, as XML has them. A number is already
 * text (`codec/json.ts`). A present but unreadable value never counts as missing: it is refused, or named in
 * `unreadable`; only informational values may be dropped. It decides nothing.
 */

import { z } from "@medusajs/framework/zod";
import { isObject } from "../codec/json";

const isEmptyContainer = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;

export const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || isEmptyContainer(value);

const STRUCTURE = /^\s*[[{]/;

/** A list or object written as text is not a plain value. */
function isStructure(value: string): boolean {
  if (!STRUCTURE.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const isPlainText = (value: unknown): value is string => typeof value === "string" && !isStructure(value);

function refused(payload: z.core.ParsePayload): never {
  payload.issues.push({ code: "custom", message: "must be a text", input: payload.value });
  return z.NEVER;
}

/* A bare `transform` is one step for each value of a response; refinements and pipes are several times slower. */

export const plainText = z.transform<unknown, string>((value, payload) =>
  isPlainText(value) ? value.trim() : refused(payload),
);

/** For a value that decides the outcome (a status, an ID, an amount): text, or missing. Anything else invalidates the response. */
export const strictText = z.transform<unknown, string | undefined>((value, payload) => {
  if (value === undefined || value === null) return undefined;
  return isPlainText(value) ? value.trim() : refused(payload);
});

/** For a message or a reference: like `strictText`, but an empty list or object counts as an empty text. */
export const lenientText = z.transform<unknown, string | undefined>((value, payload) => {
  if (value === undefined || value === null) return undefined;
  if (isPlainText(value)) return value.trim();
  return isEmptyContainer(value) ? "" : refused(payload);
});

/** For a value that is only stored or displayed: text, or treated as missing. It never invalidates a response. */
export const informational = z.transform<unknown, string | undefined>((value) =>
  typeof value === "string" ? value.trim() : undefined,
);

/** One item may stand for itself, and `""`, `null`, `{}` are empty. */
const listed = (value: unknown): unknown => (isAbsent(value) ? [] : isObject(value) ? [value] : value);

/** The items of what `listOf` accepts. */
export function asList(value: unknown): readonly unknown[] {
  const list = listed(value);
  return Array.isArray(list) ? list : [];
}

/** A list in any of these forms. Anything else is refused. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.transform<unknown, unknown>(listed).pipe(z.array(item));

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
  return z.transform<unknown, WirePart<z.output<Schema> | Absent>>((value) => {
    if (isAbsent(value)) return { value: absent, isReadable: true };
    const read = schema.safeParse(value);
    return read.success ? { value: read.data, isReadable: true } : { value: absent, isReadable: false };
  });
}

/** An object that may also be the only item of a list. */
export const single = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .transform<unknown, unknown>((value) => (Array.isArray(value) && value.length === 1 ? value[0] : value))
    .pipe(schema);

/** Where each field belongs: the names of the objects around it, joined by dots; a list adds nothing. */
export interface Places {
  readonly placeOf: ReadonlyMap<string, string>;
  /** The field that a key is, or is another spelling of. */
  readonly fieldAs: (key: string) => string | undefined;
}

/** Responses repeat their keys. A longer or further one is compared each time, since a response may contain any. */
const LONGEST_REMEMBERED = 64;
const MOST_REMEMBERED = 500;

/** Each place with its fields; the outermost object is "". */
export function placesOf(fields: Readonly<Record<string, readonly string[]>>): Places {
  const placeOf = new Map(
    Object.entries(fields).flatMap(([place, names]) => names.map((name) => [name, place] as const)),
  );
  const bySpelling = new Map([...placeOf.keys()].map((name) => [spellingOf(name), name]));
  const remembered = new Map<string, string | undefined>([...placeOf.keys()].map((name) => [name, name]));
  const fieldAs = (key: string): string | undefined => {
    if (remembered.has(key)) return remembered.get(key);
    const name = bySpelling.get(spellingOf(key));
    if (remembered.size < MOST_REMEMBERED && key.length <= LONGEST_REMEMBERED) remembered.set(key, name);
    return name;
  };
  return { placeOf, fieldAs };
}

/** Fields in another place or spelling (`riskAction`), read as absent; not one that repeats the value in place. */
export function misplacedIn(tree: unknown, places: Places): readonly string[] {
  if (isInPlace(tree, "", places)) return [];
  const right = new Map<string, Set<string>>();
  const wrong: (readonly [name: string, value: string])[] = [];
  const visit = (node: unknown, path: string): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, path);
      return;
    }
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const name = places.fieldAs(key);
      if (name !== undefined && !isAbsent(value)) {
        const text = JSON.stringify(value);
        if (key === name && places.placeOf.get(name) === path)
          right.set(name, (right.get(name) ?? new Set()).add(text));
        else wrong.push([name, text]);
      }
      visit(value, below(path, key));
    }
  };
  visit(tree, "");
  return [...new Set(wrong.flatMap(([name, text]) => (right.get(name)?.has(text) === true ? [] : [name])))];
}

/** True for almost every response: nothing has to be compared then. */
function isInPlace(node: unknown, path: string, places: Places): boolean {
  if (Array.isArray(node)) return node.every((item) => isInPlace(item, path, places));
  if (!isObject(node)) return true;
  for (const key in node) {
    const value = node[key];
    const place = places.placeOf.get(key);
    if (place !== path && places.fieldAs(key) !== undefined && !isAbsent(value)) return false;
    if (typeof value === "object" && !isInPlace(value, below(path, key), places)) return false;
  }
  return true;
}

const below = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`);

const spellingOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

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
