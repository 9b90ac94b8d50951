import { createHmac } from "node:crypto";
import type { GatewayAccount } from "../../../gateway/model/account";
import { redactBody } from "../../../gateway/redaction/redact-body";
import type { InboxRow } from "../ledger/inbox";
import type { NotificationReading } from "./read-notification";

/** Bytes stored without card digits no longer verify, so the first verification, over what arrived, counts. */
interface Arrived {
  readonly account: string;
  readonly body: Buffer;
}

/** Nothing if it is stored unchanged. The digest is keyed: a plain one would let the digits be found by trial. */
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

export function asReceived(
  { digest, signature }: Pick<InboxRow, "digest" | "signature">,
  reading: NotificationReading,
): NotificationReading {
  const { parsed } = reading;
  return parsed.kind === "payment" && MASKED.test(digest) && signature !== "not_applicable"
    ? { ...reading, parsed: { ...parsed, signature } }
    : reading;
}
