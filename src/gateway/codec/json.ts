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
  const value = parse(text);
  const { texts, hasNumbers } = checked(value, 0);
  // Of a repeated key only the last one was kept.
  if (texts !== textsIn(text)) throw new CodecError("The JSON has a key twice.");
  const read = hasNumbers ? parse(withNumbersQuoted(text)) : value;
  if (!isObject(read)) throw new CodecError("The body is not a JSON object.");
  return read;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CodecError("The body is not JSON.");
  }
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

interface Contents {
  /** Keys and values. */
  texts: number;
  hasNumbers: boolean;
}

/** Refuses keys that could reach a prototype, and deep nesting. */
function checked(value: unknown, depth: number, contents: Contents = { texts: 0, hasNumbers: false }): Contents {
  if (typeof value === "string") contents.texts += 1;
  else if (typeof value === "number") contents.hasNumbers = true;
  else if (typeof value === "object" && value !== null) {
    if (depth === DEEPEST) throw new CodecError("The JSON is nested too deeply.");
    if (Array.isArray(value)) for (const item of value) checked(item, depth + 1, contents);
    else if (isObject(value)) checkedObject(value, depth, contents);
  }
  return contents;
}

function checkedObject(object: Readonly<Record<string, unknown>>, depth: number, contents: Contents): void {
  for (const key in object) {
    if (FORBIDDEN.has(key)) throw new CodecError("The JSON has a key that is not allowed.");
    contents.texts += 1;
    checked(object[key], depth + 1, contents);
  }
}

const [QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x2d, 0x30, 0x39];

/** How many texts valid JSON contains. */
function textsIn(json: string): number {
  let count = 0;
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', endOfText(json, at) + 1)) count += 1;
  return count;
}

/** Where the text that begins at `from` has its closing quote. */
function endOfText(json: string, from: number): number {
  let end = json.indexOf('"', from + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

/** Outside of texts, what begins with one of these is a number; valid JSON has no other. */
const isNumberStart = (code: number): boolean => code === MINUS || (code >= ZERO && code <= NINE);
const NUMBER = /-?\d[\d.eE+-]*/y;

function withNumbersQuoted(json: string): string {
  let quoted = "";
  let copied = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if (isNumberStart(code)) {
      NUMBER.lastIndex = at;
      const digits = NUMBER.exec(json)?.[0] ?? "";
      quoted += `${json.slice(copied, at)}"${digits}"`;
      copied = at + digits.length;
      at = copied - 1;
    }
  }
  return quoted + json.slice(copied);
}
