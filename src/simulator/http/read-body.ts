import type { IncomingMessage } from "node:http";
import type { Fields } from "../context";
import { isFields } from "../context";
import { textsInXml } from "./xml";

/** Reads a request's body and its fields. The content type is ignored: the interface's samples send JSON as a form. */
const MOST_BYTES = 1_048_576;

/** Null if the body exceeds 1 MiB; the rest is read and discarded. */
export async function readBody(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    bytes += buffer.byteLength;
    if (bytes <= MOST_BYTES) chunks.push(buffer);
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(chunks).toString("utf8");
}

/** JSON if it starts like an object, XML if it starts like an element, else a form. Null: neither. */
export function parseFields(text: string | null): Fields | null {
  if (text === null) return null;
  if (text.trimStart().startsWith("<")) return textsInXml(text);
  if (!text.trimStart().startsWith("{")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
