/*
 * Strict JSON: UTF-8 only, an object at the top, bounded depth, each key once, no key that could reach a prototype. A
 * number becomes its own digits as text: 10.10 stays "10.10" and an id of 20 digits stays complete, since nothing
 * passes through a float. It knows no fields.
 */

import { CodecError } from "../model/errors";

const DEEPEST = 32;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

export function readJson(body: Uint8Array): Readonly<Record<string, unknown>> {
  const text = decodeUtf8(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CodecError("The body is not JSON.");
  }
  // Only now: on invalid JSON the token search would not be linear.
  const quoted = scan(text);
  const read: unknown = quoted === text ? value : JSON.parse(quoted);
  if (!isObject(read)) throw new CodecError("The body is not a JSON object.");
  return read;
}

export const writeJson = (value: unknown): string => JSON.stringify(value);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Exactly UTF-8; a leading byte order mark is dropped, a NUL is refused. */
export function decodeUtf8(body: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new CodecError("The body is not UTF-8.");
  }
  if (text.includes("\0")) throw new CodecError("The body contains a NUL character.");
  return text;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const [QUOTE, COLON, BACKSLASH] = [0x22, 0x3a, 0x5c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];
/** What JSON takes for white space has no larger code than the blank. */
const BLANK = 0x20;

/** Outside of texts, what begins with one of these is a number; what was parsed has no other. */
const NUMBER = /-?\d[\d.eE+-]*/y;
const isNumberStart = (code: number): boolean => code === MINUS || (code >= ZERO && code <= NINE);
const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39];

/** Refuses repeated keys, keys that could reach a prototype, and deep nesting. Returns JSON with numbers in quotes. */
function scan(text: string): string {
  const open: (Set<string> | null)[] = [];
  const quoted: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isNumberStart(code)) {
      const digits = numberAt(text, at);
      quoted.push(text.slice(copied, at), `"${digits}"`);
      copied = at + digits.length;
      at = copied - 1;
      continue;
    }
    switch (code) {
      case QUOTE: {
        const end = endOfText(text, at);
        if (isColonNext(text, end)) noteKey(open.at(-1), text.slice(at + 1, end));
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        open.push(text.charCodeAt(at) === OPEN_OBJECT ? new Set() : null);
        if (open.length > DEEPEST) throw new CodecError("The JSON is nested too deeply.");
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop();
    }
  }
  return copied === 0 ? text : quoted.join("") + text.slice(copied);
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? "";
}

/** Where the text that begins at `from` has its closing quote; what was parsed has one. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

function isColonNext(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= BLANK) next += 1;
  return text.charCodeAt(next) === COLON;
}

function noteKey(keys: Set<string> | null | undefined, raw: string): void {
  const key = unescapeKey(raw);
  if (FORBIDDEN.has(key)) throw new CodecError("The JSON has a key that is not allowed.");
  if (keys?.has(key)) throw new CodecError("The JSON has a key twice.");
  keys?.add(key);
}

/** The same key may be spelt with escapes. */
function unescapeKey(raw: string): string {
  if (!raw.includes("\\")) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    throw new CodecError("The body is not JSON.");
  }
}
