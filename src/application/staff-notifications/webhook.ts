import type { KeyObject } from "node:crypto";
import { createHmac } from "node:crypto";
import { MedusaError } from "@medusajs/framework/utils";

/** Sends a message to a webhook, signed as the Standard Webhooks specification says. */
export interface SignedWebhook {
  readonly url: string;
  readonly secret: KeyObject;
}

/** For the whole exchange, in ms. Our choice. */
const TIMEOUT_MS = 10_000;

/** Rejects with a sentence unless the answer's status is 2xx; redirects are not followed. `id` is the same whenever it is sent again. */
export async function postWebhook(
  { url, secret }: SignedWebhook,
  { id, body, now }: { readonly id: string; readonly body: object; readonly now: Date },
): Promise<void> {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${text}`).digest("base64");
  const answer = await fetch(url, {
    method: "POST",
    body: text,
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  const message = `The webhook answered with the HTTP status ${String(answer.status)}.`;
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, message);
}
