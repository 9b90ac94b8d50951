/* A wrong key or an account that is not set up says nothing of a card, so such a code is never a decline. */

import { isObject, readJson } from "../codec/json";
import { spellingOf } from "../codec/message";
import { readXml } from "../codec/xml";
import { CodecError } from "../model/errors";
import { splitInfo, startsWithAny } from "./normalize";
import type { Reason } from "../model/outcome";
import type { GatewayProfile } from "../model/profile";

export interface WireRefusal {
  readonly code: string | null;
  readonly message: string | null;
}

/** Fields with a code and its text in the gateway's interface, and other names seen in error responses. */
const NAMES = new Set([
  "result_info",
  "return_message",
  "error_message",
  "refund_message",
  "message",
  "error",
  "code",
  "error_code",
  "return_code",
  "return_status",
]);

/** The first coded text of the body; null when it has none, or cannot be read. */
export function readRefusal(body: Buffer): WireRefusal | null {
  const found = textsOf(treeOf(body)).map(splitInfo);
  return found.find(({ code, message }) => code !== null && message !== null) ?? lettered(found) ?? null;
}

/** A bare number may be anything; a code that stands alone has its letter. */
const lettered = (found: readonly WireRefusal[]): WireRefusal | undefined =>
  found.find(({ code }) => code !== null && /^[A-Z]/.test(code));

function treeOf(body: Buffer): unknown {
  try {
    const spelling = spellingOf(body);
    if (spelling === "json") return readJson(body);
    return spelling === "xml" ? readXml(body, null) : splitText(body);
  } catch (error) {
    if (error instanceof CodecError) return null;
    throw error;
  }
}

/** A plain text may be the code and its message, and nothing else. */
const splitText = (body: Buffer): unknown => ({ message: body.subarray(0, 500).toString("utf8").trim() });

function textsOf(node: unknown, name = ""): readonly string[] {
  if (typeof node === "string") return NAMES.has(name) ? [node] : [];
  if (Array.isArray(node)) return node.flatMap((item) => textsOf(item, name));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, key.toLowerCase()));
}

export const isConfigurationCode = ({ status }: GatewayProfile, code: string | null | undefined): boolean =>
  code !== null && code !== undefined && startsWithAny(status.configurationPrefixes, code);

/** For the merchant: what to check. The code stays the gateway's own, so that a command can name the option. */
export function misconfigured(refusal: WireRefusal | null): Reason {
  const { code, message } = refusal ?? { code: null, message: null };
  const hint =
    code === "I0013"
      ? "The gateway reports an invalid signature (I0013): check signingKeys and profile.signing."
      : `The gateway reports that the account is not set up for this request (${code ?? "no code"}): check merchantId, accountId and the account's permissions.`;
  return { code: code ?? "configuration", message: message ? `${hint} (${message})` : hint };
}
