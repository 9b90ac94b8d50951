/* Messages sent by the gateway: a form, JSON, XML, or XML in the one field of a form. */

import { readForm } from "./form";
import { readJson } from "./json";
import { readXml } from "./xml";

export type Spelling = "xml" | "json" | "form";

/** By its first character; a byte order mark counts as white space, and the codecs drop it. */
export function spellingOf(body: Buffer): Spelling {
  const start = body.subarray(0, 64).toString("utf8").trimStart();
  if (start.startsWith("<")) return "xml";
  return start.startsWith("{") ? "json" : "form";
}

/** Throws `CodecError` with one sentence for unreadable content. `root`: see `readXml`. */
export function readMessage(body: Buffer, root: string | null = "respon"): Readonly<Record<string, unknown>> {
  const spelling = spellingOf(body);
  if (spelling === "xml") return readXml(body, root);
  if (spelling === "json") return readJson(body);
  const form = readForm(body);
  const [only, ...more] = Object.values(form);
  return only !== undefined && more.length === 0 && only.trimStart().startsWith("<")
    ? readXml(Buffer.from(only), root)
    : form;
}
