import { CodecError } from "../errors";

/** Strict JSON: UTF-8 only, an object at the top, bounded depth, no key that could reach a prototype. */
const DEEPEST = 32;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

export function readJson(body: Uint8Array): Readonly<Record<string, unknown>> {
  const text = decodeUtf8(body);
  let value: unknown;
  try {
    value = JSON.parse(text, (key, item: unknown) => {
      if (FORBIDDEN.has(key)) throw new CodecError("The JSON has a key that is not allowed.");
      return item;
    });
  } catch (error) {
    throw error instanceof CodecError ? error : new CodecError("The body is not JSON.");
  }
  assertDepth(value, 0);
  if (!isObject(value)) throw new CodecError("The body is not a JSON object.");
  return value;
}

export const writeJson = (value: unknown): string => JSON.stringify(value);

/** Exactly UTF-8, a byte order mark at the start is dropped, a NUL is refused. */
export function decodeUtf8(body: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw new CodecError("The body is not UTF-8.");
  }
  if (text.includes("\0")) throw new CodecError("The body holds a NUL character.");
  return text;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function assertDepth(value: unknown, depth: number): void {
  if (depth > DEEPEST) throw new CodecError("The JSON is nested too deeply.");
  if (typeof value !== "object" || value === null) return;
  for (const item of Object.values(value)) assertDepth(item, depth + 1);
}
