/* Strict form bodies: flat, each name once, no NUL, bounded. */

import { CodecError } from "../model/errors";
import { decodeUtf8 } from "./json";

const MOST_FIELDS = 200;
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/;
const FORBIDDEN = new Set(["__proto__", "constructor", "prototype"]);

export function readForm(body: Uint8Array): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  let count = 0;
  for (const part of decodeUtf8(body).split("&")) {
    if (part === "") continue;
    count += 1;
    if (count > MOST_FIELDS) throw new CodecError("The form has too many fields.");
    const at = part.indexOf("=");
    const name = decode(at < 0 ? part : part.slice(0, at));
    if (!NAME.test(name) || FORBIDDEN.has(name)) throw new CodecError("The form has a field name that is not allowed.");
    if (values.has(name)) throw new CodecError(`The form has the field ${name} twice.`);
    values.set(name, decode(at < 0 ? "" : part.slice(at + 1)));
  }
  return Object.fromEntries(values);
}

const ENCODED = /[%+\0]/;

function decode(text: string): string {
  if (!ENCODED.test(text)) return text;
  let value: string;
  try {
    value = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new CodecError("The form is not URL-encoded.");
  }
  if (value.includes("\0")) throw new CodecError("The form contains a NUL character.");
  return value;
}

export const writeForm = (values: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ ...values }).toString();
