import type { KeyObject } from "node:crypto";
import { createHmac } from "node:crypto";
import { undici } from "../../gateway/transport/undici";

/** Sends a message to a webhook, signed as the Standard Webhooks specification says. */
export interface SignedWebhook {
  readonly url: string;
  readonly secret: KeyObject;
}

/** For the connection, and again for the answer, in ms. Our choice. */
const TIMEOUT_MS = 10_000;

/** Rejects with a sentence unless the answer's status is 2xx; redirects are not followed. `id` is the same whenever it is sent again. */
export async function postWebhook(
  { url, secret }: SignedWebhook,
  { id, body, now }: { readonly id: string; readonly body: object; readonly now: Date },
): Promise<void> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${text}`).digest("base64");
  const { statusCode, body: answer } = await undici().request(url, {
    method: "POST",
    body: text,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(2 * TIMEOUT_MS),
  });
  await answer.dump();
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`The webhook answered with the HTTP status ${String(statusCode)}.`);
}
