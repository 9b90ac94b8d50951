import { createHmac } from "node:crypto";
import type { GatewayAccount } from "../../../options/options";
import { redactBody } from "../../../gateway/redaction/redact-body";
import type { InboxRow } from "../ledger/inbox";
import type { NotificationReading } from "./read-notification";

/**
 * A notification that carries a whole card number or a security code: it is verified over the bytes that arrived, and
 * stored without those digits. So its stored bytes no longer verify, and the word of the first look counts.
 */
interface Arrived {
  readonly account: string;
  readonly body: Buffer;
}

/**
 * What of a message to store; nothing when it is stored as it came. The digest is keyed: with the rest of the message at
 * hand, the few hidden digits could be found again by trying them against a plain one.
 */
export function redactCard(
  { account, body }: Arrived,
  { signingKeys }: Pick<GatewayAccount, "signingKeys">,
): { readonly body?: Buffer; readonly digest?: string } {
  const kept = redactBody(body);
  if (kept === null) return {};
  const [key] = signingKeys;
  if (key === undefined) return { body: kept };
  const digest = createHmac("sha256", key).update(`${account}\nnotify\n`).update(body).digest("hex");
  return { body: kept, digest: `masked:${digest}` };
}

const MASKED = /^masked:/;

/** A reading of the message as it was judged when it arrived. */
export function asReceived(
  { digest, signature }: Pick<InboxRow, "digest" | "signature">,
  reading: NotificationReading,
): NotificationReading {
  const { parsed } = reading;
  return parsed.kind === "parsed" && MASKED.test(digest) && signature !== "not_applicable"
    ? { ...reading, parsed: { ...parsed, signature } }
    : reading;
}
