import { CodecError } from "../errors";

/**
 * Strict JSON: UTF-8 only, an object at the top, bounded depth, each key once, no
 * key that could reach a prototype. Numbers stay numbers; it knows no fields.
 */
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
  // Only now: on what is no JSON the search for tokens would not be linear.
  scan(text);
  if (!isObject(value)) throw new CodecError("The body is not a JSON object.");
  return value;
}

export const writeJson = (value: unknown): string => JSON.stringify(value);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Exactly UTF-8, a byte order mark at the start is dropped, a NUL is refused. */
export function decodeUtf8(body: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new CodecError("The body is not UTF-8.");
  }
  if (text.includes("\0")) throw new CodecError("The body holds a NUL character.");
  return text;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text with what may follow a key, or a bracket; everything else is of no interest here. */
const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|[{}[\]]/gs;

/** Refuses what parsing would hide or choke on: a key twice in one object, one that could reach a prototype, and deep nesting. */
function scan(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, raw, colon] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const keys = open.at(-1);
      const key = unescapeKey(raw ?? "");
      if (FORBIDDEN.has(key)) throw new CodecError("The JSON has a key that is not allowed.");
      if (keys?.has(key)) throw new CodecError("The JSON has a key twice.");
      keys?.add(key);
    }
    if (open.length > DEEPEST) throw new CodecError("The JSON is nested too deeply.");
  }
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
